//! What a shipped program is made of: every package that is linked into it, with its licence and where it came from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::build::PROGRAMS;
use super::template;

/// A package at a version.
#[derive(Clone, Debug)]
pub struct Component {
    pub name: String,
    pub version: String,
    /// The expression of its licence.
    pub licence: String,
    /// Where its sources are now.
    pub folder: PathBuf,
    /// The digest by which the lock file knows it; none for our own.
    pub checksum: Option<String>,
    /// What it uses, as places in the list.
    pub uses: Vec<usize>,
}

impl Component {
    /// Is it from this repository?
    pub fn is_own(&self) -> bool {
        self.checksum.is_none()
    }
}

/// The packages by name and version.
pub struct Components(pub Vec<Component>);

impl Components {
    /// All that our programs are linked from, for the platform that the metadata was asked for.
    pub fn of(metadata: &Value, root: &Path) -> Result<Components, String> {
        let lock = template::read(&root.join("Cargo.lock"))?;
        let checksums = checksums(&lock);
        let reached = reached(metadata);
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut found: Vec<(String, Component)> = Vec::new();
        for package in list(&metadata["packages"]) {
            let id = word(&package["id"]);
            if !reached.contains_key(&id) {
                continue;
            }
            let (name, version) = (word(&package["name"]), word(&package["version"]));
            let folder = PathBuf::from(word(&package["manifest_path"]));
            let folder = folder.parent().unwrap_or(root).to_owned();
            let licence = word(&package["license"]);
            if licence.is_empty() {
                return Err(format!("{name} {version} names no licence"));
            }
            let checksum = checksums.get(&(name.clone(), version.clone())).cloned();
            let uses = Vec::new();
            found.push((id, Component { name, version, licence, folder, checksum, uses }));
        }
        found.sort_by(|(_, one), (_, other)| {
            (&one.name, &one.version).cmp(&(&other.name, &other.version))
        });
        let place = |id: &String| found.iter().position(|(other, _)| other == id);
        let uses: Vec<Vec<usize>> = found
            .iter()
            .map(|(id, _)| {
                let places: BTreeSet<usize> = reached[id].iter().filter_map(place).collect();
                places.into_iter().collect()
            })
            .collect();
        let with_uses = |((_, component), uses)| Component { uses, ..component };
        Ok(Components(found.into_iter().zip(uses).map(with_uses).collect()))
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Every package that our programs reach, with what it uses itself; tests and build scripts are not linked.
fn reached(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let mut uses: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let linked = list(&node["deps"])
            .filter(|used| list(&used["dep_kinds"]).any(|kind| kind["kind"].is_null()));
        let linked = linked.filter_map(|used| used["pkg"].as_str().map(str::to_owned));
        uses.insert(node["id"].as_str().unwrap_or_default(), linked.collect());
    }
    let is_program = |package: &&Value| {
        package["source"].is_null() && PROGRAMS.iter().any(|(name, _)| package["name"] == *name)
    };
    let programs = list(&metadata["packages"]).filter(is_program);
    let mut open: Vec<String> =
        programs.filter_map(|package| package["id"].as_str().map(str::to_owned)).collect();
    let mut reached = BTreeMap::new();
    while let Some(id) = open.pop() {
        let used = uses.get(id.as_str()).cloned().unwrap_or_default();
        open.extend(used.iter().filter(|used| !reached.contains_key(*used)).cloned());
        reached.insert(id, used);
    }
    reached
}

/// The digests of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let field = |name: &str| {
            let value =
                package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""));
            value.and_then(|value| value.strip_suffix('"')).map(str::to_owned)
        };
        if let (Some(name), Some(version), Some(checksum)) =
            (field("name"), field("version"), field("checksum"))
        {
            found.insert((name, version), checksum);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_linked_is_found_and_what_only_tests_use_is_not() {
        let normal = json!([{"kind": null}]);
        let metadata = json!({
            "packages": [{"id": "b", "name": "buttress", "source": null}, {"id": "s", "name": "serde"},
                {"id": "t", "name": "trycmd"}],
            "resolve": {"nodes": [{"id": "b", "deps": [{"pkg": "s", "dep_kinds": normal},
                {"pkg": "t", "dep_kinds": [{"kind": "dev"}]}]}, {"id": "s", "deps": []}]}});
        let reached = reached(&metadata);
        assert_eq!(reached.keys().collect::<Vec<_>>(), ["b", "s"]);
        assert_eq!(reached["b"].iter().collect::<Vec<_>>(), ["s"]);
    }

    #[test]
    fn checksums_are_read_from_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"ff\"\n\n[[package]]\nname = \"own\"\nversion = \"0.1.0\"\n";
        let found = checksums(lock);
        assert_eq!(found.len(), 1);
        assert_eq!(found[&("a".to_owned(), "1.0.0".to_owned())], "ff");
    }
}
