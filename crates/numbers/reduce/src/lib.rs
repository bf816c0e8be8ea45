//! From a system of Horn clauses to a small one, and from verdicts about that one back.
//!
//! The steps, each in a file of its own:
//! 1. `traced`: a clause is folded (`fold`, `tally`, `bounds`), and variables that an equation defines are
//!    replaced (`solve`).
//! 2. `reachable`: what no fact leads to is false; what leads to no query is true.
//! 3. `argument_reduction`: arguments that always have the same value, or that of another argument, or that
//!    no constraint depends on, are dropped.
//! 4. `block`: a predicate that no clause uses to derive itself is resolved away, so that what is between
//!    two loop heads becomes one clause, a *large block*.
//! 5. `merge`, if asked for: clauses between the same predicates become one, by disjunction.
//!
//! No step asks a solver. [`Cells`] is another reduction, of arrays to numbers, and maps back in one direction alone. Each is exact in both directions. An interpretation of the small system
//! is mapped back by `undo`: a predicate that was resolved away is described by the clauses around it,
//! which is why only those go that can be described without quantifiers. A derivation is mapped back
//! because each clause of the small system remembers the tree of the clauses that it stands for, with terms
//! for the values of their variables.

mod argument_reduction;
mod arguments;
mod block;
mod bounds;
mod cells;
mod fold;
mod limits;
mod linear;
mod merge;
mod origin;
mod reachable;
mod settings;
mod solve;
mod structure;
mod tally;
mod traced;
mod undo;
mod variables;
mod working;

use buttress_horn::{
    Application, Derivation, Horn, HornUnknown, Interpretation, Predicate, PredicateId, Verdict,
};
use buttress_logic::{Term, Terms};

pub use cells::{Cells, Structures, View, has_structures};
pub use fold::Folder;
pub use settings::Settings;

use argument_reduction::{drop_determined, drop_ignored};
use block::resolve_blocks;
use merge::merge;
use origin::{Origin, Replay};
use reachable::{drop_underivable, drop_useless};
use undo::{Undo, undo_all};
use working::WorkingSystem;

/// A small system, and how its verdicts are mapped back.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The small system. Its predicates keep their names, and those of their parameters that matter.
    pub horn: Horn,
    /// The predicates before.
    predicates: Vec<Predicate>,
    /// For each predicate of the small system its number before.
    numbers: Vec<PredicateId>,
    undo: Vec<Undo>,
    /// For each clause of the small system.
    origins: Vec<Origin>,
}

/// Makes a system smaller.
pub fn reduce(terms: &mut Terms, horn: &Horn, settings: &Settings) -> Reduced {
    let mut working = WorkingSystem::new(terms, horn);
    run(&mut working, terms, settings);
    let WorkingSystem { clauses, arguments, undo, is_present, .. } = working;
    let mut clauses: Vec<_> =
        clauses.into_iter().map(|clause| Origin::of(terms, clause, &arguments)).collect();
    if settings.merge {
        clauses = merge(terms, clauses);
    }
    let mut small = Horn::default();
    let mut numbers = Vec::new();
    let mut small_numbers: Vec<Option<PredicateId>> = Vec::new();
    for (id, predicate) in horn.predicate_ids().zip(&horn.predicates) {
        small_numbers.push(is_present[id.index()].then(|| {
            let parameters = arguments.select(id, &predicate.parameters).collect();
            small.predicates.push(Predicate { name: predicate.name.clone(), parameters });
            numbers.push(id);
            PredicateId(small.predicates.len() as u32 - 1)
        }));
    }
    let mut origins = Vec::new();
    for (mut clause, origin) in clauses {
        let renumber = |application: &mut Application| {
            // Clauses with predicates that are gone are gone too.
            application.predicate =
                small_numbers[application.predicate.index()].unwrap_or(application.predicate);
        };
        clause.body.iter_mut().chain(&mut clause.head).for_each(renumber);
        small.add_clause(clause);
        origins.push(origin);
    }
    let predicates = horn.predicates.clone();
    Reduced { horn: small, predicates, numbers, undo, origins }
}

/// All steps, until none of them changes anything.
fn run(working: &mut WorkingSystem, terms: &mut Terms, settings: &Settings) {
    working.simplify(terms);
    loop {
        let mut is_changed = drop_underivable(working);
        if settings.cone {
            is_changed |= drop_useless(working);
        }
        is_changed |= drop_determined(working, terms);
        if settings.cone {
            is_changed |= drop_ignored(working, terms);
        }
        if let Some(growth) = settings.blocks {
            is_changed |= resolve_blocks(working, terms, growth, settings.size);
        }
        if !is_changed {
            break;
        }
    }
}

impl Reduced {
    /// An interpretation that makes every clause of the system before valid, from one that makes
    /// every clause of the small system valid.
    ///
    /// Queries count: what is only inductive need not be so after it is mapped back, since predicates may be
    /// described by what their consumers demand.
    ///
    /// Its formulas are folded, so that engines that find the same facts are read and proved alike.
    pub fn interpretation(&self, terms: &mut Terms, small: &Interpretation) -> Interpretation {
        let mut formulas: Vec<Term> = vec![terms.boolean(true); self.predicates.len()];
        let mut folder = Folder::default();
        for (id, formula) in self.numbers.iter().zip(small.formulas()) {
            formulas[id.index()] = folder.fold(terms, *formula);
        }
        undo_all(terms, &self.predicates, &self.undo, &mut formulas);
        Interpretation::new(formulas)
    }

    /// A derivation of the system before from one of the small system; none if a step does not fit
    /// its clause.
    pub fn derivation(&self, terms: &mut Terms, small: &Derivation) -> Option<Derivation> {
        let mut replay = Replay::default();
        for step in &small.steps {
            let clause = self.horn.clauses.get(step.clause.index())?;
            let origin = self.origins.get(step.clause.index())?;
            replay.add(terms, clause, origin, step)?;
        }
        Some(replay.finish())
    }

    /// The verdict on the system before.
    pub fn verdict(&self, terms: &mut Terms, small: Verdict) -> Verdict {
        match small {
            Verdict::Safe(facts) => Verdict::Safe(self.interpretation(terms, &facts)),
            Verdict::Unsafe(derivation) => match self.derivation(terms, &derivation) {
                Some(derivation) => Verdict::Unsafe(derivation),
                None => Verdict::Unknown(HornUnknown::GaveUp),
            },
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use buttress_formats::chc;
    use buttress_logic::{Sort, print};

    /// Whichever engine found a fact, it is told without a negation.
    #[test]
    fn facts_are_told_in_one_form() {
        let mut terms = Terms::new();
        let text = "(set-logic HORN) (declare-fun p (Int) Bool) (assert (p 0))
            (assert (forall ((x Int)) (=> (and (p x) (< x 9)) (p (+ x 1)))))
            (assert (forall ((x Int)) (=> (and (p x) (> x 9)) false)))";
        let horn = chc::read(&mut terms, text.as_bytes()).unwrap().horn;
        let reduced = reduce(&mut terms, &horn, &Settings::default());
        let x = reduced.horn.predicates[0].parameters[0];
        let nine = terms.numeral(&9.into(), Sort::INT);
        let (at_most, above) = (terms.less_equal(x, nine), terms.less(nine, x));
        for formula in [at_most, terms.not(above)] {
            let facts = reduced.interpretation(&mut terms, &Interpretation::new(vec![formula]));
            assert_eq!(print(&terms, facts.formulas()[0]), "(<= x 9)");
        }
    }
}
