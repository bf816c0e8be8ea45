//! What stands at the head of a term.

use std::sync::Arc;

use buttress_logic::{Function, Sort, Term};
use buttress_numeric::Rational;

use super::expand::Macro;
use super::symbol::{Builtin, Symbol};
use super::tables::Operation;

/// What is applied to arguments.
#[derive(Clone, Debug)]
pub(super) enum Head {
    Builtin(Builtin),
    Function(Function),
    Macro(Arc<Macro>),
    /// A term: it takes no arguments.
    Term(Term),
    /// A constructor; the sort it builds, if `as` has said so.
    Constructor {
        family: usize,
        constructor: usize,
        sort: Option<Sort>,
    },
    Selector {
        family: usize,
        constructor: usize,
        field: usize,
    },
    Tester {
        family: usize,
        constructor: usize,
    },
    /// One of these, as the sorts of the arguments tell: parts of datatypes that share a name.
    Shared(Vec<Head>),
    /// `(as f S)` of what has no sort of its own: the result must be of this sort
    Qualified(Box<Head>, Sort),
    /// `^` and `pow`: the exponent is the second argument
    Power,
    /// `(_ ^ n)`
    PowerOf(u32),
    /// `(as const A)`
    ConstantArray(Sort),
    /// `(_ divisible n)`
    Divisible(Rational),
    /// `rem`, of older scripts: `mod` with the sign of the divisor
    Remainder,
    /// `@difference`, in evidence
    Difference,
    /// `@default`, in evidence
    Default,
    /// Of hashtables and partial arrays
    Operation(Operation),
    /// `@missing`, in evidence
    Missing,
}

impl From<Symbol> for Head {
    fn from(symbol: Symbol) -> Head {
        match symbol {
            Symbol::Builtin(builtin) => Head::Builtin(builtin),
            Symbol::Function(function) => Head::Function(function),
            Symbol::Macro(defined) => Head::Macro(defined),
            Symbol::Term(term) => Head::Term(term),
            Symbol::Constructor { family, constructor } => {
                Head::Constructor { family, constructor, sort: None }
            }
            Symbol::Selector { family, constructor, field } => {
                Head::Selector { family, constructor, field }
            }
            Symbol::Shared(symbols) => {
                Head::Shared(symbols.iter().cloned().map(Head::from).collect())
            }
        }
    }
}
