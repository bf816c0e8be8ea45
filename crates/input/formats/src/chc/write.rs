//! Writing clauses as a script.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use buttress_horn::{Application, Clause, Horn};
use buttress_logic::{Datatype, Sort, Term, Terms, print_shared, print_sort, print_symbol};

use super::Names;

/// The clauses as a script of the logic `HORN`; it reads back as the same clauses over other constants.
///
/// Names that cannot be written, or that two predicates have, are changed. Datatypes with parameters are not declared: of these only
/// instances are known.
pub fn write(terms: &mut Terms, horn: &Horn) -> String {
    let mut text = String::from("(set-logic HORN)\n");
    text.push_str(&datatypes(terms, horn));
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

/// `(declare-datatypes ((T 0) …) (((c (s Int) …) …) …))` for those that occur, all at once: they may be over each other.
fn datatypes(terms: &Terms, horn: &Horn) -> String {
    let parameters = horn.predicates.iter().flat_map(|predicate| &predicate.parameters);
    let variables = horn.clauses.iter().flat_map(|clause| &clause.variables);
    let mut pending: Vec<Sort> =
        parameters.chain(variables).map(|term| terms.sort_of(*term)).collect();
    let mut found: BTreeSet<Datatype> = BTreeSet::new();
    while let Some(sort) = pending.pop() {
        if let Some((index, element)) = terms.array_parts(sort) {
            pending.extend([index, element]);
        }
        let Some(datatype) = terms.as_datatype(sort) else { continue };
        if terms.datatype_arguments(datatype).is_empty() && found.insert(datatype) {
            let constructors = terms.constructors(datatype).into_iter();
            let selectors = constructors.flat_map(|constructor| terms.selectors(constructor));
            pending.extend(selectors.map(|selector| terms.selector_sort(selector)));
        }
    }
    if found.is_empty() {
        return String::new();
    }
    let (mut names, mut bodies) = (Vec::new(), Vec::new());
    for datatype in found {
        names.push(format!("({} 0)", print_symbol(terms.datatype_name(datatype))));
        let mut body = Vec::new();
        for constructor in terms.constructors(datatype) {
            let mut text = format!("({}", print_symbol(terms.constructor_name(constructor)));
            for selector in terms.selectors(constructor) {
                let sort = print_sort(terms, terms.selector_sort(selector));
                let name = print_symbol(terms.selector_name(selector));
                let _ = write!(text, " ({name} {sort})");
            }
            body.push(format!("{text})"));
        }
        bodies.push(format!("({})", body.join(" ")));
    }
    format!("(declare-datatypes ({}) ({}))\n", names.join(" "), bodies.join(" "))
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
