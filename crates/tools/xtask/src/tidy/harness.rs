//! A crate is compiled a second time for the tests inside of it only where there are some.
//!
//! `test = false` in a manifest saves that time where all tests of a crate stand in its `tests`; a test that is written beside the code later on
//! would never run, and nobody would be told.

use super::source::Source;
use super::violation::Violation;

/// Finds libraries that are built as tests for nothing, and tests that are not built.
pub fn violations(sources: &[Source]) -> Vec<Violation> {
    let manifests = sources.iter().filter(|source| source.path.ends_with("/Cargo.toml"));
    manifests.filter_map(|manifest| violation(manifest, sources)).collect()
}

fn violation(manifest: &Source, sources: &[Source]) -> Option<Violation> {
    let name = manifest.crate_name()?;
    let of_library = section(&manifest.text, "[lib]")?;
    let is_built = !of_library.lines().any(|line| line.trim() == "test = false");
    let mut own = sources.iter().filter(|source| source.crate_name() == Some(name));
    let inside = format!("crates/{name}/src/");
    let first = own.find(|source| {
        source.path.starts_with(&inside) && !source.is_program() && source.has_tests()
    });
    let (rule, found) = match (is_built, first) {
        (true, None) => ("a library without tests inside says `test = false`", "[lib]".to_owned()),
        (false, Some(source)) => ("a test inside of a library is built", source.path.clone()),
        _ => return None,
    };
    Some(Violation { place: manifest.path.clone(), rule, found })
}

/// The lines below a heading of a manifest.
fn section<'t>(text: &'t str, heading: &str) -> Option<&'t str> {
    let (_, below) = text.split_once(heading)?;
    Some(below.split("\n[").next().unwrap_or(below))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(manifest: &str, code: &str) -> Vec<&'static str> {
        let manifest = Source::new("crates/base/prop/Cargo.toml", manifest);
        let code = Source::new("crates/base/prop/src/lit.rs", code);
        violations(&[manifest, code]).iter().map(|violation| violation.rule).collect()
    }

    #[test]
    fn libraries_are_built_as_tests_where_they_hold_some() {
        let (built, not_built) = ("[lib]\ndoctest = false\n", "[lib]\ntest = false\n\n[lints]\n");
        let test = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {}\n}\n";
        assert_eq!(found(built, test), [] as [&str; 0]);
        assert_eq!(found(not_built, "fn one() {}"), [] as [&str; 0]);
        assert_eq!(found(not_built, test), ["a test inside of a library is built"]);
        assert_eq!(
            found(built, "// #[test]"),
            ["a library without tests inside says `test = false`"]
        );
        assert_eq!(found("[[bin]]\ntest = false\n", test), [] as [&str; 0]);
    }
}
