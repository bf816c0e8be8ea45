//! The order in which rankings decrease.

use buttress_numeric::Integer;

/// Does the first component that changes fall, from a value that is not negative?
pub(super) fn falls(before: &[Integer], after: &[Integer]) -> bool {
    let mut pairs = before.iter().zip(after).filter(|(before, after)| before != after);
    pairs.next().is_some_and(|(before, after)| after < before && before.signum() >= 0)
}
