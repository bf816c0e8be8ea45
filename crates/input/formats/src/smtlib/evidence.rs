//! Reading evidence: terms of proofs, and models.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use buttress_logic::{
    Bound, Op, Sort, SortKind, Symbol as Interpreted, TableKind, Term, Terms, Walk,
};

use super::script::Script;
use super::sexpr::{Node, shorten};
use super::symbol::Symbol;
use super::tables::reserved_symbol;
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

/// A model as it is written.
#[derive(Clone, Default, Debug)]
pub struct WrittenModel {
    /// What it defines, each symbol once.
    pub definitions: Vec<Definition>,
    /// The uninterpreted sorts of which it says how many elements they have, with that number. No
    /// element beyond is mentioned.
    pub universes: Vec<(Sort, u32)>,
}

impl WrittenModel {
    /// Every uninterpreted sort that the model speaks of, with the number of its elements: as many
    /// as the model says, or as the largest element that is mentioned asks for.
    pub fn sizes(&self, terms: &Terms) -> Vec<(Sort, u32)> {
        let mut sizes: BTreeMap<Sort, u32> = mentioned(terms, &self.definitions);
        sizes.extend(self.universes.iter().copied());
        sizes.into_iter().collect()
    }
}

/// How many elements of each uninterpreted sort the definitions ask for.
fn mentioned(terms: &Terms, definitions: &[Definition]) -> BTreeMap<Sort, u32> {
    let mut sizes = BTreeMap::new();
    let bodies: Vec<Term> = definitions.iter().map(|definition| definition.body).collect();
    let mut walk = Walk::of(&bodies);
    while let Some(term) = walk.step() {
        if let Op::Element(number) = terms.op(term) {
            let size = sizes.entry(terms.sort_of(term)).or_insert(1);
            *size = number.saturating_add(1).max(*size);
        }
        walk.enter(terms.arguments(term));
    }
    sizes
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
        let evidence = Some(Evidence { bindings, allows_functions: true, is_numbered: false });
        self.signature.sorts.reads_evidence = true;
        let mut reader = TermReader::new(&mut self.signature, terms, &source, evidence);
        let result = reader.read(source.root());
        self.leave_evidence();
        self.return_to(before, false);
        result
    }

    /// Reads a model as `get-model` prints it: definitions, and for uninterpreted sorts
    /// `(forall ((x U)) (or (= x (as @0 U)) (= x (as @1 U))))`, all elements in any order.
    pub fn parse_model(&mut self, terms: &mut Terms, text: &str) -> Result<WrittenModel, Error> {
        self.parse_written(terms, text, false)
    }

    /// Reads a model whose variables and quantifiers are numbered as those of scripts are, so that proofs
    /// can speak of them.
    pub fn parse_definitions(
        &mut self,
        terms: &mut Terms,
        text: &str,
    ) -> Result<WrittenModel, Error> {
        self.parse_written(terms, text, true)
    }

    fn parse_written(
        &mut self,
        terms: &mut Terms,
        text: &str,
        is_numbered: bool,
    ) -> Result<WrittenModel, Error> {
        let source = Sexpr::read(text)?;
        let before = self.here();
        self.signature.sorts.reads_evidence = true;
        let result = self.written_model(terms, &source, is_numbered);
        self.leave_evidence();
        self.return_to(before, false);
        result
    }

    /// What follows is the script again.
    fn leave_evidence(&mut self) {
        self.signature.sorts.reads_evidence = false;
        self.signature.tables.forget_asked();
    }

    fn written_model(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        is_numbered: bool,
    ) -> Result<WrittenModel, Error> {
        let mut entries = source.list(source.root(), "a model in parentheses")?.peekable();
        // Older solvers begin with a word.
        entries.next_if(|entry| !source.is_list(*entry) && source.atom(*entry) == "model");
        let mut seen = HashSet::new();
        let mut model = WrittenModel::default();
        let mut places = Vec::new();
        for entry in entries {
            let is_list = source.is_list(entry);
            let word = if is_list { source.children(entry).next() } else { None };
            if word.is_some_and(|word| source.is_reserved(word, "forall")) {
                let (sort, size) = self.universe(terms, source, entry)?;
                if model.universes.iter().any(|universe| universe.0 == sort) {
                    let message = "the elements of this sort are listed twice";
                    return Err(source.error(entry, Kind::Declaration, message));
                }
                model.universes.push((sort, size));
                places.push(entry);
                continue;
            }
            let before = self.here();
            let definition = self.definition(terms, source, entry, is_numbered)?;
            self.return_to(before, false);
            if !seen.insert(definition.symbol) {
                let message = format!("`{}` is defined twice", shorten(&definition.name));
                return Err(source.error(entry, Kind::Declaration, message));
            }
            model.definitions.push(definition);
        }
        let mentioned = mentioned(terms, &model.definitions);
        for ((sort, size), place) in model.universes.iter().zip(places) {
            if mentioned.get(sort).is_some_and(|mentioned| mentioned > size) {
                let message = "a definition mentions an element that is not listed here";
                return Err(source.error(place, Kind::Declaration, message));
            }
        }
        Ok(model)
    }

    /// `(forall ((x U)) (or (= x (as @0 U)) …))`, of one element without the `or`: the sort, and
    /// how many elements it has.
    fn universe(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        entry: Node,
    ) -> Result<(Sort, u32), Error> {
        let bindings = HashMap::new();
        let evidence =
            Some(Evidence { bindings: &bindings, allows_functions: false, is_numbered: false });
        let mut reader = TermReader::new(&mut self.signature, terms, source, evidence);
        let formula = reader.read(entry)?;
        elements(terms, formula).ok_or_else(|| {
            let message = "expected all elements of an uninterpreted sort, from `@0` on";
            source.error(entry, Kind::Syntax, message)
        })
    }

    /// `(define-fun f ((x S) …) S body)`
    fn definition(
        &mut self,
        terms: &mut Terms,
        source: &Sexpr,
        entry: Node,
        is_numbered: bool,
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
        let evidence = Some(Evidence { bindings: &bindings, allows_functions: false, is_numbered });
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

    /// The operations that are left open: `@/0`, `@div0`, `@mod0`, `@sel:name`, `@missing`.
    fn special(
        &mut self,
        terms: &mut Terms,
        name: &str,
        parameters: &[Bound],
    ) -> Option<Interpreted> {
        match name {
            "@/0" => Some(Interpreted::DivideByZero),
            "@div0" => Some(Interpreted::IntegerDivideByZero),
            "@mod0" => Some(Interpreted::ModuloByZero),
            TableKind::MISSING => {
                let table = terms.bound_sort(*parameters.first()?);
                Some(Interpreted::Function(self.signature.tables.missing(terms, table)?))
            }
            _ if let Some(choice) = name.strip_prefix("@choice.") => {
                let (binder, place) = choice.split_once('.')?;
                let binder = terms.binder_at(binder.parse().ok()?)?;
                let place: u32 = place.parse().ok()?;
                terms.binder(binder).get(place as usize)?;
                Some(Interpreted::Choice(binder, place))
            }
            _ => {
                let selector = name.strip_prefix("@sel:")?;
                let declared = self.signature.functions.get(selector).cloned();
                let symbol = declared.or_else(|| reserved_symbol(selector))?;
                let [parameter] = parameters else { return None };
                let datatypes = &self.signature.sorts.datatypes;
                let instance = datatypes.instance(terms.bound_sort(*parameter))?;
                let symbol = symbol.of_family(Some(instance.family));
                let Symbol::Selector { family, constructor, field } = symbol else { return None };
                let is_right = instance.family == family;
                is_right.then(|| Interpreted::WrongField(instance.selectors[constructor][field]))
            }
        }
    }
}

/// The sort of which a formula says that these are all its elements, and how many they are.
fn elements(terms: &Terms, formula: Term) -> Option<(Sort, u32)> {
    let [variable] = terms.quantified(formula) else { return None };
    let sort = terms.bound_sort(*variable);
    if !matches!(terms.sort_kind(sort), SortKind::Uninterpreted { .. }) {
        return None;
    }
    let body = [*terms.arguments(formula).first()?];
    let equations = if terms.op(body[0]) == Op::Or { terms.arguments(body[0]) } else { &body };
    let mut numbers = BTreeSet::new();
    for equation in equations {
        let (Op::Equal, [left, right]) = (terms.op(*equation), terms.arguments(*equation)) else {
            return None;
        };
        let number = match (terms.op(*left), terms.op(*right)) {
            (Op::Bound(bound), Op::Element(number)) if bound == *variable => number,
            (Op::Element(number), Op::Bound(bound)) if bound == *variable => number,
            _ => return None,
        };
        numbers.insert(number);
    }
    let size = u32::try_from(numbers.len()).ok()?;
    // As many different numbers as this, all below it, are all numbers below it.
    numbers.last().is_some_and(|last| *last < size).then_some((sort, size))
}
