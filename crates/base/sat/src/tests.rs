//! The solver against truth tables, with models, cores and proofs checked.

use std::collections::BTreeSet;
use std::sync::Arc;

use buttress_budget::Budget;
use buttress_prop::{Fanin, Gate, Gates, Lit, Random, Var};

use crate::{ProofStep, Query, SatResult, Solver};

/// Random clauses.
trait RandomClauses {
    fn lit(&mut self, vars: usize) -> Lit;
    fn clause(&mut self, vars: usize, longest: usize) -> Vec<Lit>;
}

impl RandomClauses for Random {
    fn lit(&mut self, vars: usize) -> Lit {
        Var(self.below(vars) as u32).lit_with(self.coin())
    }

    fn clause(&mut self, vars: usize, longest: usize) -> Vec<Lit> {
        let length = 1 + self.below(longest);
        (0..length).map(|_| self.lit(vars)).collect()
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
    let mut random = Random::new(0x1234_5678_9abc_def1);
    let budget = Budget::unlimited();
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..3000 {
        let vars = 3 + random.below(8);
        let mut solver = Solver::with_seed(round);
        solver.reserve(vars);
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
                assert_eq!(answer == SatResult::Sat, expected, "round {round}");
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

/// Gates over leaves 0..4 and earlier gates, and a lemma over leaves.
struct Logic {
    solver: Solver,
    clauses: Vec<Vec<Lit>>,
    definitions: Vec<Definition>,
    vars: u32,
}

enum Definition {
    And(Vec<Lit>),
    Mux(Lit, Lit, Lit),
}

const LEAVES: u32 = 4;

fn logic(random: &mut Random, seed: u64, with_gates: bool) -> Logic {
    let gates = 1 + random.below(8) as u32;
    let mut solver = Solver::with_seed(seed);
    let mut clauses = Vec::new();
    let mut definitions = Vec::new();
    for gate in LEAVES..LEAVES + gates {
        let mut input = || random.lit(gate as usize);
        let (a, b, c) = (input(), input(), input());
        let output = Var(gate).lit();
        if random.below(3) == 0 {
            clauses.extend([vec![!a, !b, output], vec![!a, b, !output]]);
            clauses.extend([vec![a, !c, output], vec![a, c, !output]]);
            definitions.push(Definition::Mux(a, b, c));
        } else {
            clauses.extend([vec![!output, a], vec![!output, b], vec![!output, c]]);
            clauses.push(vec![output, !a, !b, !c]);
            definitions.push(Definition::And(vec![a, b, c]));
        }
    }
    let vars = LEAVES + gates;
    for clause in &clauses {
        solver.add_clause(clause);
    }
    let lemma = random.clause(LEAVES as usize, 3);
    let constraint = vec![random.lit(vars as usize)];
    for clause in [lemma, constraint] {
        clause.iter().for_each(|lit| solver.keep_in_cone(lit.var()));
        solver.add_clause(&clause);
        clauses.push(clause);
    }
    let vars_of = |definition: &Definition| match definition {
        Definition::And(literals) => literals.iter().map(|lit| lit.var()).collect(),
        Definition::Mux(a, b, c) => vec![a.var(), b.var(), c.var()],
    };
    let leaves = (0..LEAVES).map(|_| Vec::new());
    let rows = leaves.chain(definitions.iter().map(vars_of));
    solver.set_fanin(Arc::new(Fanin::new(rows)));
    if with_gates {
        let gate = |definition| match definition {
            &Definition::Mux(a, b, c) => Some(Gate::Mux(a, b, c)),
            Definition::And(literals) => Some(Gate::And(literals)),
        };
        let rows = (0..LEAVES).map(|_| None).chain(definitions.iter().map(gate));
        solver.set_gates(Arc::new(Gates::new(rows)));
    }
    Logic { solver, clauses, definitions, vars }
}

impl Logic {
    /// Completes the model on the leaves, evaluates the gates, and checks every clause.
    fn check_completion(&self, fill: bool, wanted: &[Vec<Lit>]) {
        let mut values: Vec<bool> =
            (0..LEAVES).map(|leaf| self.solver.value(Var(leaf).lit()).unwrap_or(fill)).collect();
        for definition in &self.definitions {
            let value = |lit: &Lit| values[lit.var().index()] != lit.is_negative();
            let output = match definition {
                Definition::And(literals) => literals.iter().all(value),
                Definition::Mux(a, b, c) => value(if value(a) { b } else { c }),
            };
            values.push(output);
        }
        for clause in wanted {
            let holds = clause.iter().any(|lit| values[lit.var().index()] != lit.is_negative());
            assert!(holds, "{clause:?} fails when open leaves are {fill}");
        }
    }
}

fn check_restricted(with_gates: bool) {
    let mut random = Random::new(77);
    let budget = Budget::unlimited();
    for round in 0..3000 {
        let mut logic = logic(&mut random, round, with_gates);
        let vars = logic.vars as usize;
        for _ in 0..6 {
            let assumptions: Vec<Lit> =
                (0..1 + random.below(3)).map(|_| random.lit(vars)).collect();
            let extra = random.clause(vars, 3);
            let clause = (random.below(2) == 1).then_some(extra.as_slice());
            let mut all = logic.clauses.clone();
            all.extend(clause.map(<[Lit]>::to_vec));
            let expected = satisfiable(&all, logic.vars, &assumptions);
            let query = Query { assumptions: &assumptions, clause, cone: true };
            let answer = logic.solver.query(&query, &budget).unwrap();
            assert_eq!(answer == SatResult::Sat, expected, "round {round}");
            if expected {
                all.extend(assumptions.iter().map(|&lit| vec![lit]));
                logic.check_completion(false, &all);
                logic.check_completion(true, &all);
            }
        }
    }
}

#[test]
fn a_restricted_query_answers_as_the_whole_one() {
    check_restricted(false);
}

#[test]
fn a_justified_model_may_be_completed_at_will() {
    check_restricted(true);
}

#[test]
fn refutations_replay() {
    let mut random = Random::new(4242);
    let budget = Budget::unlimited();
    let mut refuted = 0;
    for round in 0..1500 {
        let vars = 4 + random.below(10);
        let mut solver = Solver::with_seed(round).with_proof();
        solver.reserve(vars);
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
        if solver.solve(&[], &budget).unwrap() == SatResult::Unsat {
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
    solver.learnt_limit = 50;
    let clauses = pigeons(&mut solver, 6);
    assert_eq!(solver.solve(&[], &Budget::unlimited()), Ok(SatResult::Unsat));
    let steps = solver.proof().and_then(|proof| proof.refutation()).unwrap();
    check_lrat(&clauses, &steps);
}

/// Random clauses of three literals at the threshold, some with a model by construction: hard enough for spells of both kinds and new phases.
#[test]
fn hard_queries_go_through_spells_and_stay_right() {
    let mut random = Random::new(17);
    let mut spells = 0;
    for round in 0..6 {
        let (vars, is_planted) = (180, round % 2 == 0);
        let hidden: Vec<bool> = (0..vars).map(|_| random.coin()).collect();
        let holds = |lit: Lit| hidden[lit.var().index()] == lit.is_positive();
        let mut solver = Solver::with_seed(round).with_proof();
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        while clauses.len() < if is_planted { 760 } else { 810 } {
            let clause: Vec<Lit> = (0..3).map(|_| random.lit(vars)).collect();
            if !is_planted || clause.iter().any(|&lit| holds(lit)) {
                solver.add_clause(&clause);
                clauses.push(clause);
            }
        }
        match solver.solve(&[], &Budget::unlimited()).unwrap() {
            SatResult::Sat => {
                let is_true = |&lit: &Lit| solver.value(lit) == Some(true);
                assert!(clauses.iter().all(|clause| clause.iter().any(is_true)));
            }
            SatResult::Unsat => {
                assert!(!is_planted, "a formula with a model was refuted");
                let steps = solver.proof().and_then(|proof| proof.refutation()).unwrap();
                check_lrat(&clauses, &steps);
            }
        }
        spells += solver.stable.spells();
    }
    assert!(spells > 2, "only {spells} spells");
}

#[test]
fn effort_interrupts_and_the_query_can_be_asked_again() {
    let mut solver = Solver::new();
    pigeons(&mut solver, 7);
    let small = Budget::with_effort(buttress_budget::Limits::none(), 500);
    assert!(solver.solve(&[], &small).is_err());
    assert_eq!(solver.solve(&[], &Budget::unlimited()), Ok(SatResult::Unsat));
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

#[test]
fn query_clauses_leave_no_garbage_behind() {
    let mut solver = Solver::new();
    let clauses =
        [vec![Var(0).lit(), Var(1).lit(), Var(2).lit()], vec![!Var(0).lit(), Var(1).lit()]];
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    let mut random = Random::new(5);
    for _ in 0..100_000 {
        let extra = random.clause(3, 3);
        let query = Query { assumptions: &[], clause: Some(&extra), cone: false };
        solver.query(&query, &Budget::unlimited()).unwrap();
    }
    assert!(solver.clauses.arena.words() < 20_000, "{} words", solver.clauses.arena.words());
}

#[test]
fn what_refutations_rest_on_is_told_once() {
    let (mut refuted, mut nothing_new) = (0, 0);
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut solver = Solver::with_seed(seed).with_proof();
        for tag in 0..20 {
            solver.add_tagged_clause(&random.clause(8, 3), tag);
        }
        let (mut told, mut all) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..10 {
            let assumptions = [random.lit(8), random.lit(8)];
            if solver.solve(&assumptions, &Budget::unlimited()) == Ok(SatResult::Unsat) {
                refuted += 1;
                all.extend(solver.sources().unwrap());
                let new = solver.new_sources().unwrap();
                nothing_new += usize::from(new.is_empty());
                assert!(new.into_iter().all(|tag| told.insert(tag)), "seed {seed}");
                assert_eq!(told, all, "seed {seed}");
            }
        }
    }
    assert!(refuted > 200 && nothing_new > 20, "{refuted} {nothing_new}");
}
