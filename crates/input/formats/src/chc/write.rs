//! Writing clauses as a script.

use std::collections::HashMap;
use std::fmt::Write as _;

use buttress_horn::{Application, Clause, Horn};
use buttress_logic::{Term, Terms, print_shared, print_sort};

use super::Names;

/// The clauses as a script of the logic `HORN`; it reads back as the same clauses over other constants.
///
/// Names that cannot be written, or that two predicates have, are changed.
pub fn write(terms: &mut Terms, horn: &Horn) -> String {
    let mut text = String::from("(set-logic HORN)\n");
    let symbols = symbols(horn);
    for (predicate, symbol) in horn.predicates.iter().zip(&symbols) {
        let sorts: Vec<String> = predicate
            .parameters
            .iter()
            .map(|parameter| print_sort(terms, terms.sort_of(*parameter)))
            .collect();
        let _ = writeln!(text, "(declare-fun {symbol} ({}) Bool)", sorts.join(" "));
    }
    for clause in &horn.clauses {
        let _ = writeln!(text, "(assert {})", clause_text(terms, clause, &symbols));
    }
    text.push_str("(check-sat)\n");
    text
}

/// The names of the predicates as SMT-LIB writes them, by their numbers.
pub(super) fn symbols(horn: &Horn) -> Vec<String> {
    let mut names = Names::default();
    horn.predicates.iter().map(|predicate| names.symbol(&predicate.name)).collect()
}

/// `(forall ((x Int) …) (=> (and (P x) … constraint) head))`
fn clause_text(terms: &mut Terms, clause: &Clause, symbols: &[String]) -> String {
    let scope = Scope::new(terms, &clause.variables);
    let mut body: Vec<String> =
        clause.body.iter().map(|premise| scope.application(terms, premise, symbols)).collect();
    if clause.constraint != Term::TRUE || body.is_empty() {
        body.push(scope.term(terms, clause.constraint));
    }
    let body = match body.as_slice() {
        [single] => single.clone(),
        _ => format!("(and {})", body.join(" ")),
    };
    let head = match &clause.head {
        Some(head) => scope.application(terms, head, symbols),
        None => "false".to_owned(),
    };
    let implication = format!("(=> {body} {head})");
    if clause.variables.is_empty() {
        return implication;
    }
    format!("(forall {} {implication})", scope.parameters)
}

/// Constants that are written as variables.
pub(super) struct Scope {
    map: HashMap<Term, Term>,
    /// `((x Int) …)`
    pub parameters: String,
}

impl Scope {
    pub fn new(terms: &mut Terms, constants: &[Term]) -> Scope {
        let mut names = Names::default();
        let mut map = HashMap::new();
        let mut parameters = Vec::new();
        for constant in constants {
            let wanted = match terms.op(*constant) {
                buttress_logic::Op::Apply(function) => terms.function_name(function).to_owned(),
                _ => "x".to_owned(),
            };
            let name = names.fresh(&wanted);
            let sort = terms.sort_of(*constant);
            let bound = terms.scratch_bound(&name, sort);
            let variable = terms.bound(bound);
            let symbol = print_shared(terms, variable);
            parameters.push(format!("({symbol} {})", print_sort(terms, sort)));
            map.insert(*constant, variable);
        }
        Scope { map, parameters: format!("({})", parameters.join(" ")) }
    }

    pub fn term(&self, terms: &mut Terms, term: Term) -> String {
        let term = buttress_logic::substitute(terms, term, &self.map);
        print_shared(terms, term)
    }

    fn application(
        &self,
        terms: &mut Terms,
        application: &Application,
        symbols: &[String],
    ) -> String {
        let symbol = symbols.get(application.predicate.index()).map_or("", String::as_str);
        if application.arguments.is_empty() {
            return symbol.to_owned();
        }
        let mut text = format!("({symbol}");
        for argument in &application.arguments {
            text.push(' ');
            text.push_str(&self.term(terms, *argument));
        }
        text.push(')');
        text
    }
}
