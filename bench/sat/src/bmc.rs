//! Bounded model checking as one formula: is the property violated after exactly so many steps?
//!
//! Each frame gets the clauses of one step with variables of its own, but a latch *is* its
//! next-state signal one frame earlier. Nothing is simplified further: that is for the solvers.

use buttress_prop::{Cnf, IndexVec, Lit, Var};
use buttress_circuit::{Circuit, Encoding, Reset};

use crate::formula::Formula;

/// The formula for a computation of `depth` transitions whose last pair violates `bad`.
/// The circuit is normalised: no latch resets to a signal.
pub fn unrolled(name: &str, circuit: &Circuit, bad: Lit, depth: usize) -> Formula {
    let encoding = Encoding::new(circuit, [bad]);
    let mut cnf = Cnf::new();
    let mut vars = 0;
    let mut fresh = || {
        vars += 1;
        Var(vars - 1).lit()
    };
    let at =
        |signals: &IndexVec<Var, Lit>, lit: Lit| signals[lit.var()].negate_if(lit.is_negative());
    let mut before: Option<IndexVec<Var, Lit>> = None;
    for frame in 0..=depth {
        let mut signals: IndexVec<Var, Lit> = (0..circuit.vars()).map(|_| fresh()).collect();
        for latch in &circuit.latches {
            match (&before, latch.reset) {
                (Some(before), _) => signals[latch.var] = at(before, latch.next),
                (None, Reset::Value(value)) => {
                    cnf.add(&[signals[latch.var].negate_if(!value)]);
                }
                (None, _) => {}
            }
        }
        for clause in encoding.cnf.iter() {
            let clause: Vec<Lit> = clause.iter().map(|&lit| at(&signals, lit)).collect();
            cnf.add(&clause);
        }
        for &constraint in &circuit.constraints {
            cnf.add(&[at(&signals, constraint)]);
        }
        if frame == depth {
            cnf.add(&[at(&signals, bad)]);
        }
        before = Some(signals);
    }
    Formula { name: format!("{name}-bmc{depth}"), vars, cnf }
}

#[cfg(test)]
mod tests {
    use buttress_budget::Budget;
    use buttress_sat::{SatResult, Solver};

    use super::*;

    /// A counter of two bits from 0; bad when both are set, so after exactly 3, 7, 11, … steps.
    fn counter() -> (Circuit, Lit) {
        let mut circuit = Circuit::new();
        let low = circuit.add_latch(Reset::Value(false));
        let high = circuit.add_latch(Reset::Value(false));
        let both = circuit.add_and(low.lit(), high.lit()).lit();
        let none = circuit.add_and(!low.lit(), !high.lit()).lit();
        let differ = circuit.add_and(!both, !none).lit();
        circuit.set_next(low, !low.lit());
        circuit.set_next(high, differ);
        circuit.properties.push(buttress_circuit::Property { bad: both });
        (circuit.finish().unwrap(), both)
    }

    #[test]
    fn a_counter_is_bad_at_its_depths() {
        let (circuit, bad) = counter();
        for depth in 0..9 {
            let formula = unrolled("counter", &circuit, bad, depth);
            let mut solver = Solver::new();
            formula.cnf.iter().for_each(|clause| solver.add_clause(clause));
            let answer = solver.solve(&[], &Budget::unlimited()).unwrap();
            assert_eq!(answer == SatResult::Sat, depth % 4 == 3, "depth {depth}");
        }
    }
}
