//! Datatypes and arrays miss no instance of their axioms.

use buttress_budget::Exhausted;
use buttress_theory::arrays::Arrays;
use buttress_theory::datatypes::Datatypes;
use buttress_theory::{Lemmas, Theory};

use crate::full_assignment::{FinalCheck, FullAssignment, Response};

/// The theories of axioms, and the lemmas that they have asked for.
#[derive(Default)]
pub(crate) struct Axioms {
    lemmas: Lemmas,
}

impl Axioms {
    /// Why a theory gave up at the last full assignment, if one did.
    pub(crate) fn gave_up(&self) -> Option<&'static str> {
        self.lemmas.gave_up
    }
}

impl FinalCheck for Axioms {
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        let FullAssignment { known, terms, .. } = assignment;
        self.lemmas.gave_up = None;
        Datatypes.check(terms, &known.graph, &mut self.lemmas);
        Arrays.check(terms, &known.graph, &mut self.lemmas);
        for lemma in std::mem::take(&mut self.lemmas.due) {
            known.give_lemma(terms, lemma);
        }
        for (formula, preference) in std::mem::take(&mut self.lemmas.splits) {
            let lit = known.literal(terms, formula);
            known.atoms.prefer(lit, preference);
        }
        Ok(Response::Agreed)
    }
}
