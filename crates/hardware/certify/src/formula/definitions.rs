//! What defines the variables that were mentioned: gates, transitions and resets.
//!
//! The groups of the format say where their clauses stand; a clause is entered when the variable that it defines is mentioned, and so is
//! what it is defined from. Everything is defined before a question is asked.

use std::sync::Arc;

use buttress_circuit::{Node, Reset};
use buttress_prop::{Fanin, Gate, Gates, Lit, Var};

use super::Formula;
use super::refutation::Place;

/// Where the defining clauses stand, and what was defined.
#[derive(Default)]
pub(super) struct Definitions {
    /// By step: how many clauses come before its gates. None if it has no STEP.
    steps: Vec<Option<u32>>,
    /// By step: how many clauses come before its LINK.
    links: Vec<Option<u32>>,
    /// By latch: how many clauses come before its reset. Empty without INIT.
    resets: Vec<u32>,
    /// The numbers of variables that were mentioned and not defined yet.
    pub(super) open: Vec<usize>,
    /// (v, w): the clauses that define v mention w.
    edges: Vec<(Var, Var)>,
    /// What each defined variable is the conjunction of.
    conjunctions: Vec<(Var, [Lit; 2])>,
    /// Does the solver not know all of them?
    is_stale: bool,
}

impl Definitions {
    pub(super) fn step(&mut self, time: usize, before: u32) {
        note(&mut self.steps, time, before);
    }

    pub(super) fn link(&mut self, time: usize, before: u32) {
        note(&mut self.links, time, before);
    }

    /// The reset of the next latch.
    pub(super) fn reset(&mut self, before: u32) {
        self.resets.push(before);
    }

    pub(super) fn depends(&mut self, var: Var, on: Var) {
        self.edges.push((var, on));
        self.is_stale = true;
    }
}

fn note(groups: &mut Vec<Option<u32>>, time: usize, before: u32) {
    if groups.len() <= time {
        groups.resize(time + 1, None);
    }
    groups[time] = Some(before);
}

impl Formula<'_> {
    /// Defines what was mentioned, and tells the solver what depends on what.
    pub(super) fn define(&mut self) {
        let width = self.model.width();
        while let Some(number) = self.definitions.open.pop() {
            let (step, var) = ((number - 1) / width, (number - 1) % width);
            if step < self.steps && var < self.model.circuit.vars() {
                self.define_at(Var(var as u32), step);
            }
        }
        if std::mem::take(&mut self.definitions.is_stale) {
            let mut fanin = vec![Vec::new(); self.solver.vars()];
            for &(var, on) in &self.definitions.edges {
                fanin[var.index()].push(on);
            }
            // Most questions of a search for a smaller invariant have models; these need not speak of every gate.
            let mut gates = vec![None; self.solver.vars()];
            for (var, inputs) in &self.definitions.conjunctions {
                fanin[var.index()].extend(inputs.map(Lit::var));
                gates[var.index()] = Some(Gate::And(inputs));
            }
            let (fanin, gates) = (Fanin::new(fanin), Gates::new(gates));
            self.solver.set_fanin(Arc::new(fanin));
            self.solver.set_gates(Arc::new(gates));
        }
    }

    fn define_at(&mut self, var: Var, step: usize) {
        let circuit = self.model.circuit;
        let before = |groups: &[Option<u32>], step: usize| groups.get(step).copied().flatten();
        match circuit.nodes[var] {
            Node::And(left, right) => {
                let Some(group) = before(&self.definitions.steps, step) else { return };
                let Ok(place) = self.model.gates.binary_search(&var) else { return };
                let first = group + 3 * place as u32 + 1;
                let output = self.at(var.lit(), step);
                let (left, right) = (self.at(left, step), self.at(right, step));
                self.add_at(Place::Fixed(first), &[!output, left]);
                self.add_at(Place::Fixed(first + 1), &[!output, right]);
                self.add_at(Place::Fixed(first + 2), &[output, !left, !right]);
                self.is_conjunction(output, [left, right]);
            }
            Node::Latch(index) => {
                let latch = circuit.latches[index as usize];
                if step > 0 {
                    let Some(group) = before(&self.definitions.links, step - 1) else { return };
                    self.equate(
                        group + 2 * index + 1,
                        (latch.var.lit(), step),
                        (latch.next, step - 1),
                    );
                } else if let Some(&group) = self.definitions.resets.get(index as usize) {
                    match latch.reset {
                        Reset::Free => {}
                        Reset::Value(value) => {
                            let literal = self.at(latch.var.lit_with(value), 0);
                            self.add_at(Place::Fixed(group + 1), &[literal]);
                        }
                        Reset::Signal(signal) => {
                            self.equate(group + 1, (latch.var.lit(), 0), (signal, 0));
                        }
                    }
                }
            }
            Node::False | Node::Input | Node::Unused => {}
        }
    }

    /// A latch and the signal that gives it its value, by two clauses from the `first` on.
    fn equate(&mut self, first: u32, state: (Lit, usize), signal: (Lit, usize)) {
        let (state, signal) = (self.at(state.0, state.1), self.at(signal.0, signal.1));
        self.add_at(Place::Fixed(first), &[!state, signal]);
        self.add_at(Place::Fixed(first + 1), &[state, !signal]);
        self.is_conjunction(state, [signal, signal]);
    }

    fn is_conjunction(&mut self, output: Lit, inputs: [Lit; 2]) {
        self.definitions.conjunctions.push((output.var(), inputs));
        self.definitions.is_stale = true;
    }
}
