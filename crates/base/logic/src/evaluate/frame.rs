//! An evaluation under way.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::id_map::IdHasher;
use crate::{Bound, Symbol, Term, Value};

/// Values of terms. Most of the time of an evaluation is spent here.
pub(super) type Known = HashMap<Term, Value, BuildHasherDefault<IdHasher>>;

/// The evaluation of one term: the outermost, or the body of a defined function.
pub(super) struct Frame {
    pub(super) root: Term,
    /// The terms under way, each below those that it waits for.
    pub(super) stack: Vec<Term>,
    pub(super) known: Known,
    pub(super) bounds: HashMap<Bound, Value>,
    /// The call that waits for the value; none for the outermost.
    pub(super) call: Option<(Symbol, Vec<Value>)>,
}

/// What a term whose arguments have values comes to.
pub(super) enum Step {
    Value(Value),
    Call(Symbol, Vec<Value>),
}
