//! Carrying clauses forward; a frame that loses all its clauses closes the proof.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Clause, Cube};

use crate::frames::{Lemma, Premise};
use crate::{Consecution, Ic3};

impl Ic3 {
    /// Moves each clause to the last frame where it holds. Answers an inductive set of clauses if
    /// two frames have become equal.
    pub(crate) fn propagate(&mut self, budget: &Budget) -> Result<Option<Vec<Clause>>, Exhausted> {
        self.refresh_solver();
        for frame in 1..self.last() {
            let lemmas: Vec<Cube> =
                self.frames[frame].lemmas.iter().map(|lemma| lemma.cube.clone()).collect();
            for cube in lemmas {
                // An earlier clause of this round may have replaced it.
                if !self.frames[frame].lemmas.iter().any(|lemma| lemma.cube == cube) {
                    continue;
                }
                // F_frame ∧ C ∧ ρ ∧ cube′
                if let Consecution::Blocked(smaller) =
                    self.relative(Premise::Frame(frame), &cube, None, budget)?
                {
                    self.add_lemma(frame + 1, smaller);
                }
            }
            if self.frames[frame].lemmas.is_empty() {
                return Ok(Some(self.inductive_set(frame + 1)));
            }
        }
        self.graduate(budget)?;
        Ok(None)
    }

    /// Moves clauses of the last frame into F∞ when they are inductive relative to it and ¬bad.
    fn graduate(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let last = self.last();
        let lemmas: Vec<Cube> =
            self.frames[last].lemmas.iter().map(|lemma: &Lemma| lemma.cube.clone()).collect();
        for cube in lemmas {
            // F∞ ∧ ¬bad ∧ ¬cube ∧ C ∧ ρ ∧ cube′
            if let Consecution::Blocked(smaller) =
                self.consecution(Premise::Forever, &cube, budget)?
            {
                self.add_invariant(smaller);
            }
        }
        Ok(())
    }

    fn inductive_set(&self, frame: usize) -> Vec<Clause> {
        let later = self.frames[frame..].iter().flat_map(|frame| &frame.lemmas);
        later.chain(&self.invariants).map(|lemma| lemma.cube.negation()).collect()
    }
}
