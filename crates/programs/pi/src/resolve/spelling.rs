//! Names that are nearly the same.

/// The nearest of some names, if it is near enough to be a slip of the finger.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    // One slip in three letters; names of one letter have no neighbours.
    let allowed = name.chars().count().div_ceil(3).min(3);
    names
        .filter(|other| *other != name && other.chars().count() > 1)
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= allowed && name.chars().count() > 1)
        .min()
        .map(|(_, other)| other.to_owned())
}

/// The number of letters to add, drop, replace or exchange with the next one, whatever their case.
fn distance(left: &str, right: &str) -> usize {
    strsim::osa_distance(&left.to_lowercase(), &right.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let names = ["pivot", "array", "i", "sorted", "Sum"];
        let near = |name| nearest(name, names.into_iter());
        assert_eq!(near("pviot").as_deref(), Some("pivot"));
        assert_eq!(near("arry").as_deref(), Some("array"));
        assert_eq!(near("sum").as_deref(), Some("Sum"));
        assert_eq!(near("sroted").as_deref(), Some("sorted"));
        assert_eq!(near("j"), None);
        assert_eq!(near("partition"), None);
    }
}
