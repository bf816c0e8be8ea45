//! What generalisation asks of an engine: questions of induction relative to ψ.
//!
//! For FSIS, ψ is Π ∧ χ; for IC3, a frame. The procedures `down`, `up` and `mic` know no more.

use buttress_prop::{Clause, Cube, Lit};

/// Answers questions about clauses over latches, relative to some ψ that does not change meanwhile.
pub trait Relative {
    /// Why a question was left unanswered.
    type Stop;

    /// θ ⇒ clause?
    fn initiation(&self, clause: &[Lit]) -> bool;

    /// ψ ∧ premise ∧ ρ ⇒ conclusion′?
    fn entailment(
        &mut self,
        premise: &Clause,
        conclusion: &[Lit],
    ) -> Result<Entailment, Self::Stop>;

    /// ψ ∧ clause ∧ ρ ⇒ clause′? If so, the evidence is an inductive subclause.
    ///
    /// The core d of the answer satisfies ψ ∧ clause ∧ ρ ⇒ d′. As d ⊑ clause, d implies the clause, so
    /// ψ ∧ d ∧ ρ ⇒ d′ as well; the same holds for every clause between d and `clause`. One literal
    /// is put back when initiation needs it.
    fn consecution(&mut self, clause: &Clause) -> Result<Consecution, Self::Stop> {
        Ok(match self.entailment(clause, clause)? {
            Entailment::Fails(predecessor) => Consecution::Fails(predecessor),
            Entailment::Holds(mut core) => {
                if !self.initiation(&core) {
                    core.extend(clause.iter().find(|&&lit| self.initiation(&[lit])));
                }
                Consecution::Holds(Clause::new(core))
            }
        })
    }
}

/// Does a clause follow after one step?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entailment {
    /// Yes, and these literals of the conclusion suffice.
    Holds(Vec<Lit>),
    /// No: this state satisfies the hypotheses, and a successor of it violates the conclusion.
    /// Latches that do not matter may be left out.
    Fails(Cube),
}

/// Does a clause survive every step taken from ψ?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Consecution {
    /// Yes, and so does this subclause, for which initiation holds if it holds for the clause.
    Holds(Clause),
    /// No: this state satisfies ψ and the clause, and a successor of it violates the clause.
    Fails(Cube),
}
