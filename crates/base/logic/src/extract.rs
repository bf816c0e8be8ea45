//! Formulas in a store of their own.
//!
//! What is taken out is named and numbered by where it first occurs, so that formulas which differ in names and
//! in what else their stores hold come out the same: as text they can be compared, and a proof about them fits
//! wherever they occur again.

use std::collections::HashMap;

use crate::{Binder, Bound, Constructor, Function, Op, Selector, Sort, SortKind, Term, Terms};

impl Terms {
    /// These formulas in a new store. Constants are called `c0`, `c1`, …, other functions keep their names if
    /// these are reserved and are called `f0`, `f1`, … if not, and bound variables `b0`, `b1`, ….
    ///
    /// The formulas must come from a reader, and not from a model or a solver: there are no witnesses, elements
    /// and differences in them. Uninterpreted sorts keep their names, and must have different ones.
    pub fn extract(&self, formulas: &[Term]) -> (Terms, Vec<Term>) {
        let mut extraction = Extraction {
            from: self,
            to: Terms::new(),
            terms: HashMap::new(),
            sorts: HashMap::new(),
            functions: HashMap::new(),
            bounds: HashMap::new(),
            binders: HashMap::new(),
            named: [0; 3],
        };
        let extracted = formulas.iter().map(|formula| extraction.term(*formula)).collect();
        (extraction.to, extracted)
    }
}

struct Extraction<'a> {
    from: &'a Terms,
    to: Terms,
    terms: HashMap<Term, Term>,
    sorts: HashMap<Sort, Sort>,
    functions: HashMap<Function, Function>,
    bounds: HashMap<Bound, Bound>,
    binders: HashMap<Binder, Binder>,
    /// How many constants, other functions and bound variables have names.
    named: [usize; 3],
}

impl Extraction<'_> {
    fn term(&mut self, root: Term) -> Term {
        let mut stack = vec![(root, false)];
        while let Some((term, is_ready)) = stack.pop() {
            if self.terms.contains_key(&term) {
                continue;
            }
            if is_ready {
                let arguments: Vec<Term> =
                    self.from.arguments(term).iter().map(|part| self.terms[part]).collect();
                let made = self.make(term, &arguments);
                self.terms.insert(term, made);
                continue;
            }
            // Variables get their numbers from the quantifier, from the outside in.
            if let Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) = self.from.op(term)
            {
                self.binder(binder);
            }
            stack.push((term, true));
            stack.extend(self.from.arguments(term).iter().rev().map(|part| (*part, false)));
        }
        self.terms[&root]
    }

    fn make(&mut self, term: Term, arguments: &[Term]) -> Term {
        let sort = self.sort(self.from.sort_of(term));
        let op = match self.from.op(term) {
            Op::Number(number) => return self.to.numeral(self.from.number(number), sort),
            Op::Apply(function) => Op::Apply(self.function(function)),
            Op::Bound(bound) => Op::Bound(self.bound(bound)),
            Op::Forall(binder) => Op::Forall(self.binder(binder)),
            Op::Exists(binder) => Op::Exists(self.binder(binder)),
            Op::Lambda(binder) => Op::Lambda(self.binder(binder)),
            Op::Construct(constructor) => Op::Construct(self.constructor(constructor)),
            Op::Test(constructor) => Op::Test(self.constructor(constructor)),
            Op::SelectField(selector) => Op::SelectField(self.selector(selector)),
            op => op,
        };
        // The forms that depend on the numbers of terms are made anew.
        let made = self.to.intern(op, sort, arguments);
        self.to.rebuild(made, arguments)
    }

    fn sort(&mut self, sort: Sort) -> Sort {
        if let Some(known) = self.sorts.get(&sort) {
            return *known;
        }
        let made = match self.from.sort_kind(sort) {
            SortKind::Bool => Sort::BOOL,
            SortKind::Int => Sort::INT,
            SortKind::Real => Sort::REAL,
            SortKind::Array { index, element } => {
                let (index, element) = (self.sort(*index), self.sort(*element));
                self.to.sort(SortKind::Array { index, element })
            }
            SortKind::Uninterpreted { name, arguments, .. } => {
                let (name, declaration) = (name.clone(), self.to.declare_sort());
                let arguments = arguments.iter().map(|argument| self.sort(*argument)).collect();
                self.to.sort(SortKind::Uninterpreted { name, declaration, arguments })
            }
            SortKind::Datatype(datatype) => {
                let datatype = *datatype;
                let arguments = self.from.datatype_arguments(datatype).to_vec();
                let arguments: Vec<Sort> =
                    arguments.into_iter().map(|argument| self.sort(argument)).collect();
                let name = self.from.datatype_name(datatype);
                let (made, sort_made) = self.to.declare_datatype(name, &arguments);
                // Fields may be of this very sort.
                self.sorts.insert(sort, sort_made);
                for constructor in self.from.constructors(datatype) {
                    let selectors = self.from.selectors(constructor);
                    let fields: Vec<(String, Sort)> = selectors
                        .iter()
                        .map(|selector| {
                            let name = self.from.selector_name(*selector).to_owned();
                            (name, self.sort(self.from.selector_sort(*selector)))
                        })
                        .collect();
                    self.to.add_constructor(made, self.from.constructor_name(constructor), &fields);
                }
                return sort_made;
            }
        };
        self.sorts.insert(sort, made);
        made
    }

    fn function(&mut self, function: Function) -> Function {
        if let Some(known) = self.functions.get(&function) {
            return *known;
        }
        let arguments = self.from.function_arguments(function).to_vec();
        let arguments: Vec<Sort> = arguments.into_iter().map(|sort| self.sort(sort)).collect();
        let result = self.sort(self.from.function_result(function));
        let name = self.from.function_name(function);
        let name = match (name.starts_with('@'), arguments.is_empty()) {
            (true, _) => name.to_owned(),
            (false, true) => self.name(0, 'c'),
            (false, false) => self.name(1, 'f'),
        };
        let made = self.to.declare_function(&name, &arguments, result);
        self.functions.insert(function, made);
        made
    }

    fn name(&mut self, kind: usize, letter: char) -> String {
        self.named[kind] += 1;
        format!("{letter}{}", self.named[kind] - 1)
    }

    fn bound(&mut self, bound: Bound) -> Bound {
        if let Some(known) = self.bounds.get(&bound) {
            return *known;
        }
        let (name, sort) = (self.name(2, 'b'), self.sort(self.from.bound_sort(bound)));
        let made = self.to.new_bound(&name, sort);
        self.bounds.insert(bound, made);
        made
    }

    fn binder(&mut self, binder: Binder) -> Binder {
        if let Some(known) = self.binders.get(&binder) {
            return *known;
        }
        let bounds: Vec<Bound> = self.from.binder(binder).to_vec();
        let bounds: Vec<Bound> = bounds.into_iter().map(|bound| self.bound(bound)).collect();
        let made = self.to.new_binder(&bounds);
        self.binders.insert(binder, made);
        made
    }

    fn constructor(&mut self, constructor: Constructor) -> Constructor {
        let datatype = self.from.constructor_datatype(constructor);
        let place = self.from.constructors(datatype).iter().position(|it| *it == constructor);
        let sort = self.sort(self.from.datatype_sort(datatype));
        let made = self.to.as_datatype(sort).map(|datatype| self.to.constructors(datatype));
        // The datatype was taken over with all its constructors.
        made.zip(place).map_or(constructor, |(made, place)| made[place])
    }

    fn selector(&mut self, selector: Selector) -> Selector {
        let constructor = self.constructor(self.from.selector_constructor(selector));
        self.to.selectors(constructor)[self.from.selector_position(selector)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print_shared;

    /// ∀i. 0 ≤ i → a[i] = x, and x = car(l), with other names and after other terms.
    fn formulas(names: [&str; 3], is_late: bool) -> (Terms, Vec<Term>) {
        let mut terms = Terms::new();
        if is_late {
            let other = terms.fresh_constant("other", Sort::INT);
            let bound = terms.new_bound("k", Sort::INT);
            let (binder, bound) = (terms.new_binder(&[bound]), terms.bound(bound));
            let body = terms.less(bound, other);
            terms.exists(binder, body);
        }
        let [a, x, l] = names;
        let sort = terms.sort(SortKind::Array { index: Sort::INT, element: Sort::INT });
        let a = terms.fresh_constant(a, sort);
        let x = terms.fresh_constant(x, Sort::INT);
        let list = terms.list_sort(Sort::INT);
        let l = terms.fresh_constant(l, list.sort);
        let bound = terms.new_bound("i", Sort::INT);
        let (binder, i) = (terms.new_binder(&[bound]), terms.bound(bound));
        let zero = terms.numeral(&crate::Rational::ZERO, Sort::INT);
        let guard = terms.less_equal(zero, i);
        let read = terms.select(a, i);
        let value = terms.equal(read, x);
        let body = terms.implies(guard, value);
        let all = terms.forall(binder, body);
        let first = terms.select_field(list.car, l);
        let second = terms.equal(first, x);
        (terms, vec![all, second])
    }

    #[test]
    fn names_and_neighbours_do_not_matter() {
        let text = |names, is_late| {
            let (terms, formulas) = formulas(names, is_late);
            let (terms, formulas) = terms.extract(&formulas);
            formulas.iter().map(|it| print_shared(&terms, *it)).collect::<Vec<_>>().join("\n")
        };
        let one = text(["a", "x", "l"], false);
        assert_eq!(one, text(["p", "q", "r"], true));
        assert!(one.contains("c0") && one.contains("@car"), "{one}");
    }
}
