//! Facts about the crate graph, computed from `cargo metadata`.
//!
//! Only normal and build dependencies count: what a test leans on does not ship.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::Violation;

/// The level of every room. A crate uses crates of lower levels only.
const LEVELS: [(&str, u32); 30] = [
    ("strengthen", 0),
    ("prop", 0),
    ("budget", 0),
    ("numeric", 0),
    ("logic", 1),
    ("sat", 1),
    ("system", 2),
    ("arrays", 2),
    ("theory", 4),
    ("formats", 3),
    ("pi", 3),
    ("certificate", 3),
    ("reduce", 3),
    ("decide", 5),
    ("clausal", 3),
    ("unroll", 3),
    ("project", 6),
    ("affine", 7),
    ("conjecture", 7),
    ("reach", 7),
    ("ic3", 4),
    ("checker", 4),
    ("certify", 4),
    ("annotate", 8),
    ("session", 9),
    ("cli", 10),
    ("lsp", 10),
    ("web", 10),
    // The test kit lies below the session, so that every engine's tests can use it.
    ("testkit", 4),
    ("xtask", 11),
];

/// What the checker may reach: the language of evidence and of input, never an engine.
const CHECKER_MAY_REACH: [&str; 9] =
    ["prop", "budget", "numeric", "logic", "system", "formats", "pi", "certificate", "checker"];

/// Who uses whom.
pub struct Graph {
    /// Every package with the packages it uses; the project's own by their short names.
    uses: BTreeMap<String, BTreeSet<String>>,
    /// The project's own crates.
    own: BTreeSet<String>,
}

impl Graph {
    /// Asks cargo about the workspace.
    pub fn of_workspace(root: &Path) -> Result<Graph, String> {
        // Without the network if the lock file's packages are at hand, else with it.
        let metadata = metadata(root, true).or_else(|_| metadata(root, false))?;
        Graph::from_metadata(&metadata)
    }

    fn from_metadata(text: &str) -> Result<Graph, String> {
        let metadata: Value = serde_json::from_str(text)
            .map_err(|error| format!("cargo metadata is not JSON: {error}"))?;
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let members: BTreeSet<String> =
            list(&metadata["workspace_members"]).iter().map(&word).collect();
        let mut names = BTreeMap::new();
        let mut own = BTreeSet::new();
        for package in list(&metadata["packages"]) {
            let (id, name) = (word(&package["id"]), word(&package["name"]));
            let is_own = members.contains(&id);
            let name = if is_own { short_name(&name) } else { format!("{name} (from outside)") };
            if is_own {
                own.insert(name.clone());
            }
            names.insert(id, name);
        }
        let name = |id: String| names.get(&id).cloned().unwrap_or(id);
        let mut uses = BTreeMap::new();
        for node in list(&metadata["resolve"]["nodes"]) {
            let shipped = |dependency: &Value| {
                list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"] != "dev")
            };
            let used = list(&node["deps"]).into_iter().filter(shipped);
            let used: BTreeSet<String> = used.map(|used| name(word(&used["pkg"]))).collect();
            uses.insert(name(word(&node["id"])), used);
        }
        if own.is_empty() {
            return Err("cargo metadata names no workspace members".to_owned());
        }
        Ok(Graph { uses, own })
    }

    /// The project's own crates.
    pub fn crates(&self) -> Vec<String> {
        self.own.iter().cloned().collect()
    }

    /// Checks the facts.
    pub fn violations(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        let mut report = |name: &str, rule: &'static str, found: String| {
            violations.push(Violation { place: format!("crate {name}"), rule, found });
        };
        for reached in self.reach("checker") {
            if self.own.contains(&reached) && !CHECKER_MAY_REACH.contains(&reached.as_str()) {
                let rule = "the checker reaches no engine and no solver";
                report("checker", rule, format!("it reaches {reached}"));
            }
        }
        for used in self.uses_of("strengthen") {
            report("strengthen", "it depends on nothing", format!("it uses {used}"));
        }
        for used in self.uses_of("arrays").filter(|used| *used != "logic") {
            report("arrays", "it depends on logic alone", format!("it uses {used}"));
        }
        for name in &self.own {
            let Some(level) = level(name) else {
                let rule = "every crate has a level (xtask, tidy, LEVELS)";
                report(name, rule, "it has none".to_owned());
                continue;
            };
            for used in self.uses_of(name) {
                if self::level(used).is_some_and(|other| other >= level) {
                    let rule = "a crate uses crates of lower levels only";
                    report(name, rule, format!("it uses {used}"));
                }
            }
        }
        violations
    }

    fn uses_of(&self, name: &str) -> impl Iterator<Item = &String> {
        self.uses.get(name).into_iter().flatten()
    }

    /// All that `name` uses, directly or not.
    fn reach(&self, name: &str) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut open = vec![name.to_owned()];
        while let Some(next) = open.pop() {
            for used in self.uses_of(&next) {
                if reached.insert(used.clone()) {
                    open.push(used.clone());
                }
            }
        }
        reached
    }
}

fn level(name: &str) -> Option<u32> {
    LEVELS.iter().find(|(other, _)| *other == name).map(|&(_, level)| level)
}

/// The room's name: `sat` of `buttress-sat`; the program itself lives in `cli`.
fn short_name(package: &str) -> String {
    match package {
        "buttress" => "cli".to_owned(),
        _ => package.strip_prefix("buttress-").unwrap_or(package).to_owned(),
    }
}

fn metadata(root: &Path, offline: bool) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1"]).current_dir(root);
    if offline {
        command.arg("--offline");
    }
    let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("cargo metadata failed: {message}"));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph written as `user: used used` lines; a word not among the users is from outside.
    fn graph(lines: &str) -> Graph {
        let mut uses = BTreeMap::new();
        for line in lines.lines() {
            let (user, used) = line.split_once(':').unwrap();
            let used = used.split_whitespace().map(str::to_owned).collect();
            uses.insert(user.trim().to_owned(), used);
        }
        let own = uses.keys().cloned().collect();
        Graph { uses, own }
    }

    fn broken(lines: &str) -> Vec<String> {
        graph(lines).violations().iter().map(Violation::to_string).collect()
    }

    #[test]
    fn a_sound_graph_is_sound() {
        let lines = "prop:\nsat: prop\nsystem: prop\nstrengthen:\ncertificate: system\n\
            checker: certificate\nclausal: strengthen sat system serde";
        assert_eq!(broken(lines), [""; 0]);
    }

    #[test]
    fn the_checker_may_not_reach_a_solver_even_indirectly() {
        let lines = "prop:\nsat: prop\ncertificate: sat\nchecker: certificate";
        assert_eq!(
            broken(lines),
            ["crate checker: the checker reaches no engine and no solver (it reaches sat)"]
        );
    }

    #[test]
    fn strengthen_and_arrays_are_narrow() {
        assert_eq!(broken("strengthen: serde").len(), 1);
        assert_eq!(broken("logic:\nprop:\narrays: logic prop").len(), 1);
    }

    #[test]
    fn levels_only_go_down_and_every_crate_has_one() {
        assert_eq!(broken("prop: system\nsystem:").len(), 1);
        assert_eq!(
            broken("novelty:"),
            ["crate novelty: every crate has a level (xtask, tidy, LEVELS) (it has none)"]
        );
    }

    #[test]
    fn metadata_is_read_and_dev_dependencies_are_left_out() {
        let text = r#"{"workspace_members":["a 1"],
            "packages":[{"id":"a 1","name":"buttress-sat"},{"id":"b 1","name":"rand"},
                {"id":"c 1","name":"proptest"}],
            "resolve":{"nodes":[{"id":"a 1","deps":[
                {"pkg":"b 1","dep_kinds":[{"kind":null}]},
                {"pkg":"c 1","dep_kinds":[{"kind":"dev"}]}]}]}}"#;
        let graph = Graph::from_metadata(text).unwrap();
        assert_eq!(graph.crates(), ["sat"]);
        assert_eq!(graph.uses["sat"].iter().collect::<Vec<_>>(), ["rand (from outside)"]);
        assert!(Graph::from_metadata("{}").is_err());
    }
}
