//! Cycles of files: who names whom inside one crate.
//!
//! A file that names another cannot be read without it. Files that name each other in a cycle are one file in disguise; a pair (a
//! module and its part) is the most that is allowed. What counts is where a name is *defined*: a re-export is followed to its
//! source, and declaring a module is no use of it.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;
use super::violation::Violation;

/// The longest cycle that is allowed.
const MOST_FILES: usize = 2;

/// A module's path from the crate's root: `[]`, `["smt", "read"]`.
type Module = Vec<String>;

/// Checks every crate.
pub fn violations(sources: &[Source]) -> Vec<Violation> {
    let mut crates: BTreeMap<String, Vec<&Source>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.is_rust() && !source.is_test()) {
        if let Some((root, _)) = source.path.split_once("/src/") {
            crates.entry(format!("{root}/src/")).or_default().push(source);
        }
    }
    let mut violations = Vec::new();
    for (root, files) in &crates {
        let files = Files::new(root, files);
        for cycle in files.cycles() {
            let rule = "no cycle of more than two files";
            let found = format!("{} files: {}", cycle.len(), cycle.join(", "));
            violations.push(Violation {
                place: root.trim_end_matches('/').to_owned(),
                rule,
                found,
            });
        }
    }
    violations
}

/// The files of one crate, by their modules.
struct Files {
    /// The path inside the crate, and the names that the file imports or re-exports with what they stand for.
    modules: BTreeMap<Module, File>,
}

struct File {
    path: String,
    /// `Frames` → `crate::frames::Frames`.
    imports: BTreeMap<String, Module>,
    /// Every path that is named, from the crate's root; `*` for all of a module.
    named: BTreeSet<Module>,
}

impl Files {
    fn new(root: &str, sources: &[&Source]) -> Files {
        let has_library = sources.iter().any(|source| source.path == format!("{root}lib.rs"));
        let mut modules = BTreeMap::new();
        for source in sources {
            let path = source.path[root.len()..].to_owned();
            let name = path.trim_end_matches(".rs").trim_end_matches("/mod");
            let module: Module = match name {
                "main" if has_library => continue,
                "lib" | "main" => Vec::new(),
                _ => name.split('/').map(str::to_owned).collect(),
            };
            modules.insert(module, (path, source.shipped_text()));
        }
        let known: BTreeSet<Module> = modules.keys().cloned().collect();
        let read = |(module, (path, code)): (Module, (String, String))| {
            let file = File::read(&module, path, &code, &known);
            (module, file)
        };
        Files { modules: modules.into_iter().map(read).collect() }
    }

    /// The module whose file defines what a path names.
    fn definition(&self, path: &[String], depth: usize) -> Option<Module> {
        let inside = (0..=path.len()).rev().find(|&end| self.modules.contains_key(&path[..end]))?;
        let (module, rest) = path.split_at(inside);
        let file = &self.modules[module];
        let target = rest.first().and_then(|name| file.imports.get(name));
        match target {
            Some(target) if depth > 0 && target.as_slice() != path => {
                let whole: Module = target.iter().chain(&rest[1..]).cloned().collect();
                self.definition(&whole, depth - 1)
            }
            _ => Some(module.to_vec()),
        }
    }

    /// Sets of files that name each other, larger than allowed.
    fn cycles(&self) -> Vec<Vec<String>> {
        let mut uses: BTreeMap<&Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, file) in &self.modules {
            let used = file.named.iter().filter_map(|path| self.definition(path, 8));
            uses.insert(module, used.filter(|used| used != module).collect());
        }
        let reach: BTreeMap<&Module, BTreeSet<&Module>> =
            uses.keys().map(|module| (*module, reached(module, &uses))).collect();
        let mut done: BTreeSet<&Module> = BTreeSet::new();
        let mut cycles = Vec::new();
        for (module, reached) in &reach {
            if done.contains(module) {
                continue;
            }
            let cycle: Vec<&Module> =
                reached.iter().copied().filter(|other| reach[other].contains(module)).collect();
            done.extend(&cycle);
            if cycle.len() > MOST_FILES {
                cycles
                    .push(cycle.iter().map(|module| self.modules[*module].path.clone()).collect());
            }
        }
        cycles
    }
}

/// All modules on the way from one, itself only if a way leads back.
fn reached<'a>(
    start: &'a Module,
    uses: &'a BTreeMap<&'a Module, BTreeSet<Module>>,
) -> BTreeSet<&'a Module> {
    let (mut found, mut open) = (BTreeSet::new(), vec![start]);
    while let Some(next) = open.pop() {
        open.extend(uses.get(next).into_iter().flatten().filter(|used| found.insert(*used)));
    }
    found
}

impl File {
    fn read(module: &Module, path: String, code: &str, known: &BTreeSet<Module>) -> File {
        let mut file = File { path, imports: BTreeMap::new(), named: BTreeSet::new() };
        // Imports first: they say what the first word of a path means.
        let mut code = code;
        let mut others = String::new();
        while let Some((before, import)) = split_import(code) {
            others.push_str(before);
            let (tree, after) = import.split_once(';').unwrap_or((import, ""));
            for (segments, name) in flattened(tree.trim()) {
                if let Some(target) = absolute(module, &segments, &file.imports, known) {
                    file.named.insert(target.clone());
                    if name != "*" && name != "_" {
                        file.imports.insert(name, target);
                    }
                }
            }
            code = after;
        }
        others.push_str(code);
        for segments in paths(&others) {
            file.named.extend(absolute(module, &segments, &file.imports, known));
        }
        file
    }
}

/// What is before the next `use`, and what is after it.
fn split_import(code: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(found) = code[from..].find("use ") {
        let start = from + found;
        let before = code[..start].trim_end();
        let begins = before.is_empty()
            || before.ends_with([';', '{', '}', ')', ']'])
            || before.ends_with("pub");
        if begins && code[..start].chars().next_back().is_none_or(char::is_whitespace) {
            return Some((&code[..start], &code[start + 4..]));
        }
        from = start + 4;
    }
    None
}

/// The paths of an import's tree, each with the name it has afterwards.
fn flattened(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    if let Some((head, group)) = tree.split_once('{') {
        let head: Vec<String> = segments_of(head);
        let group = group.trim_end().trim_end_matches('}');
        let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
        for (position, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    parts.push(&group[start..position]);
                    start = position + 1;
                }
                _ => {}
            }
        }
        parts.push(&group[start..]);
        let parts = parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(flattened);
        return parts
            .map(|(rest, name)| {
                let is_self = rest == ["self"];
                let name = if is_self { head.last().cloned().unwrap_or(name) } else { name };
                let rest = if is_self { Vec::new() } else { rest };
                (head.iter().cloned().chain(rest).collect(), name)
            })
            .collect();
    }
    let (path, alias) =
        tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name)));
    let segments = segments_of(path);
    let last = segments.last().cloned().unwrap_or_default();
    vec![(segments, alias.map_or(last, |name| name.trim().to_owned()))]
}

fn segments_of(path: &str) -> Vec<String> {
    path.split("::").map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// The paths with `::` in code that is no import.
fn paths(code: &str) -> Vec<Vec<String>> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let pieces = code.split(|letter: char| !is_part(letter));
    pieces
        .filter(|piece| piece.contains("::"))
        .map(segments_of)
        .filter(|path| path.len() > 1)
        .collect()
}

/// A path from the crate's root; none if it leads out of the crate.
fn absolute(
    module: &Module,
    path: &[String],
    imports: &BTreeMap<String, Module>,
    known: &BTreeSet<Module>,
) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    let mut base = match first.as_str() {
        "crate" => Vec::new(),
        "self" => module.clone(),
        "super" => module.split_last()?.1.to_vec(),
        name => {
            let child: Module = module.iter().cloned().chain([name.to_owned()]).collect();
            match imports.get(name) {
                Some(target) => target.clone(),
                None if known.contains(&child) => child,
                None => return None,
            }
        }
    };
    for word in rest {
        match word.as_str() {
            "super" => base.pop().map(drop)?,
            word => base.push(word.to_owned()),
        }
    }
    Some(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(files: &[(&str, &str)]) -> Vec<String> {
        let source =
            |(path, text): &(&str, &str)| Source::new(format!("crates/a/b/src/{path}"), *text);
        let sources: Vec<Source> = files.iter().map(source).collect();
        violations(&sources).into_iter().map(|violation| violation.found).collect()
    }

    #[test]
    fn a_pair_is_allowed_and_three_are_not() {
        let pair = [
            ("lib.rs", "mod a;\nmod b;\n"),
            ("a.rs", "use crate::b::B;\npub struct A;\n"),
            ("b.rs", "use super::a::A;\npub struct B;\n"),
        ];
        assert_eq!(cycles(&pair), [""; 0]);
        let three = [
            ("lib.rs", "mod a; mod b; mod c;\npub use a::A;\n"),
            ("a.rs", "fn f() { crate::b::g() }\npub struct A;\n"),
            ("b.rs", "use crate::{c::{self, h}};\npub fn g() { c::h() }\n"),
            ("c.rs", "use super::A;\npub fn h() {}\n"),
        ];
        assert_eq!(cycles(&three), ["3 files: a.rs, b.rs, c.rs"]);
    }

    #[test]
    fn a_reexport_is_no_use_and_tests_do_not_count() {
        let files = [
            ("lib.rs", "mod a; mod b;\npub use a::A;\npub use b::B;\n"),
            ("a.rs", "use crate::B;\npub struct A;\n"),
            ("b.rs", "pub struct B;\n#[cfg(test)]\nmod tests { use crate::A; }\n"),
        ];
        assert_eq!(cycles(&files), [""; 0]);
    }

    #[test]
    fn parts_that_lean_on_what_holds_them() {
        let files = [
            ("lib.rs", "mod a;\n"),
            ("a.rs", "mod p;\nmod q;\nuse p::P;\npub struct A;\nfn f() { q::g() }\n"),
            ("a/p.rs", "use super::A;\npub struct P;\n"),
            ("a/q.rs", "use super::{A as B, p};\npub fn g() { p::P }\n"),
        ];
        assert_eq!(cycles(&files), ["3 files: a.rs, a/p.rs, a/q.rs"]);
    }
}
