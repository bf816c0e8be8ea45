//! Which sorts random scripts are about, and how large they are.

use super::signature::ScriptSort;

/// What a script may speak of.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// What it is called in reports.
    pub name: &'static str,
    /// The sorts that constants are declared of.
    pub kinds: &'static [ScriptSort],
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
    Mix { name: "bool", kinds: &[ScriptSort::Bool], assertions: (8, 26), ..PLAIN },
    Mix { name: "euf", kinds: &[ScriptSort::U, ScriptSort::Bool], assertions: (6, 24), ..PLAIN },
    Mix {
        name: "euf2",
        kinds: &[ScriptSort::U, ScriptSort::V, ScriptSort::Bool],
        assertions: (6, 26),
        ..PLAIN
    },
    Mix { name: "lia", kinds: &[ScriptSort::Int, ScriptSort::Bool], functions: 0, ..PLAIN },
    Mix { name: "lra", kinds: &[ScriptSort::Real, ScriptSort::Bool], functions: 0, ..PLAIN },
    Mix { name: "lira", kinds: &[ScriptSort::Int, ScriptSort::Real], functions: 0, ..PLAIN },
    Mix {
        name: "nia",
        kinds: &[ScriptSort::Int],
        functions: 0,
        assertions: (5, 20),
        nonlinear: true,
        ..PLAIN
    },
    Mix {
        name: "nra",
        kinds: &[ScriptSort::Real],
        functions: 0,
        assertions: (6, 22),
        nonlinear: true,
        ..PLAIN
    },
    Mix {
        name: "nira",
        kinds: &[ScriptSort::Int, ScriptSort::Real, ScriptSort::Bool],
        functions: 0,
        assertions: (10, 36),
        nonlinear: true,
        ..PLAIN
    },
    Mix {
        name: "ufnia",
        kinds: &[ScriptSort::Int, ScriptSort::Bool, ScriptSort::ArrayIntInt],
        functions: 2,
        assertions: (5, 22),
        nonlinear: true,
        incremental: true,
        ..PLAIN
    },
    Mix { name: "uflia", kinds: &[ScriptSort::Int, ScriptSort::U, ScriptSort::Bool], ..PLAIN },
    Mix { name: "uflra", kinds: &[ScriptSort::Real, ScriptSort::Int, ScriptSort::U], ..PLAIN },
    Mix {
        name: "ax",
        kinds: &[ScriptSort::ArrayUV, ScriptSort::U, ScriptSort::V],
        functions: 1,
        assertions: (8, 24),
        ..PLAIN
    },
    Mix {
        name: "alia",
        kinds: &[ScriptSort::ArrayIntInt, ScriptSort::Int],
        functions: 1,
        assertions: (6, 24),
        ..PLAIN
    },
    Mix {
        name: "finite-arrays",
        kinds: &[
            ScriptSort::ArrayBoolInt,
            ScriptSort::ArrayColourBool,
            ScriptSort::Colour,
            ScriptSort::Int,
        ],
        functions: 1,
        ..PLAIN
    },
    Mix {
        name: "nested-arrays",
        kinds: &[
            ScriptSort::ArrayNested,
            ScriptSort::ArrayIntInt,
            ScriptSort::ArrayOfArrays,
            ScriptSort::Int,
        ],
        functions: 1,
        ..PLAIN
    },
    Mix {
        name: "datatypes",
        kinds: &[
            ScriptSort::List,
            ScriptSort::Tree,
            ScriptSort::Colour,
            ScriptSort::Pair,
            ScriptSort::Int,
        ],
        ..PLAIN
    },
    Mix {
        name: "datatypes2",
        kinds: &[
            ScriptSort::Forest,
            ScriptSort::Rose,
            ScriptSort::ListOfInt,
            ScriptSort::ListOfU,
            ScriptSort::U,
        ],
        ..PLAIN
    },
    Mix {
        name: "parametric",
        kinds: &[ScriptSort::ListOfU, ScriptSort::Maybe, ScriptSort::U],
        ..PLAIN
    },
    Mix {
        name: "mixture",
        kinds: &[
            ScriptSort::Int,
            ScriptSort::Real,
            ScriptSort::U,
            ScriptSort::Bool,
            ScriptSort::ArrayUInt,
            ScriptSort::List,
            ScriptSort::Holder,
            ScriptSort::Colour,
        ],
        functions: 3,
        assertions: (16, 70),
        ..PLAIN
    },
    Mix {
        name: "incremental",
        kinds: &[
            ScriptSort::Int,
            ScriptSort::U,
            ScriptSort::Bool,
            ScriptSort::ArrayIntInt,
            ScriptSort::Pair,
        ],
        assertions: (12, 50),
        incremental: true,
        ..PLAIN
    },
];

/// The mixes for which [`crate::brute_force`] over [`crate::Domains::TINY`] knows the answer.
pub const BOUNDED_MIXES: [Mix; 5] = [
    Mix {
        name: "tiny-euf",
        kinds: &[ScriptSort::U, ScriptSort::Bool, ScriptSort::Colour],
        bounded: true,
        assertions: (8, 24),
        ..PLAIN
    },
    Mix {
        name: "tiny-lia",
        kinds: &[ScriptSort::Int, ScriptSort::Bool],
        functions: 0,
        bounded: true,
        assertions: (4, 16),
        ..PLAIN
    },
    Mix {
        name: "tiny-nia",
        kinds: &[ScriptSort::Int, ScriptSort::Bool],
        functions: 0,
        bounded: true,
        nonlinear: true,
        assertions: (5, 18),
        ..PLAIN
    },
    Mix {
        name: "tiny-arrays",
        kinds: &[
            ScriptSort::ArrayBoolInt,
            ScriptSort::ArrayColourBool,
            ScriptSort::Colour,
            ScriptSort::Int,
        ],
        functions: 0,
        bounded: true,
        assertions: (4, 18),
        ..PLAIN
    },
    Mix {
        name: "tiny-mixture",
        kinds: &[
            ScriptSort::Int,
            ScriptSort::U,
            ScriptSort::Colour,
            ScriptSort::Pair,
            ScriptSort::Maybe,
            ScriptSort::ArrayBoolInt,
        ],
        functions: 1,
        bounded: true,
        assertions: (5, 24),
        ..PLAIN
    },
];
