//! Small random SMT-LIB scripts, each made from one seed.
//!
//! A [`Mix`] says which sorts there are; terms of every sort are drawn from whatever has that
//! sort: constants, functions, `ite`, reads, fields, arithmetic. There are few constants and small
//! numbers, so that conflicts are frequent; the numbers of assertions were set by measuring: within
//! each mix, between a third and two thirds of the scripts are unsatisfiable.

mod script;
mod signature;
mod term;

use crate::Random;
use script::Writer;

pub use signature::Kind;
pub(crate) use signature::declaration;

/// What a script may speak of.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// What it is called in reports.
    pub name: &'static str,
    /// The sorts that constants are declared of.
    pub kinds: &'static [Kind],
    /// The most functions with arguments.
    pub functions: usize,
    /// The fewest and the most assertions.
    pub assertions: (usize, usize),
    /// Are variables multiplied with each other?
    pub nonlinear: bool,
    /// Are there `push`, `pop` and several checks?
    pub incremental: bool,
    /// Is every domain bounded, by assertions or by nature, so that brute force decides?
    pub bounded: bool,
}

const PLAIN: Mix = Mix {
    name: "",
    kinds: &[],
    functions: 2,
    assertions: (8, 32),
    nonlinear: false,
    incremental: false,
    bounded: false,
};

/// All mixes without bounded domains.
pub const MIXES: [Mix; 21] = [
    Mix { name: "bool", kinds: &[Kind::Bool], assertions: (8, 26), ..PLAIN },
    Mix { name: "euf", kinds: &[Kind::U, Kind::Bool], assertions: (6, 24), ..PLAIN },
    Mix { name: "euf2", kinds: &[Kind::U, Kind::V, Kind::Bool], assertions: (6, 26), ..PLAIN },
    Mix { name: "lia", kinds: &[Kind::Int, Kind::Bool], functions: 0, ..PLAIN },
    Mix { name: "lra", kinds: &[Kind::Real, Kind::Bool], functions: 0, ..PLAIN },
    Mix { name: "lira", kinds: &[Kind::Int, Kind::Real], functions: 0, ..PLAIN },
    Mix {
        name: "nia",
        kinds: &[Kind::Int],
        functions: 0,
        assertions: (5, 20),
        nonlinear: true,
        ..PLAIN
    },
    Mix {
        name: "nra",
        kinds: &[Kind::Real],
        functions: 0,
        assertions: (6, 22),
        nonlinear: true,
        ..PLAIN
    },
    Mix {
        name: "nira",
        kinds: &[Kind::Int, Kind::Real, Kind::Bool],
        functions: 0,
        assertions: (10, 36),
        nonlinear: true,
        ..PLAIN
    },
    Mix {
        name: "ufnia",
        kinds: &[Kind::Int, Kind::Bool, Kind::ArrayIntInt],
        functions: 2,
        assertions: (5, 22),
        nonlinear: true,
        incremental: true,
        ..PLAIN
    },
    Mix { name: "uflia", kinds: &[Kind::Int, Kind::U, Kind::Bool], ..PLAIN },
    Mix { name: "uflra", kinds: &[Kind::Real, Kind::Int, Kind::U], ..PLAIN },
    Mix {
        name: "ax",
        kinds: &[Kind::ArrayUV, Kind::U, Kind::V],
        functions: 1,
        assertions: (8, 24),
        ..PLAIN
    },
    Mix {
        name: "alia",
        kinds: &[Kind::ArrayIntInt, Kind::Int],
        functions: 1,
        assertions: (6, 24),
        ..PLAIN
    },
    Mix {
        name: "finite-arrays",
        kinds: &[Kind::ArrayBoolInt, Kind::ArrayColourBool, Kind::Colour, Kind::Int],
        functions: 1,
        ..PLAIN
    },
    Mix {
        name: "nested-arrays",
        kinds: &[Kind::ArrayNested, Kind::ArrayIntInt, Kind::ArrayOfArrays, Kind::Int],
        functions: 1,
        ..PLAIN
    },
    Mix {
        name: "datatypes",
        kinds: &[Kind::List, Kind::Tree, Kind::Colour, Kind::Pair, Kind::Int],
        ..PLAIN
    },
    Mix {
        name: "datatypes2",
        kinds: &[Kind::Forest, Kind::Rose, Kind::ListOfInt, Kind::ListOfU, Kind::U],
        ..PLAIN
    },
    Mix { name: "parametric", kinds: &[Kind::ListOfU, Kind::Maybe, Kind::U], ..PLAIN },
    Mix {
        name: "mixture",
        kinds: &[
            Kind::Int,
            Kind::Real,
            Kind::U,
            Kind::Bool,
            Kind::ArrayUInt,
            Kind::List,
            Kind::Holder,
            Kind::Colour,
        ],
        functions: 3,
        assertions: (16, 70),
        ..PLAIN
    },
    Mix {
        name: "incremental",
        kinds: &[Kind::Int, Kind::U, Kind::Bool, Kind::ArrayIntInt, Kind::Pair],
        assertions: (12, 50),
        incremental: true,
        ..PLAIN
    },
];

/// The mixes for which [`crate::brute_force`] over [`crate::Domains::TINY`] knows the answer.
pub const BOUNDED_MIXES: [Mix; 5] = [
    Mix {
        name: "tiny-euf",
        kinds: &[Kind::U, Kind::Bool, Kind::Colour],
        bounded: true,
        assertions: (8, 24),
        ..PLAIN
    },
    Mix {
        name: "tiny-lia",
        kinds: &[Kind::Int, Kind::Bool],
        functions: 0,
        bounded: true,
        assertions: (4, 16),
        ..PLAIN
    },
    Mix {
        name: "tiny-nia",
        kinds: &[Kind::Int, Kind::Bool],
        functions: 0,
        bounded: true,
        nonlinear: true,
        assertions: (5, 18),
        ..PLAIN
    },
    Mix {
        name: "tiny-arrays",
        kinds: &[Kind::ArrayBoolInt, Kind::ArrayColourBool, Kind::Colour, Kind::Int],
        functions: 0,
        bounded: true,
        assertions: (4, 18),
        ..PLAIN
    },
    Mix {
        name: "tiny-mixture",
        kinds: &[Kind::Int, Kind::U, Kind::Colour, Kind::Pair, Kind::Maybe, Kind::ArrayBoolInt],
        functions: 1,
        bounded: true,
        assertions: (5, 24),
        ..PLAIN
    },
];

/// The script of this seed.
pub fn formula(seed: u64, mix: &Mix) -> String {
    Writer::new(Random::new(seed), *mix).script()
}
