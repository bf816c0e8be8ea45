//! What all shapes are made of: variables, numbers, sums, guards, updates.

use buttress_prop::Random;

use crate::horn::{Atom, Bound, Clause, Expr, Mix, Number, Op, Predicate, Sort, System};

/// Names of predicates.
const PREDICATES: [&str; 8] =
    ["inv", "P", "loop@head", "main!entry", "q_1", "state.next", "loop head", "WHILE"];

/// A system in the making.
pub struct Maker {
    pub random: Random,
    pub mix: Mix,
    pub system: System,
    /// Values of guarded and saturated updates lie between these.
    pub range: (i64, i64),
}

/// A clause in the making: the variables of its first premise come first.
pub struct ClauseBuilder {
    pub variables: Vec<Sort>,
    pub constraint: Vec<Expr>,
}

impl ClauseBuilder {
    /// A clause over variables of these sorts.
    pub fn new(variables: &[Sort]) -> ClauseBuilder {
        ClauseBuilder { variables: variables.to_vec(), constraint: Vec::new() }
    }

    /// One more variable.
    pub fn fresh(&mut self, sort: Sort) -> Expr {
        self.variables.push(sort);
        Expr::Variable(self.variables.len() - 1)
    }

    /// The clause.
    pub fn finish(self, body: Vec<Atom>, head: Option<Atom>) -> Clause {
        let constraint = Expr::all(self.constraint);
        Clause { variables: self.variables, body, constraint, head }
    }
}

/// P(x̄) over the first variables.
pub fn atom(predicate: usize, arguments: usize) -> Atom {
    Atom { predicate, arguments: (0..arguments).map(Expr::Variable).collect() }
}

impl Maker {
    /// The beginning for a seed.
    pub fn new(seed: u64, mix: Mix) -> Maker {
        let mut random = Random::new(seed);
        let low = -(random.below(4) as i64);
        let high = random.between(3, 9) as i64;
        Maker { random, mix, system: System::default(), range: (low, high) }
    }

    /// A new predicate over these sorts.
    pub fn predicate(&mut self, sorts: &[Sort]) -> usize {
        let mut name = self.random.pick(&PREDICATES).unwrap_or("P").to_owned();
        while self.system.predicates.iter().any(|predicate| predicate.name == name) {
            name.push('2');
        }
        self.system.predicates.push(Predicate { name, sorts: sorts.to_vec() });
        self.system.predicates.len() - 1
    }

    /// Sorts of parameters; the first is numeric.
    pub fn sorts(&mut self) -> Vec<Sort> {
        let (fewest, most) = self.mix.parameters;
        let count = self.random.between(fewest, most);
        let sorts = self.mix.sorts;
        let first = sorts.first().copied().unwrap_or(Sort::Int);
        let rest = (1..count).map(|_| self.random.pick(sorts).unwrap_or(first));
        [first].into_iter().chain(rest).collect()
    }

    /// A small number from `low` to `high`.
    pub fn small_number(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.below((high - low + 1) as usize) as i64
    }

    /// A constant from `low` to `high`; reals come in halves too.
    pub fn constant(&mut self, sort: Sort, low: i64, high: i64) -> Expr {
        let value = Number::integer(self.small_number(low, high));
        let half = Number::fraction(1, 2).filter(|_| sort == Sort::Real && self.random.chance(40));
        let value = half.and_then(|half| value.plus(half)).unwrap_or(value);
        Expr::literal(sort, value)
    }

    /// The positions of variables of a sort.
    pub fn variables_of(&self, sort: Sort, variables: &[Sort]) -> Vec<usize> {
        (0..variables.len()).filter(|place| variables.get(*place) == Some(&sort)).collect()
    }

    /// One of the variables of this sort, or a constant if there is none.
    pub fn variable(&mut self, sort: Sort, variables: &[Sort]) -> Expr {
        let places = self.variables_of(sort, variables);
        match self.random.pick(&places) {
            Some(place) => Expr::Variable(place),
            None => self.constant(sort, 0, 2),
        }
    }

    /// Σ cᵢ·xᵢ over one or two variables of a sort.
    pub fn sum(&mut self, sort: Sort, variables: &[Sort]) -> Expr {
        let mut places = self.variables_of(sort, variables);
        self.random.shuffle(&mut places);
        places.truncate(self.random.between(1, 2));
        let parts: Vec<Expr> = places
            .into_iter()
            .map(|place| match self.small_number(-2, 3) {
                -2 => Expr::binary(
                    Op::Mul,
                    Expr::literal(sort, Number::integer(-2)),
                    Expr::Variable(place),
                ),
                -1 => Expr::Apply(Op::Sub, vec![Expr::Variable(place)]),
                2 => Expr::binary(
                    Op::Mul,
                    Expr::Variable(place),
                    Expr::literal(sort, Number::integer(2)),
                ),
                _ => Expr::Variable(place),
            })
            .collect();
        match parts.len() {
            0 => self.constant(sort, 0, 2),
            1 => parts.into_iter().next().unwrap_or(Expr::Int(0)),
            _ => Expr::Apply(Op::Add, parts),
        }
    }

    /// A comparison, a truth value, or, rarely, a remainder.
    pub fn guard(&mut self, variables: &[Sort]) -> Expr {
        let bools = self.variables_of(Sort::Bool, variables);
        if !bools.is_empty() && self.random.chance(35) {
            let flag = self.variable(Sort::Bool, variables);
            return if self.random.coin() { flag } else { Expr::negated(flag) };
        }
        let sort = self.numeric(variables);
        if sort == Sort::Int && self.mix.divisions && self.random.chance(40) {
            let (divisor, sum) = (self.small_number(2, 4), self.sum(sort, variables));
            let rest = Expr::Int(self.small_number(0, divisor - 1));
            return Expr::binary(Op::Eq, Expr::binary(Op::Mod, sum, Expr::Int(divisor)), rest);
        }
        let ops = [Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Le, Op::Gt, Op::Distinct];
        let op = self.random.pick(&ops).unwrap_or(Op::Le);
        let left = self.sum(sort, variables);
        let right = match self.random.chance(25) {
            true => self.variable(sort, variables),
            false => self.constant(sort, self.range.0, self.range.1),
        };
        Expr::binary(op, left, right)
    }

    /// A numeric sort that some variable has.
    pub fn numeric(&mut self, variables: &[Sort]) -> Sort {
        let sorts: Vec<Sort> =
            variables.iter().copied().filter(|sort| *sort != Sort::Bool).collect();
        self.random.pick(&sorts).unwrap_or(Sort::Int)
    }

    /// The next value of a parameter, in terms of the variables before the step.
    pub fn update(&mut self, place: usize, builder: &mut ClauseBuilder, before: &[Sort]) -> Expr {
        let sort = before.get(place).copied().unwrap_or(Sort::Int);
        let old = Expr::Variable(place);
        if self.random.chance(15) {
            return old;
        }
        if sort == Sort::Bool {
            return match self.random.below(4) {
                0 => Expr::Truth(self.random.coin()),
                1 => Expr::negated(old),
                2 => self.guard(before),
                // Anything.
                _ => builder.fresh(Sort::Bool),
            };
        }
        let new = self.number(old.clone(), sort, builder, before);
        let new = match self.random.chance(15) {
            true => {
                let (guard, other) =
                    (self.guard(before), self.number(old.clone(), sort, builder, before));
                Expr::ite(guard, new, other)
            }
            false => new,
        };
        self.bounded(new, old, sort, builder)
    }

    fn number(
        &mut self,
        old: Expr,
        sort: Sort,
        builder: &mut ClauseBuilder,
        before: &[Sort],
    ) -> Expr {
        if self.mix.products && self.random.chance(30) {
            let other = self.variable(sort, before);
            return Expr::binary(Op::Mul, old, other);
        }
        if self.mix.divisions && sort == Sort::Int && self.random.chance(30) {
            let (sum, divisor) = (self.sum(sort, before), self.small_number(2, 3));
            let divisor = if self.random.chance(15) { -divisor } else { divisor };
            return match self.random.below(5) {
                0 | 1 => Expr::binary(Op::Div, sum, Expr::Int(divisor)),
                2 => Expr::Apply(Op::Abs, vec![sum]),
                _ => Expr::binary(Op::Mod, sum, Expr::Int(divisor)),
            };
        }
        match self.random.below(10) {
            0..=3 => {
                let constant = self.constant(sort, 1, 3);
                let op = if self.random.chance(70) { Op::Add } else { Op::Sub };
                Expr::binary(op, old, constant)
            }
            4 => {
                let other = self.variable(sort, before);
                let op = if self.random.coin() { Op::Add } else { Op::Sub };
                Expr::binary(op, old, other)
            }
            5 => self.constant(sort, 0, 3),
            6 => self.variable(sort, before),
            7 if sort == Sort::Int => {
                // Some number of a small range.
                let step = builder.fresh(sort);
                let (low, width) = (self.small_number(-1, 1), self.small_number(1, 3));
                builder.constraint.push(Expr::Apply(
                    Op::Le,
                    vec![Expr::Int(low), step.clone(), Expr::Int(low + width)],
                ));
                Expr::binary(Op::Add, old, step)
            }
            7 => {
                // One of two numbers.
                let step = builder.fresh(sort);
                let choices = (0..2)
                    .map(|_| Expr::binary(Op::Eq, step.clone(), self.constant(sort, -1, 2)))
                    .collect();
                builder.constraint.push(Expr::any(choices));
                Expr::binary(Op::Add, old, step)
            }
            8 if sort == Sort::Int => {
                let (sum, constant) = (self.sum(sort, before), self.constant(sort, -2, 2));
                Expr::binary(Op::Add, sum, constant)
            }
            _ => {
                let (other, constant) = (self.variable(sort, before), self.constant(sort, 0, 2));
                Expr::binary(Op::Sub, other, constant)
            }
        }
    }

    /// The update, kept small as the mix has it.
    pub fn bounded(
        &mut self,
        new: Expr,
        old: Expr,
        sort: Sort,
        builder: &mut ClauseBuilder,
    ) -> Expr {
        let (low, high) = self.range;
        let [low, high] = [low, high].map(|end| Expr::literal(sort, Number::integer(end)));
        match self.mix.bound {
            Bound::None => new,
            Bound::Modulo if sort == Sort::Int => {
                Expr::binary(Op::Mod, new, Expr::Int(self.range.1))
            }
            Bound::Modulo | Bound::Saturated => match self.random.coin() {
                true => {
                    let below = Expr::binary(Op::Lt, new.clone(), low.clone());
                    let above = Expr::binary(Op::Gt, new.clone(), high.clone());
                    Expr::ite(above, high, Expr::ite(below, low, new))
                }
                false => Expr::ite(Expr::Apply(Op::Le, vec![low, new.clone(), high]), new, old),
            },
            Bound::Guarded => {
                builder.constraint.push(Expr::binary(Op::Le, low, new.clone()));
                builder.constraint.push(Expr::binary(Op::Le, new.clone(), high));
                new
            }
        }
    }
}
