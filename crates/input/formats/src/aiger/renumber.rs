//! Renumbering into the order that the binary format asks for.

use buttress_circuit::{Circuit, Node, Property, Reset};
use buttress_prop::{IndexVec, Lit, Var};

use super::Model;

/// A model with other numbers, and how to find them.
#[derive(Clone, Debug)]
pub struct Renumbered {
    /// The same model: inputs first, then latches, then gates, each after those it reads and
    /// the larger of them first, without unused variables.
    pub model: Model,
    /// The new literal of each old variable; `None` for a variable that was unused.
    pub map: IndexVec<Var, Option<Lit>>,
}

/// Numbers the inputs, then the latches, then the and-gates, each in its order.
pub fn renumbered(model: &Model) -> Renumbered {
    let old = &model.circuit;
    let mut map: IndexVec<Var, Option<Lit>> = IndexVec::filled(None, old.vars());
    let latches = old.latches.iter().map(|latch| latch.var);
    let order = old.inputs.iter().copied().chain(latches).chain(old.ands.iter().copied());
    for (position, var) in std::iter::once(Var(0)).chain(order).enumerate() {
        map[var] = Some(Var(position as u32).lit());
    }
    // Every literal in use has a number; that is what `Circuit::finish` makes sure of.
    let moved = |lit: Lit| map[lit.var()].unwrap_or(Lit::FALSE).negate_if(lit.is_negative());
    let moved_all = |lits: &[Lit]| -> Vec<Lit> { lits.iter().map(|&lit| moved(lit)).collect() };

    let mut circuit = Circuit::new();
    for _ in &old.inputs {
        circuit.add_input();
    }
    for latch in &old.latches {
        let reset = match latch.reset {
            Reset::Signal(signal) => Reset::Signal(moved(signal)),
            reset => reset,
        };
        let var = circuit.add_latch(reset);
        debug_assert_eq!(var.lit(), moved(latch.var.lit()));
        circuit.set_next(var, moved(latch.next));
    }
    for &var in &old.ands {
        if let Node::And(left, right) = old.nodes[var] {
            let (left, right) = (moved(left), moved(right));
            circuit.add_and(left.max(right), left.min(right));
        }
    }
    circuit.constraints = moved_all(&old.constraints);
    circuit.properties =
        old.properties.iter().map(|property| Property { bad: moved(property.bad) }).collect();

    let names = model.symbols.names(&circuit, model.bads_are_outputs);
    let model = Model {
        circuit,
        names,
        outputs: moved_all(&model.outputs),
        bads_are_outputs: model.bads_are_outputs,
        justice: model.justice.iter().map(|lits| moved_all(lits)).collect(),
        fairness: moved_all(&model.fairness),
        symbols: model.symbols.clone(),
        comments: model.comments.clone(),
    };
    Renumbered { model, map }
}
