//! The slow twin of the LRAT replay: the same rule over sets of literals.

use std::collections::{BTreeSet, HashMap};

use buttress_certificate::Lrat;

/// Does the proof refute the clauses?
pub fn refutes(clauses: &[Vec<i32>], proof: &Lrat) -> bool {
    let variables = clauses.iter().flatten().map(|lit| lit.abs()).max().unwrap_or(0);
    let mut known: HashMap<u32, Vec<i32>> = clauses
        .iter()
        .enumerate()
        .map(|(index, clause)| (index as u32 + 1, clause.clone()))
        .collect();
    let mut last = clauses.len() as u32;
    for (index, step) in proof.iter().enumerate() {
        let is_last = index + 1 == proof.len();
        let in_range = step.literals.iter().all(|lit| lit.abs() <= variables);
        if step.id <= last || step.literals.is_empty() != is_last || !in_range {
            return false;
        }
        last = step.id;
        if !follows(&known, step.literals, step.hints) {
            return false;
        }
        known.insert(step.id, step.literals.to_vec());
    }
    !proof.is_empty()
}

fn follows(known: &HashMap<u32, Vec<i32>>, lemma: &[i32], hints: &[u32]) -> bool {
    let mut facts: BTreeSet<i32> = lemma.iter().map(|lit| -lit).collect();
    if facts.iter().any(|fact| facts.contains(&-fact)) {
        return false;
    }
    for (position, hint) in hints.iter().enumerate() {
        let Some(clause) = known.get(hint) else { return false };
        if clause.iter().any(|lit| facts.contains(lit)) {
            return false;
        }
        let open: BTreeSet<i32> =
            clause.iter().copied().filter(|lit| !facts.contains(&-lit)).collect();
        match open.len() {
            0 => return position + 1 == hints.len(),
            1 => facts.extend(open),
            _ => return false,
        }
    }
    false
}
