//! The clauses of a proof, one after the other, each accepted for its reason.
//!
//! Invariant: every clause that is kept follows from the assertions and assumptions of the check in
//! the theories of SMT-LIB, where witnesses are chosen as their formulas ask, and has no free
//! variables. So the empty clause, once it is among them, refutes the check.

use std::collections::HashSet;

use buttress_budget::Budget;
use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Sort, Term, Terms};

use super::arith;
use super::closure::Closure;
use super::form::LinearForms;
use super::rejection::{ClauseFlaw, LineFlaw, describe};
use super::shape::Shapes;
use super::values::{Denied, Values};
use super::written::{WrittenLiteral, negation};

/// The clauses accepted so far.
pub struct Verifier<'a> {
    pub terms: &'a mut Terms,
    inputs: HashSet<Literal>,
    literals: Vec<Literal>,
    ends: Vec<usize>,
    is_refuted: bool,
    values: Values,
    closure: Closure,
    forms: LinearForms,
    shapes: Shapes,
    budget: Option<&'a Budget>,
}

/// What a clause says under the values so far.
enum Status {
    Satisfied,
    Open,
    Unit(Literal),
    Conflict,
}

impl<'a> Verifier<'a> {
    /// Nothing is accepted yet; `inputs` are the assertions and assumptions of the check.
    pub fn new(terms: &'a mut Terms, inputs: impl Iterator<Item = Term>) -> Verifier<'a> {
        let inputs = inputs.map(|formula| Literal::of(terms, formula)).collect();
        Verifier {
            terms,
            inputs,
            literals: Vec::new(),
            ends: Vec::new(),
            is_refuted: false,
            values: Values::default(),
            closure: Closure::default(),
            forms: LinearForms::default(),
            shapes: Shapes::default(),
            budget: None,
        }
    }

    /// The same, with this budget.
    #[must_use]
    pub fn within(self, budget: &'a Budget) -> Verifier<'a> {
        Verifier { budget: Some(budget), ..self }
    }

    /// Forgets all clauses, for a proof from other inputs. What was found out about terms is kept.
    pub fn restart(&mut self, inputs: impl Iterator<Item = Term>) {
        self.inputs = inputs.map(|formula| Literal::of(self.terms, formula)).collect();
        self.literals.clear();
        self.ends.clear();
        self.is_refuted = false;
    }

    /// The number of clauses accepted.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is the empty clause among them?
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Has the term no free variable?
    pub fn is_closed(&mut self, term: Term) -> bool {
        self.shapes.free.is_closed(self.terms, term)
    }

    /// Accepts a clause that holds by itself.
    pub fn axiom(&mut self, clause: &[WrittenLiteral], rule: &Rule) -> Result<(), ClauseFlaw> {
        self.look_at(clause, |verifier| verifier.justify(clause, rule))
    }

    /// Accepts a clause that follows by unit propagation along earlier ones, numbered from 1.
    pub fn derived(
        &mut self,
        clause: &[WrittenLiteral],
        hints: &[usize],
    ) -> Result<(), ClauseFlaw> {
        self.look_at(clause, |verifier| verifier.propagate(hints))
    }

    fn look_at(
        &mut self,
        clause: &[WrittenLiteral],
        judge: impl FnOnce(&mut Self) -> Result<(), ClauseFlaw>,
    ) -> Result<(), ClauseFlaw> {
        if let Some(budget) = self.budget {
            budget.spend(1 + clause.len() as u64).map_err(ClauseFlaw::Exhausted)?;
        }
        for written in clause {
            let atom = written.literal.atom;
            if self.terms.sort_of(atom) != Sort::BOOL {
                return Err(ClauseFlaw::NoFormula(describe(self.terms, atom)));
            }
            if !self.is_closed(atom) {
                return Err(ClauseFlaw::Open(describe(self.terms, atom)));
            }
        }
        let literals = clause.iter().map(|written| written.literal);
        let judged = match self.values.deny(literals.clone()) {
            Denied::Consistent => judge(self),
            Denied::Tautology => Ok(()),
        };
        self.values.clear();
        judged?;
        self.is_refuted |= clause.is_empty();
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
        Ok(())
    }

    fn justify(&mut self, clause: &[WrittenLiteral], rule: &Rule) -> Result<(), ClauseFlaw> {
        let Verifier { terms, closure, forms, .. } = self;
        match rule {
            Rule::Input => {
                let is_input = clause.iter().any(|written| self.inputs.contains(&written.literal));
                if is_input { Ok(()) } else { Err(ClauseFlaw::NotInput) }
            }
            Rule::Closure | Rule::Cycle => {
                closure.close(terms, clause.iter().map(negation), &[]);
                let is_refuted =
                    closure.is_contradictory() || *rule == Rule::Cycle && closure.has_cycle(terms);
                if is_refuted { Ok(()) } else { Err(ClauseFlaw::Consistent) }
            }
            Rule::Arithmetic(derivation) => {
                arith::refute(terms, closure, forms, clause, derivation, self.budget).map_err(
                    |(line, flaw)| match flaw {
                        LineFlaw::Exhausted(exhausted) => ClauseFlaw::Exhausted(exhausted),
                        flaw => ClauseFlaw::Line { line, flaw },
                    },
                )
            }
            _ => self.shapes.check(terms, clause, &self.values, rule),
        }
    }

    fn propagate(&mut self, hints: &[usize]) -> Result<(), ClauseFlaw> {
        for (position, &hint) in hints.iter().enumerate() {
            let range = self.range(hint).ok_or(ClauseFlaw::NoClause(hint))?;
            match status(&self.values, &self.literals[range]) {
                Status::Unit(literal) => self.values.assign(literal),
                Status::Satisfied => return Err(ClauseFlaw::Satisfied(hint)),
                Status::Open => return Err(ClauseFlaw::NotUnit(hint)),
                Status::Conflict => {
                    return match hints.get(position + 1) {
                        Some(&extra) => Err(ClauseFlaw::AfterConflict(extra)),
                        None => Ok(()),
                    };
                }
            }
        }
        Err(ClauseFlaw::NoConflict)
    }

    /// Where the literals of a clause stand.
    fn range(&self, number: usize) -> Option<std::ops::Range<usize>> {
        let index = number.checked_sub(1)?;
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(start..end)
    }
}

fn status(values: &Values, clause: &[Literal]) -> Status {
    let mut unit = None;
    for &literal in clause {
        match values.value(literal) {
            Some(true) => return Status::Satisfied,
            Some(false) => {}
            None => match unit {
                Some(other) if other != literal => return Status::Open,
                _ => unit = Some(literal),
            },
        }
    }
    unit.map_or(Status::Conflict, Status::Unit)
}
