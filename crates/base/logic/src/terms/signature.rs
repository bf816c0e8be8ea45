//! What a declared function takes and gives.

use crate::sort::Sort;

/// A function's name and sorts.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) arguments: Vec<Sort>,
    pub(super) result: Sort,
}
