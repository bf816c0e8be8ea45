//! Small random circuits, each made from one seed.
//!
//! The peers' wrong answers come from constraints, resets and bad signals that read inputs,
//! and from degenerate circuits; so these are frequent here. The weights were set by
//! measuring (see the tests): about as many properties are false as hold, most false ones
//! need a step or more, and a fair share of the constraints changes an answer.

use buttress_circuit::{Circuit, Property, Reset};
use buttress_prop::{Lit, Random, Var};

/// The knobs: sizes, and how often (in percent) each peculiarity appears.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The most inputs.
    pub inputs: usize,
    /// The most latches.
    pub latches: usize,
    /// The most and-gates, those of constraints and bad signals aside.
    pub gates: usize,
    /// The most constraints.
    pub constraints: usize,
    /// The most properties; at least one is made.
    pub properties: usize,
    /// Percent of circuits that have constraints.
    pub constrained: u32,
    /// Percent of latches that are uninitialised.
    pub free_reset: u32,
    /// Percent of latches whose reset is a signal.
    pub signal_reset: u32,
    /// Percent of latches with a next-state signal of a special kind: it holds, copies
    /// another, reads an input, or repeats another latch.
    pub special_latch: u32,
    /// Percent of constraints and bad signals that are constant.
    pub constant: u32,
    /// Percent of bad signals that read, beside latches, any signal; of those, as many again.
    pub bad_reads_inputs: u32,
    /// Percent of circuits whose variables are not in the order inputs, latches, gates.
    pub mixed_order: u32,
}

impl Shape {
    /// As engines see circuits: no latch resets to a signal.
    pub const NORMALISED: Shape = Shape {
        inputs: 4,
        latches: 6,
        gates: 25,
        constraints: 2,
        properties: 2,
        constrained: 50,
        free_reset: 20,
        signal_reset: 0,
        special_latch: 25,
        constant: 2,
        bad_reads_inputs: 40,
        mixed_order: 0,
    };
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            inputs: 4,
            latches: 6,
            gates: 25,
            constraints: 2,
            properties: 3,
            constrained: 50,
            free_reset: 12,
            signal_reset: 15,
            special_latch: 25,
            constant: 2,
            bad_reads_inputs: 40,
            mixed_order: 20,
        }
    }
}

/// The circuit of this seed.
pub fn generate(seed: u64, shape: &Shape) -> Circuit {
    let mut maker = Maker { circuit: Circuit::new(), random: Random::new(seed), shape };
    maker.nodes();
    maker.latches();
    maker.resets();
    maker.constraints();
    maker.properties();
    maker.circuit.finish().expect("a generated circuit is well formed")
}

struct Maker<'s> {
    circuit: Circuit,
    random: Random,
    shape: &'s Shape,
}

impl Maker<'_> {
    /// Inputs, latches and gates; each gate reads what is there before it.
    fn nodes(&mut self) {
        let shape = self.shape;
        let few = self.random.chance(8);
        let mut inputs = if few { 0 } else { self.random.between(1, shape.inputs) };
        let most = if self.random.chance(3) { 0 } else { shape.latches };
        let mut latches = self.random.between(most.min(2), most);
        let mixed = self.random.chance(shape.mixed_order);
        let target = self.random.between(shape.gates / 3, shape.gates);
        if !mixed {
            for _ in 0..inputs {
                self.circuit.add_input();
            }
            for _ in 0..latches {
                self.circuit.add_latch(Reset::Value(false));
            }
            (inputs, latches) = (0, 0);
        }
        // In the mixed order, sources and gates are drawn from one urn.
        while inputs + latches > 0 || self.circuit.ands.len() + 3 <= target {
            let gates = target.saturating_sub(self.circuit.ands.len());
            let draw = self.random.below(inputs + latches + gates);
            if draw < inputs {
                self.circuit.add_input();
                inputs -= 1;
            } else if draw < inputs + latches {
                self.circuit.add_latch(Reset::Value(false));
                latches -= 1;
            } else {
                self.gate();
            }
        }
    }

    /// A conjunction, an exclusive or, or a multiplexer of random signals.
    fn gate(&mut self) -> Lit {
        let (first, second) = (self.signal(), self.signal());
        let kind = self.random.below(4);
        match kind {
            0 => self.xor(first, second),
            1 => {
                let chosen = self.signal();
                let then = self.and(chosen, first);
                let otherwise = self.and(!chosen, second);
                self.or(then, otherwise)
            }
            _ => self.and(first, second),
        }
    }

    fn latches(&mut self) {
        let latches: Vec<Var> = self.circuit.latches.iter().map(|latch| latch.var).collect();
        let mut carry = Lit::TRUE;
        for (position, &latch) in latches.iter().enumerate() {
            let special = self.random.chance(self.shape.special_latch);
            let next = match self.random.below(if special { 5 } else { 12 }) {
                0 if special => latch.lit(),
                1 if special => self.among(&latches),
                2 if special && !self.circuit.inputs.is_empty() => {
                    let inputs = self.circuit.inputs.clone();
                    self.among(&inputs)
                }
                3 if special && position > 0 => {
                    // Equal next-state signals; with equal resets, equivalent latches.
                    let other = self.random.below(position);
                    self.circuit.latches[other].next
                }
                4 if special => Lit::FALSE.negate_if(self.random.coin()),
                // A bit of a counter; these make the deep states.
                0..=6 => {
                    let flipped = self.xor(latch.lit(), carry);
                    carry = self.and(latch.lit(), carry);
                    flipped
                }
                7 | 8 => {
                    // Set once, or cleared once, by some event.
                    let (event, other) = (self.signal(), self.signal());
                    let event = self.and(event, other);
                    self.or(latch.lit(), event)
                }
                _ => self.signal(),
            };
            self.circuit.set_next(latch, next);
        }
    }

    fn resets(&mut self) {
        for position in 0..self.circuit.latches.len() {
            let roll = self.random.below(100) as u32;
            let reset = if roll < self.shape.free_reset {
                Reset::Free
            } else if roll < self.shape.free_reset + self.shape.signal_reset {
                Reset::Signal(self.signal())
            } else {
                Reset::Value(self.random.chance(25))
            };
            self.circuit.latches[position].reset = reset;
            // A signal that leads back to the latch is no reset; the latch then starts false.
            if matches!(reset, Reset::Signal(_)) && self.circuit.clone().finish().is_err() {
                self.circuit.latches[position].reset = Reset::Value(false);
            }
        }
    }

    fn constraints(&mut self) {
        if !self.random.chance(self.shape.constrained) {
            return;
        }
        for _ in 0..self.random.between(1, self.shape.constraints) {
            let constraint = if self.random.chance(self.shape.constant) {
                Lit::FALSE.negate_if(self.random.chance(70))
            } else {
                // A disjunction: weak enough that computations go on, and a real limit still.
                let mut clause = self.signal();
                for _ in 0..self.random.below(3) {
                    let other = self.signal();
                    clause = self.or(clause, other);
                }
                clause
            };
            self.circuit.constraints.push(constraint);
        }
    }

    fn properties(&mut self) {
        for _ in 0..self.random.between(1, self.shape.properties) {
            let bad = if self.random.chance(self.shape.constant) {
                Lit::FALSE.negate_if(self.random.coin())
            } else {
                self.bad()
            };
            self.circuit.properties.push(Property { bad });
        }
    }

    /// A conjunction of some latches, mostly unlike their resets, and of other signals.
    fn bad(&mut self) -> Lit {
        let wanted = self.random.between(1, 3);
        let latches = self.circuit.latches.clone();
        let first = self.random.below(latches.len());
        let mut cube = Vec::new();
        for position in 0..wanted.min(latches.len()) {
            let latch = latches[(first + position) % latches.len()];
            let reset = match latch.reset {
                Reset::Value(value) => value,
                _ => self.random.coin(),
            };
            cube.push(latch.var.lit_with(reset != self.random.chance(70)));
        }
        while cube.is_empty() || self.random.chance(self.shape.bad_reads_inputs) {
            cube.push(self.signal());
        }
        let first = cube.remove(0);
        cube.into_iter().fold(first, |conjunction, lit| self.and(conjunction, lit))
    }

    /// Any signal, with either sign; inputs, latches and gates alike.
    fn signal(&mut self) -> Lit {
        let var = self.random.below(self.circuit.vars());
        // The constant is drawn again once, to make it rare.
        let var = if var == 0 { self.random.below(self.circuit.vars()) } else { var };
        Var(var as u32).lit().negate_if(self.random.coin())
    }

    fn among(&mut self, vars: &[Var]) -> Lit {
        let lit = self.random.pick(vars).map_or(Lit::FALSE, Var::lit);
        lit.negate_if(self.random.coin())
    }

    fn and(&mut self, left: Lit, right: Lit) -> Lit {
        self.circuit.add_and(left, right).lit()
    }

    fn or(&mut self, left: Lit, right: Lit) -> Lit {
        !self.and(!left, !right)
    }

    fn xor(&mut self, left: Lit, right: Lit) -> Lit {
        let (both, neither) = (self.and(left, right), self.and(!left, !right));
        self.and(!both, !neither)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exploration, OracleVerdict, aag_text};

    #[test]
    fn the_same_seed_gives_the_same_circuit() {
        let shape = Shape::default();
        assert_eq!(aag_text(&generate(7, &shape)), aag_text(&generate(7, &shape)));
        assert_ne!(aag_text(&generate(7, &shape)), aag_text(&generate(8, &shape)));
    }

    #[test]
    fn sizes_stay_within_the_shape() {
        let shape = Shape { latches: 3, inputs: 2, gates: 9, properties: 2, ..Shape::default() };
        for seed in 0..500 {
            let circuit = generate(seed, &shape);
            assert!(circuit.latches.len() <= 3 && circuit.inputs.len() <= 2);
            assert!((1..=2).contains(&circuit.properties.len()));
            assert!(circuit.constraints.len() <= 2);
        }
    }

    /// What a thousand circuits hold, in percent.
    #[derive(Default, Debug)]
    struct Census {
        properties: usize,
        violated: usize,
        deep: usize,
        very_deep: usize,
        circuits: usize,
        constrained: usize,
        constraint_matters: usize,
        signal_resets: usize,
        reset_ties_inputs: usize,
        without_latches: usize,
        without_inputs: usize,
        constant_bad: usize,
        bad_reads_input: usize,
    }

    fn census(circuits: u64) -> Census {
        let mut census = Census::default();
        for seed in 0..circuits {
            let circuit = generate(seed, &Shape::default());
            let answers = Exploration::new(&circuit).unwrap().answers(&circuit);
            census.circuits += 1;
            for answer in &answers {
                census.properties += 1;
                if let OracleVerdict::Unsafe { depth } = answer {
                    census.violated += 1;
                    census.deep += usize::from(*depth > 0);
                    census.very_deep += usize::from(*depth > 4);
                }
            }
            let mut relaxed = circuit.clone();
            relaxed.constraints.clear();
            census.constrained += usize::from(!circuit.constraints.is_empty());
            census.constraint_matters +=
                usize::from(Exploration::new(&relaxed).unwrap().answers(&relaxed) != answers);
            let mut untied = circuit.clone();
            for latch in &mut untied.latches {
                if matches!(latch.reset, Reset::Signal(_)) {
                    census.signal_resets += 1;
                    latch.reset = Reset::Free;
                }
            }
            census.reset_ties_inputs +=
                usize::from(Exploration::new(&untied).unwrap().answers(&untied) != answers);
            census.without_latches += usize::from(circuit.latches.is_empty());
            census.without_inputs += usize::from(circuit.inputs.is_empty());
            for property in &circuit.properties {
                census.constant_bad += usize::from(property.bad.var() == Var(0));
                let cone = buttress_circuit::cone_of(&circuit, [property.bad]);
                census.bad_reads_input += usize::from(cone.inputs > 0);
            }
        }
        census
    }

    #[test]
    fn the_mixture_is_balanced() {
        let census = census(4_000);
        let share = |part: usize, whole: usize| part * 100 / whole;
        assert!((40..=60).contains(&share(census.violated, census.properties)), "{census:?}");
        assert!(share(census.deep, census.violated) >= 40, "{census:?}");
        assert!(share(census.very_deep, census.violated) >= 3, "{census:?}");
        assert!(share(census.constraint_matters, census.constrained) >= 30, "{census:?}");
        assert!(share(census.reset_ties_inputs, census.circuits) >= 5, "{census:?}");
        assert!(census.signal_resets > 0 && census.constant_bad > 0, "{census:?}");
        assert!(census.without_latches > 0 && census.without_inputs > 0, "{census:?}");
        assert!(share(census.bad_reads_input, census.properties) >= 50, "{census:?}");
    }
}
