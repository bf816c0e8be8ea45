//! The worked examples, reduced eagerly and decided.

use std::collections::BTreeSet;

use buttress_arrays::reduce::hashtable::{Hashtable, KeySet, Marks};
use buttress_arrays::reduce::partial::reduce_partial;
use buttress_arrays::reduce::{StepName, Strength, name_terms};
use buttress_arrays::{IndexReason, IndexSet, Reading, ReduceError, Rule, normalise, reduce};
use buttress_logic::{Constructor, Op, Rational, Sort, SortKind, Term, Terms, print};

use crate::common::{decide, read, word};

const INTEGER: &str = "
    (declare-const a (Array Int Int)) (declare-const b (Array Int Int))
    (declare-const k Int) (declare-const l Int) (declare-const u Int) (declare-const v Int)
    (declare-const i Int) (declare-const p Bool)
    (define-fun sorted ((a (Array Int Int)) (l Int) (u Int)) Bool
      (forall ((i Int) (j Int)) (=> (<= l i j u) (<= (select a i) (select a j)))))
    (define-fun partitioned ((a (Array Int Int)) (l1 Int) (u1 Int) (l2 Int) (u2 Int)) Bool
      (forall ((i Int) (j Int))
        (=> (and (<= l1 i u1) (< u1 l2) (<= l2 j u2)) (<= (select a i) (select a j)))))
    (define-fun beq ((a (Array Int Int)) (b (Array Int Int)) (l Int) (u Int)) Bool
      (forall ((i Int)) (=> (<= l i u) (= (select a i) (select b i)))))";

const UNINTERPRETED: &str = "
    (declare-sort I 0) (declare-sort E 0)
    (declare-const a (Array I E)) (declare-const b (Array I E)) (declare-const g (Array I I))
    (declare-const k I) (declare-const l I) (declare-const m I) (declare-const v E)
    (declare-const i I) (declare-fun o (I) I) (declare-fun q (I) Bool)";

fn check(declarations: &str, assertions: &str, reading: Reading, expected: &str) {
    let mut terms = Terms::new();
    let formula = read(&mut terms, &format!("{declarations} {assertions}"));
    let reduction = reduce(&mut terms, formula, reading, 100_000).expect("few instances");
    assert_eq!(reduction.strength, Strength::Equisatisfiable, "{assertions}");
    let verdict = decide(&mut terms, reduction.formula);
    assert_eq!(word(&verdict), expected, "{assertions}");
}

fn check_both(declarations: &str, assertions: &str, expected: &str) {
    check(declarations, assertions, Reading::SmtLib, expected);
    check(declarations, assertions, Reading::Thesis, expected);
}

/// The indices of a sort, printed.
fn members(terms: &Terms, set: &IndexSet, sort: Sort) -> BTreeSet<String> {
    set.of_sort(sort).iter().map(|index| print(terms, index.term)).collect()
}

#[test]
fn examples_of_uninterpreted_indices() {
    for (assertions, expected) in [
        // 2.2.1
        ("(assert (distinct (select a i) v)) (assert (forall ((j I)) (= (select (store a i v) j) (select a j))))", "unsat"),
        ("(assert (= (select a i) v)) (assert (forall ((j I)) (= (select (store a i v) j) (select a j))))", "sat"),
        // 2.2.3, 2.2.5
        ("(assert (= (store a i v) a)) (assert (distinct (select a i) v))", "unsat"),
        ("(assert (= a b)) (assert (distinct (select a i) (select b i)))", "unsat"),
        ("(assert (distinct a b)) (assert (= (select a i) (select b i)))", "sat"),
        ("(assert (distinct a b)) (assert (forall ((j I)) (= (select a j) (select b j))))", "unsat"),
        // 2.2.4
        ("(assert (forall ((j I)) (=> (distinct j i) (= (select a j) v)))) (assert (distinct (select a k) v)) (assert (distinct i k))", "unsat"),
        ("(assert (forall ((j I)) (=> (distinct j i) (= (select a j) v)))) (assert (distinct (select a k) v))", "sat"),
        // 2.2.6
        ("(assert (= (select (store a l v) k) (select b k))) (assert (distinct (select b k) v)) (assert (= (select a k) v))
          (assert (forall ((j I)) (=> (distinct j l) (= (select a j) (select b j)))))", "unsat"),
        ("(assert (= (select (store a l v) k) (select b k))) (assert (= (select a k) v))
          (assert (forall ((j I)) (=> (distinct j l) (= (select a j) (select b j)))))", "sat"),
    ] {
        check_both(UNINTERPRETED, assertions, expected);
    }
}

#[test]
fn index_set_of_example_2_2_6() {
    let mut terms = Terms::new();
    let text = "(assert (= (select (store a l v) k) (select b k)))
        (assert (distinct (select b k) v)) (assert (= (select a k) v))
        (assert (forall ((j I)) (=> (distinct j l) (= (select a j) (select b j)))))";
    let formula = read(&mut terms, &format!("{UNINTERPRETED} {text}"));
    let reduction = reduce(&mut terms, formula, Reading::Thesis, 1000).expect("few instances");
    let sort = reduction.index_set.sorts().next().expect("there is one index sort");
    let expected = ["k", "l", "lambda"].map(str::to_owned);
    assert_eq!(members(&terms, &reduction.index_set, sort), BTreeSet::from(expected));
    // Two properties, that of the write and the given one.
    assert_eq!(reduction.instances, 6);
    let names: Vec<StepName> = reduction.steps.iter().map(|step| step.name).collect();
    assert_eq!(names.last(), Some(&StepName::SeparateLambda));
    assert!(reduction.steps.windows(2).all(|pair| pair[0].output == pair[1].input));
    let lambda =
        reduction.index_set.of_sort(sort).iter().find(|index| index.reason == IndexReason::Lambda);
    assert_eq!(lambda.map(|index| index.term), reduction.index_set.lambda(sort));
}

#[test]
fn example_2_2_2_names_a_term() {
    let mut terms = Terms::new();
    let text =
        "(assert (forall ((i I)) (=> (distinct i (select g k)) (= (select a i) (select a k)))))";
    let formula = read(&mut terms, &format!("{UNINTERPRETED} {text}"));
    let normal = normalise(&mut terms, formula);
    assert_eq!(normal.violation(), None);
    let named = name_terms(&mut terms, &normal);
    let printed = print(&terms, named);
    assert!(printed.contains("(= (select g k) v)"), "{printed}");
    assert!(!printed.contains("(= i (select g k))"), "{printed}");
    check(UNINTERPRETED, text, Reading::SmtLib, "sat");
}

#[test]
fn examples_of_integer_indices() {
    for (assertions, expected) in [
        (
            "(assert (beq a b l u)) (assert (not (beq (store a (+ u 1) (select b (+ u 1))) b l (+ u 1))))",
            "unsat",
        ),
        (
            "(assert (beq a b l u)) (assert (not (beq (store a (+ u 1) (select b u)) b l (+ u 1))))",
            "sat",
        ),
        (
            "(assert (sorted (store (store a 0 1) 5 3) 0 5)) (assert (sorted (store (store a 0 4) 5 6) 0 5))",
            "unsat",
        ),
        (
            "(assert (sorted a l u)) (assert (<= l k u)) (assert (< (select a k) (select a l)))",
            "unsat",
        ),
        ("(assert (sorted a l u)) (assert (< (select a k) (select a l))) (assert (<= l k))", "sat"),
        (
            "(assert (sorted a l k)) (assert (sorted a (+ k 1) u)) (assert (partitioned a l k (+ k 1) u)) (assert (not (sorted a l u)))",
            "unsat",
        ),
        (
            "(assert (sorted a l k)) (assert (sorted a (+ k 1) u)) (assert (not (sorted a l u)))",
            "sat",
        ),
        ("(assert (= p (sorted a l u))) (assert (not p)) (assert (= l u))", "unsat"),
        ("(assert (= p (sorted a l u))) (assert (not p)) (assert (= (+ 1 l) u))", "sat"),
        // An index set without reads still holds the guards' bounds.
        ("(assert (forall ((i Int)) (=> (<= l i u) false))) (assert (<= l u))", "unsat"),
        ("(assert (forall ((i Int)) (=> (<= l i u) false)))", "sat"),
        ("(assert (forall ((i Int)) false))", "unsat"),
        (
            "(assert (forall ((i Int)) (=> (< l i u) (= (select a i) 0)))) (assert (= (select a k) 1)) (assert (< l k u))",
            "unsat",
        ),
        (
            "(assert (forall ((i Int)) (=> (distinct i l) (= (select a i) 0)))) (assert (= (select a (+ l 1)) 1))",
            "unsat",
        ),
        (
            "(assert (forall ((i Int)) (=> (distinct i l) (= (select a i) 0)))) (assert (= (select a l) 1))",
            "sat",
        ),
    ] {
        check_both(INTEGER, assertions, expected);
    }
}

#[test]
fn index_set_of_example_2_3_2() {
    let mut terms = Terms::new();
    let text = "(assert (beq a b l u)) (assert (not (beq (store a (+ u 1) (select b (+ u 1))) b l (+ u 1))))";
    let formula = read(&mut terms, &format!("{INTEGER} {text}"));
    let reduction = reduce(&mut terms, formula, Reading::SmtLib, 1000).expect("few instances");
    // k of the thesis is the witness, which is called after the variable.
    let expected = ["@i.0", "(+ u 1)", "l", "u", "(+ u 2)"].map(str::to_owned);
    assert_eq!(members(&terms, &reduction.index_set, Sort::INT), BTreeSet::from(expected));
}

#[test]
fn a_finite_sort_is_not_taken_to_be_infinite() {
    let one_element = "(assert (forall ((i I)) (=> (distinct i k) false)))";
    check(UNINTERPRETED, one_element, Reading::SmtLib, "sat");
    check(UNINTERPRETED, one_element, Reading::Thesis, "unsat");
    let two = format!("{one_element} (assert (distinct l m))");
    check_both(UNINTERPRETED, &two, "unsat");
    // Without any index term there is still an element.
    check_both(
        UNINTERPRETED,
        "(assert (forall ((i I)) (q i))) (assert (forall ((i I)) (not (q i))))",
        "unsat",
    );
    // Terms that are no indices count: the domain is cut down to all of them.
    let others = "(assert (distinct (o k) k)) (assert (forall ((i I)) (=> (distinct i k) false)))";
    check(UNINTERPRETED, others, Reading::SmtLib, "unsat");
    // Injectivity over an uninterpreted sort.
    let injective =
        "(assert (forall ((x I) (y I)) (=> (distinct x y) (distinct (select a x) (select a y)))))";
    check(UNINTERPRETED, &format!("{injective} (assert (distinct k l))"), Reading::SmtLib, "sat");
    let equal = "(assert (distinct k l)) (assert (= (select a k) (select a l)))";
    check(UNINTERPRETED, &format!("{injective} {equal}"), Reading::SmtLib, "unsat");
}

#[test]
fn sets_that_never_close_are_not_called_complete() {
    let mut terms = Terms::new();
    let text = "(assert (forall ((x I)) (distinct (select g x) x)))";
    let formula = read(&mut terms, &format!("{UNINTERPRETED} {text}"));
    let reduction = reduce(&mut terms, formula, Reading::SmtLib, 10_000).expect("few instances");
    assert_eq!(reduction.strength, Strength::Weaker(None));
}

#[test]
fn other_sorts_and_shapes() {
    let declarations = "
        (declare-sort I 0) (declare-datatypes ((Colour 0)) (((red) (green))))
        (declare-const q (Array Real Int)) (declare-const w (Array Colour Int))
        (declare-const h (Array I Int)) (declare-const a (Array Int Int))
        (declare-const m (Array Int (Array Int Int)))
        (declare-const r Real) (declare-const x I) (declare-const k Int) (declare-const l Int)
        (declare-const z Colour) (declare-fun f (Int Int) Int)";
    for (assertions, expected) in [
        // There are infinitely many rationals, whatever the reading.
        ("(assert (forall ((i Real)) (= i r)))", "unsat"),
        (
            "(assert (forall ((i Real)) (=> (distinct i r) (= (select q i) 0)))) (assert (= (select q r) 1))",
            "sat",
        ),
        (
            "(assert (forall ((i Real)) (=> (distinct i r) (= (select q i) 0)))) (assert (= (select q (+ r 1.0)) 1))",
            "unsat",
        ),
        // Two colours.
        ("(assert (forall ((c Colour)) (= (select w c) 0))) (assert (= (select w z) 1))", "unsat"),
        (
            "(assert (forall ((c Colour)) (=> (distinct c red) (= (select w c) 0)))) (assert (= (select w z) 1))",
            "sat",
        ),
        (
            "(assert (exists ((c Colour)) (forall ((i Int)) (= (select a i) (select w c))))) (assert (distinct (select a 0) (select a 1)))",
            "unsat",
        ),
        // Arrays of arrays, and functions like arrays.
        (
            "(assert (forall ((i Int) (j Int)) (= (select (select m i) j) 0))) (assert (distinct (select (select m k) l) 0))",
            "unsat",
        ),
        (
            "(assert (forall ((i Int) (j Int)) (=> (<= i j) (= (select (select m i) j) 0)))) (assert (distinct (select (select m k) l) 0))",
            "sat",
        ),
        (
            "(assert (forall ((i Int)) (= (select m i) a))) (assert (distinct (select (select m k) l) (select (select m l) l)))",
            "unsat",
        ),
        (
            "(assert (forall ((i Int) (j Int)) (=> (<= i j) (< (f i j) (f 0 0))))) (assert (<= k l))",
            "unsat",
        ),
        ("(assert (forall ((i Int) (j Int)) (=> (<= i k) (< (f i j) (f l l)))))", "sat"),
        (
            "(assert (forall ((i Int) (j Int)) (=> (<= i k) (< (f i j) (f l l))))) (assert (<= l k))",
            "unsat",
        ),
    ] {
        check_both(declarations, assertions, expected);
    }
    for (assertions, expected) in [
        // Elements of an uninterpreted sort first, then the integers that they bound.
        (
            "(assert (forall ((y I) (j Int)) (=> (<= j (select h y)) (= (select a j) 0)))) (assert (= (select h x) 5)) (assert (= (select a 3) 1))",
            "unsat",
        ),
        (
            "(assert (forall ((y I) (j Int)) (=> (<= j (select h y)) (= (select a j) 0)))) (assert (= (select h x) 5)) (assert (= (select a 7) 1))",
            "sat",
        ),
    ] {
        check(declarations, assertions, Reading::SmtLib, expected);
    }
}

#[test]
fn arrays_that_hold_indices_need_one_more_constant() {
    for (assertions, expected) in [
        (
            "(assert (forall ((x I)) (=> (distinct x (select g k)) (= (select g x) (select g k)))))",
            "sat",
        ),
        (
            "(assert (forall ((x I)) (=> (distinct x k) false))) (assert (forall ((x I)) (distinct (select g x) k)))",
            "unsat",
        ),
        (
            "(assert (forall ((x I)) (=> (distinct x k) false)))
          (assert (forall ((x I)) (= (select g x) k)))",
            "sat",
        ),
        ("(assert (forall ((x I)) (distinct (select g x) k)))", "sat"),
        (
            "(assert (forall ((x I)) (=> (distinct x k) (= (select g x) l)))) (assert (distinct (select g (select g m)) l)) (assert (distinct (select g m) k))",
            "unsat",
        ),
        (
            "(assert (forall ((x I)) (=> (distinct x k) (= (select g x) l)))) (assert (distinct (select g (select g m)) l))",
            "sat",
        ),
    ] {
        check(UNINTERPRETED, assertions, Reading::SmtLib, expected);
    }
}

#[test]
fn outside_formulas_are_weakened_and_say_so() {
    let mut terms = Terms::new();
    let text = "(assert (forall ((i Int)) (< (select a i) (select a (+ i 1)))))
        (assert (= (select a 0) 1)) (assert (= (select a 1) 1))";
    let formula = read(&mut terms, &format!("{INTEGER} {text}"));
    let reduction = reduce(&mut terms, formula, Reading::SmtLib, 1000).expect("few instances");
    let Strength::Weaker(Some(violation)) = reduction.strength else { panic!("it is outside") };
    assert_eq!(violation.rule, Rule::ArithmeticOnUniversal);
    assert_eq!(word(&decide(&mut terms, reduction.formula)), "unsat");
}

#[test]
fn too_many_instances_are_refused() {
    let mut terms = Terms::new();
    let formula = read(&mut terms, &format!("{INTEGER} (assert (sorted a l u))"));
    let error = reduce(&mut terms, formula, Reading::SmtLib, 3).expect_err("there are four");
    assert_eq!(error, ReduceError::TooManyInstances(Some(4)));
}

fn hashtables(terms: &mut Terms) -> (Marks, Sort, Hashtable, Term, Term) {
    let marks = Marks::new(terms);
    let declaration = terms.declare_sort();
    let key =
        terms.sort(SortKind::Uninterpreted { name: "K".into(), declaration, arguments: vec![] });
    let table = Hashtable::fresh(terms, marks, "h", key, Sort::INT);
    let (s, v) = (terms.fresh_constant("s", key), terms.fresh_constant("v", Sort::INT));
    (marks, key, table, s, v)
}

/// ∀k ∈ keys(h). get(h, k) ≥ 0
fn non_negative(terms: &mut Terms, marks: Marks, key: Sort, table: Hashtable) -> Term {
    let bound = terms.new_bound("k", key);
    let variable = terms.bound(bound);
    let is_key = table.contains(terms, marks, variable);
    let zero = terms.numeral(&Rational::ZERO, Sort::INT);
    let value = table.get(terms, variable);
    let at_least = terms.less_equal(zero, value);
    let body = terms.implies(is_key, at_least);
    let binder = terms.new_binder(&[bound]);
    terms.forall(binder, body)
}

fn verdict_of(terms: &mut Terms, conjuncts: &[Term]) -> &'static str {
    let formula = terms.and(conjuncts);
    let reduction = reduce(terms, formula, Reading::SmtLib, 100_000).expect("few instances");
    assert_eq!(reduction.strength, Strength::Equisatisfiable);
    word(&decide(terms, reduction.formula))
}

#[test]
fn hashtables_of_example_2_5_3() {
    let mut terms = Terms::new();
    let (marks, key, table, s, v) = hashtables(&mut terms);
    let before = non_negative(&mut terms, marks, key, table);
    let put = table.put(&mut terms, marks, s, v);
    let after = non_negative(&mut terms, marks, key, put);
    let denied = terms.not(after);
    let zero = terms.numeral(&Rational::ZERO, Sort::INT);
    let at_least = terms.less_equal(zero, v);
    assert_eq!(verdict_of(&mut terms, &[before, at_least, denied]), "unsat");
    assert_eq!(verdict_of(&mut terms, &[before, denied]), "sat");
}

#[test]
fn hashtables_forget_what_is_removed_and_nothing_else() {
    let mut terms = Terms::new();
    let (marks, key, table, s, _) = hashtables(&mut terms);
    let other = terms.fresh_constant("t", key);
    let (removed, constraint) = table.remove(&mut terms, marks, s);
    let still = removed.contains(&mut terms, marks, s);
    assert_eq!(verdict_of(&mut terms, &[constraint, still]), "unsat");
    let had = table.contains(&mut terms, marks, other);
    let has = removed.contains(&mut terms, marks, other);
    let lost = terms.not(has);
    let distinct = terms.distinct(&[s, other]);
    assert_eq!(verdict_of(&mut terms, &[constraint, had, lost]), "sat");
    assert_eq!(verdict_of(&mut terms, &[constraint, had, lost, distinct]), "unsat");
    // What is put back as it was makes the same table.
    let is_key = table.contains(&mut terms, marks, s);
    let value = table.get(&mut terms, s);
    let back = removed.put(&mut terms, marks, s, value);
    let same = back.equal(&mut terms, marks, table);
    let differs = terms.not(same);
    assert_eq!(verdict_of(&mut terms, &[constraint, is_key, differs]), "unsat");
    assert_eq!(verdict_of(&mut terms, &[constraint, differs]), "sat");
    // A new table has no keys, whatever the set.
    let init = table.init(&mut terms, marks);
    assert_eq!(verdict_of(&mut terms, &[init, is_key]), "unsat");
    let keys = Box::new(KeySet::Keys(table));
    let all = KeySet::Union(keys.clone(), Box::new(KeySet::Complement(keys.clone())));
    let none = KeySet::Intersection(keys.clone(), Box::new(KeySet::Complement(keys)));
    let (all, none) = (all.contains(&mut terms, marks, s), none.contains(&mut terms, marks, s));
    let not_all = terms.not(all);
    assert_eq!(verdict_of(&mut terms, &[not_all]), "unsat");
    assert_eq!(verdict_of(&mut terms, &[none]), "unsat");
}

const PARTIAL: &str = "
    (declare-datatypes ((P 0)) (((bot) (val (un Int)))))
    (declare-const a (Array Int P)) (declare-const b (Array Int P)) (declare-const k Int)
    (define-fun sorted ((a (Array Int P)) (l Int) (u Int)) Bool
      (forall ((i Int) (j Int)) (=> (and (distinct (select a i) bot) (distinct (select a j) bot) (<= l i j u))
        (<= (un (select a i)) (un (select a j))))))
    (define-fun injective ((a (Array Int P)) (l Int) (u Int)) Bool
      (forall ((i Int)) (=> (distinct (select a i) bot) (forall ((j Int)) (=> (distinct (select a j) bot)
        (=> (and (<= l i) (< i j) (<= j u)) (distinct (select a i) (select a j))))))))";

fn undefined(terms: &Terms) -> Vec<Constructor> {
    let mut found = Vec::new();
    for number in 0..terms.len() {
        if let Op::Construct(constructor) = terms.op(Term(number as u32))
            && terms.constructor_name(constructor) == "bot"
        {
            found.push(constructor);
        }
    }
    found
}

#[test]
fn partial_arrays() {
    for (assertions, expected) in [
        // 2.6.1, as it is written naturally
        ("(assert (forall ((i Int)) (=> (and (distinct (select b i) bot) (distinct (select a (un (select b i))) bot))
            (= (select a (un (select b i))) (val i)))))
          (assert (= (select b k) (val 3))) (assert (= (select a 3) (val k)))", "sat"),
        ("(assert (forall ((i Int)) (=> (and (distinct (select b i) bot) (distinct (select a (un (select b i))) bot))
            (= (select a (un (select b i))) (val i)))))
          (assert (= (select b k) (val 3))) (assert (= (select a 3) (val (+ k 1))))", "unsat"),
        // 2.6.2
        ("(assert (forall ((i Int)) (=> (and (distinct (select a i) bot) (distinct (select b (+ i 1)) bot))
            (= (select a i) (select b (+ i 1)))))) (assert (= (select a 0) (val 7))) (assert (= (select b 5) (val 9)))", "sat"),
        ("(assert (forall ((i Int)) (=> (and (distinct (select a i) bot) (distinct (select b (+ i 1)) bot))
            (= (select a i) (select b (+ i 1)))))) (assert (= (select a 4) (val 7))) (assert (= (select b 5) (val 9)))", "unsat"),
        // 2.6.3
        ("(assert (sorted (store (store a 0 (val 1)) 5 (val 3)) 0 5)) (assert (sorted (store (store a 0 (val 4)) 5 (val 6)) 0 5))", "sat"),
        ("(assert (sorted (store (store a 0 (val 4)) 5 (val 3)) 0 5))", "unsat"),
        // 2.6.4
        ("(assert (= (select a 0) (val 0))) (assert (= (select a 5) (val 4))) (assert (sorted a 0 5)) (assert (injective a 0 5))", "sat"),
        ("(assert (= (select a 0) (val 4))) (assert (= (select a 5) (val 4))) (assert (injective a 0 5))", "unsat"),
        // Unguarded equality.
        ("(assert (= a b)) (assert (distinct (select a k) (select b k)))", "unsat"),
        ("(assert (= (store a k bot) b)) (assert (= (select a 1) bot))", "sat"),
    ] {
        let mut terms = Terms::new();
        let formula = read(&mut terms, &format!("{PARTIAL} {assertions}"));
        let undefined = undefined(&terms);
        let reduction = reduce_partial(&mut terms, formula, &undefined, 10_000).expect("it is guarded");
        assert_eq!(word(&decide(&mut terms, reduction.formula)), expected, "{assertions}");
    }
}

#[test]
fn unguarded_formulas_are_refused() {
    let mut terms = Terms::new();
    let text = "(assert (forall ((i Int)) (distinct (select a i) bot)))";
    let formula = read(&mut terms, &format!("{PARTIAL} {text}"));
    let undefined = undefined(&terms);
    let error = reduce_partial(&mut terms, formula, &undefined, 100).expect_err("no guard");
    assert!(matches!(error, ReduceError::Unguarded(_)));
}
