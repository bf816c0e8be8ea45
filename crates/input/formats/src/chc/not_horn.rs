//! Why a formula is no conjunction of Horn clauses.

use buttress_logic::{Op, Term, Terms, print_sort};

use crate::Place;
use crate::smtlib::{Error, Kind, shorten};

/// What stands in the way, with the term if it is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotHorn {
    /// A second predicate would be concluded.
    TwoHeads(Term),
    /// A predicate where it is no part of the propositional structure.
    Inside(Term),
    /// A quantifier that is existential for the clause.
    Alternation(Term),
    /// A quantifier where its sign is not known.
    Buried(Term),
    /// Something that is neither a formula, a number, nor an array or a value of a datatype made of these.
    Foreign(Term),
    /// The clauses are too many.
    TooMany,
}

/// What clauses may speak of.
pub(crate) const PLAIN: &str =
    "systems of clauses are over Bool, Int, Real, and arrays and datatypes of these";

impl NotHorn {
    /// The term that stands in the way.
    pub fn term(&self) -> Option<Term> {
        match self {
            NotHorn::TwoHeads(term)
            | NotHorn::Inside(term)
            | NotHorn::Alternation(term)
            | NotHorn::Buried(term)
            | NotHorn::Foreign(term) => Some(*term),
            NotHorn::TooMany => None,
        }
    }

    /// What the user is told.
    pub fn error(&self, terms: &Terms, offset: usize, place: Place) -> Error {
        let name = |term: Term| match terms.op(term) {
            Op::Apply(function) => shorten(terms.function_name(function)),
            _ => String::new(),
        };
        let (message, hint) = match self {
            NotHorn::TwoHeads(term) => (
                format!("a second predicate is concluded, `{}`: no Horn clause", name(*term)),
                "a clause has at most one predicate to the right of `=>`, and none below a `not` \
                 to its left",
            ),
            NotHorn::Inside(term) => (
                format!("the predicate `{}` stands inside a term: no Horn clause", name(*term)),
                "predicates may be joined by `and`, `or`, `not`, `=>`, `ite` and `=` only",
            ),
            NotHorn::Alternation(_) => (
                "this quantifier is existential for the clause: `exists` in its head or `forall` \
                 in its body"
                    .to_owned(),
                "clauses have `forall` around them, and `exists` only to the left of `=>`",
            ),
            NotHorn::Buried(_) => (
                "a quantifier inside a term is not supported in clauses".to_owned(),
                "bind its variables by the `forall` around the clause",
            ),
            NotHorn::Foreign(term) => {
                (format!("a term of sort {}", print_sort(terms, terms.sort_of(*term))), PLAIN)
            }
            NotHorn::TooMany => (
                "this assertion makes too many clauses when it is distributed".to_owned(),
                "write the clauses as assertions of their own",
            ),
        };
        Error::new(Kind::Unsupported, offset, place, message).hinting(Some(hint.to_owned()))
    }
}
