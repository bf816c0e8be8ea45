//! MINIMAL: a minimal satisfying subset of a monotone predicate, by binary search with support.
//!
//! It needs at most 2((|M| − 1) + |M|·lg(|O|/|M|)) questions to find M ⊆ O: linear in what is
//! found and only logarithmic in where it is found.
//! Source: thesis, Figure 3.8, Theorems 3.3.2 and 3.3.3.

/// A set M ⊆ `items` that satisfies the predicate while no M ∖ {e} does.
///
/// Preconditions: the predicate is monotone (supersets of satisfying sets satisfy it), holds for
/// all `items` and fails for the empty set; `items` is not empty and has no repetition.
///
/// The predicate answers `None` for "no"; for "yes" it names a satisfying subset of what it was
/// asked: the asked set itself, or a smaller one that it happens to know of (a core).
pub fn minimal<T: Copy + Ord, E>(
    items: &[T],
    mut predicate: impl FnMut(&[T]) -> Result<Option<Vec<T>>, E>,
) -> Result<Vec<T>, E> {
    min(&mut predicate, &[], items)
}

/// MIN(p, sup, S). Invariants: p(sup ∪ S) and ¬p(sup).
fn min<T: Copy + Ord, E>(
    predicate: &mut impl FnMut(&[T]) -> Result<Option<Vec<T>>, E>,
    support: &[T],
    items: &[T],
) -> Result<Vec<T>, E> {
    if items.len() <= 1 {
        return Ok(items.to_vec());
    }
    // The left part is the larger one: it is asked first, so that a "yes" there costs only one
    // question. Needed for the bound when the size is odd.
    let (left, right) = items.split_at(items.len().div_ceil(2));
    for part in [left, right] {
        if let Some(mut known) = predicate(&[support, part].concat())? {
            known.sort_unstable();
            let part: Vec<T> =
                part.iter().copied().filter(|item| known.binary_search(item).is_ok()).collect();
            return min(predicate, support, &part);
        }
    }
    // Neither part suffices: each is searched with the other as support.
    let left = min(predicate, &[support, right].concat(), left)?;
    let right = min(predicate, &[support, &left].concat(), right)?;
    Ok([left, right].concat())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;

    /// The bound of Theorem 3.3.3.
    fn bound(found: usize, all: usize) -> f64 {
        let (found, all) = (found as f64, all as f64);
        2.0 * ((found - 1.0) + found * (all / found).log2())
    }

    /// A monotone predicate as the list of its minimal sets: it holds for the sets that contain
    /// one of them. Sets are bit masks over at most 64 items.
    fn check(size: usize, minimal_sets: &[u64], with_cores: bool) {
        let items: Vec<u32> = (0..size as u32).collect();
        let mask = |set: &[u32]| set.iter().fold(0u64, |mask, item| mask | 1 << item);
        let satisfying = |set: u64| minimal_sets.iter().copied().find(|core| core & !set == 0);
        let mut questions = 0;
        let found = minimal(&items, |asked: &[u32]| {
            questions += 1;
            Ok::<_, Infallible>(satisfying(mask(asked)).map(|core| {
                let in_core = |item: &u32| !with_cores || core >> item & 1 == 1;
                asked.iter().copied().filter(in_core).collect()
            }))
        })
        .unwrap();
        let found = mask(&found);
        assert!(satisfying(found).is_some(), "{found:b} satisfies");
        for item in items.iter().filter(|item| found >> *item & 1 == 1) {
            assert!(satisfying(found & !(1 << item)).is_none(), "{item} is needed in {found:b}");
        }
        let allowed = bound(found.count_ones() as usize, size);
        assert!(
            f64::from(questions) <= allowed + 1e-9,
            "{questions} > {allowed}: {size}, {found:b}"
        );
    }

    #[test]
    fn the_bound_holds_for_every_single_set_of_up_to_fourteen_items() {
        for size in 1..=14 {
            for set in 1..1u64 << size {
                check(size, &[set], false);
            }
        }
    }

    proptest! {
        #[test]
        fn the_result_is_minimal_within_the_bound(
            size in 1usize..=64,
            seeds in prop::collection::vec(any::<(u64, u64, u64)>(), 1..6),
            with_cores: bool,
        ) {
            let all = if size == 64 { u64::MAX } else { (1 << size) - 1 };
            // Sparse, dense and empty masks alike; the empty set must not satisfy.
            let sets: Vec<u64> = seeds.iter().map(|(a, b, c)| (a & b | a & c & b) & all)
                .map(|set| if set == 0 { 1 } else { set }).collect();
            check(size, &sets, with_cores);
        }
    }

    #[test]
    fn an_error_ends_the_search() {
        assert_eq!(minimal(&[1, 2, 3], |_| Err("stop")), Err("stop"));
    }
}
