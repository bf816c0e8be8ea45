//! SARIF 2.1.0: a result per finding, a rule per code.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::finding::{ReportedFinding, cases, errors};
use crate::explain;
use crate::json::{FileEntry, pretty};
use crate::verdict::VerdictWord;

/// The rule of findings that have no code of their own.
const PLAIN: &str = "BUTTRESS";

/// The document.
pub fn sarif(entries: &[FileEntry]) -> String {
    let mut results = Vec::new();
    let mut rules: BTreeSet<&str> = BTreeSet::new();
    let all: Vec<_> = entries.iter().map(|entry| (entry, cases(entry), errors(entry))).collect();
    for (entry, cases, errors) in &all {
        let found = cases.iter().flat_map(|case| &case.findings);
        for found in errors.iter().chain(found) {
            rules.insert(found.code.unwrap_or(PLAIN));
            results.push(result(&entry.file, found));
        }
    }
    let rules: Vec<Value> = rules.into_iter().map(rule).collect();
    pretty(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "buttress",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }]
    }))
}

fn rule(code: &str) -> Value {
    let title = explain::title(code).unwrap_or("not proved");
    json!({
        "id": code,
        "shortDescription": { "text": title },
        "help": { "text": format!("buttress explain {code}") },
    })
}

fn result(file: &str, found: &ReportedFinding<'_>) -> Value {
    let level = match found.verdict {
        Some(VerdictWord::Unknown) => "warning",
        _ => "error",
    };
    let mut location = json!({ "artifactLocation": { "uri": uri(file) } });
    if let Some(place) = found.place {
        location["region"] = json!({
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        });
    }
    let mut result = json!({
        "ruleId": found.code.unwrap_or(PLAIN),
        "level": level,
        "message": { "text": found.message },
        "locations": [{ "physicalLocation": location }],
    });
    if let Some(fingerprint) = found.fingerprint {
        result["partialFingerprints"] = json!({ "functionPathConjunct/v1": fingerprint });
    }
    if let Some(verdict) = found.verdict {
        result["properties"] = json!({ "verdict": verdict.as_str() });
    }
    result
}

/// A path as a reference: what has no place in one is written by its bytes.
fn uri(file: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    let mut text = String::with_capacity(file.len());
    // A colon in the first part would make it a scheme.
    for byte in file.replace('\\', "/").bytes() {
        match is_plain(byte) {
            true => text.push(char::from(byte)),
            false => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::ErrorEntry;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/ü.pi"), "a%20b/%C3%BC.pi");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        assert_eq!(uri("c:\\x"), "c%3A/x");
    }

    #[test]
    fn results_name_rules_that_are_listed() {
        let error = ErrorEntry { code: Some("PI0301"), line: Some(2), ..ErrorEntry::plain("no") };
        let entry = FileEntry::broken("a.pi", vec![error, ErrorEntry::plain("nor this")]);
        let document: Value = serde_json::from_str(&sarif(&[entry])).unwrap();
        let run = &document["runs"][0];
        let ids: Vec<&str> = run["tool"]["driver"]["rules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|rule| rule["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids, [PLAIN, "PI0301"]);
        assert_eq!(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
        assert_eq!(run["results"].as_array().unwrap().len(), 2);
    }
}
