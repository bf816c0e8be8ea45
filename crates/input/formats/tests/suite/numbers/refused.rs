//! What is refused, where, and in which words.

use buttress_formats::vmt;
use buttress_logic::Terms;

use super::{DECLARATIONS, written};

fn refusal(assertion: &str) -> String {
    written(&format!("{DECLARATIONS}{assertion}")).unwrap_err().to_string()
}

#[test]
fn clauses_that_are_not_horn() {
    let two = "a clause has at most one predicate to the right of `=>`, and none below a `not` to its left";
    let inside = "predicates may be joined by `and`, `or`, `not`, `=>`, `ite` and `=` only";
    let cases = [
        (
            "(assert (forall ((x Int))\n  (=> (> x 0) (or (q x) (r x x)))))",
            format!("line 6:25: a second predicate is concluded, `r`: no Horn clause; {two}"),
        ),
        (
            "(assert (forall ((x Int)) (=> (not (q x)) (r x 1))))",
            format!("line 5:43: a second predicate is concluded, `r`: no Horn clause; {two}"),
        ),
        (
            "(assert (forall ((x Int)) (= (q x) (r x x))))\n(assert (xor p (q 1)))",
            format!("line 6:1: a second predicate is concluded, `q`: no Horn clause; {two}"),
        ),
        (
            "(assert (forall ((x Int)) (= x (ite (q x) 1 0))))",
            format!("line 5:37: the predicate `q` stands inside a term: no Horn clause; {inside}"),
        ),
        (
            "(declare-fun b (Bool) Bool)(assert (forall ((x Int)) (b (q x))))",
            format!("line 5:57: the predicate `q` stands inside a term: no Horn clause; {inside}"),
        ),
    ];
    for (assertion, expected) in cases {
        assert_eq!(refusal(assertion), expected, "{assertion}");
    }
}

#[test]
fn quantifiers_that_make_no_variables() {
    let alternation = "this quantifier is existential for the clause: `exists` in its head or `forall` \
        in its body; clauses have `forall` around them, and `exists` only to the left of `=>`";
    let cases = [
        (
            "(assert (forall ((x Int)) (exists ((y Int)) (r x y))))",
            format!("line 5:27: {alternation}"),
        ),
        (
            "(assert (forall ((x Int)) (=> (forall ((y Int)) (< x (* y y))) (q x))))",
            format!("line 5:31: {alternation}"),
        ),
        (
            "(assert (forall ((x Int)) (q (ite (exists ((y Int)) (= x (* y y))) 1 0))))",
            "line 5:35: a quantifier inside a term is not supported in clauses; bind its variables \
             by the `forall` around the clause"
                .to_owned(),
        ),
    ];
    for (assertion, expected) in cases {
        assert_eq!(refusal(assertion), expected, "{assertion}");
    }
}

#[test]
fn declarations_and_commands() {
    let cases = [
        (
            "(declare-const n Int)",
            "line 5:1: `n` has values of sort Int, and so is no predicate; variables of a clause are \
             bound by a `forall` around it",
        ),
        (
            "(declare-sort U 0)(declare-fun a ((Array Int (Array Int U))) Bool)",
            "line 5:19: `a` has an argument of sort (Array Int (Array Int U)); systems of clauses are \
             over Bool, Int, Real, and arrays and datatypes of these",
        ),
        (
            "(declare-sort U 0)(assert (forall ((a (Array U Int)) (u U)) (q (select a u))))",
            "line 5:37: a term of sort (Array U Int); systems of clauses are over Bool, Int, Real, and \
             arrays and datatypes of these",
        ),
        (
            "(declare-sort U 0)(declare-datatypes ((T 0)) (((e) (n (left T) (u U) (right T)))))\
             (declare-fun t (T) Bool)",
            "line 5:83: `t` has an argument of sort T; systems of clauses are over Bool, Int, Real, and \
             arrays and datatypes of these",
        ),
        (
            "(check-sat)(assert p)",
            "line 5:12: an assertion after `check-sat`: Horn clauses are checked once",
        ),
        (
            "(push 1)",
            "line 5:1: a script of Horn clauses is checked once, as a whole: no levels, assumptions \
             or resets",
        ),
        (
            "(declare-rel s (Int))",
            "line 5:2: the command `declare-rel` is not supported; write `(declare-fun P (Int) Bool)` \
             and `(assert (forall ((x Int)) (=> body (P x))))`",
        ),
        ("(assert (q true))", "line 5:12: expected a term of sort Int, found Bool"),
        ("(assert (s 1))", "line 5:10: unknown symbol `s`"),
    ];
    for (command, expected) in cases {
        let found = refusal(command);
        assert!(found.starts_with(expected), "{command}:\n{found}\n{expected}");
    }
}

#[test]
fn distribution_has_a_limit() {
    let pairs: Vec<String> = (0..40).map(|n| format!("(or (r x {n}) (r {n} x))")).collect();
    let text = format!("(assert (forall ((x Int)) (=> (and {}) p)))", pairs.join(" "));
    let found = refusal(&text);
    assert!(found.starts_with("line 5:1: this assertion makes too many clauses"), "{found}");
}

#[test]
fn transition_systems() {
    const START: &str = "(declare-const x Int)\n(declare-const y Int)\n(declare-const i Int)\n";
    let cases = [
        ("", "line 3:1: nothing is annotated with `:init`"),
        (
            "(define-fun a () Bool (! (= x 0) :init true))",
            "line 4:1: nothing is annotated with `:trans`",
        ),
        ("(define-fun a () Int (! x :next z))", "line 4:27: the next value `z` is not declared"),
        (
            "(define-fun a () Int (! (+ x 1) :next y))",
            "line 4:33: only a declared constant can have a next value",
        ),
        (
            "(define-fun a () Int (! x :next x))",
            "line 4:27: `x` is a state variable, or a next value already",
        ),
        (
            "(define-fun a () Int (! x :next y))\n(define-fun b () Int (! i :next y))",
            "line 5:27: `y` is a state variable, or a next value already",
        ),
        (
            "(define-fun a () Int (! x :next y))\n(define-fun b () Int (! x :next i))",
            "line 5:27: this variable has, or is, a next value already",
        ),
        (
            "(define-fun a () Bool (and (! (= x 1) :init true) true))",
            "line 4:39: the annotation `:init` has no meaning here",
        ),
        (
            "(define-fun a ((z Int)) Bool (! (= x z) :init true))",
            "line 4:41: the annotation `:init` has no meaning here",
        ),
        (
            "(assert (! (= x 1) :init true))",
            "line 4:1: an assertion says nothing about a transition system",
        ),
        ("(define-fun a () Int (! x :init true))", "line 4:27: expected a formula to annotate"),
        (
            "(define-fun a () Bool (! (= x 0) :init false))",
            "line 4:40: expected `true`, found a symbol `false`",
        ),
        (
            "(define-fun a () Bool (! (= x 0) :invar-property))",
            "line 4:34: expected a number after `:invar-property`",
        ),
        (
            "(define-fun a () Bool (! true :invar-property 3))\n(define-fun b () Bool (! true :invar-property 3))",
            "line 5:31: there is a property 3 already",
        ),
        ("(declare-fun f (Int) Int)", "line 4:1: `f` is a function of arguments: not supported"),
        (
            "(define-fun a () Int (! x :next y))(define-fun t () Bool (! true :trans true))\n\
             (define-fun b () Bool (! (= x i) :init true))",
            "line 5:1: `:init` speaks of the input `i`",
        ),
        (
            "(define-fun a () Int (! x :next y))(define-fun t () Bool (! (! true :trans true) :init true))\n\
             (define-fun b () Bool (! (= x y) :invar-property 0))",
            "line 5:1: `:invar-property` speaks of the next value `y`",
        ),
    ];
    for (text, expected) in cases {
        let error = vmt::read(&mut Terms::new(), format!("{START}{text}").as_bytes()).unwrap_err();
        let found = error.to_string();
        assert!(found.starts_with(expected), "{text}:\n{found}\n{expected}");
    }
}
