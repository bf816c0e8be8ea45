//! Random families of sorts: datatypes and arrays that contain each other, one-valued and infinite ones,
//! through indices and elements, over universes of given sizes.
//!
//! [`SortFamily::counts`] is their twin by brute force: it builds the values one by one.

mod claim;
mod enumerate;
mod family;

pub use claim::{SortClaim, sort_claim};
pub use enumerate::Enumerated;
pub use family::{Member, SortFamily, sort_family};
