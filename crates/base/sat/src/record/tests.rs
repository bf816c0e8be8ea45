//! Replays give the recorded answers, from memory and from text, and other answers are noticed.

use std::sync::Arc;

use buttress_budget::Budget;
use buttress_prop::{Fanin, Gate, Gates, Lit, Random, Var};

use super::{Operation, Recording, RecordingError};
use crate::{Query, SatResult, Solver};

/// Random literals.
trait RandomLits {
    fn lit(&mut self, vars: u32) -> Lit;
    fn lits(&mut self, most: usize, vars: u32) -> Vec<Lit>;
}

impl RandomLits for Random {
    fn lit(&mut self, vars: u32) -> Lit {
        Var(self.below(vars as usize) as u32).lit_with(self.coin())
    }

    fn lits(&mut self, most: usize, vars: u32) -> Vec<Lit> {
        let count = 1 + self.below(most);
        (0..count).map(|_| self.lit(vars)).collect()
    }
}

const LEAVES: u32 = 5;
const VARS: u32 = 9;

/// Leaves 0 to 4; gates 5 to 7 are conjunctions, gate 8 a multiplexer.
fn circuit(random: &mut Random) -> Solver {
    let mut solver = Solver::new();
    solver.reserve(VARS as usize);
    let mut definitions: Vec<Vec<Lit>> = vec![Vec::new(); LEAVES as usize];
    for gate in LEAVES..VARS - 1 {
        let inputs = vec![random.lit(gate), random.lit(gate)];
        let output = Var(gate).lit();
        solver.add_clause(&[!output, inputs[0]]);
        solver.add_clause(&[!output, inputs[1]]);
        solver.add_clause(&[output, !inputs[0], !inputs[1]]);
        definitions.push(inputs);
    }
    let (output, condition) = (Var(VARS - 1).lit(), Var(0).lit());
    let (yes, no) = (random.lit(VARS - 1), random.lit(VARS - 1));
    solver.add_clause(&[!condition, !yes, output]);
    solver.add_clause(&[!condition, yes, !output]);
    solver.add_clause(&[condition, !no, output]);
    solver.add_clause(&[condition, no, !output]);
    let gates = definitions.iter().map(|inputs| match inputs.as_slice() {
        [] => None,
        inputs => Some(Gate::And(inputs)),
    });
    solver.set_gates(Arc::new(Gates::new(gates.chain([Some(Gate::Mux(condition, yes, no))]))));
    let mut rows: Vec<Vec<Var>> = Vec::new();
    rows.extend(definitions.iter().map(|inputs| inputs.iter().map(|lit| lit.var()).collect()));
    rows.push(vec![condition.var(), yes.var(), no.var()]);
    solver.set_fanin(Arc::new(Fanin::new(rows)));
    solver
}

fn ask(solver: &mut Solver, random: &mut Random, vars: u32) {
    let (assumptions, extra) = (random.lits(3, vars), random.lits(3, vars));
    let clause = (random.below(2) == 1).then_some(extra.as_slice());
    let query = Query { assumptions: &assumptions, clause, cone: random.below(3) > 0 };
    solver.query(&query, &Budget::unlimited()).unwrap();
}

/// Queries before the recording, then clauses, new variables and queries, then a second solver.
fn recorded(seed: u64) -> Recording {
    let mut random = Random::new(seed);
    let mut solver = circuit(&mut random);
    ask(&mut solver, &mut random, VARS);
    solver.start_recording();
    let mut vars = VARS;
    for round in 0..20 {
        let mut clause = random.lits(3, LEAVES);
        if round % 4 == 0 {
            let fresh = solver.new_var();
            vars = fresh.0 + 1;
            solver.keep_in_cone(fresh);
            clause.push(fresh.lit_with(random.below(2) == 1));
        }
        for lit in &clause {
            solver.keep_in_cone(lit.var());
        }
        solver.add_clause(&clause);
        for _ in 0..5 {
            ask(&mut solver, &mut random, VARS);
        }
    }
    assert!(vars > VARS);
    let mut second = circuit(&mut random);
    second.continue_recording(solver.take_recording().unwrap());
    for _ in 0..10 {
        ask(&mut second, &mut random, VARS);
    }
    second.take_recording().unwrap()
}

#[test]
fn a_replay_gives_the_recorded_answers() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 1..300 {
        let recording = recorded(seed);
        assert_eq!(recording.queries(), 110);
        let replayed = recording.replay(seed, &Budget::unlimited()).unwrap();
        assert_eq!((replayed.queries, replayed.disagreement), (110, None), "seed {seed}");
        sat += replayed.sat;
        unsat += 110 - replayed.sat;
    }
    assert!(sat > 1000 && unsat > 1000, "{sat} sat, {unsat} unsat: the mix is lopsided");
}

#[test]
fn text_is_read_as_it_was_written() {
    for seed in 1..50 {
        let recording = recorded(seed);
        let text = recording.to_string();
        let read: Recording = text.parse().unwrap();
        assert_eq!(read.to_string(), text);
        let replayed = read.replay(seed, &Budget::unlimited()).unwrap();
        assert_eq!((replayed.queries, replayed.disagreement), (110, None), "seed {seed}");
    }
}

#[test]
fn a_changed_answer_is_noticed() {
    let mut recording = recorded(7);
    let place = recording.operations.len() - 3;
    let Operation::Query { answer, .. } = &mut recording.operations[place] else {
        panic!("the last operations are queries");
    };
    *answer = if *answer == SatResult::Sat { SatResult::Unsat } else { SatResult::Sat };
    let replayed = recording.replay(0, &Budget::unlimited()).unwrap();
    assert_eq!(replayed.disagreement, Some(place));
}

#[test]
fn what_is_no_recording_is_told() {
    let text = "fresh 3 3\nfanin 0 1 0 0\nc 1 -2 0\nkeep 1\nq a 1 0 t 2 -1 0 cone sat\nvars 4\n";
    let recording: Recording = text.parse().unwrap();
    assert_eq!(recording.to_string(), text);
    let cases = [
        ("c 1 0", 1),
        ("fresh 3", 1),
        ("fresh 3 4", 1),
        ("fresh 3 -1", 1),
        ("fresh 4000000000 1", 1),
        ("fresh 3 3\nvars 2", 2),
        ("fresh 3 3\nc 1 2", 2),
        ("fresh 3 3\nc 4 0", 2),
        ("fresh 3 3\nc x 0", 2),
        ("fresh 3 3\nc 1 0 2", 2),
        ("fresh 3 3\nd 1 0", 2),
        ("fresh 3 3\nkeep -1", 2),
        ("fresh 3 3\nfanin 0 0", 2),
        ("fresh 3 3\ngates - - m 1 2 0", 2),
        ("fresh 3 3\ngates - - x", 2),
        ("fresh 3 3\n\nq a 1 0 cone", 3),
        ("fresh 3 3\nq b 1 0 cone sat", 2),
        ("fresh 3 3\nq a 1 0 half sat", 2),
        ("fresh 3 3\nq a 1 0 t 1 0 cone maybe", 2),
    ];
    for (text, expected) in cases {
        let error = text.parse::<Recording>().unwrap_err();
        let (RecordingError::Ends { line, .. } | RecordingError::Word { line, .. }) = error;
        assert_eq!(line, expected, "{text}");
    }
}
