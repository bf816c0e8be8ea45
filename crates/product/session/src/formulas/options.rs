//! The options that a script may set, in one table: default, and what values they take.

use std::collections::BTreeMap;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    Boolean,
    Number,
    /// A string: `"stdout"`, `"stderr"` or the name of a file.
    Channel,
}

/// An option: its keyword, its default, the values it takes.
type Known = (&'static str, &'static str, Takes);

/// The defaults are the standard's, with two exceptions that most solvers make and most scripts expect:
/// `:print-success` is off, and models are there for whoever asks.
const KNOWN: &[Known] = &[
    (":diagnostic-output-channel", "\"stderr\"", Takes::Channel),
    (":global-declarations", "false", Takes::Boolean),
    (":interactive-mode", "false", Takes::Boolean),
    (":print-success", "false", Takes::Boolean),
    (":produce-assertions", "false", Takes::Boolean),
    (":produce-assignments", "false", Takes::Boolean),
    (":produce-interpolants", "true", Takes::Boolean),
    (":produce-models", "true", Takes::Boolean),
    (":produce-proofs", "false", Takes::Boolean),
    (":produce-unsat-assumptions", "false", Takes::Boolean),
    (":produce-unsat-cores", "false", Takes::Boolean),
    (":random-seed", "0", Takes::Number),
    (":regular-output-channel", "\"stdout\"", Takes::Channel),
    (":reproducible-resource-limit", "0", Takes::Number),
    (":rlimit", "0", Takes::Number),
    (":timeout", "0", Takes::Number),
    (":tlimit-per", "0", Takes::Number),
    (":verbosity", "0", Takes::Number),
];

/// One option under two names: those of two versions of the standard, that of the standard and z3's.
const SAME: [[&str; 2]; 2] =
    [[":interactive-mode", ":produce-assertions"], [":reproducible-resource-limit", ":rlimit"]];

/// What parameters of z3 begin with that say how to search or how to show, and never what is asked. Scripts written for z3 set them, and
/// whoever drives it reads the answer to the next question where `unsupported` would stand.
const SEARCH_PARAMETERS: [&str; 17] = [
    ":auto-config",
    ":auto_config",
    ":combined_solver.",
    ":lp.",
    ":model.",
    ":model_evaluator.",
    ":model_validate",
    ":nlsat.",
    ":parallel.",
    ":pi.",
    ":rewriter.",
    ":sat.",
    ":smt.",
    ":solver.",
    ":tactic.",
    ":type_check",
    ":well_sorted_check",
];

/// What became of setting an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Set {
    /// It is set.
    Done,
    /// Nobody here knows the option.
    Unsupported,
    /// The value is none that the option can take; this is what it takes.
    Wrong(&'static str),
}

/// The values of the options that were set.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    values: BTreeMap<&'static str, String>,
}

impl Options {
    /// Sets an option.
    pub(super) fn set(&mut self, keyword: &str, value: &str) -> Set {
        if SEARCH_PARAMETERS.iter().any(|parameter| keyword.starts_with(parameter)) {
            return Set::Done;
        }
        let Some((keyword, _, takes)) = known(keyword) else { return Set::Unsupported };
        match takes {
            Takes::Boolean if !["true", "false"].contains(&value) => {
                return Set::Wrong("true or false");
            }
            Takes::Number if value.parse::<u64>().is_err() => return Set::Wrong("a numeral"),
            Takes::Channel if !value.starts_with('"') => {
                return Set::Wrong("\"stdout\", \"stderr\" or the name of a file in quotes");
            }
            _ => {}
        }
        for same in SAME.into_iter().filter(|names| names.contains(&keyword)).flatten() {
            self.values.insert(same, value.to_owned());
        }
        self.values.insert(keyword, value.to_owned());
        Set::Done
    }

    /// The value of an option as text, if it is known.
    pub(super) fn get(&self, keyword: &str) -> Option<&str> {
        let (keyword, default, _) = known(keyword)?;
        Some(self.values.get(keyword).map_or(default, String::as_str))
    }

    /// The string that this option is, without its quotes.
    pub(super) fn text(&self, keyword: &str) -> String {
        let quoted = self.get(keyword).unwrap_or_default();
        let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inner.unwrap_or(quoted).replace("\"\"", "\"")
    }

    /// Is this option on?
    pub(super) fn is_on(&self, keyword: &str) -> bool {
        self.get(keyword) == Some("true")
    }

    /// The number that this option has, if it was set and is not 0.
    pub(super) fn number(&self, keyword: &str) -> Option<u64> {
        self.get(keyword)?.parse().ok().filter(|number| *number > 0)
    }
}

fn known(keyword: &str) -> Option<Known> {
    KNOWN.iter().find(|known| known.0 == keyword).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_kept() {
        let mut options = Options::default();
        assert!(options.is_on(":produce-models") && !options.is_on(":print-success"));
        assert_eq!(options.set(":print-success", "true"), Set::Done);
        assert!(options.is_on(":print-success"));
        assert_eq!(options.set(":print-success", "1"), Set::Wrong("true or false"));
        assert_eq!(options.set(":timeout", "fast"), Set::Wrong("a numeral"));
        assert_eq!(options.number(":timeout"), None);
        assert_eq!(options.set(":timeout", "250"), Set::Done);
        assert_eq!(options.number(":timeout"), Some(250));
        assert_eq!(options.set(":smt.arith.solver", "2"), Set::Done);
        assert_eq!(options.set(":auto_config", "false"), Set::Done);
        assert_eq!(options.set(":opt.priority", "box"), Set::Unsupported);
        assert!(matches!(options.set(":regular-output-channel", "stdout"), Set::Wrong(_)));
        assert_eq!(options.get(":regular-output-channel"), Some("\"stdout\""));
        assert_eq!(options.set(":regular-output-channel", "\"f\""), Set::Done);
        assert_eq!(options.get(":regular-output-channel"), Some("\"f\""));
        assert_eq!(options.get(":no-such"), None);
    }

    #[test]
    fn an_old_name_is_the_same_option() {
        let mut options = Options::default();
        assert_eq!(options.set(":interactive-mode", "true"), Set::Done);
        assert!(options.is_on(":produce-assertions"));
        assert_eq!(options.set(":produce-assertions", "false"), Set::Done);
        assert!(!options.is_on(":interactive-mode"));
        assert_eq!(options.set(":rlimit", "5"), Set::Done);
        assert_eq!(options.number(":reproducible-resource-limit"), Some(5));
    }

    #[test]
    fn the_table_is_sorted_and_its_defaults_are_values() {
        assert!(KNOWN.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for (keyword, default, _) in KNOWN {
            assert_eq!(Options::default().set(keyword, default), Set::Done, "{keyword}");
        }
    }
}
