//! A few files that stand for many: spread over folders, and within a folder over sizes.
//!
//! A folder with four times as many files gets twice as many places, so that small folders are heard too.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use buttress_testkit::Random;

use super::manifest::Entry;

/// `size` of the entries; the same ones for the same seed.
pub fn sample(
    entries: Vec<Entry>,
    size: usize,
    seed: u64,
    bytes: impl Fn(&Entry) -> u64,
) -> Vec<Entry> {
    let mut folders: BTreeMap<String, Vec<(u64, Entry)>> = BTreeMap::new();
    for entry in entries {
        let folder = folders.entry(entry.folder().to_owned()).or_default();
        folder.push((bytes(&entry), entry));
    }
    let mut folders: Vec<(usize, Vec<(u64, Entry)>)> =
        folders.into_values().map(|folder| (0, folder)).collect();
    for _ in 0..size {
        // (places + 1)² / files is least where the next place is most due.
        let due = |left: &(usize, Vec<_>), right: &(usize, Vec<_>)| -> Ordering {
            let cost = |places: usize, files: usize| (places + 1).pow(2) * files;
            cost(left.0, right.1.len()).cmp(&cost(right.0, left.1.len()))
        };
        let open = folders.iter_mut().filter(|(places, files)| *places < files.len());
        if let Some((places, _)) = open.min_by(|left, right| due(left, right)) {
            *places += 1;
        }
    }
    let mut random = Random::new(seed);
    let mut chosen = Vec::new();
    for (places, mut files) in folders {
        files.sort_by(|left, right| (left.0, &left.1.file).cmp(&(right.0, &right.1.file)));
        for place in 0..places {
            let (first, end) = (place * files.len() / places, (place + 1) * files.len() / places);
            let number = first + random.below(end - first);
            chosen.extend(files.get(number).map(|(_, entry)| entry.clone()));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let large = (0..64).map(|number| Entry::unknown(&format!("large/{number:02}.smt2")));
        let small = (0..4).map(|number| Entry::unknown(&format!("small/{number:02}.smt2")));
        large.chain(small).collect()
    }

    fn number(entry: &Entry) -> u64 {
        let digits: String = entry.file.chars().filter(char::is_ascii_digit).collect();
        digits.trim_end_matches('2').parse().unwrap_or(2)
    }

    #[test]
    fn small_folders_count_and_sizes_vary() {
        let chosen = sample(entries(), 10, 0, number);
        let small = chosen.iter().filter(|entry| entry.folder() == "small").count();
        assert_eq!((chosen.len(), small), (10, 2));
        let mut sizes: Vec<u64> = chosen.iter().take(8).map(number).collect();
        assert!(sizes.is_sorted() && sizes.first() < Some(&16) && sizes.last() > Some(&40));
        sizes.dedup();
        assert_eq!(sizes.len(), 8);
        assert_eq!(chosen, sample(entries(), 10, 0, number));
        assert_ne!(chosen, sample(entries(), 10, 1, number));
        assert_eq!(sample(entries(), 1_000, 0, number).len(), 68);
    }
}
