//! The file: which format it has, its clauses, and the questions it asks.

use std::fmt;

use buttress_certificate::horn::Identity;
use buttress_checker::horn::HornRejection;
use buttress_formats::smtlib::{Error, Script};
use buttress_formats::{Diagnostic, Place, chc, inflated, vmt};
use buttress_horn::{ClauseId, Horn};
use buttress_logic::Terms;
use buttress_numbers_reduce::has_structures;

use super::report::{Format, Info};

/// Why there is no answer at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputError {
    /// The compressed file is damaged.
    Damaged(Diagnostic),
    /// A command of the file is wrong.
    Script(Error),
    /// Something else, in words.
    Other(String),
    /// The system is over arrays or datatypes, and what is asked is for systems over numbers.
    Structures,
    /// A template speaks of a variable that no predicate has.
    Variable(String),
    /// No predicate has the two variables of a picture, or it is not clear which two.
    Axes {
        /// Those that were named.
        wanted: Option<String>,
        /// Those that there are.
        offered: Vec<String>,
    },
}

/// A file that was read.
pub(super) struct Input {
    pub(super) terms: Terms,
    /// All clauses.
    pub(super) horn: Horn,
    /// For each clause the line in which it begins.
    pub(super) lines: Vec<usize>,
    pub(super) format: Format,
    pub(super) questions: Vec<Question>,
    /// The names of liveness properties, which are not checked.
    pub(super) live: Vec<String>,
    /// Knows the sorts of the file.
    pub(super) sorts: Script,
    /// The file, told from others.
    pub(super) identity: Identity,
}

/// A property: those clauses that matter for it.
pub(super) struct Question {
    pub(super) name: String,
    pub(super) horn: Horn,
    /// For each clause the line in which it begins.
    pub(super) lines: Vec<usize>,
}

/// Is it a system over numbers, by its contents?
pub fn is_input(text: &[u8]) -> bool {
    vmt::is_vmt(text) || chc::is_horn(text)
}

impl Input {
    /// Reads a file, compressed or not, which must not speak of arrays.
    pub(super) fn read(bytes: &[u8]) -> Result<Input, InputError> {
        let input = Input::read_all(bytes)?;
        match has_structures(&input.terms, &input.horn) {
            true => Err(InputError::Structures),
            false => Ok(input),
        }
    }

    /// Reads a file, compressed or not.
    pub(super) fn read_all(bytes: &[u8]) -> Result<Input, InputError> {
        let text = inflated(bytes).map_err(InputError::Damaged)?;
        let mut terms = Terms::new();
        let identity = Identity::of(&text);
        if vmt::is_vmt(&text) {
            let system = vmt::read(&mut terms, &text).map_err(InputError::Script)?;
            let (horn, sorts) = (system.source.horn, system.source.sorts);
            let lines = lines(&system.source.clause_places);
            let questions = system.properties.iter();
            let questions = questions.map(|property| {
                let (horn, lines) = restricted(&horn, &lines, property.clause);
                Question { name: property.name.clone(), horn, lines }
            });
            let questions = questions.collect();
            let live = system.live.iter().map(|property| property.name.clone()).collect();
            let format = Format::Vmt;
            return Ok(Input { terms, horn, lines, format, questions, live, sorts, identity });
        }
        let source = chc::read(&mut terms, &text).map_err(InputError::Script)?;
        let (horn, sorts, lines) = (source.horn, source.sorts, lines(&source.clause_places));
        let name = "safety".to_owned();
        let question = Question { name, horn: horn.clone(), lines: lines.clone() };
        let (format, questions) = (Format::Horn, vec![question]);
        Ok(Input { terms, horn, lines, format, questions, live: Vec::new(), sorts, identity })
    }

    /// The size of the system.
    pub(super) fn contents(&self) -> Info {
        let arguments = self.horn.predicates.iter().map(|predicate| predicate.parameters.len());
        Info {
            format: self.format,
            predicates: self.horn.predicates.len(),
            clauses: self.horn.clauses.len(),
            queries: self.horn.clauses.iter().filter(|clause| clause.head.is_none()).count(),
            arguments: arguments.max().unwrap_or(0),
            is_linear: self.horn.is_linear(),
            has_structures: has_structures(&self.terms, &self.horn),
            properties: self.questions.iter().map(|question| question.name.clone()).collect(),
            live: self.live.clone(),
        }
    }
}

/// The system with one query alone.
pub(super) fn restricted(horn: &Horn, lines: &[usize], query: ClauseId) -> (Horn, Vec<usize>) {
    let mut kept = Horn { predicates: horn.predicates.clone(), clauses: Vec::new() };
    let mut kept_lines = Vec::new();
    for (id, clause) in horn.clause_ids().zip(&horn.clauses) {
        if clause.head.is_some() || id == query {
            kept.add_clause(clause.clone());
            kept_lines.extend(lines.get(id.index()));
        }
    }
    (kept, kept_lines)
}

/// The clauses that say what is reached.
pub(super) fn without_queries(horn: &Horn) -> Horn {
    let clauses = horn.clauses.iter().filter(|clause| clause.head.is_some());
    Horn { predicates: horn.predicates.clone(), clauses: clauses.cloned().collect() }
}

fn lines(places: &[Place]) -> Vec<usize> {
    places.iter().map(|place| place.line).collect()
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Damaged(diagnostic) => f.write_str(&diagnostic.message),
            InputError::Script(error) => error.fmt(f),
            InputError::Other(what) => f.write_str(what),
            InputError::Structures => {
                let what =
                    "the system is over arrays or datatypes, of which only `prove` knows something";
                f.write_str(what)
            }
            InputError::Variable(name) => write!(f, "no predicate has a variable {name}"),
            InputError::Axes { wanted: Some(wanted), offered } => {
                write!(
                    f,
                    "no predicate has the variables {wanted}; there are {}",
                    offered.join(", ")
                )
            }
            InputError::Axes { wanted: None, offered } if offered.len() < 2 => {
                f.write_str("a picture needs a predicate with two numbers")
            }
            InputError::Axes { wanted: None, offered } => {
                write!(
                    f,
                    "a picture has two variables; choose with --vars among {}",
                    offered.join(", ")
                )
            }
        }
    }
}

/// What the checker says of a file that it cannot read.
pub(super) fn unreadable(rejection: HornRejection) -> InputError {
    match rejection {
        HornRejection::Damaged(diagnostic) => InputError::Damaged(diagnostic),
        HornRejection::Input(error) => InputError::Script(error),
        other => InputError::Other(other.to_string()),
    }
}

/// What a system over numbers holds, without proving anything.
pub fn info(bytes: &[u8]) -> Result<Info, InputError> {
    Ok(Input::read_all(bytes)?.contents())
}
