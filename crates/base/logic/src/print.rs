//! Printing, as SMT-LIB writes it: what is printed reads back as the same term.
//!
//! Terms, sorts and values are laid out as pieces, text and parts in turn, and one writer puts the
//! pieces together without recursion. Everything comes in a fixed order.

mod model;
mod symbol;
mod table;
mod write;

use std::borrow::Cow;

use buttress_numeric::Rational;

use crate::{Bound, Constructor, Op, Sort, SortKind, Term, Terms};

pub use model::{print_model, print_value};
pub use symbol::print_symbol;
pub use table::print_content;
use write::{Piece, write_shared, write_tree};

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

/// A sort.
pub fn print_sort(terms: &Terms, sort: Sort) -> String {
    write_tree(sort, |sort| {
        let (name, arguments) = match terms.sort_kind(sort) {
            SortKind::Bool => (Cow::Borrowed("Bool"), vec![]),
            SortKind::Int => (Cow::Borrowed("Int"), vec![]),
            SortKind::Real => (Cow::Borrowed("Real"), vec![]),
            SortKind::Uninterpreted { name, arguments, .. } => {
                (Cow::Owned(print_symbol(name)), arguments.clone())
            }
            SortKind::Array { index, element } => match terms.table_parts(sort) {
                Some((kind, key, content)) => (Cow::Borrowed(kind.name()), vec![key, content]),
                None => (Cow::Borrowed("Array"), vec![*index, *element]),
            },
            SortKind::Datatype(datatype) => (
                Cow::Owned(print_symbol(terms.datatype_name(*datatype))),
                terms.datatype_arguments(*datatype).to_vec(),
            ),
        };
        applied(name, &arguments)
    })
}

/// `(head part …)`, or the head alone.
fn applied<N: Copy>(head: Cow<'static, str>, parts: &[N]) -> Vec<Piece<N>> {
    if parts.is_empty() {
        return vec![Piece::Text(head)];
    }
    let mut pieces = vec![Piece::Text("(".into()), Piece::Text(head)];
    for part in parts {
        pieces.push(Piece::Text(" ".into()));
        pieces.push(Piece::Part(*part));
    }
    pieces.push(Piece::Text(")".into()));
    pieces
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

/// `((x Int) (y Real))`
fn parameters_text(terms: &Terms, bounds: &[Bound]) -> String {
    let parameters: Vec<String> = bounds
        .iter()
        .map(|bound| {
            let name = print_symbol(terms.bound_name(*bound));
            format!("({name} {})", print_sort(terms, terms.bound_sort(*bound)))
        })
        .collect();
    format!("({})", parameters.join(" "))
}

/// A constructor, with its sort where the arguments alone may not tell it: a datatype without
/// parameters is known by name, and a field of the datatype itself tells its parameters.
fn constructor_text(terms: &Terms, constructor: Constructor) -> String {
    let name = print_symbol(terms.constructor_name(constructor));
    let datatype = terms.constructor_datatype(constructor);
    let sort = terms.datatype_sort(datatype);
    let is_told = terms.datatype_arguments(datatype).is_empty()
        || terms.selectors(constructor).iter().any(|field| terms.selector_sort(*field) == sort);
    if is_told { name } else { format!("(as {name} {})", print_sort(terms, sort)) }
}

fn element_text(terms: &Terms, sort: Sort, number: u32) -> String {
    format!("(as @{number} {})", print_sort(terms, sort))
}

/// A number as a term: `(- 3)`, `(- (/ 1.0 3.0))`.
fn number_text(number: &Rational, sort: Sort) -> String {
    let point = if sort == Sort::REAL { ".0" } else { "" };
    let size = number.abs();
    let mut text = format!("{}{point}", size.numerator());
    if !size.is_integer() {
        text = format!("(/ {text} {}{point})", size.denominator());
    }
    if number.is_negative() { format!("(- {text})") } else { text }
}
