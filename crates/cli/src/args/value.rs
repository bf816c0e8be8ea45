//! Values of options: engines, seconds, sizes.

use std::time::Duration;

use buttress_session::EngineKind;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads an engine by its name.
pub fn engine_parser() -> impl TypedValueParser<Value = EngineKind> {
    let names = EngineKind::ALL.map(EngineKind::name);
    PossibleValuesParser::new(names).map(|name| {
        let named = EngineKind::ALL.into_iter().find(|engine| engine.name() == name);
        named.unwrap_or(EngineKind::Portfolio)
    })
}

/// Reads a number of seconds, not necessarily whole.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds, such as 60 or 0.5".to_owned();
    let number: f64 = text.strip_suffix('s').unwrap_or(text).parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number).map_err(|_| wrong())
}

/// Reads a number of bytes, with K, M, G or T for powers of 1024.
pub fn memory(text: &str) -> Result<usize, String> {
    let wrong = || "expected a size, such as 512M, 1.5G or 2000000".to_owned();
    let upper = text.to_ascii_uppercase();
    let bare = upper.strip_suffix("IB").or(upper.strip_suffix('B')).unwrap_or(&upper);
    let (digits, shift) = match bare.chars().last() {
        Some('K') => (&bare[..bare.len() - 1], 10),
        Some('M') => (&bare[..bare.len() - 1], 20),
        Some('G') => (&bare[..bare.len() - 1], 30),
        Some('T') => (&bare[..bare.len() - 1], 40),
        _ => (bare, 0),
    };
    let is_number = digits.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let bytes = number * (1u64 << shift) as f64;
    if !is_number || !(1.0..=usize::MAX as f64).contains(&bytes) {
        return Err(wrong());
    }
    Ok(bytes as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(memory("4G"), Ok(4 << 30));
        assert_eq!(memory("1.5kib"), Ok(1536));
        assert_eq!(memory("2000000"), Ok(2_000_000));
        for text in ["", "G", "-1G", "0", "nan", "inf", "1e9", "4 G", "4X", "∞"] {
            assert!(memory(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_may_be_fractions() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("60s"), Ok(Duration::from_secs(60)));
        for text in ["", "-1", "nan", "inf", "soon"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
