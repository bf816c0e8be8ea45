//! Interpretations, written and read.

use buttress_formats::chc::{self, Source};
use buttress_horn::Interpretation;
use buttress_logic::{Terms, print};

const SYSTEM: &str = "(declare-fun loop (Int Real) Bool)(declare-fun |the end| () Bool)\
    (declare-fun seen (Bool) Bool)(assert (forall ((x Int) (y Real)) (=> (loop x y) |the end|)))\
    (assert (forall ((b Bool)) (=> (seen b) |the end|)))";

fn system(terms: &mut Terms) -> Source {
    chc::read(terms, SYSTEM.as_bytes()).unwrap()
}

/// Reads definitions and shows the formulas.
fn read(text: &str) -> Result<Vec<String>, String> {
    let mut terms = Terms::new();
    let source = system(&mut terms);
    let read = chc::read_interpretation(&mut terms, &source.horn, text.as_bytes());
    let read = read.map_err(|error| error.to_string())?;
    Ok(read.formulas().iter().map(|formula| print(&terms, *formula)).collect())
}

#[test]
fn what_is_written_reads_back() {
    let mut terms = Terms::new();
    let source = system(&mut terms);
    let [x, y] = source.horn.predicates[0].parameters[..] else { panic!("two parameters") };
    let b = source.horn.predicates[2].parameters[0];
    let real = terms.to_real(x);
    let third = terms.numeral(&"-1/3".parse().unwrap(), buttress_logic::Sort::REAL);
    let product = terms.multiply(&[third, y]);
    let small = terms.less(real, product);
    let both = terms.equal(small, small);
    let top = Interpretation::new(vec![both, terms.boolean(false), terms.not(b)]);
    let text = chc::write_interpretation(&mut terms, &source.horn, &top);
    let expected = "(define-fun loop ((x Int) (y Real)) Bool (let ((@l0 (< (to_real x) (* (- (/ 1.0 3.0)) y)))) (= @l0 @l0)))
(define-fun |the end| () Bool false)
(define-fun seen ((b Bool)) Bool (not b))
";
    assert_eq!(text, expected);
    let back = chc::read_interpretation(&mut terms, &source.horn, text.as_bytes()).unwrap();
    assert_eq!(back, top);
}

#[test]
fn definitions_as_solvers_print_them() {
    let definitions = "(define-fun seen ((a Bool)) Bool (or a (not a)))
        (define-fun aux ((x!0 Int)) Bool (< x!0 3))
        (define-fun loop ((x!0 Int) (x!1 Real)) Bool (and (aux x!0) (aux (+ x!0 1))))
        (define-fun |the end| () Bool true)";
    let expected = ["(and (< x 3) (< (+ x 1) 3))", "true", "(or b (not b))"].map(str::to_owned);
    for text in [
        definitions.to_owned(),
        format!("(\n{definitions}\n)\n"),
        format!("(model\n{definitions})"),
    ] {
        assert_eq!(read(&text), Ok(expected.to_vec()));
    }
}

#[test]
fn definitions_that_do_not_fit() {
    let good =
        "(define-fun loop ((x Int) (y Real)) Bool true)\n(define-fun seen ((b Bool)) Bool b)\n";
    let cases = [
        (good.to_owned(), "line 2:1: the predicate `the end` is not defined"),
        (
            format!("{good}(define-fun |the end| () Int 1)"),
            "line 3:1: `the end` is defined with other sorts",
        ),
        (
            format!("{good}(define-fun |the end| ((x Int)) Bool true)"),
            "line 3:1: `the end` is defined with other sorts",
        ),
        (
            format!("{good}(define-fun seen ((b Bool)) Bool b)"),
            "line 3:13: `seen` is declared already",
        ),
        (
            format!("{good}(assert true)"),
            "line 3:2: expected `define-fun`, found a symbol `assert`",
        ),
        (format!("(\n{good}(define-fun |the end| () Bool q))"), "line 4:31: unknown"),
        (String::new(), "line 1:1: the predicate `loop` is not defined"),
        (")".to_owned(), "line 1:1: `)` closes nothing"),
    ];
    for (text, expected) in cases {
        let found = read(&text).unwrap_err();
        assert!(found.starts_with(expected), "{text}\n{found}");
    }
}
