//! Systems with infinitely many states whose answer is known from how they are made.

use crate::horn::{Atom, Expr, HornOracleVerdict, Number, Op, Sort};

use super::maker::{ClauseBuilder, Maker, atom};

impl Maker {
    /// Steps x̄ := x̄ + d̄ with c̄·d̄ = 0, so that c̄·x̄ stays what it was; or c̄·d̄ ≥ 0. In the unsafe ones,
    /// one step breaks this.
    pub fn conserved(&mut self) -> Option<HornOracleVerdict> {
        let sorts = self.sorts();
        let sort = sorts.first().copied().unwrap_or(Sort::Int);
        let state = self.predicate(&sorts);
        // The last weight is 1, so that the last parameter can settle the balance.
        let mut weights: Vec<i64> = (1..sorts.len()).map(|_| self.small_number(-2, 2)).collect();
        weights.push(1);
        let is_equation = self.random.coin();
        let is_broken = self.random.chance(45);
        let start: Vec<i64> = sorts.iter().map(|_| self.small_number(-1, 3)).collect();
        let total: i64 = start.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
        let first = start.iter().map(|value| Expr::literal(sort, Number::integer(*value)));
        let head = Atom { predicate: state, arguments: first.collect() };
        self.system.clauses.push(ClauseBuilder::new(&[]).finish(Vec::new(), Some(head)));
        let steps = self.random.between(1, 3);
        for step in 0..steps {
            let mut changes: Vec<i64> =
                (1..sorts.len()).map(|_| self.small_number(-2, 2)).collect();
            let balance: i64 = changes.iter().zip(&weights).map(|(by, weight)| by * weight).sum();
            let gain = match (is_broken && step == 0, is_equation) {
                (true, _) => -1,
                (false, true) => 0,
                (false, false) => self.small_number(0, 2),
            };
            changes.push(gain - balance);
            let mut builder = ClauseBuilder::new(&sorts);
            // The broken step must stay possible.
            if !(is_broken && step == 0) && self.random.chance(50) {
                let guard = self.guard(&sorts);
                builder.constraint.push(guard);
            }
            let updates = changes
                .iter()
                .enumerate()
                .map(|(place, by)| match by {
                    0 => Expr::Variable(place),
                    by => Expr::binary(
                        Op::Add,
                        Expr::Variable(place),
                        Expr::literal(sort, Number::integer(*by)),
                    ),
                })
                .collect();
            let step = self.conclude(builder, &sorts, (state, state), updates);
            self.system.clauses.push(step);
        }
        let sum = weighted(sort, &weights);
        let op = if is_equation { Op::Distinct } else { Op::Lt };
        let mut builder = ClauseBuilder::new(&sorts);
        // A broken sum falls by one a step, so that it needs some steps to get below this.
        let below = if is_broken && !is_equation { self.small_number(0, 4) } else { 0 };
        let total = Expr::literal(sort, Number::integer(total - below));
        builder.constraint.push(Expr::binary(op, sum, total));
        self.system.clauses.push(builder.finish(vec![atom(state, sorts.len())], None));
        Some(if is_broken { HornOracleVerdict::Unsafe } else { HornOracleVerdict::Safe })
    }

    /// i counts, and the others sum: s += a·i + b, or p += k for an unknown k.
    pub fn sums(&mut self) -> Option<HornOracleVerdict> {
        let is_broken = self.random.chance(45);
        match self.random.below(3) {
            0 => self.multiples(is_broken),
            kind => self.sum_of_terms(kind == 2, is_broken),
        }
        Some(if is_broken { HornOracleVerdict::Unsafe } else { HornOracleVerdict::Safe })
    }

    /// (k, i, p): p = k·i.
    fn multiples(&mut self, is_broken: bool) {
        let sorts = [Sort::Int; 3];
        let state = self.predicate(&sorts);
        let [factor, counter, product] = [0, 1, 2].map(Expr::Variable);
        let mut builder = ClauseBuilder::new(&[Sort::Int]);
        let start = self.small_number(0, 2);
        if self.random.coin() {
            builder.constraint.push(Expr::binary(Op::Ge, factor.clone(), Expr::Int(0)));
        }
        let arguments = vec![factor.clone(), Expr::Int(0), Expr::Int(start)];
        let head = Atom { predicate: state, arguments };
        self.system.clauses.push(builder.finish(Vec::new(), Some(head)));
        let updates = vec![
            factor.clone(),
            Expr::binary(Op::Add, counter.clone(), Expr::Int(1)),
            Expr::binary(Op::Add, product.clone(), factor.clone()),
        ];
        let step = self.conclude(ClauseBuilder::new(&sorts), &sorts, (state, state), updates);
        self.system.clauses.push(step);
        let closed =
            Expr::binary(Op::Add, Expr::binary(Op::Mul, factor, counter.clone()), Expr::Int(start));
        self.compare(state, &sorts, product, closed, counter, is_broken);
    }

    /// (i, s): s += a·i + b; with `is_higher` also (i, s, q) with q += s.
    fn sum_of_terms(&mut self, is_higher: bool, is_broken: bool) {
        let sorts = &[Sort::Int; 3][..if is_higher { 3 } else { 2 }];
        let state = self.predicate(sorts);
        let [slope, step_constant, start] =
            [self.small_number(1, 3), self.small_number(-1, 2), self.small_number(-1, 3)];
        let [counter, sum, higher] = [0, 1, 2].map(Expr::Variable);
        let mut arguments = vec![Expr::Int(0), Expr::Int(start)];
        let term = Expr::binary(
            Op::Add,
            Expr::binary(Op::Mul, Expr::Int(slope), counter.clone()),
            Expr::Int(step_constant),
        );
        let mut updates = vec![
            Expr::binary(Op::Add, counter.clone(), Expr::Int(1)),
            Expr::Apply(Op::Add, vec![sum.clone(), term]),
        ];
        if is_higher {
            arguments.push(Expr::Int(0));
            updates.push(Expr::binary(Op::Add, higher.clone(), sum.clone()));
        }
        let head = Atom { predicate: state, arguments };
        self.system.clauses.push(ClauseBuilder::new(&[]).finish(Vec::new(), Some(head)));
        let mut builder = ClauseBuilder::new(sorts);
        if self.random.chance(40) {
            let bound = self.small_number(8, 60);
            builder.constraint.push(Expr::binary(Op::Lt, counter.clone(), Expr::Int(bound)));
        }
        let step = self.conclude(builder, sorts, (state, state), updates);
        self.system.clauses.push(step);
        // 2s = a·i² + (2b − a)·i + 2·s₀, and 6q = a·i³ + 3(b − a)·i² + (2a − 3b + 6s₀)·i.
        let (multiple, left, coefficients) = match is_higher {
            false => (2, sum, vec![2 * start, 2 * step_constant - slope, slope]),
            true => {
                let linear = 2 * slope - 3 * step_constant + 6 * start;
                (6, higher, vec![0, linear, 3 * (step_constant - slope), slope])
            }
        };
        let left = Expr::binary(Op::Mul, Expr::Int(multiple), left);
        let powers = coefficients.iter().enumerate().filter(|(_, factor)| **factor != 0);
        let parts: Vec<Expr> = powers
            .map(|(power, factor)| match power {
                0 => Expr::Int(*factor),
                power => {
                    let mut factors = vec![Expr::Int(*factor)];
                    factors.extend(std::iter::repeat_n(counter.clone(), power));
                    Expr::Apply(Op::Mul, factors)
                }
            })
            .collect();
        let closed = match parts.len() {
            1 => parts.into_iter().next().unwrap_or(Expr::Int(0)),
            _ => Expr::Apply(Op::Add, parts),
        };
        self.compare(state, sorts, left, closed, counter, is_broken);
    }

    /// The query: left differs from its closed form; or, broken, only once the counter is so far.
    fn compare(
        &mut self,
        state: usize,
        sorts: &[Sort],
        left: Expr,
        closed: Expr,
        counter: Expr,
        is_broken: bool,
    ) {
        let mut builder = ClauseBuilder::new(sorts);
        let late = Expr::binary(Op::Ge, counter, Expr::Int(self.small_number(0, 6)));
        if is_broken {
            builder.constraint.push(late);
            builder.constraint.push(Expr::binary(Op::Eq, left, closed));
        } else {
            if self.random.chance(30) {
                builder.constraint.push(late);
            }
            let op = self.random.pick(&[Op::Distinct, Op::Lt, Op::Gt]).unwrap_or(Op::Distinct);
            builder.constraint.push(Expr::binary(op, left, closed));
        }
        self.system.clauses.push(builder.finish(vec![atom(state, sorts.len())], None));
    }
}

/// c̄·x̄
fn weighted(sort: Sort, weights: &[i64]) -> Expr {
    let mut parts = Vec::new();
    for (place, weight) in weights.iter().enumerate() {
        match weight {
            0 => {}
            1 => parts.push(Expr::Variable(place)),
            weight => {
                let weight = Expr::literal(sort, Number::integer(*weight));
                parts.push(Expr::binary(Op::Mul, weight, Expr::Variable(place)));
            }
        }
    }
    match parts.len() {
        1 => parts.remove(0),
        _ => Expr::Apply(Op::Add, parts),
    }
}
