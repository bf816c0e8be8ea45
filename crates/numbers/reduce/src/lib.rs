//! From a system of Horn clauses to a small one, and from verdicts about that one back.
//!
//! The steps, each in a file of its own:
//! 1. `draft`: a clause is folded (`fold`, `bounds`), and variables that an equation defines are
//!    replaced (`solve`).
//! 2. `reachable`: what no fact leads to is false; what leads to no query is true.
//! 3. `places`: arguments that always have the same value, or that of another argument, or that
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

mod block;
mod bounds;
mod cells;
mod draft;
mod fold;
mod linear;
mod merge;
mod origin;
mod places;
mod reachable;
mod solve;
mod undo;
mod variables;
mod work;

use buttress_horn::{
    Application, Derivation, Horn, HornUnknown, Interpretation, Predicate, PredicateId, Verdict,
};
use buttress_logic::{Term, Terms};

pub use cells::{Cells, View, has_arrays};
use merge::merge;
use origin::{Origin, Replay};
use undo::{Undo, undo_all};
use work::Work;

/// What is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Remove predicates that lead to no query, and arguments that no query depends on. Switch it off to
    /// discover invariants without a property.
    pub cone: bool,
    /// Resolve predicates away as long as the number of clauses grows by no more than this
    /// each time; none to keep them.
    pub blocks: Option<usize>,
    /// Leave a predicate alone if the clauses that come in its place would have more terms than this.
    pub size: usize,
    /// Make one clause of all clauses with the same premises and conclusion, by disjunction.
    /// Fewer clauses suit engines that ask a solver; paths of their own suit engines that
    /// take polyhedra.
    pub merge: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { cone: true, blocks: Some(0), size: 20_000, merge: false }
    }
}

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
    let mut work = Work::new(terms, horn);
    work.run(terms, settings);
    let Work { drafts, places, undo, is_present, .. } = work;
    let mut clauses: Vec<_> =
        drafts.into_iter().map(|draft| Origin::of(terms, draft, &places)).collect();
    if settings.merge {
        clauses = merge(terms, clauses);
    }
    let mut small = Horn::default();
    let mut numbers = Vec::new();
    let mut small_numbers: Vec<Option<PredicateId>> = Vec::new();
    for (id, predicate) in horn.predicate_ids().zip(&horn.predicates) {
        small_numbers.push(is_present[id.index()].then(|| {
            let parameters = places.select(id, &predicate.parameters).collect();
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

impl Reduced {
    /// An interpretation that makes every clause of the system before valid, from one that makes
    /// every clause of the small system valid.
    ///
    /// Queries count: what is only inductive need not be so after it is mapped back, since predicates may be
    /// described by what their consumers demand.
    pub fn interpretation(&self, terms: &mut Terms, small: &Interpretation) -> Interpretation {
        let mut formulas: Vec<Term> = vec![terms.boolean(true); self.predicates.len()];
        for (id, formula) in self.numbers.iter().zip(small.formulas()) {
            formulas[id.index()] = *formula;
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
