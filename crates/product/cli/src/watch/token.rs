//! The secret in the address of a page: who does not know it is told nothing.

use std::hash::{BuildHasher, RandomState};

/// A secret of 128 bits. The keys of the hash function come from the system's source of randomness, and nobody
/// who has not seen its values can tell them from random ones.
pub fn token() -> String {
    let secret = RandomState::new();
    format!("{:016x}{:016x}", secret.hash_one(1), secret.hash_one(2))
}

/// Are the two the same? How long that takes does not depend on where they differ.
pub fn is_same(left: &str, right: &str) -> bool {
    let pairs = left.bytes().zip(right.bytes());
    left.len() == right.len() && pairs.fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_compared_as_a_whole() {
        let (one, other) = (token(), token());
        assert!(one.len() == 32 && one != other);
        assert!(is_same(&one, &one) && !is_same(&one, &other));
        assert!(!is_same(&one, &one[..31]) && !is_same(&one, ""));
    }
}
