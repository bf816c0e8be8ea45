//! Quantified equations, without their quantifier: ∃k. t = c·k says that c divides t.

use buttress_logic::{Bound, Op, Rational, Sort, Term, Terms, Walk};

use crate::limits::MOST_ADDENDS;

/// A formula without the quantifier for ∃k. s = t or ∀k. s ≠ t, where k is one variable, as an addend
/// with a constant factor. None if it has another form.
pub(super) fn divides(terms: &mut Terms, formula: Term) -> Option<Term> {
    let [variable] = *terms.quantified(formula) else { return None };
    let body = *terms.arguments(formula).first()?;
    let (equation, is_negated) = match (terms.op(formula), terms.op(body)) {
        (Op::Exists(_), Op::Equal) => (body, false),
        (Op::Forall(_), Op::Not) => (*terms.arguments(body).first()?, true),
        _ => return None,
    };
    let [left, right] = *terms.arguments(equation) else { return None };
    let sort = terms.sort_of(left);
    if terms.op(equation) != Op::Equal
        || !sort.is_arithmetic()
        || terms.bound_sort(variable) != sort
    {
        return None;
    }
    let (factor, rest) = separate(terms, [left, right], variable)?;
    let zero = terms.numeral(&Rational::ZERO, sort);
    let exists = match factor.is_zero() {
        true => terms.equal(rest, zero),
        false if sort == Sort::REAL => Term::TRUE,
        false => {
            let divisor = terms.numeral(&factor.abs(), sort);
            let remainder = terms.modulo(rest, divisor);
            terms.equal(remainder, zero)
        }
    };
    Some(if is_negated { terms.not(exists) } else { exists })
}

/// The factor of a variable in left − right, and what remains without it.
fn separate(
    terms: &mut Terms,
    [left, right]: [Term; 2],
    variable: Bound,
) -> Option<(Rational, Term)> {
    let sort = terms.sort_of(left);
    let mut factor = Rational::ZERO;
    let mut rest = Vec::new();
    let mut stack = vec![(right, Rational::MINUS_ONE), (left, Rational::ONE)];
    let mut count = 0;
    while let Some((term, by)) = stack.pop() {
        count += 1;
        if count > MOST_ADDENDS {
            return None;
        }
        match terms.op(term) {
            Op::Add => stack.extend(terms.arguments(term).iter().rev().map(|a| (*a, by.clone()))),
            Op::Bound(bound) if bound == variable => factor += &by,
            Op::Multiply => {
                let (numbers, others): (Vec<Term>, Vec<Term>) =
                    terms.arguments(term).iter().partition(|a| terms.as_number(**a).is_some());
                let values = numbers.iter().filter_map(|number| terms.as_number(*number));
                let by = values.fold(by, |product, value| &product * value);
                match others.as_slice() {
                    [] => rest.push(terms.numeral(&by, sort)),
                    [single] => stack.push((*single, by)),
                    _ => rest.push(scaled(terms, &others, &by, variable)?),
                }
            }
            _ => rest.push(scaled(terms, &[term], &by, variable)?),
        }
    }
    let rest = match rest.as_slice() {
        [] => terms.numeral(&Rational::ZERO, sort),
        _ => terms.add(&rest),
    };
    Some((factor, rest))
}

/// by · factors, which do not mention the variable.
fn scaled(terms: &mut Terms, factors: &[Term], by: &Rational, variable: Bound) -> Option<Term> {
    if factors.iter().any(|factor| mentions(terms, *factor, variable)) {
        return None;
    }
    let mut product = factors.to_vec();
    let sort = terms.sort_of(*factors.first()?);
    if let [factor] = factors
        && let Some(value) = terms.as_number(*factor)
    {
        let value = by * value;
        return Some(terms.numeral(&value, sort));
    }
    if *by != Rational::ONE {
        product.insert(0, terms.numeral(by, sort));
    }
    Some(terms.multiply(&product))
}

fn mentions(terms: &Terms, root: Term, variable: Bound) -> bool {
    let mut walk = Walk::of(&[root]);
    while let Some(term) = walk.step() {
        if terms.op(term) == Op::Bound(variable) {
            return true;
        }
        walk.enter(terms.arguments(term));
    }
    false
}
