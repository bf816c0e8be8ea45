//! `define-fun-rec` and `define-funs-rec`: functions that call themselves and each other.
//!
//! A definition is what SMT-LIB says it is: a declared function f, and the assertion ∀x̄. f(x̄) = t. So proofs
//! need no rule of their own; only models do, because a function with infinitely many values is
//! not written into one.

use buttress_logic::{Function, Sort, Terms};

use super::script::Script;
use super::sexpr::{Node, shorten};
use super::symbol::Symbol;
use super::term::TermReader;
use super::{Assertion, Error, Kind, Recursive, Sexpr};

/// A function that is declared, and whose body is still to be read.
struct Declared {
    function: Function,
    parameters: Node,
    result: Sort,
    body: Node,
}

impl Script {
    /// `(define-fun-rec f ((x S) …) S t)`, `(define-funs-rec ((f ((x S) …) S) …) (t …))`
    pub(super) fn define_recursive(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        head: Node,
        is_group: bool,
    ) -> Result<(), Error> {
        if self.reading().partial_arrays {
            let message =
                "recursive definitions are not supported where arrays are read as partial";
            return Err(source.error(head, Kind::Unsupported, message));
        }
        let mut group = Vec::new();
        for (name, parameters, result, body) in signatures(source, is_group)? {
            group.push(self.declare_recursive(terms, source, (name, parameters, result, body))?);
        }
        let number = self.stack.recursive.last().map_or(0, |last| last.group + 1);
        for declared in group {
            self.define_declared(terms, source, &declared, number)?;
        }
        Ok(())
    }

    fn declare_recursive(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        (name, parameters, result, body): (Node, Node, Node, Node),
    ) -> Result<Declared, Error> {
        let name = self.signature.check_new(source, name)?;
        let mut sorts = Vec::new();
        for pair in source.list(parameters, "a list of parameters")? {
            let mut parts = source.list(pair, "a variable with its sort")?;
            parts.expect(pair, "a variable")?;
            let sort = parts.expect(pair, "a sort")?;
            sorts.push(self.signature.sorts.read(terms, source, sort)?);
        }
        let result = self.signature.sorts.read(terms, source, result)?;
        let function = terms.declare_function(name, &sorts, result);
        self.signature.functions.bind(name, Symbol::Function(function));
        Ok(Declared { function, parameters, result, body })
    }

    /// Reads the body of a function, and asserts that the function is that.
    fn define_declared(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        declared: &Declared,
        group: usize,
    ) -> Result<(), Error> {
        let Declared { function, parameters, result, body } = *declared;
        let mark = self.signature.functions.mark();
        let mut reader = TermReader::new(&mut self.signature, terms, source, None);
        reader.marks.is_wanted = self.positions.is_some();
        let bounds = reader.bind_variables(parameters)?;
        let body = reader.read_of(body, result)?;
        let TermReader { named, marks, .. } = reader;
        if let Some((name, _)) = named.first() {
            let message =
                format!("`{}`: no name can be given in a recursive definition", shorten(name));
            return Err(source.error(source.root(), Kind::Unsupported, message));
        }
        if let Some(positions) = &mut self.positions {
            positions.keep(terms, source, &marks);
        }
        self.signature.functions.undo(mark);
        self.keep_missing();
        let variables: Vec<_> = bounds.iter().map(|bound| terms.bound(*bound)).collect();
        let applied = terms.apply(function, &variables);
        let mut formula = terms.equal(applied, body);
        let is_definition = !bounds.is_empty();
        if is_definition {
            let binder = terms.new_binder(&bounds);
            formula = terms.forall(binder, formula);
            let parameters = bounds;
            self.stack.recursive.push(Recursive { function, parameters, body, formula, group });
        } else {
            // A constant is what its equation says, and models say what it is.
            self.stack.functions.push(function);
        }
        let (name, level, text) = (None, self.level(), None);
        let stays = self.has_global_declarations();
        self.stack.assertions.push(Assertion { formula, name, level, is_definition, stays, text });
        Ok(())
    }
}

/// The name, the list of parameters, the sort and the body of each function that is defined.
fn signatures(source: &Sexpr, is_group: bool) -> Result<Vec<(Node, Node, Node, Node)>, Error> {
    let root = source.root();
    let mut rest = source.children(root);
    rest.next();
    if !is_group {
        let name = rest.expect(root, "a name")?;
        let parameters = rest.expect(root, "a list of parameters")?;
        let sort = rest.expect(root, "a sort")?;
        let body = rest.expect(root, "a term")?;
        rest.finish()?;
        return Ok(vec![(name, parameters, sort, body)]);
    }
    let declarations = rest.expect(root, "a list of functions with their parameters and sorts")?;
    let bodies = rest.expect(root, "a list of terms")?;
    rest.finish()?;
    let mut terms = source.list(bodies, "a list of terms")?;
    let mut group = Vec::new();
    for entry in source.list(declarations, "a list of functions")? {
        let mut parts = source.list(entry, "a function with its parameters and its sort")?;
        let name = parts.expect(entry, "a name")?;
        let parameters = parts.expect(entry, "a list of parameters")?;
        let sort = parts.expect(entry, "a sort")?;
        parts.finish()?;
        group.push((name, parameters, sort, terms.expect(bodies, "a term for each function")?));
    }
    terms.finish()?;
    if group.is_empty() {
        return Err(source.unexpected(declarations, "at least one function"));
    }
    Ok(group)
}
