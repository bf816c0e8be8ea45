//! Answers about formulas.

use std::fmt;

use buttress_arrays::Violation;
use buttress_budget::Exhausted;
use buttress_certificate::smt::Proof;
use buttress_logic::{Model, Term, Terms};

use crate::limits::SHOWN_CHARACTERS;

/// Can all assertions hold together?
#[derive(Clone, Debug)]
pub enum Verdict {
    /// They can, as in this model, which makes every one of them true.
    Sat(Box<Model>),
    /// They cannot.
    Unsat(Box<Refutation>),
    /// It was not found out.
    Unknown(UnknownReason),
}

/// Why assertions cannot hold together.
#[derive(Clone, Debug, Default)]
pub struct Refutation {
    /// The assertions and assumptions that suffice, if a core or a proof was asked for.
    pub core: Vec<Term>,
    /// The proof, if it was asked for.
    pub proof: Option<Proof>,
}

/// Why an answer was not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// A limit was reached.
    Exhausted(Exhausted),
    /// The candidate model does not respect this nonlinear term.
    Nonlinear(Term),
    /// This quantified formula could be neither refuted nor satisfied.
    Quantifier(Term),
    /// As above, and it is outside the array property fragments.
    Outside(Term, Violation),
    /// A theory gave up.
    Incomplete(&'static str),
}

impl UnknownReason {
    /// The reason in words.
    pub fn display<'a>(&'a self, terms: &'a Terms) -> impl fmt::Display + 'a {
        Shown { reason: self, terms }
    }
}

struct Shown<'a> {
    reason: &'a UnknownReason,
    terms: &'a Terms,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |term: Term| {
            let text = buttress_logic::print_shared(self.terms, term);
            match text.char_indices().nth(SHOWN_CHARACTERS) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        };
        match self.reason {
            UnknownReason::Exhausted(exhausted) => write!(f, "{exhausted}"),
            UnknownReason::Nonlinear(term) => write!(f, "nonlinear: {}", shown(*term)),
            UnknownReason::Quantifier(term) => write!(f, "quantifier: {}", shown(*term)),
            UnknownReason::Outside(_, violation) => {
                let Violation { part, rule } = violation;
                write!(f, "outside the array property fragment: {}: {rule}", shown(*part))
            }
            UnknownReason::Incomplete(what) => write!(f, "incomplete: {what}"),
        }
    }
}
