//! The replay of an LRAT proof by hint-directed unit propagation.
//!
//! A step is accepted when its clause has the RUP property along its hints: assume every
//! literal of the clause false; each hint is then a clause all of whose literals are false but
//! one, which becomes true; the last hint has only false literals. Nothing else is accepted,
//! so each step follows from the clauses before it.
//!
//! Invariant: between steps no variable has a value. A step costs time in its own literals and
//! those of its hints, and allocates nothing.

use buttress_certificate::Lrat;

use crate::ProofFlaw;
use crate::formula::Formula;

/// Why a proof does not refute a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LratFlaw {
    /// The proof does not end in the empty clause.
    Unfinished,
    /// The step at this position does not hold.
    Step(usize, ProofFlaw),
}

/// The values of the variables of a formula, reused from proof to proof.
#[derive(Default)]
pub struct Propagation {
    /// By variable: 1 true, −1 false, 0 open.
    values: Vec<i8>,
    /// The variables that have a value.
    trail: Vec<usize>,
}

/// What a clause says under the values so far.
enum Status {
    Satisfied,
    Open,
    Unit(i32),
    Conflict,
}

impl Propagation {
    /// Does `proof` refute `formula`?
    pub fn refute(&mut self, formula: &Formula, proof: &Lrat) -> Result<(), LratFlaw> {
        self.values.resize(formula.variables() + 1, 0);
        let mut last_id = formula.len();
        let mut is_refuted = false;
        for index in 0..proof.len() {
            let fails = |flaw| LratFlaw::Step(index, flaw);
            if is_refuted {
                return Err(fails(ProofFlaw::AfterEmpty));
            }
            let step = proof.step(index);
            if step.id <= last_id {
                return Err(fails(ProofFlaw::Id(last_id)));
            }
            last_id = step.id;
            let followed = self.follow(formula, proof, index);
            for variable in self.trail.drain(..) {
                self.values[variable] = 0;
            }
            followed.map_err(fails)?;
            is_refuted = step.literals.is_empty();
        }
        if is_refuted { Ok(()) } else { Err(LratFlaw::Unfinished) }
    }

    /// Does the clause of step `index` follow along its hints?
    fn follow(&mut self, formula: &Formula, proof: &Lrat, index: usize) -> Result<(), ProofFlaw> {
        let step = proof.step(index);
        for &literal in step.literals {
            // The range is checked here once, before the clause can be a hint of a later step.
            if literal == 0 || literal.unsigned_abs() as usize > formula.variables() {
                return Err(ProofFlaw::Literal(literal));
            }
            match self.value(literal) {
                0 => self.assign(-literal),
                1 => return Err(ProofFlaw::Tautology(literal)),
                _ => {}
            }
        }
        for (position, &hint) in step.hints.iter().enumerate() {
            let clause = match formula.clause(hint) {
                Some(clause) => clause,
                None => earlier(proof, index, hint).ok_or(ProofFlaw::NoClause(hint))?,
            };
            match self.status(clause) {
                Status::Unit(literal) => self.assign(literal),
                Status::Satisfied => return Err(ProofFlaw::Satisfied(hint)),
                Status::Open => return Err(ProofFlaw::NotUnit(hint)),
                Status::Conflict => {
                    return match step.hints.get(position + 1) {
                        Some(&extra) => Err(ProofFlaw::AfterConflict(extra)),
                        None => Ok(()),
                    };
                }
            }
        }
        Err(ProofFlaw::NoConflict)
    }

    fn status(&self, clause: &[i32]) -> Status {
        let mut unit = None;
        for &literal in clause {
            match self.value(literal) {
                1 => return Status::Satisfied,
                0 => match unit {
                    // A clause may repeat a literal: an and-gate may read one signal twice.
                    Some(other) if other != literal => return Status::Open,
                    _ => unit = Some(literal),
                },
                _ => {}
            }
        }
        unit.map_or(Status::Conflict, Status::Unit)
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    fn assign(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = if literal < 0 { -1 } else { 1 };
        self.trail.push(variable);
    }
}

/// The clause with this id among the steps before `index`. Their ids are known to increase.
fn earlier(proof: &Lrat, index: usize, id: u32) -> Option<&[i32]> {
    let ids = &proof.ids()[..index];
    // Ids mostly count one by one, so that the position can be computed; it is only a guess.
    let guess = id.checked_sub(*ids.first()?)? as usize;
    let position = match ids.get(guess) {
        Some(&found) if found == id => guess,
        _ => ids.binary_search(&id).ok()?,
    };
    Some(proof.step(position).literals)
}
