//! Control made explicit: a predicate for every combination of truth values and program counters that it may be met with.
//!
//! Programs are often written as one predicate of which some parameters encode the location: truth values, or numbers that
//! take few values (`counters`). The combinations that follow from one another are found with a solver, without regard to the other
//! numbers; each becomes a predicate over these alone, each clause one for every pair of
//! locations that it connects. Then large blocks can be formed, and every location can have
//! facts of its own.

mod counters;
mod fold;

use std::collections::{HashMap, VecDeque};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict as Answer};
use buttress_horn::{
    Application, Clause, ClauseId, Derivation, DerivationStep, Horn, HornUnknown, Interpretation,
    Predicate, PredicateId, Verdict,
};
use buttress_logic::{Op, Sort, Term, Terms, substitute};

use crate::limits::{COUNTERS_EFFORT, MOST_CONTROL_CLAUSES, MOST_LOCATIONS};
use crate::program::Value;
use crate::samples::values_of;
use counters::counters;
use fold::fold;

/// A predicate and the values of its control.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Location {
    predicate: PredicateId,
    values: Vec<Value>,
}

/// What a variable of a clause became.
#[derive(Clone, Debug)]
enum Fate {
    /// The variable of this number.
    Kept(usize),
    /// This literal.
    Fixed(Term),
}

/// A system with explicit control, and how its verdicts are mapped back.
#[derive(Clone, Debug)]
pub struct Located {
    /// The system.
    pub horn: Horn,
    /// The predicates before.
    predicates: Vec<Predicate>,
    /// The places of their parameters that are control.
    controls: Vec<Vec<usize>>,
    /// By predicate, where it comes from.
    locations: Vec<Location>,
    /// By clause, where it comes from.
    origins: Vec<(ClauseId, Vec<Fate>)>,
}

/// The system with explicit control; none if no predicate has any, if there are too many
/// combinations of values, or if the solver does not find them all.
pub fn locate(
    terms: &mut Terms,
    horn: &Horn,
    budget: &Budget,
) -> Result<Option<Located>, Exhausted> {
    let truths: Vec<Vec<usize>> = horn.predicates.iter().map(|it| truths(terms, it)).collect();
    let share = Budget::with_effort(budget.limits().clone(), COUNTERS_EFFORT);
    let found = locate_counters(terms, horn, &truths, &share);
    budget.spend(share.spent())?;
    match found {
        // Truth values alone are fewer.
        Err(Exhausted::Effort) | Ok(None) => {}
        found => return found,
    }
    locate_by(terms, horn, truths, budget)
}

/// The system in which program counters and truth values are control; none if there are no counters.
fn locate_counters(
    terms: &mut Terms,
    horn: &Horn,
    truths: &[Vec<usize>],
    budget: &Budget,
) -> Result<Option<Located>, Exhausted> {
    let mut controls = counters(terms, horn, budget)?;
    if controls.iter().all(Vec::is_empty) {
        return Ok(None);
    }
    for (number, (places, truths)) in controls.iter_mut().zip(truths).enumerate() {
        places.extend(truths.iter().filter(|place| !is_handed_on(horn, number, **place)));
        places.sort_unstable();
    }
    locate_by(terms, horn, controls, budget)
}

/// Does every clause that concludes the predicate from itself leave this parameter as it was? It is a choice made at the start then, and tells no place.
fn is_handed_on(horn: &Horn, predicate: usize, place: usize) -> bool {
    horn.clauses.iter().all(|clause| {
        let Some(head) = &clause.head else { return true };
        let mut premises =
            clause.body.iter().filter(|premise| premise.predicate.index() == predicate);
        head.predicate.index() != predicate
            || premises.all(|premise| premise.arguments[place] == head.arguments[place])
    })
}

/// The places of the truth values.
fn truths(terms: &Terms, predicate: &Predicate) -> Vec<usize> {
    let is_truth = |place: &usize| terms.sort_of(predicate.parameters[*place]) == Sort::BOOL;
    (0..predicate.parameters.len()).filter(is_truth).collect()
}

/// The system in which these parameters are control.
fn locate_by(
    terms: &mut Terms,
    horn: &Horn,
    controls: Vec<Vec<usize>>,
    budget: &Budget,
) -> Result<Option<Located>, Exhausted> {
    if controls.iter().all(Vec::is_empty) {
        return Ok(None);
    }
    let mut search = Search {
        horn,
        located: Located {
            horn: Horn::default(),
            predicates: horn.predicates.clone(),
            controls,
            locations: Vec::new(),
            origins: Vec::new(),
        },
        numbers: HashMap::new(),
        queue: VecDeque::new(),
    };
    let is_complete = search.run(terms, budget)?;
    Ok(is_complete.then_some(search.located))
}

struct Search<'a> {
    horn: &'a Horn,
    located: Located,
    numbers: HashMap<Location, PredicateId>,
    queue: VecDeque<PredicateId>,
}

impl Search<'_> {
    /// Follows the clauses from location to location; were all found?
    fn run(&mut self, terms: &mut Terms, budget: &Budget) -> Result<bool, Exhausted> {
        for id in self.horn.clause_ids() {
            if self.horn.clause(id).body.is_empty() && !self.follow(terms, id, &[], budget)? {
                return Ok(false);
            }
        }
        while let Some(newest) = self.queue.pop_front() {
            for id in self.horn.clause_ids() {
                for premises in self.premises(id, newest) {
                    if !self.follow(terms, id, &premises, budget)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Locations for the premises of a clause, the newest among them and no newer one.
    fn premises(&self, id: ClauseId, newest: PredicateId) -> Vec<Vec<PredicateId>> {
        let mut found: Vec<Vec<PredicateId>> = vec![Vec::new()];
        for premise in &self.horn.clause(id).body {
            let known = self.located.locations[..=newest.index()].iter().enumerate();
            let here: Vec<PredicateId> = known
                .filter(|(_, location)| location.predicate == premise.predicate)
                .map(|(number, _)| PredicateId(number as u32))
                .collect();
            found = found
                .iter()
                .flat_map(|before| {
                    here.iter().map(|location| {
                        let mut longer = before.clone();
                        longer.push(*location);
                        longer
                    })
                })
                .collect();
        }
        found.retain(|premises| premises.contains(&newest));
        found
    }

    /// Where a clause leads from these locations, with a clause for each; false if that was not
    /// found out.
    fn follow(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        premises: &[PredicateId],
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let horn = self.horn;
        let clause = horn.clause(id);
        let mut fixed: Vec<(Term, Value)> = Vec::new();
        for (premise, location) in clause.body.iter().zip(premises) {
            let values = self.located.locations[location.index()].values.iter().cloned();
            fixed.extend(self.located.control(premise).zip(values));
        }
        let mut solver = Solver::new(Settings::new(0, Evidence::None));
        solver.assert(clause.constraint);
        for (argument, value) in &fixed {
            solver.assert(says(terms, *argument, value));
        }
        let head = clause.head.as_ref();
        let after: Vec<Term> = head.map_or(Vec::new(), |head| self.located.control(head).collect());
        loop {
            let verdict = solver.check(terms, &[], budget);
            budget.poll()?;
            let mut model = match verdict {
                Answer::Unsat(_) => return Ok(true),
                Answer::Sat(model) => model,
                Answer::Unknown(_) => return Ok(false),
            };
            let Some(values) = values_of(terms, &mut model, &after) else { return Ok(false) };
            let mut all = fixed.clone();
            all.extend(after.iter().copied().zip(values.iter().cloned()));
            self.connect(terms, id, premises, &values, &all);
            if self.located.locations.len() > MOST_LOCATIONS
                || self.located.horn.clauses.len() > MOST_CONTROL_CLAUSES
            {
                return Ok(false);
            }
            let mut others = Vec::new();
            for (argument, value) in after.iter().zip(&values) {
                let same = says(terms, *argument, value);
                others.push(terms.not(same));
            }
            let other = terms.or(&others);
            solver.assert(other);
        }
    }

    /// Adds the clause that connects locations.
    fn connect(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        premises: &[PredicateId],
        values: &[Value],
        fixed: &[(Term, Value)],
    ) {
        let horn = self.horn;
        let clause = horn.clause(id);
        let mut map: HashMap<Term, Term> = HashMap::new();
        let mut parts = vec![clause.constraint];
        for (argument, value) in fixed {
            if clause.variables.contains(argument) && !map.contains_key(argument) {
                let sort = terms.sort_of(*argument);
                map.insert(*argument, value.to_term(terms, sort));
            } else {
                parts.push(says(terms, *argument, value));
            }
        }
        let (mut variables, mut fates) = (Vec::new(), Vec::new());
        for variable in &clause.variables {
            match map.get(variable) {
                Some(value) => fates.push(Fate::Fixed(*value)),
                None => {
                    let copy = copy(terms, *variable);
                    map.insert(*variable, copy);
                    fates.push(Fate::Kept(variables.len()));
                    variables.push(copy);
                }
            }
        }
        let whole = terms.and(&parts);
        let whole = substitute(terms, whole, &map);
        let constraint = fold(terms, whole);
        let mut body = Vec::new();
        for (premise, location) in clause.body.iter().zip(premises) {
            body.push(self.others_only(terms, premise, *location, &map));
        }
        let head = match &clause.head {
            None => None,
            Some(head) => {
                let location = self.location(terms, head.predicate, values);
                Some(self.others_only(terms, head, location, &map))
            }
        };
        self.located.horn.add_clause(Clause { variables, body, constraint, head });
        self.located.origins.push((id, fates));
    }

    /// The predicate of a location.
    fn location(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        values: &[Value],
    ) -> PredicateId {
        let location = Location { predicate, values: values.to_vec() };
        if let Some(number) = self.numbers.get(&location) {
            return *number;
        }
        let before = self.horn.predicate(predicate);
        let mut name = before.name.clone();
        for value in values {
            match value {
                Value::Bool(truth) => name.push(if *truth { '1' } else { '0' }),
                Value::Number(number) => name.push_str(&format!("@{number}")),
            }
        }
        let others = self.located.others(predicate, &before.parameters);
        let parameters = others.map(|parameter| copy(terms, parameter)).collect();
        let number = PredicateId(self.located.horn.predicates.len() as u32);
        self.located.horn.predicates.push(Predicate { name, parameters });
        self.located.locations.push(location.clone());
        self.numbers.insert(location, number);
        self.queue.push_back(number);
        number
    }

    /// The application of a location's predicate to the arguments that are no control.
    fn others_only(
        &self,
        terms: &mut Terms,
        application: &Application,
        location: PredicateId,
        map: &HashMap<Term, Term>,
    ) -> Application {
        let mut arguments = Vec::new();
        for argument in self.located.others(application.predicate, &application.arguments) {
            let argument = substitute(terms, argument, map);
            arguments.push(fold(terms, argument));
        }
        Application { predicate: location, arguments }
    }
}

/// The argument has this value.
fn says(terms: &mut Terms, argument: Term, value: &Value) -> Term {
    match value {
        Value::Bool(true) => argument,
        Value::Bool(false) => terms.not(argument),
        Value::Number(number) => {
            let sort = terms.sort_of(argument);
            let numeral = terms.numeral(number, sort);
            terms.equal(argument, numeral)
        }
    }
}

/// A fresh constant of the same name.
fn copy(terms: &mut Terms, constant: Term) -> Term {
    let sort = terms.sort_of(constant);
    let name = match terms.op(constant) {
        Op::Apply(function) => terms.function_name(function).to_string(),
        _ => "value".to_string(),
    };
    terms.fresh_constant(&name, sort)
}

impl Located {
    /// The arguments that are control.
    fn control(&self, application: &Application) -> impl Iterator<Item = Term> {
        let places = self.controls[application.predicate.index()].iter();
        places.map(|place| application.arguments[*place])
    }

    /// Of a predicate's parameters, or what stands for them, those that are no control.
    fn others(&self, predicate: PredicateId, all: &[Term]) -> impl Iterator<Item = Term> {
        let controls = &self.controls[predicate.index()];
        let numbered = all.iter().enumerate();
        numbered.filter(|(place, _)| !controls.contains(place)).map(|(_, term)| *term)
    }

    /// What the predicates stand for, from what the locations stand for; inductive if that is.
    pub fn interpretation(&self, terms: &mut Terms, facts: &Interpretation) -> Interpretation {
        let mut formulas = Vec::new();
        for (number, predicate) in self.predicates.iter().enumerate() {
            let (mut cases, mut somewhere) = (Vec::new(), Vec::new());
            for (place, location) in self.locations.iter().enumerate() {
                if location.predicate.index() != number {
                    continue;
                }
                let here = self.guard(terms, location);
                let fact = facts.of(PredicateId(place as u32));
                let own = self.horn.predicates[place].parameters.iter().copied();
                let others = self.others(location.predicate, &predicate.parameters);
                let map: HashMap<Term, Term> = own.zip(others).collect();
                let fact = substitute(terms, fact, &map);
                if fact != terms.boolean(false) {
                    somewhere.push(here);
                    cases.push(terms.implies(here, fact));
                }
            }
            cases.push(terms.or(&somewhere));
            let whole = terms.and(&cases);
            formulas.push(fold(terms, whole));
        }
        Interpretation::new(formulas)
    }

    /// The control of a predicate is that of a location.
    fn guard(&self, terms: &mut Terms, location: &Location) -> Term {
        let parameters = &self.predicates[location.predicate.index()].parameters;
        let places = self.controls[location.predicate.index()].iter();
        let literals: Vec<Term> = places
            .zip(&location.values)
            .map(|(place, value)| says(terms, parameters[*place], value))
            .collect();
        terms.and(&literals)
    }

    /// The derivation of the system before; none if a step does not fit its clause.
    pub fn derivation(&self, derivation: &Derivation) -> Option<Derivation> {
        let mut steps = Vec::with_capacity(derivation.steps.len());
        for DerivationStep { clause, values, premises } in &derivation.steps {
            let (origin, fates) = self.origins.get(clause.index())?;
            let values: Option<Vec<Term>> = fates
                .iter()
                .map(|fate| match fate {
                    Fate::Kept(number) => values.get(*number).copied(),
                    Fate::Fixed(value) => Some(*value),
                })
                .collect();
            steps.push(DerivationStep {
                clause: *origin,
                values: values?,
                premises: premises.clone(),
            });
        }
        Some(Derivation { steps })
    }

    /// The verdict on the system before.
    pub fn verdict(&self, terms: &mut Terms, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Safe(facts) => Verdict::Safe(self.interpretation(terms, &facts)),
            Verdict::Unsafe(derivation) => match self.derivation(&derivation) {
                Some(derivation) => Verdict::Unsafe(derivation),
                None => Verdict::Unknown(HornUnknown::GaveUp),
            },
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}
