//! Basic paths that are generated once and used many times.
//!
//! Invariant: what the cache answers is what [`basic_paths_within`] answers for the same program, facts and options. The paths of
//! a function depend on the facts of its own loops and on the rankings of itself and of the functions that it calls; nothing else
//! is compared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use buttress_budget::Budget;
use buttress_logic::Terms;

use super::cycles::callees;
use super::generate::basic_paths_within;
use super::options::Options;
use super::path::Paths;
use crate::Facts;
use crate::program::{FunctionId, Program};

/// The basic paths of the functions of one program. Threads may share it.
pub struct PathCache<'p> {
    program: &'p Program,
    options: Options,
    callees: Vec<BTreeSet<FunctionId>>,
    known: Mutex<BTreeMap<FunctionId, Vec<Arc<GeneratedPaths>>>>,
}

/// The basic paths of one function, with the store of their terms.
pub struct GeneratedPaths {
    facts: Facts,
    terms: Mutex<Terms>,
    paths: Paths,
}

impl<'p> PathCache<'p> {
    /// Nothing is generated yet.
    pub fn new(program: &'p Program, options: Options) -> PathCache<'p> {
        PathCache { program, options, callees: callees(program), known: Mutex::default() }
    }

    /// The paths of a function with these facts. Paths that a budget cut short are not remembered.
    pub fn paths(
        &self,
        function: FunctionId,
        facts: &Facts,
        budget: &Budget,
    ) -> Arc<GeneratedPaths> {
        let facts = self.relevant(function, facts);
        let is_it = |known: &&Arc<GeneratedPaths>| known.facts == facts;
        if let Some(known) = self.lock().get(&function).and_then(|all| all.iter().find(is_it)) {
            return Arc::clone(known);
        }
        let mut terms = Terms::new();
        let paths =
            basic_paths_within(&mut terms, self.program, &facts, function, &self.options, budget);
        let is_final = paths.is_complete || budget.poll().is_ok();
        let generated = Arc::new(GeneratedPaths { facts, terms: Mutex::new(terms), paths });
        if is_final {
            self.lock().entry(function).or_default().push(Arc::clone(&generated));
        }
        generated
    }

    /// The facts that the paths of a function depend on.
    fn relevant(&self, function: FunctionId, facts: &Facts) -> Facts {
        let callees = self.callees.get(function.0 as usize);
        let is_met = |other: &FunctionId| {
            *other == function || callees.is_some_and(|callees| callees.contains(other))
        };
        let mut relevant = facts.clone();
        relevant.loops.retain(|(owner, _), _| *owner == function);
        relevant.loop_ranks.retain(|(owner, _), _| *owner == function);
        relevant.function_ranks.retain(|owner, _| is_met(owner));
        relevant
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<FunctionId, Vec<Arc<GeneratedPaths>>>> {
        // What others have put there is whole, whatever became of them.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GeneratedPaths {
    /// The paths; their terms are of [`GeneratedPaths::terms`].
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// A copy of the store, to add terms to.
    pub fn terms(&self) -> Terms {
        self.terms.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
