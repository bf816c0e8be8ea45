//! Scripts and what they assert, as the store writes it.

use buttress_formats::smtlib::Command;

use super::run;

/// The assertions of a script without errors.
fn check(script: &str, expected: &[&str]) {
    let run = run(script);
    assert_eq!(run.errors(), [""; 0], "{script}");
    assert_eq!(run.printed(), expected, "{script}");
}

const LISTS: &str =
    "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
    (declare-datatype Nat ((zero) (succ (pred Nat))))
    (declare-const l (List Int)) (declare-const n Nat) (declare-const i Int)";

#[test]
fn terms_take_the_forms_of_the_store() {
    let header = "(declare-const x Int) (declare-const y Int) (declare-const z Int)
        (declare-const r Real) (declare-const a Bool) (declare-const b Bool) (declare-const c Bool)
        (declare-fun f (Int Real) Bool) (declare-const m (Array Int (Array Int Real)))";
    let cases = [
        ("(> x y)", "(< y x)"),
        ("(<= x y z)", "(and (<= x y) (<= y z))"),
        ("(= x y z)", "(and (= x y) (= y z))"),
        ("(distinct x y z)", "(distinct x y z)"),
        ("(=> a b c)", "(or (not a) (or (not b) c))"),
        ("(xor a b)", "(not (= a b))"),
        ("(not (not a))", "a"),
        ("(and a)", "a"),
        ("(= (- x) (- x y z))", "(= (* (- 1) x) (+ x (* (- 1) y) (* (- 1) z)))"),
        ("(= (- 3) x)", "(= x (- 3))"),
        ("(= -3 x)", "(= x (- 3))"),
        ("(= x r)", "(= r (to_real x))"),
        ("(= r 1)", "(= r 1.0)"),
        ("(= r (/ 1 3))", "(= r (/ 1.0 3.0))"),
        ("(< (+ x 1) 1.5)", "(< (to_real (+ x 1)) (/ 3.0 2.0))"),
        ("(f x 2)", "(f x 2.0)"),
        ("(f x y)", "(f x (to_real y))"),
        ("(= r (ite a x 0.5))", "(= r (ite a (to_real x) (/ 1.0 2.0)))"),
        ("(let ((x y) (y x)) (< x y))", "(< y x)"),
        ("(let ((x a)) (let ((a b)) (and x a)))", "(and a b)"),
        ("((_ divisible 3) x)", "(= (mod x 3) 0)"),
        ("(= r (select (select m x) 0))", "(= r (select (select m x) 0))"),
        (
            "(= m (store m 0 ((as const (Array Int Real)) 0)))",
            "(= m (store m 0 ((as const (Array Int Real)) 0.0)))",
        ),
        (
            "(forall ((x Real) (q Bool)) (or q (f 0 x)))",
            "(forall ((x Real) (q Bool)) (or q (f 0 x)))",
        ),
        ("(exists ((x Int)) (< x y))", "(exists ((x Int)) (< x y))"),
        ("(! a :pattern ((f 0 0)) :weight 3)", "a"),
        ("|a|", "a"),
        ("(as a Bool)", "a"),
        ("(is_int r)", "(is_int r)"),
        (
            "(= (to_int r) (abs x) (mod x 2) (div x 3 4))",
            "(and (= (to_int r) (abs x)) (= (abs x) (mod x 2)) (= (mod x 2) (div (div x 3) 4)))",
        ),
        ("(implies a b)", "(or (not a) b)"),
        ("(iff a b)", "(= a b)"),
    ];
    for (formula, expected) in cases {
        let run = run(format!("{header} (assert {formula})"));
        assert_eq!(run.errors(), [""; 0], "{formula}");
        // Equations order their arguments by the age of terms.
        let printed = run.printed().concat();
        let swapped = swap(expected);
        assert!(printed == expected || Some(&printed) == swapped.as_ref(), "{formula}: {printed}");
    }
}

/// `(= s t)` the other way round, for a constant on the right.
fn swap(equation: &str) -> Option<String> {
    let inside = equation.strip_prefix("(= ")?.strip_suffix(')')?;
    let (left, right) = inside.split_once(' ')?;
    let (left, right) = match inside.rsplit_once(' ') {
        Some((whole, last)) if left.starts_with('(') => (whole, last),
        _ => (left, right),
    };
    Some(format!("(= {right} {left})"))
}

#[test]
fn numerals_are_reals_in_logics_of_reals() {
    let script = "(set-logic QF_LRA) (declare-const x Real) (declare-fun f (Int) Real)";
    check(&format!("{script} (assert (< x 1))"), &["(< x 1.0)"]);
    check(&format!("{script} (assert (< (/ 1 2) x))"), &["(< (/ 1.0 2.0) x)"]);
    check(&format!("{script} (assert (< (f 3) x))"), &["(< (f 3) x)"]);
}

#[test]
fn names_of_theories_are_free_where_the_logic_lacks_them() {
    let script =
        "(set-logic QF_UF) (declare-sort U 0) (declare-fun select (U) U) (declare-fun + (U U) U)
        (declare-const u U) (assert (= u (+ (select u) u)))";
    check(script, &["(= u (+ (select u) u))"]);
    let errors = run("(declare-sort U 0) (declare-fun abs (U) U)").errors();
    assert_eq!(errors, ["line 1:33: `abs` is a symbol of a theory"]);
}

#[test]
fn definitions_are_expanded() {
    let script =
        "(define-sort Map (K) (Array K Int)) (declare-const m (Map Bool)) (declare-const x Int)
        (define-fun twice ((y Int)) Int (+ y y))
        (define-fun four () Int (twice 2))
        (define-const five Int (+ four 1))
        (define-fun half ((r Real)) Real (/ r 2.0))
        (define-fun some ((y Int)) Bool (exists ((z Int)) (< y z)))";
    let cases = [
        ("(= x (twice (twice x)))", "(= x (+ (+ x x) (+ x x)))"),
        ("(< five x)", "(< (+ (+ 2 2) 1) x)"),
        ("(< (half x) 1.0)", "(< (/ (to_real x) 2.0) 1.0)"),
        ("(let ((z 7)) (some z))", "(exists ((z Int)) (< 7 z))"),
        ("(= 0 (select m true))", "(= 0 (select m true))"),
    ];
    for (formula, expected) in cases {
        check(&format!("{script} (assert {formula})"), &[expected]);
    }
    // Each expansion binds variables of its own.
    let both = run(format!("{script} (assert (some 1)) (assert (some 2))"));
    let binders: Vec<_> = both.formulas().iter().map(|formula| both.terms.op(*formula)).collect();
    assert_ne!(binders[0], binders[1]);
}

#[test]
fn datatypes_with_and_without_parameters() {
    let cases = [
        ("(= l (cons 1 (as nil (List Int))))", "(= l (cons 1 (as nil (List Int))))"),
        ("((_ is cons) l)", "((_ is cons) l)"),
        ("(is-nil l)", "((_ is nil) l)"),
        ("(< (head (tail l)) i)", "(< (head (tail l)) i)"),
        ("(= n (succ (pred n)))", "(= n (succ (pred n)))"),
        ("(= n zero)", "(= n zero)"),
        ("(= i (match l ((nil 0) ((cons h t) h))))", "(= i (ite ((_ is nil) l) 0 (head l)))"),
        ("(match n ((zero true) (m (= m n))))", "(ite ((_ is zero) n) true (= n n))"),
        ("(match n (((succ _) true) (_ false)))", "(ite ((_ is succ) n) true false)"),
        ("(match n (((succ m) true) (zero false)))", "(ite ((_ is succ) n) true false)"),
    ];
    for (formula, expected) in cases {
        check(&format!("{LISTS} (assert {formula})"), &[expected]);
    }
}

#[test]
fn datatypes_that_need_each_other() {
    let script = "(declare-datatypes ((Tree 1) (Forest 1)) (
            (par (T) ((leaf (value T)) (node (children (Forest T)))))
            (par (T) ((none) (some (first (Tree T)) (rest (Forest T)))))))
        (declare-const t (Tree Bool)) (assert (value (first (children t))))";
    check(script, &["(value (first (children t)))"]);
    let roses = "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (head T) (tail (L T)))))))
        (declare-datatype Rose ((rose (kids (L Rose))))) (declare-const r Rose)
        (assert (= r (head (kids r))))";
    check(roses, &["(= r (head (kids r)))"]);
    let parametric = "(declare-datatypes ((L 1) (Tree 1)) (
            (par (X) ((nil) (cons (head X) (tail (L X)))))
            (par (T) ((node (value T) (children (L (Tree T))))))))
        (declare-const t (Tree Bool)) (assert (value (head (children t))))";
    check(parametric, &["(value (head (children t)))"]);
    // What grows four times and then no more: each sort of the next datatype is a larger one.
    let falling = "(declare-datatypes ((A 1) (B 1) (C 1) (D 1) (E 1)) (
            (par (T) ((a (b (B (Array Int T))))))
            (par (T) ((a1 (c (C (Array Int T))))))
            (par (T) ((a2 (d (D (Array Int T))))))
            (par (T) ((a3 (e (E (Array Int T))))))
            (par (T) ((a4 (value T) (same (Array Int (E T)))) (a5)))))
        (declare-const x (A Bool))
        (declare-const y (E (Array Int (Array Int (Array Int (Array Int Bool))))))
        (assert (= (e (d (c (b x)))) y))";
    check(falling, &["(= (e (d (c (b x)))) y)"]);
    let old = "(declare-datatypes (T) ((Tree leaf (node (value T) (children Trees)))
            (Trees nil (cons (car Tree) (cdr Trees)))))
        (declare-const t (Tree Bool)) (assert (value (car (children t))))";
    check(old, &["(value (car (children t)))"]);
    check("(declare-datatypes () ((Color red green))) (assert (= red green))", &["(= red green)"]);
}

#[test]
fn levels_come_and_go_with_their_names() {
    let script = "(declare-const x Int) (assert (< x 0)) (push 1) (declare-const y Bool) (assert y)
        (push 2) (assert (! (> x 1) :named big)) (pop 2) (declare-const big Bool) (assert big)";
    check(script, &["(< x 0)", "y", "big"]);
    check(
        &format!("{script} (pop) (declare-const y Int) (assert (< y x))"),
        &["(< x 0)", "(< y x)"],
    );
    check(&format!("{script} (reset-assertions) (declare-const x Bool) (assert x)"), &["x"]);
    let global =
        "(set-option :global-declarations true) (push 1) (declare-const x Bool) (pop 1) (assert x)";
    check(global, &["x"]);
    check(&format!("{global} (reset-assertions) (assert (not x))"), &["(not x)"]);
    let run = run("(declare-const x Int) (push 1) (declare-const y Int) (pop 1)");
    let names: Vec<&str> =
        run.script.functions().iter().map(|function| run.terms.function_name(*function)).collect();
    assert_eq!(names, ["x"]);
}

#[test]
fn names_of_terms() {
    let script = "(declare-const x Int)
        (assert (! (and (! (< x 1) :named inner) inner) :named outer)) (assert (or inner outer))";
    let run = run(script);
    assert_eq!(run.errors(), [""; 0]);
    assert_eq!(run.script.assertions()[0].name.as_deref(), Some("outer"));
    assert_eq!(run.script.assertions()[1].name, None);
    let named: Vec<&str> = run.script.named().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(named, ["inner", "outer"]);
    assert_eq!(run.printed()[1], "(or (< x 1) (and (< x 1) (< x 1)))");
}

#[test]
fn a_failed_command_changes_nothing() {
    let script = "(declare-const x Int) (assert (! (and (! (< x 1) :named small) y) :named both))
        (declare-datatypes ((D 0) (E 0)) (((d (e E))) ((f (g D)))))
        (define-fun wrong ((x Bool)) Int x)
        (declare-const small Bool) (declare-const both Bool) (declare-sort D 0) (declare-sort E 0)
        (declare-const d D) (assert (and small both))";
    let run = run(script);
    assert_eq!(run.errors().len(), 3, "{:?}", run.errors());
    assert_eq!(run.printed(), ["(and small both)"]);
    assert_eq!(run.script.named(), []);
}

#[test]
fn commands_for_the_driver() {
    let cases = [
        ("(check-sat)", Command::CheckSat),
        ("(echo \"say \"\"hi\"\"\")", Command::Echo("say \"hi\"".to_owned())),
        ("(get-info :reason-unknown)", Command::GetInfo(":reason-unknown".to_owned())),
        ("(push)", Command::Push(1)),
        ("(exit)", Command::Exit),
        ("(simplify x)", Command::Unsupported("simplify".to_owned())),
        (
            "(set-option :smt.mbqi  false)",
            Command::SetOption { keyword: ":smt.mbqi".to_owned(), value: "false".to_owned() },
        ),
        (
            "(set-info :source |two\n lines|)",
            Command::SetInfo { keyword: ":source".to_owned(), value: "|two\n lines|".to_owned() },
        ),
    ];
    for (text, expected) in cases {
        let run = run(text);
        assert_eq!(run.outcomes, [Ok(expected)], "{text}");
    }
    let run =
        run("(declare-const x Int) (get-value ((+ x ; one\n 1) x)) (check-sat-assuming ((< x 0)))");
    match &run.outcomes[1..] {
        [Ok(Command::GetValue(values)), Ok(Command::CheckSatAssuming(assumptions))] => {
            let texts: Vec<&str> = values.iter().map(|(text, _)| text.as_str()).collect();
            assert_eq!(texts, ["(+ x 1)", "x"]);
            assert_eq!(assumptions.len(), 1);
        }
        other => panic!("{other:?}"),
    }
}
