//! Reading a script, command by command.

use buttress_horn::{Clause, Horn, PredicateId};
use buttress_logic::{Function, Sort, Term, Terms, print_sort};

use super::parameters::predicates;
use super::{NotHorn, PLAIN, Source, Vocabulary, clausify, is_plain};
use crate::Place;
use crate::smtlib::{Command, Error, Kind, Reader, Script, Sexpr};

/// Reads a script of Horn clauses, up to its `check-sat`.
pub fn read(terms: &mut Terms, text: &[u8]) -> Result<Source, Error> {
    let mut reader = Reader::of(text);
    let mut state = State::new();
    while let Some(sexpr) = reader.next_command() {
        if !state.command(terms, &sexpr?)? {
            break;
        }
    }
    Ok(state.finish(terms))
}

/// What has been read.
struct State {
    script: Script,
    vocabulary: Vocabulary,
    predicates: Vec<(Function, Place)>,
    clauses: Vec<(Clause, Place)>,
    is_checked: bool,
}

impl State {
    fn new() -> State {
        State {
            script: Script::with_positions(),
            vocabulary: Vocabulary::default(),
            predicates: Vec::new(),
            clauses: Vec::new(),
            is_checked: false,
        }
    }

    /// Takes in a command; false if it ends the script.
    fn command(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<bool, Error> {
        let refuse =
            |kind, message: String| Error::new(kind, source.offset(), source.place(), message);
        let declared = self.script.functions().len();
        let command = self.script.command(terms, source).map_err(with_rule_hint)?;
        if let Some(&function) = self.script.functions().get(declared) {
            self.declare(terms, source, function)?;
        }
        match command {
            Command::Exit => return Ok(false),
            Command::Assert(_) if self.is_checked => {
                let message = "an assertion after `check-sat`: Horn clauses are checked once";
                return Err(refuse(Kind::Unsupported, message.to_owned()));
            }
            Command::Assert(formula) => {
                let clauses = clausify(terms, &mut self.vocabulary, formula)
                    .map_err(|reason| self.error(terms, source, &reason))?;
                self.clauses.extend(clauses.into_iter().map(|clause| (clause, source.place())));
            }
            Command::Define => {
                let message = "Horn clauses with recursive definitions are not supported";
                return Err(refuse(Kind::Unsupported, message.to_owned()));
            }
            Command::CheckSat => self.is_checked = true,
            Command::CheckSatAssuming(_)
            | Command::Push(_)
            | Command::Pop(_)
            | Command::Reset
            | Command::ResetAssertions => {
                let message = "a script of Horn clauses is checked once, as a whole: no levels, \
                               assumptions or resets";
                return Err(refuse(Kind::Unsupported, message.to_owned()));
            }
            _ => (),
        }
        Ok(true)
    }

    /// A function was declared: it must be a predicate.
    fn declare(&mut self, terms: &Terms, source: &Sexpr, function: Function) -> Result<(), Error> {
        let name = terms.function_name(function);
        let refuse = |message: String, hint: &str| {
            let error = Error::new(Kind::Unsupported, source.offset(), source.place(), message);
            Err(error.hinting(Some(hint.to_owned())))
        };
        let result = terms.function_result(function);
        if result != Sort::BOOL {
            let sort = print_sort(terms, result);
            let message = format!("`{name}` has values of sort {sort}, and so is no predicate");
            return refuse(message, "variables of a clause are bound by a `forall` around it");
        }
        for sort in terms.function_arguments(function) {
            if !is_plain(terms, *sort) {
                let sort = print_sort(terms, *sort);
                let message = format!("`{name}` has an argument of sort {sort}");
                return refuse(message, PLAIN);
            }
        }
        let predicate = PredicateId(self.predicates.len() as u32);
        self.vocabulary.declare(function, predicate);
        self.predicates.push((function, source.place()));
        Ok(())
    }

    fn error(&self, terms: &Terms, source: &Sexpr, reason: &NotHorn) -> Error {
        let (offset, place) = self.position(source, reason.term());
        reason.error(terms, offset, place)
    }

    /// Where a term of a command is written, or at least used; the command itself where that is
    /// not known: outside of quantifiers terms have no positions, and what mentions no variable has
    /// that of its first occurrence.
    fn position(&self, source: &Sexpr, term: Option<Term>) -> (usize, Place) {
        let position = term.and_then(|term| self.script.position_of(term));
        let spans =
            position.into_iter().flat_map(|position| [Some(position.span), position.used_at]);
        let end = source.offset() + source.text().len();
        let is_here = |span: &crate::smtlib::Span| (source.offset()..end).contains(&span.offset);
        match spans.flatten().find(is_here) {
            Some(span) => (span.offset, span.place),
            None => (source.offset(), source.place()),
        }
    }

    fn finish(self, terms: &mut Terms) -> Source {
        let (clauses, clause_places): (Vec<Clause>, Vec<Place>) = self.clauses.into_iter().unzip();
        let (functions, predicate_places): (Vec<Function>, Vec<Place>) =
            self.predicates.into_iter().unzip();
        let predicates = predicates(terms, &functions, &clauses);
        let sorts = self.script.sorts_alone();
        Source { horn: Horn { predicates, clauses }, predicate_places, clause_places, sorts }
    }
}

/// Clauses are also written as rules, in a dialect of their own.
fn with_rule_hint(error: Error) -> Error {
    let is_rule = ["declare-rel", "declare-var", "`rule`", "`query`"]
        .iter()
        .any(|word| error.message.contains(word));
    let is_command = matches!(error.kind, Kind::Unknown | Kind::Unsupported);
    if !is_rule || !is_command || !error.message.contains("command") {
        return error;
    }
    let hint =
        "write `(declare-fun P (Int) Bool)` and `(assert (forall ((x Int)) (=> body (P x))))`";
    error.hinting(Some(hint.to_owned()))
}
