//! The files of `packaging`, with their placeholders filled: `@VERSION@`, `@REPOSITORY@`, and `@SHA256:archive@` for each archive.
//!
//! Invariant: nothing is invented. A file whose placeholders cannot all be filled is not made, and that is said.

use std::fs;
use std::path::Path;

use crate::metadata;

/// The templates.
const FILES: [&str; 2] = ["Dockerfile", "buttress.rb"];

/// Fills the templates into the folder of what is shipped.
pub fn fill(
    root: &Path,
    shipped: &Path,
    version: &str,
    digests: &[(String, String)],
) -> Result<(), String> {
    let workspace = metadata::of_workspace(root, &["--no-deps"])?;
    let mut packages = metadata::published(&workspace);
    let repository = packages.find_map(|package| package["repository"].as_str());
    let mut values = vec![("@VERSION@".to_owned(), version.to_owned())];
    values.extend(repository.map(|address| ("@REPOSITORY@".to_owned(), address.to_owned())));
    for (name, digest) in digests {
        // Templates name archives without the version.
        let name = name.replace(&format!("-{version}-"), "-");
        values.push((format!("@SHA256:{name}@"), digest.clone()));
    }
    for name in FILES {
        match filled(&read(&root.join("packaging").join(name))?, &values) {
            Ok(text) => {
                let path = shipped.join(name);
                fs::write(&path, text).map_err(|it| format!("{}: {it}", path.display()))?;
            }
            Err(open) => println!("SKIPPED: nothing is known for {open}: no {name} is made"),
        }
    }
    Ok(())
}

/// The text with values for its placeholders, or the first placeholder that has none.
fn filled(template: &str, values: &[(String, String)]) -> Result<String, String> {
    let mut text = template.to_owned();
    for (name, value) in values {
        text = text.replace(name, value);
    }
    let is_name = |part: &&str| {
        let name = part.split(':').next().unwrap_or_default();
        ["VERSION", "REPOSITORY", "SHA256"].contains(&name)
    };
    match text.split('@').find(is_name) {
        Some(open) => Err(format!("@{open}@")),
        None => Ok(text),
    }
}

/// Reads a text.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn what_is_not_known_is_not_made_up() {
        let known = values(&[("@VERSION@", "1.0.0")]);
        assert_eq!(filled("v@VERSION@", &known).unwrap(), "v1.0.0");
        assert_eq!(filled("@REPOSITORY@/v@VERSION@", &known), Err("@REPOSITORY@".to_owned()));
        assert_eq!(filled("\"@SHA256:a.tar.gz@\"", &known), Err("@SHA256:a.tar.gz@".to_owned()));
    }

    #[test]
    fn every_template_is_filled_by_what_a_release_knows() {
        let packaging = crate::root().join("packaging");
        let known = values(&[
            ("@VERSION@", "1.0.0"),
            ("@REPOSITORY@", "https://example.org/buttress"),
            ("@SHA256:buttress-src.tar.gz@", "ff"),
        ]);
        for name in FILES {
            filled(&read(&packaging.join(name)).unwrap(), &known).unwrap();
        }
    }
}
