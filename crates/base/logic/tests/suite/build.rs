//! The forms that terms are brought into as they are made.

use buttress_logic::{Op, Sort, Term, Terms};

#[test]
fn connectives_of_few_formulas() {
    let mut terms = Terms::new();
    let [p, q] = ["p", "q"].map(|name| terms.fresh_constant(name, Sort::BOOL));
    assert_eq!((terms.and(&[]), terms.and(&[p])), (Term::TRUE, p));
    assert_eq!((terms.or(&[]), terms.or(&[p])), (Term::FALSE, p));
    assert_eq!((terms.distinct(&[]), terms.distinct(&[p])), (Term::TRUE, Term::TRUE));
    let (both, either) = (terms.and(&[p, q]), terms.or(&[p, q]));
    assert_eq!((terms.op(both), terms.arguments(both)), (Op::And, &[p, q][..]));
    assert_eq!((terms.op(either), terms.arguments(either)), (Op::Or, &[p, q][..]));
    let denied = terms.not(p);
    assert_eq!((terms.op(denied), terms.not(denied)), (Op::Not, p));
    assert_eq!((terms.not(Term::TRUE), terms.not(Term::FALSE)), (Term::FALSE, Term::TRUE));
}

#[test]
fn a_store_is_never_empty_and_knows_its_binders() {
    let mut terms = Terms::new();
    assert!(!terms.is_empty());
    let bound = terms.new_bound("x", Sort::INT);
    let x = terms.bound(bound);
    let zero = terms.numeral(&0.into(), Sort::INT);
    let body = terms.less_equal(zero, x);
    let binder = terms.new_binder(&[bound]);
    let all = terms.forall(binder, body);
    let Op::Forall(binder) = terms.op(all) else { panic!("a quantifier") };
    assert_eq!(terms.binder(binder), [bound]);
}
