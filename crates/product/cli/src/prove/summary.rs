//! The last line of a report on several files or properties.

use crate::plural::counted;
use crate::verdict::VerdictWord;

/// How many properties have which verdict, and how many files could not be read; told when
/// there are several of either.
pub fn summary(verdicts: &[VerdictWord], files: usize, refused: usize) -> String {
    if files < 2 && verdicts.len() < 2 {
        return String::new();
    }
    let words = [
        VerdictWord::Proved,
        VerdictWord::False,
        VerdictWord::Open,
        VerdictWord::Unknown,
        VerdictWord::Rejected,
    ];
    let counts = words
        .into_iter()
        .map(|word| (verdicts.iter().filter(|verdict| **verdict == word).count(), word.as_str()));
    let counts = counts.chain([(refused, "unreadable")]).filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    let what = match files {
        0 | 1 => counted(verdicts.len(), "property"),
        _ => counted(files, "file"),
    };
    if counts.is_empty() { format!("{what}\n") } else { format!("{what}: {}\n", counts.join(", ")) }
}
