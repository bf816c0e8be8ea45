//! Small stories and random comparisons with the explicit twins.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_circuit::{Circuit, Property, Reset, Strengthening, Verdict};
use buttress_prop::{Clause, Lit, Random};

use crate::explicit::{
    Explicit, Impatient, distance, is_relatively_inductive, is_strengthening, random_circuit,
};
use crate::{Fsis, Mic, Pool, Settings, TransitionRelation, down, up};

/// Every combination of the settings, with a seed.
fn all_settings(seed: u64) -> Vec<Settings> {
    let mut all = Vec::new();
    for lift in [false, true] {
        for growing_variables in [false, true] {
            for (climb_above, sample) in [(0, false), (100, true), (100, false)] {
                all.push(Settings { seed, lift, sample, growing_variables, climb_above });
            }
        }
    }
    all
}

/// Checks the verdict's evidence by definition and against the explicit search.
fn check_verdict(circuit: &Circuit, verdict: &Verdict, story: &str) {
    let bad = circuit.properties[0].bad;
    let expected = distance(circuit, bad);
    match verdict {
        Verdict::Safe(Strengthening::Clauses(clauses)) => {
            assert_eq!(expected, None, "{story}: there is a trace");
            assert!(is_strengthening(circuit, bad, clauses), "{story}: {clauses:?}");
        }
        Verdict::Unsafe(trace) => {
            assert_eq!(trace.replay(circuit, bad), Ok(()), "{story}");
            assert!(expected.is_some_and(|depth| depth <= trace.depth()), "{story}");
        }
        other => panic!("{story}: {other:?}"),
    }
}

fn analyse(circuit: &Circuit, settings: Settings) -> (Fsis, Verdict) {
    let relation = Arc::new(TransitionRelation::new(circuit.clone()));
    let mut fsis = Fsis::new(relation, circuit.properties[0].bad, settings);
    let verdict = fsis.run(&Budget::unlimited()).expect("the budget is unlimited");
    (fsis, verdict)
}

#[test]
fn random_circuits_agree_with_the_explicit_search() {
    let (mut safe, mut deep) = (0, 0);
    for seed in 0..3000 {
        let circuit = random_circuit(seed);
        for settings in all_settings(seed) {
            let story = format!("seed {seed}, {settings:?}");
            let (_, verdict) = analyse(&circuit, settings);
            check_verdict(&circuit, &verdict, &story);
            match verdict {
                Verdict::Unsafe(trace) => deep += usize::from(trace.depth() > 2),
                _ => safe += 1,
            }
        }
    }
    // The generator must keep producing both kinds.
    assert!(safe > 1000 && deep > 200, "{safe} safe, {deep} deep");
}

#[test]
fn a_run_in_small_turns_gives_a_verdict_too() {
    let mut turns = 0;
    for seed in 0..400 {
        let circuit = random_circuit(seed);
        let relation = Arc::new(TransitionRelation::new(circuit.clone()));
        let mut fsis = Fsis::new(relation, circuit.properties[0].bad, Settings::default());
        // Turns grow slowly: at first not even one query fits.
        let mut effort = 10;
        let verdict = loop {
            turns += 1;
            effort += 2;
            match fsis.run(&Budget::with_effort(Limits::none(), effort)) {
                Ok(verdict) => break verdict,
                Err(reason) => assert_eq!(reason, Exhausted::Effort),
            }
        };
        check_verdict(&circuit, &verdict, &format!("seed {seed} in turns"));
        let again = fsis.run(&Budget::unlimited());
        assert_eq!(again, Ok(verdict), "asking again changes nothing");
    }
    assert!(turns > 2000, "only {turns} turns");
}

#[test]
fn equal_seeds_give_equal_runs() {
    for seed in 0..100 {
        let circuit = random_circuit(seed);
        let settings = Settings { seed, ..Settings::default() };
        let (first, verdict) = analyse(&circuit, settings.clone());
        let (second, same) = analyse(&circuit, settings);
        assert_eq!((verdict, first.counters()), (same, second.counters()));
    }
}

#[test]
fn invariants_proved_elsewhere_are_used_and_kept() {
    let mut used = 0;
    for seed in 0..600 {
        let circuit = random_circuit(seed);
        let (_, verdict) = analyse(&circuit, Settings::default());
        let Verdict::Safe(Strengthening::Clauses(clauses)) = verdict else { continue };
        // What is inductive without ¬bad is an invariant by itself.
        if clauses.is_empty() || !is_strengthening(&circuit, Lit::FALSE, &clauses) {
            continue;
        }
        let relation = Arc::new(TransitionRelation::new(circuit.clone()));
        let mut fsis = Fsis::new(relation, circuit.properties[0].bad, Settings::default());
        for clause in &clauses {
            fsis.assume_invariant(clause.clone());
        }
        let verdict = fsis.run(&Budget::unlimited()).unwrap();
        check_verdict(&circuit, &verdict, &format!("seed {seed} with invariants"));
        assert_eq!(
            verdict,
            Verdict::Safe(Strengthening::Clauses(clauses)),
            "nothing else is needed"
        );
        used += 1;
    }
    assert!(used > 20, "only {used} circuits");
}

/// a starts at 0 and stays; b copies a; bad is b.
#[test]
fn copy_register_needs_one_clause() {
    let mut circuit = Circuit::new();
    let a = circuit.add_latch(Reset::Value(false));
    let b = circuit.add_latch(Reset::Value(false));
    circuit.set_next(a, a.lit());
    circuit.set_next(b, a.lit());
    circuit.properties.push(Property { bad: b.lit() });
    let circuit = circuit.finish().unwrap();
    let (fsis, verdict) = analyse(&circuit, Settings::default());
    check_verdict(&circuit, &verdict, "copy register");
    assert_eq!(fsis.learnt(), [Clause::new([!a.lit()])]);
    assert!(fsis.subgoals().is_empty());
    assert_eq!(fsis.counters().latches, 2);
}

/// A two-bit counter that must not reach 3: every state leads on to the next, so the trace is
/// found through subgoals.
#[test]
fn a_counter_is_refuted_through_subgoals() {
    let mut circuit = Circuit::new();
    let low = circuit.add_latch(Reset::Value(false)).lit();
    let high = circuit.add_latch(Reset::Value(false)).lit();
    let both = circuit.add_and(low, high).lit();
    let neither = circuit.add_and(!low, !high).lit();
    let differ = circuit.add_and(!both, !neither).lit();
    circuit.set_next(low.var(), !low);
    circuit.set_next(high.var(), differ);
    circuit.properties.push(Property { bad: both });
    let circuit = circuit.finish().unwrap();
    for settings in all_settings(1) {
        let (fsis, verdict) = analyse(&circuit, settings);
        check_verdict(&circuit, &verdict, "counter");
        let Verdict::Unsafe(trace) = verdict else { panic!("it counts to 3") };
        assert_eq!(trace.depth(), 3);
        assert_eq!(fsis.subgoals().len(), 2);
    }
}

/// bad is "request while the latch is on", and a constraint forbids requests from then on: the
/// property holds because of the constraint in the last pair.
#[test]
fn a_constraint_in_the_last_pair_counts() {
    let build = |constrained: bool| {
        let mut circuit = Circuit::new();
        let request = circuit.add_input().lit();
        let on = circuit.add_latch(Reset::Free).lit();
        let bad = circuit.add_and(request, on).lit();
        circuit.set_next(on.var(), on);
        circuit.properties.push(Property { bad });
        if constrained {
            circuit.constraints.push(!bad);
        }
        circuit.finish().unwrap()
    };
    for constrained in [false, true] {
        let circuit = build(constrained);
        let (_, verdict) = analyse(&circuit, Settings::default());
        check_verdict(&circuit, &verdict, "request");
        assert_eq!(matches!(verdict, Verdict::Safe(_)), constrained);
    }
}

#[test]
fn down_finds_the_largest_inductive_subclause() {
    for seed in 0..3000 {
        let mut system = Explicit::random(seed);
        let clause = system.random_clause();
        let inductive = system.inductive_subclauses(&clause);
        let mut largest = clause.clone();
        let core = down(&mut system, &mut largest).unwrap();
        match core {
            None => assert!(inductive.is_empty(), "seed {seed}"),
            Some(core) => {
                let union: Clause = inductive.iter().flat_map(|clause| clause.to_vec()).collect();
                assert_eq!(largest, union, "seed {seed}");
                assert!(core.is_subclause_of(&largest) && inductive.contains(&core), "seed {seed}");
            }
        }
    }
}

#[test]
fn up_finds_an_inductive_subclause_and_mic_a_minimal_one() {
    let mut found_any = 0;
    for seed in 0..3000 {
        let mut system = Explicit::random(seed);
        let clause = system.random_clause();
        let inductive = system.inductive_subclauses(&clause);
        for clause in &inductive {
            let small = up(&mut system, clause).unwrap();
            assert!(small.is_subclause_of(clause) && system.is_inductive(&small), "seed {seed}");
        }
        for climbs in [false, true] {
            let mut mic = Mic::new(clause.clone());
            let found = mic.run(&mut system, &mut |order| order.reverse(), |_| climbs).unwrap();
            match found {
                None => assert!(inductive.is_empty(), "seed {seed}"),
                Some(found) => {
                    found_any += 1;
                    assert!(inductive.contains(&found), "seed {seed}");
                    let smaller = system.inductive_subclauses(&found);
                    assert_eq!(smaller, [found], "seed {seed}: minimal");
                }
            }
        }
    }
    assert!(found_any > 300, "only {found_any}");
}

/// One question per turn is enough, however long DOWN and UP take.
#[test]
fn mic_advances_with_every_question() {
    for seed in 0..1000 {
        let mut system = Explicit::random(seed);
        let clause = system.random_clause();
        let mut mic = Mic::new(clause.clone());
        let found = (0..200).find_map(|_| {
            let mut turn = Impatient { system: &mut system, patience: 1 };
            mic.run(&mut turn, &mut |_| (), |_| true).ok()
        });
        let found = found.unwrap_or_else(|| panic!("seed {seed}: no end"));
        let inductive = system.inductive_subclauses(&clause);
        match found {
            None => assert!(inductive.is_empty(), "seed {seed}"),
            Some(found) => assert_eq!(system.inductive_subclauses(&found), [found], "seed {seed}"),
        }
    }
}

/// Clauses over the latches of a circuit as anybody might send them: some true, most not.
fn rumours(circuit: &Circuit, count: usize, random: &mut Random) -> Vec<Clause> {
    let latches: Vec<Lit> = circuit.latches.iter().map(|latch| latch.var.lit()).collect();
    let mut rumour = || {
        let length = 1 + random.below(latches.len());
        let literals = (0..length)
            .map(|_| latches[random.below(latches.len())].negate_if(random.below(2) == 0));
        literals.collect::<Clause>()
    };
    (0..count).map(|_| rumour()).collect()
}

#[test]
fn what_leaves_a_pool_is_inductive_whatever_went_in() {
    let (mut shown_at_all, mut shown_late) = (0, 0);
    for seed in 0..1500 {
        let circuit = random_circuit(seed);
        let mut random = Random::new(seed);
        let bad = circuit.properties[0].bad;
        let leans = seed % 2 == 0;
        let relation = Arc::new(TransitionRelation::new(circuit.clone()));
        let mut pool = Pool::new(relation, leans.then_some(bad), seed);
        let mut shown: Vec<Clause> = Vec::new();
        for round in 0..4 {
            rumours(&circuit, 12, &mut random).into_iter().for_each(|clause| pool.add(clause));
            // Some passes end in the middle.
            let effort = if random.below(3) == 0 { 5 } else { u64::MAX };
            let now = pool.pass(&Budget::with_effort(Limits::none(), effort));
            shown_at_all += now.len();
            shown_late += if round > 0 { now.len() } else { 0 };
            shown.extend(now);
            let premise = if leans { bad } else { Lit::FALSE };
            assert!(is_relatively_inductive(&circuit, premise, &shown), "seed {seed}: {shown:?}");
        }
    }
    assert!(shown_at_all > 1000 && shown_late > 200, "{shown_at_all}, {shown_late} late");
}

#[test]
fn a_pool_finds_a_strengthening_again_in_any_order() {
    let mut found = 0;
    for seed in 0..3000 {
        let circuit = random_circuit(seed);
        let (_, verdict) = analyse(&circuit, Settings::default());
        let Verdict::Safe(Strengthening::Clauses(mut clauses)) = verdict else { continue };
        let bad = circuit.properties[0].bad;
        let relation = Arc::new(TransitionRelation::new(circuit.clone()));
        let mut pool = Pool::new(relation, Some(bad), seed);
        // χ implies each of its clauses by itself only together: the last found comes first.
        clauses.reverse();
        let holds_at_start = |clause: &Clause| {
            clause.iter().any(|lit| {
                let latch = circuit.latches.iter().find(|latch| latch.var == lit.var());
                latch.is_some_and(|latch| latch.reset == Reset::Value(lit.is_positive()))
            })
        };
        if clauses.is_empty() || !clauses.iter().all(holds_at_start) {
            continue;
        }
        let mut shown = Vec::new();
        for clause in &clauses {
            pool.add(clause.clone());
            shown.extend(pool.pass(&Budget::unlimited()));
        }
        while pool.is_worth_a_pass() {
            shown.extend(pool.pass(&Budget::unlimited()));
        }
        clauses.sort();
        shown.sort();
        assert_eq!(shown, clauses, "seed {seed}");
        found += 1;
    }
    assert!(found > 50, "only {found} circuits");
}
