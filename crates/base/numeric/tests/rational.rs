//! Rationals against a big-number crate used directly, above all where machine words end.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use buttress_numeric::{Integer, NumericError, Rational};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use proptest::prelude::*;

/// Words near zero, near the ends, near powers of two, and any.
fn word() -> impl Strategy<Value = i64> {
    prop_oneof![
        3 => -12i64..12,
        2 => (0i64..3).prop_map(|by| i64::MIN + by),
        2 => (0i64..3).prop_map(|by| i64::MAX - by),
        1 => (0u32..63, -1i64..2).prop_map(|(bit, by)| (1i64 << bit) + by),
        1 => any::<i64>(),
    ]
}

/// A fraction of products of two words, so that about half of them are big, with its twin.
fn pair() -> impl Strategy<Value = (Rational, RBig)> {
    (word(), word(), word(), prop_oneof![Just(1), word()]).prop_filter_map(
        "no zero denominators",
        |(a, b, c, d)| {
            let fraction = |a: i64, b: i64| Rational::new(a, b).zip(twin_of_words(a, b));
            let ((left, left_twin), (right, right_twin)) = fraction(a, b).zip(fraction(c, d))?;
            Some((left * right, left_twin * right_twin))
        },
    )
}

fn twin_of_words(a: i64, b: i64) -> Option<RBig> {
    (b != 0).then(|| RBig::from_parts_signed(IBig::from(a), IBig::from(b)))
}

fn twin(value: &Rational) -> RBig {
    let text = value.to_string();
    let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
    let numerator = IBig::from_str_radix(numerator, 10).unwrap();
    RBig::from_parts(numerator, UBig::from_str_radix(denominator, 10).unwrap())
}

fn hash(value: &Rational) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Does the value live in words exactly when it fits?
fn is_canonical(value: &Rational) -> bool {
    let big = twin(value);
    let fits = i64::try_from(big.numerator()).is_ok() && i64::try_from(big.denominator()).is_ok();
    value.is_small() == fits
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn operations_agree_with_big_numbers((a, x) in pair(), (b, y) in pair()) {
        let quotient = a.checked_div(&b);
        prop_assert_eq!(quotient.is_none(), b.is_zero());
        let mut results = vec![
            (a.clone(), x.clone()),
            (&a + &b, &x + &y),
            (&a - &b, &x - &y),
            (&a * &b, &x * &y),
            (-&a, -x.clone()),
            (a.floor().into_rational(), RBig::from(x.floor())),
            (a.ceil().into_rational(), RBig::from(x.ceil())),
        ];
        if let Some(quotient) = quotient {
            results.push((quotient, &x / &y));
        }
        for (result, expected) in results {
            prop_assert_eq!(twin(&result), expected);
            prop_assert!(is_canonical(&result), "{} has one representation", result);
        }
        prop_assert_eq!(a.cmp(&b), x.cmp(&y));
        prop_assert_eq!(a == b, x == y);
        prop_assert_eq!(a.signum(), (x > RBig::ZERO) as i32 - (x < RBig::ZERO) as i32);
        prop_assert_eq!(a.is_integer(), x.is_int());
    }

    #[test]
    fn field_laws((a, _) in pair(), (b, _) in pair(), (c, _) in pair()) {
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        let product = &a * &(&b + &c);
        prop_assert_eq!(&product, &(&(&a * &b) + &(&a * &c)));
        prop_assert_eq!(hash(&product), hash(&(&(&a * &b) + &(&a * &c))));
        prop_assert!((&a - &a).is_zero());
        if let Some(inverse) = a.recip() {
            prop_assert!((&a * &inverse).is_one());
        }
        let mut fused = a.clone();
        fused.add_product(&b, &c);
        prop_assert_eq!(fused, &a + &(&b * &c));
    }

    #[test]
    fn what_is_printed_is_read((a, _) in pair()) {
        prop_assert_eq!(a.to_string().parse::<Rational>(), Ok(a));
    }

    #[test]
    fn integer_divisions(a in word(), b in word(), c in word()) {
        let (wide, divisor) = (&Integer::from(a) * &Integer::from(c), Integer::from(b));
        let (n, d) = (i128::from(a) * i128::from(c), i128::from(b));
        let integer = |value: i128| Integer::from_rational(Rational::from(value)).unwrap();
        prop_assert_eq!(wide.div_euclid(&divisor), n.checked_div_euclid(d).map(integer));
        prop_assert_eq!(wide.rem_euclid(&divisor), n.checked_rem_euclid(d).map(integer));
        let floor = n.checked_div(d).map(|q| if q * d != n && (n < 0) != (d < 0) { q - 1 } else { q });
        prop_assert_eq!(wide.div_floor(&divisor), floor.map(integer));
        let gcd = wide.gcd(&divisor);
        if gcd.is_zero() {
            prop_assert!(wide.is_zero() && divisor.is_zero());
        } else {
            // It divides both, and what is left has no common divisor.
            let [left, right] = [&wide, &divisor].map(|part| part.div_floor(&gcd).unwrap());
            prop_assert_eq!((&left * &gcd, &right * &gcd), (wide.clone(), divisor.clone()));
            prop_assert_eq!(left.gcd(&right), Integer::ONE);
            prop_assert_eq!(&wide.lcm(&divisor) * &gcd, (&wide * &divisor).abs());
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+0-9./_e ]{0,12}") {
        if let Ok(value) = text.parse::<Rational>() {
            prop_assert_eq!(value.to_string().parse::<Rational>(), Ok(value));
        }
    }
}

#[test]
fn the_ends_of_machine_words() {
    let least = Rational::from(i64::MIN);
    let most = Rational::from(i64::MAX);
    let cases = [
        (-&least, "9223372036854775808"),
        (-(-&least), "-9223372036854775808"),
        (least.recip().unwrap(), "-1/9223372036854775808"),
        (least.recip().unwrap().recip().unwrap(), "-9223372036854775808"),
        (&least + &Rational::MINUS_ONE, "-9223372036854775809"),
        (&most + &Rational::ONE, "9223372036854775808"),
        (&(&most + &Rational::ONE) - &Rational::ONE, "9223372036854775807"),
        (&least * &least, "85070591730234615865843651857942052864"),
        (&least * &Rational::MINUS_ONE, "9223372036854775808"),
        (least.abs(), "9223372036854775808"),
        (Rational::new(i64::MIN, i64::MIN).unwrap(), "1"),
        (Rational::new(1, i64::MIN).unwrap(), "-1/9223372036854775808"),
        (Rational::new(i64::MIN, -1).unwrap(), "9223372036854775808"),
        (Rational::from(i128::MIN), "-170141183460469231731687303715884105728"),
        (&most.recip().unwrap() + &most.recip().unwrap(), "2/9223372036854775807"),
    ];
    for (value, expected) in cases {
        assert_eq!(value.to_string(), expected);
        assert!(is_canonical(&value), "{expected}");
    }
    assert_eq!(Rational::new(i64::MIN, 3).unwrap().floor().to_string(), "-3074457345618258603");
    assert_eq!(Rational::new(i64::MIN, 3).unwrap().ceil().to_string(), "-3074457345618258602");
}

#[test]
fn texts() {
    let read = |text: &str| text.parse::<Rational>().map(|value| value.to_string());
    for (text, expected) in [
        ("3", "3"),
        ("-7/2", "-7/2"),
        ("1.25", "5/4"),
        ("-0.50", "-1/2"),
        ("0.000", "0"),
        ("-0", "0"),
        ("6/4", "3/2"),
        ("007", "7"),
        ("100000000000000000000/5", "20000000000000000000"),
    ] {
        assert_eq!(read(text), Ok(expected.to_owned()));
    }
    for text in
        ["", "-", "+3", "--3", "1/", "/2", "1/-2", "1.", ".5", "1.2.3", "1e3", "1_0", "٣", " 1"]
    {
        assert_eq!(read(text), Err(NumericError::NotANumber(text.to_owned())));
    }
    assert_eq!(read("3/0"), Err(NumericError::ZeroDenominator("3/0".to_owned())));
}

#[test]
fn nothing_divides_by_zero() {
    assert_eq!(Rational::new(1, 0), None);
    assert_eq!(Rational::ZERO.recip(), None);
    assert_eq!(Rational::ONE.checked_div(&Rational::ZERO), None);
    assert_eq!(Integer::ONE.div_euclid(&Integer::ZERO), None);
    assert_eq!(Integer::ZERO.gcd(&Integer::ZERO), Integer::ZERO);
    assert_eq!(Integer::ZERO.lcm(&Integer::ONE), Integer::ZERO);
}

#[test]
fn lengths() {
    let bits = |text: &str| text.parse::<Rational>().unwrap().bits();
    assert_eq!(["0", "1", "-1", "255", "-256", "1/7"].map(bits), [0, 1, 1, 8, 9, 3]);
    assert_eq!(Rational::from(i64::MIN).bits(), 64);
    let mut number = Rational::from(2);
    for doubled in 1..12 {
        number = &number * &number;
        assert_eq!(number.bits(), (1 << doubled) + 1);
        assert_eq!(number.recip().map(|one_over| one_over.bits()), Some((1 << doubled) + 1));
    }
}

#[test]
fn a_rational_is_two_words() {
    assert_eq!(size_of::<Rational>(), 16);
}

#[test]
fn divisors_of_large_numbers() {
    let large: Rational = "123456789012345678901234567890".parse().unwrap();
    let integer =
        |value: &Rational| buttress_numeric::Integer::from_rational(value.clone()).unwrap();
    let gcd = |a: &Rational, b: &Rational| integer(a).gcd(&integer(b)).into_rational();
    // The number is 2 · 3² · 5 · 10-digit primes and so on; 3803 is among its factors.
    let small = Rational::from(-90 * 3803);
    assert_eq!(gcd(&large, &small), Rational::from(90 * 3803));
    assert_eq!(gcd(&small, &large), Rational::from(90 * 3803));
    let twice = &large * Rational::from(2);
    assert_eq!(gcd(&large, &-&twice), large);
    let next = &large + Rational::ONE;
    assert_eq!(gcd(&large, &next), Rational::ONE);
    assert_eq!(&(&large * &next) - &(&large * &large), large, "whole products and differences");
}
