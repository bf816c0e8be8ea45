//! Depth is no limit.

use buttress_formats::{chc, vmt};
use buttress_logic::Terms;

const DEPTH: usize = 100_000;

fn nested(open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(DEPTH), close.repeat(DEPTH))
}

#[test]
fn deep_clauses() {
    let bodies = [
        nested("(and true ", "(q x)", ")"),
        nested("(not (not ", "(q x)", "))"),
        format!("(and (q x) {})", nested("(or (< x 0) ", "(< x 1)", ")")),
        format!("(q {})", nested("(+ 1 ", "x", ")")),
        nested("(exists ((y Int)) ", "(q x)", ")"),
    ];
    for body in bodies {
        let text =
            format!("(declare-fun q (Int) Bool)(assert (forall ((x Int)) (=> {body} (q x))))");
        let mut terms = Terms::new();
        let source = chc::read(&mut terms, text.as_bytes()).unwrap();
        assert_eq!(source.horn.clauses.len(), 1);
        let once = chc::write(&mut terms, &source.horn);
        assert!(chc::read(&mut terms, once.as_bytes()).is_ok());
    }
}

#[test]
fn many_clauses_of_one_assertion() {
    let text =
        format!("(declare-fun q (Int) Bool)(assert {})", nested("(and (q 1) ", "(q 2)", ")"));
    let source = chc::read(&mut Terms::new(), text.as_bytes()).unwrap();
    assert_eq!(source.horn.clauses.len(), DEPTH + 1);
}

#[test]
fn deep_transitions() {
    let deep = nested("(and true ", "(= x 0)", ")");
    let text = format!(
        "(declare-const x Int)(define-fun i () Bool (! {deep} :init true))\
         (define-fun t () Bool (! {deep} :trans true))"
    );
    let error = vmt::read(&mut Terms::new(), text.as_bytes()).unwrap_err();
    assert!(error.message.contains("speaks of the input"), "{error}");
    let text = format!("(declare-const y Int)(define-fun s () Int (! x :next y)){text}");
    let text = text.replacen("(declare-const x Int)", "", 1);
    let text = format!("(declare-const x Int){text}");
    assert!(vmt::read(&mut Terms::new(), text.as_bytes()).is_ok());
}
