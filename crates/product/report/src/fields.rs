//! Fields of documents, read without trust: what is missing or of another kind is empty.

use serde_json::Value;

/// What is read of a value.
pub trait Fields {
    /// A text; empty if there is none.
    fn text(&self, name: &str) -> &str;
    /// A list; empty if there is none.
    fn list(&self, name: &str) -> &[Value];
    /// A count.
    fn count(&self, name: &str) -> Option<u64>;
    /// A number.
    fn number(&self, name: &str) -> Option<f64>;
    /// Is it true?
    fn is(&self, name: &str) -> bool;
    /// A value that is there and not null.
    fn some(&self, name: &str) -> Option<&Value>;
}

impl Fields for Value {
    fn text(&self, name: &str) -> &str {
        self.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    fn list(&self, name: &str) -> &[Value] {
        self.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    fn count(&self, name: &str) -> Option<u64> {
        self.get(name).and_then(Value::as_u64)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.get(name).and_then(Value::as_f64)
    }

    fn is(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    fn some(&self, name: &str) -> Option<&Value> {
        self.get(name).filter(|value| !value.is_null())
    }
}

/// `1.20 s`, `3.4 ms`
pub fn seconds(seconds: f64) -> String {
    match seconds {
        _ if seconds >= 100.0 => format!("{seconds:.0} s"),
        _ if seconds >= 0.995 => format!("{seconds:.2} s"),
        _ if seconds >= 0.000_95 => format!("{:.0} ms", seconds * 1e3),
        _ => format!("{:.0} µs", seconds * 1e6),
    }
}

/// `1 clause`, `3 clauses`
pub fn counted(count: u64, noun: &str) -> String {
    let plural = match noun {
        _ if count == 1 => noun.to_owned(),
        _ if noun.ends_with("ch") || noun.ends_with('s') => format!("{noun}es"),
        _ => match noun.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None => format!("{noun}s"),
        },
    };
    format!("{count} {plural}")
}
