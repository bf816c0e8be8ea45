//! Values of options: seconds, sizes, names, templates, multipliers.

use std::str::FromStr;
use std::time::Duration;

use buttress_numeric::Rational;
use buttress_session::numbers;

use crate::limits::HIGHEST_DEGREE;

/// Numbers, none of them negative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multipliers(pub Vec<Rational>);

/// Two names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variables(pub [String; 2]);

/// Reads the form of a template.
pub fn template(text: &str) -> Result<numbers::TemplateChoice, String> {
    match text {
        "affine" | "linear" => return Ok(numbers::TemplateChoice::Affine),
        "quadratic" => return Ok(numbers::TemplateChoice::Degree(2)),
        "cubic" => return Ok(numbers::TemplateChoice::Degree(3)),
        _ => {}
    }
    if let Some(degree) = text.strip_prefix("degree=") {
        let degree = degree.parse().ok().filter(|degree| (1..=HIGHEST_DEGREE).contains(degree));
        return match degree {
            Some(degree) => Ok(numbers::TemplateChoice::Degree(degree)),
            None => Err(format!("expected a degree from 1 to {HIGHEST_DEGREE}")),
        };
    }
    if let Some(list) = text.strip_prefix("monomials=") {
        return list
            .split(',')
            .map(monomial)
            .collect::<Result<_, _>>()
            .map(numbers::TemplateChoice::Monomials);
    }
    Err("expected affine, quadratic, cubic, degree=N or monomials=LIST".to_owned())
}

/// Reads the name of a worker, which goes into every record that it sends.
pub fn worker_name(text: &str) -> Result<String, String> {
    match (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        true => Ok(text.to_owned()),
        false => Err("expected 1 to 64 letters, digits or signs, and no blanks".to_owned()),
    }
}

/// Reads a product such as `x^2*y`; the names of its factors, each as often as it occurs.
fn monomial(text: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("expected a product such as x^2*y, found {text:?}");
    let mut factors = Vec::new();
    for factor in text.split('*') {
        let (name, exponent) = match factor.split_once('^') {
            Some((name, exponent)) => (name, exponent.trim().parse().map_err(|_| wrong())?),
            None => (factor, 1),
        };
        let name = name.trim();
        if name.is_empty() || !(1..=HIGHEST_DEGREE).contains(&exponent) {
            return Err(wrong());
        }
        factors.extend((0..exponent).map(|_| name.to_owned()));
    }
    Ok(factors)
}

/// Reads numbers that are not negative, separated by commas.
pub fn multipliers(text: &str) -> Result<Multipliers, String> {
    let one = |word: &str| {
        let number: Option<Rational> = word.trim().parse().ok();
        number.filter(|number| !number.is_negative()).ok_or_else(|| {
            format!("expected numbers that are not negative, such as 0,1/2,1, found {word:?}")
        })
    };
    text.split(',').map(one).collect::<Result<_, _>>().map(Multipliers)
}

/// Reads the names of two variables.
pub fn variables(text: &str) -> Result<Variables, String> {
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    match names[..] {
        [x, y] if !x.is_empty() && !y.is_empty() && x != y => {
            Ok(Variables([x.to_owned(), y.to_owned()]))
        }
        _ => Err("expected two variables, such as x,y".to_owned()),
    }
}

/// Reads a number of seconds, not necessarily whole.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds, such as 60 or 0.5".to_owned();
    let number: f64 = text.strip_suffix('s').unwrap_or(text).parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number).map_err(|_| wrong())
}

/// Reads a whole number.
pub fn whole<Number: FromStr>(text: &str) -> Result<Number, String> {
    text.parse().map_err(|_| "expected a whole number, such as 3".to_owned())
}

/// Reads a number, with k, M or G for powers of 1000.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number, such as 50000, 200k or 5M".to_owned();
    let (digits, factor) = match text.chars().last() {
        Some('k' | 'K') => (&text[..text.len() - 1], 1_000),
        Some('m' | 'M') => (&text[..text.len() - 1], 1_000_000),
        Some('g' | 'G') => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(factor).ok_or_else(wrong)
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
    fn workers_have_plain_names() {
        assert_eq!(worker_name("node7/3"), Ok("node7/3".to_owned()));
        for name in ["", "a b", "a\n", "ä", &"a".repeat(65)] {
            assert!(worker_name(name).is_err(), "{name:?}");
        }
    }

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
    fn counts_have_units() {
        assert_eq!(count("200k"), Ok(200_000));
        assert_eq!(count("5M"), Ok(5_000_000));
        assert_eq!(count("7"), Ok(7));
        for text in ["", "k", "-1", "1.5k", "99999999999G", "∞"] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn templates_have_forms() {
        assert_eq!(template("quadratic"), Ok(numbers::TemplateChoice::Degree(2)));
        assert_eq!(template("degree=4"), Ok(numbers::TemplateChoice::Degree(4)));
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let monomials = vec![names(&["x", "x"]), names(&["x", "y"]), names(&["z"])];
        assert_eq!(
            template("monomials=x^2,x*y,z"),
            Ok(numbers::TemplateChoice::Monomials(monomials))
        );
        for text in
            ["", "degree=0", "degree=99", "monomials=", "monomials=x^0", "monomials=x,", "x"]
        {
            assert!(template(text).is_err(), "{text}");
        }
    }

    #[test]
    fn multipliers_are_not_negative() {
        let numbers = vec![Rational::ZERO, Rational::new(1, 2).unwrap(), Rational::whole(3)];
        assert_eq!(multipliers("0, 1/2,3"), Ok(Multipliers(numbers)));
        for text in ["", "-1", "0,,1", "one", "1/0"] {
            assert!(multipliers(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_picture_has_two_variables() {
        assert_eq!(variables("x, y"), Ok(Variables(["x".to_owned(), "y".to_owned()])));
        for text in ["", "x", "x,x", "x,y,z", "x,"] {
            assert!(variables(text).is_err(), "{text}");
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
