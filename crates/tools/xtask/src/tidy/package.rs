//! What a published crate includes when it is compiled lies in its package.
//!
//! `[workspace.package] include` names the folders of a package; a text that is included from elsewhere would be missing at the
//! registry, where nobody looks before the upload.

use super::source::Source;
use super::violation::Violation;

/// The folders of a package, as `[workspace.package] include` has them.
const FOLDERS: [&str; 2] = ["src", "assets"];
const MACROS: [&str; 3] = ["include_str!", "include_bytes!", "include!"];

/// Finds texts that are included from outside of the package.
pub fn violations(sources: &[Source]) -> Vec<Violation> {
    let own = sources.iter().filter(|source| {
        source.crate_name().is_some_and(|name| !name.starts_with("tools/")) && source.is_rust()
    });
    own.flat_map(outside).collect()
}

fn outside(source: &Source) -> Vec<Violation> {
    let mut found = Vec::new();
    for (number, code) in source.shipped_code() {
        let line = source.text.lines().nth(number - 1).unwrap_or_default();
        let is_included = MACROS.iter().any(|name| code.contains(name));
        let Some(path) = line.split('"').nth(1).filter(|_| is_included) else { continue };
        if !is_packaged(&source.path, path) {
            let rule = "what a crate includes lies in its package";
            found.push(Violation { place: source.place(number), rule, found: path.to_owned() });
        }
    }
    found
}

/// Does a path, seen from a file, lead into a folder of the file's own package?
fn is_packaged(file: &str, path: &str) -> bool {
    // `crates/DOMAIN/NAME`, then folders, then the file's own name.
    let mut folders: Vec<&str> = file.split('/').skip(3).collect();
    folders.pop();
    for part in path.split('/') {
        match part {
            ".." if folders.pop().is_none() => return false,
            ".." | "." => {}
            name => folders.push(name),
        }
    }
    folders.first().is_some_and(|first| FOLDERS.contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_included_from_the_package_alone() {
        let include = |path: &str| {
            let text = format!("const A: &str = include_str!(\"{path}\");");
            violations(&[Source::new("crates/product/report/src/page/style.rs", text)]).len()
        };
        assert_eq!(include("a.css"), 0);
        assert_eq!(include("../../assets/a.css"), 0);
        assert_eq!(include("../../tests/a.css"), 1);
        assert_eq!(include("../../../present/src/a.css"), 1);
        assert_eq!(include("../../../../../README.md"), 1);
    }
}
