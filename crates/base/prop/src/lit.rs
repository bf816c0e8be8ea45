//! Variables and literals as `u32` newtypes.

use std::fmt;
use std::ops::Not;

/// A propositional variable, or a node of a circuit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

/// A variable or its negation: `2·variable + sign`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Var {
    /// The positive literal of this variable.
    pub const fn lit(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal of this variable that is true exactly when the variable has `value`.
    pub const fn lit_with(self, value: bool) -> Lit {
        Lit(self.0 << 1 | !value as u32)
    }

    /// The position of this variable in a vector.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Lit {
    /// The constant false, by the AIGER convention that variable 0 is false.
    pub const FALSE: Lit = Lit(0);
    /// The constant true, by the AIGER convention that variable 0 is false.
    pub const TRUE: Lit = Lit(1);

    /// The literal with AIGER code `code`.
    pub const fn from_code(code: u32) -> Lit {
        Lit(code)
    }

    /// The literal of a DIMACS integer: `3` is variable 3, `-3` its negation.
    pub const fn from_dimacs(number: i32) -> Lit {
        Lit(number.unsigned_abs() << 1 | (number < 0) as u32)
    }

    /// This literal as a DIMACS integer. Variable 0 has none.
    pub const fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32;
        if self.is_negative() { -number } else { number }
    }

    /// The AIGER code, `2·variable + sign`.
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The position of this literal in a vector.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The variable of this literal.
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Is this the negation of its variable?
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Is this its variable itself?
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// This literal, negated when `negate` holds.
    pub const fn negate_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ negate as u32)
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", if self.is_negative() { "!" } else { "" }, self.0 >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_and_codes_agree() {
        for number in [1, -1, 7, -7, 1000, -1000] {
            assert_eq!(Lit::from_dimacs(number).to_dimacs(), number);
        }
        assert_eq!(Lit::from_dimacs(-3), !Var(3).lit());
        assert_eq!(Var(3).lit_with(true), Var(3).lit());
        assert_eq!(Var(3).lit().negate_if(true).code(), 7);
    }
}
