//! Facts about the crate graph, computed from `cargo metadata`.
//!
//! Only normal and build dependencies count: what a test leans on does not ship.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::violation::Violation;
use crate::metadata;

/// The level of every room. A crate uses crates of lower levels only.
const LEVELS: [(&str, u32); 43] = [
    ("base/strengthen", 0),
    ("base/prop", 0),
    ("base/budget", 0),
    ("base/numeric", 0),
    ("base/logic", 1),
    ("base/sat", 1),
    ("hardware/aig", 1),
    ("hardware/circuit", 2),
    ("hardware/reduce", 3),
    ("hardware/clausal", 3),
    ("hardware/unroll", 3),
    ("hardware/ic3", 4),
    ("hardware/backward", 4),
    ("hardware/certify", 4),
    ("hardware/interpolate", 5),
    ("formulas/arrays", 2),
    ("formulas/theory", 4),
    ("formulas/decide", 5),
    ("formulas/interpolant", 7),
    ("formulas/optimum", 7),
    ("numbers/horn", 2),
    ("numbers/reduce", 3),
    ("numbers/project", 6),
    ("numbers/affine", 7),
    ("numbers/conjecture", 7),
    ("numbers/reach", 7),
    ("input/formats", 3),
    ("programs/pi", 3),
    ("programs/run", 4),
    ("programs/annotate", 8),
    ("programs/certify", 6),
    ("numbers/certify", 8),
    ("evidence/certificate", 3),
    ("evidence/checker", 4),
    // Knows bytes and names only, none of the proofs that workers exchange.
    ("fleet/exchange", 0),
    ("product/present", 9),
    ("product/session", 10),
    // Knows documents as JSON only, none of what they are made from.
    ("product/report", 0),
    ("product/lsp", 11),
    ("fleet/dispatch", 11),
    ("product/cli", 12),
    // The test kit lies below the session, so that every engine's tests can use it.
    ("tools/testkit", 4),
    ("tools/xtask", 13),
];

/// What the checker may reach: the language of evidence and of input, never an engine.
const CHECKER_MAY_REACH: [&str; 10] = [
    "base/prop",
    "base/budget",
    "base/numeric",
    "base/logic",
    "hardware/circuit",
    "numbers/horn",
    "input/formats",
    "programs/pi",
    "evidence/certificate",
    "evidence/checker",
];

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
        Graph::from_metadata(&metadata::of_workspace(root, &[])?)
    }

    fn from_metadata(metadata: &Value) -> Result<Graph, String> {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let members: BTreeSet<String> =
            list(&metadata["workspace_members"]).iter().map(&word).collect();
        let mut names = BTreeMap::new();
        let mut own = BTreeSet::new();
        for package in list(&metadata["packages"]) {
            let (id, name) = (word(&package["id"]), word(&package["name"]));
            let is_own = members.contains(&id);
            let name = if is_own {
                room_of(&word(&package["manifest_path"])).unwrap_or(name)
            } else {
                format!("{name} (from outside)")
            };
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
        for reached in self.reach("evidence/checker") {
            if self.own.contains(&reached) && !CHECKER_MAY_REACH.contains(&reached.as_str()) {
                let rule = "the checker reaches no engine and no solver";
                report("evidence/checker", rule, format!("it reaches {reached}"));
            }
        }
        for used in self.uses_of("base/strengthen") {
            report("base/strengthen", "it depends on nothing", format!("it uses {used}"));
        }
        for used in self.uses_of("formulas/arrays").filter(|used| *used != "base/logic") {
            report("formulas/arrays", "it depends on logic alone", format!("it uses {used}"));
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

/// The room's name: `base/sat` of `…/crates/base/sat/Cargo.toml`.
fn room_of(manifest: &str) -> Option<String> {
    let (_, inside) = manifest.rsplit_once("/crates/")?;
    inside.strip_suffix("/Cargo.toml").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
        let lines = "base/prop:\nbase/sat: base/prop\nhardware/circuit: base/prop\nbase/strengthen:\n\
            evidence/certificate: hardware/circuit\nevidence/checker: evidence/certificate\n\
            hardware/clausal: base/strengthen base/sat hardware/circuit serde";
        assert_eq!(broken(lines), [""; 0]);
    }

    #[test]
    fn the_checker_may_not_reach_a_solver_even_indirectly() {
        let lines = "base/prop:\nbase/sat: base/prop\nevidence/certificate: base/sat\nevidence/checker: evidence/certificate";
        assert_eq!(
            broken(lines),
            [
                "crate evidence/checker: the checker reaches no engine and no solver (it reaches base/sat)"
            ]
        );
    }

    #[test]
    fn strengthen_and_arrays_are_narrow() {
        assert_eq!(broken("base/strengthen: serde").len(), 1);
        assert_eq!(
            broken("base/logic:\nbase/prop:\nformulas/arrays: base/logic base/prop").len(),
            1
        );
    }

    #[test]
    fn levels_only_go_down_and_every_crate_has_one() {
        assert_eq!(broken("base/prop: base/sat\nbase/sat:").len(), 1);
        assert_eq!(
            broken("novelty:"),
            ["crate novelty: every crate has a level (xtask, tidy, LEVELS) (it has none)"]
        );
    }

    #[test]
    fn metadata_is_read_and_dev_dependencies_are_left_out() {
        let metadata = json!({"workspace_members":["a 1"],
            "packages":[{"id":"a 1","name":"buttress-sat","manifest_path":"/x/crates/base/sat/Cargo.toml"},{"id":"b 1","name":"rand"},
                {"id":"c 1","name":"proptest"}],
            "resolve":{"nodes":[{"id":"a 1","deps":[
                {"pkg":"b 1","dep_kinds":[{"kind": null}]},
                {"pkg":"c 1","dep_kinds":[{"kind":"dev"}]}]}]}});
        let graph = Graph::from_metadata(&metadata).unwrap();
        assert_eq!(graph.crates(), ["base/sat"]);
        assert_eq!(graph.uses["base/sat"].iter().collect::<Vec<_>>(), ["rand (from outside)"]);
        assert!(Graph::from_metadata(&json!({})).is_err());
    }
}
