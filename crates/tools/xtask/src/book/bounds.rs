//! The bounds on effort and size, as the files `limits.rs` have them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::files::{Generated, MADE, PAGES};

/// A table for each crate.
pub fn page(root: &Path) -> Result<Generated, String> {
    let mut crates = BTreeMap::new();
    let folders = |path: &Path| -> Result<Vec<std::path::PathBuf>, String> {
        let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_dir())
            .collect())
    };
    for domain in folders(&root.join("crates"))? {
        for folder in folders(&domain)? {
            let path = folder.join("src/limits.rs");
            let name = folder.strip_prefix(root.join("crates")).unwrap_or(&folder);
            if name.starts_with("tools") || !path.exists() {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|error| format!("limits: {error}"))?;
            crates.insert(name.display().to_string().replace('\\', "/"), bounds(&text));
        }
    }
    let mut page = format!(
        "{MADE}# Limits\n\nNothing here is infinite. These are the bounds that are built in, by the crate that keeps them, besides those that you set (`--timeout`, `--memory`, `--bound`, `--budget`). \
         Where a bound is met the answer is `unknown`, or something is left out and that is told, or another way is tried; never is an answer wrong.\n"
    );
    for (name, rows) in crates.iter().filter(|(_, rows)| !rows.is_empty()) {
        page.push_str(&format!(
            "\n## {name}\n\n| bound | value | what it bounds |\n|---|---|---|\n"
        ));
        for Bound { name, value, meaning } in rows {
            let (value, meaning) = (value.replace('|', "\\|"), meaning.replace('|', "\\|"));
            page.push_str(&format!("| `{name}` | `{value}` | {meaning} |\n"));
        }
    }
    Ok((format!("{PAGES}/reference/limits.md"), page))
}

#[derive(Debug, PartialEq)]
struct Bound {
    name: String,
    value: String,
    meaning: String,
}

/// The constants of a file, up to its tests, with their documents.
fn bounds(text: &str) -> Vec<Bound> {
    let (mut bounds, mut document, mut item) = (Vec::new(), Vec::new(), String::new());
    for line in text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")) {
        if let Some(words) = line.strip_prefix("///") {
            document.push(words.trim());
            continue;
        }
        if line.trim().is_empty() || line.starts_with("//") {
            continue;
        }
        item.push_str(line.trim());
        if !item.ends_with(';') {
            item.push(' ');
            continue;
        }
        let meaning = document.join(" ");
        document.clear();
        let whole = std::mem::take(&mut item);
        let Some((_, rest)) = whole.split_once("const ") else { continue };
        let Some((name, rest)) = rest.split_once(": ") else { continue };
        let Some((_, value)) = rest.split_once(" = ") else { continue };
        let (name, value) = (name.to_owned(), value.trim_end_matches(';').to_owned());
        bounds.push(Bound { name, value, meaning });
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_found_with_their_documents() {
        let text = "//! Bounds.\n\nuse a::B;\n\n/// One,\n/// and more.\npub(crate) const ONE: usize = 1_000;\n/// Two.\npub const TWO: [u8; 2] =\n    [1, 2];\n#[cfg(test)]\nconst NO: u8 = 1;\n";
        let bound = |name: &str, value: &str, meaning: &str| Bound {
            name: name.to_owned(),
            value: value.to_owned(),
            meaning: meaning.to_owned(),
        };
        let expected = [bound("ONE", "1_000", "One, and more."), bound("TWO", "[1, 2]", "Two.")];
        assert_eq!(bounds(text), expected);
    }
}
