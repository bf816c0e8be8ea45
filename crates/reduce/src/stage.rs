//! A circuit on its way from the user's to the reduced one, with what leads back.

use buttress_prop::{Clause, IndexVec, Lit, Var};
use buttress_system::Circuit;

use crate::origin::{Origin, Origins, clause_back};
use crate::rebuild::{Substitution, rebuild};

/// The circuit so far and its relation to the user's.
pub(crate) struct Stage {
    /// The circuit so far.
    pub(crate) circuit: Circuit,
    /// What each of its variables is in the user's circuit.
    pub(crate) origins: Origins,
    /// What each variable of the user's circuit is here; none if nothing reads it.
    pub(crate) map: IndexVec<Var, Option<Lit>>,
    /// Clauses over the user's circuit and `first`; inductive together; they justify `map`.
    pub(crate) facts: Vec<Clause>,
    /// The pseudo variable that is true in the first pair alone.
    pub(crate) first: Var,
}

impl Stage {
    /// Replaces variables by equal signals. `facts` over the circuit so far must be inductive
    /// in it and imply the equalities.
    pub(crate) fn apply(&mut self, substitution: &Substitution, facts: &[Clause]) {
        for fact in facts {
            self.facts.extend(clause_back(&self.origins, self.first, fact));
        }
        let rebuilt = rebuild(&self.circuit, substitution);
        let mut origins = IndexVec::filled(None, rebuilt.circuit.vars());
        for (origin, image) in self.origins.iter().zip(rebuilt.map.iter()) {
            if let Some(lit) = *image
                && origins[lit.var()].is_none()
            {
                origins[lit.var()] = origin.of_var(lit);
            }
        }
        self.origins = complete(origins);
        for image in self.map.iter_mut() {
            *image = image
                .and_then(|lit| rebuilt.map[lit.var()].map(|new| new.negate_if(lit.is_negative())));
        }
        self.circuit = rebuilt.circuit;
    }
}

/// Every variable has an origin: hashing makes a gate only in place of an older signal.
pub(crate) fn complete(origins: IndexVec<Var, Option<Origin>>) -> Origins {
    origins.iter().map(|origin| origin.expect("each signal was made from one before")).collect()
}
