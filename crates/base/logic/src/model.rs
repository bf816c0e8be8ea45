//! Models: what every function means.
//!
//! A model is total. What it does not mention has the default value of its sort, see
//! [`Values::default_value`]: constants, functions outside their tables, and the operations that
//! SMT-LIB leaves open, such as division by 0.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::{Binder, Bound, Function, Selector, Sort, Term, Terms, Value, Values, Witness};

/// What a model interprets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// A declared function or constant.
    Function(Function),
    /// `(/ x 0)` as a function of x.
    DivideByZero,
    /// `(div x 0)` as a function of x.
    IntegerDivideByZero,
    /// `(mod x 0)` as a function of x.
    ModuloByZero,
    /// A selector on values that another constructor made.
    WrongField(Selector),
    /// A value to try for the variable at a place of a quantifier's list. It has no meaning.
    Choice(Binder, u32),
}

impl Symbol {
    /// The sorts of the arguments, and of the result.
    pub fn signature(self, terms: &Terms) -> (Vec<Sort>, Sort) {
        match self {
            Symbol::Function(function) => {
                (terms.function_arguments(function).to_vec(), terms.function_result(function))
            }
            Symbol::DivideByZero => (vec![Sort::REAL], Sort::REAL),
            Symbol::IntegerDivideByZero | Symbol::ModuloByZero => (vec![Sort::INT], Sort::INT),
            Symbol::WrongField(selector) => {
                let constructor = terms.selector_constructor(selector);
                let datatype = terms.constructor_datatype(constructor);
                (vec![terms.datatype_sort(datatype)], terms.selector_sort(selector))
            }
            Symbol::Choice(binder, place) => {
                (Vec::new(), terms.bound_sort(terms.binder(binder)[place as usize]))
            }
        }
    }

    /// The name under which a model lists it.
    pub fn name(self, terms: &Terms) -> String {
        match self {
            Symbol::Function(function) => terms.function_name(function).to_owned(),
            Symbol::DivideByZero => "@/0".to_owned(),
            Symbol::IntegerDivideByZero => "@div0".to_owned(),
            Symbol::ModuloByZero => "@mod0".to_owned(),
            Symbol::WrongField(selector) => format!("@sel:{}", terms.selector_name(selector)),
            Symbol::Choice(binder, place) => format!("@choice.{}.{place}", binder.number()),
        }
    }
}

/// A function by its values: what it is at finitely many places, and elsewhere.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Table {
    /// The places, and the values there.
    pub entries: BTreeMap<Vec<Value>, Value>,
    /// The value elsewhere; the default value of the sort if `None`.
    pub default: Option<Value>,
}

/// What a symbol means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interpretation {
    /// By its values.
    Table(Table),
    /// By a term over its parameters, evaluated on demand.
    Definition {
        /// The parameters.
        parameters: Vec<Bound>,
        /// The value, in terms of the parameters.
        body: Term,
    },
}

/// An interpretation of all functions over universes of given sizes.
#[derive(Clone, Default, Debug)]
pub struct Model {
    /// The values that the interpretations mention, and the sizes of the universes.
    pub values: Values,
    interpretations: HashMap<Symbol, Interpretation>,
    /// The symbols whose definitions may make use of themselves and of each other.
    recursive: HashSet<Symbol>,
    /// What was chosen for the variables of quantified formulas: a solver's own business.
    witnesses: HashMap<Witness, Value>,
    /// Where arrays differ, if it was chosen: a solver's own business too.
    differences: HashMap<(Value, Value), Value>,
}

impl Model {
    /// The model in which everything has its default value and every universe one element.
    pub fn new() -> Model {
        Model::default()
    }

    /// What a symbol means, if the model mentions it.
    pub fn interpretation(&self, symbol: Symbol) -> Option<&Interpretation> {
        self.interpretations.get(&symbol)
    }

    /// The symbols that the model mentions, in the order of their kinds and declarations.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut symbols: Vec<Symbol> = self.interpretations.keys().copied().collect();
        symbols.sort_unstable();
        symbols
    }

    /// Says what a symbol means, in place of what was said before.
    pub fn interpret(&mut self, symbol: Symbol, interpretation: Interpretation) {
        self.interpretations.insert(symbol, interpretation);
    }

    /// Says what a constant is.
    pub fn set_constant(&mut self, function: Function, value: Value) {
        self.set(Symbol::Function(function), &[], value);
    }

    /// Says what a symbol is at one place. A definition gives way to a table.
    pub fn set(&mut self, symbol: Symbol, arguments: &[Value], value: Value) {
        self.table_mut(symbol).entries.insert(arguments.to_vec(), value);
    }

    /// Says what a symbol is at all places not named by [`Model::set`].
    pub fn set_default(&mut self, symbol: Symbol, value: Value) {
        self.table_mut(symbol).default = Some(value);
    }

    /// What was chosen for a variable of a quantified formula.
    pub fn witness(&self, witness: Witness) -> Option<Value> {
        self.witnesses.get(&witness).copied()
    }

    /// Says what was chosen for a variable of a quantified formula.
    pub fn set_witness(&mut self, witness: Witness, value: Value) {
        self.witnesses.insert(witness, value);
    }

    /// An index at which two arrays differ, if one was chosen.
    pub fn difference(&self, left: Value, right: Value) -> Option<Value> {
        self.differences.get(&(left, right)).copied()
    }

    /// Chooses an index at which two arrays differ.
    pub fn set_difference(&mut self, left: Value, right: Value, index: Value) {
        self.differences.insert((left, right), index);
    }

    fn table_mut(&mut self, symbol: Symbol) -> &mut Table {
        let interpretation = self
            .interpretations
            .entry(symbol)
            .or_insert_with(|| Interpretation::Table(Table::default()));
        if let Interpretation::Definition { .. } = interpretation {
            *interpretation = Interpretation::Table(Table::default());
        }
        match interpretation {
            Interpretation::Table(table) => table,
            Interpretation::Definition { .. } => unreachable!("it was just replaced"),
        }
    }

    /// Says what a symbol is by a term over its parameters that may call the symbol again. Whether every call
    /// ends is the caller's business; evaluation gives up after a while.
    pub fn define_recursive(&mut self, symbol: Symbol, parameters: &[Bound], body: Term) {
        self.define(symbol, parameters, body);
        self.recursive.insert(symbol);
    }

    /// May the definition of a symbol make use of itself?
    pub fn is_recursive(&self, symbol: Symbol) -> bool {
        self.recursive.contains(&symbol)
    }

    /// Says what a symbol is by a term over its parameters.
    pub fn define(&mut self, symbol: Symbol, parameters: &[Bound], body: Term) {
        let parameters = parameters.to_vec();
        self.interpret(symbol, Interpretation::Definition { parameters, body });
    }
}
