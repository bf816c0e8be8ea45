//! Why a system over arrays or datatypes has no proof, in words that fit what it speaks of.

use buttress_numbers_reduce::Structures;

use crate::no_answer::{NoAnswer, UnknownKind};

/// Nothing is left to try, although the system was seen cell by cell, or by constructors and fields.
pub(super) fn too_coarse(found: Structures) -> NoAnswer {
    let mut more = Vec::new();
    if found.arrays {
        more.push("the arrays than what holds of each of their cells, or of each two");
    }
    if found.datatypes {
        more.push("the datatypes than constructors and fields");
    }
    let more = more.join(", and more of ");
    coarse(&format!("no trace was found, and a proof needs to know more of {more}"))
}

/// The system could not be seen so.
pub(super) fn unseen(found: Structures) -> NoAnswer {
    let why = match (found.arrays, found.datatypes) {
        (true, true) => "the arrays and datatypes cannot be seen by cells and fields",
        (true, false) => "the arrays cannot be seen cell by cell",
        (false, _) => "the datatypes cannot be seen by constructors and fields",
    };
    coarse(&format!("no trace was found, and {why}"))
}

fn coarse(text: &str) -> NoAnswer {
    NoAnswer::new(UnknownKind::Coarse, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_there_is_spoken_of() {
        let arrays = Structures { arrays: true, ..Structures::default() };
        let datatypes = Structures { datatypes: true, ..Structures::default() };
        let both = Structures { arrays: true, ..datatypes };
        let cases = [(arrays, (true, false)), (datatypes, (false, true)), (both, (true, true))];
        for (found, speaks_of) in cases {
            for answer in [too_coarse(found), unseen(found)] {
                let has = |word| answer.text.contains(word);
                assert_eq!((has("arrays"), has("datatypes")), speaks_of, "{answer}");
                assert_eq!(answer.kind, UnknownKind::Coarse);
            }
        }
    }
}
