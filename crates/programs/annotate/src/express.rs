//! From formulas over numbers back to expressions of the program.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms};
use buttress_numeric::Rational;
use buttress_pi::BinaryOp;
use buttress_pi::program::{Expression, ExpressionKind, Type};
use buttress_project::{Relation, Row};

use crate::build::{calculate, expression, not, number, relate};

/// What constants of the store are called in the program.
pub(crate) type BackTranslation = HashMap<Term, Expression>;

/// A formula in the words of the program; none if the language cannot say it.
pub(crate) fn formula(
    terms: &mut Terms,
    names: &BackTranslation,
    term: Term,
) -> Option<Expression> {
    if let Some(known) = names.get(&term) {
        return Some(known.clone());
    }
    let arguments = terms.arguments(term).to_vec();
    match terms.op(term) {
        Op::True => Some(expression(ExpressionKind::Bool(true), Type::Bool)),
        Op::False => Some(expression(ExpressionKind::Bool(false), Type::Bool)),
        Op::And => joined(terms, names, BinaryOp::And, &arguments),
        Op::Or => joined(terms, names, BinaryOp::Or, &arguments),
        Op::Not => negation(terms, names, term, arguments[0]),
        Op::LessEqual | Op::Less | Op::Equal if is_numeric(terms, &arguments) => {
            comparison(terms, names, term)
        }
        Op::Equal if terms.sort_of(arguments[0]) == Sort::BOOL => {
            let left = formula(terms, names, arguments[0])?;
            let right = formula(terms, names, arguments[1])?;
            Some(relate(BinaryOp::Iff, left, right))
        }
        _ => None,
    }
}

fn is_numeric(terms: &Terms, arguments: &[Term]) -> bool {
    arguments.first().is_some_and(|first| terms.sort_of(*first).is_arithmetic())
}

fn joined(
    terms: &mut Terms,
    names: &BackTranslation,
    op: BinaryOp,
    parts: &[Term],
) -> Option<Expression> {
    let mut whole: Option<Expression> = None;
    for part in parts {
        let part = formula(terms, names, *part)?;
        whole = Some(match whole {
            None => part,
            Some(before) => relate(op, before, part),
        });
    }
    whole
}

fn negation(
    terms: &mut Terms,
    names: &BackTranslation,
    term: Term,
    inner: Term,
) -> Option<Expression> {
    let arguments = terms.arguments(inner).to_vec();
    match terms.op(inner) {
        Op::LessEqual | Op::Less => comparison(terms, names, term),
        Op::Equal if is_numeric(terms, &arguments) => {
            let equation = comparison(terms, names, inner)?;
            let ExpressionKind::Binary(_, left, right) = equation.kind else { return None };
            Some(relate(BinaryOp::Different, *left, *right))
        }
        _ => Some(not(formula(terms, names, inner)?)),
    }
}

/// A comparison of numbers, with everything that has a negative sign moved to the other side.
fn comparison(terms: &mut Terms, names: &BackTranslation, literal: Term) -> Option<Expression> {
    let row = Row::of_literal(terms, literal)?;
    let sort = match row.coefficients.keys().next() {
        Some(first) => terms.sort_of(*first),
        None => Sort::INT,
    };
    if sort == Sort::INT && !row.constant.is_integer() {
        return None;
    }
    let ty = if sort == Sort::REAL { Type::Float } else { Type::Int };
    let mut sides = [Vec::new(), Vec::new()];
    for (term, coefficient) in &row.coefficients {
        // The language has no conversions between integers and others.
        if terms.sort_of(*term) != sort || (sort == Sort::INT && !coefficient.is_integer()) {
            return None;
        }
        let part = value(terms, names, *term)?;
        let scaled = scale(part, &coefficient.abs());
        sides[usize::from(coefficient.is_negative())].push(scaled);
    }
    let [high, low] = sides.map(sum);
    let (constant, mut relation) = (row.constant, row.relation);
    let (high, low) = match (high, low) {
        (Some(high), Some(low)) => {
            // x ≥ y + 1 reads better as x > y.
            let is_step = relation == Relation::NonNegative && sort == Sort::INT;
            if is_step && constant == Rational::MINUS_ONE {
                relation = Relation::Positive;
                (high, low)
            } else {
                let size = constant.abs();
                match constant.signum() {
                    0 => (high, low),
                    1 => (calculate(BinaryOp::Add, high, number(size, ty)), low),
                    _ => (high, calculate(BinaryOp::Add, low, number(size, ty))),
                }
            }
        }
        (Some(high), None) => (high, number(-&constant, ty)),
        (None, Some(low)) => (number(constant, ty), low),
        (None, None) => {
            let holds = relation.holds(&constant);
            return Some(expression(ExpressionKind::Bool(holds), Type::Bool));
        }
    };
    Some(match relation {
        Relation::Zero => relate(BinaryOp::Equal, high, low),
        Relation::Positive => relate(BinaryOp::Less, low, high),
        Relation::NonNegative => relate(BinaryOp::LessEqual, low, high),
    })
}

fn sum(parts: Vec<Expression>) -> Option<Expression> {
    parts.into_iter().reduce(|before, part| calculate(BinaryOp::Add, before, part))
}

fn scale(part: Expression, factor: &Rational) -> Expression {
    if factor.is_one() {
        return part;
    }
    let factor = number(factor.clone(), part.ty.clone());
    calculate(BinaryOp::Multiply, factor, part)
}

/// A variable, or a product, quotient or remainder of such.
fn value(terms: &mut Terms, names: &BackTranslation, term: Term) -> Option<Expression> {
    if let Some(known) = names.get(&term) {
        return Some(known.clone());
    }
    if let Some(constant) = terms.as_number(term) {
        let ty = if terms.sort_of(term) == Sort::REAL { Type::Float } else { Type::Int };
        return Some(number(constant.clone(), ty));
    }
    let op = match terms.op(term) {
        Op::Add => BinaryOp::Add,
        Op::Multiply => BinaryOp::Multiply,
        Op::IntegerDivide => BinaryOp::Quotient,
        Op::Modulo => BinaryOp::Remainder,
        _ => return None,
    };
    let mut whole: Option<Expression> = None;
    for part in terms.arguments(term).to_vec() {
        let part = value(terms, names, part)?;
        whole = Some(match whole {
            None => part,
            Some(before) => calculate(op, before, part),
        });
    }
    whole
}

#[cfg(test)]
mod tests {
    use buttress_pi::program::VariableId;

    use super::*;

    fn names(terms: &mut Terms) -> (BackTranslation, Term, Term) {
        let x = terms.fresh_constant("x", Sort::INT);
        let y = terms.fresh_constant("y", Sort::INT);
        let name = |id| expression(ExpressionKind::Variable(VariableId(id)), Type::Int);
        (BackTranslation::from([(x, name(0)), (y, name(1))]), x, y)
    }

    fn shown(of: &Expression) -> String {
        match &of.kind {
            ExpressionKind::Variable(id) => ["x", "y"][id.0 as usize].to_string(),
            ExpressionKind::Number(number) => number.to_string(),
            ExpressionKind::Negate(inner) => format!("-{}", shown(inner)),
            ExpressionKind::Not(inner) => format!("!({})", shown(inner)),
            ExpressionKind::Binary(op, left, right) => {
                format!("({} {} {})", shown(left), op.sign(), shown(right))
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn comparisons_are_written_without_negative_signs() {
        let mut terms = Terms::new();
        let (names, x, y) = names(&mut terms);
        let one = terms.numeral(&Rational::ONE, Sort::INT);
        let three = terms.numeral(&Rational::from(3), Sort::INT);
        let minus = terms.negate(y);
        let sum = terms.add(&[x, minus]);
        let cases = [
            (terms.less_equal(one, sum), "(y < x)"),
            (terms.less_equal(sum, three), "(x <= (y + 3))"),
            (terms.less_equal(three, x), "(3 <= x)"),
            (terms.less_equal(minus, three), "(-3 <= y)"),
            (terms.equal(sum, one), "(x = (y + 1))"),
        ];
        for (term, expected) in cases {
            let written = formula(&mut terms, &names, term).map(|found| shown(&found));
            assert_eq!(written.as_deref(), Some(expected));
        }
        let equation = terms.equal(x, y);
        let different = terms.not(equation);
        let either = terms.or(&[different, equation]);
        let written = formula(&mut terms, &names, either).map(|found| shown(&found));
        assert_eq!(written.as_deref(), Some("((x != y) || (x = y))"));
    }

    #[test]
    fn what_the_language_lacks_is_not_said() {
        let mut terms = Terms::new();
        let (names, x, _) = names(&mut terms);
        let stranger = terms.fresh_constant("z", Sort::INT);
        let unknown = terms.less_equal(x, stranger);
        assert_eq!(formula(&mut terms, &names, unknown), None);
        let real = terms.to_real(x);
        let half = terms.numeral(&Rational::new(1, 2).unwrap(), Sort::REAL);
        let mixed = terms.equal(real, half);
        assert_eq!(formula(&mut terms, &names, mixed), None);
    }
}
