//! The clauses of a system in words, as they were read and as the engines see them.

use std::collections::HashMap;

use buttress_horn::{Application, Horn};
use buttress_logic::Terms;
use buttress_numbers_reduce::{Settings, reduce};

use super::input::Input;
use super::input::InputError;
use super::report::Info;
use buttress_present::numbers::Infix;

/// How a system is understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// What the file holds.
    pub contents: Info,
    /// Its clauses.
    pub clauses: Vec<ClauseShown>,
    /// The clauses that preprocessing has left, if they are asked for.
    pub reduced: Option<Vec<ClauseShown>>,
}

/// A clause in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseShown {
    /// The line in which it begins; none if it is not in the file.
    pub line: Option<usize>,
    /// The predicates of its body, and the conjuncts of its constraint.
    pub body: Vec<String>,
    /// The predicate that it concludes, or `false`.
    pub head: String,
}

/// Tells the clauses of a system, with `steps` also those that preprocessing leaves.
pub fn explain(bytes: &[u8], steps: bool) -> Result<Explanation, InputError> {
    let input = Input::read_all(bytes)?;
    let contents = input.contents();
    let clauses = shown(&input.terms, &input.horn, &input.lines);
    let reduced = steps.then(|| {
        let mut terms = input.terms;
        let reduced = reduce(&mut terms, &input.horn, &Settings::default());
        shown(&terms, &reduced.horn, &[])
    });
    Ok(Explanation { contents, clauses, reduced })
}

fn shown(terms: &Terms, horn: &Horn, lines: &[usize]) -> Vec<ClauseShown> {
    let own_names = HashMap::new();
    let words = Infix::new(terms, &own_names);
    let applied = |at: &Application| {
        let name = &horn.predicate(at.predicate).name;
        let arguments: Vec<String> = at.arguments.iter().map(|it| words.text(*it)).collect();
        match arguments.is_empty() {
            true => name.clone(),
            false => format!("{name}({})", arguments.join(", ")),
        }
    };
    let clauses = horn.clauses.iter().enumerate();
    let clauses = clauses.map(|(place, clause)| {
        let mut body: Vec<String> = clause.body.iter().map(applied).collect();
        body.extend(words.conjuncts(clause.constraint));
        let head = clause.head.as_ref().map_or_else(|| "false".to_owned(), applied);
        ClauseShown { line: lines.get(place).copied(), body, head }
    });
    clauses.collect()
}
