//! Loops: first states, steps, disjunctive steps, phases, loops inside loops.

use crate::horn::{Atom, Clause, Expr, HornOracleVerdict, Op, Sort};

use super::maker::{ClauseBuilder, Maker, atom};

impl Maker {
    /// One predicate, first states, and one to three steps.
    pub fn single_loop(&mut self) -> Option<HornOracleVerdict> {
        let sorts = self.sorts();
        let state = self.predicate(&sorts);
        let first = self.first(state, &sorts, None);
        self.system.clauses.push(first);
        let steps = self.random.between(1, 3);
        if steps > 1 && self.random.chance(50) {
            let step = self.disjunction(state, &sorts, steps);
            self.system.clauses.push(step);
        } else {
            for _ in 0..steps {
                let guards = self.random.below(3);
                let step = self.step((state, state), &sorts, Vec::new(), guards);
                self.system.clauses.push(step);
            }
        }
        None
    }

    /// First states: constants, or small ranges; perhaps after a predicate without arguments.
    pub fn first(&mut self, state: usize, sorts: &[Sort], counter: Option<i64>) -> Clause {
        let mut builder = ClauseBuilder::new(&[]);
        let mut arguments = Vec::new();
        for (place, sort) in sorts.iter().copied().enumerate() {
            let value = match sort {
                _ if place == 0 && counter.is_some() => Expr::Int(counter.unwrap_or(0)),
                Sort::Bool if self.random.chance(30) => builder.fresh(sort),
                Sort::Int if self.random.chance(25) => {
                    let value = builder.fresh(sort);
                    let low = self.small_number(0, 1);
                    let width = self.small_number(1, 2);
                    let bounds = [Expr::Int(low), value.clone(), Expr::Int(low + width)];
                    builder.constraint.push(Expr::Apply(Op::Le, bounds.to_vec()));
                    value
                }
                sort => self.constant(sort, 0, 2),
            };
            // The value itself, or a variable that equals it.
            if matches!(value, Expr::Variable(_)) || self.random.chance(40) {
                arguments.push(value);
            } else {
                let variable = builder.fresh(sort);
                builder.constraint.push(Expr::binary(Op::Eq, variable.clone(), value));
                arguments.push(variable);
            }
        }
        let body = match self.random.chance(5) {
            true => {
                let start = self.predicate(&[]);
                self.system
                    .clauses
                    .push(ClauseBuilder::new(&[]).finish(Vec::new(), Some(atom(start, 0))));
                vec![atom(start, 0)]
            }
            false => Vec::new(),
        };
        builder.finish(body, Some(Atom { predicate: state, arguments }))
    }

    /// A step between two locations over the same parameters, with so many guards more than those given.
    pub fn step(
        &mut self,
        (from, to): (usize, usize),
        sorts: &[Sort],
        given: Vec<Expr>,
        guards: usize,
    ) -> Clause {
        let mut builder = ClauseBuilder::new(sorts);
        builder.constraint = given;
        for _ in 0..guards {
            let guard = self.guard(sorts);
            builder.constraint.push(guard);
        }
        let updates: Vec<Expr> =
            (0..sorts.len()).map(|place| self.update(place, &mut builder, sorts)).collect();
        self.conclude(builder, sorts, (from, to), updates)
    }

    /// The clause of a step, with the updates as arguments or as equations for new variables.
    pub fn conclude(
        &mut self,
        mut builder: ClauseBuilder,
        sorts: &[Sort],
        (from, to): (usize, usize),
        updates: Vec<Expr>,
    ) -> Clause {
        let is_primed = self.random.chance(60);
        let mut arguments = Vec::new();
        for (sort, update) in sorts.iter().copied().zip(updates) {
            if is_primed {
                let next = builder.fresh(sort);
                builder.constraint.push(Expr::binary(Op::Eq, next.clone(), update));
                arguments.push(next);
            } else {
                arguments.push(update);
            }
        }
        builder.finish(vec![atom(from, sorts.len())], Some(Atom { predicate: to, arguments }))
    }

    /// One clause for several steps.
    fn disjunction(&mut self, state: usize, sorts: &[Sort], steps: usize) -> Clause {
        let mut builder = ClauseBuilder::new(sorts);
        let next: Vec<Expr> = sorts.iter().map(|sort| builder.fresh(*sort)).collect();
        let mut choices = Vec::new();
        for _ in 0..steps {
            let before = builder.constraint.len();
            let mut parts: Vec<Expr> =
                (0..self.random.below(3)).map(|_| self.guard(sorts)).collect();
            for (place, next) in next.iter().enumerate() {
                let update = self.update(place, &mut builder, sorts);
                parts.push(Expr::binary(Op::Eq, next.clone(), update));
            }
            // What an update asks for belongs to its own choice.
            parts.extend(builder.constraint.split_off(before));
            choices.push(Expr::all(parts));
        }
        builder.constraint.push(Expr::any(choices));
        let head = Atom { predicate: state, arguments: next };
        builder.finish(vec![atom(state, sorts.len())], Some(head))
    }

    /// A counter from 0 up to a bound; what else happens depends on how far it is.
    pub fn phases(&mut self) -> Option<HornOracleVerdict> {
        let sorts = self.sorts();
        let state = self.predicate(&sorts);
        let first = self.first(state, &sorts, Some(0));
        self.system.clauses.push(first);
        let last = self.small_number(6, 40);
        let middle = self.small_number(1, last - 1);
        let counter = Expr::Variable(0);
        let mut builder = ClauseBuilder::new(&sorts);
        builder.constraint.push(Expr::binary(Op::Lt, counter.clone(), Expr::Int(last)));
        let mut updates = vec![Expr::binary(Op::Add, counter.clone(), Expr::Int(1))];
        for (place, sort) in sorts.iter().copied().enumerate().skip(1) {
            let old = Expr::Variable(place);
            let [early, late] = [0, 1].map(|_| match self.random.below(4) {
                0 => old.clone(),
                1 => Expr::binary(Op::Sub, old.clone(), self.constant(sort, 1, 2)),
                2 => Expr::binary(Op::Add, old.clone(), self.constant(sort, 1, 2)),
                _ => match self.random.coin() {
                    true => self.constant(sort, 0, 3),
                    false => Expr::binary(Op::Add, old.clone(), self.variable(sort, &sorts)),
                },
            });
            let is_early = Expr::binary(Op::Lt, counter.clone(), Expr::Int(middle));
            updates.push(Expr::ite(is_early, early, late));
        }
        let step = self.conclude(builder, &sorts, (state, state), updates);
        self.system.clauses.push(step);
        None
    }

    /// An outer loop, an inner one with its own counter, and perhaps an exit.
    pub fn nested_loops(&mut self) -> Option<HornOracleVerdict> {
        let sorts = self.sorts();
        let (outer, inner) = (self.predicate(&sorts), self.predicate(&sorts));
        let first = self.first(outer, &sorts, None);
        self.system.clauses.push(first);
        let (stay, leave) = {
            let guard = self.guard(&sorts);
            (guard.clone(), Expr::negated(guard))
        };
        let enter = self.guard(&sorts);
        let clauses = [
            self.step((outer, inner), &sorts, vec![enter.clone()], 0),
            self.step((inner, inner), &sorts, vec![stay], 0),
            self.step((inner, outer), &sorts, vec![leave], 0),
        ];
        self.system.clauses.extend(clauses);
        if self.random.chance(50) {
            let exit = self.predicate(&sorts);
            let mut builder = ClauseBuilder::new(&sorts);
            builder.constraint.push(Expr::negated(enter));
            let head = atom(exit, sorts.len());
            self.system.clauses.push(builder.finish(vec![atom(outer, sorts.len())], Some(head)));
        }
        None
    }
}
