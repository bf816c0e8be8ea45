//! What defines the variables that were mentioned: gates, transitions and resets.
//!
//! The groups of the format say where their clauses stand; a clause is entered when the variable that it defines is mentioned, and so is
//! what it is defined from. Everything is defined before a question is asked.

use buttress_prop::{Fanin, Gate, Gates, Lit, Var};

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

    /// How many clauses come before the gates of a step.
    pub(super) fn before_gates(&self, step: usize) -> Option<u32> {
        self.steps.get(step).copied().flatten()
    }

    /// How many clauses come before LINK(step).
    pub(super) fn before_link(&self, step: usize) -> Option<u32> {
        self.links.get(step).copied().flatten()
    }

    /// How many clauses come before the reset of a latch.
    pub(super) fn before_reset(&self, latch: u32) -> Option<u32> {
        self.resets.get(latch as usize).copied()
    }

    pub(super) fn add(&mut self, output: Var, inputs: [Lit; 2]) {
        self.conjunctions.push((output, inputs));
        self.is_stale = true;
    }

    /// What depends on what among so many variables, if the solver does not know it.
    pub(super) fn news(&mut self, vars: usize) -> Option<(Fanin, Gates)> {
        if !std::mem::take(&mut self.is_stale) {
            return None;
        }
        let mut fanin = vec![Vec::new(); vars];
        for &(var, on) in &self.edges {
            fanin[var.index()].push(on);
        }
        // Most questions of a search for a smaller invariant have models; these need not speak of every gate.
        let mut gates = vec![None; vars];
        for (var, inputs) in &self.conjunctions {
            fanin[var.index()].extend(inputs.map(Lit::var));
            gates[var.index()] = Some(Gate::And(inputs));
        }
        Some((Fanin::new(fanin), Gates::new(gates)))
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
