//! The mixes of the fragments. Sizes were set by measuring: within each mix, between 30 and 70 of a
//! hundred scripts are satisfiable.

use super::{FragmentClass, FragmentMix, Judge};
use crate::formula::Kind;

const PLAIN: FragmentMix = FragmentMix {
    name: "",
    arrays: &[],
    functions: &[],
    literals: (4, 64),
    room: 7,
    claims: 30,
    class: FragmentClass::Inside,
    judge: Judge::Nobody,
};

/// The mixes inside the fragments. The names of those that brute force decides begin with `tiny`.
pub const FRAGMENT_MIXES: [FragmentMix; 17] = [
    FragmentMix { name: "apf-u", arrays: &[Kind::ArrayUV], judge: Judge::Models, ..PLAIN },
    FragmentMix { name: "apf-u-int", arrays: &[Kind::ArrayUInt], ..PLAIN },
    FragmentMix { name: "apf-u-sets", arrays: &[Kind::ArrayUBool], judge: Judge::Models, ..PLAIN },
    FragmentMix {
        name: "apf-u-colours",
        arrays: &[Kind::ArrayUColour, Kind::ArrayUBool],
        judge: Judge::Models,
        ..PLAIN
    },
    FragmentMix { name: "apf-u-nested", arrays: &[Kind::ArrayUArrayVInt], ..PLAIN },
    FragmentMix { name: "apf-z", arrays: &[Kind::ArrayIntInt], room: 6, ..PLAIN },
    FragmentMix { name: "apf-z-real", arrays: &[Kind::ArrayIntReal], room: 6, ..PLAIN },
    FragmentMix {
        name: "apf-z-sets",
        arrays: &[Kind::ArrayIntBool],
        judge: Judge::Models,
        ..PLAIN
    },
    FragmentMix {
        name: "apf-z-plain",
        arrays: &[Kind::ArrayIntV, Kind::ArrayIntColour],
        judge: Judge::Models,
        ..PLAIN
    },
    FragmentMix { name: "apf-z-nested", arrays: &[Kind::ArrayNested], ..PLAIN },
    FragmentMix {
        name: "apf-mixed",
        arrays: &[Kind::ArrayIntInt, Kind::ArrayUInt, Kind::ArrayUBool],
        ..PLAIN
    },
    FragmentMix {
        name: "epr",
        functions: &[
            (&[Kind::U], Kind::Bool),
            (&[Kind::U, Kind::U], Kind::Bool),
            (&[Kind::U], Kind::V),
            (&[Kind::V], Kind::Bool),
        ],
        judge: Judge::Models,
        ..PLAIN
    },
    FragmentMix {
        name: "epr-arrays",
        arrays: &[Kind::ArrayUV, Kind::ArrayVBool],
        functions: &[(&[Kind::U, Kind::V], Kind::Bool), (&[Kind::V], Kind::Int)],
        ..PLAIN
    },
    FragmentMix {
        name: "tiny-apf-u",
        arrays: &[Kind::ArrayUColour, Kind::ArrayUBool],
        literals: (4, 40),
        judge: Judge::Decides,
        ..PLAIN
    },
    FragmentMix {
        name: "tiny-epr",
        functions: &[
            (&[Kind::U], Kind::Bool),
            (&[Kind::U, Kind::U], Kind::Bool),
            (&[Kind::U], Kind::V),
        ],
        literals: (4, 40),
        judge: Judge::Decides,
        ..PLAIN
    },
    FragmentMix {
        name: "tiny-apf-z",
        arrays: &[Kind::ArrayIntInt],
        literals: (4, 40),
        judge: Judge::Decides,
        ..PLAIN
    },
    FragmentMix {
        name: "tiny-apf-z-sets",
        arrays: &[Kind::ArrayIntBool],
        literals: (4, 40),
        judge: Judge::Decides,
        ..PLAIN
    },
];

/// Mixes just outside: answers may be `unknown`, but not wrong.
pub const OUTSIDE_MIXES: [FragmentMix; 3] = [
    FragmentMix {
        name: "outside-z",
        arrays: &[Kind::ArrayIntInt],
        literals: (4, 32),
        class: FragmentClass::Outside,
        ..PLAIN
    },
    FragmentMix {
        name: "outside-z-real",
        arrays: &[Kind::ArrayIntReal, Kind::ArrayIntInt],
        literals: (4, 32),
        class: FragmentClass::Outside,
        ..PLAIN
    },
    FragmentMix {
        name: "outside-z-sets",
        arrays: &[Kind::ArrayIntBool, Kind::ArrayIntInt],
        literals: (4, 32),
        class: FragmentClass::Outside,
        ..PLAIN
    },
];

/// Hashtables and partial arrays.
pub const TABLE_MIXES: [FragmentMix; 5] = [
    FragmentMix {
        name: "table",
        arrays: &[Kind::ArrayUV],
        literals: (4, 48),
        class: FragmentClass::Hashtables,
        ..PLAIN
    },
    FragmentMix {
        name: "table-int",
        arrays: &[Kind::ArrayUInt],
        literals: (4, 48),
        class: FragmentClass::Hashtables,
        ..PLAIN
    },
    FragmentMix {
        name: "table-of-numbers",
        arrays: &[Kind::ArrayIntInt],
        literals: (4, 48),
        class: FragmentClass::Hashtables,
        ..PLAIN
    },
    FragmentMix {
        name: "partial",
        arrays: &[Kind::ArrayUInt],
        literals: (4, 48),
        class: FragmentClass::Partial,
        ..PLAIN
    },
    FragmentMix {
        name: "partial-z",
        arrays: &[Kind::ArrayIntInt],
        literals: (4, 48),
        class: FragmentClass::Partial,
        ..PLAIN
    },
];
