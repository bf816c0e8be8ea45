//! The property, chosen with the reached states in view.

use crate::horn::{Clause, Expr, Number, Op, OracleLimits, Sort, Value, explore};

use super::maker::{ClauseBuilder, Maker, atom};

/// How far is looked before a property is chosen.
const LIMITS: OracleLimits = OracleLimits { facts: 600, span: 200, work: 60_000 };

impl Maker {
    /// Adds a query, or now and then two: bad states just beyond what is reached, or among it.
    pub fn property(&mut self) {
        let reached = explore(&self.system, LIMITS).facts;
        let is_bad = self.random.chance(50);
        let queries = if self.random.chance(15) { 2 } else { 1 };
        for _ in 0..queries {
            let met: Vec<usize> = (0..reached.len())
                .filter(|place| reached.get(*place).is_some_and(|facts| !facts.is_empty()))
                .filter(|place| !self.system.predicates[*place].sorts.is_empty())
                .collect();
            // Where nothing is reached, everything is safe.
            let predicate = self.random.pick(&met).unwrap_or(0);
            let sorts = self.system.predicates[predicate].sorts.clone();
            let facts = reached.get(predicate).map(Vec::as_slice).unwrap_or_default();
            let query = self.query(predicate, &sorts, facts, is_bad);
            self.system.clauses.push(query);
        }
    }

    fn query(
        &mut self,
        predicate: usize,
        sorts: &[Sort],
        facts: &[Vec<Value>],
        is_bad: bool,
    ) -> Clause {
        let premise = || vec![atom(predicate, sorts.len())];
        let mut builder = ClauseBuilder::new(sorts);
        // A condition narrows the states that are looked at.
        let mut looked_at: Vec<Vec<Option<Value>>> =
            facts.iter().map(|fact| fact.iter().copied().map(Some).collect()).collect();
        if self.random.chance(50) {
            let condition = self.guard(sorts);
            let is_met = |state: &Vec<Option<Value>>| condition.truth(state) == Ok(true);
            if looked_at.iter().any(is_met) {
                looked_at.retain(is_met);
                builder.constraint.push(condition);
            }
        }
        let sort = self.numeric(sorts);
        let sum = self.sum(sort, sorts);
        let remainder = sort == Sort::Int && self.random.chance(15);
        let divisor = self.small_number(2, 4);
        let sum = match remainder {
            true => Expr::binary(Op::Mod, sum, Expr::Int(divisor)),
            false => sum,
        };
        let mut values: Vec<Number> = looked_at
            .iter()
            .filter_map(|state| sum.evaluate(state).ok().and_then(Value::number))
            .collect();
        // The last one reached is often the deepest.
        let latest = values.last().copied();
        values.sort();
        values.dedup();
        let bad = self.bad(sum, sort, &values, latest, is_bad);
        builder.constraint.push(bad);
        builder.finish(premise(), None)
    }

    /// A formula that some value of the sum meets, or none.
    fn bad(
        &mut self,
        sum: Expr,
        sort: Sort,
        values: &[Number],
        latest: Option<Number>,
        is_bad: bool,
    ) -> Expr {
        let (Some(least), Some(most)) = (values.first().copied(), values.last().copied()) else {
            return Expr::binary(Op::Ge, sum, Expr::literal(sort, Number::ZERO));
        };
        let literal = |number: Number| Expr::literal(sort, number);
        let beyond = |number: Number, steps: i64| {
            literal(number.plus(Number::integer(steps)).unwrap_or(number))
        };
        if is_bad {
            return match self.random.below(4) {
                0 => Expr::binary(Op::Ge, sum, literal(most)),
                1 => Expr::binary(Op::Le, sum, literal(least)),
                2 => Expr::binary(Op::Eq, sum, literal(latest.unwrap_or(most))),
                _ => {
                    let value = self.random.pick(values).unwrap_or(most);
                    Expr::binary(Op::Eq, literal(value), sum)
                }
            };
        }
        let slack = if self.random.chance(60) { 0 } else { self.small_number(1, 3) };
        // A gap between two values that are reached.
        let gap = values.windows(2).find_map(|pair| {
            let next = pair[0].plus(Number::integer(1))?;
            (next < pair[1]).then_some(next)
        });
        match (self.random.below(4), gap) {
            (0, Some(gap)) => Expr::binary(Op::Eq, sum, literal(gap)),
            (0 | 1, _) => Expr::binary(Op::Lt, sum, beyond(least, -slack)),
            (2, _) => Expr::negated(Expr::binary(Op::Le, sum, beyond(most, slack))),
            _ => Expr::binary(Op::Gt, sum, beyond(most, slack)),
        }
    }
}
