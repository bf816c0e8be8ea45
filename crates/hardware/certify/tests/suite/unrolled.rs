//! What k-induction finds is certified and accepted by the independent checker.

use std::sync::Arc;

use buttress_budget::Budget;
use buttress_checker::check_circuit;
use buttress_circuit::{Strengthening, Verdict};
use buttress_hardware_certify::{Settings, certify};
use buttress_testkit::{Shape, generate};
use buttress_unroll::{KInduction, KInductionSettings};

#[test]
fn verdicts_of_k_induction_are_certified() {
    let budget = Budget::unlimited();
    let (mut plain, mut simple, mut violated) = (0, 0, 0);
    for seed in 0..1000 {
        let shape = Shape { latches: 4, properties: 1, ..Shape::default() };
        let circuit = Arc::new(generate(seed, &shape));
        let bad = circuit.properties[0].bad;
        let settings = KInductionSettings { seed, ..KInductionSettings::default() };
        let verdict = KInduction::new(circuit.clone(), bad, settings).run(&budget).unwrap();
        match verdict {
            Verdict::Safe(Strengthening::KInduction { simple_path: true, .. }) => simple += 1,
            Verdict::Safe(_) => plain += 1,
            _ => violated += 1,
        }
        let certificate = certify(&circuit, 0, &verdict, Settings { seed }, &budget);
        let certificate = certificate.unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
        let checked = check_circuit(&circuit, &certificate);
        assert!(checked.is_ok(), "seed {seed}: {checked:?}");
    }
    assert!(plain > 200 && simple > 20 && violated > 200, "{plain} {simple} {violated}");
}
