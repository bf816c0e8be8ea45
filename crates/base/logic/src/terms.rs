//! The store in which equal terms are one term.

use std::cell::RefCell;
use std::collections::HashMap;

use buttress_numeric::Rational;

use crate::datatype::{ConstructorParts, DatatypeParts, SelectorParts};
use crate::{Binder, Bound, Cardinality, Function, Number, Op, Sort, SortKind, Witness};

/// A term, by its number in the store: a term's arguments have smaller numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub u32);

impl Term {
    /// ⊤
    pub const TRUE: Term = Term(0);
    /// ⊥
    pub const FALSE: Term = Term(1);

    /// Its position in the store.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The bit that tells variables and binders that no script has.
const SCRATCH: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    start: u32,
    end: u32,
}

#[derive(Clone, Debug)]
struct Signature {
    name: String,
    arguments: Vec<Sort>,
    result: Sort,
}

/// All terms, and the sorts, functions and datatypes that they speak of.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    arguments: Vec<Term>,
    /// Terms by the hash of their parts.
    shared: HashMap<u64, Vec<Term>>,
    numbers: Vec<Rational>,
    number_ids: HashMap<Rational, Number>,
    functions: Vec<Signature>,
    bounds: Vec<(String, Sort)>,
    binders: Vec<Vec<Bound>>,
    scratch_bounds: Vec<(String, Sort)>,
    scratch_binders: Vec<Vec<Bound>>,
    witnesses: Vec<(Term, u32)>,
    witness_numbers: HashMap<(Term, u32), Witness>,
    pub(crate) sorts: Vec<SortKind>,
    pub(crate) sort_numbers: HashMap<SortKind, Sort>,
    pub(crate) sort_declarations: u32,
    /// Cardinalities found so far, while no datatype changes.
    pub(crate) cardinalities: RefCell<HashMap<Sort, Cardinality>>,
    pub(crate) datatypes: Vec<DatatypeParts>,
    pub(crate) constructors: Vec<ConstructorParts>,
    pub(crate) selectors: Vec<SelectorParts>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// A store that holds ⊤, ⊥ and the built-in sorts.
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            arguments: Vec::new(),
            shared: HashMap::new(),
            numbers: Vec::new(),
            number_ids: HashMap::new(),
            functions: Vec::new(),
            bounds: Vec::new(),
            binders: Vec::new(),
            scratch_bounds: Vec::new(),
            scratch_binders: Vec::new(),
            witnesses: Vec::new(),
            witness_numbers: HashMap::new(),
            sorts: Vec::new(),
            sort_numbers: HashMap::new(),
            sort_declarations: 0,
            cardinalities: RefCell::default(),
            datatypes: Vec::new(),
            constructors: Vec::new(),
            selectors: Vec::new(),
        };
        for kind in [SortKind::Bool, SortKind::Int, SortKind::Real] {
            terms.sort(kind);
        }
        terms.intern(Op::True, Sort::BOOL, &[]);
        terms.intern(Op::False, Sort::BOOL, &[]);
        terms
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: ⊤ is always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What stands at the top of a term.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The sort of a term.
    pub fn sort_of(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The arguments of a term.
    pub fn arguments(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &self.arguments[node.start as usize..node.end as usize]
    }

    /// The argument at a place.
    ///
    /// # Panics
    /// If the term has fewer arguments.
    pub fn argument(&self, term: Term, place: usize) -> Term {
        self.arguments(term)[place]
    }

    /// The value of a number.
    pub fn number(&self, number: Number) -> &Rational {
        &self.numbers[number.0 as usize]
    }

    /// The value of a term that is a number.
    pub fn as_number(&self, term: Term) -> Option<&Rational> {
        match self.op(term) {
            Op::Number(number) => Some(self.number(number)),
            _ => None,
        }
    }

    /// The name of a function.
    pub fn function_name(&self, function: Function) -> &str {
        &self.functions[function.0 as usize].name
    }

    /// The sorts of a function's arguments.
    pub fn function_arguments(&self, function: Function) -> &[Sort] {
        &self.functions[function.0 as usize].arguments
    }

    /// The sort of a function's result.
    pub fn function_result(&self, function: Function) -> Sort {
        self.functions[function.0 as usize].result
    }

    /// A new function; another may have the same name.
    pub fn declare_function(&mut self, name: &str, arguments: &[Sort], result: Sort) -> Function {
        let function = Function(self.functions.len() as u32);
        let (name, arguments) = (name.to_owned(), arguments.to_vec());
        self.functions.push(Signature { name, arguments, result });
        function
    }

    /// The first function with this name that takes these arguments.
    pub fn function_named(&self, name: &str, arguments: &[Sort]) -> Option<Function> {
        let is_meant =
            |signature: &Signature| signature.name == name && signature.arguments == arguments;
        self.functions.iter().position(is_meant).map(|at| Function(at as u32))
    }

    /// The number of functions.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// A new variable for a quantifier to bind.
    pub fn new_bound(&mut self, name: &str, sort: Sort) -> Bound {
        self.bounds.push((name.to_owned(), sort));
        Bound(self.bounds.len() as u32 - 1)
    }

    /// A new variable for a quantifier that no script has.
    ///
    /// These are numbered apart: evidence names the variables and binders of a script by their
    /// numbers, which must not depend on what a solver made for itself in between.
    pub fn scratch_bound(&mut self, name: &str, sort: Sort) -> Bound {
        self.scratch_bounds.push((name.to_owned(), sort));
        Bound(SCRATCH | (self.scratch_bounds.len() as u32 - 1))
    }

    /// A new list of variables for a quantifier that no script has.
    pub fn scratch_binder(&mut self, bounds: &[Bound]) -> Binder {
        self.scratch_binders.push(bounds.to_vec());
        Binder(SCRATCH | (self.scratch_binders.len() as u32 - 1))
    }

    fn bound_parts(&self, bound: Bound) -> &(String, Sort) {
        if bound.0 & SCRATCH == 0 {
            &self.bounds[bound.0 as usize]
        } else {
            &self.scratch_bounds[(bound.0 & !SCRATCH) as usize]
        }
    }

    /// The name of a bound variable.
    pub fn bound_name(&self, bound: Bound) -> &str {
        &self.bound_parts(bound).0
    }

    /// The sort of a bound variable.
    pub fn bound_sort(&self, bound: Bound) -> Sort {
        self.bound_parts(bound).1
    }

    /// A new list of variables for one quantifier.
    pub fn new_binder(&mut self, bounds: &[Bound]) -> Binder {
        self.binders.push(bounds.to_vec());
        Binder(self.binders.len() as u32 - 1)
    }

    /// The bound variable with this number.
    pub fn bound_at(&self, number: u32) -> Option<Bound> {
        ((number as usize) < self.bounds.len()).then_some(Bound(number))
    }

    /// The binder with this number.
    pub fn binder_at(&self, number: u32) -> Option<Binder> {
        ((number as usize) < self.binders.len()).then_some(Binder(number))
    }

    /// The variables that a quantifier binds.
    pub fn binder(&self, binder: Binder) -> &[Bound] {
        if binder.0 & SCRATCH == 0 {
            &self.binders[binder.0 as usize]
        } else {
            &self.scratch_binders[(binder.0 & !SCRATCH) as usize]
        }
    }

    /// The variables that a quantified formula binds; none of other terms.
    pub fn quantified(&self, formula: Term) -> &[Bound] {
        match self.op(formula) {
            Op::Forall(binder) | Op::Exists(binder) => self.binder(binder),
            _ => &[],
        }
    }

    /// The constant that is chosen for the variable at a place of a quantified formula Q, which has
    /// no free variables.
    ///
    /// The constants of Q = ∃x̄. F are such that F holds of them if Q does; those of Q = ∀x̄. F such
    /// that F fails of them if Q does. A witness has no arguments: formulas that are equally true
    /// need not have the same witnesses.
    ///
    /// # Panics
    /// If the formula binds no variable at that place.
    pub fn witness(&mut self, formula: Term, place: usize) -> Term {
        let sort = self.bound_sort(self.quantified(formula)[place]);
        let key = (formula, place as u32);
        let witness = match self.witness_numbers.get(&key) {
            Some(witness) => *witness,
            None => {
                let witness = Witness(self.witnesses.len() as u32);
                self.witnesses.push(key);
                self.witness_numbers.insert(key, witness);
                witness
            }
        };
        self.intern(Op::Witness(witness), sort, &[])
    }

    /// The quantified formula of a witness, and the place of its variable.
    pub fn witnessed(&self, witness: Witness) -> (Term, usize) {
        let (formula, place) = self.witnesses[witness.0 as usize];
        (formula, place as usize)
    }

    pub(crate) fn number_id(&mut self, value: &Rational) -> Number {
        if let Some(number) = self.number_ids.get(value) {
            return *number;
        }
        let number = Number(self.numbers.len() as u32);
        self.numbers.push(value.clone());
        self.number_ids.insert(value.clone(), number);
        number
    }

    /// The term with exactly these parts. The caller answers for sorts and arities.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, arguments: &[Term]) -> Term {
        let hash = hash_of(op, sort, arguments);
        if let Some(candidates) = self.shared.get(&hash) {
            for &term in candidates {
                let is_same = self.op(term) == op
                    && self.sort_of(term) == sort
                    && self.arguments(term) == arguments;
                if is_same {
                    return term;
                }
            }
        }
        let term = Term(self.nodes.len() as u32);
        let start = self.arguments.len() as u32;
        self.arguments.extend_from_slice(arguments);
        self.nodes.push(Node { op, sort, start, end: self.arguments.len() as u32 });
        self.shared.entry(hash).or_default().push(term);
        term
    }
}

fn hash_of(op: Op, sort: Sort, arguments: &[Term]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = Mixer(0);
    (op, sort, arguments).hash(&mut hasher);
    hasher.finish()
}

/// A fast hash of few words: multiply and fold.
#[derive(Clone, Default)]
pub(crate) struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl std::hash::Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }
}
