//! Links lead somewhere, and the book lists every page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::files::{PAGES, read};
use super::markdown::{anchors, links};

/// What is wrong with a text: `file:line`, and what it is.
pub type Fault = (String, String);

/// The folders whose pages are looked at, besides the pages in the repository's own folder.
const FOLDERS: [&str; 2] = ["docs", "examples"];

/// The faults of all links and of the list of pages.
pub fn faults(root: &Path) -> Result<Vec<Fault>, String> {
    let mut faults = Vec::new();
    let texts = texts(root)?;
    for path in &texts {
        faults.extend(of_page(root, path)?);
    }
    let listed: BTreeSet<String> = listed(root)?.into_iter().map(|(path, _)| path).collect();
    let is_page = |path: &&String| path.starts_with("docs/") && !path.ends_with("/SUMMARY.md");
    for path in texts.iter().filter(is_page).filter(|path| !listed.contains(*path)) {
        faults.push((path.clone(), "is not listed in SUMMARY.md".to_owned()));
    }
    Ok(faults)
}

/// The pages of the book in their order, each with its place in SUMMARY's text.
pub fn listed(root: &Path) -> Result<Vec<(String, std::ops::Range<usize>)>, String> {
    let summary = format!("{PAGES}/SUMMARY.md");
    let text = read(root, &summary)?;
    let place =
        |link: super::markdown::Link| (resolved(&summary, &text[link.place.clone()]), link.place);
    Ok(links(&text).into_iter().map(place).collect())
}

fn of_page(root: &Path, path: &str) -> Result<Vec<Fault>, String> {
    let text = read(root, path)?;
    let mut faults = Vec::new();
    for link in links(&text) {
        let target = &text[link.place];
        if is_elsewhere(target) {
            continue;
        }
        let (file, anchor) =
            target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
        let file = if file.is_empty() { path.to_owned() } else { resolved(path, file) };
        let place = format!("{path}:{}", link.line);
        if !root.join(&file).exists() {
            faults.push((place, format!("there is no {target}")));
        } else if let Some(anchor) = anchor.filter(|_| file.ends_with(".md"))
            && !anchors(&read(root, &file)?).contains(anchor)
        {
            faults.push((place, format!("{file} has no heading #{anchor}")));
        }
    }
    Ok(faults)
}

/// Does a link lead out of the repository?
pub fn is_elsewhere(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// A path from the repository's folder, of a target that is seen from a page.
pub fn resolved(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// The pages that are looked at, in alphabetic order.
fn texts(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut found = BTreeSet::new();
    collect(root, "", false, &mut found)?;
    for folder in FOLDERS {
        collect(root, folder, true, &mut found)?;
    }
    Ok(found)
}

fn collect(
    root: &Path,
    folder: &str,
    is_deep: bool,
    found: &mut BTreeSet<String>,
) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot read {folder}: {error}");
    for entry in fs::read_dir(root.join(folder)).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if entry.path().is_dir() {
            if is_deep {
                collect(root, &path, true, found)?;
            }
        } else if path.ends_with(".md") {
            found.insert(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_seen_from_their_page() {
        assert_eq!(resolved("docs/book/src/a/b.md", "../../../cli.md"), "docs/cli.md");
        assert_eq!(resolved("README.md", "./docs/cli.md"), "docs/cli.md");
        assert_eq!(resolved("docs/a.md", "pictures/x.png"), "docs/pictures/x.png");
    }

    #[test]
    fn what_leads_nowhere_is_told() {
        let root = std::env::temp_dir().join(format!("buttress-links-{}", std::process::id()));
        for (path, text) in [
            ("docs/book/src/SUMMARY.md", "- [A](a.md)\n"),
            ("docs/book/src/a.md", "# A b\n[b](../../b.md#c) [self](#a-b) [gone](#b)\n"),
            ("docs/b.md", "# C\n[x](x.png) [y](https://y)\n"),
            ("README.md", "[a](docs/b.md)\n"),
            ("examples/c.md", "[a](../README.md#c)\n"),
        ] {
            crate::book::files::write(&root.join(path), text).expect("the folder can be written");
        }
        let mut found: Vec<String> = faults(&root)
            .unwrap()
            .into_iter()
            .map(|(place, fault)| format!("{place}: {fault}"))
            .collect();
        found.sort();
        std::fs::remove_dir_all(&root).expect("the folder can be removed");
        let expected = [
            "docs/b.md: is not listed in SUMMARY.md",
            "docs/b.md:2: there is no x.png",
            "docs/book/src/a.md:2: docs/book/src/a.md has no heading #b",
            "examples/c.md:1: README.md has no heading #c",
        ];
        assert_eq!(found, expected);
    }
}
