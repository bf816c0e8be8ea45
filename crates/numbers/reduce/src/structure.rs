//! Folding of arrays and of values of datatypes: what is read from what is made, without a solver.

use buttress_logic::{Op, Term, Terms};

/// What a constructor was given, a test of a constructor, or what a store or a constant array reads; none if that is not seen.
pub(super) fn reading(terms: &mut Terms, op: Op, arguments: &[Term]) -> Option<Term> {
    match (op, arguments) {
        (Op::SelectField(selector), &[value]) => {
            let Op::Construct(constructor) = terms.op(value) else { return None };
            // What it reads from a value of another constructor is the model's.
            let is_own = terms.selector_constructor(selector) == constructor;
            is_own.then(|| terms.argument(value, terms.selector_position(selector)))
        }
        (Op::Test(constructor), &[value]) => match terms.op(value) {
            Op::Construct(other) => Some(terms.boolean(other == constructor)),
            _ => None,
        },
        (Op::Select, &[array, index]) => read(terms, array, index),
        _ => None,
    }
}

/// What an array reads at an index, behind the stores that are seen to be elsewhere.
fn read(terms: &mut Terms, mut array: Term, index: Term) -> Option<Term> {
    let whole = array;
    loop {
        match (terms.op(array), terms.arguments(array)) {
            (Op::Store, &[_, at, value]) if at == index => return Some(value),
            (Op::Store, &[inner, at, _]) if are_different(terms, at, index) => array = inner,
            (Op::ConstantArray, &[value]) => return Some(value),
            _ => break,
        }
    }
    (array != whole).then(|| terms.select(array, index))
}

/// An equation between two values that are made by constructors, field by field: its parts, or that it is false.
pub(super) enum Fields {
    Differ,
    Pairs(Vec<(Term, Term)>),
}

/// What an equation says of the fields of two constructors.
pub(super) fn fields(terms: &Terms, left: Term, right: Term) -> Option<Fields> {
    let (Op::Construct(one), Op::Construct(other)) = (terms.op(left), terms.op(right)) else {
        return None;
    };
    if one != other {
        return Some(Fields::Differ);
    }
    let pairs = terms.arguments(left).iter().copied().zip(terms.arguments(right).iter().copied());
    Some(Fields::Pairs(pairs.collect()))
}

/// Are they seen to be different: numbers, truth values, or values of different constructors?
pub(super) fn are_different(terms: &Terms, left: Term, right: Term) -> bool {
    let is_literal = |term: Term| matches!(terms.op(term), Op::Number(_) | Op::True | Op::False);
    let differ = matches!(fields(terms, left, right), Some(Fields::Differ));
    left != right && ((is_literal(left) && is_literal(right)) || differ)
}
