//! Terms of proofs, and models.

use std::collections::HashMap;

use buttress_logic::{Symbol, Term, print};

use super::{Run, run};

fn script() -> Run {
    let run = run("(set-logic QF_AUFLIRA)(declare-sort U 0)
        (declare-datatypes ((L 1)) ((par (T) ((nil) (cons (head T) (tail (L T)))))))
        (declare-const a (Array Int Int))(declare-const b (Array Int Int))(declare-const u U)
        (declare-fun f (Int U) Real)(declare-const l (L Int))(declare-const x Int)");
    assert_eq!(run.errors(), [""; 0]);
    run
}

#[test]
fn terms_of_proofs() {
    let mut run = script();
    let x = run.script.parse_term(&mut run.terms, "x", &HashMap::new()).expect("x is declared");
    let bindings = HashMap::from([("@12".to_owned(), x), ("@7".to_owned(), Term::TRUE)]);
    let cases = [
        ("(+ @12 1)", "(+ x 1)"),
        ("(select a (@difference b a))", "(select a (@difference a b))"),
        ("(= (@default a) @12)", "(= (@default a) x)"),
        ("(f @12 (as @3 U))", "(f x (as @3 U))"),
        ("(or @7 (not @7))", "(or true false)"),
        ("(let ((@12 2)) (* @12 @12))", "(* 2 2)"),
        ("((as const (Array Int Int)) (- 2))", "((as const (Array Int Int)) (- 2))"),
    ];
    for (text, expected) in cases {
        match run.script.parse_term(&mut run.terms, text, &bindings) {
            Ok(term) => {
                let printed = print(&run.terms, term);
                let swapped = expected == "(= (@default a) x)" && printed == "(= x (@default a))";
                assert!(printed == expected || swapped, "{text}: {printed}");
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }
    let errors = [
        ("@13", "line 1:1: unknown symbol `@13`; did you mean `@12`?"),
        ("(as @3 Int)", "line 1:5: unknown symbol `@3`"),
        ("(as @99999999999 U)", "line 1:5: unknown symbol `@99999999999`"),
        ("x y", "line 1:3: something follows the expression"),
        ("", "line 1:1: expected an expression, found nothing"),
        ("(@difference a x)", "line 1:16: expected a term of sort (Array Int Int), found Int"),
    ];
    for (text, expected) in errors {
        let error = run.script.parse_term(&mut run.terms, text, &bindings).expect_err(text);
        let shown = error.to_string();
        assert!(expected.starts_with(&shown) || shown == expected, "{text}: {shown}");
    }
}

#[test]
fn many_small_terms() {
    let mut run = script();
    let mut bindings = HashMap::new();
    let mut last = run.script.parse_term(&mut run.terms, "x", &bindings).expect("x is declared");
    bindings.insert("@0".to_owned(), last);
    for number in 1..200_000 {
        let text = format!("(+ @{} x)", number - 1);
        last = run.script.parse_term(&mut run.terms, &text, &bindings).expect("it is a sum");
        bindings.insert(format!("@{number}"), last);
    }
    assert!(last.index() > 199_000);
}

#[test]
fn numbers_of_evidence_show_their_sort() {
    let mut run = run("(set-logic QF_LRA)(declare-const r Real)");
    for (text, expected) in
        [("3", "3"), ("3.0", "3.0"), ("(- 3)", "(- 3)"), ("(* r 3)", "(* r 3.0)")]
    {
        let term = run.script.parse_term(&mut run.terms, text, &HashMap::new()).expect(text);
        assert_eq!(print(&run.terms, term), expected);
    }
}

#[test]
fn models() {
    let mut run = script();
    let text = "; buttress model of check 1
        ((define-fun x () Int (- 5))
         (define-fun u () U (as @1 U))
         (define-fun f ((@x0 Int) (@x1 U)) Real (ite (= @x0 1) (/ 1.0 3.0) 2))
         (define-fun l () (L Int) (cons 1 (as nil (L Int))))
         (define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 1 2))
         (define-fun @/0 ((y Real)) Real y)
         (define-fun @mod0 ((y Int)) Int 0)
         (define-fun |@sel:head| ((y (L Int))) Int 7))";
    let model = run.script.parse_model(&mut run.terms, text).expect("it is a model");
    let definitions = model.definitions;
    let shown: Vec<(String, String)> = definitions
        .iter()
        .map(|definition| (definition.name.clone(), print(&run.terms, definition.body)))
        .collect();
    let expected = [
        ("x", "(- 5)"),
        ("u", "(as @1 U)"),
        ("f", "(ite (= @x0 1) (/ 1.0 3.0) 2.0)"),
        ("l", "(cons 1 (as nil (L Int)))"),
        ("a", "(store ((as const (Array Int Int)) 0) 1 2)"),
        ("@/0", "y"),
        ("@mod0", "0"),
        ("@sel:head", "7"),
    ];
    assert_eq!(shown, expected.map(|(name, body)| (name.to_owned(), body.to_owned())));
    assert_eq!(definitions[2].parameters.len(), 2);
    assert!(matches!(definitions[0].symbol, Symbol::Function(_)));
    assert_eq!(definitions[5].symbol, Symbol::DivideByZero);
    assert!(matches!(definitions[7].symbol, Symbol::WrongField(_)));
}

#[test]
fn models_that_say_nonsense() {
    let cases = [
        ("((define-fun y () Int 0))", "line 1:14: `y` is not declared"),
        ("((define-fun x () Bool true))", "line 1:14: `x` has other sorts than in its declaration"),
        ("((define-fun x () Int true))", "line 1:23: expected a term of sort Int, found Bool"),
        (
            "((define-fun x () Int x))",
            "line 1:23: the value of a model cannot mention the function `x`",
        ),
        ("((define-fun x () Int 0)(define-fun x () Int 0))", "line 1:25: `x` is defined twice"),
        (
            "((define-fun @/0 () Real 0.0))",
            "line 1:14: `@/0` has other sorts than in its declaration",
        ),
        ("(sat)", "line 1:2: expected a definition, found a symbol `sat`"),
        (
            "((declare-fun x () Int))",
            "line 1:3: expected `define-fun`, found a symbol `declare-fun`",
        ),
    ];
    for (text, expected) in cases {
        let mut run = script();
        let error = run.script.parse_model(&mut run.terms, text).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }
    // Nothing stays behind.
    let mut run = script();
    let before = run.script.clone();
    run.script
        .parse_model(&mut run.terms, "((define-fun f ((p Int) (q U)) Real r))")
        .expect_err("r");
    assert_eq!(before.functions(), run.script.functions());
    let error = run.script.parse_term(&mut run.terms, "p", &HashMap::new()).expect_err("p");
    assert_eq!(error.to_string(), "line 1:1: unknown symbol `p`");
}
