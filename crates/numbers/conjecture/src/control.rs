//! Control made explicit: a predicate for every combination of truth values that it may be met with.
//!
//! Programs are often written as one predicate whose first parameters, truth values, encode the
//! location. The combinations that follow from one another are found with a solver, without regard to
//! numbers; each becomes a predicate over the numbers alone, each clause one for every pair of
//! locations that it connects. Then large blocks can be formed, and every location can have
//! facts of its own.

mod fold;

use std::collections::{HashMap, VecDeque};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict as Answer};
use buttress_horn::{
    Application, Clause, ClauseId, Derivation, DerivationStep, Horn, HornUnknown, Interpretation,
    Predicate, PredicateId, Verdict,
};
use buttress_logic::{Op, Sort, Term, Terms, substitute};

use crate::limits::{MOST_CONTROL_CLAUSES, MOST_LOCATIONS};
use crate::program::Value;
use crate::samples::values_of;
use fold::fold;

/// A predicate and what its truth values are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Location {
    predicate: PredicateId,
    values: Vec<bool>,
}

/// What a variable of a clause became.
#[derive(Clone, Debug)]
enum Fate {
    /// The variable of this number.
    Kept(usize),
    /// This truth value.
    Fixed(bool),
}

/// A system with explicit control, and how its verdicts are mapped back.
#[derive(Clone, Debug)]
pub struct Located {
    /// The system.
    pub horn: Horn,
    /// The predicates before.
    predicates: Vec<Predicate>,
    /// By predicate, where it comes from.
    locations: Vec<Location>,
    /// By clause, where it comes from.
    origins: Vec<(ClauseId, Vec<Fate>)>,
}

/// The system with explicit control; none if no predicate has truth values, if there are too many
/// combinations of them, or if the solver does not find them all.
pub fn locate(
    terms: &mut Terms,
    horn: &Horn,
    budget: &Budget,
) -> Result<Option<Located>, Exhausted> {
    let is_boolean = |parameter: &Term| terms.sort_of(*parameter) == Sort::BOOL;
    if !horn.predicates.iter().flat_map(|predicate| &predicate.parameters).any(is_boolean) {
        return Ok(None);
    }
    let mut search = Search {
        horn,
        located: Located {
            horn: Horn::default(),
            predicates: horn.predicates.clone(),
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
        let mut fixed: Vec<(Term, bool)> = Vec::new();
        for (premise, location) in clause.body.iter().zip(premises) {
            let values = &self.located.locations[location.index()].values;
            fixed.extend(controls(terms, premise).into_iter().zip(values.iter().copied()));
        }
        let mut solver = Solver::new(Settings::new(0, Evidence::None));
        solver.assert(clause.constraint);
        for (argument, value) in &fixed {
            let literal = if *value { *argument } else { terms.not(*argument) };
            solver.assert(literal);
        }
        let after = clause.head.as_ref().map_or(Vec::new(), |head| controls(terms, head));
        loop {
            let verdict = solver.check(terms, &[], budget);
            budget.poll()?;
            let mut model = match verdict {
                Answer::Unsat(_) => return Ok(true),
                Answer::Sat(model) => model,
                Answer::Unknown(_) => return Ok(false),
            };
            let Some(values) = values_of(terms, &mut model, &after) else { return Ok(false) };
            let values: Vec<bool> =
                values.iter().map(|value| *value == Value::Bool(true)).collect();
            let mut all = fixed.clone();
            all.extend(after.iter().copied().zip(values.iter().copied()));
            self.connect(terms, id, premises, &values, &all);
            if self.located.locations.len() > MOST_LOCATIONS
                || self.located.horn.clauses.len() > MOST_CONTROL_CLAUSES
            {
                return Ok(false);
            }
            let mut others = Vec::new();
            for (argument, value) in after.iter().zip(&values) {
                others.push(if *value { terms.not(*argument) } else { *argument });
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
        values: &[bool],
        fixed: &[(Term, bool)],
    ) {
        let horn = self.horn;
        let clause = horn.clause(id);
        let mut map: HashMap<Term, Term> = HashMap::new();
        let mut parts = vec![clause.constraint];
        for (argument, value) in fixed {
            if clause.variables.contains(argument) && !map.contains_key(argument) {
                map.insert(*argument, terms.boolean(*value));
            } else {
                parts.push(if *value { *argument } else { terms.not(*argument) });
            }
        }
        let (mut variables, mut fates) = (Vec::new(), Vec::new());
        for variable in &clause.variables {
            match map.get(variable) {
                Some(value) => fates.push(Fate::Fixed(*value == terms.boolean(true))),
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
            body.push(numbers_only(terms, premise, *location, &map));
        }
        let head = match &clause.head {
            None => None,
            Some(head) => {
                let location = self.location(terms, head.predicate, values);
                Some(numbers_only(terms, head, location, &map))
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
        values: &[bool],
    ) -> PredicateId {
        let location = Location { predicate, values: values.to_vec() };
        if let Some(number) = self.numbers.get(&location) {
            return *number;
        }
        let before = self.horn.predicate(predicate);
        let mut name = before.name.clone();
        name.extend(values.iter().map(|value| if *value { '1' } else { '0' }));
        let mut parameters = Vec::new();
        for parameter in &before.parameters {
            if terms.sort_of(*parameter) != Sort::BOOL {
                parameters.push(copy(terms, *parameter));
            }
        }
        let number = PredicateId(self.located.horn.predicates.len() as u32);
        self.located.horn.predicates.push(Predicate { name, parameters });
        self.located.locations.push(location.clone());
        self.numbers.insert(location, number);
        self.queue.push_back(number);
        number
    }
}

/// The arguments that are truth values.
fn controls(terms: &Terms, application: &Application) -> Vec<Term> {
    let arguments = application.arguments.iter().copied();
    arguments.filter(|argument| terms.sort_of(*argument) == Sort::BOOL).collect()
}

/// The application of a location's predicate to the other arguments.
fn numbers_only(
    terms: &mut Terms,
    application: &Application,
    location: PredicateId,
    map: &HashMap<Term, Term>,
) -> Application {
    let mut arguments = Vec::new();
    for argument in &application.arguments {
        if terms.sort_of(*argument) != Sort::BOOL {
            let argument = substitute(terms, *argument, map);
            arguments.push(fold(terms, argument));
        }
    }
    Application { predicate: location, arguments }
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
                let numbers = predicate.parameters.iter().copied();
                let numbers = numbers.filter(|parameter| terms.sort_of(*parameter) != Sort::BOOL);
                let map: HashMap<Term, Term> = own.zip(numbers).collect();
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

    /// The truth values of a location.
    fn guard(&self, terms: &mut Terms, location: &Location) -> Term {
        let parameters = &self.predicates[location.predicate.index()].parameters;
        let mut literals = Vec::new();
        let mut values = location.values.iter();
        for parameter in parameters {
            if terms.sort_of(*parameter) == Sort::BOOL {
                let is_true = values.next().copied().unwrap_or_default();
                literals.push(if is_true { *parameter } else { terms.not(*parameter) });
            }
        }
        terms.and(&literals)
    }

    /// The derivation of the system before; none if a step does not fit its clause.
    pub fn derivation(&self, terms: &Terms, derivation: &Derivation) -> Option<Derivation> {
        let mut steps = Vec::with_capacity(derivation.steps.len());
        for DerivationStep { clause, values, premises } in &derivation.steps {
            let (origin, fates) = self.origins.get(clause.index())?;
            let values: Option<Vec<Term>> = fates
                .iter()
                .map(|fate| match fate {
                    Fate::Kept(number) => values.get(*number).copied(),
                    Fate::Fixed(value) => Some(terms.boolean(*value)),
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
            Verdict::Unsafe(derivation) => match self.derivation(terms, &derivation) {
                Some(derivation) => Verdict::Unsafe(derivation),
                None => Verdict::Unknown(HornUnknown::GaveUp),
            },
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}
