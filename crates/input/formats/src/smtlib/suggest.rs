//! Suggestions for misspelt names.

use crate::limits::{LONGEST_SUGGESTED, MOST_COMPARED};

/// `did you mean …?` with the name that is nearest to a misspelt one, if one is near.
///
/// Only so many names are looked at, and none that is much longer or shorter: errors may be as many as
/// names.
pub(super) fn suggest<'a>(misspelt: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let letters: Vec<char> = misspelt.chars().take(LONGEST_SUGGESTED + 1).collect();
    if letters.len() > LONGEST_SUGGESTED {
        return None;
    }
    let allowed = letters.len().div_ceil(3);
    let near = |name: &&str| name.len().abs_diff(misspelt.len()) <= allowed;
    let candidates = names.take(MOST_COMPARED).filter(near).filter_map(|name| {
        let distance = distance(&letters, name);
        (distance <= allowed && distance < letters.len()).then_some((distance, name))
    });
    let (_, name) = candidates.min()?;
    Some(format!("did you mean `{name}`?"))
}

/// How many letters must be inserted, deleted, replaced or swapped with their neighbour.
fn distance(left: &[char], right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, &letter) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, &other) in right.iter().enumerate() {
            let replaced = above[column] + usize::from(letter != other);
            let mut best = replaced.min(above[column + 1] + 1).min(current[column] + 1);
            let is_swap =
                row > 0 && column > 0 && letter == right[column - 1] && left[row - 1] == other;
            if is_swap {
                best = best.min(before[column - 1] + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut above, current);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let names = ["select", "store", "length", "x1"];
        let cases = [
            ("slect", Some("did you mean `select`?")),
            ("stroe", Some("did you mean `store`?")),
            ("lenght", Some("did you mean `length`?")),
            ("x2", Some("did you mean `x1`?")),
            ("y", None),
            ("something", None),
        ];
        for (misspelt, expected) in cases {
            let hint = suggest(misspelt, names.into_iter());
            assert_eq!(hint.as_deref(), expected, "{misspelt}");
        }
    }
}
