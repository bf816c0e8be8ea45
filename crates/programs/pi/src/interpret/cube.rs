//! How a quantified formula is decided, as data: cubes, and where the values of their variables come from.
//!
//! `plan` makes cubes and `points` the points in them; both say why they suffice.

use super::formula::Node;

/// A conjunction with an order for its variables.
#[derive(Clone, Debug)]
pub(super) struct Cube {
    /// In the order in which values are chosen, those with bounds first.
    pub variables: Vec<Choice>,
    pub atoms: Vec<Atom>,
    /// At position n, the other literals that can be evaluated once n variables have values.
    pub residue: Vec<Vec<Literal>>,
}

/// Where the values of a variable come from.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub slot: u32,
    pub source: Source,
    /// The atoms with this variable, by position.
    pub atoms: Vec<usize>,
}

/// The values to try.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Whole numbers within the bounds of the atoms, or these points and some around them.
    Integers(Option<Points>),
    /// These points, and one between any two.
    Floats(Option<Points>),
    /// Both.
    Truths,
    /// The keys of a table.
    Keys(Node),
    /// This one.
    Exactly(Node),
    /// Not known.
    Nowhere,
}

/// Σ coefficient · variable + rest ≤ 0, or = 0; variables by their position in the cube's order.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub coefficients: Vec<(usize, i64)>,
    pub rest: Node,
    pub is_equation: bool,
}

/// A formula, or its negation.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub node: Node,
    pub is_positive: bool,
}

/// Where the points of a variable are.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    pub sources: Vec<PointSource>,
    /// The terms d.
    pub distances: Vec<Node>,
    /// k: how many variables of Y are chosen after it, at most.
    pub rounds: u32,
}

/// Something that makes points.
#[derive(Clone, Debug)]
pub(super) enum PointSource {
    /// factor · y + rest = 0
    Zero { factor: i64, rest: Node },
    /// factor · y + rest is an index of an explicit cell.
    Cells { array: Node, factor: i64, rest: Node },
    /// factor · y + scale · (a cell of the array) + rest = 0
    Contents { array: Node, factor: i64, scale: i64, rest: Node },
    /// factor · y + rest is a key.
    Keys { table: Node, factor: i64, rest: Node },
    /// y is this number.
    Number(Node),
    /// y is a key.
    Key(Node),
}
