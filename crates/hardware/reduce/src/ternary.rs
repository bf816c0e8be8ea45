//! Constant latches, by ternary simulation from the first state to a fixed point.
//!
//! Inputs and free latches are unknown. A latch that could differ from its value so far
//! becomes unknown for good. At the fixed point the known latches keep their values in every
//! step from every state that agrees with them: as unit clauses they are inductive.
//!
//! A value only ever goes from known to unknown, so each gate is visited at most once for
//! each of its operands: the whole takes linear time.

use buttress_circuit::{Circuit, Node, Reset, Ternary};
use buttress_prop::{Clause, IndexVec, Lit, Var};

use crate::rebuild::{Substitution, identity};

/// Constant latches replaced, and the unit clauses that say so. None if there are none.
pub(crate) fn constant_latches(circuit: &Circuit) -> Option<(Substitution, Vec<Clause>)> {
    let values = fixed_point(circuit);
    let mut substitution = identity(circuit);
    let mut facts = Vec::new();
    for latch in &circuit.latches {
        if let Some(value) = values[latch.var].value() {
            substitution[latch.var] = Lit::FALSE.negate_if(value);
            facts.push(Clause::new([latch.var.lit_with(value)]));
        }
    }
    (!facts.is_empty()).then_some((substitution, facts))
}

fn fixed_point(circuit: &Circuit) -> IndexVec<Var, Ternary> {
    let mut values = IndexVec::<Var, Ternary>::filled(Ternary::Unknown, circuit.vars());
    values[Var(0)] = Ternary::False;
    for latch in &circuit.latches {
        if let Reset::Value(value) = latch.reset {
            values[latch.var] = Ternary::known(value);
        }
    }
    for &var in &circuit.ands {
        values[var] = gate_value(circuit, &values, var);
    }
    let readers = Readers::new(circuit);
    let mut raised: Vec<Var> = Vec::new();
    for latch in &circuit.latches {
        raise(circuit, &mut values, latch.var, &mut raised);
    }
    while let Some(var) = raised.pop() {
        for &reader in readers.of(var) {
            raise(circuit, &mut values, reader, &mut raised);
        }
    }
    values
}

/// Makes a latch or gate unknown if it can no longer keep its value.
fn raise(circuit: &Circuit, values: &mut IndexVec<Var, Ternary>, var: Var, raised: &mut Vec<Var>) {
    if values[var] == Ternary::Unknown {
        return;
    }
    let value = match circuit.nodes[var] {
        Node::Latch(index) => value(values, circuit.latches[index as usize].next),
        _ => gate_value(circuit, values, var),
    };
    if value != values[var] {
        values[var] = Ternary::Unknown;
        raised.push(var);
    }
}

fn value(values: &IndexVec<Var, Ternary>, lit: Lit) -> Ternary {
    values[lit.var()].negate_if(lit.is_negative())
}

fn gate_value(circuit: &Circuit, values: &IndexVec<Var, Ternary>, var: Var) -> Ternary {
    match circuit.nodes[var] {
        Node::And(left, right) => value(values, left).and(value(values, right)),
        _ => values[var],
    }
}

/// For each variable, the gates and the latches that read it.
struct Readers {
    starts: Vec<u32>,
    readers: Vec<Var>,
}

impl Readers {
    fn new(circuit: &Circuit) -> Readers {
        let edges = || {
            let latches = circuit.latches.iter().map(|latch| (latch.next.var(), latch.var));
            let gates = circuit.ands.iter().flat_map(|&var| match circuit.nodes[var] {
                Node::And(left, right) => [(left.var(), var), (right.var(), var)],
                _ => [(var, var); 2],
            });
            latches.chain(gates)
        };
        let mut starts = vec![0_u32; circuit.vars() + 1];
        edges().for_each(|(read, _)| starts[read.index()] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Filling each row from its end leaves `starts` at the rows' beginnings.
        let mut readers = vec![Var(0); end as usize];
        for (read, reader) in edges() {
            starts[read.index()] -= 1;
            readers[starts[read.index()] as usize] = reader;
        }
        Readers { starts, readers }
    }

    fn of(&self, var: Var) -> &[Var] {
        let range = self.starts[var.index()] as usize..self.starts[var.index() + 1] as usize;
        &self.readers[range]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of latches behind a constant stays constant; one behind an input does not.
    #[test]
    fn chains_of_constants() {
        let mut circuit = Circuit::new();
        let input = circuit.add_input();
        let latches: Vec<Var> = (0..4).map(|_| circuit.add_latch(Reset::Value(false))).collect();
        let free = circuit.add_latch(Reset::Free);
        circuit.set_next(free, free.lit());
        circuit.set_next(latches[0], latches[1].lit());
        circuit.set_next(latches[1], latches[0].lit());
        circuit.set_next(latches[2], input.lit());
        let guarded = circuit.add_and(latches[2].lit(), latches[1].lit());
        circuit.set_next(latches[3], guarded.lit());
        let (substitution, facts) = constant_latches(&circuit).unwrap();
        assert_eq!(facts.len(), 3);
        assert_eq!(substitution[latches[2]], latches[2].lit());
        assert_eq!(substitution[free], free.lit());
        assert_eq!(substitution[latches[3]], Lit::FALSE);
    }
}
