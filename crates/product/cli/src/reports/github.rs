//! Workflow commands: lines that GitHub turns into annotations of the changed files.

use super::finding::{ReportedFinding, cases, errors};
use crate::json::FileEntry;
use crate::verdict::VerdictWord;

/// The commands, a line each.
pub fn github(entries: &[FileEntry]) -> String {
    let mut text = String::new();
    for entry in entries {
        let cases = cases(entry);
        let found =
            errors(entry).into_iter().chain(cases.into_iter().flat_map(|case| case.findings));
        for found in found {
            text.push_str(&line(&entry.file, &found));
        }
    }
    text
}

fn line(file: &str, found: &ReportedFinding<'_>) -> String {
    let kind = match found.verdict {
        Some(VerdictWord::Unknown) => "warning",
        _ => "error",
    };
    let mut properties = vec![format!("file={}", property(file))];
    if let Some(place) = found.place {
        properties.push(format!("line={},endLine={}", place.line, place.end_line));
        properties.push(format!("col={},endColumn={}", place.column, place.end_column));
    }
    if let Some(code) = found.code {
        properties.push(format!("title={code}"));
    }
    format!("::{kind} {}::{}\n", properties.join(","), message(&found.message))
}

/// Text behind the second pair of colons.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::ErrorEntry;

    #[test]
    fn errors_are_annotations() {
        let error = ErrorEntry {
            code: Some("PI0012"),
            line: Some(4),
            column: Some(3),
            ..ErrorEntry::plain("100% wrong\nreally")
        };
        let entry = FileEntry::broken("a,b.pi", vec![error]);
        let expected = "::error file=a%2Cb.pi,line=4,endLine=4,col=3,endColumn=3,title=PI0012::100%25 wrong%0Areally\n";
        assert_eq!(github(&[entry]), expected);
    }
}
