//! How much must be trusted: `docs/trust.md` says it room by room, and the rows are kept true.
//!
//! A row of its table begins with paths in backquotes and ends with a number of lines: lines of code, without tests, comments and
//! blank lines. More than that is a violation, and so is a number that has become much too large.

use super::source::Source;
use super::violation::Violation;

/// Where the table is.
const PAGE: &str = "docs/trust.md";
/// A stated number may be this much larger than what is there, so that not every change touches it: one part in so many.
const SLACK: usize = 10;

/// Compares the table with the sources.
pub fn violations(sources: &[Source]) -> Vec<Violation> {
    let mut found = Vec::new();
    let Some(page) = sources.iter().find(|source| source.path == PAGE) else {
        let rule = "what must be trusted is told";
        return vec![Violation { place: PAGE.to_owned(), rule, found: "no such page".to_owned() }];
    };
    let mut rows = 0;
    for (index, line) in page.text.lines().enumerate() {
        let Some((paths, stated)) = row(line) else { continue };
        rows += 1;
        let lines: usize = paths.iter().map(|path| lines_of(sources, path)).sum();
        let least = lines + lines / SLACK + 20;
        if lines == 0 || stated < lines || stated > least {
            let (place, rule) = (page.place(index + 1), "the table says how much must be trusted");
            let counted = format!("{}: {lines} lines of code", paths.join(", "));
            found.push(Violation { place, rule, found: counted });
        }
    }
    if rows == 0 {
        let (place, rule) = (PAGE.to_owned(), "the table says how much must be trusted");
        found.push(Violation { place, rule, found: "no table".to_owned() });
    }
    found
}

/// The paths and the number of a row, if it is one: `| `crates/a/src` | text | 1,234 |`.
fn row(line: &str) -> Option<(Vec<&str>, usize)> {
    let cells: Vec<&str> =
        line.strip_prefix('|')?.trim_end().strip_suffix('|')?.split('|').collect();
    let (first, last) = (cells.first()?, cells.last()?);
    let paths: Vec<&str> = first.split('`').filter(|part| part.starts_with("crates/")).collect();
    let number: String = last.trim().chars().filter(|letter| *letter != ',').collect();
    (!paths.is_empty()).then_some(())?;
    Some((paths, number.parse().ok()?))
}

/// Lines of code of a folder, of a file, or of a module with its folder.
fn lines_of(sources: &[Source], path: &str) -> usize {
    let is_inside = |source: &&Source| {
        let rest = source.path.strip_prefix(path);
        rest.is_some_and(|rest| rest.is_empty() || rest == ".rs" || rest.starts_with('/'))
    };
    let code = sources.iter().filter(is_inside).flat_map(Source::shipped_code);
    code.filter(|(_, line)| !line.trim().is_empty()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(table: &str) -> usize {
        let code = Source::new(
            "crates/a/src/lib.rs".to_owned(),
            "//! A.\nfn f() {}\n\nfn g() {}\n".to_owned(),
        );
        let page = Source::new(PAGE.to_owned(), table.to_owned());
        violations(&[code, page]).len()
    }

    #[test]
    fn rows_say_how_many_lines_there_are() {
        assert_eq!(judged("| rooms | | lines |\n| `crates/a/src` | all | 2 |\n"), 0);
        assert_eq!(judged("| `crates/a/src` | all | 1 |\n"), 1, "more than stated");
        assert_eq!(judged("| `crates/a/src` | all | 1,000 |\n"), 1, "much less than stated");
        assert_eq!(judged("| `crates/b/src` | none | 0 |\n"), 1, "nothing there");
        assert_eq!(judged("no table\n"), 1);
        assert_eq!(violations(&[]).len(), 1);
    }
}
