//! The logged proof of a refuted unrolling as resolutions, which interpolants are read from.
//!
//! A logged step names clauses that are unit in turn; which of them are resolved, and on which variables, is found
//! here. What results may have fewer literals than was logged.
//!
//! Invariant: `clauses` holds the given clauses that were met and what the steps derive; whatever a step resolves comes before it.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{IndexVec, Lit, Var};
use buttress_sat::{Failure, ProofStep};

use crate::limits::HINTS_PER_REPORT;
use crate::unrolling::Unrolling;

/// The distances of the given clauses that a clause rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) least: u32,
    pub(crate) most: u32,
}

/// A clause of the proof.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    /// Where its literals end.
    literals: usize,
    /// Where its resolutions end; a given clause has none.
    resolutions: usize,
}

/// A proof as resolutions.
pub(crate) struct Refutation {
    nodes: Vec<Node>,
    literals: Vec<Lit>,
    /// For each derived node, first the node that the others are resolved with, then each of these with the variable.
    resolutions: Vec<(u32, Var)>,
    /// The node of each given clause, where it has one.
    of_given: Vec<u32>,
    /// The node of each step so far.
    of_step: Vec<u32>,
    steps: Vec<ProofStep>,
    /// The given clause that is the refutation by itself, if there is no step.
    root: Option<u32>,
    values: IndexVec<Lit, bool>,
    marks: IndexVec<Lit, bool>,
}

const ABSENT: u32 = u32::MAX;

impl Refutation {
    /// The proof that the last question to the unrolling has no model; its steps are looked at by `run`.
    pub(crate) fn new(unrolling: &Unrolling) -> Refutation {
        let literals = 2 * unrolling.vars();
        let mut refutation = Refutation {
            nodes: Vec::new(),
            literals: Vec::new(),
            resolutions: Vec::new(),
            of_given: vec![ABSENT; unrolling.given()],
            of_step: Vec::new(),
            steps: Vec::new(),
            root: None,
            values: IndexVec::filled(false, literals),
            marks: IndexVec::filled(false, literals),
        };
        match unrolling.failure() {
            Some(Failure::Derived(steps)) => refutation.steps = steps,
            Some(Failure::Given(number)) => {
                let root = refutation.given_node(number as usize - 1, unrolling);
                refutation.root = Some(root);
            }
            Some(Failure::Contradiction) | None => {
                unreachable!("one assumption does not contradict itself, and the solver logs")
            }
        }
        refutation
    }

    /// How many steps the log has.
    pub(crate) fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The clause that says that there is no bad pair.
    pub(crate) fn root(&self) -> usize {
        self.root.or(self.of_step.last().copied()).unwrap_or(0) as usize
    }

    pub(crate) fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// The literals of a clause.
    pub(crate) fn clause(&self, node: usize) -> &[Lit] {
        let start = node.checked_sub(1).map_or(0, |before| self.nodes[before].literals);
        &self.literals[start..self.nodes[node].literals]
    }

    /// What a derived clause is resolved from: a clause, then others with the variables; empty for a given one.
    pub(crate) fn resolutions(&self, node: usize) -> &[(u32, Var)] {
        let start = node.checked_sub(1).map_or(0, |before| self.nodes[before].resolutions);
        &self.resolutions[start..self.nodes[node].resolutions]
    }

    /// Looks at the steps of the log, on from where it stopped.
    pub(crate) fn run(&mut self, unrolling: &Unrolling, budget: &Budget) -> Result<(), Exhausted> {
        let mut hints = 0;
        while let Some(step) = self.steps.get(self.of_step.len()) {
            hints += step.hints.len() as u64;
            let step = step.clone();
            self.resolve(&step, unrolling);
            if hints >= HINTS_PER_REPORT {
                budget.spend(std::mem::take(&mut hints))?;
            }
        }
        budget.spend(hints)
    }

    /// The resolutions of one step.
    fn resolve(&mut self, step: &ProofStep, unrolling: &Unrolling) {
        let hints: Vec<u32> =
            step.hints.iter().map(|&number| self.hinted(number, unrolling)).collect();
        // The clause is false; each hint then makes one more literal true, until one is false.
        let mut assigned: Vec<Lit> = step.clause.iter().map(|&lit| !lit).collect();
        assigned.iter().for_each(|&lit| self.values[lit] = true);
        let mut units: Vec<(u32, Lit)> = Vec::new();
        let mut conflict = None;
        for hint in hints {
            let open = self.clause(hint as usize).iter().find(|&&lit| !self.values[!lit]).copied();
            match open {
                None => {
                    conflict = Some(hint);
                    break;
                }
                Some(lit) if self.values[lit] => {}
                Some(lit) => {
                    self.values[lit] = true;
                    assigned.push(lit);
                    units.push((hint, lit));
                }
            }
        }
        assigned.iter().for_each(|&lit| self.values[lit] = false);
        let conflict = conflict.expect("the last hint of a step is falsified");
        self.backwards(conflict, &units);
    }

    /// Resolves the falsified clause with those that made its literals false, the last first.
    fn backwards(&mut self, conflict: u32, units: &[(u32, Lit)]) {
        let mut span = self.nodes[conflict as usize].span;
        let mut literals: Vec<Lit> = Vec::new();
        self.mark(conflict, None, &mut literals);
        self.resolutions.push((conflict, Var(0)));
        for &(hint, unit) in units.iter().rev() {
            if std::mem::replace(&mut self.marks[!unit], false) {
                self.resolutions.push((hint, unit.var()));
                self.mark(hint, Some(unit), &mut literals);
                let other = self.nodes[hint as usize].span;
                span.least = span.least.min(other.least);
                span.most = span.most.max(other.most);
            }
        }
        let marks = &mut self.marks;
        // A literal that was resolved away has lost its mark; one that is listed twice loses it at the first place.
        literals.retain(|&lit| std::mem::replace(&mut marks[lit], false));
        self.literals.extend(literals);
        self.of_step.push(self.nodes.len() as u32);
        self.push(span);
    }

    /// Marks the literals of a clause, but for one.
    fn mark(&mut self, node: u32, except: Option<Lit>, literals: &mut Vec<Lit>) {
        let before = node.checked_sub(1).map_or(0, |before| self.nodes[before as usize].literals);
        for place in before..self.nodes[node as usize].literals {
            let lit = self.literals[place];
            if Some(lit) != except && !std::mem::replace(&mut self.marks[lit], true) {
                literals.push(lit);
            }
        }
    }

    /// The node of a clause by its number in the log.
    fn hinted(&mut self, number: u64, unrolling: &Unrolling) -> u32 {
        let number = number as usize - 1;
        match number.checked_sub(self.of_given.len()) {
            Some(step) => self.of_step[step],
            None => self.given_node(number, unrolling),
        }
    }

    fn given_node(&mut self, number: usize, unrolling: &Unrolling) -> u32 {
        if self.of_given[number] == ABSENT {
            let (clause, distance) = unrolling.given_clause(number);
            self.literals.extend_from_slice(clause);
            self.of_given[number] = self.nodes.len() as u32;
            self.push(Span { least: distance, most: distance });
        }
        self.of_given[number]
    }

    fn push(&mut self, span: Span) {
        let (literals, resolutions) = (self.literals.len(), self.resolutions.len());
        self.nodes.push(Node { span, literals, resolutions });
    }
}
