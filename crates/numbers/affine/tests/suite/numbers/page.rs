//! The runs that `docs/thesis/9-numbers.md` tells of: which states are sampled may change with the
//! solver, so the page's own sequences are checked, line by line.

use super::system::System;

/// The blocks of the page that are marked as text.
fn blocks() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/thesis/9-numbers.md");
    let page = std::fs::read_to_string(path).expect("the page is part of the repository");
    let blocks = page.split("```text\n").skip(1);
    blocks.filter_map(|block| Some(block.split_once("```")?.0.to_owned())).collect()
}

/// Each line excludes a state that the lines before allow, and all lines so far are inductive; in the end
/// they prove the property, if there is one.
fn check_sequence(system: &str, sequence: &str, parameters: &[&str], is_proof: bool) {
    let mut system = System::read(system.trim_start_matches("(set-logic HORN)"));
    let declared: Vec<String> = parameters.iter().map(|name| format!("({name} Int)")).collect();
    let declared = declared.join(" ");
    let mut facts = String::new();
    for line in sequence.lines() {
        let rest = line.strip_prefix("excludes (").expect("a state");
        let (state, fact) = rest.split_once("): ").expect("a fact");
        let values: Vec<String> = parameters
            .iter()
            .zip(state.split(", "))
            .map(|(name, value)| match value.strip_prefix('-') {
                Some(number) => format!("(= {name} (- {number}))"),
                None => format!("(= {name} {value})"),
            })
            .collect();
        let mut define = |formula: &str| {
            system.interpretation(&format!("(define-fun P ({declared}) Bool {formula})"))
        };
        let before = define(&format!("(and true {facts})"));
        let here = define(&format!("(and {})", values.join(" ")));
        let nothing = define(&format!("(not {fact})"));
        facts.push_str(fact);
        let after = define(&format!("(and true {facts})"));
        assert!(system.implies(&here, &before), "{line}: the facts before allow the state");
        assert!(system.implies(&here, &nothing), "{line}: the fact excludes the state");
        system.assert_valid(&after, false);
    }
    let all =
        system.interpretation(&format!("(define-fun P ({declared}) Bool (and true {facts}))"));
    system.assert_valid(&all, is_proof);
}

#[test]
fn sequences_of_facts_are_inductive_and_exclude_their_states() {
    let blocks = blocks();
    let systems: Vec<usize> =
        (0..blocks.len()).filter(|place| blocks[*place].starts_with("(set-logic")).collect();
    let &[simple, sqrt] = systems.as_slice() else { panic!("two systems") };
    check_sequence(&blocks[simple], &blocks[simple + 1], &["j", "k"], false);
    check_sequence(&blocks[sqrt], &blocks[sqrt + 1], &["u", "w", "x", "z"], true);
}
