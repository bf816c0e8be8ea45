//! The state of a script: what its commands have declared, asserted and set.

mod positions;
mod tables;

use std::collections::BTreeMap;

use buttress_logic::{Function, Sort, Term, Terms};

use super::attributes::attributes;
use super::partition::parts;
use super::positions::Positions;
use super::reading::Reading;
use super::sexpr::{Children, Node, Token, shorten};
use super::signature::Signature;
use super::stack::{Level, Stack};
use super::suggest::suggest;
use super::symbol::Symbol;
use super::term::TermReader;
use super::theories::Logic;
use super::{Assertion, Command, Error, Kind, Objective, Recursive, Sexpr};
use crate::limits::MOST_LEVELS;

/// The state that both a solver's session and a checker keep.
#[derive(Clone, Debug)]
pub struct Script {
    pub(super) signature: Signature,
    pub(super) stack: Stack,
    /// Before the first command.
    pub(super) start: Level,
    logic: Option<String>,
    options: BTreeMap<String, String>,
    infos: BTreeMap<String, String>,
    /// Has anything been declared or asserted?
    has_begun: bool,
    /// Where quantified formulas come from, if that is to be remembered.
    pub(super) positions: Option<Positions>,
}

impl Default for Script {
    fn default() -> Script {
        Script::new()
    }
}

impl Script {
    /// A script before its first command.
    pub fn new() -> Script {
        let signature = Signature::new(Reading::PLAIN);
        let start = Level::start(&signature);
        Script {
            signature,
            stack: Stack::default(),
            start,
            logic: None,
            options: BTreeMap::new(),
            infos: BTreeMap::new(),
            has_begun: false,
            positions: None,
        }
    }

    /// A script that knows the sorts of this one, with constructors and selectors, and nothing else of it.
    #[must_use]
    pub fn sorts_alone(&self) -> Script {
        let mut script = Script::new();
        script.signature.sorts = self.signature.sorts.clone();
        for name in self.signature.functions.all() {
            if let Some(symbol) = self.signature.functions.get(name)
                && symbol.is_of_datatype()
            {
                script.signature.functions.bind(name, symbol.clone());
            }
        }
        script.start = Level::start(&script.signature);
        script
    }

    /// The active assertions, oldest first.
    pub fn assertions(&self) -> &[Assertion] {
        &self.stack.assertions
    }

    /// The last assertions, which a `pop` or `reset-assertions` just now has left although what they stood above went: global definitions.
    pub fn kept(&self) -> &[Assertion] {
        &self.stack.assertions[self.stack.assertions.len() - self.stack.kept..]
    }

    /// The declared functions in scope, oldest first.
    pub fn functions(&self) -> &[Function] {
        &self.stack.functions
    }

    /// What is to be minimised or maximised, in order.
    pub fn objectives(&self) -> &[Objective] {
        &self.stack.objectives
    }

    /// The functions in scope that are defined by recursion, oldest first.
    pub fn recursive(&self) -> &[Recursive] {
        &self.stack.recursive
    }

    /// The terms that `:named` gave names to and that are in scope, oldest first.
    pub fn named(&self) -> &[(String, Term)] {
        &self.stack.named
    }

    /// How many levels are pushed.
    pub fn level(&self) -> usize {
        self.stack.levels.len()
    }

    /// The logic that was set.
    pub fn logic(&self) -> Option<&str> {
        self.logic.as_deref()
    }

    /// The value of an option that was set; the keyword comes with its colon.
    pub fn option(&self, keyword: &str) -> Option<&str> {
        self.options.get(keyword).map(String::as_str)
    }

    /// Was an option set to `true`?
    pub fn flag(&self, keyword: &str) -> bool {
        self.option(keyword) == Some("true")
    }

    /// The value of an info that was set; the keyword comes with its colon.
    pub fn info(&self, keyword: &str) -> Option<&str> {
        self.infos.get(keyword).map(String::as_str)
    }

    /// Checks a command and applies it. A command that fails changes nothing.
    pub fn command(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<Command, Error> {
        let before = self.here();
        self.stack.kept = 0;
        let families = self.signature.sorts.datatypes.family_count();
        let result = self.apply(terms, source).and_then(|command| {
            self.check_table_names(source)?;
            Ok(command)
        });
        if result.is_err() {
            self.signature.tables.forget_asked();
            self.return_to(before, false);
            self.signature.sorts.datatypes.abandon(families);
        }
        result
    }

    fn apply(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<Command, Error> {
        let root = source.root();
        let mut rest = source.list(root, "a command in parentheses")?;
        let head = rest.expect(root, "a command")?;
        let name = source.symbol(head, "a command")?;
        match name {
            "set-logic" => self.set_logic(source, head, rest),
            "set-option" => self.set_option(source, rest),
            "set-info" => {
                let (keyword, value) = attribute(source, root)?;
                self.infos.insert(keyword.clone(), value.clone());
                Ok(Command::SetInfo { keyword, value })
            }
            "declare-sort" | "declare-fun" | "declare-const" | "declare-datatype"
            | "declare-datatypes" | "define-sort" | "define-fun" | "define-const" => {
                self.declare(terms, source, name)?;
                self.has_begun = true;
                Ok(Command::None)
            }
            "define-fun-rec" | "define-funs-rec" => {
                self.define_recursive(terms, source, head, name == "define-funs-rec")?;
                self.has_begun = true;
                Ok(Command::Define)
            }
            "minimize" | "maximize" => {
                self.optimize(terms, source, name == "maximize")?;
                Ok(Command::Optimize)
            }
            "assert" => self.assert(terms, source, rest),
            "check-sat-assuming" => {
                let list = rest.expect(root, "a list of formulas")?;
                rest.finish()?;
                let formulas: Vec<Node> = source.list(list, "a list of formulas")?.collect();
                let assumptions = self.read(terms, source, |reader| {
                    let read = |formula: &Node| reader.read_of(*formula, Sort::BOOL);
                    let mut read: Vec<Term> =
                        formulas.iter().map(read).collect::<Result<_, _>>()?;
                    for (place, formula) in formulas.iter().enumerate() {
                        let defined = reader.definedness(*formula, read[place])?;
                        read.extend(defined);
                    }
                    Ok(read)
                })?;
                Ok(Command::CheckSatAssuming(assumptions))
            }
            "get-value" => {
                let list = rest.expect(root, "a list of terms")?;
                rest.finish()?;
                let nodes: Vec<Node> = source.list(list, "a list of terms")?.collect();
                if nodes.is_empty() {
                    return Err(source.unexpected(list, "at least one term"));
                }
                let values = self.read(terms, source, |reader| {
                    let read = |node: &Node| {
                        let term = reader.read(*node)?;
                        reader.refuse_placeholder(term, |_| *node)?;
                        Ok((source.plain_text(*node), reader.shown(term)))
                    };
                    nodes.iter().map(read).collect()
                })?;
                Ok(Command::GetValue(values))
            }
            "get-interpolants" => Ok(Command::GetInterpolants(parts(source, rest)?)),
            "get-info" => Ok(Command::GetInfo(keyword(source, root, rest)?)),
            "get-option" => Ok(Command::GetOption(keyword(source, root, rest)?)),
            "push" => {
                let count = levels(source, rest)?;
                if self.level() + count > MOST_LEVELS {
                    let message = format!("more than {MOST_LEVELS} levels are not supported");
                    return Err(source.error(root, Kind::Unsupported, message));
                }
                self.push(count);
                Ok(Command::Push(count))
            }
            "pop" => {
                let count = levels(source, rest)?;
                if count > self.level() {
                    let message = match self.level() {
                        0 => "nothing to pop: no level was pushed".to_owned(),
                        level => format!("cannot pop {count} levels: only {level} pushed"),
                    };
                    return Err(source.error(root, Kind::State, message));
                }
                self.pop(count);
                Ok(Command::Pop(count))
            }
            "echo" => {
                let text = rest.expect(root, "a string")?;
                rest.finish()?;
                if source.token(text) != Token::String {
                    return Err(source.unexpected(text, "a string"));
                }
                Ok(Command::Echo(source.atom(text).replace("\"\"", "\"")))
            }
            _ => {
                let command = match plain(name) {
                    Some(command) => command,
                    None => return self.other(source, head, name),
                };
                rest.finish()?;
                match command {
                    Command::Reset => {
                        let (reading, positions) = (self.reading(), self.positions.take());
                        *self = Script { positions, ..Script::new().with_reading(reading) };
                    }
                    Command::ResetAssertions => self.reset_assertions(),
                    _ => (),
                }
                Ok(command)
            }
        }
    }

    /// A command that is not one of ours: a query is answered with `unsupported`, what would change
    /// the meaning of the script is an error.
    fn other(&self, source: &Sexpr, head: Node, name: &str) -> Result<Command, Error> {
        const QUERIES: [&str; 5] = ["simplify", "eval", "labels", "help", "display"];
        const CHANGES: [&str; 7] =
            ["declare-", "define-", "assert-", "synth-", "check-sat-", "include", "block-model"];
        if name.starts_with("get-") || QUERIES.contains(&name) {
            return Ok(Command::Unsupported(name.to_owned()));
        }
        if CHANGES.iter().any(|prefix| name.starts_with(prefix)) {
            let message = format!("the command `{}` is not supported", shorten(name));
            return Err(source.error(head, Kind::Unsupported, message));
        }
        let message = format!("unknown command `{}`", shorten(name));
        let near = suggest(name, COMMANDS.into_iter());
        Err(source.error(head, Kind::Unknown, message).suggesting(near))
    }

    fn set_logic(
        &mut self,
        source: &Sexpr,
        head: Node,
        mut rest: Children<'_>,
    ) -> Result<Command, Error> {
        let name = source.symbol(rest.expect(source.root(), "the name of a logic")?, "a logic")?;
        rest.finish()?;
        if let Some(logic) = &self.logic {
            let message = format!("the logic is set already, to {}", shorten(logic));
            return Err(source.error(head, Kind::State, message));
        }
        if self.has_begun {
            let message = "the logic must be set before anything is declared or asserted";
            return Err(source.error(head, Kind::State, message));
        }
        self.signature.logic = Logic::of(name);
        self.logic = Some(name.to_owned());
        Ok(Command::None)
    }

    fn set_option(&mut self, source: &Sexpr, mut rest: Children<'_>) -> Result<Command, Error> {
        let (keyword, value) = attribute(source, source.root())?;
        if let (Some(_), Some(node)) = (rest.next(), rest.next())
            && FLAGS.contains(&keyword.as_str())
            && value != "true"
            && value != "false"
        {
            return Err(source.unexpected(node, "`true` or `false`"));
        }
        if keyword == ":global-declarations" && self.has_begun {
            let message = "this option must be set before anything is declared or asserted";
            return Err(source.error(source.root(), Kind::State, message));
        }
        self.options.insert(keyword.clone(), value.clone());
        Ok(Command::SetOption { keyword, value })
    }

    fn assert(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        mut rest: Children<'_>,
    ) -> Result<Command, Error> {
        let node = rest.expect(source.root(), "a formula")?;
        rest.finish()?;
        let (formula, defined) = self.read(terms, source, |reader| {
            let formula = reader.read_of(node, Sort::BOOL)?;
            Ok((formula, reader.definedness(node, formula)?))
        })?;
        let mut name = None;
        if source.children(node).next().is_some_and(|head| source.is_reserved(head, "!")) {
            let is_name = |(keyword, _): &(Node, Option<Node>)| source.atom(*keyword) == ":named";
            let named = attributes(source, node, 2)?.into_iter().find(is_name);
            name = named.and_then(|(_, name)| name).map(|name| source.atom(name).to_owned());
        }
        let level = self.level();
        let is_asked_for = self.flag(":produce-assertions") || self.flag(":interactive-mode");
        let mut text = is_asked_for.then(|| source.plain_text(node));
        // What it reads is part of what it says, also in a core.
        for formula in std::iter::once(formula).chain(defined) {
            let (name, text) = (name.clone(), text.take());
            let (is_definition, stays) = (false, false);
            self.stack.assertions.push(Assertion {
                formula,
                name,
                level,
                is_definition,
                stays,
                text,
            });
        }
        self.has_begun = true;
        Ok(Command::Assert(formula))
    }

    /// Reads terms, and keeps the names that they got on the way.
    pub(super) fn read<T>(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        read: impl FnOnce(&mut TermReader<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut reader = TermReader::new(&mut self.signature, terms, source, None);
        reader.marks.is_wanted = self.positions.is_some();
        let result = read(&mut reader)?;
        let TermReader { named, marks, .. } = reader;
        if let Some(positions) = &mut self.positions {
            positions.keep(terms, source, &marks);
        }
        for (name, term) in named {
            self.signature.functions.bind(&name, Symbol::Term(term));
            self.stack.named.push((name, term));
        }
        self.keep_missing();
        Ok(result)
    }
}

/// The commands without arguments.
fn plain(name: &str) -> Option<Command> {
    Some(match name {
        "check-sat" => Command::CheckSat,
        "get-model" => Command::GetModel,
        "get-objectives" => Command::GetObjectives,
        "get-unsat-core" => Command::GetUnsatCore,
        "get-unsat-assumptions" => Command::GetUnsatAssumptions,
        "get-proof" => Command::GetProof,
        "get-assertions" => Command::GetAssertions,
        "get-assignment" => Command::GetAssignment,
        "reset" => Command::Reset,
        "reset-assertions" => Command::ResetAssertions,
        "exit" => Command::Exit,
        _ => return None,
    })
}

/// The options whose values are truth values.
const FLAGS: [&str; 10] = [
    ":global-declarations",
    ":interactive-mode",
    ":print-success",
    ":produce-assertions",
    ":produce-assignments",
    ":produce-interpolants",
    ":produce-models",
    ":produce-proofs",
    ":produce-unsat-assumptions",
    ":produce-unsat-cores",
];

/// The names of all commands.
pub const COMMANDS: [&str; 35] = [
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-interpolants",
    "get-model",
    "get-objectives",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "maximize",
    "minimize",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

/// `(command :keyword value)`
fn attribute(source: &Sexpr, root: Node) -> Result<(String, String), Error> {
    match attributes(source, root, 1)?.as_slice() {
        [(keyword, value)] => {
            let value = value.map(|value| source.plain_text(value)).unwrap_or_default();
            Ok((source.atom(*keyword).to_owned(), value))
        }
        [_, (keyword, _), ..] => Err(source.unexpected(*keyword, "`)`")),
        [] => Err(source.ends(root, "a keyword")),
    }
}

/// `(command :keyword)`
fn keyword(source: &Sexpr, root: Node, mut rest: Children<'_>) -> Result<String, Error> {
    let node = rest.expect(root, "a keyword")?;
    rest.finish()?;
    if source.token(node) != Token::Keyword {
        return Err(source.unexpected(node, "a keyword"));
    }
    Ok(source.atom(node).to_owned())
}

/// The number of levels of a `push` or `pop`: 1 if it is left out.
fn levels(source: &Sexpr, mut rest: Children<'_>) -> Result<usize, Error> {
    let Some(node) = rest.next() else { return Ok(1) };
    rest.finish()?;
    if source.token(node) != Token::Numeral {
        return Err(source.unexpected(node, "a numeral"));
    }
    // A number that is too large for the machine is too large for the stack as well.
    Ok(source.atom(node).parse().unwrap_or(usize::MAX / 2))
}
