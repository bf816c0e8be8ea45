//! Procedures: a summary relates argument and result; a call is a premise.

use crate::horn::{Atom, Clause, Expr, HornOracleVerdict, Op, Sort};

use super::maker::{ClauseBuilder, Maker, atom};

impl Maker {
    /// A recursive procedure `F(n, r)` for small n, and perhaps a loop that calls it.
    pub fn calls(&mut self) -> Option<HornOracleVerdict> {
        let result = match self.mix.sorts.contains(&Sort::Bool) && self.random.chance(25) {
            true => Sort::Bool,
            false => Sort::Int,
        };
        let deepest = self.small_number(2, 6);
        let summary = self.predicate(&[Sort::Int, result]);
        // The base: n ≤ 0 in the range, r is a constant, or n itself.
        let mut base = ClauseBuilder::new(&[Sort::Int]);
        let argument = Expr::Variable(0);
        let lowest = Expr::Int(-self.small_number(0, 1));
        base.constraint.push(Expr::Apply(Op::Le, vec![lowest, argument.clone(), Expr::Int(0)]));
        let value = match result {
            Sort::Bool => Expr::Truth(self.random.coin()),
            _ if self.random.chance(30) => argument.clone(),
            sort => self.constant(sort, 0, 2),
        };
        let head = Atom { predicate: summary, arguments: vec![argument, value] };
        self.system.clauses.push(base.finish(Vec::new(), Some(head)));
        let is_double = self.random.chance(50);
        let step = self.recursion(summary, result, deepest, is_double);
        self.system.clauses.push(step);
        if self.random.chance(50) {
            let step = self.recursion(summary, result, deepest, false);
            self.system.clauses.push(step);
        }
        if self.random.chance(50) {
            self.caller(summary, result, deepest);
        }
        None
    }

    /// F(n, r) from F(n−1, s) and perhaps F(n−1 or n−2, t), for 0 < n ≤ deepest.
    fn recursion(&mut self, summary: usize, result: Sort, deepest: i64, is_double: bool) -> Clause {
        let before = [Sort::Int, result, result];
        let calls = if is_double { 2 } else { 1 };
        let mut builder = ClauseBuilder::new(before.get(..=calls).unwrap_or_default());
        let known = builder.variables.clone();
        let argument = Expr::Variable(0);
        let depths = [Expr::Int(1), Expr::Int(deepest)];
        builder.constraint.push(Expr::binary(Op::Ge, argument.clone(), depths[0].clone()));
        builder.constraint.push(Expr::binary(Op::Le, argument.clone(), depths[1].clone()));
        let body = (0..calls)
            .map(|call| {
                let less = if call == 0 { 1 } else { self.small_number(1, 2) };
                let depth = Expr::binary(Op::Sub, argument.clone(), Expr::Int(less));
                Atom { predicate: summary, arguments: vec![depth, Expr::Variable(1 + call)] }
            })
            .collect();
        if self.random.chance(30) {
            let guard = self.guard(&known);
            builder.constraint.push(guard);
        }
        let value = match result {
            Sort::Bool => {
                let (first, guard) = (Expr::Variable(1), self.guard(&known));
                match self.random.below(3) {
                    0 => Expr::negated(first),
                    1 => Expr::all(vec![first, guard]),
                    _ => Expr::any(vec![first, guard]),
                }
            }
            _ => {
                let sum = match is_double {
                    true => Expr::binary(Op::Add, Expr::Variable(1), Expr::Variable(2)),
                    false => self.sum(result, &known),
                };
                let constant = self.constant(result, 0, 2);
                let value = Expr::binary(Op::Add, sum, constant);
                self.bounded(value, Expr::Variable(1), result, &mut builder)
            }
        };
        let head = Atom { predicate: summary, arguments: vec![argument, value] };
        builder.finish(body, Some(head))
    }

    /// A loop over (n, x) whose step calls the procedure with n and uses the result.
    fn caller(&mut self, summary: usize, result: Sort, deepest: i64) {
        let sorts = [Sort::Int, Sort::Int];
        let state = self.predicate(&sorts);
        let first = self.first(state, &sorts, Some(0));
        self.system.clauses.push(first);
        let mut builder = ClauseBuilder::new(&[Sort::Int, Sort::Int, result]);
        let (counter, old, called) = (Expr::Variable(0), Expr::Variable(1), Expr::Variable(2));
        builder.constraint.push(Expr::binary(Op::Lt, counter.clone(), Expr::Int(deepest)));
        let new = match result {
            Sort::Bool => Expr::ite(
                called.clone(),
                Expr::binary(Op::Add, old.clone(), Expr::Int(1)),
                old.clone(),
            ),
            _ => Expr::binary(Op::Add, old.clone(), called.clone()),
        };
        let new = self.bounded(new, old, Sort::Int, &mut builder);
        let next = Expr::binary(Op::Add, counter.clone(), Expr::Int(1));
        let call = Atom { predicate: summary, arguments: vec![counter, called] };
        let head = Atom { predicate: state, arguments: vec![next, new] };
        self.system.clauses.push(builder.finish(vec![atom(state, 2), call], Some(head)));
    }
}
