//! Declarations and definitions.

use std::sync::Arc;

use buttress_logic::{Sort, Terms};

use super::datatypes::DatatypeFlaw;
use super::expand::Macro;
use super::family::ConstructorShape;
use super::script::Script;
use super::sexpr::{Node, Token, shorten};
use super::shape::{Maker, Shape, SortMacro, SortName, reachable};
use super::signature::Signature;
use super::sorts::is_symbol_list;
use super::symbol::{Builtin, Symbol, Theory};
use super::{Error, Kind, Sexpr};
use crate::limits::MOST_PARAMETERS;

impl Signature {
    /// The name of a function that is about to be declared.
    pub fn check_new<'a>(&self, source: &'a Sexpr, node: Node) -> Result<&'a str, Error> {
        let name = source.symbol(node, "a name")?;
        let shown = shorten(name);
        if name.starts_with('@') {
            let message = format!("`{shown}`: names that begin with @ are for solvers' use");
            return Err(source.error(node, Kind::Declaration, message));
        }
        let message = match self.functions.get(name) {
            None => return Ok(name),
            Some(Symbol::Builtin(builtin)) if !self.has_theory(*builtin) => return Ok(name),
            Some(Symbol::Builtin(_)) => format!("`{shown}` is a symbol of a theory"),
            Some(_) => format!("`{shown}` is declared already"),
        };
        Err(source.error(node, Kind::Declaration, message))
    }

    /// What a constructor or selector that is about to be declared means together with what its name means
    /// already: parts of different datatypes may share a name.
    fn part(&self, source: &Sexpr, node: Node, symbol: Symbol) -> Result<Symbol, Error> {
        let name = source.symbol(node, "a name")?;
        match self.functions.get(name).and_then(|known| known.joined(&symbol)) {
            Some(shared) => Ok(shared),
            None => self.check_new(source, node).map(|_| symbol),
        }
    }

    /// Does the logic have the theory of a symbol? If not, scripts may declare its name.
    fn has_theory(&self, builtin: Builtin) -> bool {
        let (_, theory, ..) = builtin.row();
        match theory {
            Theory::Core => true,
            Theory::Arithmetic => self.logic.integers || self.logic.reals,
            Theory::Arrays => self.logic.arrays,
        }
    }

    /// The name of a sort that is about to be declared.
    fn check_new_sort<'a>(&self, source: &'a Sexpr, node: Node) -> Result<&'a str, Error> {
        let name = source.symbol(node, "the name of a sort")?;
        if name.starts_with('@') {
            let shown = shorten(name);
            let message = format!("`{shown}`: names that begin with @ are for solvers' use");
            return Err(source.error(node, Kind::Declaration, message));
        }
        let is_free = match self.sorts.names.get(name) {
            None => true,
            // What the extension means by a name gives way.
            Some(SortName::Maker(Maker::Table(kind), _)) => kind.name() == name,
            Some(_) => false,
        };
        if !is_free {
            let message = format!("the sort `{}` is declared already", shorten(name));
            return Err(source.error(node, Kind::Declaration, message));
        }
        Ok(name)
    }
}

impl Script {
    /// Applies a command that declares or defines something.
    pub(super) fn declare(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        command: &str,
    ) -> Result<(), Error> {
        match command {
            "declare-sort" => self.declare_sort(terms, source),
            "declare-fun" | "declare-const" => {
                self.declare_function(terms, source, command == "declare-fun")
            }
            "declare-datatype" => self.declare_datatype(terms, source),
            "declare-datatypes" => self.declare_datatypes(terms, source),
            "define-sort" => self.define_sort(terms, source),
            _ => self.define_function(terms, source, command == "define-fun"),
        }
    }

    fn declare_sort(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<(), Error> {
        let root = source.root();
        let mut rest = source.children(root);
        rest.next();
        let node = rest.expect(root, "the name of a sort")?;
        let name = self.signature.check_new_sort(source, node)?;
        let arity = match rest.next() {
            Some(node) => arity(source, node)?,
            None => 0,
        };
        rest.finish()?;
        if self.reading().infinite_sorts {
            return self.declare_infinite_sort(terms, source, node, arity);
        }
        let maker = Maker::Declared { name: name.into(), declaration: terms.declare_sort() };
        self.signature.sorts.names.bind(name, SortName::Maker(maker, arity));
        Ok(())
    }

    fn declare_function(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        has_arguments: bool,
    ) -> Result<(), Error> {
        let root = source.root();
        let mut rest = source.children(root);
        rest.next();
        let name = self.signature.check_new(source, rest.expect(root, "a name")?)?;
        let mut arguments = Vec::new();
        if has_arguments {
            let list = rest.expect(root, "a list of sorts")?;
            for node in source.list(list, "a list of sorts")? {
                arguments.push(self.signature.sorts.read(terms, source, node)?);
            }
        }
        let result = rest.expect(root, "a sort")?;
        rest.finish()?;
        let result = self.signature.sorts.read(terms, source, result)?;
        let function = terms.declare_function(name, &arguments, result);
        self.stack.functions.push(function);
        self.signature.functions.bind(name, Symbol::Function(function));
        Ok(())
    }

    /// `(define-fun f ((x S) …) S t)`, `(define-const c S t)`
    fn define_function(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        has_parameters: bool,
    ) -> Result<(), Error> {
        let root = source.root();
        let mut rest = source.children(root);
        rest.next();
        let name = self.signature.check_new(source, rest.expect(root, "a name")?)?;
        let parameters = match has_parameters {
            true => Some(rest.expect(root, "a list of parameters")?),
            false => None,
        };
        let sort = rest.expect(root, "a sort")?;
        let body = rest.expect(root, "a term")?;
        rest.finish()?;
        let sort: Sort = self.signature.sorts.read(terms, source, sort)?;
        let mark = self.signature.functions.mark();
        let mut bounds = Vec::new();
        let body = {
            let mut reader = super::term::TermReader::new(&mut self.signature, terms, source, None);
            reader.marks.is_wanted = self.positions.is_some();
            if let Some(parameters) = parameters {
                bounds = reader.bind_variables(parameters)?;
            }
            let body = reader.read_of(body, sort)?;
            let super::term::TermReader { named, marks, .. } = reader;
            if let Some(positions) = &mut self.positions {
                positions.keep(terms, source, &marks);
            }
            // The names of terms inside the body outlive the parameters.
            self.signature.functions.undo(mark);
            for (name, term) in named {
                self.signature.functions.bind(&name, Symbol::Term(term));
                self.stack.named.push((name, term));
            }
            self.keep_missing();
            body
        };
        let symbol = match bounds.is_empty() {
            true => Symbol::Term(body),
            false => Symbol::Macro(Arc::new(Macro::new(terms, bounds, body))),
        };
        self.signature.functions.bind(name, symbol);
        Ok(())
    }

    fn define_sort(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<(), Error> {
        let root = source.root();
        let mut rest = source.children(root);
        rest.next();
        let name =
            self.signature.check_new_sort(source, rest.expect(root, "the name of a sort")?)?;
        let list = rest.expect(root, "a list of parameters")?;
        let body = rest.expect(root, "a sort")?;
        rest.finish()?;
        let parameters: Vec<Node> = source.list(list, "a list of parameters")?.collect();
        let sorts = &mut self.signature.sorts;
        let mark = sorts.bind_parameters(source, &parameters)?;
        let mut shapes = Vec::new();
        let body = sorts.read_shape(terms, source, body, &mut shapes)?;
        sorts.names.undo(mark);
        let meaning = match (&shapes[body], parameters.is_empty()) {
            (Shape::Closed(sort), true) => SortName::Plain(*sort),
            _ => {
                let shapes = reachable(&shapes, body);
                SortName::Defined(Arc::new(SortMacro { parameters: parameters.len(), shapes }))
            }
        };
        sorts.names.bind(name, meaning);
        Ok(())
    }

    /// `(declare-datatype D dec)`
    fn declare_datatype(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<(), Error> {
        let root = source.root();
        let mut rest = source.children(root);
        rest.next();
        let name = rest.expect(root, "the name of a sort")?;
        let declaration = rest.expect(root, "a list of constructors")?;
        rest.finish()?;
        let mut parts = source.list(declaration, "a list of constructors")?;
        let is_parametric = parts.next().is_some_and(|word| source.is_reserved(word, "par"));
        let parameters = match (is_parametric, parts.next()) {
            (true, Some(list)) => source.children(list).count(),
            _ => 0,
        };
        self.declare_group(terms, source, vec![(name, parameters, declaration)], None)
    }

    /// `(declare-datatypes ((D n) …) (dec …))`
    fn declare_datatypes(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<(), Error> {
        let root = source.root();
        let mut rest = source.children(root);
        rest.next();
        let names = rest.expect(root, "a list of datatypes with their arities")?;
        let declarations = rest.expect(root, "a list of declarations")?;
        rest.finish()?;
        let mut declared = source.list(declarations, "a list of declarations")?;
        let mut group = Vec::new();
        if is_symbol_list(source, names) {
            return self.declare_old_datatypes(terms, source, names, declarations);
        }
        for entry in source.list(names, "a list of datatypes with their arities")? {
            let mut parts = source.list(entry, "a datatype with its arity")?;
            let name = parts.expect(entry, "the name of a datatype")?;
            let arity = arity(source, parts.expect(entry, "an arity")?)?;
            parts.finish()?;
            let declaration = declared.expect(declarations, "a declaration for each datatype")?;
            group.push((name, arity, declaration));
        }
        declared.finish()?;
        self.declare_group(terms, source, group, None)
    }

    /// The form of older versions, `(declare-datatypes (T …) ((D c …) …))`: all datatypes have the same
    /// parameters, which are not written where a field mentions one of them.
    fn declare_old_datatypes(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        parameters: Node,
        declarations: Node,
    ) -> Result<(), Error> {
        let arity = source.children(parameters).count();
        let mut group = Vec::new();
        for declaration in source.children(declarations) {
            let mut parts = source.list(declaration, "a datatype with its constructors")?;
            group.push((parts.expect(declaration, "the name of a datatype")?, arity, declaration));
        }
        self.declare_group(terms, source, group, Some(parameters))
    }

    /// Declares datatypes that may mention each other: name, arity and declaration of each; in the form
    /// of older versions with the parameters of all.
    fn declare_group(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        group: Vec<(Node, usize, Node)>,
        old_parameters: Option<Node>,
    ) -> Result<(), Error> {
        if group.is_empty() {
            return Err(source.unexpected(source.root(), "at least one datatype"));
        }
        let first = self.signature.sorts.datatypes.family_count();
        for (name_node, arity, _) in &group {
            if *arity > MOST_PARAMETERS {
                let message = format!("more than {MOST_PARAMETERS} parameters are not supported");
                return Err(source.error(*name_node, Kind::Unsupported, message));
            }
            let name = self.signature.check_new_sort(source, *name_node)?;
            let family = self.signature.sorts.datatypes.begin_family(name, *arity);
            let meaning = SortName::Maker(Maker::Datatype(family), *arity);
            self.signature.sorts.names.bind(name, meaning);
        }
        let mark = self.signature.sorts.names.mark();
        if old_parameters.is_some() {
            for (family, (name, arity, _)) in (first..).zip(&group) {
                let inner = SortName::Inner(family, *arity);
                self.signature.sorts.names.bind(source.atom(*name), inner);
            }
        }
        for (family, entry) in (first..).zip(&group) {
            self.describe(terms, source, family, *entry, old_parameters)?;
        }
        self.signature.sorts.names.undo(mark);
        match self.signature.sorts.datatypes.complete_families(terms, first) {
            Ok(()) => Ok(()),
            Err(DatatypeFlaw::Empty { family }) => {
                let name = group[family - first].0;
                let message = format!(
                    "the datatype `{}` has no value: every constructor needs one already",
                    shorten(source.atom(name))
                );
                Err(source.error(name, Kind::Declaration, message))
            }
            Err(DatatypeFlaw::Growing { family, constructor }) => {
                let name = group[family - first].0;
                let datatypes = &self.signature.sorts.datatypes;
                let constructor = &datatypes.family(family).constructors[constructor].name;
                let message = format!(
                    "a field of `{}` asks for ever larger sorts of this declaration, which is not \
                     supported",
                    shorten(constructor)
                );
                Err(source.error(name, Kind::Unsupported, message))
            }
        }
    }

    /// Reads the constructors of a datatype.
    fn describe(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        family: usize,
        (name, arity, declaration): (Node, usize, Node),
        old_parameters: Option<Node>,
    ) -> Result<(), Error> {
        let mut list = declaration;
        let mut parameters: Vec<Node> =
            old_parameters.map(|list| source.children(list).collect()).unwrap_or_default();
        let mut parts = source.list(declaration, "a list of constructors")?;
        if parts.clone().next().is_some_and(|word| source.is_reserved(word, "par")) {
            parts.next();
            let names = parts.expect(declaration, "a list of parameters")?;
            list = parts.expect(declaration, "a list of constructors")?;
            parts.finish()?;
            parameters = source.list(names, "a list of parameters")?.collect();
        }
        if parameters.len() != arity {
            let message = format!(
                "the datatype `{}` has {} parameters here, but its arity is {arity}",
                shorten(source.atom(name)),
                parameters.len()
            );
            return Err(source.error(declaration, Kind::Declaration, message));
        }
        let mark = self.signature.sorts.bind_parameters(source, &parameters)?;
        let mut shapes: Vec<Shape> = Vec::new();
        let mut templates = Vec::new();
        // In the old form the name of the datatype stands before its constructors.
        let entries = source.list(list, "a list of constructors")?.filter(|entry| *entry != name);
        for entry in entries {
            let constructor = templates.len();
            let template =
                self.constructor(terms, source, entry, (family, constructor), &mut shapes)?;
            templates.push(template);
        }
        if templates.is_empty() {
            return Err(source.ends(list, "a constructor"));
        }
        self.signature.sorts.names.undo(mark);
        self.signature.sorts.datatypes.describe(family, templates, shapes);
        Ok(())
    }

    /// Reads a constructor `(c (s S) …)` or `c`.
    fn constructor(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        entry: Node,
        (family, constructor): (usize, usize),
        shapes: &mut Vec<Shape>,
    ) -> Result<ConstructorShape, Error> {
        let mut parts = source.children(entry);
        let head = match source.is_list(entry) {
            true => parts.expect(entry, "the name of a constructor")?,
            false => entry,
        };
        let symbol = Symbol::Constructor { family, constructor };
        let symbol = self.signature.part(source, head, symbol)?;
        let name = source.atom(head).to_owned();
        self.signature.functions.bind(&name, symbol);
        let mut fields = Vec::new();
        for pair in parts {
            let mut parts = source.list(pair, "a selector with its sort")?;
            let selector = parts.expect(pair, "the name of a selector")?;
            let sort = parts.expect(pair, "a sort")?;
            parts.finish()?;
            let field = fields.len();
            let symbol = Symbol::Selector { family, constructor, field };
            let symbol = self.signature.part(source, selector, symbol)?;
            let selector = source.atom(selector);
            self.signature.functions.bind(selector, symbol);
            let shape = self.signature.sorts.read_shape(terms, source, sort, shapes)?;
            fields.push((selector.to_owned(), shape));
        }
        Ok(ConstructorShape { name, fields })
    }
}

/// The arity of a sort.
fn arity(source: &Sexpr, node: Node) -> Result<usize, Error> {
    let expected = "an arity";
    if source.token(node) != Token::Numeral {
        return Err(source.unexpected(node, expected));
    }
    source.atom(node).parse().map_err(|_| source.unexpected(node, expected))
}
