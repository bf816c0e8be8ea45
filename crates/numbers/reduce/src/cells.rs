//! Arrays seen at single cells: from a system over arrays to one over numbers.
//!
//! An interpretation of the form P(x̄, a) = ∀k. Q(x̄, k, a[k]) is looked for, or, at two cells of every
//! array, ∀k ≤ l. Q(x̄, k, a[k], l, a[l]). Then Q has scalars alone for arguments:
//!
//! ```text
//! P(x̄, a) ∧ φ → H(t̄, b)     becomes     Q(x̄, i₁, a[i₁]) ∧ … ∧ Q(x̄, iₙ, a[iₙ]) ∧ φ′ → Q′(t̄, k, b[k])
//! ```
//!
//! where k is new and a premise is taken at those indices where the clause reads its arrays. A read of a
//! store is a case split, and what is left are reads of variables, which become variables themselves,
//! equal at equal indices. An equation between arrays speaks of the indices in question alone, its negation of a
//! new index.
//!
//! Of a value of a datatype it is seen which constructor made it, and its scalar fields; of arrays of arrays nothing.
//!
//! Premises at other indices, and what equations say there, are left out. So whatever is valid here is valid
//! there, and *safe* is mapped back by [`Cells::interpretation`]; *unsafe* says nothing. It is the
//! cell abstraction of Monniaux and Gonnord (SAS 2016), with the indices chosen by the clause.

mod clause;
mod layout;
mod observation;
mod scalar;
mod structures;
mod view;

use buttress_horn::{Horn, Interpretation, PredicateId};
use buttress_logic::Terms;

pub use structures::{Structures, has_structures};
pub use view::View;

use layout::Layout;

/// A system without arrays.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The system. A predicate has the scalars of the predicate before, then indices and cells.
    pub horn: Horn,
    /// The predicates before.
    layouts: Vec<Layout>,
}

impl Cells {
    /// The system over cells; none if something is said of arrays that cells cannot say, or if it would
    /// be too large.
    pub fn of(terms: &mut Terms, horn: &Horn, view: View) -> Option<Cells> {
        let mut small = Horn::default();
        let mut layouts = Vec::new();
        for predicate in &horn.predicates {
            let layout = Layout::of(terms, predicate, view)?;
            small.predicates.push(layout.predicate.clone());
            layouts.push(layout);
        }
        for clause in &horn.clauses {
            let clause = clause::abstracted(terms, clause, &layouts)?;
            small.add_clause(clause);
        }
        Some(Cells { horn: small, layouts })
    }

    /// An interpretation that makes every clause of the system before valid, from one that makes every clause
    /// of this one valid.
    pub fn interpretation(&self, terms: &mut Terms, small: &Interpretation) -> Interpretation {
        let numbered = self.layouts.iter().enumerate();
        let formulas = numbered.map(|(number, layout)| {
            let formula = small.of(PredicateId(number as u32));
            layout.quantified(terms, formula)
        });
        Interpretation::new(formulas.collect())
    }
}
