//! What mdBook reads: a copy of the pages, with links that lead inside of the book.
//!
//! A page keeps its path below `docs/book/src`, or below `guide` if it is a guide, or below `repository`. Other files that pages link to are copied as
//! text, which browsers show; folders get a list of their files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::files::{PAGES, read, write};
use super::links::{is_elsewhere, listed, resolved};
use super::markdown::links;

/// What mdBook wants beside the pages.
const BESIDE: [&str; 2] = ["book.toml", "wide.css"];
/// The page that a reader meets first.
const FIRST: &str = "introduction.md";

/// Fills the folder; the number of pages.
pub fn copy(root: &Path, folder: &Path) -> Result<usize, String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("cannot empty it: {error}"))?;
    }
    for name in BESIDE {
        write(&folder.join(name), &read(root, &format!("docs/book/{name}"))?)?;
    }
    let summary = format!("{PAGES}/SUMMARY.md");
    let mut stage = Stage { root, folder, summary, pages: BTreeMap::new() };
    let pages = listed(root)?;
    for (path, _) in &pages {
        stage.pages.insert(path.clone(), place(path));
    }
    stage.page(&stage.summary, "SUMMARY.md")?;
    for (path, _) in &pages {
        stage.page(path, &place(path))?;
    }
    Ok(pages.len())
}

/// Where a file of the repository is in the book.
fn place(path: &str) -> String {
    if let Some(own) = path.strip_prefix(PAGES) {
        return own.trim_start_matches('/').to_owned();
    }
    match path.strip_prefix("docs/") {
        Some(guide) => format!("guide/{guide}"),
        None => format!("repository/{path}"),
    }
}

struct Stage<'a> {
    root: &'a Path,
    folder: &'a Path,
    summary: String,
    /// The place of each page of the book.
    pages: BTreeMap<String, String>,
}

impl Stage<'_> {
    fn page(&self, path: &str, place: &str) -> Result<(), String> {
        let text = read(self.root, path)?;
        let (mut anew, mut end) = (String::new(), 0);
        for link in links(&text) {
            let target = &text[link.place.clone()];
            if is_elsewhere(target) || target.starts_with('#') {
                continue;
            }
            let (file, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
            let there = resolved(path, file);
            anew.push_str(&text[end..link.place.start]);
            if there == self.summary {
                // The list of pages is beside every page; it is none itself.
                anew.push_str(&seen_from(place, FIRST));
            } else {
                anew.push_str(&seen_from(place, &self.there(&there)?));
                anew.push_str(anchor);
            }
            end = link.place.end;
        }
        anew.push_str(&text[end..]);
        write(&self.folder.join("src").join(place), &plain_fences(&anew))
    }

    /// Where the book has a file or folder of the repository, which is copied unless it is a page.
    fn there(&self, path: &str) -> Result<String, String> {
        if let Some(page) = self.pages.get(path) {
            return Ok(page.clone());
        }
        let (from, mut to) = (self.root.join(path), place(path));
        if from.is_dir() {
            to.push_str("/index.html");
            write(&self.folder.join("src").join(&to), &self.list(path)?)?;
            return Ok(to);
        }
        if !path.ends_with(".svg") && !path.ends_with(".png") {
            // What mdBook knows as a page it would look for among the pages.
            to = format!("{}.txt", to.trim_end_matches(".md"));
        }
        let target = self.folder.join("src").join(&to);
        let cannot = |error: std::io::Error| format!("cannot copy {path}: {error}");
        fs::create_dir_all(target.parent().unwrap_or(&target)).map_err(cannot)?;
        fs::copy(from, target).map_err(cannot)?;
        Ok(to)
    }

    /// A page with the files of a folder, which are copied.
    fn list(&self, path: &str) -> Result<String, String> {
        let cannot = |error: std::io::Error| format!("cannot read {path}: {error}");
        let entries = fs::read_dir(self.root.join(path)).map_err(cannot)?;
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(cannot)?;
            if entry.path().is_file() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort();
        let here = format!("{}/index.html", place(path));
        let mut list = format!(
            "<!doctype html><meta charset=\"utf-8\"><title>{path}</title><h1>{path}</h1><ul>"
        );
        for name in names {
            let there = self.there(&format!("{path}/{name}"))?;
            let there = seen_from(&here, &there);
            let there =
                there.strip_suffix(".md").map_or(there.clone(), |page| format!("{page}.html"));
            list.push_str(&format!("<li><a href=\"{there}\">{name}</a>"));
        }
        Ok(list + "</ul>\n")
    }
}

/// The path of a place as a page at another one writes it.
fn seen_from(page: &str, there: &str) -> String {
    let ups = page.matches('/').count();
    "../".repeat(ups) + there
}

/// Fences without what only tests read.
fn plain_fences(text: &str) -> String {
    let plain = |line: &str| match line.strip_prefix("```").and_then(|info| info.split_once(' ')) {
        Some((language, _)) => format!("```{language}\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_its_place() {
        assert_eq!(place("docs/book/src/tutorials/numbers.md"), "tutorials/numbers.md");
        assert_eq!(place("docs/cli.md"), "guide/cli.md");
        assert_eq!(place("README.md"), "repository/README.md");
        assert_eq!(seen_from("tutorials/numbers.md", "guide/cli.md"), "../guide/cli.md");
    }

    #[test]
    fn fences_lose_what_tests_read() {
        assert_eq!(plain_fences("```pi file=a.pi\nx ```\n```\n"), "```pi\nx ```\n```\n");
    }
}
