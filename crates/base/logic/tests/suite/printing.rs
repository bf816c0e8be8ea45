//! Printing: SMT-LIB's syntax, linear in what is shared, in a fixed order; and substitution.

use std::collections::HashMap;

use buttress_logic::{
    Model, Sort, SortKind, Symbol, Term, Terms, Value, print, print_applied, print_model,
    print_shared, print_sort, print_value, substitute,
};
use buttress_numeric::Rational;

#[test]
fn terms() {
    let mut terms = Terms::new();
    let x = terms.fresh_constant("x y", Sort::INT);
    let r = terms.fresh_constant("r", Sort::REAL);
    let minus = terms.negate(x);
    let three = terms.numeral(&(-3).into(), Sort::INT);
    let sum = terms.add(&[minus, three]);
    assert_eq!(print(&terms, sum), "(+ (* (- 1) |x y|) (- 3))");
    assert_eq!(print_applied(&terms, sum, |term| format!("@{}", term.index())), {
        format!("(+ @{} @{})", minus.index(), three.index())
    });
    let third = terms.numeral(&Rational::new(-1, 3).unwrap(), Sort::REAL);
    let quotient = terms.divide(r, third);
    assert_eq!(print(&terms, quotient), "(/ r (- (/ 1.0 3.0)))");
    let inner = terms.array_sort(Sort::INT, Sort::BOOL);
    let sort = terms.array_sort(Sort::REAL, inner);
    assert_eq!(print_sort(&terms, sort), "(Array Real (Array Int Bool))");
    let rows = terms.constant_array(inner, Term::TRUE);
    let table = terms.constant_array(sort, rows);
    let read = terms.select(table, r);
    let read = terms.select(read, x);
    assert_eq!(
        print(&terms, read),
        "(select (select ((as const (Array Real (Array Int Bool))) ((as const (Array Int Bool)) true)) r) |x y|)"
    );
    let bound = terms.new_bound("i", Sort::INT);
    let variable = terms.bound(bound);
    let atom = terms.less(variable, x);
    let binder = terms.new_binder(&[bound]);
    let forall = terms.forall(binder, atom);
    assert_eq!(print(&terms, forall), "(forall ((i Int)) (< i |x y|))");
}

#[test]
fn parametric_constructors_say_their_sort_where_needed() {
    let mut terms = Terms::new();
    let (datatype, sort) = terms.declare_datatype("List", &[Sort::INT]);
    let nil = terms.add_constructor(datatype, "nil", &[]);
    let fields = [("head".to_owned(), Sort::INT), ("tail".to_owned(), sort)];
    let cons = terms.add_constructor(datatype, "cons", &fields);
    let one = terms.numeral(&Rational::ONE, Sort::INT);
    let empty = terms.construct(nil, &[]);
    let list = terms.construct(cons, &[one, empty]);
    assert_eq!(print(&terms, list), "(cons 1 (as nil (List Int)))");
    let test = terms.test(cons, list);
    assert_eq!(print(&terms, test), "((_ is cons) (cons 1 (as nil (List Int))))");
    let (pair, _) = terms.declare_datatype("Either", &[Sort::INT, Sort::BOOL]);
    let left = terms.add_constructor(pair, "left", &[("get".to_owned(), Sort::INT)]);
    let left = terms.construct(left, &[one]);
    assert_eq!(print(&terms, left), "((as left (Either Int Bool)) 1)");
}

#[test]
fn sharing_keeps_the_text_linear() {
    let mut terms = Terms::new();
    let mut term = terms.fresh_constant("x", Sort::INT);
    for _ in 0..3 {
        term = terms.add(&[term, term]);
    }
    assert_eq!(print(&terms, term), "(+ (+ (+ x x) (+ x x)) (+ (+ x x) (+ x x)))");
    assert_eq!(
        print_shared(&terms, term),
        "(let ((@l0 (+ x x))) (let ((@l1 (+ @l0 @l0))) (+ @l1 @l1)))"
    );
    for _ in 0..100_000 {
        term = terms.add(&[term, term]);
    }
    assert!(print_shared(&terms, term).len() < 5_000_000);
}

/// What a quantifier's body shares with the outside is written in both places, since it may
/// speak of the variable.
#[test]
fn sharing_stays_within_quantifiers() {
    let mut terms = Terms::new();
    let x = terms.fresh_constant("x", Sort::INT);
    let bound = terms.new_bound("i", Sort::INT);
    let variable = terms.bound(bound);
    let sum = terms.add(&[variable, x]);
    let (product, double) = (terms.multiply(&[sum, sum]), terms.add(&[x, x]));
    let atom = terms.less(product, double);
    let binder = terms.new_binder(&[bound]);
    let forall = terms.forall(binder, atom);
    let equal = terms.equal(double, x);
    let other = terms.less(double, x);
    let formula = terms.and(&[equal, forall, other]);
    assert_eq!(
        print_shared(&terms, formula),
        "(let ((@l0 (+ x x))) (and (= x @l0) (forall ((i Int)) (let ((@l1 (+ i x))) (< (* @l1 @l1) (+ x x)))) (< @l0 x)))"
    );
}

#[test]
fn models() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let declaration = terms.declare_sort();
    let kind = SortKind::Uninterpreted { name: "U".to_owned(), declaration, arguments: vec![] };
    let universe = terms.sort(kind);
    let f = terms.declare_function("f", &[universe, Sort::BOOL], Sort::INT);
    let p = terms.declare_function("p'", &[], Sort::BOOL);
    let u = terms.declare_function("u", &[], universe);
    let g = terms.declare_function("g", &[Sort::INT], Sort::INT);
    model.values.set_universe(universe, 2);
    let element = model.values.element(universe, 1);
    let number = model.values.number(Sort::INT, (-3).into());
    let half = model.values.number(Sort::REAL, Rational::new(1, 2).unwrap());
    model.set(Symbol::Function(f), &[element, Value::TRUE], number);
    model.set_constant(p, Value::TRUE);
    model.set_default(Symbol::DivideByZero, half);
    let bound = terms.new_bound("n", Sort::INT);
    let variable = terms.bound(bound);
    let double = terms.add(&[variable, variable]);
    model.define(Symbol::Function(g), &[bound], double);
    assert_eq!(
        print_model(&terms, &mut model, &[f, p, u, g]),
        "(
  (define-fun f ((@x0 U) (@x1 Bool)) Int (ite (and (= @x0 (as @1 U)) (= @x1 true)) (- 3) 0))
  (define-fun |p'| () Bool true)
  (define-fun u () U (as @0 U))
  (define-fun g ((n Int)) Int (+ n n))
  (define-fun @/0 ((@x0 Real)) Real (/ 1.0 2.0))
)"
    );
}

/// A value that is a large tree but a small graph is not written out as a tree.
#[test]
fn shared_values() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let (datatype, sort) = terms.declare_datatype("Tree", &[]);
    let leaf = terms.add_constructor(datatype, "leaf", &[]);
    let fields = [("left".to_owned(), sort), ("right".to_owned(), sort)];
    let node = terms.add_constructor(datatype, "node", &fields);
    let mut tree = model.values.construct(leaf, &[]);
    for _ in 0..1_000 {
        tree = model.values.construct(node, &[tree, tree]);
    }
    assert!(print_value(&terms, &model.values, tree).len() < 100_000);
}

#[test]
fn substitution_is_simultaneous() {
    let mut terms = Terms::new();
    let x = terms.fresh_constant("x", Sort::INT);
    let y = terms.fresh_constant("y", Sort::INT);
    let f = terms.declare_function("f", &[Sort::INT], Sort::INT);
    let call = terms.apply(f, &[x]);
    let bound = terms.new_bound("i", Sort::INT);
    let variable = terms.bound(bound);
    let (sum, atom) = (terms.add(&[call, y]), terms.less(variable, y));
    let binder = terms.new_binder(&[bound]);
    let forall = terms.forall(binder, atom);
    let below = terms.less(sum, x);
    let formula = terms.and(&[below, forall]);
    let map = HashMap::from([(x, y), (y, x)]);
    let swapped = substitute(&mut terms, formula, &map);
    assert_eq!(print(&terms, swapped), "(and (< (+ (f y) x) y) (forall ((i Int)) (< i x)))");
    assert_eq!(substitute(&mut terms, swapped, &map), formula);
    // Outermost first: the call goes before its argument does.
    let map = HashMap::from([(call, x), (x, y)]);
    let replaced = substitute(&mut terms, sum, &map);
    assert_eq!(print(&terms, replaced), "(+ x y)");
    let mut deep = x;
    for _ in 0..100_000 {
        deep = terms.apply(f, &[deep]);
    }
    let other = substitute(&mut terms, deep, &HashMap::from([(x, y)]));
    assert_ne!(other, deep);
    assert_eq!(substitute(&mut terms, other, &HashMap::from([(y, x)])), deep);
}
