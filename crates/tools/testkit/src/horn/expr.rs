//! Expressions over the variables of a clause, and what they evaluate to.

use super::Number;

/// What a variable ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// The whole numbers.
    Int,
    /// The rational numbers stand for these; no expression has an irrational value.
    Real,
    /// The truth values.
    Bool,
}

/// The value of an expression. Numbers of either sort are compared by their value alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Truth(bool),
    /// A number.
    Number(Number),
}

/// Operators, with the names and meanings of SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Sum.
    Add,
    /// Difference, or the opposite number.
    Sub,
    /// Product.
    Mul,
    /// Of integers, by a constant other than 0.
    Div,
    /// Of integers, by a constant other than 0.
    Mod,
    /// Of reals, by a constant other than 0.
    Over,
    /// Absolute value of an integer.
    Abs,
    /// An integer as a real number.
    ToReal,
    /// Choice by a condition.
    Ite,
    /// Negation.
    Not,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Implication.
    Implies,
    /// Equality, also of more than two.
    Eq,
    /// All are different.
    Distinct,
    /// ≤, also of more than two.
    Le,
    /// <, also of more than two.
    Lt,
    /// ≥, also of more than two.
    Ge,
    /// >, also of more than two.
    Gt,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// An integer.
    Int(i64),
    /// A real number.
    Real(Number),
    /// A truth value.
    Truth(bool),
    /// A variable, by its position in the clause.
    Variable(usize),
    /// An operator and its arguments.
    Apply(Op, Vec<Expr>),
}

/// Why an expression has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// A variable that matters has no value yet.
    Unassigned,
    /// A number does not fit, or there is a division by zero.
    TooLarge,
}

impl Expr {
    /// (op left right)
    pub fn binary(op: Op, left: Expr, right: Expr) -> Expr {
        Expr::Apply(op, vec![left, right])
    }

    /// (not formula)
    pub fn negated(formula: Expr) -> Expr {
        Expr::Apply(Op::Not, vec![formula])
    }

    /// (ite condition then otherwise)
    pub fn ite(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        Expr::Apply(Op::Ite, vec![condition, then, otherwise])
    }

    /// A conjunction without needless brackets.
    pub fn all(parts: Vec<Expr>) -> Expr {
        Expr::joined(Op::And, parts)
    }

    /// A disjunction without needless brackets.
    pub fn any(parts: Vec<Expr>) -> Expr {
        Expr::joined(Op::Or, parts)
    }

    fn joined(op: Op, mut parts: Vec<Expr>) -> Expr {
        match parts.len() {
            0 => Expr::Truth(op == Op::And),
            1 => parts.remove(0),
            _ => Expr::Apply(op, parts),
        }
    }

    /// A constant of this sort.
    pub fn literal(sort: Sort, value: Number) -> Expr {
        match sort {
            Sort::Int => Expr::Int(value.floor()),
            Sort::Real => Expr::Real(value),
            Sort::Bool => Expr::Truth(value != Number::ZERO),
        }
    }

    /// The constant of a value.
    pub fn of(sort: Sort, value: Value) -> Expr {
        match value {
            Value::Truth(truth) => Expr::Truth(truth),
            Value::Number(number) => Expr::literal(sort, number),
        }
    }

    /// Its sort, where the variables have these.
    pub fn sort(&self, variables: &[Sort]) -> Sort {
        match self {
            Expr::Int(_) => Sort::Int,
            Expr::Real(_) => Sort::Real,
            Expr::Truth(_) => Sort::Bool,
            Expr::Variable(position) => variables.get(*position).copied().unwrap_or(Sort::Int),
            Expr::Apply(op, arguments) => match op {
                Op::Add | Op::Sub | Op::Mul => {
                    arguments.first().map_or(Sort::Int, |first| first.sort(variables))
                }
                Op::Div | Op::Mod | Op::Abs => Sort::Int,
                Op::Over | Op::ToReal => Sort::Real,
                Op::Ite => arguments.get(1).map_or(Sort::Int, |then| then.sort(variables)),
                _ => Sort::Bool,
            },
        }
    }

    /// Does the variable occur?
    pub fn mentions(&self, variable: usize) -> bool {
        match self {
            Expr::Variable(position) => *position == variable,
            Expr::Apply(_, arguments) => {
                arguments.iter().any(|argument| argument.mentions(variable))
            }
            _ => false,
        }
    }

    /// Changes every variable.
    pub fn rename(&mut self, rename: &impl Fn(usize) -> usize) {
        match self {
            Expr::Variable(position) => *position = rename(*position),
            Expr::Apply(_, arguments) => {
                arguments.iter_mut().for_each(|argument| argument.rename(rename));
            }
            _ => {}
        }
    }

    /// The value under an assignment. Connectives need no more of their arguments than decides them.
    pub fn evaluate(&self, assignment: &[Option<Value>]) -> Result<Value, Stuck> {
        let (op, arguments) = match self {
            Expr::Int(value) => return Ok(Value::Number(Number::integer(*value))),
            Expr::Real(value) => return Ok(Value::Number(*value)),
            Expr::Truth(truth) => return Ok(Value::Truth(*truth)),
            Expr::Variable(position) => {
                return assignment.get(*position).copied().flatten().ok_or(Stuck::Unassigned);
            }
            Expr::Apply(op, arguments) => (*op, arguments.as_slice()),
        };
        match (op, arguments) {
            (Op::And, arguments) => decided(arguments, assignment, false),
            (Op::Or, arguments) => decided(arguments, assignment, true),
            (Op::Implies, [condition, conclusion]) => match condition.truth(assignment) {
                Ok(false) => Ok(Value::Truth(true)),
                Ok(true) => conclusion.evaluate(assignment),
                Err(stuck) => match conclusion.truth(assignment) {
                    Ok(true) => Ok(Value::Truth(true)),
                    _ => Err(stuck),
                },
            },
            (Op::Ite, [condition, then, otherwise]) => match condition.truth(assignment)? {
                true => then.evaluate(assignment),
                false => otherwise.evaluate(assignment),
            },
            (Op::Not, [formula]) => Ok(Value::Truth(!formula.truth(assignment)?)),
            (op, arguments) => {
                let values: Result<Vec<Value>, Stuck> =
                    arguments.iter().map(|argument| argument.evaluate(assignment)).collect();
                apply(op, &values?).ok_or(Stuck::TooLarge)
            }
        }
    }

    /// The truth value under an assignment.
    pub fn truth(&self, assignment: &[Option<Value>]) -> Result<bool, Stuck> {
        match self.evaluate(assignment)? {
            Value::Truth(truth) => Ok(truth),
            Value::Number(_) => Err(Stuck::TooLarge),
        }
    }
}

impl Value {
    /// The number, if it is one.
    pub fn number(self) -> Option<Number> {
        match self {
            Value::Number(number) => Some(number),
            Value::Truth(_) => None,
        }
    }
}

/// A conjunction (`by` is false) or disjunction (`by` is true): one such argument decides it.
fn decided(arguments: &[Expr], assignment: &[Option<Value>], by: bool) -> Result<Value, Stuck> {
    let mut stuck = None;
    for argument in arguments {
        match argument.truth(assignment) {
            Ok(truth) if truth == by => return Ok(Value::Truth(by)),
            Ok(_) => {}
            Err(why) => stuck = Some(why),
        }
    }
    stuck.map_or(Ok(Value::Truth(!by)), Err)
}

fn apply(op: Op, values: &[Value]) -> Option<Value> {
    let all = |is_so: &dyn Fn(Value, Value) -> bool| {
        Some(Value::Truth(values.windows(2).all(|pair| is_so(pair[0], pair[1]))))
    };
    match op {
        Op::Eq => return all(&|left, right| left == right),
        Op::Le => return all(&|left, right| left <= right),
        Op::Lt => return all(&|left, right| left < right),
        Op::Ge => return all(&|left, right| left >= right),
        Op::Gt => return all(&|left, right| left > right),
        Op::Distinct => {
            let is_new = |(place, value)| !values.get(..place).unwrap_or_default().contains(value);
            return Some(Value::Truth(values.iter().enumerate().all(is_new)));
        }
        _ => {}
    }
    let numbers: Option<Vec<Number>> = values.iter().map(|value| value.number()).collect();
    let numbers = numbers?;
    let whole = |place: usize| numbers.get(place).and_then(|number| number.as_integer());
    let (first, rest) = numbers.split_first()?;
    let result = match op {
        Op::Add => rest.iter().try_fold(*first, |sum, number| sum.plus(*number))?,
        Op::Sub if rest.is_empty() => Number::ZERO.minus(*first)?,
        Op::Sub => rest.iter().try_fold(*first, |sum, number| sum.minus(*number))?,
        Op::Mul => rest.iter().try_fold(*first, |product, number| product.times(*number))?,
        Op::Over => rest.iter().try_fold(*first, |quotient, number| quotient.over(*number))?,
        // The remainder is never negative, as SMT-LIB has it.
        Op::Div => Number::integer(whole(0)?.checked_div_euclid(whole(1)?)?),
        Op::Mod => Number::integer(whole(0)?.checked_rem_euclid(whole(1)?)?),
        Op::Abs => Number::integer(whole(0)?.checked_abs()?),
        Op::ToReal => *first,
        _ => return None,
    };
    Some(Value::Number(result))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(op: Op, arguments: &[i64]) -> Option<i64> {
        let arguments = arguments.iter().map(|value| Expr::Int(*value)).collect();
        Expr::Apply(op, arguments).evaluate(&[]).ok()?.number()?.as_integer()
    }

    #[test]
    fn division_is_that_of_smt_lib() {
        let both = |left, right| (value(Op::Div, &[left, right]), value(Op::Mod, &[left, right]));
        assert_eq!(both(7, 2), (Some(3), Some(1)));
        assert_eq!(both(-7, 2), (Some(-4), Some(1)));
        assert_eq!(both(7, -2), (Some(-3), Some(1)));
        assert_eq!(both(-7, -2), (Some(4), Some(1)));
        assert_eq!(both(7, 0), (None, None));
    }

    #[test]
    fn connectives_need_only_what_decides_them() {
        let open = Expr::Variable(0);
        let cases = [
            (Expr::all(vec![open.clone(), Expr::Truth(false)]), Ok(false)),
            (Expr::any(vec![open.clone(), Expr::Truth(true)]), Ok(true)),
            (Expr::binary(Op::Implies, open.clone(), Expr::Truth(true)), Ok(true)),
            (Expr::all(vec![open.clone(), Expr::Truth(true)]), Err(Stuck::Unassigned)),
            (Expr::Apply(Op::Le, vec![Expr::Int(0), Expr::Int(2), Expr::Int(1)]), Ok(false)),
            (Expr::Apply(Op::Distinct, [0, 1, 0].map(Expr::Int).to_vec()), Ok(false)),
        ];
        for (formula, truth) in cases {
            assert_eq!(formula.truth(&[None]), truth, "{formula:?}");
        }
    }
}
