//! The system as its paths, and what is known on them.

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Clause, Horn, Interpretation, PredicateId};
use buttress_logic::{Term, Terms};
use buttress_project::disjuncts;

use crate::atoms::Atoms;
use crate::inequality::Inequality;
use crate::limits::{MOST_PATHS, PIVOT_EFFORT};
use crate::path::Path;
use crate::property::Property;
use crate::sample::factors;
use crate::settings::Template;
use crate::split::split;
use crate::template::TemplateShape;

/// Paths, templates and facts.
pub struct System {
    /// The atoms of all paths and facts.
    pub atoms: Atoms,
    /// By predicate.
    pub shapes: Vec<TemplateShape>,
    /// What was found, by predicate: χ.
    pub facts: Vec<Vec<Inequality>>,
    /// The paths with the facts at their premises, without those that the facts disable.
    pub paths: Vec<Path>,
    /// Is the property among the rows of paths? Then facts hold only together with it.
    pub relies_on_property: bool,
    bare: Vec<Path>,
}

impl System {
    /// The paths of the clauses that conclude something, under Π and what is known.
    pub fn new(
        terms: &mut Terms,
        horn: &Horn,
        known: &Interpretation,
        property: &Property,
        template: &Template,
        budget: &Budget,
    ) -> Result<System, Exhausted> {
        let mut atoms = Atoms::default();
        let shapes: Vec<TemplateShape> = horn
            .predicate_ids()
            .map(|predicate| TemplateShape::new(terms, &mut atoms, horn, predicate, template))
            .collect();
        let mut bare = Vec::new();
        let mut relies_on_property = false;
        for clause in horn.clauses.iter().filter(|clause| clause.head.is_some()) {
            let (branches, with_property) = branches(terms, horn, known, property, clause, budget)?;
            relies_on_property |= with_property;
            bare.extend(branches.iter().filter_map(|literals| {
                Path::new(terms, &mut atoms, &clause.body, clause.head.as_ref(), literals)
            }));
        }
        let facts = vec![Vec::new(); horn.predicates.len()];
        let paths = Vec::new();
        let mut system = System { atoms, shapes, facts, paths, relies_on_property, bare };
        system.refresh(budget)?;
        Ok(system)
    }

    /// χ := χ ∧ γ. Two inequalities that are an equation become one; what the new fact makes
    /// plainly weaker goes.
    pub fn add(&mut self, predicate: usize, fact: Inequality) {
        let opposite = fact.polynomial.scaled(&buttress_logic::Rational::MINUS_ONE);
        let facts = &mut self.facts[predicate];
        if facts.contains(&fact) {
            return;
        }
        if let Some(twin) = facts.iter_mut().find(|other| other.polynomial == opposite) {
            *twin = Inequality::zero(fact.polynomial);
            return;
        }
        facts.retain(|other| {
            let difference = &other.polynomial - &fact.polynomial;
            difference.degree() > 0
                || other.relation != fact.relation
                || Inequality::non_negative(difference).truth() != Some(true)
        });
        facts.push(fact);
    }

    /// Puts the facts on the paths.
    pub fn refresh(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        self.paths.clear();
        for bare in &self.bare {
            budget.poll()?;
            let mut rows = Vec::new();
            for premise in &bare.body {
                let place = premise.predicate.index();
                let Some(substitution) = self.shapes[place].substitution(premise) else { continue };
                let facts = self.facts[place].iter();
                rows.extend(facts.filter_map(|fact| fact.substituted(&substitution)));
            }
            let Some(path) = bare.clone().with(&self.atoms, rows) else { continue };
            if !path.is_disabled(&self.atoms, || budget.spend(PIVOT_EFFORT).is_ok()) {
                self.paths.push(path);
            }
        }
        budget.poll()
    }

    /// The facts of a predicate, as formulas.
    pub fn formulas(&self, terms: &mut Terms, predicate: PredicateId) -> Vec<Term> {
        let facts = self.facts[predicate.index()].iter();
        facts.map(|fact| fact.term(terms, &self.atoms)).collect()
    }

    /// The predicates on whose facts those of `predicate` can depend, itself included.
    pub fn cone(&self, predicate: usize) -> Vec<bool> {
        let mut inside = vec![false; self.shapes.len()];
        let mut waiting = vec![predicate];
        while let Some(next) = waiting.pop() {
            if std::mem::replace(&mut inside[next], true) {
                continue;
            }
            let is_conclusion =
                |path: &&Path| path.head.as_ref().is_some_and(|it| it.predicate.index() == next);
            let premises = self.paths.iter().filter(is_conclusion).flat_map(|path| &path.body);
            waiting.extend(premises.map(|premise| premise.predicate.index()));
        }
        inside
    }
}

/// Conjunctions of literals that cover a clause's constraint, and whether they include Π.
fn branches(
    terms: &mut Terms,
    horn: &Horn,
    known: &Interpretation,
    property: &Property,
    clause: &Clause,
    budget: &Budget,
) -> Result<(Vec<Vec<Term>>, bool), Exhausted> {
    let mut parts = vec![clause.constraint];
    for premise in &clause.body {
        parts.push(horn.at(terms, premise, known.of(premise.predicate)));
    }
    let plain = terms.and(&parts);
    let trivial = terms.boolean(true);
    let mut asks = false;
    for premise in &clause.body {
        let asked = property.of(premise.predicate);
        asks |= asked != trivial;
        parts.push(horn.at(terms, premise, asked));
    }
    if asks {
        let strong = terms.and(&parts);
        if let Some(branches) = covering(terms, strong, MOST_PATHS[0], budget)? {
            return Ok((branches, true));
        }
    }
    let branches = match covering(terms, plain, MOST_PATHS[1], budget)? {
        Some(branches) => Some(branches),
        None => covering(terms, clause.constraint, MOST_PATHS[1], budget)?,
    };
    // One path on which anything may happen, if there are too many.
    Ok((branches.unwrap_or_else(|| vec![Vec::new()]), false))
}

fn covering(
    terms: &mut Terms,
    formula: Term,
    most: usize,
    budget: &Budget,
) -> Result<Option<Vec<Vec<Term>>>, Exhausted> {
    if factors(terms, formula).is_empty()
        && let Some(branches) = disjuncts(terms, formula, most, budget)?
    {
        return Ok(Some(branches));
    }
    Ok(split(terms, formula, most))
}
