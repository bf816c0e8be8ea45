//! `cargo xtask publish`: every crate that others can depend on, in the order in which they depend on each other.
//!
//! Cargo orders and packages; this chore says what it may leave out, and counts.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::metadata::{self, cargo};

const USAGE: &str = "\
usage: cargo xtask publish [--dry-run [--verify]]

Uploads every published crate to the registry, each after those that it uses.

  --dry-run   only make the packages: seconds, and without the network if the dependencies are at hand
  --verify    and build each from what is in its package, as the registry will have it: minutes
";

/// What a crate says of itself in the registry.
const DESCRIBING_FIELDS: [&str; 4] = ["description", "license", "keywords", "categories"];

/// Runs the chore.
pub fn run(root: &Path, options: &[&str]) -> Result<bool, String> {
    let workspace = metadata::of_workspace(root, &["--no-deps"])?;
    let silent = silences(&workspace);
    if !silent.is_empty() {
        println!("{}", silent.join("\n"));
        return Ok(false);
    }
    let arguments: Vec<&str> = match options {
        [] => vec!["publish", "--locked", "--workspace"],
        ["--dry-run", "--verify"] | ["--verify", "--dry-run"] => {
            vec!["publish", "--locked", "--workspace", "--dry-run", "--allow-dirty"]
        }
        ["--dry-run"] => {
            let mut arguments =
                vec!["package", "--locked", "--workspace", "--no-verify", "--allow-dirty"];
            arguments.extend(metadata::private(&workspace).flat_map(|name| ["--exclude", name]));
            arguments
        }
        _ => return Err(USAGE.to_owned()),
    };
    let expected = metadata::published(&workspace).count();
    let offline = [arguments.as_slice(), &["--offline"]].concat();
    // Whoever verifies or uploads asks the registry what it has.
    let (is_done, said) = match options {
        ["--dry-run"] => match cargo_output(root, &offline)? {
            (true, said) => (true, said),
            (false, _) => cargo_output(root, &arguments)?,
        },
        _ => cargo_output(root, &arguments)?,
    };
    let packages = packages(&said);
    println!("{}", packages.join("\n"));
    if !is_done || packages.len() != expected {
        println!("{said}\nfailed: {} of {expected} crates are packaged", packages.len());
        return Ok(false);
    }
    println!("publish: {expected} crates, each after those that it uses");
    Ok(true)
}

/// Runs cargo: did it succeed, and what did it say?
fn cargo_output(root: &Path, arguments: &[&str]) -> Result<(bool, String), String> {
    let output = Command::new(cargo()).args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    Ok((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Published crates that do not say what they are.
fn silences(workspace: &Value) -> Vec<String> {
    let mut silent = Vec::new();
    for package in metadata::published(workspace) {
        for field in DESCRIBING_FIELDS {
            let value = &package[field];
            if value.is_null() || value.as_array().is_some_and(Vec::is_empty) {
                silent.push(format!("{} has no {field}", package["name"]));
            }
        }
    }
    silent
}

/// The packages that were made, with their sizes, in order: cargo says each name, and then what is in it.
fn packages(said: &str) -> Vec<String> {
    let mut packages = Vec::new();
    let mut name = None;
    for line in said.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("Packaging ") {
            name = rest.split(' ').next();
        } else if let Some(size) = line.strip_prefix("Packaged ") {
            packages.extend(name.take().map(|name| format!("{name}: {size}")));
        }
    }
    packages
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn packages_are_told_in_the_order_in_which_they_are_made() {
        let said = "warning: ignoring test `a`\n   Packaging a v0.1.0 (a)\n    Updating index\n    \
            Packaged 6 files, 13.9KiB (4.9KiB compressed)\n   Packaging b v0.1.0 (b)\nerror: no";
        assert_eq!(packages(said), ["a: 6 files, 13.9KiB (4.9KiB compressed)"]);
    }

    #[test]
    fn a_published_crate_says_what_it_is_and_a_private_one_need_not() {
        let workspace = json!({"packages": [
            {"name": "chores", "publish": [], "source": null},
            {"name": "a", "publish": null, "source": null, "description": "it", "license": "MIT",
                "keywords": ["proof"], "categories": []},
        ]});
        assert_eq!(silences(&workspace), ["\"a\" has no categories"]);
        assert_eq!(metadata::private(&workspace).collect::<Vec<_>>(), ["chores"]);
    }
}
