//! Brute force: every interpretation over tiny domains, tried in turn.
//!
//! Functions are given all their tables one after the other, and so are fields of values that
//! another constructor made. An assertion is evaluated as soon as everything that it mentions has a
//! meaning, and what was false last is asked first, which prunes the search and is the only cleverness
//! here. Quantifiers are written out first, over the same domains.

mod domains;
mod expand;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use buttress_logic::{
    EvaluateError, Evaluator, Model, Op, Sort, SortKind, Symbol, Term, Terms, Value, ValueKind,
};

pub use domains::Domains;

use crate::limits::MOST_DOMAIN_VALUES;

/// What brute force found.
#[derive(Debug)]
pub enum BruteForceAnswer {
    /// A model: the assertions are satisfiable, whatever the domains.
    Sat(Box<Model>),
    /// No model over these domains. Whoever knows that the assertions have a model over these
    /// domains if they have one at all, knows that they are unsatisfiable.
    Unsat,
    /// There was too much to try, or something that cannot be tried.
    Unknown,
}

/// Tries all interpretations of what the assertions mention.
pub fn brute_force(terms: &Terms, assertions: &[Term], domains: &Domains) -> BruteForceAnswer {
    let mut sorts: Vec<Sort> = Vec::new();
    let mut waiting = Vec::new();
    for assertion in assertions {
        let (symbols, own_sorts) = mentions(terms, *assertion);
        waiting.push((*assertion, symbols));
        sorts.extend(own_sorts);
    }
    sorts.sort_unstable();
    sorts.dedup();
    let is_quantified =
        waiting.iter().any(|(assertion, _)| expand::is_quantified(terms, *assertion));
    let mut plan = schedule(waiting);
    // What is written out depends on the sizes, and is written in terms of its own.
    let mut own = Cow::Borrowed(terms);
    let mut sizes = vec![1; sorts.len()];
    let mut evaluations = 0;
    loop {
        let mut model = Model::new();
        for (sort, size) in sorts.iter().zip(&sizes) {
            model.values.set_universe(*sort, *size);
        }
        if is_quantified {
            let universes: HashMap<Sort, u32> =
                sorts.iter().copied().zip(sizes.iter().copied()).collect();
            let expanded = expand::expand(own.to_mut(), assertions, domains, &universes);
            let Some(expanded) = expanded else { return BruteForceAnswer::Unknown };
            plan =
                schedule(expanded.into_iter().map(|part| (part, mentions(&own, part).0)).collect());
        }
        let (symbols, stages) = (&plan.0, &mut plan.1);
        let mut search = Search { terms: &own, domains, evaluations: &mut evaluations, model };
        match search.run(symbols, stages) {
            BruteForceAnswer::Unsat => {}
            found => return found,
        }
        // The next combination of sizes.
        let Some(place) = sizes.iter().position(|size| *size < domains.universe) else {
            return BruteForceAnswer::Unsat;
        };
        sizes[place] += 1;
        sizes[..place].fill(1);
    }
}

/// An order of the symbols, and for each number of symbols the assertions that can be evaluated
/// once so many have a meaning. The assertion that waits for fewest symbols is always served next.
fn schedule(mut waiting: Vec<(Term, BTreeSet<Symbol>)>) -> (Vec<Symbol>, Vec<Vec<Term>>) {
    let mut symbols = Vec::new();
    let mut stages = vec![vec![]];
    while let Some(next) = (0..waiting.len()).min_by_key(|place| waiting[*place].1.len()) {
        let (assertion, needed) = waiting.remove(next);
        for (_, others) in &mut waiting {
            others.retain(|symbol| !needed.contains(symbol));
        }
        symbols.extend(needed);
        stages.resize(symbols.len() + 1, vec![]);
        stages[symbols.len()].push(assertion);
    }
    (symbols, stages)
}

/// The symbols that a term mentions, and the uninterpreted sorts.
fn mentions(terms: &Terms, root: Term) -> (BTreeSet<Symbol>, Vec<Sort>) {
    let mut symbols = BTreeSet::new();
    let mut involved = Vec::new();
    let mut seen = HashSet::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        stack.extend(terms.arguments(term));
        involved.push(terms.sort_of(term));
        match terms.op(term) {
            Op::Apply(function) => symbols.insert(Symbol::Function(function)),
            Op::SelectField(selector) => symbols.insert(Symbol::WrongField(selector)),
            Op::Divide if may_be_zero(terms, term) => symbols.insert(Symbol::DivideByZero),
            Op::IntegerDivide if may_be_zero(terms, term) => {
                symbols.insert(Symbol::IntegerDivideByZero)
            }
            Op::Modulo if may_be_zero(terms, term) => symbols.insert(Symbol::ModuloByZero),
            _ => false,
        };
    }
    (symbols, uninterpreted(terms, involved))
}

/// The uninterpreted sorts that sorts are made of.
fn uninterpreted(terms: &Terms, mut waiting: Vec<Sort>) -> Vec<Sort> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while let Some(sort) = waiting.pop() {
        if !seen.insert(sort) {
            continue;
        }
        match *terms.sort_kind(sort) {
            SortKind::Uninterpreted { .. } => found.push(sort),
            SortKind::Array { index, element } => waiting.extend([index, element]),
            SortKind::Datatype(datatype) => {
                for constructor in terms.constructors(datatype) {
                    let fields = terms.selectors(constructor).into_iter();
                    waiting.extend(fields.map(|field| terms.selector_sort(field)));
                }
            }
            SortKind::Bool | SortKind::Int | SortKind::Real => {}
        }
    }
    found
}

/// Is the divisor anything but a number other than 0?
fn may_be_zero(terms: &Terms, division: Term) -> bool {
    terms.as_number(terms.argument(division, 1)).is_none_or(|divisor| divisor.is_zero())
}

/// One symbol under way: its places, and which value each has in the table that is tried.
struct Level {
    symbol: Symbol,
    places: Vec<Vec<Value>>,
    results: Vec<Value>,
    chosen: Vec<usize>,
}

struct Search<'a> {
    terms: &'a Terms,
    domains: &'a Domains,
    evaluations: &'a mut u64,
    model: Model,
}

impl Search<'_> {
    fn run(&mut self, symbols: &[Symbol], stages: &mut [Vec<Term>]) -> BruteForceAnswer {
        // Levels beyond `depth` are kept for the next time that they are reached.
        let mut levels: Vec<Level> = Vec::new();
        let mut depth = 0;
        loop {
            let Some(holds) = self.holds(&mut stages[depth]) else {
                return BruteForceAnswer::Unknown;
            };
            if holds && depth == symbols.len() {
                return BruteForceAnswer::Sat(Box::new(std::mem::take(&mut self.model)));
            }
            if holds {
                if levels.len() == depth {
                    let Some(level) = self.level(symbols[depth]) else {
                        return BruteForceAnswer::Unknown;
                    };
                    levels.push(level);
                }
                levels[depth].chosen.fill(0);
                depth += 1;
            } else {
                // The next table of the last symbol that has one.
                while depth > 0 && !advance(&mut levels[depth - 1]) {
                    depth -= 1;
                }
                if depth == 0 {
                    return BruteForceAnswer::Unsat;
                }
            }
            self.write(&levels[depth - 1]);
        }
    }

    /// Do these formulas hold? `None` when time is up or one of them has no value.
    fn holds(&mut self, formulas: &mut [Term]) -> Option<bool> {
        let mut evaluator = Evaluator::new(self.terms, &mut self.model);
        for place in 0..formulas.len() {
            *self.evaluations += 1;
            if *self.evaluations > self.domains.limit {
                return None;
            }
            match evaluator.holds(formulas[place]) {
                Ok(true) => {}
                Ok(false) => {
                    formulas.swap(0, place);
                    return Some(false);
                }
                Err(EvaluateError::Quantifier(_)) => return None,
                Err(error) => panic!("a formula that was read has a value: {error}"),
            }
        }
        Some(true)
    }

    /// All places and results of a symbol; `None` when there are too many or endlessly many.
    fn level(&mut self, symbol: Symbol) -> Option<Level> {
        let (arguments, result) = symbol.signature(self.terms);
        let mut places = vec![vec![]];
        for argument in &arguments {
            let domain = self.domain(*argument)?;
            if *argument == Sort::INT || *argument == Sort::REAL {
                return None;
            }
            places = places
                .into_iter()
                .flat_map(|place| {
                    domain.iter().map(move |value| [place.clone(), vec![*value]].concat())
                })
                .collect();
        }
        if let Symbol::WrongField(selector) = symbol {
            let constructor = self.terms.selector_constructor(selector);
            let is_right = |place: &Vec<Value>| {
                let kind = self.model.values.kind(place[0]);
                matches!(kind, ValueKind::Datatype(found, _) if *found == constructor)
            };
            places.retain(|place| !is_right(place));
        }
        let results = self.domain(result)?;
        let chosen = vec![0; places.len()];
        Some(Level { symbol, places, results, chosen })
    }

    fn write(&mut self, level: &Level) {
        for (place, chosen) in level.places.iter().zip(&level.chosen) {
            self.model.set(level.symbol, place, level.results[*chosen]);
        }
    }

    fn numbers(&mut self, sort: Sort, range: RangeInclusive<i64>) -> Vec<Value> {
        range.map(|number| self.model.values.number(sort, number.into())).collect()
    }

    /// The values of a sort that are tried; `None` when there are too many.
    fn domain(&mut self, sort: Sort) -> Option<Vec<Value>> {
        let terms = self.terms;
        let values = match *terms.sort_kind(sort) {
            SortKind::Int | SortKind::Real => self.numbers(sort, self.domains.integers.clone()),
            SortKind::Bool | SortKind::Uninterpreted { .. } => {
                let values = &mut self.model.values;
                (0..).map_while(|n| values.nth_value(terms, sort, n)).collect()
            }
            SortKind::Array { index, element } => {
                let is_endless = index == Sort::INT || index == Sort::REAL;
                if is_endless && (self.domains.quantified.is_none() || index == Sort::REAL) {
                    return None;
                }
                let indices = self.domain(index)?;
                let elements = match element {
                    Sort::INT | Sort::REAL => self.numbers(element, self.domains.cells.clone()),
                    _ => self.domain(element)?,
                };
                let mut defaults = elements.clone();
                if !is_endless {
                    defaults.truncate(1);
                }
                let mut arrays: Vec<Value> = defaults
                    .into_iter()
                    .map(|default| self.model.values.constant_array(sort, default))
                    .collect();
                for index in indices {
                    let before = std::mem::take(&mut arrays);
                    for array in before {
                        for element in &elements {
                            arrays.push(self.model.values.store(terms, array, index, *element)?);
                        }
                    }
                    if arrays.len() > MOST_DOMAIN_VALUES {
                        return None;
                    }
                }
                arrays
            }
            SortKind::Datatype(datatype) => {
                let mut all = Vec::new();
                for constructor in terms.constructors(datatype) {
                    let mut tuples = vec![vec![]];
                    for selector in terms.selectors(constructor) {
                        let field = terms.selector_sort(selector);
                        // Only datatypes without recursion are tried.
                        if terms.as_datatype(field).is_some_and(|field| field >= datatype) {
                            return None;
                        }
                        let domain = self.domain(field)?;
                        tuples = tuples
                            .into_iter()
                            .flat_map(|tuple: Vec<Value>| {
                                domain
                                    .iter()
                                    .map(move |value| [tuple.clone(), vec![*value]].concat())
                            })
                            .collect();
                        if tuples.len() > MOST_DOMAIN_VALUES {
                            return None;
                        }
                    }
                    for tuple in tuples {
                        all.push(self.model.values.construct(constructor, &tuple));
                    }
                }
                all
            }
        };
        (values.len() <= MOST_DOMAIN_VALUES).then_some(values)
    }
}

/// The next table; false after the last.
fn advance(level: &mut Level) -> bool {
    for chosen in &mut level.chosen {
        *chosen += 1;
        if *chosen < level.results.len() {
            return true;
        }
        *chosen = 0;
    }
    false
}
