//! Slow, obvious twins for tests: explicit states, all inputs tried, all subclauses enumerated.

use std::convert::Infallible;

use buttress_circuit::{Circuit, Property, Reset, Simulation};
use buttress_prop::{Clause, Cube, Lit, Var};

use crate::relative::{Entailment, Relative};
use buttress_prop::Random;

/// A random system over explicit states, with a cube θ and a set ψ; latch k is variable k + 1.
pub(crate) struct Explicit {
    pub(crate) latches: usize,
    theta: Vec<Option<bool>>,
    psi: Vec<bool>,
    successors: Vec<Vec<usize>>,
    random: Random,
}

/// Is `lit` true in the state, a bit mask?
fn holds(lit: Lit, state: usize) -> bool {
    (state >> (lit.var().0 - 1) & 1 == 1) == lit.is_positive()
}

fn satisfies(state: usize, clause: &[Lit]) -> bool {
    clause.iter().any(|&lit| holds(lit, state))
}

impl Explicit {
    pub(crate) fn random(seed: u64) -> Explicit {
        let mut random = Random::new(seed);
        let latches = 1 + random.below(6);
        let theta = (0..latches).map(|_| [Some(false), Some(true), None][random.below(3)]);
        let theta = theta.collect();
        let density = 1 + random.below(4);
        let successors = (0..1 << latches)
            .map(|_| (0..random.below(density + 1)).map(|_| random.below(1 << latches)).collect());
        let successors = successors.collect();
        let psi = (0..1 << latches).map(|_| random.below(4) > 0).collect();
        Explicit { latches, theta, psi, successors, random }
    }

    /// A random clause that mentions about half of the latches.
    pub(crate) fn random_clause(&mut self) -> Clause {
        let literals = (0..self.latches).map(|latch| {
            let keep = self.random.below(4) > 0;
            keep.then(|| Var(latch as u32 + 1).lit().negate_if(self.random.below(2) == 0))
        });
        Clause::new(literals.collect::<Vec<_>>().into_iter().flatten())
    }

    fn first_violation(&self, premise: &Clause, conclusion: &[Lit]) -> Option<usize> {
        let mut states = 0..1usize << self.latches;
        states.find(|&state| {
            self.psi[state]
                && satisfies(state, premise)
                && self.successors[state].iter().any(|&next| !satisfies(next, conclusion))
        })
    }

    /// Initiation and consecution relative to ψ, by definition.
    pub(crate) fn is_inductive(&self, clause: &Clause) -> bool {
        self.initiation(clause) && self.first_violation(clause, clause).is_none()
    }

    /// All subclauses that are inductive relative to ψ.
    pub(crate) fn inductive_subclauses(&self, clause: &Clause) -> Vec<Clause> {
        let subsets = 0..1usize << clause.len();
        let subclause = |subset: usize| -> Clause {
            let chosen = clause.iter().enumerate().filter(|(place, _)| subset >> place & 1 == 1);
            chosen.map(|(_, &lit)| lit).collect()
        };
        subsets.map(subclause).filter(|clause| self.is_inductive(clause)).collect()
    }
}

impl Relative for Explicit {
    type Stop = Infallible;

    fn initiation(&self, clause: &[Lit]) -> bool {
        clause.iter().any(|lit| self.theta[lit.var().index() - 1] == Some(lit.is_positive()))
    }

    fn entailment(
        &mut self,
        premise: &Clause,
        conclusion: &[Lit],
    ) -> Result<Entailment, Infallible> {
        if let Some(state) = self.first_violation(premise, conclusion) {
            let literals = (0..self.latches)
                .map(|latch| Var(latch as u32 + 1).lit_with(state >> latch & 1 == 1));
            return Ok(Entailment::Fails(literals.collect::<Cube>()));
        }
        // A core as a solver might give it: some literals dropped, not all that could be.
        let mut core = conclusion.to_vec();
        for lit in conclusion {
            if self.random.below(2) == 0 {
                let smaller: Vec<Lit> = core.iter().copied().filter(|other| other != lit).collect();
                if self.first_violation(premise, &smaller).is_none() {
                    core = smaller;
                }
            }
        }
        Ok(Entailment::Holds(core))
    }
}

/// A system that answers only so many questions.
pub(crate) struct Impatient<'a> {
    pub(crate) system: &'a mut Explicit,
    pub(crate) patience: usize,
}

impl Relative for Impatient<'_> {
    type Stop = ();

    fn initiation(&self, clause: &[Lit]) -> bool {
        self.system.initiation(clause)
    }

    fn entailment(&mut self, premise: &Clause, conclusion: &[Lit]) -> Result<Entailment, ()> {
        self.patience = self.patience.checked_sub(1).ok_or(())?;
        self.system.entailment(premise, conclusion).map_err(|never| match never {})
    }
}

/// A random normalised circuit with one property: up to five latches and three inputs, with
/// uninitialised latches, constraints, and a bad signal over latches and inputs.
pub(crate) fn random_circuit(seed: u64) -> Circuit {
    let mut random = Random::new(seed);
    let mut circuit = Circuit::new();
    let mut signals = vec![Lit::TRUE];
    for _ in 0..random.below(4) {
        signals.push(circuit.add_input().lit());
    }
    let latches: Vec<Var> = (0..1 + random.below(5))
        .map(|_| {
            let reset = match random.below(4) {
                0 => Reset::Free,
                1 => Reset::Value(true),
                _ => Reset::Value(false),
            };
            circuit.add_latch(reset)
        })
        .collect();
    signals.extend(latches.iter().map(|latch| latch.lit()));
    let any = |signals: &[Lit], random: &mut Random| {
        signals[random.below(signals.len())].negate_if(random.below(2) == 0)
    };
    for _ in 0..2 + random.below(16) {
        let (left, right) = (any(&signals, &mut random), any(&signals, &mut random));
        let both = circuit.add_and(left, right).lit();
        if random.below(2) == 0 {
            signals.push(both);
        } else {
            // Exclusive or makes counters, which take many steps to a bad state.
            let neither = circuit.add_and(!left, !right).lit();
            signals.push(circuit.add_and(!both, !neither).lit());
        }
    }
    for &latch in &latches {
        circuit.set_next(latch, any(&signals, &mut random));
    }
    for _ in 0..[0, 0, 1, 2][random.below(4)] {
        let constraint = any(&signals, &mut random);
        circuit.constraints.push(constraint);
    }
    // A conjunction of latches is seldom true, which makes for longer traces and more safe circuits.
    let mut bad = any(&signals, &mut random);
    for latch in &latches {
        if random.below(4) > 0 {
            bad = circuit.add_and(bad, latch.lit().negate_if(random.below(2) == 0)).lit();
        }
    }
    circuit.properties.push(Property { bad });
    circuit.finish().expect("gates read earlier gates only")
}

fn bits(mask: usize, width: usize) -> Vec<bool> {
    (0..width).map(|place| mask >> place & 1 == 1).collect()
}

/// All (state, input) pairs that satisfy the constraints, simulated.
fn pairs(circuit: &Circuit) -> Vec<(Vec<bool>, Simulation)> {
    let (latches, inputs) = (circuit.latches.len(), circuit.inputs.len());
    let mut pairs = Vec::new();
    for mask in 0..1usize << (latches + inputs) {
        let state = bits(mask, latches);
        let mut simulation = Simulation::new(circuit);
        simulation.load(circuit, &state, &bits(mask >> latches, inputs));
        if circuit.constraints.iter().all(|&constraint| simulation.value(constraint)) {
            pairs.push((state, simulation));
        }
    }
    pairs
}

fn is_first(circuit: &Circuit, state: &[bool]) -> bool {
    let mut latches = circuit.latches.iter().zip(state);
    latches.all(|(latch, &value)| latch.reset == Reset::Free || latch.reset == Reset::Value(value))
}

fn next(circuit: &Circuit, pair: &Simulation) -> Vec<bool> {
    circuit.latches.iter().map(|latch| pair.value(latch.next)).collect()
}

/// The least number of steps to a bad pair; none when the property holds.
pub(crate) fn distance(circuit: &Circuit, bad: Lit) -> Option<usize> {
    let pairs = pairs(circuit);
    let mut reached: Vec<Vec<bool>> = Vec::new();
    for (state, _) in &pairs {
        if is_first(circuit, state) && !reached.contains(state) {
            reached.push(state.clone());
        }
    }
    let mut from = 0;
    for depth in 0.. {
        let until = reached.len();
        for place in from..until {
            let state = reached[place].clone();
            for (_, pair) in pairs.iter().filter(|(other, _)| *other == state) {
                if pair.value(bad) {
                    return Some(depth);
                }
                let next = next(circuit, pair);
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        if until == reached.len() {
            return None;
        }
        from = until;
    }
    None
}

/// Initiation, consecution and safety of χ ∧ ¬bad, by definition.
pub(crate) fn is_strengthening(circuit: &Circuit, bad: Lit, clauses: &[Clause]) -> bool {
    let pairs = pairs(circuit);
    let inside = |pair: &Simulation| {
        clauses.iter().all(|clause| clause.iter().any(|&lit| pair.value(lit))) && !pair.value(bad)
    };
    let initiation = pairs.iter().all(|(state, pair)| !is_first(circuit, state) || inside(pair));
    let consecution = pairs.iter().filter(|(_, pair)| inside(pair)).all(|(_, pair)| {
        let next = next(circuit, pair);
        pairs.iter().filter(|(state, _)| *state == next).all(|(_, successor)| inside(successor))
    });
    initiation && consecution
}

/// Initiation of χ, and consecution of χ relative to ¬bad, by definition.
pub(crate) fn is_relatively_inductive(circuit: &Circuit, bad: Lit, clauses: &[Clause]) -> bool {
    let pairs = pairs(circuit);
    let is_in =
        |pair: &Simulation| clauses.iter().all(|clause| clause.iter().any(|&lit| pair.value(lit)));
    let initiation = pairs.iter().all(|(state, pair)| !is_first(circuit, state) || is_in(pair));
    let premise = pairs.iter().filter(|(_, pair)| is_in(pair) && !pair.value(bad));
    initiation
        && premise.into_iter().all(|(_, pair)| {
            let next = next(circuit, pair);
            pairs.iter().filter(|(state, _)| *state == next).all(|(_, pair)| is_in(pair))
        })
}
