//! The analysis behind the loop of `strengthen`: counterexamples to induction, and facts for them.

use std::collections::{BTreeSet, VecDeque};

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{ClauseId, Derivation, Horn, Interpretation, PredicateId};
use buttress_logic::{Model, Term, Terms};
use buttress_prop::Random;
use buttress_strengthen::{Progress, Strengthen};

use crate::dual::TemplateRelation;
use crate::event::StrengtheningEvent;
use crate::fact::FactSearch;
use crate::inequality::Inequality;
use crate::limits::{MOST_AVOIDED_STATES, MOST_FRUITLESS_SAMPLES, MOST_TEMPLATES};
use crate::model_search::ModelSearch;
use crate::property::Property;
use crate::refute::is_refuted;
use crate::sample::sample;
use crate::settings::Settings;
use crate::solution;
use crate::state::{Cti, State, literals};
use crate::system::System;
use crate::trace::trace;

/// Where states to be excluded come from.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// The clause leaves Π, or it is a query of which Π says nothing.
    Clause(ClauseId),
    /// Any state that the facts allow.
    State(PredicateId),
}

/// Facts by predicate; the first excludes the state.
pub struct Fact {
    facts: Vec<(usize, Inequality)>,
    excludes: State,
}

/// Why the analysis stops.
#[derive(Clone, Copy, Debug)]
pub enum AnalysisStop {
    /// A limit was met.
    Exhausted(Exhausted),
    /// It is not known whether there is a counterexample to induction.
    Incomplete,
}

impl From<Exhausted> for AnalysisStop {
    fn from(exhausted: Exhausted) -> AnalysisStop {
        AnalysisStop::Exhausted(exhausted)
    }
}

/// S, Π and χ.
pub struct Analysis<'a> {
    /// The term store.
    pub terms: &'a mut Terms,
    /// S
    pub horn: &'a Horn,
    /// Facts to start with, inductive by themselves.
    pub known: &'a Interpretation,
    /// Π
    pub property: Property,
    /// Paths, templates and χ.
    pub system: System,
    settings: &'a Settings,
    budget: &'a Budget,
    observe: &'a mut dyn FnMut(StrengtheningEvent),
    goals: Vec<Goal>,
    random: Random,
    sampled: usize,
    /// How many samples in a row had no fact.
    failed: usize,
    /// The last states without a fact.
    stubborn: VecDeque<State>,
}

impl<'a> Analysis<'a> {
    /// Nothing is found yet. With a property, states that leave it are to be excluded; otherwise
    /// all that can be.
    pub fn new(
        terms: &'a mut Terms,
        horn: &'a Horn,
        known: &'a Interpretation,
        property: Option<Property>,
        settings: &'a Settings,
        budget: &'a Budget,
        observe: &'a mut dyn FnMut(StrengtheningEvent),
    ) -> Result<Analysis<'a>, Exhausted> {
        let trivial = terms.boolean(true);
        let goals = match &property {
            Some(property) => {
                let asks = |id: &ClauseId| match &horn.clause(*id).head {
                    Some(head) => property.of(head.predicate) != trivial,
                    None => property.open().contains(id),
                };
                horn.clause_ids().filter(asks).map(Goal::Clause).collect()
            }
            None => horn.predicate_ids().map(Goal::State).collect(),
        };
        let property = property.unwrap_or_else(|| Property::none(terms, horn));
        let system = System::new(terms, horn, known, &property, &settings.template, budget)?;
        let random = Random::new(settings.seed);
        Ok(Analysis {
            terms,
            horn,
            known,
            property,
            system,
            settings,
            budget,
            observe,
            goals,
            random,
            sampled: 0,
            failed: 0,
            stubborn: VecDeque::new(),
        })
    }

    /// The facts that are inductive without Π. If there is no time to find out which, all of them are if
    /// Π was not made use of, and none is known to be otherwise.
    pub fn inductive(&mut self) -> Interpretation {
        match solution::inductive(self.terms, self.horn, self.known, &self.system, self.budget) {
            Ok(facts) => facts,
            Err(_) if self.system.relies_on_property => self.known.clone(),
            Err(_) => {
                let formulas: Vec<Vec<Term>> = self
                    .horn
                    .predicate_ids()
                    .map(|predicate| self.system.formulas(self.terms, predicate))
                    .collect();
                solution::interpretation(self.terms, self.known, &formulas)
            }
        }
    }

    /// Π ∧ χ and what is known, of a predicate.
    fn hypothesis(&mut self, predicate: PredicateId) -> Term {
        let mut parts = vec![self.known.of(predicate), self.property.of(predicate)];
        parts.extend(self.system.formulas(self.terms, predicate));
        self.terms.and(&parts)
    }

    /// The formula whose models are the states to be excluded, and the terms that are the states.
    fn question(&mut self, goal: Goal) -> (Term, Vec<Term>) {
        match goal {
            Goal::State(predicate) => {
                let state = self.horn.predicate(predicate).parameters.clone();
                (self.hypothesis(predicate), state)
            }
            Goal::Clause(id) => {
                let horn = self.horn;
                let clause = horn.clause(id);
                let mut parts = vec![clause.constraint];
                for premise in &clause.body {
                    let hypothesis = self.hypothesis(premise.predicate);
                    parts.push(horn.at(self.terms, premise, hypothesis));
                }
                if let Some(head) = &clause.head {
                    let kept = horn.at(self.terms, head, self.property.of(head.predicate));
                    parts.push(self.terms.not(kept));
                }
                let state = clause.body.iter().flat_map(|premise| premise.arguments.clone());
                (self.terms.and(&parts), state.collect())
            }
        }
    }

    /// A model of the question, away from states for which no fact was found.
    fn sample(
        &mut self,
        goal: Goal,
        formula: Term,
        state: &[Term],
    ) -> Result<ModelSearch, Exhausted> {
        let horn = self.horn;
        let places: Vec<(PredicateId, &[Term])> = match goal {
            Goal::State(predicate) => vec![(predicate, &horn.predicate(predicate).parameters)],
            Goal::Clause(id) => {
                let premises = horn.clause(id).body.iter();
                premises.map(|premise| (premise.predicate, premise.arguments.as_slice())).collect()
            }
        };
        let mut parts = Vec::new();
        for (predicate, arguments) in places {
            for stubborn in self.stubborn.iter().filter(|it| it.predicate == predicate) {
                let pairs = arguments.iter().zip(&stubborn.literals);
                let equal: Vec<Term> = pairs
                    .map(|(argument, literal)| self.terms.equal(*argument, *literal))
                    .collect();
                let same = self.terms.and(&equal);
                parts.push(self.terms.not(same));
            }
        }
        let avoid: Vec<Term> = match parts.as_slice() {
            [] => Vec::new(),
            parts => vec![self.terms.and(parts)],
        };
        sample(self.terms, &mut self.random, formula, state, &avoid, self.budget)
    }

    fn cti_of(&mut self, goal: Goal, mut model: Box<Model>) -> Option<Cti> {
        let horn = self.horn;
        match goal {
            Goal::State(predicate) => {
                let parameters = &horn.predicate(predicate).parameters;
                let shape = &self.system.shapes[predicate.index()];
                let state = State::new(self.terms, predicate, shape, parameters, &mut model)?;
                Some(Cti { step: None, states: vec![state] })
            }
            Goal::Clause(id) => {
                let clause = horn.clause(id);
                let values = literals(self.terms, &mut model, &clause.variables)?;
                let states: Option<Vec<State>> = clause
                    .body
                    .iter()
                    .map(|it| {
                        let shape = &self.system.shapes[it.predicate.index()];
                        State::new(self.terms, it.predicate, shape, &it.arguments, &mut model)
                    })
                    .collect();
                Some(Cti { step: Some((id, values)), states: states? })
            }
        }
    }

    /// Facts that exclude the state: with a template at its predicate alone, or at all predicates
    /// that its facts can depend on.
    fn excluding(&mut self, state: &State) -> Result<Option<Fact>, Exhausted> {
        self.sampled += 1;
        (self.observe)(StrengtheningEvent::Sample {
            predicate: state.predicate,
            state: state.literals.clone(),
        });
        let place = state.predicate.index();
        let values = |variable| state.values.get(&variable).cloned().unwrap_or_default();
        let mut alone = vec![false; self.system.shapes.len()];
        alone[place] = true;
        let cone = self.system.cone(place);
        let size = cone.iter().filter(|it| **it).count();
        let mut active_sets = vec![alone];
        active_sets.extend((size > 1 && size <= MOST_TEMPLATES).then_some(cone));
        // Equations first, then simple facts: of low degree, and about one predicate.
        let monomials = self.system.shapes[place].monomials.iter();
        let degrees: BTreeSet<u64> = monomials.map(|monomial| monomial.degree()).collect();
        let mut choices = Vec::new();
        for kind in [TemplateRelation::Equations, TemplateRelation::Inequalities] {
            for degree in &degrees {
                choices.extend(active_sets.iter().map(|is_active| (kind, *degree, is_active)));
            }
        }
        for (kind, degree, is_active) in choices {
            let search = FactSearch {
                kind,
                degree,
                paths: &self.system.paths,
                shapes: &self.system.shapes,
                is_active,
                multipliers: &self.settings.multipliers,
                atoms: &self.system.atoms,
            };
            let Some(mut facts) = search.excluding(place, &values, self.budget)? else { continue };
            if let [(predicate, fact)] = facts.as_slice()
                && kind == TemplateRelation::Inequalities
                && fact.polynomial.degree() > 0
                && search.opposite(*predicate, fact, self.budget)?
            {
                facts = vec![(*predicate, Inequality::zero(fact.polynomial.clone()))];
            }
            return Ok(Some(Fact { facts, excludes: state.clone() }));
        }
        self.stubborn.push_back(state.clone());
        if self.stubborn.len() > MOST_AVOIDED_STATES {
            self.stubborn.pop_front();
        }
        Ok(None)
    }

    /// A state that the facts allow, wherever.
    fn anywhere(&mut self) -> Result<Option<Cti>, Exhausted> {
        let goal = Goal::State(PredicateId(self.random.below(self.horn.predicates.len()) as u32));
        let (formula, state) = self.question(goal);
        match self.sample(goal, formula, &state)? {
            ModelSearch::Model(model) => Ok(self.cti_of(goal, model)),
            ModelSearch::Nothing | ModelSearch::Unknown => Ok(None),
        }
    }

    fn keep(&mut self, fact: Fact) {
        self.failed = 0;
        for (predicate, inequality) in fact.facts {
            let formula = inequality.term(self.terms, &self.system.atoms);
            self.system.add(predicate, inequality);
            (self.observe)(StrengtheningEvent::Fact {
                predicate: PredicateId(predicate as u32),
                formula,
                excludes: fact.excludes.literals.clone(),
            });
        }
    }
}

impl Strengthen for Analysis<'_> {
    type Cti = Cti;
    type Fact = Fact;
    type Trace = Derivation;
    type Stop = AnalysisStop;

    fn cti(&mut self) -> Result<Option<Cti>, AnalysisStop> {
        let mut goals = self.goals.clone();
        self.random.shuffle(&mut goals);
        let mut is_unknown = false;
        for goal in goals {
            self.budget.poll()?;
            let (formula, state) = self.question(goal);
            match self.sample(goal, formula, &state)? {
                ModelSearch::Nothing => {}
                ModelSearch::Model(model) => match self.cti_of(goal, model) {
                    Some(cti) => return Ok(Some(cti)),
                    None => is_unknown = true,
                },
                ModelSearch::Unknown => {
                    is_unknown |= !is_refuted(self.terms, formula, self.budget)?;
                }
            }
        }
        if !is_unknown {
            return Ok(None);
        }
        // Where it is not known what leaves Π, any state may be worth excluding.
        self.failed += 1;
        let cti = if self.failed < MOST_FRUITLESS_SAMPLES { self.anywhere()? } else { None };
        cti.map(Some).ok_or(AnalysisStop::Incomplete)
    }

    fn refute(&mut self, cti: &Cti) -> Result<Option<Derivation>, AnalysisStop> {
        match &cti.step {
            Some((clause, values)) if cti.states.is_empty() => {
                Ok(trace(self.terms, self.horn, *clause, values, self.budget)?)
            }
            _ => Ok(None),
        }
    }

    fn fact(&mut self, cti: &Cti) -> Result<Option<Fact>, AnalysisStop> {
        for state in &cti.states {
            if let Some(fact) = self.excluding(state)? {
                return Ok(Some(fact));
            }
        }
        Ok(None)
    }

    fn conjoin(&mut self, _: Cti, fact: Fact) {
        self.keep(fact);
        // What is left undone when the budget ends is done by whoever asks next.
        let _ = self.system.refresh(self.budget);
    }

    fn without_fact(&mut self, cti: Cti) -> Result<Progress, AnalysisStop> {
        self.failed += 1;
        if self.sampled >= self.settings.samples
            || self.failed >= MOST_FRUITLESS_SAMPLES
            || cti.states.is_empty()
        {
            return Ok(Progress::GiveUp);
        }
        // Plain strengthening: a fact elsewhere may let another be found here.
        if cti.step.is_some()
            && let Some(cti) = self.anywhere()?
            && let Some(state) = cti.states.first()
            && let Some(fact) = self.excluding(state)?
        {
            let failed = self.failed;
            self.keep(fact);
            // Facts beside the point must not keep it going for ever.
            self.failed = failed;
            self.system.refresh(self.budget)?;
        }
        Ok(Progress::Continue)
    }
}
