//! Long lists of distinct things differ pair by pair.
//!
//! A list of n things has n² pairs, of which few are ever in doubt: those that the candidate model gives one value. The clauses of
//! these pairs are given when they are needed.

use std::collections::BTreeMap;

use buttress_budget::Exhausted;
use buttress_certificate::smt::Rule;
use buttress_logic::{IdSet, Term};
use buttress_numeric::Rational;
use buttress_prop::{Lit, Var};
use buttress_theory::congruence::Node;

use crate::full_assignment::{FinalCheck, FullAssignment, Response};

/// What a term is in the candidate model.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Candidate {
    Number(Rational),
    Class(Node),
}

/// Looks at lists whose clauses were not all given.
#[derive(Default)]
pub(crate) struct Distinct {
    /// The lists of which it was said that they have equal members if they are not distinct.
    denied: IdSet<Var>,
}

impl FinalCheck for Distinct {
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        for place in 0..assignment.known.distinct().len() {
            let var = assignment.known.distinct()[place];
            let atom = assignment.known.atoms.get(var);
            let (formula, value) = (atom.formula, atom.value);
            if value == 0 || assignment.known.atoms.is_dead(var) {
                continue;
            }
            let groups = alike(assignment, formula);
            if value > 0 {
                for (left, right) in groups {
                    tell_apart(assignment, var, left, right);
                }
            } else if groups.is_empty() {
                self.some_are_equal(assignment, var)?;
            }
        }
        Ok(Response::Agreed)
    }
}

impl Distinct {
    /// {t, a₁ = a₂, …}
    fn some_are_equal(
        &mut self,
        assignment: &mut FullAssignment<'_>,
        var: Var,
    ) -> Result<(), Exhausted> {
        let formula = assignment.known.atoms.get(var).formula;
        let members = assignment.terms.arguments(formula).to_vec();
        let mut clause = vec![var.lit()];
        for (place, right) in members.iter().enumerate() {
            assignment.budget.poll()?;
            clause.extend(members[..place].iter().map(|left| equal(assignment, *left, *right)));
        }
        if self.denied.insert(var) {
            assignment.known.clauses.give_lemma(clause, Rule::Define(formula));
        }
        Ok(())
    }
}

/// Members of a list that are the same in the candidate model, each with the next.
fn alike(assignment: &FullAssignment<'_>, formula: Term) -> Vec<(Term, Term)> {
    let FullAssignment { known, terms, point, .. } = assignment;
    let (graph, unknowns) = (&known.graph, &known.numbers.unknowns);
    let mut last: BTreeMap<Candidate, Term> = BTreeMap::new();
    let mut pairs = Vec::new();
    for member in terms.arguments(formula) {
        let Some(node) = graph.node(*member) else { continue };
        let candidate = match graph.congruence.mark(node) {
            Some(mark) => {
                Candidate::Number(point.evaluate(&unknowns.linear(terms, graph.term(mark))))
            }
            // What arithmetic does not know of gets a value of its own.
            None => Candidate::Class(graph.congruence.root(node)),
        };
        if let Some(before) = last.insert(candidate, *member) {
            pairs.push((before, *member));
        }
    }
    pairs
}

/// {¬t, ¬(a = b)}
fn tell_apart(assignment: &mut FullAssignment<'_>, var: Var, left: Term, right: Term) {
    let same = equal(assignment, left, right);
    let FullAssignment { known, .. } = assignment;
    if known.atoms.get(same.var()).value >= 0 {
        let rule = Rule::Define(known.atoms.get(var).formula);
        known.clauses.give_lemma(vec![!var.lit(), !same], rule);
    }
}

fn equal(assignment: &mut FullAssignment<'_>, left: Term, right: Term) -> Lit {
    let same = assignment.terms.equal(left, right);
    assignment.known.literal(assignment.terms, same)
}
