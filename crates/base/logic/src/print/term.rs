//! Terms.

use std::borrow::Cow;

use super::sort::{
    applied, constructor_text, element_text, number_text, parameters_text, print_sort,
};
use super::symbol::print_symbol;
use super::write::{Piece, write_shared, write_tree};
use crate::{Bound, Op, Term, Terms};

/// A term, written out in full. The text may be far longer than the term is large: see
/// [`print_shared`].
pub fn print(terms: &Terms, term: Term) -> String {
    write_tree(term, |term| term_pieces(terms, term))
}

/// A term in which a part that occurs several times is written once, under a `let`.
pub fn print_shared(terms: &Terms, term: Term) -> String {
    write_shared(term, |term| term_pieces(terms, term))
}

/// One layer of a term: what stands for its arguments is given by `name`.
pub fn print_applied(terms: &Terms, term: Term, mut name: impl FnMut(Term) -> String) -> String {
    let mut text = String::new();
    for piece in term_pieces(terms, term) {
        match piece {
            Piece::Text(piece) => text.push_str(&piece),
            Piece::Part(part) | Piece::Scope(part) => text.push_str(&name(part)),
        }
    }
    text
}

fn term_pieces(terms: &Terms, term: Term) -> Vec<Piece<Term>> {
    let sort = terms.sort_of(term);
    let head: Cow<'static, str> = match terms.op(term) {
        Op::True => "true".into(),
        Op::False => "false".into(),
        Op::Not => "not".into(),
        Op::And => "and".into(),
        Op::Or => "or".into(),
        Op::Ite => "ite".into(),
        Op::Equal => "=".into(),
        Op::Distinct => "distinct".into(),
        Op::Number(number) => number_text(terms.number(number), sort).into(),
        Op::Add => "+".into(),
        Op::Multiply => "*".into(),
        Op::Divide => "/".into(),
        Op::IntegerDivide => "div".into(),
        Op::Modulo => "mod".into(),
        Op::Absolute => "abs".into(),
        Op::ToReal => "to_real".into(),
        Op::ToInteger => "to_int".into(),
        Op::IsInteger => "is_int".into(),
        Op::LessEqual => "<=".into(),
        Op::Less => "<".into(),
        Op::Select => "select".into(),
        Op::Store => "store".into(),
        Op::ConstantArray => format!("(as const {})", print_sort(terms, sort)).into(),
        Op::Difference => "@difference".into(),
        Op::Default => "@default".into(),
        Op::Construct(constructor) => constructor_text(terms, constructor).into(),
        Op::SelectField(selector) => print_symbol(terms.selector_name(selector)).into(),
        Op::Test(constructor) => {
            format!("(_ is {})", print_symbol(terms.constructor_name(constructor))).into()
        }
        Op::Apply(function) => print_symbol(terms.function_name(function)).into(),
        Op::Element(number) => element_text(terms, sort, number).into(),
        Op::Bound(bound) => print_symbol(terms.bound_name(bound)).into(),
        Op::Witness(witness) => {
            let (formula, place) = terms.witnessed(witness);
            let name = terms.bound_name(terms.quantified(formula)[place]);
            format!("@{name}.{}", witness.0).into()
        }
        Op::Forall(binder) => return quantified(terms, "forall", terms.binder(binder), term),
        Op::Exists(binder) => return quantified(terms, "exists", terms.binder(binder), term),
        Op::Lambda(binder) => return quantified(terms, "lambda", terms.binder(binder), term),
    };
    applied(head, terms.arguments(term))
}

fn quantified(
    terms: &Terms,
    quantifier: &'static str,
    bounds: &[Bound],
    term: Term,
) -> Vec<Piece<Term>> {
    let head = format!("({quantifier} {} ", parameters_text(terms, bounds));
    let mut pieces = vec![Piece::Text(head.into())];
    pieces.extend(terms.arguments(term).iter().map(|body| Piece::Scope(*body)));
    pieces.push(Piece::Text(")".into()));
    pieces
}
