//! Reading a script.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Op, Sort, Term, Terms, print_sort, print_symbol};

use super::annotation::{Role, roles};
use super::build::{At, Builder, constants};
use super::{LiveProperty, Property, System};
use crate::Place;
use crate::chc::{PLAIN, is_plain};
use crate::smtlib::{Command, Error, Kind, Reader, Script, Sexpr, shorten};

/// Reads a transition system.
pub fn read(terms: &mut Terms, text: &[u8]) -> Result<System, Error> {
    let mut reader = Reader::of(text);
    let mut state = State::default();
    while let Some(sexpr) = reader.next_command() {
        if !state.command(terms, &sexpr?)? {
            break;
        }
    }
    state.finish(terms)
}

/// A formula with a role.
#[derive(Clone)]
struct Part {
    name: String,
    formula: Term,
    at: At,
}

/// What has been read.
#[derive(Default)]
struct State {
    script: Script,
    /// All constants, in the order of their declarations.
    constants: Vec<Term>,
    /// State variables with their next values.
    variables: Vec<(Term, Term)>,
    /// Where the first of them is introduced.
    introduced: Option<At>,
    next_of: HashMap<Term, Term>,
    nexts: HashSet<Term>,
    init: Vec<Part>,
    trans: Vec<Part>,
    invariants: Vec<(u64, Part)>,
    live: Vec<LiveProperty>,
    /// Where the last command is.
    last: Option<At>,
}

impl State {
    /// Takes in a command; false if it ends the script.
    fn command(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<bool, Error> {
        let at = (source.offset(), source.place());
        self.last = Some(at);
        let declared = self.script.functions().len();
        let command = self.script.command(terms, source)?;
        if let Some(&function) = self.script.functions().get(declared) {
            let sorts = terms.function_arguments(function);
            let result = terms.function_result(function);
            let name = shorten(terms.function_name(function));
            if !sorts.is_empty() {
                let message = format!("`{name}` is a function of arguments: not supported");
                return Err(unsupported(at, message, "declare constants only"));
            }
            if !is_plain(terms, result) {
                let message = format!("`{name}` has the sort {}", print_sort(terms, result));
                return Err(unsupported(at, message, PLAIN));
            }
            let constant = terms.apply(function, &[]);
            self.constants.push(constant);
        }
        match command {
            Command::Exit => return Ok(false),
            Command::Assert(formula) if formula != Term::TRUE => {
                let message = "an assertion says nothing about a transition system";
                let hint = "annotate definitions: `:init`, `:trans`, `:invar-property`";
                return Err(unsupported(at, message.to_owned(), hint));
            }
            Command::Define => {
                let message = "a recursive definition in a transition system";
                return Err(unsupported(at, message.to_owned(), "use `define-fun`"));
            }
            Command::Push(_) | Command::Pop(_) | Command::Reset | Command::ResetAssertions => {
                let message = "a transition system has no levels and no resets";
                return Err(unsupported(at, message.to_owned(), "leave this command out"));
            }
            _ => (),
        }
        for (role, keyword) in roles(source)? {
            let Some(name) = source.children(source.root()).nth(1) else { continue };
            let name = source.atom(name).to_owned();
            let refuse = |message| source.error(keyword, Kind::Declaration, message);
            let formula = self.named(terms, &name)?;
            let is_formula = terms.sort_of(formula) == Sort::BOOL;
            if !is_formula && !matches!(role, Role::Next(_)) {
                return Err(source.error(keyword, Kind::Sort, "expected a formula to annotate"));
            }
            let part = Part { name, formula, at };
            match role {
                Role::Next(next) => {
                    self.introduce(terms, part.formula, &next).map_err(refuse)?;
                    self.introduced = self.introduced.or(Some(at));
                }
                Role::Init => self.init.push(part),
                Role::Trans => self.trans.push(part),
                Role::Invariant(index) => {
                    if self.invariants.iter().any(|(other, _)| *other == index) {
                        return Err(refuse(format!("there is a property {index} already")));
                    }
                    self.invariants.push((index, part));
                }
                Role::Live(index) => {
                    if self.live.iter().any(|other| other.index == index) {
                        return Err(refuse(format!("there is a property {index} already")));
                    }
                    self.live.push(LiveProperty { index, name: part.name, place: at.1 });
                }
            }
        }
        Ok(true)
    }

    /// The term that a name stands for.
    fn named(&mut self, terms: &mut Terms, name: &str) -> Result<Term, Error> {
        self.script.parse_term(terms, &print_symbol(name), &HashMap::new())
    }

    /// A state variable and its next value.
    fn introduce(&mut self, terms: &mut Terms, variable: Term, next: &str) -> Result<(), String> {
        let shown = shorten(next);
        let next = self
            .named(terms, next)
            .map_err(|_| format!("the next value `{shown}` is not declared"))?;
        let is_declared = |term: &Term| self.constants.contains(term);
        if !is_declared(&variable) {
            return Err("only a declared constant can have a next value".to_owned());
        }
        if !is_declared(&next) {
            return Err(format!("the next value `{shown}` is no declared constant"));
        }
        if terms.sort_of(next) != terms.sort_of(variable) {
            return Err(format!("the next value `{shown}` has another sort"));
        }
        if self.next_of.get(&variable) == Some(&next) {
            return Ok(());
        }
        if self.next_of.contains_key(&variable) || self.nexts.contains(&variable) {
            return Err("this variable has, or is, a next value already".to_owned());
        }
        if next == variable || self.nexts.contains(&next) || self.next_of.contains_key(&next) {
            return Err(format!("`{shown}` is a state variable, or a next value already"));
        }
        self.next_of.insert(variable, next);
        self.nexts.insert(next);
        self.variables.push((variable, next));
        Ok(())
    }

    fn finish(self, terms: &mut Terms) -> Result<System, Error> {
        let end = self.last.unwrap_or((0, Place { line: 1, column: 1 }));
        let first = |parts: &[Part], keyword: &str| {
            let message = format!("nothing is annotated with `{keyword}`");
            let error = || Error::new(Kind::State, end.0, end.1, message).expecting(keyword);
            parts.first().map(|part| part.at).ok_or_else(error)
        };
        let (init_at, trans_at) = (first(&self.init, ":init")?, first(&self.trans, ":trans")?);
        for part in &self.init {
            self.refuse(terms, part, ":init", false)?;
        }
        for (_, part) in &self.invariants {
            self.refuse(terms, part, ":invar-property", true)?;
        }
        let mut builder = Builder::new(terms, &self.variables);
        let conjunction = |terms: &mut Terms, parts: &[Part]| {
            let formulas: Vec<Term> = parts.iter().map(|part| part.formula).collect();
            terms.and(&formulas)
        };
        let init = conjunction(terms, &self.init);
        builder.clause(terms, [None, Some(0)], init, init_at)?;
        let trans = conjunction(terms, &self.trans);
        builder.clause(terms, [Some(0), Some(1)], trans, trans_at)?;
        let mut properties = Vec::new();
        for (index, part) in &self.invariants {
            let bad = terms.not(part.formula);
            let clause = builder.clause(terms, [Some(0), None], bad, part.at)?;
            let (name, place) = (part.name.clone(), part.at.1);
            properties.push(Property { index: *index, name, clause, place });
        }
        let place = self.introduced.map_or(init_at.1, |at| at.1);
        let source = builder.source(terms, place, self.script.sorts_alone());
        Ok(System { source, properties, live: self.live })
    }

    /// A formula about one state has no next values in it, and θ no inputs either.
    fn refuse(
        &self,
        terms: &Terms,
        part: &Part,
        keyword: &str,
        allows_inputs: bool,
    ) -> Result<(), Error> {
        for constant in constants(terms, part.formula) {
            let is_next = self.nexts.contains(&constant);
            if !is_next && (allows_inputs || self.next_of.contains_key(&constant)) {
                continue;
            }
            let Op::Apply(function) = terms.op(constant) else { continue };
            let name = shorten(terms.function_name(function));
            let (what, hint) = match is_next {
                true => ("the next value", "only `:trans` speaks of two states"),
                false => ("the input", "what keeps its value is a state variable: see `:next`"),
            };
            let message = format!("`{keyword}` speaks of {what} `{name}`");
            return Err(unsupported(part.at, message, hint));
        }
        Ok(())
    }
}

fn unsupported((offset, place): At, message: String, hint: &str) -> Error {
    Error::new(Kind::Unsupported, offset, place, message).hinting(Some(hint.to_owned()))
}
