//! The text of evidence for optima: values, a model, and proofs that nothing is better.

use std::fmt::Write;

use buttress_numeric::Rational;

/// The best value of an objective, as evidence claims it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClaimedValue {
    /// The model has it, and none has a better one.
    Attained(Rational),
    /// Models come as near as one likes, and none has it.
    Open(Rational),
    /// Models are as good as one likes.
    Unbounded,
    /// Nothing is claimed: an objective that counts more has no best model.
    Undefined,
}

/// What is claimed of one objective, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedOptimum {
    /// Its value.
    pub value: ClaimedValue,
    /// The text of a proof that nothing is better.
    pub bound: Option<String>,
    /// The slopes of a family of models, by the place of the constant among the declared functions, and the text of a
    /// proof that its members are models.
    pub family: Option<(Vec<(usize, Rational)>, String)>,
}

/// The text of the evidence for the optima of the check with this number; `model` is the text of its model.
pub fn write_optimum(check: usize, model: &str, claims: &[ClaimedOptimum]) -> String {
    let mut text = format!("p buttress-smt-optimum 1 {check}\n");
    for (place, claim) in (1..).zip(claims) {
        // Writing to a string does not fail.
        let _ = match &claim.value {
            ClaimedValue::Attained(value) => writeln!(text, "v {place} attained {value}"),
            ClaimedValue::Open(value) => writeln!(text, "v {place} open {value}"),
            ClaimedValue::Unbounded => writeln!(text, "v {place} unbounded"),
            ClaimedValue::Undefined => writeln!(text, "v {place} undefined"),
        };
        for (function, slope) in claim.family.iter().flat_map(|(slopes, _)| slopes) {
            let _ = writeln!(text, "s {place} {function} {slope}");
        }
    }
    let mut part = |name: &str, place: usize, inner: &str| {
        let _ = write!(text, "part {name} {place} {}\n{inner}\n", inner.len());
    };
    part("model", 0, model);
    for (place, claim) in (1..).zip(claims) {
        claim.bound.iter().for_each(|proof| part("bound", place, proof));
        claim.family.iter().for_each(|(_, proof)| part("family", place, proof));
    }
    text
}
