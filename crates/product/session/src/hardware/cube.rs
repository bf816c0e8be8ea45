//! A part of a property: bad, where some latches have given values. The parts of one width are all of it.
//!
//! Whoever shows that a part is never bad has not proved the property, but his clauses are inductive relative to ¬bad as well, because ¬bad says more
//! than ¬(bad ∧ cube); and a trace into a part is a trace.

use std::collections::{HashSet, VecDeque};

use buttress_circuit::{Circuit, Node, Property};
use buttress_prop::{Lit, Var};

/// The part with this number: 0 and 1 fix one latch, 2 to 5 two latches, 6 to 13 three, and so on. None if bad reads too few latches.
pub(super) fn cube(circuit: &Circuit, bad: Lit, number: u32) -> Option<Vec<Lit>> {
    let width = (number.checked_add(2)?).ilog2();
    let values = number + 2 - (1 << width);
    let latches = nearest_latches(circuit, bad, width as usize);
    let literal = |(place, latch): (usize, Var)| latch.lit_with(values >> place & 1 == 1);
    (latches.len() == width as usize)
        .then(|| latches.into_iter().enumerate().map(literal).collect())
}

/// The circuit with one more property: bad in this cube. All other signals are as they were.
pub(super) fn with_part(circuit: &Circuit, bad: Lit, cube: &[Lit]) -> (Circuit, Lit) {
    let mut circuit = circuit.clone();
    let part = cube.iter().fold(bad, |part, &lit| circuit.add_and(part, lit).lit());
    circuit.properties.push(Property { bad: part });
    (circuit, part)
}

/// The first latches that bad reads, those behind the fewest gates first.
fn nearest_latches(circuit: &Circuit, bad: Lit, most: usize) -> Vec<Var> {
    let (mut found, mut seen) = (Vec::new(), HashSet::from([bad.var()]));
    let mut open = VecDeque::from([bad.var()]);
    while let Some(var) = open.pop_front() {
        match circuit.nodes[var] {
            Node::Latch(_) => found.push(var),
            Node::And(left, right) => {
                open.extend([left.var(), right.var()].into_iter().filter(|&var| seen.insert(var)));
            }
            Node::False | Node::Input | Node::Unused => {}
        }
        if found.len() == most {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use buttress_testkit::{Exploration, Shape, generate};

    use super::*;

    #[test]
    fn the_parts_of_one_width_are_the_whole() {
        let mut compared = 0;
        for seed in 0..300 {
            let circuit = generate(seed, &Shape { signal_reset: 0, ..Shape::default() });
            let bad = circuit.properties[0].bad;
            let Ok(exploration) = Exploration::new(&circuit) else { continue };
            let is_bad = exploration.trace(bad).is_some();
            for numbers in [0..2, 2..6] {
                let cubes: Option<Vec<_>> = numbers.map(|it| cube(&circuit, bad, it)).collect();
                let Some(cubes) = cubes else { continue };
                let is_part_bad = |cube: &Vec<Lit>| {
                    let (circuit, part) = with_part(&circuit, bad, cube);
                    Exploration::new(&circuit).unwrap().trace(part).is_some()
                };
                assert_eq!(cubes.iter().any(is_part_bad), is_bad, "seed {seed}");
                compared += 1;
            }
        }
        assert!(compared > 200, "only {compared}");
    }
}
