//! Reading terms, with a stack of its own.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Bound, Constructor, Sort, Term, Terms};
use buttress_numeric::Rational;

use super::error::{Error, Kind};
use super::head::Head;
use super::names::Mark;
use super::positions::Marks;
use super::sexpr::{Node, Sexpr, Token, shorten};
use super::signature::Signature;
use super::symbol::Symbol;
use crate::limits::MOST_DIGITS;

/// What evidence may say beyond what scripts may.
#[derive(Clone, Copy)]
pub(super) struct Evidence<'a> {
    /// Names that stand for terms.
    pub bindings: &'a HashMap<String, Term>,
    /// May it mention declared functions? The values of a model may not.
    pub allows_functions: bool,
    /// Do its variables and quantifiers get numbers as those of scripts do?
    pub is_numbered: bool,
}

/// Reads terms of one s-expression.
pub(super) struct TermReader<'a> {
    pub signature: &'a mut Signature,
    pub terms: &'a mut Terms,
    pub source: &'a Sexpr,
    pub evidence: Option<Evidence<'a>>,
    /// The terms that got a name on the way, in order.
    pub named: Vec<(String, Term)>,
    pub(super) named_terms: HashMap<String, Term>,
    /// Variables of quantifiers and definitions in whose scope the reader is.
    pub open_variables: usize,
    /// Terms in which no variable is free, as far as they were looked at.
    pub(super) closed: HashSet<Term>,
    pub(super) tasks: Vec<Task>,
    pub(super) values: Vec<Term>,
    /// How many terms the definitions have been expanded to.
    pub(super) expanded: usize,
    /// Where terms were read.
    pub(super) marks: Marks,
}

/// What binds variables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    Forall,
    Exists,
    /// Of one variable, and in models alone.
    Lambda,
}

/// A step that is still to be done.
pub(super) enum Task {
    /// Read a term and leave its value.
    Read(Node),
    /// Apply a head to the values from `base` on.
    Apply { head: Head, node: Node, base: usize },
    /// The values from `base` on belong to the variables of a `let`: read its body.
    Let { node: Node, base: usize },
    /// Leave a scope.
    Leave(Mark),
    /// The body of a quantifier or lambda was read.
    Quantify { node: Node, binding: Binding, bounds: Vec<Bound>, mark: Mark },
    /// The term under a `!` was read.
    Annotate(Node),
    /// The term that is matched was read.
    Match(Node),
    /// Read the body of a case, its pattern against `value`.
    Case { pattern: Node, body: Node, value: Term },
    /// The bodies of all cases were read; `None` is a case that fits always.
    Choose { node: Node, base: usize, value: Term, tests: Vec<Option<Constructor>> },
}

/// Why evidence that is about such numbers cannot be given, if a text has one that no reader would take.
pub fn long_numeral(text: &[u8]) -> Option<String> {
    let mut runs = text.split(|byte| !byte.is_ascii_digit() && *byte != b'.');
    let is_long = runs.any(|run| run.len() > MOST_DIGITS);
    is_long.then(|| format!("its evidence has a number of more than {MOST_DIGITS} digits"))
}

impl<'a> TermReader<'a> {
    pub fn new(
        signature: &'a mut Signature,
        terms: &'a mut Terms,
        source: &'a Sexpr,
        evidence: Option<Evidence<'a>>,
    ) -> TermReader<'a> {
        TermReader {
            signature,
            terms,
            source,
            evidence,
            named: Vec::new(),
            named_terms: HashMap::new(),
            open_variables: 0,
            closed: HashSet::new(),
            tasks: Vec::new(),
            values: Vec::new(),
            expanded: 0,
            marks: Marks::default(),
        }
    }

    /// Reads a term of this sort; an integer is taken for a real where one is asked for.
    pub fn read_of(&mut self, node: Node, sort: Sort) -> Result<Term, Error> {
        let term = self.read(node)?;
        let found = self.terms.sort_of(term);
        self.converted(term, found, sort, node).ok_or_else(|| self.wrong_sort(node, sort, found))
    }

    /// Reads a term.
    pub fn read(&mut self, node: Node) -> Result<Term, Error> {
        self.tasks.clear();
        self.values.clear();
        self.tasks.push(Task::Read(node));
        while let Some(task) = self.tasks.pop() {
            self.step(task)?;
        }
        self.values.pop().ok_or_else(|| self.source.unexpected(node, "a term"))
    }

    fn step(&mut self, task: Task) -> Result<(), Error> {
        match task {
            Task::Read(node) if self.source.is_list(node) => self.read_list(node)?,
            Task::Read(node) => {
                let value = self.read_atom(node)?;
                self.values.push(value);
            }
            Task::Apply { head, node, base } => {
                let value = self.apply(head, node, base)?;
                self.values.truncate(base);
                self.values.push(value);
                self.marks.term(value, node);
            }
            Task::Let { node, base } => self.enter_let(node, base)?,
            Task::Leave(mark) => self.signature.functions.undo(mark),
            Task::Quantify { node, binding, bounds, mark } => {
                self.quantify(node, binding, &bounds, mark)?;
            }
            Task::Annotate(node) => self.annotate(node)?,
            Task::Match(node) => self.enter_match(node)?,
            Task::Case { pattern, body, value } => self.enter_case(pattern, body, value)?,
            Task::Choose { node, base, value, tests } => self.choose(node, base, value, &tests)?,
        }
        Ok(())
    }

    /// Schedules the reading of nodes in order.
    pub(super) fn read_all(&mut self, nodes: impl Iterator<Item = Node>) {
        let first = self.tasks.len();
        self.tasks.extend(nodes.map(Task::Read));
        self.tasks[first..].reverse();
    }

    fn read_atom(&mut self, node: Node) -> Result<Term, Error> {
        let source = self.source;
        match source.token(node) {
            Token::Symbol => {
                let head = self.head(node)?;
                self.constant(head, node)
            }
            Token::Numeral => {
                let value = self.number(node)?;
                let sort = self.numeral_sort();
                Ok(self.terms.numeral(&value, sort))
            }
            Token::Decimal => {
                let value = self.number(node)?;
                Ok(self.terms.numeral(&value, Sort::REAL))
            }
            Token::Hexadecimal | Token::Binary => {
                Err(source.error(node, Kind::Unsupported, "bit-vectors are not supported"))
            }
            Token::String => {
                Err(source.error(node, Kind::Unsupported, "strings are not supported"))
            }
            Token::List | Token::Reserved | Token::Keyword => {
                Err(source.unexpected(node, "a term"))
            }
        }
    }

    /// The sort of a number without a dot.
    pub(super) fn numeral_sort(&self) -> Sort {
        match self.evidence {
            // What we print shows by a dot that a number is real.
            Some(_) => Sort::INT,
            None => self.signature.logic.numeral_sort(),
        }
    }

    /// The value of a numeral or decimal.
    pub(super) fn number(&self, node: Node) -> Result<Rational, Error> {
        let text = self.source.atom(node);
        if text.len() > MOST_DIGITS {
            let message = format!("numbers of more than {MOST_DIGITS} digits are not supported");
            return Err(self.source.error(node, Kind::Unsupported, message));
        }
        text.parse().map_err(|_| self.source.unexpected(node, "a number"))
    }

    fn read_list(&mut self, node: Node) -> Result<(), Error> {
        let source = self.source;
        let mut children = source.children(node);
        let first = children.expect(node, "a term")?;
        if source.token(first) == Token::Reserved {
            return self.read_form(node, first);
        }
        if self.is_lambda(node) {
            return self.enter_quantifier(node, Binding::Lambda);
        }
        let head = self.head(first)?;
        if children.clone().next().is_none() {
            return Err(source.ends(node, "an argument"));
        }
        self.tasks.push(Task::Apply { head, node, base: self.values.len() });
        self.read_all(children);
        Ok(())
    }

    /// Is it `(lambda ((x S)) …)` in a model? Nothing else reads so: `((x S))` is no term, even
    /// where a script has given the name to something of its own.
    fn is_lambda(&self, node: Node) -> bool {
        let source = self.source;
        let mut children = source.children(node);
        let is_word = children.next().is_some_and(|word| source.atom(word) == "lambda");
        if !is_word || self.evidence.is_none_or(|evidence| evidence.allows_functions) {
            return false;
        }
        let Some(list) = children.next().filter(|list| source.is_list(*list)) else { return false };
        let mut pairs = source.children(list);
        pairs.next().is_some_and(|pair| source.is_list(pair)) && pairs.next().is_none()
    }

    fn read_form(&mut self, node: Node, word: Node) -> Result<(), Error> {
        let source = self.source;
        let mut children = source.children(node);
        children.next();
        match source.atom(word) {
            "let" => {
                let bindings = children.expect(node, "a list of bindings")?;
                children.expect(node, "the body of the `let`")?;
                children.finish()?;
                let mut values = Vec::new();
                for binding in source.list(bindings, "a list of bindings")? {
                    let mut parts = source.list(binding, "a variable with its value")?;
                    let variable = parts.expect(binding, "a variable")?;
                    source.symbol(variable, "a variable")?;
                    values.push(parts.expect(binding, "a term")?);
                    parts.finish()?;
                }
                self.tasks.push(Task::Let { node, base: self.values.len() });
                self.read_all(values.into_iter());
                Ok(())
            }
            "forall" => self.enter_quantifier(node, Binding::Forall),
            "exists" => self.enter_quantifier(node, Binding::Exists),
            "match" => {
                let value = children.expect(node, "a term")?;
                children.expect(node, "a list of cases")?;
                children.finish()?;
                self.tasks.push(Task::Match(node));
                self.tasks.push(Task::Read(value));
                Ok(())
            }
            "!" => {
                let term = children.expect(node, "a term")?;
                self.tasks.push(Task::Annotate(node));
                self.tasks.push(Task::Read(term));
                Ok(())
            }
            "as" | "_" => {
                let head = self.head(node)?;
                let value = self.constant(head, node)?;
                self.values.push(value);
                Ok(())
            }
            _ => Err(source.unexpected(word, "a function")),
        }
    }

    fn enter_let(&mut self, node: Node, base: usize) -> Result<(), Error> {
        let source = self.source;
        let mut children = source.children(node);
        let (_, bindings, body) = (children.next(), children.next(), children.next());
        let (Some(bindings), Some(body)) = (bindings, body) else { return Ok(()) };
        let mark = self.signature.functions.mark();
        let variables = source.children(bindings).filter_map(|pair| source.children(pair).next());
        let variables: Vec<Node> = variables.collect();
        self.refuse_repeated(&variables)?;
        // All values were read outside of the scope: the bindings are parallel.
        for (&variable, &value) in variables.iter().zip(&self.values[base..]) {
            self.signature.functions.bind(source.atom(variable), Symbol::Term(value));
        }
        self.values.truncate(base);
        self.tasks.push(Task::Leave(mark));
        self.tasks.push(Task::Read(body));
        Ok(())
    }

    /// Variables that are bound together must be different.
    pub(super) fn refuse_repeated(&self, variables: &[Node]) -> Result<(), Error> {
        if variables.len() < 2 {
            return Ok(());
        }
        let mut seen = HashSet::new();
        for &variable in variables {
            let name = self.source.atom(variable);
            if !seen.insert(name) {
                let message = format!("the variable `{}` is bound here twice", shorten(name));
                return Err(self.source.error(variable, Kind::Declaration, message));
            }
        }
        Ok(())
    }

    fn enter_quantifier(&mut self, node: Node, binding: Binding) -> Result<(), Error> {
        let mut children = self.source.children(node);
        children.next();
        let list = children.expect(node, "a list of variables")?;
        let body = children.expect(node, "the body of the quantifier")?;
        children.finish()?;
        let mark = self.signature.functions.mark();
        let bounds = self.bind_variables(list)?;
        if bounds.is_empty() {
            return Err(self.source.unexpected(list, "at least one variable"));
        }
        for (pair, bound) in self.source.children(list).zip(&bounds) {
            let variable = self.terms.bound(*bound);
            self.marks.variable(variable, self.source.children(pair).next().unwrap_or(pair));
        }
        self.marks.depth += 1;
        self.tasks.push(Task::Quantify { node, binding, bounds, mark });
        self.tasks.push(Task::Read(body));
        Ok(())
    }

    /// Enters the variables of a list `((x S) …)` into scope.
    pub fn bind_variables(&mut self, list: Node) -> Result<Vec<Bound>, Error> {
        let source = self.source;
        let mut bounds = Vec::new();
        let mut variables = Vec::new();
        for pair in source.list(list, "a list of variables with their sorts")? {
            let mut parts = source.list(pair, "a variable with its sort")?;
            let variable = parts.expect(pair, "a variable")?;
            let name = source.symbol(variable, "a variable")?;
            let sort = parts.expect(pair, "a sort")?;
            parts.finish()?;
            let sort = self.signature.sorts.read(self.terms, source, sort)?;
            // Reading evidence must not shift the numbers of what the script has.
            bounds.push(match self.is_numbered() {
                true => self.terms.new_bound(name, sort),
                false => self.terms.scratch_bound(name, sort),
            });
            variables.push(variable);
        }
        self.refuse_repeated(&variables)?;
        for (&variable, &bound) in variables.iter().zip(&bounds) {
            let term = self.terms.bound(bound);
            self.signature.functions.bind(source.atom(variable), Symbol::Term(term));
        }
        self.open_variables += bounds.len();
        Ok(bounds)
    }

    /// Do variables and quantifiers get numbers of the script?
    fn is_numbered(&self) -> bool {
        self.evidence.is_none_or(|evidence| evidence.is_numbered)
    }

    fn quantify(
        &mut self,
        node: Node,
        binding: Binding,
        bounds: &[Bound],
        mark: Mark,
    ) -> Result<(), Error> {
        self.signature.functions.undo(mark);
        self.open_variables -= bounds.len();
        let Some(body) = self.values.pop() else { return Ok(()) };
        let found = self.terms.sort_of(body);
        if found != Sort::BOOL && binding != Binding::Lambda {
            let place = self.source.children(node).nth(2).unwrap_or(node);
            return Err(self.wrong_sort(place, Sort::BOOL, found));
        }
        let guarded = self.guard(node, binding, bounds, body)?;
        let body = guarded.body;
        let binder = match self.is_numbered() {
            true => self.terms.new_binder(bounds),
            false => self.terms.scratch_binder(bounds),
        };
        let value = match binding {
            Binding::Forall => self.terms.forall(binder, body),
            Binding::Exists => self.terms.exists(binder, body),
            Binding::Lambda => self.terms.lambda(binder, body),
        };
        self.keep_open(value, guarded);
        self.marks.depth -= 1;
        self.marks.quantified(value, bounds, node);
        self.values.push(value);
        Ok(())
    }
}
