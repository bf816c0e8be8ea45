//! Expressions of code: their values, what is checked on the way, and what calls bring.

use buttress_logic::{Rational, Term};
use buttress_pi::BinaryOp;
use buttress_pi::program::{
    Builtin, Expression, ExpressionKind, FunctionId, Role, Type, VariableId,
};

use super::formula::{has_key, is_nil};
use super::join::join;
use super::statements::Executor;
use super::value::{Value, not_negative};
use super::walk::{HypothesisKind, Walk};
use super::ways::{calls, parts, stops_early};

impl<'a> Executor<'a> {
    /// The value of an expression on each of the ways to evaluate it.
    pub fn value(&mut self, walk: Walk, it: &'a Expression) -> Option<Vec<(Walk, Value)>> {
        self.descend()?;
        let values = self.value_inside(walk, it);
        self.leave();
        values
    }

    fn value_inside(&mut self, walk: Walk, it: &'a Expression) -> Option<Vec<(Walk, Value)>> {
        match &it.kind {
            ExpressionKind::Variable(variable) => {
                let value = walk.get(*variable)?.clone();
                Some(vec![(walk, value)])
            }
            ExpressionKind::Bound(_)
            | ExpressionKind::Quantified { .. }
            | ExpressionKind::Predicate(..) => None,
            ExpressionKind::Binary(operator, left, right) if stops_early(*operator) => {
                self.perhaps(walk, *operator, left, right, it)
            }
            kind => {
                let mut done = Vec::new();
                for (walk, values) in self.values(walk, parts(it))? {
                    done.push(match kind {
                        ExpressionKind::Call(callee, _) => {
                            self.call(walk, *callee, &values, &it.ty)?
                        }
                        ExpressionKind::New(_) => {
                            self.create(walk, values.first()?.term()?, &it.ty)?
                        }
                        _ => {
                            let walk = self.checked(walk, it, &values)?;
                            let value = self.translator.operate(it, &values)?;
                            (walk, value)
                        }
                    });
                }
                Some(done)
            }
        }
    }

    /// The values of several expressions, from the first to the last.
    pub fn values(
        &mut self,
        walk: Walk,
        expressions: Vec<&'a Expression>,
    ) -> Option<Vec<(Walk, Vec<Value>)>> {
        let mut done = vec![(walk, Vec::new())];
        for expression in expressions {
            let mut next = Vec::new();
            for (walk, known) in done {
                for (walk, value) in self.value(walk, expression)? {
                    let mut values = known.clone();
                    values.push(value);
                    next.push((walk, values));
                }
            }
            done = next;
        }
        Some(done)
    }

    /// `&&`, `||`, `->`: with a call on the right there are two ways; else checks on the right are made under a guard.
    fn perhaps(
        &mut self,
        walk: Walk,
        operator: BinaryOp,
        left: &'a Expression,
        right: &'a Expression,
        whole: &'a Expression,
    ) -> Option<Vec<(Walk, Value)>> {
        // The right side matters if the left one is this; else the whole is its opposite, or true for `->`.
        let matters = operator != BinaryOp::Or;
        let stopped_value =
            Value::of(&Type::Bool, self.translator.terms.boolean(operator != BinaryOp::And));
        let mut done = Vec::new();
        for (mut walk, value) in self.value(walk, left)? {
            let condition = value.term()?;
            if !calls(right) {
                walk.around.push((condition, matters));
                for (mut walk, other) in self.value(walk, right)? {
                    walk.around.pop();
                    let whole = self.translator.operate(whole, &[value.clone(), other])?;
                    done.push((walk, whole));
                }
                continue;
            }
            let stopped = walk.turn(self.translator.terms, condition, !matters);
            let mut made = match walk.turn(self.translator.terms, condition, matters) {
                Some(walk) => self.value(walk, right)?,
                None => Vec::new(),
            };
            if let Some(stopped) = stopped {
                if self.is_joining && !made.is_empty() {
                    let (walk, other) = made.pop()?;
                    let value = self.translator.operate(whole, &[value, other])?;
                    made.push((join(self.translator.terms, vec![walk, stopped])?, value));
                } else {
                    made.push((stopped, stopped_value.clone()));
                }
            }
            done.extend(made);
        }
        Some(done)
    }

    /// What must hold for an operator to be applied.
    fn checked(&mut self, mut walk: Walk, it: &Expression, values: &[Value]) -> Option<Walk> {
        match (&it.kind, values) {
            (ExpressionKind::Index(..), [array, index])
            | (ExpressionKind::Update(..), [array, index, _]) => {
                self.check_subscript(&mut walk, array, index.term()?)?;
            }
            (
                ExpressionKind::Binary(
                    BinaryOp::Divide | BinaryOp::Quotient | BinaryOp::Remainder,
                    ..,
                ),
                [_, divisor],
            ) => {
                let (divisor, terms) = (divisor.term()?, &mut *self.translator.terms);
                let zero = terms.numeral(&Rational::ZERO, terms.sort_of(divisor));
                let is_zero = terms.equation(divisor, zero);
                let formula = terms.not(is_zero);
                self.check(&mut walk, formula)?;
            }
            (ExpressionKind::Builtin(Builtin::Get, _), [table, key]) => {
                let formula = has_key(self.translator.terms, table.term()?, key.term()?)?;
                self.check(&mut walk, formula)?;
            }
            (ExpressionKind::Builtin(Builtin::Car | Builtin::Cdr, _), [list]) => {
                let is_nil = is_nil(self.translator.terms, list.term()?)?;
                let formula = self.translator.terms.not(is_nil);
                self.check(&mut walk, formula)?;
            }
            _ => {}
        }
        Some(walk)
    }

    /// 0 ≤ i, and i < |a|.
    pub fn check_subscript(&mut self, walk: &mut Walk, array: &Value, index: Term) -> Option<()> {
        let formula = not_negative(self.translator.terms, index);
        self.check(walk, formula)?;
        let formula = self.translator.terms.less(index, array.length()?);
        self.check(walk, formula)
    }

    /// Something that is checked as the program runs: it has to hold, and does so from then on.
    fn check(&mut self, walk: &mut Walk, formula: Term) -> Option<()> {
        if !self.scope.runtime {
            return Some(());
        }
        let mut end = walk.clone();
        let mut passed = Vec::new();
        for (condition, holds) in &walk.around {
            // What is known not to be evaluated needs no check.
            let Some(inside) = end.turn(self.translator.terms, *condition, *holds) else {
                return Some(());
            };
            passed.push(self.translator.terms.not(inside.hypotheses.last()?.0));
            end = inside;
        }
        // The sides of an operator are no ways of the walk.
        end.turns.clone_from(&walk.turns);
        self.end(&end, vec![formula])?;
        passed.push(formula);
        let passed = self.translator.terms.or(&passed);
        walk.assume(passed, HypothesisKind::Fact);
        Some(())
    }

    /// `new T[n]`
    fn create(&mut self, mut walk: Walk, length: Term, ty: &Type) -> Option<(Walk, Value)> {
        let is_length = not_negative(self.translator.terms, length);
        self.check(&mut walk, is_length)?;
        let mut value = walk.anything(self.translator.terms, self.translator.program, ty)?;
        let terms = &mut *self.translator.terms;
        let mut formula = terms.equation(*value.leaves.last_mut()?, length);
        // A negative length must not make everything true; where it was excluded before, it cannot.
        let is_excluded = self.scope.runtime && walk.around.is_empty() && !self.is_joining;
        if !is_excluded {
            formula = terms.implies(is_length, formula);
        }
        walk.assume(formula, HypothesisKind::Meaning);
        Some((walk, value))
    }

    /// f(e, …): `@pre` has to hold, and `@post` holds from then on.
    fn call(
        &mut self,
        mut walk: Walk,
        id: FunctionId,
        arguments: &[Value],
        ty: &Type,
    ) -> Option<(Walk, Value)> {
        let program = self.translator.program;
        let callee = program.function(id);
        let globals = program.globals as usize;
        let mut before: Vec<Option<Value>> = vec![None; callee.variables.len()];
        before.get_mut(..globals)?.clone_from_slice(walk.values.get(..globals)?);
        let mut after = before.clone();
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            let place = parameter.0 as usize;
            before[place] = Some(argument.clone());
            // What becomes of a parameter that is assigned is not known.
            if !callee.variables[place].is_assigned {
                after[place] = Some(argument.clone());
            }
        }
        for (place, variable) in callee.variables.iter().enumerate() {
            if let Role::Entry(parameter) = variable.role {
                after[place].clone_from(&before[parameter.0 as usize]);
            }
        }
        let mut goals = self.conjuncts(&before, &callee.pre)?;
        goals.extend(self.decrease((id, None), &before)?);
        self.end(&walk, goals)?;
        for VariableId(global) in &callee.modifies {
            let ty = &self.function.variables.get(*global as usize)?.ty;
            let value = walk.anything(self.translator.terms, program, ty)?;
            walk.values[*global as usize] = Some(value.clone());
            after[*global as usize] = Some(value);
        }
        let mut answer = Value::of(&Type::Bool, Term::TRUE);
        if let Some(result) = callee.result {
            answer = walk.anything(self.translator.terms, program, ty)?;
            after[result.0 as usize] = Some(answer.clone());
        }
        for formula in self.conjuncts(&after, &callee.post)? {
            walk.assume(formula, HypothesisKind::Fact);
        }
        Some((walk, answer))
    }
}
