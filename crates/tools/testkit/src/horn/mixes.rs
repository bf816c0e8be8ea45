//! The mixes of systems. Properties are drawn so that, within each mix, both answers are frequent.

use super::Sort::{Bool, Int, Real};
use super::{Sort, Wrapping};

/// How clauses hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One predicate, a few steps; one of them may be a disjunction.
    Loop,
    /// A loop inside a loop, with a way back and an exit.
    Nested,
    /// A counter with a bound, and updates that depend on how far it is.
    Phases,
    /// Summaries of procedures, some with two calls, and a loop that calls.
    Calls,
    /// Steps that keep a weighted sum as it is, or let it grow only.
    Conserved,
    /// Sums, squares and products, whose closed form is a polynomial.
    Sums,
}

/// What keeps values small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Updates are taken modulo a small number.
    Modulo,
    /// Updates stop at the ends of a range.
    Saturated,
    /// Steps are guarded by a range for their results.
    Guarded,
    /// Nothing.
    None,
}

/// What a system may consist of.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// What it is called in reports.
    pub name: &'static str,
    /// How clauses hang together.
    pub shape: Shape,
    /// What keeps values small.
    pub bound: Bound,
    /// The sorts of parameters, each as frequent as it is listed; the first one is numeric.
    pub sorts: &'static [Sort],
    /// The fewest and the most parameters.
    pub parameters: (usize, usize),
    /// May variables be multiplied?
    pub products: bool,
    /// May there be `div`, `mod` and `abs`?
    pub divisions: bool,
    /// What holds the arguments of predicates.
    pub wrapping: Wrapping,
}

const PLAIN: Mix = Mix {
    name: "",
    shape: Shape::Loop,
    bound: Bound::Guarded,
    sorts: &[Int],
    parameters: (1, 3),
    products: false,
    divisions: false,
    wrapping: Wrapping::None,
};

/// All mixes. Reachable sets are finite unless the name begins with `open`.
pub const MIXES: [Mix; 17] = [
    Mix { name: "modulo", bound: Bound::Modulo, ..PLAIN },
    Mix { name: "saturated", bound: Bound::Saturated, ..PLAIN },
    Mix { name: "guarded", ..PLAIN },
    Mix { name: "bools", sorts: &[Int, Bool], parameters: (2, 3), ..PLAIN },
    Mix { name: "reals", bound: Bound::Saturated, sorts: &[Real], ..PLAIN },
    Mix { name: "mixed", bound: Bound::Saturated, sorts: &[Int, Real, Bool], ..PLAIN },
    Mix { name: "divisions", divisions: true, ..PLAIN },
    Mix { name: "products", bound: Bound::Saturated, products: true, ..PLAIN },
    Mix { name: "nested", shape: Shape::Nested, sorts: &[Int, Int, Int, Bool], ..PLAIN },
    Mix { name: "phases", shape: Shape::Phases, parameters: (2, 3), ..PLAIN },
    Mix { name: "calls", shape: Shape::Calls, bound: Bound::Saturated, ..PLAIN },
    Mix { name: "calls-bools", shape: Shape::Calls, sorts: &[Int, Int, Bool], ..PLAIN },
    Mix { name: "open", bound: Bound::None, ..PLAIN },
    Mix { name: "open-reals", bound: Bound::None, sorts: &[Real], ..PLAIN },
    Mix { name: "open-conserved", shape: Shape::Conserved, parameters: (2, 3), ..PLAIN },
    Mix {
        name: "open-conserved-reals",
        shape: Shape::Conserved,
        sorts: &[Real],
        parameters: (2, 3),
        ..PLAIN
    },
    Mix { name: "open-sums", shape: Shape::Sums, products: true, ..PLAIN },
];

/// Mixes of systems over datatypes and arrays of arrays.
pub const STRUCTURED_MIXES: [Mix; 7] = [
    Mix { name: "records", wrapping: Wrapping::Record, sorts: &[Int, Bool], ..PLAIN },
    Mix {
        name: "records-reals",
        wrapping: Wrapping::Record,
        bound: Bound::Saturated,
        sorts: &[Int, Real, Bool],
        ..PLAIN
    },
    Mix {
        name: "records-calls",
        wrapping: Wrapping::Record,
        shape: Shape::Calls,
        sorts: &[Int, Int, Bool],
        ..PLAIN
    },
    Mix { name: "lists", wrapping: Wrapping::List, bound: Bound::Modulo, ..PLAIN },
    Mix {
        name: "lists-calls",
        wrapping: Wrapping::List,
        shape: Shape::Calls,
        bound: Bound::Saturated,
        ..PLAIN
    },
    Mix { name: "rows", wrapping: Wrapping::Rows, ..PLAIN },
    Mix { name: "rows-nested", wrapping: Wrapping::Rows, shape: Shape::Nested, ..PLAIN },
];
