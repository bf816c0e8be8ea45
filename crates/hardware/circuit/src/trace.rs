//! A counterexample trace: the first state and the inputs of every step.
//!
//! All else follows by simulation, so a trace cannot contradict itself; `replay` says
//! whether it is a computation of the circuit that ends in a bad signal.

use std::fmt;

use buttress_prop::{Lit, Var};

use crate::{Circuit, Reset, Simulation};

/// s₀ and the inputs of steps 0..=k; the bad signal is true in step k.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The first value of each latch, in the circuit's order.
    pub initial: Vec<bool>,
    /// The inputs in the circuit's order, for each step; never empty.
    pub inputs: Vec<Vec<bool>>,
}

/// Why a trace is not a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceError {
    /// The trace has no step, or a step of the wrong width.
    Shape,
    /// The first state does not satisfy the reset of this latch.
    Reset(Var),
    /// A constraint is false in this step.
    Constraint {
        /// The position of the constraint.
        constraint: usize,
        /// The step.
        step: usize,
    },
    /// The bad signal is false in the last step.
    NotBad {
        /// The last step.
        step: usize,
    },
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Shape => f.write_str("the trace does not fit the circuit"),
            TraceError::Reset(var) => {
                write!(f, "the first state does not satisfy the reset of latch v{}", var.0)
            }
            TraceError::Constraint { constraint, step } => {
                write!(f, "constraint {constraint} is false in step {step}")
            }
            TraceError::NotBad { step } => write!(f, "the bad signal is false in step {step}"),
        }
    }
}

impl std::error::Error for TraceError {}

impl Trace {
    /// The number of transitions: the bad signal is true after this many.
    pub fn depth(&self) -> usize {
        self.inputs.len() - 1
    }

    /// Is this a computation of `circuit` whose last step makes `bad` true?
    pub fn replay(&self, circuit: &Circuit, bad: Lit) -> Result<(), TraceError> {
        let fits = self.initial.len() == circuit.latches.len()
            && self.inputs.iter().all(|step| step.len() == circuit.inputs.len());
        if !fits || self.inputs.is_empty() {
            return Err(TraceError::Shape);
        }
        let mut simulation = Simulation::new(circuit);
        for (step, inputs) in self.inputs.iter().enumerate() {
            if step == 0 {
                simulation.load(circuit, &self.initial, inputs);
            } else {
                simulation.step(circuit, inputs);
            }
            if step == 0 {
                for (latch, &value) in circuit.latches.iter().zip(&self.initial) {
                    let expected = match latch.reset {
                        Reset::Free => value,
                        Reset::Value(constant) => constant,
                        Reset::Signal(signal) => simulation.value(signal),
                    };
                    if value != expected {
                        return Err(TraceError::Reset(latch.var));
                    }
                }
            }
            for (constraint, &lit) in circuit.constraints.iter().enumerate() {
                if !simulation.value(lit) {
                    return Err(TraceError::Constraint { constraint, step });
                }
            }
        }
        if simulation.value(bad) { Ok(()) } else { Err(TraceError::NotBad { step: self.depth() }) }
    }
}
