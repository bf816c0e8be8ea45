//! Suggestions for misspelt names.

use crate::limits::{LONGEST_SUGGESTED, MOST_COMPARED};

/// The name that is nearest to a misspelt one, if one is near.
///
/// Only so many names are looked at, and none that is much longer or shorter: errors may be as many as
/// names.
pub(super) fn suggest<'a>(misspelt: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let letters = misspelt.chars().take(LONGEST_SUGGESTED + 1).count();
    if letters > LONGEST_SUGGESTED {
        return None;
    }
    let allowed = letters.div_ceil(3);
    let near = |name: &&str| name.len().abs_diff(misspelt.len()) <= allowed;
    let candidates = names.take(MOST_COMPARED).filter(near).filter_map(|name| {
        // Letters to insert, delete, replace or swap with their neighbour.
        let distance = strsim::osa_distance(misspelt, name);
        (distance <= allowed && distance < letters).then_some((distance, name))
    });
    let (_, name) = candidates.min()?;
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let names = ["select", "store", "length", "x1"];
        let cases = [
            ("slect", Some("select")),
            ("stroe", Some("store")),
            ("lenght", Some("length")),
            ("x2", Some("x1")),
            ("y", None),
            ("something", None),
        ];
        for (misspelt, expected) in cases {
            let found = suggest(misspelt, names.into_iter());
            assert_eq!(found.as_deref(), expected, "{misspelt}");
        }
    }
}
