//! The functions of the extension.

/// The functions of the extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Get,
    Put,
    Remove,
    Member,
    Init,
    Keys,
    Union,
    Intersection,
    Complement,
    Subset,
    Defined,
    Undefined,
}

impl Operation {
    /// All of them: the name, the fewest and the most arguments, and whether evidence uses it.
    const ALL: [(Operation, &str, usize, Option<usize>, bool); 12] = [
        (Operation::Get, "get", 2, Some(2), false),
        (Operation::Put, "put", 3, Some(3), true),
        (Operation::Remove, "remove", 2, Some(2), true),
        (Operation::Member, "in-keys", 2, Some(2), false),
        (Operation::Init, "init", 1, Some(1), false),
        (Operation::Keys, "keys", 1, Some(1), false),
        (Operation::Union, "union", 2, None, false),
        (Operation::Intersection, "intersection", 2, None, false),
        (Operation::Complement, "complement", 1, Some(1), false),
        (Operation::Subset, "subset", 2, Some(2), false),
        (Operation::Defined, "defined", 1, Some(2), false),
        (Operation::Undefined, UNDEFINED, 0, Some(0), true),
    ];

    /// The operation with this name, in scripts or in evidence.
    pub fn named(name: &str, is_evidence: bool) -> Option<Operation> {
        let has_name = |row: &&(Operation, &str, usize, Option<usize>, bool)| row.1 == name;
        let (operation, .., is_for_evidence) = Operation::ALL.iter().find(has_name)?;
        (*is_for_evidence || !is_evidence).then_some(*operation)
    }

    pub fn arity(self) -> (usize, Option<usize>) {
        // The table is in the order of the variants, as a test makes sure.
        let (_, _, least, most, _) = Operation::ALL[self as usize];
        (least, most)
    }
}

/// What stores nothing in a partial array.
pub(crate) const UNDEFINED: &str = "undef";

/// `(as empty T)` is the table without keys.
pub(crate) const EMPTY: &str = "empty";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (place, (operation, ..)) in Operation::ALL.iter().enumerate() {
            assert_eq!(*operation as usize, place);
        }
    }
}
