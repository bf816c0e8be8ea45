//! CONSEQUENCE: a minimal subclause that a formula still implies.
//!
//! Entailment is monotone in the literals of a clause, so this is MINIMAL over "α ⇒ clause".
//! Source: thesis, Figure 3.6, Proposition 3.3.2.

use buttress_prop::{Clause, Lit};

use crate::minimal::minimal;

/// A minimal consequence of α among the subclauses of `clause`, given that α ⇒ clause.
///
/// `entails` answers whether α implies the disjunction of some literals, and if so which of them
/// it needs. The empty clause is the answer when α is contradictory.
pub fn consequence<E>(
    clause: &[Lit],
    mut entails: impl FnMut(&[Lit]) -> Result<Option<Vec<Lit>>, E>,
) -> Result<Clause, E> {
    if clause.is_empty() || entails(&[])?.is_some() {
        return Ok(Clause::default());
    }
    minimal(clause, entails).map(Clause::new)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
    }

    #[test]
    fn of_a_contradiction_it_is_the_empty_clause() {
        let found = consequence(&lits(&[1, 2]), |asked| Ok::<_, Infallible>(Some(asked.to_vec())));
        assert_eq!(found.unwrap(), Clause::default());
    }

    #[test]
    fn only_the_needed_literals_stay() {
        // α is 2 ∨ −5.
        let needed = lits(&[2, -5]);
        let found = consequence(&lits(&[1, 2, 3, 4, -5]), |asked| {
            let holds = needed.iter().all(|lit| asked.contains(lit));
            Ok::<_, Infallible>(holds.then(|| asked.to_vec()))
        });
        assert_eq!(found.unwrap(), Clause::new(needed.iter().copied()));
    }
}
