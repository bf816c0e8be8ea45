//! The solver against truth tables, with models, cores and proofs checked.

use std::sync::Arc;

use buttress_budget::Budget;
use buttress_prop::{Fanin, Lit, Var};

use crate::{Answer, ProofStep, Query, Solver};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn clause(&mut self, vars: u64, longest: u64) -> Vec<Lit> {
        let length = 1 + self.below(longest);
        (0..length).map(|_| self.lit(vars)).collect()
    }

    fn lit(&mut self, vars: u64) -> Lit {
        Var(self.below(vars) as u32).lit_with(self.below(2) == 1)
    }
}

fn is_true(lit: Lit, bits: u32) -> bool {
    (bits >> lit.var().0 & 1 == 1) != lit.is_negative()
}

fn satisfiable(clauses: &[Vec<Lit>], vars: u32, fixed: &[Lit]) -> bool {
    (0u32..1 << vars).any(|bits| {
        fixed.iter().all(|&lit| is_true(lit, bits))
            && clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(lit, bits)))
    })
}

/// Replays LRAT by definition: hints are unit in turn, the last one is falsified.
fn check_lrat(given: &[Vec<Lit>], steps: &[ProofStep]) {
    let mut known: std::collections::HashMap<u64, Vec<Lit>> = given
        .iter()
        .enumerate()
        .map(|(index, clause)| (index as u64 + 1, clause.clone()))
        .collect();
    for step in steps {
        let mut assigned: Vec<Lit> = step.clause.iter().map(|&lit| !lit).collect();
        let mut conflict = false;
        for hint in &step.hints {
            assert!(!conflict, "hints after the conflict in {step:?}");
            let clause = known.get(hint).unwrap_or_else(|| panic!("unknown hint in {step:?}"));
            let mut open: Vec<Lit> =
                clause.iter().copied().filter(|&lit| !assigned.contains(&!lit)).collect();
            open.dedup();
            match open[..] {
                [] => conflict = true,
                [unit] => assigned.push(unit),
                _ => panic!("hint {hint} is not unit in {step:?}: {clause:?} under {assigned:?}"),
            }
        }
        assert!(conflict, "no conflict in {step:?}");
        known.insert(step.id, step.clause.clone());
    }
    assert!(steps.last().is_some_and(|step| step.clause.is_empty()));
}

#[test]
fn agrees_with_truth_tables_under_assumptions_and_query_clauses() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let budget = Budget::unlimited();
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..3000 {
        let vars = 3 + random.below(8);
        let mut solver = Solver::with_seed(round);
        solver.reserve(vars as usize);
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..3 {
            for _ in 0..random.below(3 * vars) {
                let clause = random.clause(vars, 3);
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            for _ in 0..4 {
                let assumptions: Vec<Lit> =
                    (0..random.below(4)).map(|_| random.lit(vars)).collect();
                let extra = random.clause(vars, 4);
                let clause = (random.below(2) == 1).then_some(extra.as_slice());
                let mut all = clauses.clone();
                all.extend(clause.map(<[Lit]>::to_vec));
                let expected = satisfiable(&all, vars as u32, &assumptions);
                let query = Query { assumptions: &assumptions, clause, cone: false };
                let answer = solver.query(&query, &budget).unwrap();
                assert_eq!(answer == Answer::Sat, expected, "round {round}");
                if expected {
                    sat += 1;
                    let holds = |&lit: &Lit| solver.value(lit) == Some(true);
                    assert!(all.iter().all(|clause| clause.iter().any(holds)));
                    assert!(assumptions.iter().all(holds));
                } else {
                    unsat += 1;
                    assert!(solver.core().iter().all(|lit| assumptions.contains(lit)));
                    assert!(!satisfiable(&all, vars as u32, solver.core()));
                }
                solver = if random.below(3) == 0 { solver.clone() } else { solver };
            }
        }
    }
    assert!(sat > 1000 && unsat > 1000, "{sat} sat, {unsat} unsat: the mix is lopsided");
}

#[test]
fn a_restricted_query_answers_as_the_whole_one() {
    let mut random = Random(77);
    let budget = Budget::unlimited();
    for round in 0..2000 {
        // Leaves 0..4, then gates over earlier variables.
        let leaves = 4u32;
        let gates = 1 + random.below(6) as u32;
        let mut solver = Solver::with_seed(round);
        let mut clauses = Vec::new();
        let mut rows: Vec<Vec<Var>> = vec![Vec::new(); leaves as usize];
        for gate in leaves..leaves + gates {
            let (a, b) = (random.lit(u64::from(gate)), random.lit(u64::from(gate)));
            let output = Var(gate).lit();
            clauses.extend([vec![!output, a], vec![!output, b], vec![output, !a, !b]]);
            rows.push(vec![a.var(), b.var()]);
        }
        // A lemma over leaves: its variables belong to every cone.
        let lemma = random.clause(u64::from(leaves), 3);
        clauses.push(lemma.clone());
        for clause in &clauses {
            solver.add_clause(clause);
        }
        lemma.iter().for_each(|lit| solver.keep_in_cone(lit.var()));
        solver.set_fanin(Arc::new(Fanin::new(rows)));
        let vars = u64::from(leaves + gates);
        for _ in 0..5 {
            let assumptions: Vec<Lit> =
                (0..1 + random.below(3)).map(|_| random.lit(vars)).collect();
            let extra = random.clause(vars, 3);
            let clause = (random.below(2) == 1).then_some(extra.as_slice());
            let mut all = clauses.clone();
            all.extend(clause.map(<[Lit]>::to_vec));
            let expected = satisfiable(&all, vars as u32, &assumptions);
            let query = Query { assumptions: &assumptions, clause, cone: true };
            let answer = solver.query(&query, &budget).unwrap();
            assert_eq!(answer == Answer::Sat, expected, "round {round}");
        }
    }
}

#[test]
fn refutations_replay() {
    let mut random = Random(4242);
    let budget = Budget::unlimited();
    let mut refuted = 0;
    for round in 0..1500 {
        let vars = 4 + random.below(10);
        let mut solver = Solver::with_seed(round).with_proof();
        solver.reserve(vars as usize);
        let mut clauses = Vec::new();
        for _ in 0..5 * vars {
            let mut clause = random.clause(vars, 3);
            if random.below(4) > 0 {
                clause.push(random.lit(vars));
            }
            solver.add_clause(&clause);
            clauses.push(clause);
            if random.below(6) == 0 {
                let assumption = [random.lit(vars)];
                solver.solve(&assumption, &budget).unwrap();
            }
        }
        if solver.solve(&[], &budget).unwrap() == Answer::Unsat {
            assert!(solver.is_inconsistent());
            let steps = solver.proof().and_then(|proof| proof.refutation()).unwrap();
            check_lrat(&clauses, &steps);
            refuted += 1;
        }
    }
    assert!(refuted > 300, "only {refuted} refuted");
}

/// Pigeons in too few holes: needs learning, restarts and forgetting.
fn pigeons(solver: &mut Solver, holes: u32) -> Vec<Vec<Lit>> {
    let place = |pigeon: u32, hole: u32| Var(pigeon * holes + hole).lit();
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| place(pigeon, hole)).collect());
        for other in 0..pigeon {
            for hole in 0..holes {
                clauses.push(vec![!place(pigeon, hole), !place(other, hole)]);
            }
        }
    }
    for clause in &clauses {
        solver.add_clause(clause);
    }
    clauses
}

#[test]
fn long_refutations_replay_after_reductions() {
    let mut solver = Solver::new().with_proof();
    solver.pace.learnt_limit = 50;
    let clauses = pigeons(&mut solver, 6);
    assert_eq!(solver.solve(&[], &Budget::unlimited()), Ok(Answer::Unsat));
    let steps = solver.proof().and_then(|proof| proof.refutation()).unwrap();
    check_lrat(&clauses, &steps);
}

#[test]
fn effort_interrupts_and_the_query_can_be_asked_again() {
    let mut solver = Solver::new();
    pigeons(&mut solver, 7);
    let small = Budget::with_effort(buttress_budget::Limits::none(), 500);
    assert!(solver.solve(&[], &small).is_err());
    assert_eq!(solver.solve(&[], &Budget::unlimited()), Ok(Answer::Unsat));
}

#[test]
fn equal_seeds_give_equal_runs() {
    let run = |seed| {
        let mut solver = Solver::with_seed(seed);
        pigeons(&mut solver, 6);
        solver.solve(&[], &Budget::unlimited()).unwrap();
        *solver.stats()
    };
    assert_eq!(run(3), run(3));
}
