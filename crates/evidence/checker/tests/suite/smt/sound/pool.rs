//! A pool of terms over every theory, and small models of their symbols.

use buttress_logic::{Constructor, Function, Model, Sort, SortKind, Symbol, Term, Terms, Value};
use buttress_numeric::Rational;
use buttress_prop::Random;

/// Terms by sort, with their store.
pub struct Pool {
    pub terms: Terms,
    /// `nil` and `cons` of the lists.
    pub lists: [Constructor; 2],
    pools: Vec<(Sort, Vec<Term>)>,
    functions: Vec<Function>,
}

impl Pool {
    pub fn new(random: &mut Random) -> Pool {
        let mut terms = Terms::new();
        let declaration = terms.declare_sort();
        let kind = SortKind::Uninterpreted { name: "U".into(), declaration, arguments: vec![] };
        let element = terms.sort(kind);
        let array = terms.array_sort(Sort::INT, Sort::INT);
        let (datatype, list) = terms.declare_datatype("List", &[]);
        let nil = terms.add_constructor(datatype, "nil", &[]);
        let fields = [("head".to_owned(), Sort::INT), ("tail".to_owned(), list)];
        let cons = terms.add_constructor(datatype, "cons", &fields);
        let sorts = [Sort::BOOL, Sort::INT, Sort::REAL, element, array, list];
        let mut pool = Pool { terms, lists: [nil, cons], pools: vec![], functions: vec![] };
        for sort in sorts {
            let constants = (0..2).map(|number| {
                let name = format!("c{}{number}", sort.index());
                let function = pool.terms.declare_function(&name, &[], sort);
                pool.functions.push(function);
                pool.terms.apply(function, &[])
            });
            let constants = constants.collect();
            pool.pools.push((sort, constants));
        }
        let signatures: [(&[Sort], Sort); 6] = [
            (&[element], element),
            (&[Sort::INT], Sort::INT),
            (&[Sort::BOOL], element),
            (&[element, Sort::INT], Sort::BOOL),
            (&[list], Sort::INT),
            (&[Sort::BOOL, list], list),
        ];
        for (number, (arguments, result)) in signatures.into_iter().enumerate() {
            let function = pool.terms.declare_function(&format!("f{number}"), arguments, result);
            pool.functions.push(function);
        }
        let empty = pool.terms.construct(nil, &[]);
        pool.add(empty);
        for value in [0, 1, 2, -3] {
            for sort in [Sort::INT, Sort::REAL] {
                let number = pool.terms.numeral(&Rational::from(value), sort);
                pool.add(number);
            }
        }
        pool.add(Term::TRUE);
        for _ in 0..160 {
            let term = pool.build(random);
            pool.add(term);
        }
        pool
    }

    fn add(&mut self, term: Term) {
        let sort = self.terms.sort_of(term);
        if let Some((_, pool)) = self.pools.iter_mut().find(|(known, _)| *known == sort)
            && !pool.contains(&term)
        {
            pool.push(term);
        }
    }

    /// A sort, truth values more often than others.
    pub fn random_sort(&self, random: &mut Random) -> Sort {
        self.pools[random.below(self.pools.len())].0
    }

    /// A term of this sort, one of the smaller ones in half of the cases.
    pub fn any(&self, random: &mut Random, sort: Sort) -> Term {
        let pool = self.pools.iter().find(|(known, _)| *known == sort).map(|(_, pool)| pool);
        let pool = pool.expect("a sort of the pool");
        let count = if random.coin() { pool.len().min(5) } else { pool.len() };
        pool[random.below(count)]
    }

    /// A small linear term over few variables.
    pub fn small(&mut self, random: &mut Random, sort: Sort) -> Term {
        let mut parts = Vec::new();
        for _ in 0..random.between(1, 2) {
            let factor = Rational::from(random.between(0, 4) as i64 - 2);
            let factor = self.terms.numeral(&factor, sort);
            let part = self.any(random, sort);
            parts.push(if random.coin() { part } else { self.terms.multiply(&[factor, part]) });
        }
        self.terms.add(&parts)
    }

    /// A term with some others of the pool as its arguments.
    fn build(&mut self, random: &mut Random) -> Term {
        let [.., element, array, list] = [0, 1, 2, 3, 4, 5].map(|place| self.pools[place].0);
        let number = if random.chance(70) { Sort::INT } else { Sort::REAL };
        let (x, y) = (self.any(random, number), self.any(random, number));
        let (i, j) = (self.any(random, Sort::INT), self.any(random, Sort::INT));
        let real = self.any(random, Sort::REAL);
        let (p, q) = (self.any(random, Sort::BOOL), self.any(random, Sort::BOOL));
        let r = self.any(random, Sort::BOOL);
        let (m, n) = (self.any(random, array), self.any(random, array));
        let l = self.any(random, list);
        let sort = self.random_sort(random);
        let (s, t, u) = (self.any(random, sort), self.any(random, sort), self.any(random, sort));
        let (e, divisor) = (self.any(random, element), [1, 2, -3, 0][random.below(4)]);
        let divisor = self.terms.numeral(&Rational::from(divisor), Sort::INT);
        let [nil, cons] = self.lists;
        let terms = &mut self.terms;
        match random.below(30) {
            0 => terms.and(&[p, q, r]),
            1 => terms.or(&[p, q]),
            2 => terms.not(p),
            3 => terms.ite(p, s, t),
            4 | 5 => terms.equal(s, t),
            6 => terms.distinct(&[s, t, u]),
            7 => terms.add(&[x, y]),
            8 => terms.multiply(&[x, y]),
            9 => {
                let divisor = terms.to_real(divisor);
                terms.divide(real, divisor)
            }
            10 => terms.integer_divide(i, divisor),
            11 => terms.modulo(i, divisor),
            12 => terms.modulo(i, j),
            13 => terms.absolute(i),
            14 => terms.to_real(i),
            15 => terms.to_integer(real),
            16 => terms.is_integer(real),
            17 => terms.less_equal(x, y),
            18 => terms.less(x, y),
            19 => terms.select(m, i),
            20 => terms.store(m, i, j),
            21 => terms.constant_array(array, i),
            22 => terms.difference(m, n),
            23 => terms.default_of(m),
            24 => terms.construct(cons, &[i, l]),
            25 => terms.test([nil, cons][random.below(2)], l),
            26 => terms.select_field(terms.selectors(cons)[0], l),
            27 => terms.select_field(terms.selectors(cons)[1], l),
            _ => {
                let function = self.functions[random.between(12, self.functions.len() - 1)];
                let sorts = self.terms.function_arguments(function).to_vec();
                let mut arguments: Vec<Term> =
                    sorts.iter().map(|sort| self.any(random, *sort)).collect();
                if sorts.first() == Some(&element) {
                    arguments[0] = e;
                }
                self.terms.apply(function, &arguments)
            }
        }
    }

    /// A model with few values, so that equalities often hold.
    pub fn model(&self, random: &mut Random) -> Model {
        let mut model = Model::new();
        let element = self.pools[3].0;
        model.values.set_universe(element, random.between(1, 3) as u32);
        for &function in &self.functions {
            let symbol = Symbol::Function(function);
            let arguments = self.terms.function_arguments(function).to_vec();
            let result = self.terms.function_result(function);
            let default = self.value(random, &mut model, result);
            model.set_default(symbol, default);
            for _ in 0..random.between(1, 3) {
                let place: Vec<Value> =
                    arguments.iter().map(|sort| self.value(random, &mut model, *sort)).collect();
                let value = self.value(random, &mut model, result);
                model.set(symbol, &place, value);
            }
        }
        let open = [
            (Symbol::DivideByZero, Sort::REAL),
            (Symbol::IntegerDivideByZero, Sort::INT),
            (Symbol::ModuloByZero, Sort::INT),
        ];
        for (symbol, sort) in open {
            let (at, value) =
                (self.value(random, &mut model, sort), self.value(random, &mut model, sort));
            model.set(symbol, &[at], value);
        }
        model
    }

    fn value(&self, random: &mut Random, model: &mut Model, sort: Sort) -> Value {
        let [_, _, _, element, array, list] = [0, 1, 2, 3, 4, 5].map(|place| self.pools[place].0);
        if sort == Sort::BOOL {
            return Value::from(random.coin());
        }
        if sort == element {
            let size = model.values.universe(sort) as usize;
            return model.values.element(sort, random.below(size) as u32);
        }
        if sort.is_arithmetic() {
            let denominator = if sort == Sort::REAL { random.between(1, 2) as i64 } else { 1 };
            let number = Rational::new(random.between(0, 4) as i64 - 2, denominator);
            return model.values.number(sort, number.unwrap_or(Rational::ZERO));
        }
        let number = self.value(random, model, Sort::INT);
        if sort == array {
            let mut value = model.values.constant_array(array, number);
            for _ in 0..random.below(3) {
                let [at, stored] = [(); 2].map(|()| self.value(random, model, Sort::INT));
                value = model.values.store(&self.terms, value, at, stored).unwrap_or(value);
            }
            return value;
        }
        debug_assert_eq!(sort, list);
        let mut value = model.values.construct(self.lists[0], &[]);
        for _ in 0..random.below(3) {
            let head = self.value(random, model, Sort::INT);
            value = model.values.construct(self.lists[1], &[head, value]);
        }
        value
    }
}
