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
