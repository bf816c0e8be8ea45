//! The test kit's own AIGER text is read back by `formats` as the same circuit.

use buttress_formats::aiger;
use buttress_testkit::{Exploration, Shape, aag_text, generate};

#[test]
fn random_circuits_survive_text() {
    for seed in 0..1_000 {
        let circuit = generate(seed, &Shape::default());
        let text = aag_text(&circuit);
        let model = aiger::read(text.as_bytes())
            .unwrap_or_else(|problems| panic!("seed {seed}: {problems:?}\n{text}"));
        let before = Exploration::new(&circuit).unwrap();
        let after = Exploration::new(&model.circuit).unwrap();
        assert_eq!(before.answers(&circuit), after.answers(&model.circuit), "seed {seed}\n{text}");
        assert_eq!(before.pairs(), after.pairs(), "seed {seed}\n{text}");
    }
}
