//! Literals of clauses, as the text writes them.

use buttress_certificate::smt::Literal;

/// A literal of a clause as the text writes it.
#[derive(Clone, Copy)]
pub(crate) struct WrittenLiteral {
    pub literal: Literal,
    /// Is its atom an equation that stands in the store the other way round?
    pub is_turned: bool,
}

/// What holds of a literal when its clause is denied.
pub fn negation(written: &WrittenLiteral) -> Literal {
    written.literal.negated()
}
