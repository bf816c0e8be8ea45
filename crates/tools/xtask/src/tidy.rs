//! `cargo xtask tidy`: facts about the project that a program can keep true.
//!
//! Facts about text are asked of each file (`text`), facts about dependencies of the crate
//! graph (`graph`). Every violation names its place and the rule.

mod cycle;
mod graph;
mod harness;
mod package;
mod source;
mod text;
mod trusted;
mod violation;

use std::fs;
use std::path::Path;

use graph::Graph;
use source::Source;
use violation::Violation;

/// Checks the whole repository; true when all is well.
pub fn run(root: &Path) -> Result<bool, String> {
    let mut sources = Vec::new();
    collect(root, root, &mut sources)?;
    let test_modules: Vec<String> = sources.iter().flat_map(Source::test_modules).collect();
    for source in &mut sources {
        let path = source.path.trim_end_matches(".rs").trim_end_matches("/mod").to_owned();
        let is_test = |module: &String| path == *module || path.starts_with(&format!("{module}/"));
        if test_modules.iter().any(is_test) {
            source.mark_as_test();
        }
    }
    let graph = Graph::of_workspace(root)?;
    let mut violations = text::violations(&sources);
    violations.extend(graph.violations());
    violations.extend(trusted::violations(&sources));
    violations.extend(cycle::violations(&sources));
    violations.extend(package::violations(&sources));
    violations.extend(harness::violations(&sources));
    let architecture = sources.iter().find(|source| source.path == "ARCHITECTURE.md");
    violations.extend(text::unmentioned(&graph.crates(), architecture));
    violations.extend(crate::book::faults(root)?.into_iter().map(|(place, found)| {
        let rule = "links lead somewhere, and the book lists every page";
        Violation { place, rule, found }
    }));
    violations.sort();
    for violation in &violations {
        println!("{violation}");
    }
    let crates = graph.crates().len();
    println!("tidy: {} files, {crates} crates, {} violations", sources.len(), violations.len());
    Ok(violations.is_empty())
}

/// What is made, not written, unless it is a module of ours.
const MADE: [&str; 6] = ["target", ".git", "node_modules", "results", "dist", "out"];

fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // In a worktree `.git` is a file.
        if MADE.contains(&name.as_str()) && !folder.ends_with("xtask/src") {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, sources)?;
            continue;
        }
        // What is not text (binary circuits) is not ours to judge.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let relative = path.strip_prefix(root).unwrap_or(&path);
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        if name != "Cargo.lock" {
            sources.push(Source::new(parts.join("/"), text));
        }
    }
    Ok(())
}
