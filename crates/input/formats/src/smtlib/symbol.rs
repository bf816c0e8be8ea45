//! What a name of a function can mean.

use std::sync::Arc;

use buttress_logic::{Function, Term};

use super::expand::Macro;

/// What a name of a function or constant means.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// A symbol of a theory.
    Builtin(Builtin),
    /// What `declare-fun` or `declare-const` declared.
    Function(Function),
    /// What `define-fun` defined with parameters.
    Macro(Arc<Macro>),
    /// A variable, or a term that has a name.
    Term(Term),
    /// A constructor of a datatype: their places.
    Constructor { family: usize, constructor: usize },
    /// A selector of a datatype: the places of the datatype, the constructor and the field.
    Selector { family: usize, constructor: usize, field: usize },
    /// A name that several datatypes have for a constructor, or for a selector.
    Shared(Arc<[Symbol]>),
}

impl Symbol {
    /// Is it a constructor or a selector?
    pub fn is_of_datatype(&self) -> bool {
        matches!(self, Symbol::Constructor { .. } | Symbol::Selector { .. } | Symbol::Shared(_))
    }
}

/// The symbols of the supported theories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    True,
    False,
    Not,
    And,
    Or,
    Implies,
    Xor,
    Equal,
    Distinct,
    Ite,
    Add,
    Subtract,
    Multiply,
    Divide,
    IntegerDivide,
    Modulo,
    Absolute,
    LessEqual,
    Less,
    GreaterEqual,
    Greater,
    ToReal,
    ToInteger,
    IsInteger,
    Select,
    Store,
}

/// The theory that a symbol belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Theory {
    Core,
    Arithmetic,
    Arrays,
}

impl Builtin {
    /// All symbols: the name in scripts, the theory, the fewest and the most arguments.
    pub const ALL: [(Builtin, &str, Theory, usize, Option<usize>); 26] = {
        use Builtin::*;
        use Theory::*;
        [
            (True, "true", Core, 0, Some(0)),
            (False, "false", Core, 0, Some(0)),
            (Not, "not", Core, 1, Some(1)),
            (And, "and", Core, 1, None),
            (Or, "or", Core, 1, None),
            (Implies, "=>", Core, 2, None),
            (Xor, "xor", Core, 2, None),
            (Equal, "=", Core, 2, None),
            (Distinct, "distinct", Core, 2, None),
            (Ite, "ite", Core, 3, Some(3)),
            (Add, "+", Arithmetic, 1, None),
            (Subtract, "-", Arithmetic, 1, None),
            (Multiply, "*", Arithmetic, 1, None),
            (Divide, "/", Arithmetic, 2, None),
            (IntegerDivide, "div", Arithmetic, 2, None),
            (Modulo, "mod", Arithmetic, 2, Some(2)),
            (Absolute, "abs", Arithmetic, 1, Some(1)),
            (LessEqual, "<=", Arithmetic, 2, None),
            (Less, "<", Arithmetic, 2, None),
            (GreaterEqual, ">=", Arithmetic, 2, None),
            (Greater, ">", Arithmetic, 2, None),
            (ToReal, "to_real", Arithmetic, 1, Some(1)),
            (ToInteger, "to_int", Arithmetic, 1, Some(1)),
            (IsInteger, "is_int", Arithmetic, 1, Some(1)),
            (Select, "select", Arrays, 2, Some(2)),
            (Store, "store", Arrays, 3, Some(3)),
        ]
    };

    /// Its row in the table.
    pub fn row(self) -> (&'static str, Theory, usize, Option<usize>) {
        // The table is in the order of the variants, as a test makes sure.
        let (_, name, theory, least, most) = Builtin::ALL[self as usize];
        (name, theory, least, most)
    }
}

/// Is it the name of a symbol of a theory?
pub(crate) fn is_theory_symbol(name: &str) -> bool {
    Builtin::ALL.iter().any(|(_, symbol, ..)| *symbol == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (place, (builtin, ..)) in Builtin::ALL.iter().enumerate() {
            assert_eq!(*builtin as usize, place);
        }
    }
}
