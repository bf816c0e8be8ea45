//! The failed-clause cache: clauses known to have no inductive subclause.
//!
//! A subclause of a failed clause fails too. Failure is relative to one ψ: a stronger ψ may make
//! the same clause inductive, so the cache lives no longer than its ψ.

use buttress_prop::Clause;

/// Clauses without inductive subclauses, relative to one ψ. Invariant: none contains another.
#[derive(Clone, Debug, Default)]
pub struct FailedClauses {
    clauses: Vec<(Signature, Clause)>,
}

/// A set of variables modulo 64: ⊑ implies ⊆ of signatures, a quick refusal.
type Signature = u64;

fn signature(clause: &Clause) -> Signature {
    clause.iter().fold(0, |signature, lit| signature | 1 << (lit.code() % 64))
}

impl FailedClauses {
    /// Nothing has failed yet.
    pub fn new() -> FailedClauses {
        FailedClauses::default()
    }

    /// Records that `clause` has no inductive subclause.
    pub fn insert(&mut self, clause: Clause) {
        if self.covers(&clause) {
            return;
        }
        self.clauses.retain(|(_, other)| !other.is_subclause_of(&clause));
        self.clauses.push((signature(&clause), clause));
    }

    /// Is `clause` a subclause of one that failed? Then it has no inductive subclause either.
    pub fn covers(&self, clause: &Clause) -> bool {
        let wanted = signature(clause);
        let mut failed = self.clauses.iter();
        failed.any(|(signature, other)| wanted & !signature == 0 && clause.is_subclause_of(other))
    }

    /// Forgets everything, because ψ has changed.
    pub fn clear(&mut self) {
        self.clauses.clear();
    }
}

#[cfg(test)]
mod tests {
    use buttress_prop::Lit;

    use super::*;

    fn clause(numbers: &[i32]) -> Clause {
        numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
    }

    #[test]
    fn subclauses_of_failed_clauses_fail() {
        let mut failed = FailedClauses::new();
        failed.insert(clause(&[1, -2]));
        failed.insert(clause(&[1, -2, 3]));
        assert_eq!(failed.clauses.len(), 1);
        assert!(failed.covers(&clause(&[-2, 3])));
        assert!(!failed.covers(&clause(&[2, 3])));
        assert!(!failed.covers(&clause(&[1, -2, 3, 4])));
        // Variables 1 and 33 share a place in the signature.
        assert!(!failed.covers(&clause(&[33])));
        failed.clear();
        assert!(!failed.covers(&clause(&[1])));
    }
}
