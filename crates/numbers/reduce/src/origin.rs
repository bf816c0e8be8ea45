//! What a clause of the small system stands for, and derivations mapped back.

use std::collections::{BTreeSet, HashMap};

use buttress_horn::{Application, Clause, Derivation, DerivationStep};
use buttress_logic::{Evaluator, Model, Op, Term, Terms, Value};

use super::arguments::{ArgumentStatus, Arguments};
use super::traced::{Part, Source, TracedClause};
use super::variables::is_variable;

/// The trees of original clauses that a clause of the small system stands for.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub alternatives: Vec<Alternative>,
}

/// One tree. Terms are over the variables of the small clause and over hidden variables.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    /// It serves if this holds.
    pub guard: Term,
    /// Variables that the small clause does not have, each the argument of a premise at a place that is
    /// dropped.
    hidden: Vec<Hidden>,
    parts: Vec<Part>,
    /// All arguments of the conclusion, dropped ones too.
    conclusion: Vec<Term>,
}

#[derive(Clone, Copy, Debug)]
struct Hidden {
    variable: Term,
    premise: usize,
    place: usize,
}

impl Origin {
    /// The clause that is left of a clause when places are dropped, still with the predicates' old
    /// numbers, and what it stands for.
    pub fn of(terms: &Terms, clause: TracedClause, places: &Arguments) -> (Clause, Origin) {
        let variables = clause.occurring(terms, places).variables;
        let mut hidden = Vec::new();
        for (premise, application) in clause.body.iter().enumerate() {
            let kinds = places.of(application.predicate);
            for (place, &variable) in application.arguments.iter().enumerate() {
                // Arguments that are determined are no variables, or are at another place too.
                let is_hidden =
                    kinds[place] == ArgumentStatus::Ignored && !variables.contains(&variable);
                if is_hidden && is_variable(terms, variable) {
                    hidden.push(Hidden { variable, premise, place });
                }
            }
        }
        let conclusion = clause.head.iter().flat_map(|head| head.arguments.clone()).collect();
        let guard = terms.boolean(true);
        let alternative = Alternative { guard, hidden, parts: clause.parts, conclusion };
        let without_dropped = |mut application: Application| {
            application.arguments = places.kept(&application).collect();
            application
        };
        let clause = Clause {
            variables: variables.into_iter().collect(),
            body: clause.body.into_iter().map(without_dropped).collect(),
            constraint: clause.constraint,
            head: clause.head.map(without_dropped),
        };
        (clause, Origin { alternatives: vec![alternative] })
    }
}

impl Alternative {
    /// Replaces variables of the small clause.
    pub fn substitute(&mut self, terms: &mut Terms, map: &HashMap<Term, Term>) {
        let mut known = HashMap::new();
        let values = self.parts.iter_mut().flat_map(|part| &mut part.values);
        for term in values.chain(&mut self.conclusion) {
            *term = terms.substitute_known(*term, map, &mut known);
        }
    }
}

/// Builds the original derivation, small step by small step.
#[derive(Default)]
pub(super) struct Replay {
    steps: Vec<DerivationStep>,
    /// For each small step the original step that concludes the same, and all arguments there.
    conclusions: Vec<(usize, Vec<Term>)>,
}

impl Replay {
    /// Adds the steps that a small step stands for; none if the step does not fit its clause.
    pub fn add(
        &mut self,
        terms: &mut Terms,
        clause: &Clause,
        origin: &Origin,
        step: &DerivationStep,
    ) -> Option<()> {
        let mut model = Model::new();
        for (&variable, &literal) in clause.variables.iter().zip(&step.values) {
            assign(terms, &mut model, variable, literal)?;
        }
        let is_guarded = |terms: &Terms, model: &mut Model, guard: Term| {
            matches!(Evaluator::new(terms, model).holds(guard), Ok(true))
        };
        let mut alternatives = origin.alternatives.iter();
        let alternative = alternatives.find(|each| is_guarded(terms, &mut model, each.guard))?;
        for hidden in &alternative.hidden {
            let (_, arguments) = self.conclusions.get(*step.premises.get(hidden.premise)?)?;
            assign(terms, &mut model, hidden.variable, *arguments.get(hidden.place)?)?;
        }
        let before = self.steps.len();
        for part in &alternative.parts {
            let mut premises = Vec::new();
            for source in &part.premises {
                premises.push(match *source {
                    Source::Step(number) => before + number,
                    Source::Premise(number) => self.conclusions.get(*step.premises.get(number)?)?.0,
                });
            }
            let values = literals(terms, &mut model, &part.values)?;
            self.steps.push(DerivationStep { clause: part.clause, values, premises });
        }
        let arguments = literals(terms, &mut model, &alternative.conclusion)?;
        self.conclusions.push((self.steps.len().checked_sub(1)?, arguments));
        Some(())
    }

    /// The derivation: of the steps those that the last one needs.
    pub fn finish(self) -> Derivation {
        let mut needed: BTreeSet<usize> = self.steps.len().checked_sub(1).into_iter().collect();
        for (number, step) in self.steps.iter().enumerate().rev() {
            if needed.contains(&number) {
                needed.extend(&step.premises);
            }
        }
        let places: HashMap<usize, usize> =
            needed.iter().enumerate().map(|(after, before)| (*before, after)).collect();
        let mut steps = Vec::new();
        for (number, mut step) in self.steps.into_iter().enumerate() {
            if needed.contains(&number) {
                step.premises.iter_mut().for_each(|premise| *premise = places[premise]);
                steps.push(step);
            }
        }
        Derivation { steps }
    }
}

/// Gives a variable a literal.
fn assign(terms: &Terms, model: &mut Model, variable: Term, literal: Term) -> Option<()> {
    let Op::Apply(function) = terms.op(variable) else { return None };
    let value = model.values.of_literal(terms, literal)?;
    model.set_constant(function, value);
    Some(())
}

/// The values of terms, as literals.
fn literals(terms: &mut Terms, model: &mut Model, of: &[Term]) -> Option<Vec<Term>> {
    let mut evaluator = Evaluator::new(terms, model);
    let values: Option<Vec<Value>> = of.iter().map(|term| evaluator.value(*term).ok()).collect();
    values?.into_iter().map(|value| model.values.term(terms, value)).collect()
}
