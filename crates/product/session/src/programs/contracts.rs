//! Contracts of helpers that say nothing, inferred for what calls them.
//!
//! As written first: only if something that was asked for stays open are candidates made. Runs throw most of them out; the others are
//! added to the contracts, all conditions are decided, and what is not proved goes, until all that is left is proved. Then what no proof leans on
//! goes, too. As always, nothing rests on how a conjunct was found: the checker proves the program with it.

use std::collections::{BTreeMap, BTreeSet};

use buttress_annotate::contract_candidates;
use buttress_budget::Budget;
use buttress_pi::interpret::{Limits, Machine, RunOutcome, Violation};
use buttress_pi::paths::{GoalKind, PathCache, Point, callees};
use buttress_pi::program::{Function, FunctionId, Program};
use buttress_pi::{ContractPart, Contracts, Facts, Lines};

use super::contract_uses::needed;
use super::decided::DecidedFunction;
use super::observer::Silent;
use super::run::Run;
use super::settings::{Inference, Settings};
use super::stages::{self, share};
use super::termination::with_callees;
use crate::limits::CONTRACT_RUNS;

/// A conjunct that is added: the function, the part of its contract, and the position among what is added there.
pub(super) type AddedConjunct = (FunctionId, ContractPart, usize);

/// Conjuncts for the contracts of helpers, with which more of what was asked for is proved; none if nothing helps.
pub(super) fn infer(run: &Run<'_>, asked: &[FunctionId]) -> Contracts {
    let limits = share(&run.settings.limits, 1, 2);
    let settings = Settings { limits, inference: Inference::All, ..run.settings.clone() };
    let search = ContractSearch {
        text: run.text,
        lines: run.lines,
        written: run.program,
        settings: &settings,
        run,
        functions: with_callees(run.program, asked),
    };
    search.contracts(asked).unwrap_or_default()
}

struct ContractSearch<'a> {
    text: &'a str,
    lines: &'a Lines,
    written: &'a Program,
    settings: &'a Settings,
    run: &'a Run<'a>,
    /// What was asked for, and all that is called from there.
    functions: Vec<FunctionId>,
}

impl ContractSearch<'_> {
    fn contracts(&self, asked: &[FunctionId]) -> Option<Contracts> {
        let (before, open) = self.decide(&Contracts::default(), |_, decided| {
            let open = decided.iter().filter(|one| !is_proved(one)).map(|one| one.function);
            (proved(decided, asked), open.collect::<BTreeSet<_>>())
        });
        if before.len() == asked.len() {
            return None;
        }
        let mut contracts = self.candidates(&open);
        self.drop_violated(&mut contracts);
        loop {
            if contracts.is_empty() || self.settings.limits.exhausted().is_some() {
                return None;
            }
            let (unproved, now) = self.decide(&contracts, |program, decided| {
                (unproved(program, decided), proved(decided, asked))
            });
            if unproved.is_empty() {
                // With nothing left to drop, it has helped or it never will.
                if now.len() <= before.len() {
                    return None;
                }
                return Some(self.minimised(contracts, asked, now.len()));
            }
            contracts = without(&contracts, &unproved);
        }
    }

    /// What contracts might say, where they say nothing: `@post` of what open functions call, `@pre` of what is open itself,
    /// called from here, and not asked for by name.
    fn candidates(&self, open: &BTreeSet<FunctionId>) -> Contracts {
        let callees = callees(self.written);
        let mut contracts = Contracts::default();
        let mut bounds = self.written.bounds;
        let budget = Budget::new(self.settings.limits.clone());
        let named = self.settings.functions.as_ref();
        for id in &self.functions {
            let function = self.written.function(*id);
            let is_called = |by: &FunctionId| by != id && callees[by.0 as usize].contains(id);
            if !self.functions.iter().any(is_called) {
                continue;
            }
            let serves = |by: &FunctionId| with_callees(self.written, &[*by]).contains(id);
            let is_named = named.is_some_and(|names| names.contains(&function.name.text));
            let wants_pre =
                says_nothing(function, ContractPart::Pre) && open.contains(id) && !is_named;
            let wants_post = says_nothing(function, ContractPart::Post)
                && open.iter().any(|by| by != id && serves(by));
            for (part, is_wanted) in
                [(ContractPart::Pre, wants_pre), (ContractPart::Post, wants_post)]
            {
                if is_wanted {
                    let seed = self.settings.seed;
                    let found =
                        contract_candidates(self.written, *id, part, seed, &mut bounds, &budget);
                    contracts.conjuncts.insert((*id, part), found);
                }
            }
        }
        contracts.conjuncts.retain(|_, found| !found.is_empty());
        contracts
    }

    /// Drops what a run violates, until none does.
    fn drop_violated(&self, contracts: &mut Contracts) {
        let budget = Budget::new(self.settings.limits.clone());
        loop {
            let program = contracts.program(self.written);
            let none = Facts::default();
            let machine = Machine::new(&program, &none);
            let mut violated = BTreeSet::new();
            for id in &self.functions {
                let mut visit = |_: &_, outcome| {
                    if let RunOutcome::Violated(violation) = outcome {
                        violated.extend(added(&program, &violation));
                    }
                    true
                };
                let (limits, seed) = (Limits::default(), self.settings.seed);
                buttress_run::explore(
                    &machine,
                    *id,
                    &limits,
                    &budget,
                    CONTRACT_RUNS,
                    seed,
                    &mut visit,
                );
            }
            if violated.is_empty() {
                return;
            }
            *contracts = without(contracts, &violated);
        }
    }

    /// What proofs lean on, if that proves as much. What is added to `@pre` makes a proof say less: each of these goes that can.
    fn minimised(&self, contracts: Contracts, asked: &[FunctionId], much: usize) -> Contracts {
        let unneeded = self.decide(&contracts, |program, decided| {
            let needed = needed(program, decided);
            all(&contracts).filter(|one| !needed.contains(one)).collect::<BTreeSet<_>>()
        });
        let is_as_good = |fewer: &Contracts| {
            self.settings.limits.exhausted().is_none()
                && self.decide(fewer, |program, decided| {
                    unproved(program, decided).is_empty() && proved(decided, asked).len() >= much
                })
        };
        let fewer = without(&contracts, &unneeded);
        let mut least = if is_as_good(&fewer) { fewer } else { contracts };
        let restricting: Vec<AddedConjunct> =
            all(&least).filter(|(_, part, _)| *part == ContractPart::Pre).collect();
        // The last ones first: positions before them stay, and the most telling are the first.
        for conjunct in restricting.into_iter().rev() {
            let fewer = without(&least, &BTreeSet::from([conjunct]));
            if is_as_good(&fewer) {
                least = fewer;
            }
        }
        least
    }

    /// Decides everything with these contracts, and looks at it.
    fn decide<T>(
        &self,
        contracts: &Contracts,
        look: impl FnOnce(&Program, &[DecidedFunction]) -> T,
    ) -> T {
        let program = contracts.program(self.written);
        let path_cache = &PathCache::new(&program, self.run.options);
        let run = Run {
            text: self.text,
            lines: self.lines,
            program: &program,
            contracts,
            settings: self.settings,
            options: self.run.options,
            path_cache,
            observer: &Silent,
        };
        look(&program, &stages::decide(&run, &self.functions).decided)
    }
}

fn says_nothing(function: &Function, part: ContractPart) -> bool {
    match part {
        ContractPart::Pre => function.pre.conjuncts.is_empty(),
        ContractPart::Post => function.post.conjuncts.is_empty(),
    }
}

fn is_proved(one: &DecidedFunction) -> bool {
    one.is_complete && one.paths.iter().flat_map(|path| path.goals()).all(|(_, it)| it.is_proved())
}

/// Those of the functions asked for of which everything is proved.
fn proved(decided: &[DecidedFunction], asked: &[FunctionId]) -> Vec<FunctionId> {
    let proved = decided.iter().filter(|one| is_proved(one)).map(|one| one.function);
    proved.filter(|id| asked.contains(id)).collect()
}

fn all(contracts: &Contracts) -> impl Iterator<Item = AddedConjunct> + '_ {
    contracts.conjuncts.iter().flat_map(|((id, part), conjuncts)| {
        (0..conjuncts.len()).map(move |place| (*id, *part, place))
    })
}

/// The contracts without some conjuncts.
fn without(contracts: &Contracts, dropped: &BTreeSet<AddedConjunct>) -> Contracts {
    let mut kept = BTreeMap::new();
    for ((id, part), conjuncts) in &contracts.conjuncts {
        let numbered = conjuncts.iter().enumerate();
        let conjuncts: Vec<_> = numbered
            .filter(|(place, _)| !dropped.contains(&(*id, *part, *place)))
            .map(|(_, conjunct)| conjunct.clone())
            .collect();
        if !conjuncts.is_empty() {
            kept.insert((*id, *part), conjuncts);
        }
    }
    Contracts { conjuncts: kept }
}

/// The added conjunct that a position in a contract stands for.
pub(super) fn added_at(
    program: &Program,
    id: FunctionId,
    part: ContractPart,
    position: usize,
) -> Option<AddedConjunct> {
    let function = program.function(id);
    let annotation = match part {
        ContractPart::Pre => &function.pre,
        ContractPart::Post => &function.post,
    };
    let written = annotation.conjuncts.len() - annotation.added;
    Some((id, part, position.checked_sub(written)?))
}

/// The added conjunct that a run violates, if it is one.
fn added(program: &Program, violation: &Violation) -> Option<AddedConjunct> {
    let GoalKind::Conjunct(position) = violation.goal else { return None };
    match violation.what {
        Point::Post => added_at(program, violation.function, ContractPart::Post, position),
        Point::Call(callee, _) => added_at(program, callee, ContractPart::Pre, position),
        _ => None,
    }
}

/// The added conjuncts that are not proved, and all of those of functions of which something else is not.
fn unproved(program: &Program, decided: &[DecidedFunction]) -> BTreeSet<AddedConjunct> {
    let mut unproved = BTreeSet::new();
    for one in decided {
        for path in &one.paths {
            for (kind, _) in path.goals().filter(|(_, answer)| !answer.is_proved()) {
                let GoalKind::Conjunct(position) = kind else { continue };
                unproved.extend(match path.path.to {
                    Point::Post => added_at(program, one.function, ContractPart::Post, position),
                    Point::Call(callee, _) => {
                        added_at(program, callee, ContractPart::Pre, position)
                    }
                    _ => None,
                });
            }
        }
    }
    if unproved.is_empty() {
        for one in decided.iter().filter(|one| !is_proved(one)) {
            let function = program.function(one.function);
            let parts = [
                (ContractPart::Pre, function.pre.added),
                (ContractPart::Post, function.post.added),
            ];
            for (part, count) in parts {
                unproved.extend((0..count).map(|place| (one.function, part, place)));
            }
        }
    }
    unproved
}
