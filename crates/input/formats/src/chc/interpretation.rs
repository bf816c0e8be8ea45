//! Interpretations as definitions: one `define-fun` for each predicate.

use std::collections::HashMap;
use std::fmt::Write as _;

use buttress_horn::{Horn, Interpretation};
use buttress_logic::{Sort, Symbol, Term, Terms, print_sort, print_symbol, substitute};

use super::write::{Scope, symbols};
use crate::Place;
use crate::smtlib::{Definition, Error, Kind, Reader, Script, Sexpr};

/// `(define-fun P ((x Int) …) Bool F)` for each predicate, a line for each.
pub fn write_interpretation(
    terms: &mut Terms,
    horn: &Horn,
    interpretation: &Interpretation,
) -> String {
    let mut text = String::new();
    for definition in write_definitions(terms, horn, interpretation) {
        text.push_str(&definition);
        text.push('\n');
    }
    text
}

/// The same, a text for each predicate, in their order.
pub fn write_definitions(
    terms: &mut Terms,
    horn: &Horn,
    interpretation: &Interpretation,
) -> Vec<String> {
    let mut definitions = Vec::new();
    let symbols = symbols(horn);
    let formulas = interpretation.formulas();
    for ((predicate, symbol), formula) in horn.predicates.iter().zip(&symbols).zip(formulas) {
        let scope = Scope::new(terms, &predicate.parameters);
        let formula = scope.term(terms, *formula);
        definitions.push(format!("(define-fun {symbol} {} Bool {formula})", scope.parameters));
    }
    definitions
}

/// Reads definitions, in any order, of all predicates. They may stand in parentheses, and others that
/// they use may come before.
pub fn read_interpretation(
    terms: &mut Terms,
    horn: &Horn,
    text: &[u8],
) -> Result<Interpretation, Error> {
    let mut script = Script::new();
    let text = unwrapped(text);
    let mut reader = Reader::of(&text);
    let mut places = HashMap::new();
    let mut last = (0, Place { line: 1, column: 1 });
    while let Some(sexpr) = reader.next_command() {
        let sexpr = sexpr?;
        let mut parts = sexpr.children(sexpr.root());
        let word = parts.next().unwrap_or(sexpr.root());
        if !matches!(sexpr.atom(word), "define-fun" | "define-const") {
            return Err(sexpr.unexpected(word, "`define-fun`"));
        }
        script.command(terms, &sexpr)?;
        last = (sexpr.offset(), sexpr.place());
        if let Some(name) = parts.next() {
            places.insert(print_symbol(sexpr.atom(name)), last);
        }
    }
    let mut formulas = Vec::new();
    for (predicate, symbol) in horn.predicates.iter().zip(symbols(horn)) {
        let formula =
            applied(terms, &mut script, &symbol, &predicate.parameters).map_err(|error| {
                let message = match error.kind {
                    Kind::Unknown => format!("the predicate `{}` is not defined", predicate.name),
                    _ => format!(
                        "`{}` is defined with other sorts than it is declared",
                        predicate.name
                    ),
                };
                let (offset, place) = places.get(&symbol).copied().unwrap_or(last);
                Error::new(error.kind, offset, place, message)
            })?;
        formulas.push(formula);
    }
    Ok(Interpretation::new(formulas))
}

/// Reads definitions of all predicates as evidence has them, in parentheses, over the sorts that a script knows. Each quantifier is
/// one of its own, numbered where it stands.
pub fn read_definitions(
    terms: &mut Terms,
    horn: &Horn,
    sorts: &Script,
    text: &str,
) -> Result<Interpretation, Error> {
    let mut script = sorts.clone();
    for (predicate, symbol) in horn.predicates.iter().zip(symbols(horn)) {
        let sorts = predicate.parameters.iter();
        let sorts: Vec<String> =
            sorts.map(|parameter| print_sort(terms, terms.sort_of(*parameter))).collect();
        let command = format!("(declare-fun {symbol} ({}) Bool)", sorts.join(" "));
        script.command(terms, &Sexpr::read(&command)?)?;
    }
    let functions = script.functions().to_vec();
    let definitions = script.parse_definitions(terms, text)?.definitions;
    let mut formulas = Vec::new();
    for (predicate, function) in horn.predicates.iter().zip(functions) {
        let is_meant = |definition: &&Definition| definition.symbol == Symbol::Function(function);
        let definition = definitions.iter().find(is_meant).ok_or_else(|| {
            let message = format!("the predicate `{}` is not defined", predicate.name);
            Error::new(Kind::Unknown, 0, Place { line: 1, column: 1 }, message)
        })?;
        let bounds = definition.parameters.iter().map(|bound| terms.bound(*bound));
        let bounds: Vec<Term> = bounds.collect();
        let map = bounds.into_iter().zip(predicate.parameters.iter().copied()).collect();
        formulas.push(substitute(terms, definition.body, &map));
    }
    Ok(Interpretation::new(formulas))
}

/// What a definition says of the parameters of a predicate.
fn applied(
    terms: &mut Terms,
    script: &mut Script,
    symbol: &str,
    parameters: &[Term],
) -> Result<Term, Error> {
    let mut bindings = HashMap::new();
    let mut text = String::new();
    for (place, parameter) in parameters.iter().enumerate() {
        let name = format!("@p{place}");
        let _ = write!(text, " {}", print_symbol(&name));
        bindings.insert(name, *parameter);
    }
    let text = if parameters.is_empty() { symbol.to_owned() } else { format!("({symbol}{text})") };
    let formula = script.parse_term(terms, &text, &bindings)?;
    if terms.sort_of(formula) != Sort::BOOL {
        let place = Place { line: 1, column: 1 };
        return Err(Error::new(Kind::Sort, 0, place, "expected a formula"));
    }
    Ok(formula)
}

/// The text without parentheses around all definitions and without the word `model`, which is how
/// solvers print them; blanks take their place, so that positions stay.
fn unwrapped(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    let skip = |text: &[u8], from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    };
    let first = skip(&text, 0);
    let mut inner = skip(&text, first + 1);
    let has_word = text.get(inner..).is_some_and(|rest| rest.starts_with(b"model"));
    if has_word {
        inner += b"model".len();
    }
    let is_wrapped = text.get(first) == Some(&b'(')
        && (has_word || matches!(text.get(inner), Some(b'(' | b')')));
    let last = text.iter().rposition(|byte| !byte.is_ascii_whitespace());
    if let (true, Some(last)) = (is_wrapped, last)
        && text.get(last) == Some(&b')')
        && last >= inner
    {
        for place in (first..inner).chain([last]) {
            if !text[place].is_ascii_whitespace() {
                text[place] = b' ';
            }
        }
    }
    text
}
