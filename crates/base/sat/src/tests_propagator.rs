//! The theory hook, with a theory whose meaning is a hidden set of clauses.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Lit, Random, Var};

use crate::{Consequences, Failure, Lemma, Propagator, SatResult, Solver};

/// Knows clauses that it tells only when they matter: some imply literals early, the others are
/// told when a full assignment violates them, all that are violated at once.
struct Hidden {
    clauses: Vec<Vec<Lit>>,
    /// How many of the clauses imply literals.
    eager: usize,
    values: Vec<Option<bool>>,
    seen: Vec<Lit>,
    levels: Vec<usize>,
    /// The clause that implied a variable.
    reason: Vec<usize>,
    /// Clauses that the solver keeps: it must not need to be told again.
    told: Vec<bool>,
}

impl Hidden {
    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.var().index()].map(|value| value == lit.is_positive())
    }

    fn look(&mut self, trail: &[Lit]) {
        for &lit in &trail[self.seen.len()..] {
            self.seen.push(lit);
            self.values[lit.var().index()] = Some(lit.is_positive());
        }
    }

    fn violated(&self, range: std::ops::Range<usize>) -> Vec<Lemma> {
        let is_false =
            |at: &usize| self.clauses[*at].iter().all(|lit| self.value(*lit) == Some(false));
        let lemma = |at: usize| Lemma {
            clause: self.clauses[at].clone(),
            is_kept: at.is_multiple_of(2),
            tag: at as u32,
        };
        range.filter(is_false).map(lemma).collect()
    }
}

impl Propagator for Hidden {
    fn new_level(&mut self) {
        self.levels.push(self.seen.len());
    }

    fn backtrack(&mut self, level: u32) {
        let Some(&start) = self.levels.get(level as usize) else { return };
        self.levels.truncate(level as usize);
        for lit in self.seen.drain(start..) {
            self.values[lit.var().index()] = None;
        }
    }

    fn propagate(
        &mut self,
        trail: &[Lit],
        consequences: &mut Consequences,
    ) -> Result<(), Exhausted> {
        self.look(trail);
        consequences.clauses = self.violated(0..self.eager);
        if !consequences.clauses.is_empty() {
            return Ok(());
        }
        for at in 0..self.eager {
            let clause = &self.clauses[at];
            let open: Vec<Lit> =
                clause.iter().copied().filter(|lit| self.value(*lit) != Some(false)).collect();
            if let [lit] = open[..]
                && self.value(lit).is_none()
                && !consequences.implied.iter().any(|implied| implied.var() == lit.var())
            {
                self.reason[lit.var().index()] = at;
                consequences.implied.push(lit);
            }
        }
        Ok(())
    }

    fn explain(&mut self, lit: Lit) -> Lemma {
        let at = self.reason[lit.var().index()];
        Lemma { clause: self.clauses[at].clone(), is_kept: false, tag: at as u32 }
    }

    fn final_check(&mut self, _: &[Lit], consequences: &mut Consequences) -> Result<(), Exhausted> {
        consequences.clauses = self.violated(0..self.clauses.len());
        consequences.clauses.retain(|lemma| !self.told[lemma.tag as usize]);
        for lemma in &consequences.clauses {
            self.told[lemma.tag as usize] = lemma.is_kept;
        }
        Ok(())
    }
}

/// Two equal literals, or a literal and its negation, are left to other tests.
fn clause(random: &mut Random, vars: u64, longest: u64) -> Vec<Lit> {
    let length = 1 + (random.bits() >> 33) % longest;
    let mut clause: Vec<Lit> = (0..length)
        .map(|_| Var(((random.bits() >> 33) % vars) as u32).lit_with(random.bits() >> 63 == 1))
        .collect();
    clause.sort();
    clause.dedup_by_key(|lit| lit.var());
    clause
}

#[test]
fn hidden_clauses_count_like_given_ones() {
    let vars = 10;
    let mut answers = [0, 0];
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let given: Vec<Vec<Lit>> =
            (0..random.bits() >> 40 & 7).map(|_| clause(&mut random, vars, 3)).collect();
        let hidden: Vec<Vec<Lit>> =
            (0..random.bits() >> 40 & 63).map(|_| clause(&mut random, vars, 4)).collect();
        let mut theory = Hidden {
            eager: if seed.is_multiple_of(2) { 0 } else { hidden.len() / 2 },
            clauses: hidden.clone(),
            values: vec![None; vars as usize],
            seen: Vec::new(),
            levels: Vec::new(),
            reason: vec![0; vars as usize],
            told: vec![false; hidden.len()],
        };
        let mut solver = Solver::with_seed(seed).with_proof();
        solver.reserve(vars as usize);
        for (at, clause) in given.iter().enumerate() {
            solver.add_tagged_clause(clause, (hidden.len() + at) as u32);
        }
        for _ in 0..3 {
            let assumptions: Vec<Lit> = {
                let mut assumed = clause(&mut random, vars, 3);
                assumed.truncate((random.bits() >> 60) as usize & 3);
                assumed
            };
            let answer = solver.solve_with(&assumptions, &mut theory, &Budget::unlimited());
            let answer = answer.expect("there is no limit");
            let is_true = |lit: Lit, bits: u32| (bits >> lit.var().0 & 1 == 1) == lit.is_positive();
            let all: Vec<&Vec<Lit>> = given.iter().chain(&hidden).collect();
            let is_model = |bits: u32| {
                assumptions.iter().all(|lit| is_true(*lit, bits))
                    && all.iter().all(|clause| clause.iter().any(|lit| is_true(*lit, bits)))
            };
            let expected = (0..1 << vars).any(is_model);
            assert_eq!(answer == SatResult::Sat, expected, "seed {seed}");
            answers[usize::from(expected)] += 1;
            if answer == SatResult::Unsat {
                replay(&solver, &given, &hidden, solver.core());
            }
        }
    }
    assert!(answers.iter().all(|count| *count > 500), "{answers:?}");
}

/// Every step of the failure follows from its hints, and the last one from the core.
fn replay(solver: &Solver, given: &[Vec<Lit>], hidden: &[Vec<Lit>], core: &[Lit]) {
    let proof = solver.proof().expect("the solver logs");
    let of_tag = |number: u64| -> Option<Vec<Lit>> {
        let tag = proof.tag(number)? as usize;
        Some(if tag < hidden.len() {
            hidden[tag].clone()
        } else {
            given[tag - hidden.len()].clone()
        })
    };
    match solver.failure().expect("the query failed") {
        Failure::Contradiction => assert!(core.iter().any(|lit| core.contains(&!*lit))),
        Failure::Given(number) => {
            let clause = of_tag(number).expect("a given clause has a tag");
            assert!(clause.iter().all(|lit| core.contains(&!*lit)));
        }
        Failure::Derived(steps) => {
            let mut derived = std::collections::HashMap::new();
            for step in &steps {
                let mut assigned: Vec<Lit> = step.clause.iter().map(|lit| !*lit).collect();
                let mut is_refuted = false;
                for hint in &step.hints {
                    let clause = derived.get(hint).cloned().or_else(|| of_tag(*hint));
                    let clause: Vec<Lit> = clause.expect("hints name earlier clauses");
                    let open: Vec<Lit> =
                        clause.into_iter().filter(|lit| !assigned.contains(&!*lit)).collect();
                    match open[..] {
                        [] => is_refuted = true,
                        [unit] => assigned.push(unit),
                        _ => panic!("a hint is not unit"),
                    }
                }
                assert!(is_refuted, "the hints refute the negated clause");
                derived.insert(step.id, step.clause.clone());
            }
            let last = steps.last().expect("a derivation has steps");
            assert!(last.clause.iter().all(|lit| core.contains(&!*lit)));
        }
    }
}
