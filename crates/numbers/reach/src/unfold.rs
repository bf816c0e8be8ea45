//! Derivations of bounded length, all at once: bounded model checking.
//!
//! For systems without calls a derivation of `false` of length k is a path. At each step a clause is
//! chosen; its constraint speaks of fresh copies of its variables, its premise of the values
//! that the step before concluded.

use std::collections::HashMap;

use buttress_budget::Budget;
use buttress_decide::{Evidence, Settings as SolverSettings, Solver};
use buttress_horn::{
    Application, ClauseId, Derivation, DerivationStep, Horn, HornUnknown, Interpretation,
    PredicateId, Verdict,
};
use buttress_logic::{Evaluator, Model, Sort, Term, Terms, substitute};

use crate::event::FrameEvent;
use crate::facts::literals;
use crate::query::{QueryAnswer, ask};
use crate::settings::Settings;

/// Searches derivations of length 1, 2, … up to `most`. Never says that a system is safe.
pub fn unfold(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    settings: &Settings,
    most: usize,
    budget: &Budget,
    observer: &mut dyn FnMut(FrameEvent),
) -> Verdict {
    if !horn.is_linear() {
        let what = "a clause has several premises, which paths cannot express";
        return Verdict::Unknown(HornUnknown::Unsupported(what.to_string()));
    }
    let mut solver = Solver::new(SolverSettings::new(settings.seed, Evidence::None));
    let mut paths = Paths { horn, known, solver: &mut solver, layers: Vec::new() };
    for length in 0..most {
        match paths.lengthen(terms, budget) {
            Ok(Some(derivation)) => return Verdict::Unsafe(derivation),
            Ok(None) => observer(FrameEvent::Level { height: length, lemmas: 0 }),
            Err(reason) => return Verdict::Unknown(reason),
        }
        if paths.layers.last().is_some_and(|layer| layer.states.is_empty()) {
            break;
        }
    }
    Verdict::Unknown(HornUnknown::Bound(most))
}

/// A clause applied at a step.
struct Chosen {
    clause: ClauseId,
    /// It is applied.
    selector: Term,
    /// The copies of its variables.
    variables: Vec<Term>,
}

/// A step of all paths.
#[derive(Default)]
struct Layer {
    /// For each predicate that may be concluded here: the values concluded.
    states: HashMap<PredicateId, (Term, Vec<Term>)>,
    chosen: Vec<Chosen>,
}

struct Paths<'a> {
    horn: &'a Horn,
    known: &'a Interpretation,
    solver: &'a mut Solver,
    layers: Vec<Layer>,
}

impl Paths<'_> {
    /// One more step; the derivation of `false` that takes exactly so many, if there is one.
    fn lengthen(
        &mut self,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Option<Derivation>, HornUnknown> {
        let mut layer = Layer::default();
        let mut concluding: HashMap<PredicateId, Vec<Term>> = HashMap::new();
        let mut refuting = Vec::new();
        for id in self.horn.clause_ids() {
            let clause = self.horn.clause(id);
            let source = match (clause.body.first(), self.layers.last()) {
                (None, None) => None,
                (Some(premise), Some(before)) => match before.states.get(&premise.predicate) {
                    Some(state) => Some((premise, state)),
                    None => continue,
                },
                _ => continue,
            };
            let selector = terms.fresh_constant("step", Sort::BOOL);
            let mut map = HashMap::new();
            let mut variables = Vec::new();
            for variable in &clause.variables {
                let copy = terms.fresh_constant("copy", terms.sort_of(*variable));
                map.insert(*variable, copy);
                variables.push(copy);
            }
            let mut parts = vec![substitute(terms, clause.constraint, &map)];
            if let Some((premise, (reached, values))) = source {
                parts.push(*reached);
                parts.extend(equate(terms, premise, values, &map));
            }
            match &clause.head {
                Some(head) => {
                    let states = &mut layer.states;
                    let horn = self.horn;
                    let (_, values) = states.entry(head.predicate).or_insert_with(|| {
                        let reached = terms.fresh_constant("at", Sort::BOOL);
                        let parameters = &horn.predicate(head.predicate).parameters;
                        let values = parameters.iter().map(|parameter| {
                            terms.fresh_constant("value", terms.sort_of(*parameter))
                        });
                        let values = values.collect();
                        (reached, values)
                    });
                    parts.extend(equate(terms, head, values, &map));
                    concluding.entry(head.predicate).or_default().push(selector);
                }
                None => refuting.push(selector),
            }
            let meaning = terms.and(&parts);
            let guarded = terms.implies(selector, meaning);
            self.solver.assert(guarded);
            layer.chosen.push(Chosen { clause: id, selector, variables });
        }
        let mut predicates: Vec<PredicateId> = layer.states.keys().copied().collect();
        predicates.sort_unstable();
        for predicate in predicates {
            let (reached, values) = &layer.states[&predicate];
            let some = terms.or(&concluding[&predicate]);
            let guarded = terms.implies(*reached, some);
            self.solver.assert(guarded);
            // What holds of all states holds here.
            let parameters = &self.horn.predicate(predicate).parameters;
            let map = parameters.iter().copied().zip(values.iter().copied()).collect();
            let fact = substitute(terms, self.known.of(predicate), &map);
            let guarded = terms.implies(*reached, fact);
            self.solver.assert(guarded);
        }
        self.layers.push(layer);
        if refuting.is_empty() {
            budget.poll()?;
            return Ok(None);
        }
        let goal = terms.or(&refuting);
        match ask(terms, self.solver, &[goal], budget)? {
            QueryAnswer::Unsat(_) => Ok(None),
            QueryAnswer::Sat(mut model) => self.derivation(terms, &mut model).map(Some),
        }
    }

    /// The path of a model, from `false` back to the first states.
    fn derivation(&self, terms: &mut Terms, model: &mut Model) -> Result<Derivation, HornUnknown> {
        let mut steps = Vec::new();
        let mut wanted: Option<PredicateId> = None;
        for (place, layer) in self.layers.iter().enumerate().rev() {
            let mut is_applied = |chosen: &&Chosen| {
                let head = self.horn.clause(chosen.clause).head.as_ref();
                head.map(|head| head.predicate) == wanted
                    && matches!(Evaluator::new(terms, model).holds(chosen.selector), Ok(true))
            };
            let Some(chosen) = layer.chosen.iter().find(|chosen| is_applied(chosen)) else {
                let what = "a path could not be read from its model".to_string();
                return Err(HornUnknown::Unsupported(what));
            };
            let values = literals(terms, model, &chosen.variables)?;
            let premises = if place == 0 { Vec::new() } else { vec![place - 1] };
            steps.push(DerivationStep { clause: chosen.clause, values, premises });
            wanted = self.horn.clause(chosen.clause).body.first().map(|premise| premise.predicate);
        }
        steps.reverse();
        Ok(Derivation { steps })
    }
}

/// The arguments of an application, with variables replaced, equal to values.
fn equate(
    terms: &mut Terms,
    application: &Application,
    values: &[Term],
    map: &HashMap<Term, Term>,
) -> Vec<Term> {
    let mut equations = Vec::new();
    for (argument, value) in application.arguments.iter().zip(values) {
        let argument = substitute(terms, *argument, map);
        equations.push(terms.equal(argument, *value));
    }
    equations
}
