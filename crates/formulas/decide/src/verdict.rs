//! Answers about formulas.

use std::fmt;

use buttress_arrays::Violation;
use buttress_budget::Exhausted;
use buttress_certificate::smt::Proof;
use buttress_logic::{Model, Term, Terms};

/// Can all assertions hold together?
#[derive(Clone, Debug)]
pub enum Verdict {
    /// They can, as in this model, which makes every one of them true.
    Sat(Box<Model>),
    /// They cannot.
    Unsat(Box<Refutation>),
    /// It was not found out.
    Unknown(Reason),
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
pub enum Reason {
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

impl Reason {
    /// The reason in words.
    pub fn display<'a>(&'a self, terms: &'a Terms) -> impl fmt::Display + 'a {
        Words { reason: self, terms }
    }
}

struct Words<'a> {
    reason: &'a Reason,
    terms: &'a Terms,
}

/// Terms in messages are cut after so many characters.
const SHOWN: usize = 200;

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |term: Term| {
            let text = buttress_logic::print_shared(self.terms, term);
            match text.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        };
        match self.reason {
            Reason::Exhausted(exhausted) => write!(f, "{exhausted}"),
            Reason::Nonlinear(term) => write!(f, "nonlinear: {}", shown(*term)),
            Reason::Quantifier(term) => write!(f, "quantifier: {}", shown(*term)),
            Reason::Outside(_, violation) => {
                let Violation { part, rule } = violation;
                write!(f, "outside the array property fragment: {}: {rule}", shown(*part))
            }
            Reason::Incomplete(what) => write!(f, "incomplete: {what}"),
        }
    }
}
