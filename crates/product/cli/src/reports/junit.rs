//! JUnit XML: a suite per file, a test case per function or property.

use super::finding::{ReportedFinding, cases, errors};
use crate::json::FileEntry;
use crate::verdict::VerdictWord;

/// The document.
pub fn junit(entries: &[FileEntry]) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"buttress\">\n",
    );
    for entry in entries {
        suite(entry, &mut text);
    }
    text.push_str("</testsuites>\n");
    text
}

fn suite(entry: &FileEntry, text: &mut String) {
    let (cases, errors) = (cases(entry), errors(entry));
    let count = |wanted: &dyn Fn(VerdictWord) -> bool| {
        cases.iter().filter(|case| wanted(case.verdict)).count()
    };
    let failures = count(&|verdict| matches!(verdict, VerdictWord::False | VerdictWord::Open));
    let rejected = count(&|verdict| matches!(verdict, VerdictWord::Rejected));
    let skipped = count(&|verdict| matches!(verdict, VerdictWord::Unknown));
    let seconds: f64 = cases.iter().map(|case| case.seconds).sum();
    text.push_str(&format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"{}\" skipped=\"{skipped}\" time=\"{seconds:.3}\">\n",
        escaped(&entry.file),
        cases.len() + usize::from(!errors.is_empty()),
        rejected + usize::from(!errors.is_empty()),
    ));
    for case in &cases {
        text.push_str(&format!(
            "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
            escaped(&entry.file),
            escaped(case.name),
            case.seconds
        ));
        if case.verdict == VerdictWord::Proved {
            text.push_str("/>\n");
            continue;
        }
        let tag = match case.verdict {
            VerdictWord::Unknown => "skipped",
            VerdictWord::Rejected => "error",
            _ => "failure",
        };
        text.push_str(">\n");
        text.push_str(&element(tag, case.verdict.as_str(), &case.findings));
        text.push_str("    </testcase>\n");
    }
    if !errors.is_empty() {
        let name = escaped(&entry.file);
        text.push_str(&format!(
            "    <testcase classname=\"{name}\" name=\"the file can be read\">\n"
        ));
        text.push_str(&element("error", "cannot be read", &errors));
        text.push_str("    </testcase>\n");
    }
    text.push_str("  </testsuite>\n");
}

fn element(tag: &str, summary: &str, findings: &[ReportedFinding<'_>]) -> String {
    let lines = findings.iter().map(|found| {
        let code = found.code.map_or_else(String::new, |code| format!("[{code}] "));
        let line = found.place.map_or_else(String::new, |place| format!("line {}: ", place.line));
        escaped(&format!("{line}{code}{}", found.message))
    });
    let lines: Vec<String> = lines.collect();
    // The type is what readers group by; those of unreadable files have none of their own.
    let kind = findings.iter().find_map(|found| found.code).unwrap_or(summary);
    format!(
        "      <{tag} type=\"{}\" message=\"{}\">{}</{tag}>\n",
        escaped(kind),
        escaped(summary),
        lines.join("\n")
    )
}

/// Text in which nothing is taken for a mark; what XML cannot hold is replaced.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(letter),
            letter if letter.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&letter) => {
                safe.push('\u{fffd}');
            }
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::ErrorEntry;

    #[test]
    fn a_file_that_cannot_be_read_is_an_error() {
        let entry = FileEntry::broken("a<b>.pi", vec![ErrorEntry::plain("x < \u{1} & y")]);
        let text = junit(&[entry]);
        assert!(text.contains("name=\"a&lt;b&gt;.pi\" tests=\"1\" failures=\"0\" errors=\"1\""));
        assert!(text.contains("x &lt; \u{fffd} &amp; y"), "{text}");
    }
}
