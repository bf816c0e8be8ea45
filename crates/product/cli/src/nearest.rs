//! The name that was meant, where one was mistyped.

use crate::limits::LETTERS_PER_SLIP;

/// The name that is nearest to `wanted`, if one is near enough to be a slip of the finger.
pub fn nearest(wanted: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let allowed = (wanted.chars().count() / LETTERS_PER_SLIP).clamp(1, 4);
    let distance = |name: &str| strsim::damerau_levenshtein(wanted, name);
    let close = names.into_iter().map(|name| (distance(&name), name));
    // Equal distances are settled by name, because folders are listed in any order.
    close.filter(|(distance, _)| *distance <= allowed).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_names_are_not() {
        let names = || ["counter.aag", "fifo.aag", "arbiter.aag"].map(str::to_owned);
        assert_eq!(nearest("conuter.aag", names()).as_deref(), Some("counter.aag"));
        assert_eq!(nearest("peterson.aag", names()), None);
        assert_eq!(nearest("x", names()), None);
    }
}
