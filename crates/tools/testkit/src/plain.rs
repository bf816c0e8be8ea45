//! The same question without what peers read in another way than we do: every latch begins as zero, and there are no constraints.
//!
//! A latch that may begin as anything is an input in the first pair; one whose reset is a signal is that, too, under the constraint that it is
//! equal to the signal. A constraint that has failed is remembered, and nothing is bad from then on.

use buttress_circuit::{Circuit, Property, Reset};
use buttress_prop::{IndexVec, Lit, Var};

/// A circuit with the same answer to each property, whose latches begin as zero and which has no constraints.
pub fn plain(circuit: &Circuit) -> Circuit {
    let mut plain = Circuit::new();
    let mut images = IndexVec::<Var, Lit>::filled(Lit::FALSE, circuit.vars());
    for &input in &circuit.inputs {
        images[input] = plain.add_input().lit();
    }
    let is_open = |reset: Reset| !matches!(reset, Reset::Value(_));
    let begins: Vec<Option<Lit>> = (circuit.latches.iter())
        .map(|latch| is_open(latch.reset).then(|| plain.add_input().lit()))
        .collect();
    let zero = Reset::Value(false);
    let latches: Vec<Var> = circuit.latches.iter().map(|_| plain.add_latch(zero)).collect();
    let has_begun = plain.add_latch(zero);
    plain.set_next(has_begun, Lit::TRUE);
    for ((latch, &own), begin) in circuit.latches.iter().zip(&latches).zip(begins) {
        images[latch.var] = match (latch.reset, begin) {
            (Reset::Value(value), _) => own.lit().negate_if(value),
            (_, begin) => {
                let begin = begin.unwrap_or(Lit::FALSE);
                let (later, first) = (
                    and(&mut plain, has_begun.lit(), own.lit()),
                    and(&mut plain, !has_begun.lit(), begin),
                );
                !and(&mut plain, !later, !first)
            }
        };
    }
    let image =
        |images: &IndexVec<Var, Lit>, lit: Lit| images[lit.var()].negate_if(lit.is_negative());
    for &gate in &circuit.ands {
        if let Some([left, right]) = circuit.fanins(gate) {
            images[gate] = and(&mut plain, image(&images, left), image(&images, right));
        }
    }
    let mut allowed = Lit::TRUE;
    for &constraint in &circuit.constraints {
        allowed = and(&mut plain, allowed, image(&images, constraint));
    }
    for (latch, &own) in circuit.latches.iter().zip(&latches) {
        let begins_as_one = latch.reset == Reset::Value(true);
        plain.set_next(own, image(&images, latch.next).negate_if(begins_as_one));
        if let Reset::Signal(signal) = latch.reset {
            let (state, signal) = (images[latch.var], image(&images, signal));
            let (above, below) = (and(&mut plain, state, !signal), and(&mut plain, !state, signal));
            let is_equal = and(&mut plain, !above, !below);
            let is_wrong = and(&mut plain, !has_begun.lit(), !is_equal);
            allowed = and(&mut plain, allowed, !is_wrong);
        }
    }
    let has_failed = plain.add_latch(zero);
    let still = and(&mut plain, !has_failed.lit(), allowed);
    plain.set_next(has_failed, !still);
    for property in &circuit.properties {
        let bad = and(&mut plain, image(&images, property.bad), still);
        plain.properties.push(Property { bad });
    }
    plain
}

fn and(circuit: &mut Circuit, left: Lit, right: Lit) -> Lit {
    circuit.add_and(left, right).lit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exploration, Shape, generate};

    #[test]
    fn answers_stay_the_same() {
        // Small enough for the oracle with the latches and inputs that are added.
        let shape = Shape { inputs: 3, latches: 4, signal_reset: 30, ..Shape::default() };
        let mut compared = 0;
        for seed in 0..400 {
            let circuit = generate(seed, &shape);
            let plain = plain(&circuit).finish().expect("a circuit");
            assert!(plain.constraints.is_empty());
            assert!(plain.latches.iter().all(|latch| latch.reset == Reset::Value(false)));
            let (Ok(before), Ok(after)) = (Exploration::new(&circuit), Exploration::new(&plain))
            else {
                continue;
            };
            assert_eq!(before.answers(&circuit), after.answers(&plain), "seed {seed}");
            compared += 1;
        }
        assert!(compared > 300, "{compared}");
    }
}
