//! From an interpretation of the small system back, step by step.

use std::collections::HashMap;

use buttress_horn::{Application, Predicate, PredicateId};
use buttress_logic::{Term, Terms, substitute};

use super::fold::Folder;

/// How the interpretation of a predicate before a step follows from what is known after it.
#[derive(Clone, Debug)]
pub(super) enum Undo {
    /// It is true everywhere, or false.
    Constant(PredicateId, bool),
    /// It gets this conjunct, an equation between its parameters.
    Equation(PredicateId, Term),
    /// It is what the clauses that conclude it say: the disjunction of their premises.
    Strongest(PredicateId, Vec<Definition>),
    /// It is what the clauses that use it demand: the conjunction of their other premises implying
    /// their conclusions.
    Weakest(PredicateId, Vec<Definition>),
}

/// A clause next to a predicate that was resolved away, over the parameters of the predicate.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub body: Vec<Application>,
    pub constraint: Term,
    /// None stands for `false`; not used by the strongest interpretation.
    pub head: Option<Application>,
    /// Variables that are left, all truth values: both are tried.
    pub cases: Vec<Term>,
}

/// Undoes the steps, the last one first.
///
/// `formulas` has the formulas of the predicates that are left.
pub(super) fn undo_all(
    terms: &mut Terms,
    predicates: &[Predicate],
    steps: &[Undo],
    formulas: &mut [Term],
) {
    let mut folder = Folder::default();
    for step in steps.iter().rev() {
        let (id, formula) = match step {
            Undo::Constant(id, truth) => (*id, terms.boolean(*truth)),
            Undo::Equation(id, equation) => (*id, terms.and(&[formulas[id.index()], *equation])),
            Undo::Strongest(id, definitions) => {
                let mut parts = Vec::new();
                for definition in definitions {
                    let premise = definition.premise(terms, predicates, formulas);
                    parts.extend(definition.cases_of(terms, premise));
                }
                (*id, terms.or(&parts))
            }
            Undo::Weakest(id, definitions) => {
                let mut parts = Vec::new();
                for definition in definitions {
                    let premise = definition.premise(terms, predicates, formulas);
                    let conclusion = match &definition.head {
                        Some(head) => at(terms, predicates, head, formulas),
                        None => terms.boolean(false),
                    };
                    let implication = terms.implies(premise, conclusion);
                    parts.extend(definition.cases_of(terms, implication));
                }
                (*id, terms.and(&parts))
            }
        };
        formulas[id.index()] = folder.fold(terms, formula);
    }
}

impl Definition {
    /// constraint ∧ ⋀ I(Pᵢ)(t̄ᵢ)
    fn premise(&self, terms: &mut Terms, predicates: &[Predicate], formulas: &[Term]) -> Term {
        let mut parts = vec![self.constraint];
        for premise in &self.body {
            parts.push(at(terms, predicates, premise, formulas));
        }
        terms.and(&parts)
    }

    /// The formula at all combinations of the truth values that are left.
    fn cases_of(&self, terms: &mut Terms, formula: Term) -> Vec<Term> {
        let mut formulas = vec![formula];
        for &case in &self.cases {
            let mut split = Vec::new();
            for formula in formulas {
                for truth in [Term::TRUE, Term::FALSE] {
                    split.push(substitute(terms, formula, &HashMap::from([(case, truth)])));
                }
            }
            formulas = split;
        }
        formulas
    }
}

/// The formula of an application's predicate at its arguments.
fn at(
    terms: &mut Terms,
    predicates: &[Predicate],
    application: &Application,
    formulas: &[Term],
) -> Term {
    let parameters = &predicates[application.predicate.index()].parameters;
    let map: HashMap<Term, Term> =
        parameters.iter().copied().zip(application.arguments.iter().copied()).collect();
    substitute(terms, formulas[application.predicate.index()], &map)
}
