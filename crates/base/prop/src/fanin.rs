//! Which variables a variable is defined from: the edges along which a query's cone grows.

use crate::Var;

/// For each variable, the variables its defining clauses mention.
#[derive(Clone, Debug, Default)]
pub struct Fanin {
    starts: Vec<u32>,
    vars: Vec<Var>,
}

impl Fanin {
    /// The table of these rows, one per variable in order.
    pub fn new(rows: impl IntoIterator<Item = Vec<Var>>) -> Fanin {
        let mut fanin = Fanin { starts: vec![0], vars: Vec::new() };
        for row in rows {
            fanin.vars.extend(row);
            fanin.starts.push(fanin.vars.len() as u32);
        }
        fanin
    }

    /// What `var` is defined from; empty for leaves and for variables beyond the table.
    pub fn of(&self, var: Var) -> &[Var] {
        match self.starts.get(var.index()..var.index() + 2) {
            Some(&[start, end]) => &self.vars[start as usize..end as usize],
            _ => &[],
        }
    }
}
