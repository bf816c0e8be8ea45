//! The first stage: the cone alone, no reset signals, hashed gates.
//!
//! A latch x whose reset is a signal r becomes x̂, which starts false and has the same next-state
//! signal, and every use of x becomes (first ∧ r) ∨ x̂. As r is read in the pair where x is used,
//! the inputs of the first pair are shared exactly as the meaning of `Circuit` asks.
//! Back in the user's circuit x̂ is ¬first ∧ x, and the fact first ⇒ (x ⇔ r) justifies it.

use buttress_circuit::{Circuit, Node, Property, Reset};
use buttress_prop::{Clause, IndexVec, Lit, Var};

use crate::builder::CircuitBuilder;
use crate::origin::{Origin, disjunction};
use crate::rebuild::{compressed, conjuncts, signal};
use crate::stage::{Stage, total_origins};
use crate::trace_map::TraceMap;

/// The normalised circuit of these properties. Panics when an index names no property.
pub(crate) fn normalise(original: &Circuit, properties: &[usize]) -> Stage {
    let bads: Vec<Lit> = properties.iter().map(|&index| original.properties[index].bad).collect();
    let order = cone_in_order(original, bads.iter().chain(&original.constraints));
    let mut builder = Builder::new(original, &order);
    for &var in &order {
        builder.add(original, var);
    }
    builder.finish(original, &bads)
}

/// The sequential cone of `roots`, each variable after those its value is computed from in the
/// first pair: operands of gates and reset signals.
fn cone_in_order<'a>(circuit: &Circuit, roots: impl Iterator<Item = &'a Lit>) -> Vec<Var> {
    let mut reached = IndexVec::<Var, bool>::filled(false, circuit.vars());
    let mut order = Vec::new();
    let mut stack: Vec<(Var, bool)> = Vec::new();
    let mut roots: Vec<Var> = roots.map(|lit| lit.var()).collect();
    roots.reverse();
    while let Some(root) = roots.pop() {
        stack.push((root, false));
        while let Some((var, is_leaving)) = stack.pop() {
            if is_leaving {
                order.push(var);
                continue;
            }
            if std::mem::replace(&mut reached[var], true) {
                continue;
            }
            stack.push((var, true));
            match circuit.nodes[var] {
                Node::And(left, right) => {
                    stack.extend([(right.var(), false), (left.var(), false)]);
                }
                Node::Latch(index) => {
                    let latch = circuit.latches[index as usize];
                    roots.push(latch.next.var());
                    if let Reset::Signal(signal) = latch.reset {
                        stack.push((signal.var(), false));
                    }
                }
                Node::False | Node::Input | Node::Unused => {}
            }
        }
    }
    order
}

struct Builder {
    graph: CircuitBuilder,
    in_cone: IndexVec<Var, bool>,
    /// The graph's signal for each variable of the user's circuit that was added.
    map: IndexVec<Var, Lit>,
    /// The graph's latch for each latch of the user's circuit in the cone: itself or x̂.
    latches: Vec<(Var, Lit)>,
    origins: IndexVec<Var, Option<Origin>>,
    facts: Vec<Clause>,
    /// The latch `first`, if a reset is a signal.
    first_latch: Lit,
    /// The pseudo variable `first` of the user's circuit.
    first: Var,
}

impl Builder {
    /// Inputs and latches of the cone, in the user's order.
    fn new(original: &Circuit, order: &[Var]) -> Builder {
        let mut in_cone = IndexVec::<Var, bool>::filled(false, original.vars());
        order.iter().for_each(|&var| in_cone[var] = true);
        let mut builder = Builder {
            graph: CircuitBuilder::with_capacity(order.len()),
            in_cone,
            map: IndexVec::filled(Lit::FALSE, original.vars()),
            latches: Vec::new(),
            origins: IndexVec::new(),
            facts: Vec::new(),
            first_latch: Lit::FALSE,
            first: Var(original.vars() as u32),
        };
        builder.record(Lit::FALSE, Origin::Signal(Lit::FALSE));
        for &input in &original.inputs {
            if !builder.in_cone[input] {
                continue;
            }
            builder.map[input] = builder.graph.circuit.add_input().lit();
            builder.record(builder.map[input], Origin::Signal(input.lit()));
        }
        let mut has_signal = false;
        for latch in &original.latches {
            if !builder.in_cone[latch.var] {
                continue;
            }
            let (reset, origin) = match latch.reset {
                Reset::Signal(signal) if signal.var() == Var(0) => {
                    (Reset::Value(signal == Lit::TRUE), Origin::Signal(latch.var.lit()))
                }
                Reset::Signal(_) => {
                    has_signal = true;
                    (Reset::Value(false), Origin::AfterFirst(latch.var.lit()))
                }
                reset => (reset, Origin::Signal(latch.var.lit())),
            };
            let lit = builder.graph.circuit.add_latch(reset).lit();
            builder.map[latch.var] = lit;
            builder.latches.push((latch.var, lit));
            builder.record(lit, origin);
        }
        if has_signal {
            let first = builder.graph.circuit.add_latch(Reset::Value(true));
            builder.first_latch = first.lit();
            builder.record(first.lit(), Origin::Signal(builder.first.lit()));
        }
        builder
    }

    /// Says what `lit` is, unless its variable is an older signal.
    fn record(&mut self, lit: Lit, origin: Origin) {
        self.origins.resize(self.graph.circuit.vars(), None);
        if self.origins[lit.var()].is_none() {
            self.origins[lit.var()] = origin.of_var(lit);
        }
    }

    /// Adds a gate, or ties a latch to its reset signal.
    fn add(&mut self, original: &Circuit, var: Var) {
        match original.nodes[var] {
            Node::And(left, right) => {
                let (left, right) = (signal(&self.map, left), signal(&self.map, right));
                self.map[var] = self.graph.and(left, right);
                self.record(self.map[var], Origin::Signal(var.lit()));
            }
            Node::Latch(index) => match original.latches[index as usize].reset {
                Reset::Signal(reset) if reset.var() != Var(0) => self.tie(var, reset),
                _ => {}
            },
            Node::False | Node::Input | Node::Unused => {}
        }
    }

    fn tie(&mut self, latch: Var, reset: Lit) {
        let hat = self.map[latch];
        let at_first = self.graph.and(self.first_latch, signal(&self.map, reset));
        self.record(at_first, Origin::AtFirst(reset));
        self.map[latch] = self.graph.or(at_first, hat);
        self.record(self.map[latch], Origin::Signal(latch.lit()));
        let (first, latch) = (self.first.lit(), latch.lit());
        self.facts.extend(disjunction([!first, !latch, reset]));
        self.facts.extend(disjunction([!first, latch, !reset]));
    }

    fn finish(mut self, original: &Circuit, bads: &[Lit]) -> Stage {
        for &(var, hat) in &self.latches {
            if let Some(latch) = original.latch(var) {
                self.graph.circuit.set_next(hat.var(), signal(&self.map, latch.next));
            }
        }
        let constraints = original.constraints.iter().map(|&lit| signal(&self.map, lit)).collect();
        let circuit = &mut self.graph.circuit;
        circuit.constraints = conjuncts(circuit, constraints);
        circuit.properties =
            bads.iter().map(|&bad| Property { bad: signal(&self.map, bad) }).collect();
        let (circuit, places) = compressed(circuit);
        let mut origins = IndexVec::filled(None, circuit.vars());
        for (place, origin) in places.iter().zip(self.origins.iter()) {
            if let Some(var) = *place {
                origins[var] = *origin;
            }
        }
        let place = |lit: Lit| places[lit.var()].map(|var| var.lit().negate_if(lit.is_negative()));
        let images = self.map.iter().zip(self.in_cone.iter());
        let map = images.map(|(&lit, &in_cone)| if in_cone { place(lit) } else { None });
        Stage {
            trace_maps: Vec::new(),
            trace_map: TraceMap { map: map.collect(), delayed: Vec::new() },
            origins: total_origins(origins),
            facts: self.facts,
            guards: Vec::new(),
            first: self.first,
            circuit,
        }
    }
}
