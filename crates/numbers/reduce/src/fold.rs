//! Folding: constants are computed, connectives flattened, (in)equations brought into one form.
//!
//! A folded sum is Σ coefficient · atom + constant in the order of the atoms, and a folded
//! (in)equation has positive numbers alone on both sides, so that terms that are equal for simple
//! reasons are one term. Division by zero is left alone: its value is the model's.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Integer, Op, Rational, Sort, Term, Terms};

use super::linear::Linear;
use super::structure::{Fields, fields, reading};
use super::tally::Tallies;

/// Folds terms; what was folded once is remembered.
#[derive(Default)]
pub struct Folder {
    known: HashMap<Term, Term>,
    tallies: Tallies,
}

impl Folder {
    /// An equal term.
    pub fn fold(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let mut arguments = Vec::new();
            for argument in terms.arguments(term) {
                match self.known.get(argument) {
                    Some(folded) => arguments.push(*folded),
                    None => stack.push(*argument),
                }
            }
            if stack.len() == before {
                let mut folded = node(terms, term, &arguments);
                self.tallies.note(terms, folded);
                if let Some(formula) = self.tallies.formula(terms, folded) {
                    folded = formula;
                }
                self.known.insert(term, folded);
                // What is folded folds to itself.
                self.known.insert(folded, folded);
            }
        }
        self.known[&root]
    }

    /// If a folded number is made of choices alone: its values, each with the formula that says that it has it.
    pub fn cases(&mut self, terms: &mut Terms, folded: Term) -> Vec<(Rational, Term)> {
        self.tallies.cases(terms, folded)
    }

    /// The conjunction of formulas.
    pub fn and(&mut self, terms: &mut Terms, formulas: &[Term]) -> Term {
        let formula = terms.and(formulas);
        self.fold(terms, formula)
    }
}

/// A term over arguments that are folded.
fn node(terms: &mut Terms, term: Term, arguments: &[Term]) -> Term {
    let sort = terms.sort_of(term);
    match (terms.op(term), arguments) {
        (Op::Not, &[formula]) => negation(terms, formula),
        (Op::And, _) => junction(terms, arguments, Op::And),
        (Op::Or, _) => junction(terms, arguments, Op::Or),
        (Op::Ite, &[condition, then, otherwise]) => choice(terms, condition, then, otherwise),
        (Op::Equal, &[left, right]) => equation(terms, left, right),
        (Op::LessEqual, &[left, right]) => comparison(terms, left, right, false),
        (Op::Less, &[left, right]) => comparison(terms, left, right, true),
        (Op::Add, _) => {
            let mut sum = Linear::default();
            for &argument in arguments {
                sum.add_scaled(&Rational::ONE, &Linear::of(terms, argument));
            }
            sum.term(terms, sort)
        }
        (Op::Multiply, _) => product(terms, arguments, sort),
        (Op::Divide, &[left, right]) => {
            match terms.as_number(right).and_then(|divisor| divisor.recip()) {
                Some(factor) => Linear::of(terms, left).scaled(&factor).term(terms, sort),
                None => terms.divide(left, right),
            }
        }
        (Op::IntegerDivide | Op::Modulo, &[left, right]) => {
            quotient(terms, term, left, right).unwrap_or_else(|| terms.rebuild(term, arguments))
        }
        (Op::Absolute, &[inner]) => match terms.as_number(inner).map(Rational::abs) {
            Some(value) => terms.numeral(&value, sort),
            None => terms.rebuild(term, arguments),
        },
        (Op::ToInteger, &[inner]) => match terms.as_number(inner).map(Rational::floor) {
            Some(value) => terms.numeral(value.as_rational(), sort),
            None => terms.rebuild(term, arguments),
        },
        (Op::IsInteger, &[inner]) => match terms.as_number(inner).map(Rational::is_integer) {
            Some(truth) => terms.boolean(truth),
            None => terms.rebuild(term, arguments),
        },
        (Op::Distinct, _) => distinct(terms, arguments),
        (op @ (Op::SelectField(_) | Op::Test(_) | Op::Select), _) => {
            reading(terms, op, arguments).unwrap_or_else(|| terms.rebuild(term, arguments))
        }
        _ => terms.rebuild(term, arguments),
    }
}

/// ¬F; a negated comparison is the opposite one.
fn negation(terms: &mut Terms, formula: Term) -> Term {
    match (terms.op(formula), terms.arguments(formula)) {
        (Op::LessEqual, &[left, right]) => comparison(terms, right, left, true),
        (Op::Less, &[left, right]) => comparison(terms, right, left, false),
        _ => terms.not(formula),
    }
}

/// A conjunction or a disjunction: flat, without repetition, decided by a complementary pair.
fn junction(terms: &mut Terms, arguments: &[Term], op: Op) -> Term {
    let neutral = terms.boolean(op == Op::And);
    let absorbing = terms.boolean(op == Op::Or);
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    for &argument in arguments {
        let inner = if terms.op(argument) == op {
            terms.arguments(argument).to_vec()
        } else {
            vec![argument]
        };
        for part in inner {
            if part == absorbing {
                return absorbing;
            }
            if part != neutral && seen.insert(part) {
                let opposite = negation(terms, part);
                if seen.contains(&opposite) {
                    return absorbing;
                }
                parts.push(part);
            }
        }
    }
    if op == Op::And {
        return terms.and(&parts);
    }
    match common(terms, &parts) {
        shared if shared.is_empty() => terms.or(&parts),
        shared => factored(terms, &parts, shared),
    }
}

/// The conjuncts that all cases of a disjunction have, in the order of the first case.
fn common(terms: &Terms, cases: &[Term]) -> Vec<Term> {
    let conjuncts = |case: &Term| match terms.op(*case) {
        Op::And => terms.arguments(*case).to_vec(),
        _ => vec![*case],
    };
    let [first, others @ ..] = cases else { return Vec::new() };
    if others.is_empty() {
        return Vec::new();
    }
    let mut shared = conjuncts(first);
    for other in others {
        if shared.is_empty() {
            break;
        }
        let other: HashSet<Term> = conjuncts(other).into_iter().collect();
        shared.retain(|part| other.contains(part));
    }
    shared
}

/// A disjunction whose cases share conjuncts: these, and the disjunction of what is left of the cases. What all branches of a step hand on
/// is then seen to be handed on.
fn factored(terms: &mut Terms, cases: &[Term], shared: Vec<Term>) -> Term {
    let mut rests = Vec::new();
    for &case in cases {
        let mut rest = match terms.op(case) {
            Op::And => terms.arguments(case).to_vec(),
            _ => vec![case],
        };
        rest.retain(|part| !shared.contains(part));
        rests.push(junction(terms, &rest, Op::And));
    }
    let mut parts = shared;
    parts.push(junction(terms, &rests, Op::Or));
    junction(terms, &parts, Op::And)
}

pub(super) fn choice(terms: &mut Terms, condition: Term, then: Term, otherwise: Term) -> Term {
    if condition == Term::TRUE || then == otherwise {
        return then;
    }
    if condition == Term::FALSE {
        return otherwise;
    }
    if terms.op(condition) == Op::Not {
        let condition = terms.argument(condition, 0);
        return choice(terms, condition, otherwise, then);
    }
    if terms.sort_of(then) != Sort::BOOL {
        return terms.ite(condition, then, otherwise);
    }
    let opposite = negation(terms, condition);
    match (then, otherwise) {
        (Term::TRUE, _) => junction(terms, &[condition, otherwise], Op::Or),
        (Term::FALSE, _) => junction(terms, &[opposite, otherwise], Op::And),
        (_, Term::TRUE) => junction(terms, &[opposite, then], Op::Or),
        (_, Term::FALSE) => junction(terms, &[condition, then], Op::And),
        _ => terms.ite(condition, then, otherwise),
    }
}

fn equation(terms: &mut Terms, left: Term, right: Term) -> Term {
    if left == right {
        return Term::TRUE;
    }
    let sort = terms.sort_of(left);
    if sort == Sort::BOOL {
        return equivalence(terms, left, right);
    }
    if !sort.is_arithmetic() {
        return structural_equation(terms, left, right);
    }
    let mut form = Linear::difference(terms, left, right);
    if let Some(value) = form.as_constant() {
        return terms.boolean(value.is_zero());
    }
    if let Some(content) = form.content(terms) {
        form = form.scaled(&content.as_rational().recip().unwrap_or(Rational::ONE));
        if !form.constant.is_integer() {
            return Term::FALSE;
        }
    }
    let (positive, negative) = form.sides();
    let (left, right) = (positive.term(terms, sort), negative.term(terms, sort));
    terms.equal(left, right)
}

/// An equation between arrays or values of datatypes: field by field, where both sides are made by constructors.
fn structural_equation(terms: &mut Terms, left: Term, right: Term) -> Term {
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    let mut pending = vec![(left, right)];
    while let Some((left, right)) = pending.pop() {
        if left == right || !seen.insert((left, right)) {
            continue;
        }
        let sort = terms.sort_of(left);
        match fields(terms, left, right) {
            Some(Fields::Differ) => return Term::FALSE,
            Some(Fields::Pairs(pairs)) => pending.extend(pairs),
            None if sort == Sort::BOOL || sort.is_arithmetic() => {
                parts.push(equation(terms, left, right));
            }
            None => parts.push(terms.equal(left, right)),
        }
    }
    junction(terms, &parts, Op::And)
}

fn equivalence(terms: &mut Terms, left: Term, right: Term) -> Term {
    let (left, right) = if left <= right { (left, right) } else { (right, left) };
    // ⊤ and ⊥ are the terms of the smallest numbers.
    match left {
        Term::TRUE => right,
        Term::FALSE => negation(terms, right),
        _ if negation(terms, left) == right => Term::FALSE,
        _ => terms.equal(left, right),
    }
}

/// left ≤ right, or left < right.
fn comparison(terms: &mut Terms, left: Term, right: Term, is_strict: bool) -> Term {
    let sort = terms.sort_of(left);
    let mut form = Linear::difference(terms, right, left);
    if let Some(value) = form.as_constant() {
        return terms.boolean(value.is_positive() || (!is_strict && value.is_zero()));
    }
    if let Some(content) = form.content(terms)
        && content != Integer::ONE
    {
        form = form.scaled(&content.as_rational().recip().unwrap_or(Rational::ONE));
        // Over integers: Σ + c ≥ 0 iff Σ + ⌊c⌋ ≥ 0, and Σ + c > 0 iff Σ + ⌈c⌉ > 0.
        let rounded = if is_strict { form.constant.ceil() } else { form.constant.floor() };
        form.constant = rounded.into_rational();
    }
    let (positive, negative) = form.sides();
    let (left, right) = (negative.term(terms, sort), positive.term(terms, sort));
    if is_strict { terms.less(left, right) } else { terms.less_equal(left, right) }
}

/// A product: numbers are multiplied, a number goes into a sum, other factors are in order.
fn product(terms: &mut Terms, arguments: &[Term], sort: Sort) -> Term {
    let mut number = Rational::ONE;
    let mut factors = Vec::new();
    for &argument in arguments {
        let form = Linear::of(terms, argument);
        if let Some(value) = form.as_constant() {
            number = &number * value;
        } else if let Some((atom, coefficient)) = form.as_monomial() {
            number = &number * coefficient;
            match terms.op(atom) {
                Op::Multiply => factors.extend_from_slice(terms.arguments(atom)),
                _ => factors.push(atom),
            }
        } else {
            factors.push(argument);
        }
    }
    if number.is_zero() {
        return terms.numeral(&number, sort);
    }
    factors.sort_unstable();
    match *factors.as_slice() {
        [] => terms.numeral(&number, sort),
        [factor] => Linear::of(terms, factor).scaled(&number).term(terms, sort),
        _ => {
            let atom = terms.multiply(&factors);
            let mut form = Linear::default();
            form.coefficients.insert(atom, number);
            form.term(terms, sort)
        }
    }
}

/// `div` or `mod` by a number other than zero, if it can be computed.
fn quotient(terms: &mut Terms, term: Term, left: Term, right: Term) -> Option<Term> {
    let divisor = Integer::from_rational(terms.as_number(right)?.clone())?;
    let is_modulo = terms.op(term) == Op::Modulo;
    if divisor == Integer::ONE {
        return Some(if is_modulo { terms.numeral(&Rational::ZERO, Sort::INT) } else { left });
    }
    let dividend = Integer::from_rational(terms.as_number(left)?.clone())?;
    let value =
        if is_modulo { dividend.rem_euclid(&divisor) } else { dividend.div_euclid(&divisor) }?;
    Some(terms.numeral(value.as_rational(), Sort::INT))
}

fn distinct(terms: &mut Terms, arguments: &[Term]) -> Term {
    let mut pairs = Vec::new();
    for (place, &left) in arguments.iter().enumerate() {
        for &right in &arguments[place + 1..] {
            let equal = equation(terms, left, right);
            pairs.push(negation(terms, equal));
        }
    }
    junction(terms, &pairs, Op::And)
}

#[cfg(test)]
mod tests {
    use super::*;
    use buttress_logic::print;

    fn folded(build: impl FnOnce(&mut Terms, Term, Term) -> Term) -> String {
        let mut terms = Terms::new();
        let x = terms.fresh_constant("x", Sort::INT);
        let y = terms.fresh_constant("y", Sort::INT);
        let term = build(&mut terms, x, y);
        let folded = Folder::default().fold(&mut terms, term);
        print(&terms, folded)
    }

    fn int(terms: &mut Terms, value: i64) -> Term {
        terms.numeral(&Rational::from(value), Sort::INT)
    }

    #[test]
    fn sums_are_collected() {
        let text = folded(|terms, x, y| {
            let two = int(terms, 2);
            let sum = terms.add(&[x, y, two]);
            let twice = terms.multiply(&[two, sum]);
            terms.subtract(twice, x)
        });
        assert_eq!(text, "(+ x (* 2 y) 4)");
    }

    #[test]
    fn what_all_cases_say_is_said_once() {
        let text = folded(|terms, x, y| {
            let [one, two, three] = [1, 2, 3].map(|value| int(terms, value));
            let same = terms.equal(x, y);
            let [first, second] = [one, two].map(|value| terms.less(x, value));
            let third = terms.less(y, three);
            let cases = [vec![first, same], vec![same, second, third]].map(|case| terms.and(&case));
            terms.or(&cases)
        });
        assert_eq!(text, "(and (= x y) (or (< x 1) (and (< x 2) (< y 3))))");
    }

    #[test]
    fn integers_are_rounded() {
        let text = folded(|terms, x, _| {
            let (two, five) = (int(terms, 2), int(terms, 5));
            let twice = terms.multiply(&[two, x]);
            terms.less_equal(twice, five)
        });
        assert_eq!(text, "(<= x 2)");
        let text = folded(|terms, x, _| {
            let (two, five) = (int(terms, 2), int(terms, 5));
            let twice = terms.multiply(&[two, x]);
            terms.equal(twice, five)
        });
        assert_eq!(text, "false");
    }

    #[test]
    fn a_complementary_pair_decides() {
        let text = folded(|terms, x, y| {
            let less = terms.less(x, y);
            let other = terms.less_equal(y, x);
            terms.and(&[less, other])
        });
        assert_eq!(text, "false");
    }

    #[test]
    fn division_by_zero_is_left_alone() {
        let text = folded(|terms, _, _| {
            let (zero, five) = (int(terms, 0), int(terms, 5));
            terms.integer_divide(five, zero)
        });
        assert_eq!(text, "(div 5 0)");
    }
}
