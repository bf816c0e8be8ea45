//! Refutations, one after the other, each of one clause of the system.

use buttress_certificate::horn::variable;
use buttress_formats::smtlib::Script;
use buttress_horn::Clause;
use buttress_logic::{Term, Terms};

use super::HornRejection;
use super::read::Line;
use crate::smt::read::replay_lines;
use crate::smt::text::strange;
use crate::smt::verify::Verifier;
use crate::smt::{SmtRejection, TextFlaw};

/// What a proof shows of its clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// It is valid.
    Valid,
    /// It decreases a ranking.
    Decreasing,
}

/// The proofs that are still to come.
pub struct Proofs<'t, 'e, 'a> {
    rest: &'e [Line<'a>],
    verifier: Verifier<'t>,
    /// No function of the file is in scope, so none can be taken for a variable.
    script: Script,
    /// The clauses of the proofs so far.
    count: usize,
}

impl<'t, 'e, 'a> Proofs<'t, 'e, 'a> {
    /// Proofs over the sorts that a script knows.
    pub fn new(terms: &'t mut Terms, sorts: &Script, lines: &'e [Line<'a>]) -> Proofs<'t, 'e, 'a> {
        let verifier = Verifier::new(terms, std::iter::empty());
        Proofs { rest: lines, verifier, script: sorts.clone(), count: 0 }
    }

    /// The terms of the proofs.
    pub fn terms(&mut self) -> &mut Terms {
        self.verifier.terms
    }

    /// Replays the next proof, which must refute these formulas over the variables of a clause.
    pub fn refute(
        &mut self,
        goal: Goal,
        number: usize,
        clause: &Clause,
        inputs: Vec<Term>,
    ) -> Result<(), HornRejection> {
        let lines = self.next(goal, number)?;
        let names = clause.variables.iter().enumerate();
        let scope = names.map(|(place, term)| (variable(place), *term)).collect();
        self.verifier.restart(inputs.into_iter());
        let lines = lines.iter().cloned();
        let unsat = replay_lines(lines, &mut self.script, &scope, &mut self.verifier)
            .map_err(|rejection| rejected(goal, number, rejection))?;
        self.count += unsat.axioms + unsat.derived;
        Ok(())
    }

    /// The lines of the next proof after its first, which must say that it is of this clause.
    fn next(&mut self, goal: Goal, clause: usize) -> Result<&'e [Line<'a>], HornRejection> {
        let Some(((line, first), rest)) = self.rest.split_first() else {
            return Err(match goal {
                Goal::Valid => HornRejection::NoProof { clause },
                Goal::Decreasing => HornRejection::NoDecrease { clause },
            });
        };
        let mut words = first.clone();
        let [p, name, version] = [(); 3].map(|()| words.word());
        let read = if (p, name, version) == (b"p", b"buttress-smt-proof", b"1") {
            words.number("the number of a clause").and_then(|found| {
                words.finish()?;
                if found == clause {
                    Ok(())
                } else {
                    Err(TextFlaw::Number { expected: clause, found })
                }
            })
        } else {
            Err(strange("p buttress-smt-proof 1", first.rest()))
        };
        read.map_err(|flaw| rejected(goal, clause, SmtRejection::Line { line: *line, flaw }))?;
        let is_first = |(_, words): &Line<'_>| words.clone().word() == b"p";
        let end = rest.iter().position(is_first).unwrap_or(rest.len());
        let (lines, rest) = rest.split_at(end);
        self.rest = rest;
        Ok(lines)
    }

    /// There are no more proofs; answers with the number of their clauses.
    pub fn finish(self) -> Result<usize, HornRejection> {
        match self.rest.first() {
            None => Ok(self.count),
            Some((line, words)) => {
                let flaw = strange("end", words.clone().word());
                Err(HornRejection::Line { line: *line, flaw })
            }
        }
    }
}

fn rejected(goal: Goal, clause: usize, rejection: SmtRejection) -> HornRejection {
    let rejection = Box::new(rejection);
    match goal {
        Goal::Valid => HornRejection::Proof { clause, rejection },
        Goal::Decreasing => HornRejection::Decrease { clause, rejection },
    }
}
