//! A clause under reduction, with the tree of clauses that it stands for.
//!
//! Invariant: the arguments of the premises are different variables, except at places that are
//! determined (see `arguments`), so that clauses are resolved by mere substitution.

use std::collections::{BTreeSet, HashMap};

use buttress_horn::{Application, Clause, ClauseId, Horn, PredicateId};
use buttress_logic::{Term, Terms};

use super::arguments::Arguments;
use super::bounds::tightened;
use super::fold::Folder;
use super::solve::{Solutions, is_plain, solutions};
use super::variables::{Occurring, fresh, fresh_like, is_literal, is_variable};

/// Where a premise of an original clause comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// An earlier step of the same tree.
    Step(usize),
    /// A premise of the clause.
    Premise(usize),
}

/// An original clause in the tree.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub clause: ClauseId,
    /// For each of its variables a term over the variables of the clause.
    pub values: Vec<Term>,
    pub premises: Vec<Source>,
}

/// A clause under reduction. Applications have all arguments, also those at places that are dropped.
#[derive(Clone, Debug)]
pub(super) struct TracedClause {
    pub body: Vec<Application>,
    pub constraint: Term,
    pub head: Option<Application>,
    /// Each after its premises; the last one concludes the head.
    pub parts: Vec<Part>,
}

impl TracedClause {
    /// A clause of the original system.
    pub fn new(terms: &mut Terms, horn: &Horn, id: ClauseId) -> TracedClause {
        let clause = horn.clause(id);
        let premises = (0..clause.body.len()).map(Source::Premise).collect();
        let part = Part { clause: id, values: clause.variables.clone(), premises };
        let Clause { body, constraint, head, .. } = clause.clone();
        let mut clause = TracedClause { body, constraint, head, parts: vec![part] };
        clause.separate(terms, horn);
        clause
    }

    /// Makes the arguments of the premises different variables.
    fn separate(&mut self, terms: &mut Terms, horn: &Horn) {
        let mut used = BTreeSet::new();
        let mut parts = vec![self.constraint];
        for premise in &mut self.body {
            let parameters = &horn.predicate(premise.predicate).parameters;
            for (argument, &parameter) in premise.arguments.iter_mut().zip(parameters) {
                if is_variable(terms, *argument) && used.insert(*argument) {
                    continue;
                }
                let variable = fresh_like(terms, parameter);
                parts.push(terms.equal(variable, *argument));
                *argument = variable;
            }
        }
        self.constraint = terms.and(&parts);
    }

    /// Replaces variables everywhere.
    pub fn substitute(&mut self, terms: &mut Terms, map: &HashMap<Term, Term>) {
        let mut known = HashMap::new();
        let mut replace = |term: &mut Term| *term = terms.substitute_known(*term, map, &mut known);
        replace(&mut self.constraint);
        for application in self.body.iter_mut().chain(&mut self.head) {
            application.arguments.iter_mut().for_each(&mut replace);
        }
        for part in &mut self.parts {
            part.values.iter_mut().for_each(&mut replace);
        }
    }

    /// Folds the constraint and replaces variables that it defines; is the clause still of use?
    /// Not if its constraint is false, or if it concludes what it starts from.
    pub fn simplify(
        &mut self,
        terms: &mut Terms,
        folder: &mut Folder,
        arguments: &Arguments,
    ) -> bool {
        loop {
            self.constraint = folder.fold(terms, self.constraint);
            self.fold_head(terms, folder);
            let parts = terms.conjuncts(self.constraint);
            match tightened(terms, &parts) {
                Some(_) if self.constraint == Term::FALSE => return false,
                Some(parts) => self.constraint = terms.and(&parts),
                None => return false,
            }
            if self.propagate_literals(terms, folder) {
                continue;
            }
            let premises = self.premise_variables(terms);
            let concluded = self.concluded_variables(terms, arguments);
            let parts = terms.conjuncts(self.constraint);
            let found = solutions(terms, &parts, |terms, variable, term| {
                let is_needed = concluded.contains(&variable);
                !premises.contains(&variable)
                    && term.is_none_or(|term| !is_needed || is_plain(terms, term))
            });
            if found.map.is_empty() {
                return !self.is_tautology(arguments);
            }
            self.substitute(terms, &found.map);
        }
    }

    /// Is the conclusion one of the premises?
    fn is_tautology(&self, arguments: &Arguments) -> bool {
        let Some(head) = &self.head else { return false };
        let mut same = self.body.iter().filter(|premise| premise.predicate == head.predicate);
        same.any(|premise| arguments.kept(premise).eq(arguments.kept(head)))
    }

    fn fold_head(&mut self, terms: &mut Terms, folder: &mut Folder) {
        for argument in self.head.iter_mut().flat_map(|head| &mut head.arguments) {
            *argument = folder.fold(terms, *argument);
        }
    }

    /// Uses conjuncts that say that an argument of a premise is a literal in the other conjuncts
    /// and in the conclusion. Returns whether something changed.
    fn propagate_literals(&mut self, terms: &mut Terms, folder: &mut Folder) -> bool {
        let premises = self.premise_variables(terms);
        let parts = terms.conjuncts(self.constraint);
        let Solutions { map, sources } = solutions(terms, &parts, |terms, variable, term| {
            premises.contains(&variable) && term.is_none_or(|term| is_literal(terms, term))
        });
        if map.is_empty() {
            return false;
        }
        let mut known = HashMap::new();
        let mut replaced_parts = Vec::new();
        for (place, part) in parts.into_iter().enumerate() {
            let is_source = sources.contains(&place);
            replaced_parts.push(if is_source {
                part
            } else {
                terms.substitute_known(part, &map, &mut known)
            });
        }
        let constraint = folder.and(terms, &replaced_parts);
        let mut is_changed = constraint != self.constraint;
        self.constraint = constraint;
        for argument in self.head.iter_mut().flat_map(|head| &mut head.arguments) {
            let replaced = terms.substitute_known(*argument, &map, &mut known);
            is_changed |= replaced != *argument;
            *argument = replaced;
        }
        is_changed
    }

    /// The variables among the arguments of the premises.
    pub fn premise_variables(&self, terms: &Terms) -> BTreeSet<Term> {
        let arguments = self.body.iter().flat_map(|premise| &premise.arguments);
        arguments.copied().filter(|argument| is_variable(terms, *argument)).collect()
    }

    /// The variables that occur in the conclusion, at places that are kept.
    fn concluded_variables(&self, terms: &Terms, arguments: &Arguments) -> BTreeSet<Term> {
        let mut occurring = Occurring::default();
        if let Some(head) = &self.head {
            for argument in arguments.kept(head) {
                occurring.add(terms, argument);
            }
        }
        occurring.variables
    }

    /// The variables and the size of what is left when places are dropped.
    pub fn occurring(&self, terms: &Terms, arguments: &Arguments) -> Occurring {
        let mut occurring = Occurring::default();
        occurring.add(terms, self.constraint);
        for application in self.body.iter().chain(&self.head) {
            for argument in arguments.kept(application) {
                occurring.add(terms, argument);
            }
        }
        occurring
    }

    /// Does it have the predicate among its premises?
    pub fn uses(&self, predicate: PredicateId) -> bool {
        self.body.iter().any(|premise| premise.predicate == predicate)
    }

    /// Does it conclude the predicate?
    pub fn concludes(&self, predicate: PredicateId) -> bool {
        self.head.as_ref().is_some_and(|head| head.predicate == predicate)
    }

    /// The same clause with variables of its own.
    pub fn renamed(&self, terms: &mut Terms) -> TracedClause {
        let mut occurring = Occurring::default();
        occurring.add(terms, self.constraint);
        for application in self.body.iter().chain(&self.head) {
            application.arguments.iter().for_each(|argument| occurring.add(terms, *argument));
        }
        for part in &self.parts {
            part.values.iter().for_each(|value| occurring.add(terms, *value));
        }
        let variables: Vec<Term> = occurring.variables.into_iter().collect();
        let map = fresh(terms, &variables);
        let mut clause = self.clone();
        clause.substitute(terms, &map);
        clause
    }
}

impl Part {
    /// Renumbers where the premises come from.
    pub fn redirect(&mut self, to: impl Fn(Source) -> Source) {
        for premise in &mut self.premises {
            *premise = to(*premise);
        }
    }
}
