//! What stands at the top of a term.

use crate::id::{Binder, Bound, Constructor, Function, Number, Selector, Witness};

/// What stands at the top of a term. The comments show the arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    /// ⊤
    True,
    /// ⊥
    False,
    /// `(not F)`, F no negation itself
    Not,
    /// `(and F …)`, any number but one
    And,
    /// `(or F …)`, any number but one
    Or,
    /// `(ite F s t)`, s and t of the same sort, also formulas
    Ite,
    /// `(= s t)`, of the same sort, also formulas
    Equal,
    /// `(distinct s …)`, at least two
    Distinct,
    /// A number; the term's sort says whether it is an integer
    Number(Number),
    /// `(+ s …)`, at least two
    Add,
    /// `(* s …)`, at least two
    Multiply,
    /// `(/ s t)`, reals
    Divide,
    /// `(div s t)`, integers
    IntegerDivide,
    /// `(mod s t)`, integers
    Modulo,
    /// `(abs s)`, an integer
    Absolute,
    /// `(to_real s)`, s an integer
    ToReal,
    /// `(to_int s)`, s a real: the floor
    ToInteger,
    /// `(is_int s)`, s a real
    IsInteger,
    /// `(<= s t)`
    LessEqual,
    /// `(< s t)`
    Less,
    /// `(select a i)`
    Select,
    /// `(store a i v)`
    Store,
    /// `((as const A) v)`: the term's sort is A
    ConstantArray,
    /// An index at which arrays a and b differ, if they differ at all
    Difference,
    /// What array a reads at all but finitely many indices, for a that is made from a constant
    /// array by finitely many stores; anything for other arrays. (In our models an array over the
    /// integers may be none of these; its default is what it reads before its first step.) Only for
    /// infinite index sorts.
    Default,
    /// A constructor applied to its fields
    Construct(Constructor),
    /// A selector applied to a value of its datatype
    SelectField(Selector),
    /// `((_ is c) t)`
    Test(Constructor),
    /// A declared function applied to its arguments; a constant has none
    Apply(Function),
    /// One of the elements that an uninterpreted sort has in a model, from 0
    Element(u32),
    /// A variable bound by a quantifier or a lambda around this term
    Bound(Bound),
    /// `(forall (x …) F)`
    Forall(Binder),
    /// `(exists (x …) F)`
    Exists(Binder),
    /// `(lambda ((x S)) t)`, one variable: the array that reads t at each x. Only models say so.
    Lambda(Binder),
    /// A constant chosen for a variable of a quantified formula without free variables: see
    /// [`Terms::witness`](crate::Terms::witness)
    Witness(Witness),
}
