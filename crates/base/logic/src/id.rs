//! What the store knows by number: functions, numbers, variables, datatypes.

/// A declared function or constant, by its number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Function(pub(crate) u32);

/// A rational number, by its number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number(pub(crate) u32);

/// A variable that a quantifier or a lambda binds. No two quantifiers bind the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bound(pub(crate) u32);

impl Bound {
    /// Its number among the bound variables of the store.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// The list of variables of one quantifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Binder(pub(crate) u32);

impl Binder {
    /// Its number among the binders of the store.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A constant that stands for a variable of a quantified formula, by its number in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Witness(pub(crate) u32);

/// A datatype with its parameters filled in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Datatype(pub(crate) u32);

/// A constructor of a datatype.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Constructor(pub(crate) u32);

/// A selector: it reads one field of one constructor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Selector(pub(crate) u32);
