//! Evaluation: SMT-LIB's meaning of every operator, and no limit on depth.

use buttress_logic::{
    EvaluateError, Evaluator, Function, Model, Sort, SortKind, Symbol, Term, Terms, Value,
    evaluate, print_value,
};
use buttress_numeric::Rational;

fn integer(terms: &mut Terms, number: i64) -> Term {
    terms.numeral(&number.into(), Sort::INT)
}

fn constant(terms: &mut Terms, name: &str, sort: Sort) -> (Function, Term) {
    let function = terms.declare_function(name, &[], sort);
    (function, terms.apply(function, &[]))
}

fn check(terms: &Terms, model: &mut Model, term: Term, expected: &str) {
    let value = evaluate(terms, model, term).expect("the term has a value");
    assert_eq!(print_value(terms, &model.values, value), expected);
}

#[test]
fn division_is_euclidean() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    for (left, right, quotient, remainder) in [
        (7, 2, "3", "1"),
        (-7, 2, "(- 4)", "1"),
        (7, -2, "(- 3)", "1"),
        (-7, -2, "4", "1"),
        (6, -3, "(- 2)", "0"),
        (-1, 5, "(- 1)", "4"),
    ] {
        let (left, right) = (integer(&mut terms, left), integer(&mut terms, right));
        let division = terms.integer_divide(left, right);
        check(&terms, &mut model, division, quotient);
        let modulo = terms.modulo(left, right);
        check(&terms, &mut model, modulo, remainder);
    }
}

#[test]
fn numbers() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let third = Rational::new(-1, 3).unwrap();
    let (x, term) = constant(&mut terms, "x", Sort::REAL);
    let value = model.values.number(Sort::REAL, third);
    model.set_constant(x, value);
    check(&terms, &mut model, term, "(- (/ 1.0 3.0))");
    let floor = terms.to_integer(term);
    check(&terms, &mut model, floor, "(- 1)");
    let absolute = terms.absolute(floor);
    check(&terms, &mut model, absolute, "1");
    let real = terms.to_real(floor);
    check(&terms, &mut model, real, "(- 1.0)");
    let sum = terms.add(&[term, term, real]);
    check(&terms, &mut model, sum, "(- (/ 5.0 3.0))");
    let square = terms.multiply(&[term, term]);
    check(&terms, &mut model, square, "(/ 1.0 9.0)");
    let quotient = terms.divide(real, term);
    check(&terms, &mut model, quotient, "3.0");
    for (left, right, less, less_equal) in [
        (term, real, "false", "false"),
        (real, term, "true", "true"),
        (term, term, "false", "true"),
    ] {
        let atom = terms.less(left, right);
        check(&terms, &mut model, atom, less);
        let atom = terms.less_equal(left, right);
        check(&terms, &mut model, atom, less_equal);
    }
    let is_integer = terms.is_integer(term);
    check(&terms, &mut model, is_integer, "false");
    let is_integer = terms.is_integer(real);
    check(&terms, &mut model, is_integer, "true");
}

#[test]
fn connectives() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let (truth, yes) = constant(&mut terms, "yes", Sort::BOOL);
    let (_, no) = constant(&mut terms, "no", Sort::BOOL);
    model.set_constant(truth, Value::TRUE);
    let cases = [
        (terms.and(&[yes, no]), "false"),
        (terms.and(&[yes, yes]), "true"),
        (terms.or(&[no, yes]), "true"),
        (terms.or(&[no, no]), "false"),
        (terms.not(no), "true"),
        (terms.xor(yes, no), "true"),
        (terms.implies(yes, no), "false"),
        (terms.ite(no, yes, no), "false"),
        (terms.ite(yes, yes, no), "true"),
        (terms.distinct(&[yes, no, yes]), "false"),
        (terms.equal(yes, yes), "true"),
    ];
    for (term, expected) in cases {
        check(&terms, &mut model, term, expected);
    }
    let numbers: Vec<Term> = (0..3).map(|n| integer(&mut terms, n)).collect();
    let distinct = terms.distinct(&numbers);
    check(&terms, &mut model, distinct, "true");
}

/// What SMT-LIB leaves open is what the model says, and otherwise the default value.
#[test]
fn unspecified_operations() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let (zero, seven) = (integer(&mut terms, 0), integer(&mut terms, 7));
    let (real_zero, real_seven) = (terms.to_real(zero), terms.to_real(seven));
    let division = terms.integer_divide(seven, zero);
    let modulo = terms.modulo(seven, zero);
    let quotient = terms.divide(real_seven, real_zero);
    for (term, expected) in [(division, "0"), (modulo, "0"), (quotient, "0.0")] {
        check(&terms, &mut model, term, expected);
    }
    let at = model.values.number(Sort::INT, 7.into());
    let value = model.values.number(Sort::INT, 5.into());
    model.set(Symbol::IntegerDivideByZero, &[at], value);
    check(&terms, &mut model, division, "5");
    check(&terms, &mut model, modulo, "0");
    model.set_default(Symbol::ModuloByZero, value);
    check(&terms, &mut model, modulo, "5");
    let half = model.values.number(Sort::REAL, Rational::new(1, 2).unwrap());
    model.set_default(Symbol::DivideByZero, half);
    check(&terms, &mut model, quotient, "(/ 1.0 2.0)");

    let (datatype, sort) = terms.declare_datatype("List", &[]);
    let nil = terms.add_constructor(datatype, "nil", &[]);
    let fields = [("head".to_owned(), Sort::INT), ("tail".to_owned(), sort)];
    let cons = terms.add_constructor(datatype, "cons", &fields);
    let head = terms.selectors(cons)[0];
    let empty = terms.construct(nil, &[]);
    let one = terms.construct(cons, &[seven, empty]);
    let (right, wrong) = (terms.select_field(head, one), terms.select_field(head, empty));
    check(&terms, &mut model, one, "(cons 7 nil)");
    check(&terms, &mut model, right, "7");
    check(&terms, &mut model, wrong, "0");
    let empty_value = evaluate(&terms, &mut model, empty).unwrap();
    model.set(Symbol::WrongField(head), &[empty_value], value);
    check(&terms, &mut model, wrong, "5");
    let (is_cons, is_nil) = (terms.test(cons, one), terms.test(nil, one));
    check(&terms, &mut model, is_cons, "true");
    check(&terms, &mut model, is_nil, "false");
}

#[test]
fn arrays() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let sort = terms.array_sort(Sort::BOOL, Sort::INT);
    let (one, two) = (integer(&mut terms, 1), integer(&mut terms, 2));
    let ones = terms.constant_array(sort, one);
    let twos = terms.constant_array(sort, two);
    let left = terms.store(ones, Term::TRUE, two);
    let right = terms.store(twos, Term::FALSE, one);
    let equal = terms.equal(left, right);
    check(&terms, &mut model, equal, "true");
    let read = terms.select(left, Term::TRUE);
    check(&terms, &mut model, read, "2");
    let difference = terms.difference(left, ones);
    check(&terms, &mut model, difference, "true");
    let sort = terms.array_sort(Sort::INT, Sort::INT);
    let ones = terms.constant_array(sort, one);
    let stored = terms.store(ones, two, two);
    check(&terms, &mut model, stored, "(store ((as const (Array Int Int)) 1) 2 2)");
    let default = terms.default_of(stored);
    check(&terms, &mut model, default, "1");
    let twos = terms.constant_array(sort, two);
    let difference = terms.difference(stored, twos);
    check(&terms, &mut model, difference, "1");
}

/// `f` is defined by cases, `g` calls `f`, `h` calls itself.
#[test]
fn definitions() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let f = terms.declare_function("f", &[Sort::INT, Sort::INT], Sort::INT);
    let g = terms.declare_function("g", &[Sort::INT], Sort::INT);
    let h = terms.declare_function("h", &[Sort::INT], Sort::INT);
    let (x, y) = (terms.new_bound("x", Sort::INT), terms.new_bound("y", Sort::INT));
    let (x_term, y_term) = (terms.bound(x), terms.bound(y));
    let numbers: Vec<Term> = (0..4).map(|n| integer(&mut terms, n)).collect();
    // (ite (x, y = 1, 2) 3 (ite (x, y = 1, 2) 0 (ite (x = 2) y (x + y))))
    let case = |terms: &mut Terms| {
        let equations = [terms.equal(x_term, numbers[1]), terms.equal(y_term, numbers[2])];
        terms.and(&equations)
    };
    let sum = terms.add(&[x_term, y_term]);
    let is_two = terms.equal(x_term, numbers[2]);
    let body = terms.ite(is_two, y_term, sum);
    let condition = case(&mut terms);
    let body = terms.ite(condition, numbers[0], body);
    let body = terms.ite(condition, numbers[3], body);
    model.define(Symbol::Function(f), &[x, y], body);
    let call = terms.apply(f, &[x_term, numbers[2]]);
    model.define(Symbol::Function(g), &[x], call);
    let call = terms.apply(h, &[x_term]);
    let again = terms.add(&[call, numbers[1]]);
    model.define(Symbol::Function(h), &[x], again);
    for (left, right, expected) in [(1, 2, "3"), (2, 3, "3"), (2, 0, "0"), (3, 3, "6"), (1, 1, "2")]
    {
        let call = terms.apply(f, &[numbers[left], numbers[right]]);
        check(&terms, &mut model, call, expected);
    }
    let inner = terms.apply(g, &[numbers[1]]);
    check(&terms, &mut model, inner, "3");
    let outer = terms.apply(g, &[inner]);
    check(&terms, &mut model, outer, "5");
    let endless = terms.apply(h, &[numbers[1]]);
    let circular = EvaluateError::Circular(Symbol::Function(h));
    assert_eq!(evaluate(&terms, &mut model, endless), Err(circular));

    let three = model.values.number(Sort::INT, 3.into());
    let mut evaluator = Evaluator::new(&terms, &mut model);
    assert_eq!(evaluator.value(x_term), Err(EvaluateError::Unbound(x)));
    evaluator.bind(x, three);
    evaluator.bind(y, three);
    let six = evaluator.value(sum).unwrap();
    assert_eq!(evaluator.model().values.as_number(six), Some(&6.into()));
}

#[test]
fn errors() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let declaration = terms.declare_sort();
    let kind = SortKind::Uninterpreted { name: "U".to_owned(), declaration, arguments: vec![] };
    let sort = terms.sort(kind);
    let (first, second) = (terms.element(sort, 0), terms.element(sort, 1));
    check(&terms, &mut model, first, "(as @0 U)");
    let outside = Err(EvaluateError::OutsideUniverse(second));
    assert_eq!(evaluate(&terms, &mut model, second), outside);
    model.values.set_universe(sort, 2);
    check(&terms, &mut model, second, "(as @1 U)");
    let x = terms.new_bound("x", Sort::BOOL);
    let body = terms.bound(x);
    let binder = terms.new_binder(&[x]);
    let forall = terms.forall(binder, body);
    assert_eq!(evaluate(&terms, &mut model, forall), Ok(Value::FALSE));
    let y = terms.new_bound("y", Sort::INT);
    let (y_term, zero) = (terms.bound(y), integer(&mut terms, 0));
    let square = terms.multiply(&[y_term, y_term]);
    let body = terms.less_equal(zero, square);
    let binder = terms.new_binder(&[y]);
    let forall = terms.forall(binder, body);
    let quantifier = Err(EvaluateError::Quantifier(forall));
    assert_eq!(evaluate(&terms, &mut model, forall), quantifier);
}

/// Terms 100,000 deep, of each kind that nests.
#[test]
fn depth_is_no_limit() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let (_, start) = constant(&mut terms, "x", Sort::INT);
    let (_, flag) = constant(&mut terms, "p", Sort::BOOL);
    let f = terms.declare_function("f", &[Sort::INT], Sort::INT);
    let parameter = terms.new_bound("y", Sort::INT);
    let (one, parameter_term) = (integer(&mut terms, 1), terms.bound(parameter));
    let successor = terms.add(&[parameter_term, one]);
    model.define(Symbol::Function(f), &[parameter], successor);
    let (datatype, list) = terms.declare_datatype("List", &[]);
    let nil = terms.add_constructor(datatype, "nil", &[]);
    let fields = [("head".to_owned(), Sort::INT), ("tail".to_owned(), list)];
    let cons = terms.add_constructor(datatype, "cons", &fields);
    let sort = terms.array_sort(Sort::INT, Sort::INT);
    let (_, mut array) = constant(&mut terms, "a", sort);
    let (mut sum, mut call, mut choice) = (start, start, start);
    let mut formula = flag;
    let mut cells = terms.construct(nil, &[]);
    for number in 0..100_000 {
        sum = terms.add(&[sum, one]);
        call = terms.apply(f, &[call]);
        choice = terms.ite(formula, choice, one);
        formula = terms.and(&[formula, flag]);
        formula = terms.not(formula);
        cells = terms.construct(cons, &[one, cells]);
        let number = integer(&mut terms, number);
        array = terms.store(array, number, number);
    }
    let read = terms.select(array, one);
    for (term, expected) in [(sum, "100000"), (call, "100000"), (formula, "true"), (read, "1")] {
        check(&terms, &mut model, term, expected);
    }
    assert!(evaluate(&terms, &mut model, choice).is_ok());
    let value = evaluate(&terms, &mut model, cells).unwrap();
    assert!(print_value(&terms, &model.values, value).len() > 700_000);
    let value = evaluate(&terms, &mut model, array).unwrap();
    assert!(print_value(&terms, &model.values, value).len() > 700_000);
}
