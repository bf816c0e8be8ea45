//! What the defining clauses of a variable say: which gate it is the output of.

use crate::{Lit, Var};

/// The definition of one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate<'a> {
    /// The conjunction of these literals.
    And(&'a [Lit]),
    /// If the first literal then the second, else the third.
    Mux(Lit, Lit, Lit),
}

/// For each variable its definition, if it has one.
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// Where a row starts; the top bit marks a multiplexer.
    starts: Vec<u32>,
    literals: Vec<Lit>,
}

const MUX: u32 = 1 << 31;

impl Gates {
    /// The table of these definitions, one per variable in order.
    pub fn new<'a>(rows: impl IntoIterator<Item = Option<Gate<'a>>>) -> Gates {
        let mut gates = Gates::default();
        for row in rows {
            let start = gates.literals.len() as u32;
            match row {
                None => gates.starts.push(start),
                Some(Gate::And(literals)) => {
                    gates.starts.push(start);
                    gates.literals.extend_from_slice(literals);
                }
                Some(Gate::Mux(condition, yes, no)) => {
                    gates.starts.push(start | MUX);
                    gates.literals.extend([condition, yes, no]);
                }
            }
        }
        gates.starts.push(gates.literals.len() as u32);
        gates
    }

    /// The definition of `var`; none for leaves and for variables beyond the table.
    pub fn of(&self, var: Var) -> Option<Gate<'_>> {
        let &[start, end] = self.starts.get(var.index()..var.index() + 2)? else { return None };
        let row = &self.literals[(start & !MUX) as usize..(end & !MUX) as usize];
        match row {
            [] => None,
            &[condition, yes, no] if start & MUX != 0 => Some(Gate::Mux(condition, yes, no)),
            literals => Some(Gate::And(literals)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_kept_apart() {
        let lits: Vec<Lit> = (0..4).map(|index| Var(index).lit()).collect();
        let rows = [
            None,
            Some(Gate::And(&lits[..3])),
            Some(Gate::Mux(lits[0], lits[1], lits[2])),
            None,
            Some(Gate::And(&lits[3..])),
        ];
        let gates = Gates::new(rows);
        for (index, row) in rows.into_iter().enumerate() {
            assert_eq!(gates.of(Var(index as u32)), row);
        }
        assert_eq!(gates.of(Var(5)), None);
    }
}
