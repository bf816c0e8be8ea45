//! The checker's own evaluation: the value of a term in a model that was read.
//!
//! Ground terms are evaluated once each, arguments first, with SMT-LIB's meaning: `div` and `mod`
//! are Euclidean, `to_int` is the floor, and what SMT-LIB leaves open (x / 0, a field of another
//! constructor's value) is what the model says or the default value of the sort. Nothing here calls
//! the solver's evaluation.
//!
//! # Why finitely many values stand for all
//!
//! A quantified formula is evaluated at a *sample* of its variable, and the evaluation notes for which
//! other values it would have gone the same way. More exactly:
//!
//! 1. Under a quantifier over numbers, numbers are linear forms in the open variables, with exact
//!    coefficients; everything else is a value, or is built from values and forms (`open_value`). Operators
//!    on forms give the form that holds for *all* values of the variables (sums, multiples), or ask a
//!    question about a form: is it negative, is it 0, what does it leave modulo n? Questions are all
//!    that makes an evaluation go one way or the other: which branch of an `ite`, which reading of an
//!    array, which side of `or` decides.
//! 2. Each answer narrows the *cells* of the open variables (`cell`), so that in the cells every form
//!    that was asked about gives the same answer as at the samples. So for all values in the cells the
//!    evaluation takes the same way, and its result, if a truth value, is the same.
//! 3. What is no such operator (a product of two variables, a lambda around which variables are
//!    open) holds the variables at their samples: cells of one point. That is
//!    always right, if rarely useful.
//! 4. ∀x. F is then evaluated by samples until their cells cover all numbers. What is not covered yet
//!    is a list of gaps, between forms in the earlier variables and in residue classes; a gap gets a
//!    sample (its first, last or middle point, as a form in the earlier variables), and what the
//!    sample's cell leaves of it becomes new gaps. Which of two bounds comes first and whether a gap is
//!    empty are questions about earlier variables, and narrow their cells. So for all values of the
//!    earlier variables in *their* cells the same gaps arise, the same cells cover everything, and
//!    F has the same truth value in each: ∀x. F is told by the cells of the earlier variables. If a
//!    sample decides (F is false there), nothing else matters, as long as the sample, which moves with
//!    the earlier variables, stays in its cell: that too narrows the cells of the earlier ones.
//! 5. A variable of a finite sort is given each of its values; how many there are says `size`. A
//!    variable x of an infinite sort that is not numbers is first *any value that is not mentioned*:
//!    compared with a value it is different, and the value is noted. Finitely many are noted, so there
//!    are such values, and for all of them the evaluation goes the same way, because nothing but
//!    comparison for equality is ever done with x: reading an array at x compares x with the
//!    exceptions. Whatever else is tried fails. Then x is given each of the noted values in turn. Values
//!    that depend on earlier variables may be noted; those that depend on later ones may not.
//!
//! Nothing depends on which samples are chosen: a bad choice makes small cells and takes long. Then
//! the steps run out, and the formula has no value here. A formula in which something has no value
//! has one all the same if the rest decides it, as in ⊤ ∨ F.

mod call;
mod cell;
mod cover;
mod definition;
mod extensional;
mod failure;
mod finite;
mod form;
mod lambda;
mod machine;
mod number;
mod open_value;
mod operator;
mod value;

use std::collections::HashMap;
use std::rc::Rc;

use buttress_budget::Budget;
use buttress_logic::{Bound, Function, IdMap, Sort, Symbol, Term, Terms};

use crate::size::Size;
use cell::Cells;
use definition::Definition;
pub use failure::EvaluationFailure;
use open_value::{Evaluated, OpenValue};
pub use value::{Kind, Value, Values};

/// Evaluates terms in one model; what was computed once is remembered.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    budget: &'a Budget,
    pub values: Values,
    universes: HashMap<Sort, u32>,
    constants: HashMap<Function, Value>,
    definitions: HashMap<Symbol, Definition>,
    /// The variables that are bound, each with what it is and the scope in which it is.
    bound: IdMap<Bound, (usize, OpenValue)>,
    /// What was found out in each scope, of terms that depend on nothing bound further inside. The
    /// first is that of closed terms.
    scopes: Vec<IdMap<Term, Evaluated>>,
    /// The variables of each term that are not bound in it.
    free: IdMap<Term, Rc<[Bound]>>,
    /// No variables: most terms have none.
    none: Rc<[Bound]>,
    cells: Cells,
    calls: HashMap<(Symbol, Vec<Value>), Evaluated>,
    /// The symbols whose definitions are being evaluated.
    entered: Vec<Symbol>,
    depth: usize,
    steps: u64,
    sizes: HashMap<Sort, Size>,
    listed: HashMap<Sort, Option<Rc<Vec<Value>>>>,
    defaults: HashMap<Sort, Value>,
}

impl<'a> Evaluator<'a> {
    /// A model in which everything has its default value and every universe one element.
    pub fn new(terms: &'a Terms, budget: &'a Budget) -> Evaluator<'a> {
        Evaluator {
            terms,
            budget,
            values: Values::new(),
            universes: HashMap::new(),
            constants: HashMap::new(),
            definitions: HashMap::new(),
            bound: IdMap::default(),
            scopes: vec![IdMap::default()],
            free: IdMap::default(),
            none: Rc::default(),
            cells: Cells::default(),
            calls: HashMap::new(),
            entered: Vec::new(),
            depth: 0,
            steps: 0,
            sizes: HashMap::new(),
            listed: HashMap::new(),
            defaults: HashMap::new(),
        }
    }

    /// Says how many elements an uninterpreted sort has; before anything is evaluated.
    pub fn set_universe(&mut self, sort: Sort, size: u32) {
        self.universes.insert(sort, size.max(1));
    }

    /// Says what a symbol means; before anything is evaluated.
    pub fn define(&mut self, symbol: Symbol, parameters: &[Bound], body: Term) {
        self.definitions.insert(symbol, Definition::new(parameters.to_vec(), body));
    }

    /// Says what a symbol means by a term that may make use of the symbol again, and every use of which is known to
    /// come to an end; before anything is evaluated.
    pub fn define_recursive(&mut self, symbol: Symbol, parameters: &[Bound], body: Term) {
        let definition = Definition::new(parameters.to_vec(), body);
        self.definitions.insert(symbol, Definition { is_recursive: true, ..definition });
    }

    /// Gives constants other values, and forgets what depended on the old ones.
    pub fn assign(&mut self, constants: impl IntoIterator<Item = (Function, Value)>) {
        self.constants.extend(constants);
        self.scopes[0].clear();
        self.calls.clear();
    }

    /// Is the formula true?
    pub fn holds(&mut self, formula: Term) -> Result<bool, EvaluationFailure> {
        Ok(self.value(formula)? == Value::TRUE)
    }

    /// The value of a term.
    pub fn value(&mut self, term: Term) -> Result<Value, EvaluationFailure> {
        self.evaluate(term)?.as_value().ok_or(EvaluationFailure::Unbound)
    }
}
