//! Why a term is in an index set.

use std::fmt;

use buttress_logic::{Term, Terms, print_shared};

/// Why a term is in an index set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexReason {
    /// It is the index of this read.
    Read(Term),
    /// It is an argument of this application, of a function that is applied to a universal variable.
    Argument(Term),
    /// It is the index of this write.
    Written(Term),
    /// It comes before the index of this write: elsewhere is `j ≤ i − 1 ∨ i + 1 ≤ j`.
    Before(Term),
    /// It comes after the index of this write.
    After(Term),
    /// It is compared with a universal variable in this atom of an index guard.
    Guard(Term),
    /// These arrays are compared: where they differ, if they do.
    Difference(Term),
    /// It is a term of an uninterpreted sort, which may have no other elements.
    Ground,
    /// It is λ: all indices that are not mentioned.
    Lambda,
    /// It is ρ: all indices that are not mentioned, if there are any.
    Other,
    /// Nothing else is: every sort has an element.
    NotEmpty,
}

impl IndexReason {
    /// The reason, for a person.
    pub fn display(self, terms: &Terms) -> impl fmt::Display {
        self.display_with(|term| print_shared(terms, term))
    }

    /// The reason, for a person who is shown terms in this way.
    pub fn display_with(self, mut of: impl FnMut(Term) -> String) -> String {
        match self {
            IndexReason::Read(term) => format!("index of the read {}", of(term)),
            IndexReason::Argument(term) => format!("argument of {}", of(term)),
            IndexReason::Written(term) => format!("index of the write {}", of(term)),
            IndexReason::Before(term) => format!("just before the index of the write {}", of(term)),
            IndexReason::After(term) => format!("just after the index of the write {}", of(term)),
            IndexReason::Guard(term) => format!("in the index guard {}", of(term)),
            IndexReason::Difference(term) => format!("where the arrays of {} differ", of(term)),
            IndexReason::Ground => "a term of the index sort".to_owned(),
            IndexReason::Lambda => "stands for every index that is not mentioned".to_owned(),
            IndexReason::Other => "stands for every index that is not mentioned, if any".to_owned(),
            IndexReason::NotEmpty => "every sort has an element".to_owned(),
        }
    }
}
