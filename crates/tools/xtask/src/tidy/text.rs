//! Facts about single files.
//!
//! The words that are sought stand here in pieces or in strings, so that this file keeps its
//! own rules.

use std::collections::BTreeMap;

use super::source::{Source, has_word};
use super::violation::Violation;

/// Crates that own arguments and terminals; all others are silent libraries.
const FRONT: [&str; 2] = ["product/cli", "tools/xtask"];

/// Libraries that read or write streams and files; all others, the engines among them, do
/// no IO at all.
const WITH_IO: [&str; 8] = [
    "input/formats",
    "programs/pi",
    "evidence/certificate",
    "evidence/checker",
    "fleet/exchange",
    "product/session",
    "product/lsp",
    "tools/testkit",
];

/// The longest file.
const MOST_LINES: usize = 500;

/// How names of bounds begin.
const BOUND_NAMES: [&str; 7] =
    ["MOST_", "LARGEST_", "LONGEST_", "HIGHEST_", "WIDEST_", "DEEPEST_", "MAX_"];

/// Error enums beside a crate's first, with the reason.
const FURTHER_ERRORS: [(&str, &str); 1] = [
    // Says what is wrong with evidence, which is a finding about a trace and not about input.
    ("hardware/circuit", "TraceError"),
];

/// What a crate may not take from another, because it is to have its own: the crate, the other one,
/// and names of that.
const OWN: [(&str, &str, &[&str]); 2] = [
    ("evidence/checker", "buttress_pi", &["PathCache", "basic_paths", "basic_paths_within"]),
    (
        "evidence/checker",
        "buttress_logic",
        &[
            "Cardinality",
            "EvaluateError",
            "Evaluator",
            "Interpretation",
            "Model",
            "Value",
            "ValueKind",
            "Values",
            "evaluate",
            "substitute",
        ],
    ),
];

/// Methods that a crate may not call, for the same reason.
const OWN_METHODS: [(&str, &[&str]); 1] =
    [("evidence/checker", &["cardinality", "substitute_known"])];

/// Checks every file.
pub fn violations(sources: &[Source]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for source in sources {
        machine_paths(source, &mut violations);
        if source.is_rust() {
            opening(source, &mut violations);
            length(source, &mut violations);
            leftovers(source, &mut violations);
            silence(source, &mut violations);
            unsafety(source, &mut violations);
            unwraps(source, &mut violations);
            independence(source, &mut violations);
            bounds(source, &mut violations);
        }
        if source.path.ends_with("Cargo.toml") && source.path.contains('/') {
            lints(source, &mut violations);
        }
    }
    error_enums(sources, &mut violations);
    violations
}

/// Crates that the architecture page does not speak of.
pub fn unmentioned(crates: &[String], architecture: Option<&Source>) -> Vec<Violation> {
    let text = architecture.map_or("", |source| source.text.as_str());
    let silent = crates.iter().filter(|name| !text.contains(&format!("`{name}`")));
    let violation = |name: &String| Violation {
        place: "ARCHITECTURE.md:1".to_owned(),
        rule: "the page names every crate",
        found: format!("`{name}` is missing"),
    };
    silent.map(violation).collect()
}

fn report(
    violations: &mut Vec<Violation>,
    source: &Source,
    line: usize,
    rule: &'static str,
    found: impl Into<String>,
) {
    violations.push(Violation { place: source.place(line), rule, found: found.into() });
}

fn opening(source: &Source, violations: &mut Vec<Violation>) {
    if !source.text.starts_with("//!") {
        let first = source.text.lines().next().unwrap_or("nothing");
        report(violations, source, 1, "every file opens with //!", first);
    }
}

fn length(source: &Source, violations: &mut Vec<Violation>) {
    let lines = source.text.lines().count();
    if lines > MOST_LINES {
        let found = format!("{lines} lines");
        report(violations, source, lines, "no file of over 500 lines", found);
    }
}

fn leftovers(source: &Source, violations: &mut Vec<Violation>) {
    let in_code = ["todo!", "unimplemented!", "dbg!", "#[ignore", "dead_code", "allow(unused"];
    // What is unused without a feature is no left-over: with the feature the compiler looks.
    let is_kept = |line: &&str| !line.starts_with("#![cfg_attr(not(feature = ");
    for (index, line) in source.code.lines().enumerate().filter(|(_, line)| is_kept(line)) {
        for word in in_code.iter().filter(|word| has_word(line, word)) {
            report(violations, source, index + 1, "no left-overs", *word);
        }
    }
    let in_text = [concat!("FIX", "ME"), concat!("XX", "X")];
    for (index, line) in source.text.lines().enumerate() {
        for word in in_text.iter().filter(|word| has_word(line, word)) {
            report(violations, source, index + 1, "no left-overs", *word);
        }
    }
}

fn silence(source: &Source, violations: &mut Vec<Violation>) {
    let Some(name) = source.crate_name() else { return };
    if FRONT.contains(&name) || source.is_program() {
        return;
    }
    let printing = ["print!", "println!", "eprint!", "eprintln!"];
    let io = ["io", "fs", "net", "process", "env"];
    // A grouped import may stretch over lines; `group` holds while one is open.
    let mut group = false;
    for (line, code) in source.shipped_code() {
        for word in printing.iter().filter(|word| has_word(code, word)) {
            report(violations, source, line, "libraries do not print", *word);
        }
        if WITH_IO.contains(&name) {
            continue;
        }
        group |= code.contains("use std::{");
        for word in io {
            let path = format!("std::{word}");
            let imported = group && has_word(code, word);
            if imported || has_word(code, &path) {
                report(violations, source, line, "engines do no IO", path);
            }
        }
        group &= !code.contains(';');
    }
}

fn unsafety(source: &Source, violations: &mut Vec<Violation>) {
    let lines: Vec<&str> = source.text.lines().collect();
    for (index, code) in source.code.lines().enumerate() {
        if !has_word(code, "unsafe") {
            continue;
        }
        let is_allocator = source.path.ends_with("budget/src/memory.rs");
        if !is_allocator {
            report(violations, source, index + 1, "unsafe only in the allocator", code.trim());
            continue;
        }
        let above = index.checked_sub(1).and_then(|above| lines.get(above)).unwrap_or(&"");
        let here = lines.get(index).unwrap_or(&"");
        if !above.trim_start().starts_with("//") && !here.contains("//") {
            report(violations, source, index + 1, "unsafe gives its reason", code.trim());
        }
    }
}

fn unwraps(source: &Source, violations: &mut Vec<Violation>) {
    if source.crate_name().is_none_or(|name| FRONT.contains(&name)) || source.is_program() {
        return;
    }
    for (line, code) in source.shipped_code().filter(|(_, code)| code.contains(".unwrap()")) {
        let rule = "no unwrap outside tests; expect() states why it cannot fail";
        report(violations, source, line, rule, code.trim());
    }
}

/// A crate that is to judge others does not borrow their judgement.
fn independence(source: &Source, violations: &mut Vec<Violation>) {
    const RULE: &str = "the checker has its own";
    let Some(name) = source.crate_name() else { return };
    for (_, methods) in OWN_METHODS.iter().filter(|(own, _)| *own == name) {
        for (line, code) in source.shipped_code() {
            for method in methods.iter().filter(|method| has_word(code, method)) {
                report(violations, source, line, RULE, *method);
            }
        }
    }
    for (_, other, names) in OWN.iter().filter(|(own, ..)| *own == name) {
        // A list of imports may go over several lines; it ends with the statement.
        let mut is_import = false;
        for (line, code) in source.shipped_code() {
            is_import |= has_word(code, other);
            for taken in names.iter().filter(|taken| is_import && has_word(code, taken)) {
                report(violations, source, line, RULE, *taken);
            }
            is_import &= !code.contains(';');
        }
    }
}

/// Bounds of libraries stand together, so that whoever asks what is bounded finds one page.
fn bounds(source: &Source, violations: &mut Vec<Violation>) {
    const RULE: &str = "bounds stand in limits.rs";
    let is_library = source.crate_name().is_some_and(|name| !name.starts_with("tools/"));
    if !is_library || source.path.ends_with("/limits.rs") {
        return;
    }
    for (line, code) in source.shipped_code() {
        let Some((_, rest)) = code.split_once("const ") else { continue };
        let Some((name, _)) = rest.split_once(": ") else { continue };
        let is_bound = BOUND_NAMES.iter().any(|part| name.starts_with(part));
        if is_bound || name.ends_with("_EFFORT") {
            report(violations, source, line, RULE, name);
        }
    }
}

fn machine_paths(source: &Source, violations: &mut Vec<Violation>) {
    for (index, line) in source.text.lines().enumerate() {
        for folder in ["work", "farm", "root", "home", "tmp"] {
            let path = format!("/{folder}/");
            let absolute = line.match_indices(&path).any(|(start, _)| {
                let before = line[..start].chars().next_back();
                let after = line[start + path.len()..].chars().next();
                !before.is_some_and(|c| c.is_alphanumeric() || "._-/{".contains(c))
                    && after.is_some_and(|c| c.is_alphanumeric() || c == '.')
            });
            if absolute {
                report(violations, source, index + 1, "no path of one machine", path);
            }
        }
    }
}

fn lints(source: &Source, violations: &mut Vec<Violation>) {
    if !source.text.contains("[lints]\nworkspace = true") {
        report(violations, source, 1, "every crate takes the workspace's lints", "it does not");
    }
}

fn error_enums(sources: &[Source], violations: &mut Vec<Violation>) {
    let mut seen: BTreeMap<&str, String> = BTreeMap::new();
    for source in sources {
        let Some(name) = source.crate_name().filter(|_| source.is_rust()) else { continue };
        for (line, code) in source.shipped_code() {
            let Some(rest) = code.trim_start().strip_prefix("pub enum ") else { continue };
            let found: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            if !found.ends_with("Error") || FURTHER_ERRORS.contains(&(name, &found)) {
                continue;
            }
            if let Some(first) = seen.insert(name, found.clone()) {
                let found = format!("{found} beside {first}");
                report(violations, source, line, "one error enum in each crate", found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places and rules that a file of this path and text breaks.
    fn broken(path: &str, text: &str) -> Vec<String> {
        let found = violations(&[Source::new(path, text)]);
        found.into_iter().map(|v| format!("{}: {}", v.place, v.rule)).collect()
    }

    #[test]
    fn a_good_file_breaks_nothing() {
        let text = "//! Good.\n// Printing with println! is for others.\nfn f() -> u8 { 3 }\n";
        assert_eq!(broken("crates/hardware/ic3/src/lib.rs", text), [""; 0]);
    }

    #[test]
    fn openings_and_lengths() {
        assert_eq!(
            broken("crates/tools/xtask/src/a.rs", "fn f() {}\n"),
            ["crates/tools/xtask/src/a.rs:1: every file opens with //!"]
        );
        let long = format!("//! Long.\n{}", "\n".repeat(500));
        assert_eq!(
            broken("crates/tools/xtask/src/a.rs", &long),
            ["crates/tools/xtask/src/a.rs:501: no file of over 500 lines"]
        );
    }

    #[test]
    fn leftovers_are_found_in_code_and_not_in_strings() {
        let text = "//! A.\nfn f() { todo!() }\nfn g() -> &str { \"dbg!\" }\n#[ignore]\n#[allow(dead_code)]\n";
        let rule = "no left-overs";
        let expected = [2, 4, 5].map(|line| format!("crates/base/sat/src/a.rs:{line}: {rule}"));
        assert_eq!(broken("crates/base/sat/src/a.rs", text), expected);
        let note = format!("//! A.\n// {}: later\n", concat!("FIX", "ME"));
        assert_eq!(broken("crates/base/sat/src/a.rs", &note).len(), 1);
    }

    #[test]
    fn the_checker_makes_its_own_conditions() {
        let text = "//! A.\nuse buttress_pi::paths::basic_paths;\n#[cfg(test)]\nmod tests { use buttress_pi::paths::basic_paths; }\n";
        let rule = "the checker has its own";
        assert_eq!(
            broken("crates/evidence/checker/src/a.rs", text),
            [format!("crates/evidence/checker/src/a.rs:2: {rule}")]
        );
        assert_eq!(broken("crates/product/session/src/a.rs", text), [""; 0]);
    }

    #[test]
    fn libraries_are_silent_and_engines_do_no_io() {
        let text = "//! A.\nuse std::{\n    fmt, io,\n};\nfn f() { println!(); }\n\
            #[cfg(test)]\nmod tests { fn g() { eprintln!() } }\nuse std::fs::File;\n";
        assert_eq!(
            broken("crates/hardware/ic3/src/a.rs", text),
            [
                "crates/hardware/ic3/src/a.rs:3: engines do no IO",
                "crates/hardware/ic3/src/a.rs:5: libraries do not print",
                "crates/hardware/ic3/src/a.rs:8: engines do no IO",
            ]
        );
        assert_eq!(
            broken("crates/product/session/src/a.rs", text),
            ["crates/product/session/src/a.rs:5: libraries do not print"]
        );
        assert_eq!(broken("crates/product/cli/src/a.rs", text), [""; 0]);
    }

    #[test]
    fn unsafe_stays_in_the_allocator_with_a_reason() {
        let text = "//! A.\n// The index is below the length.\nfn f() { unsafe { g() } }\n\n\
            fn h() { unsafe { g() } }\n";
        assert_eq!(
            broken("crates/base/budget/src/memory.rs", text),
            ["crates/base/budget/src/memory.rs:5: unsafe gives its reason"]
        );
        assert_eq!(broken("crates/hardware/ic3/src/a.rs", text).len(), 2);
    }

    #[test]
    fn unwrap_is_for_tests() {
        let text = "//! A.\nfn f() { g().unwrap(); h().expect(\"x\"); }\n";
        assert_eq!(broken("crates/input/formats/src/a.rs", text).len(), 1);
        assert_eq!(broken("crates/input/formats/tests/a.rs", text).len(), 0);
    }

    #[test]
    fn bounds_stand_together() {
        let text = "//! A.\n/// So many.\nconst MOST_PARTS: usize = 3;\n\
            #[cfg(test)]\nmod tests { const MOST_ROUNDS: usize = 4; }\n";
        assert_eq!(
            broken("crates/base/sat/src/a.rs", text),
            ["crates/base/sat/src/a.rs:3: bounds stand in limits.rs"]
        );
        assert_eq!(broken("crates/base/sat/src/limits.rs", text), [""; 0]);
        assert_eq!(broken("crates/tools/xtask/src/a.rs", text), [""; 0]);
    }

    #[test]
    fn paths_of_one_machine_are_found_in_any_text() {
        let folder = |name: &str| format!("see /{name}/main/a.md\n");
        assert_eq!(broken("docs/a.md", &folder("work")), ["docs/a.md:1: no path of one machine"]);
        assert_eq!(broken("docs/a.md", &folder("root")).len(), 1);
        assert_eq!(broken("docs/a.md", "see ../work/main and crates/work/a\n").len(), 0);
    }

    #[test]
    fn crates_take_the_lints_and_have_one_error() {
        assert_eq!(broken("crates/base/a/Cargo.toml", "[package]\n").len(), 1);
        assert_eq!(broken("crates/base/a/Cargo.toml", "[lints]\nworkspace = true\n").len(), 0);
        let text = "//! A.\npub enum ReadError {}\npub enum WriteError {}\n";
        assert_eq!(
            broken("crates/base/a/src/lib.rs", text),
            ["crates/base/a/src/lib.rs:3: one error enum in each crate"]
        );
        let trace = "//! A.\npub enum CircuitError {}\npub enum TraceError {}\n";
        assert_eq!(broken("crates/hardware/circuit/src/lib.rs", trace).len(), 0);
    }

    #[test]
    fn the_architecture_names_every_crate() {
        let page = Source::new("ARCHITECTURE.md", "`sat` is here.");
        let crates = ["sat".to_owned(), "ic3".to_owned()];
        let missing = unmentioned(&crates, Some(&page));
        assert_eq!(missing.len(), 1);
        assert!(missing[0].found.contains("ic3"));
        assert_eq!(unmentioned(&crates, None).len(), 2);
    }
}
