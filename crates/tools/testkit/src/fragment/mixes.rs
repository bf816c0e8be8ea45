//! The mixes of the fragments. Sizes were set by measuring: within each mix, between 30 and 70 of a
//! hundred scripts are satisfiable.

use super::mix::{BruteForceScope, FragmentClass, FragmentMix};
use crate::formula::ScriptSort;

const PLAIN: FragmentMix = FragmentMix {
    name: "",
    arrays: &[],
    functions: &[],
    literals: (4, 64),
    room: 7,
    claims: 30,
    class: FragmentClass::Inside,
    brute_force: BruteForceScope::NotTried,
};

/// The mixes inside the fragments. The names of those that brute force decides begin with `tiny`.
pub const FRAGMENT_MIXES: [FragmentMix; 17] = [
    FragmentMix {
        name: "apf-u",
        arrays: &[ScriptSort::ArrayUV],
        brute_force: BruteForceScope::Models,
        ..PLAIN
    },
    FragmentMix { name: "apf-u-int", arrays: &[ScriptSort::ArrayUInt], ..PLAIN },
    FragmentMix {
        name: "apf-u-sets",
        arrays: &[ScriptSort::ArrayUBool],
        brute_force: BruteForceScope::Models,
        ..PLAIN
    },
    FragmentMix {
        name: "apf-u-colours",
        arrays: &[ScriptSort::ArrayUColour, ScriptSort::ArrayUBool],
        brute_force: BruteForceScope::Models,
        ..PLAIN
    },
    FragmentMix { name: "apf-u-nested", arrays: &[ScriptSort::ArrayUArrayVInt], ..PLAIN },
    FragmentMix { name: "apf-z", arrays: &[ScriptSort::ArrayIntInt], room: 6, ..PLAIN },
    FragmentMix { name: "apf-z-real", arrays: &[ScriptSort::ArrayIntReal], room: 6, ..PLAIN },
    FragmentMix {
        name: "apf-z-sets",
        arrays: &[ScriptSort::ArrayIntBool],
        brute_force: BruteForceScope::Models,
        ..PLAIN
    },
    FragmentMix {
        name: "apf-z-plain",
        arrays: &[ScriptSort::ArrayIntV, ScriptSort::ArrayIntColour],
        brute_force: BruteForceScope::Models,
        ..PLAIN
    },
    FragmentMix { name: "apf-z-nested", arrays: &[ScriptSort::ArrayNested], ..PLAIN },
    FragmentMix {
        name: "apf-mixed",
        arrays: &[ScriptSort::ArrayIntInt, ScriptSort::ArrayUInt, ScriptSort::ArrayUBool],
        ..PLAIN
    },
    FragmentMix {
        name: "epr",
        functions: &[
            (&[ScriptSort::U], ScriptSort::Bool),
            (&[ScriptSort::U, ScriptSort::U], ScriptSort::Bool),
            (&[ScriptSort::U], ScriptSort::V),
            (&[ScriptSort::V], ScriptSort::Bool),
        ],
        brute_force: BruteForceScope::Models,
        ..PLAIN
    },
    FragmentMix {
        name: "epr-arrays",
        arrays: &[ScriptSort::ArrayUV, ScriptSort::ArrayVBool],
        functions: &[
            (&[ScriptSort::U, ScriptSort::V], ScriptSort::Bool),
            (&[ScriptSort::V], ScriptSort::Int),
        ],
        ..PLAIN
    },
    FragmentMix {
        name: "tiny-apf-u",
        arrays: &[ScriptSort::ArrayUColour, ScriptSort::ArrayUBool],
        literals: (4, 40),
        brute_force: BruteForceScope::Decides,
        ..PLAIN
    },
    FragmentMix {
        name: "tiny-epr",
        functions: &[
            (&[ScriptSort::U], ScriptSort::Bool),
            (&[ScriptSort::U, ScriptSort::U], ScriptSort::Bool),
            (&[ScriptSort::U], ScriptSort::V),
        ],
        literals: (4, 40),
        brute_force: BruteForceScope::Decides,
        ..PLAIN
    },
    FragmentMix {
        name: "tiny-apf-z",
        arrays: &[ScriptSort::ArrayIntInt],
        literals: (4, 40),
        brute_force: BruteForceScope::Decides,
        ..PLAIN
    },
    FragmentMix {
        name: "tiny-apf-z-sets",
        arrays: &[ScriptSort::ArrayIntBool],
        literals: (4, 40),
        brute_force: BruteForceScope::Decides,
        ..PLAIN
    },
];

/// Mixes just outside: answers may be `unknown`, but not wrong.
pub const OUTSIDE_MIXES: [FragmentMix; 3] = [
    FragmentMix {
        name: "outside-z",
        arrays: &[ScriptSort::ArrayIntInt],
        literals: (4, 32),
        class: FragmentClass::Outside,
        ..PLAIN
    },
    FragmentMix {
        name: "outside-z-real",
        arrays: &[ScriptSort::ArrayIntReal, ScriptSort::ArrayIntInt],
        literals: (4, 32),
        class: FragmentClass::Outside,
        ..PLAIN
    },
    FragmentMix {
        name: "outside-z-sets",
        arrays: &[ScriptSort::ArrayIntBool, ScriptSort::ArrayIntInt],
        literals: (4, 32),
        class: FragmentClass::Outside,
        ..PLAIN
    },
];

/// Hashtables and partial arrays.
pub const TABLE_MIXES: [FragmentMix; 5] = [
    FragmentMix {
        name: "table",
        arrays: &[ScriptSort::ArrayUV],
        literals: (4, 48),
        class: FragmentClass::Hashtables,
        ..PLAIN
    },
    FragmentMix {
        name: "table-int",
        arrays: &[ScriptSort::ArrayUInt],
        literals: (4, 48),
        class: FragmentClass::Hashtables,
        ..PLAIN
    },
    FragmentMix {
        name: "table-of-numbers",
        arrays: &[ScriptSort::ArrayIntInt],
        literals: (4, 48),
        class: FragmentClass::Hashtables,
        ..PLAIN
    },
    FragmentMix {
        name: "partial",
        arrays: &[ScriptSort::ArrayUInt],
        literals: (4, 48),
        class: FragmentClass::Partial,
        ..PLAIN
    },
    FragmentMix {
        name: "partial-z",
        arrays: &[ScriptSort::ArrayIntInt],
        literals: (4, 48),
        class: FragmentClass::Partial,
        ..PLAIN
    },
];
