//! Reading evidence: terms of proofs, and models.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Bound, Symbol as Interpreted, Term, Terms};

use super::script::Script;
use super::sexpr::{Node, shorten};
use super::symbol::Symbol;
use super::term::{Evidence, TermReader};
use super::{Error, Kind, Sexpr};

/// What a model says about one symbol.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name, without bars.
    pub name: String,
    /// What is defined.
    pub symbol: Interpreted,
    /// The parameters.
    pub parameters: Vec<Bound>,
    /// The value, in terms of the parameters.
    pub body: Term,
}

impl Script {
    /// Reads a term of a proof: over the names in scope, the given names for terms (such as `@12`),
    /// and the heads `@difference`, `@default` and `(as @3 U)`.
    pub fn parse_term(
        &mut self,
        terms: &mut Terms,
        text: &str,
        bindings: &HashMap<String, Term>,
    ) -> Result<Term, Error> {
        let source = Sexpr::read(text)?;
        let before = self.here();
        let evidence = Some(Evidence { bindings, allows_functions: true });
        let mut reader = TermReader::new(&mut self.signature, terms, &source, evidence);
        let result = reader.read(source.root());
        self.return_to(before, false);
        result
    }

    /// Reads a model as `get-model` prints it.
    pub fn parse_model(&mut self, terms: &mut Terms, text: &str) -> Result<Vec<Definition>, Error> {
        let source = Sexpr::read(text)?;
        let before = self.here();
        let result = self.definitions(terms, &source);
        self.return_to(before, false);
        result
    }

    fn definitions(&mut self, terms: &mut Terms, source: &Sexpr) -> Result<Vec<Definition>, Error> {
        let mut entries = source.list(source.root(), "a model in parentheses")?.peekable();
        // Older solvers begin with a word.
        entries.next_if(|entry| !source.is_list(*entry) && source.atom(*entry) == "model");
        let mut seen = HashSet::new();
        let mut definitions = Vec::new();
        for entry in entries {
            let before = self.here();
            let definition = self.definition(terms, source, entry)?;
            self.return_to(before, false);
            if !seen.insert(definition.symbol) {
                let message = format!("`{}` is defined twice", shorten(&definition.name));
                return Err(source.error(entry, Kind::Declaration, message));
            }
            definitions.push(definition);
        }
        Ok(definitions)
    }

    /// `(define-fun f ((x S) …) S body)`
    fn definition(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        entry: Node,
    ) -> Result<Definition, Error> {
        let mut parts = source.list(entry, "a definition")?;
        let word = parts.expect(entry, "`define-fun`")?;
        if source.symbol(word, "`define-fun`")? != "define-fun" {
            return Err(source.unexpected(word, "`define-fun`"));
        }
        let name = parts.expect(entry, "a name")?;
        source.symbol(name, "a name")?;
        let parameter_list = parts.expect(entry, "a list of parameters")?;
        let sort = parts.expect(entry, "a sort")?;
        let body = parts.expect(entry, "a term")?;
        parts.finish()?;
        let result = self.signature.sorts.read(terms, source, sort)?;
        // The name is looked up before parameters may hide it.
        let function = match self.signature.functions.get(source.atom(name)) {
            Some(Symbol::Function(function)) => Some(Interpreted::Function(*function)),
            _ => None,
        };
        let bindings = HashMap::new();
        let evidence = Some(Evidence { bindings: &bindings, allows_functions: false });
        let mut reader = TermReader::new(&mut self.signature, terms, source, evidence);
        let parameters = reader.bind_variables(parameter_list)?;
        let body = reader.read_of(body, result)?;
        let symbol = function.or_else(|| self.special(terms, source.atom(name), &parameters));
        let Some(symbol) = symbol else {
            let message = format!("`{}` is not declared", shorten(source.atom(name)));
            return Err(source.error(name, Kind::Unknown, message));
        };
        let sorts: Vec<_> = parameters.iter().map(|bound| terms.bound_sort(*bound)).collect();
        if symbol.signature(terms) != (sorts, result) {
            let shown = shorten(source.atom(name));
            let message = format!("`{shown}` has other sorts than in its declaration");
            return Err(source.error(name, Kind::Sort, message));
        }
        Ok(Definition { name: source.atom(name).to_owned(), symbol, parameters, body })
    }

    /// The operations that SMT-LIB leaves open: `@/0`, `@div0`, `@mod0`, `@sel:name`.
    fn special(&self, terms: &Terms, name: &str, parameters: &[Bound]) -> Option<Interpreted> {
        match name {
            "@/0" => Some(Interpreted::DivideByZero),
            "@div0" => Some(Interpreted::IntegerDivideByZero),
            "@mod0" => Some(Interpreted::ModuloByZero),
            _ => {
                let selector = name.strip_prefix("@sel:")?;
                let symbol = self.signature.functions.get(selector)?;
                let Symbol::Selector { family, constructor, field } = symbol else { return None };
                let [parameter] = parameters else { return None };
                let datatypes = &self.signature.sorts.datatypes;
                let instance = datatypes.instance(terms.bound_sort(*parameter))?;
                let is_right = instance.family == *family;
                is_right.then(|| Interpreted::WrongField(instance.selectors[*constructor][*field]))
            }
        }
    }
}
