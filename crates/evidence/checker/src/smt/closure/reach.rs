//! How far the closure of a lemma reaches into terms.
//!
//! By induction over terms, an application can only come to be equal to another term if it contains
//! a side of an equation that is assumed, or a formula as an argument of a function. Whether one
//! term contains another is not computed but bounded from above: the number of the other is not
//! larger, and its leaves are among those of the first, as far as a word of bits can tell. What is
//! certainly out of reach gets no arguments. A closure with fewer nodes accepts less, never more.

use buttress_certificate::smt::Literal;
use buttress_logic::{Op, Sort, Term, Terms};

use crate::limits::MANY_SIDES;

/// What terms contain, and what is assumed to be equal.
#[derive(Default)]
pub struct Reach {
    /// By term: what is known of its parts.
    contents: Vec<Contents>,
    /// The sides of equations that are assumed, with their leaves.
    sides: Vec<(Term, u64)>,
}

/// What a term contains, seen through applications.
#[derive(Clone, Copy)]
struct Contents {
    /// A bit for each term without arguments, perhaps the same for several.
    leaves: u64,
    /// Is there a function that takes a formula as an argument?
    takes_formula: bool,
}

impl Reach {
    /// Looks at the terms that are new in the store.
    pub fn learn(&mut self, terms: &Terms) {
        for number in self.contents.len()..terms.len() {
            let contents = self.contents_of(terms, Term(number as u32));
            self.contents.push(contents);
        }
    }

    fn contents_of(&self, terms: &Terms, term: Term) -> Contents {
        if !is_application(terms, term) {
            let bit = term.0.wrapping_mul(0x9e37_79b9) >> 26;
            return Contents { leaves: 1 << bit, takes_formula: false };
        }
        let mut contents = Contents { leaves: 0, takes_formula: false };
        for &argument in terms.arguments(term) {
            let inner = self.contents[argument.index()];
            contents.leaves |= inner.leaves;
            contents.takes_formula |= inner.takes_formula || terms.sort_of(argument) == Sort::BOOL;
        }
        contents
    }

    /// Notes what facts make equal, seen through equations of equations.
    pub fn assume(&mut self, terms: &Terms, facts: impl Iterator<Item = Literal>) {
        self.sides.clear();
        for fact in facts {
            if !fact.is_positive || terms.op(fact.atom) != Op::Equal {
                continue;
            }
            for &side in terms.arguments(fact.atom) {
                self.sides.push((side, self.contents[side.index()].leaves));
                if terms.op(side) == Op::Equal {
                    let inner = terms.arguments(side).iter();
                    self.sides
                        .extend(inner.map(|side| (*side, self.contents[side.index()].leaves)));
                }
            }
        }
        if self.sides.len() > MANY_SIDES {
            let both =
                |left: (Term, u64), right: (Term, u64)| (left.0.min(right.0), left.1 & right.1);
            let common = self.sides.drain(..).reduce(both);
            self.sides.extend(common);
        }
    }

    /// Can an application be equal to another term because its arguments are?
    pub fn is_open(&self, terms: &Terms, term: Term) -> bool {
        if matches!(terms.op(term), Op::Equal | Op::Not) {
            return true;
        }
        let Contents { leaves, takes_formula } = self.contents[term.index()];
        let may_contain = |side: &(Term, u64)| side.0 <= term && side.1 & !leaves == 0;
        is_application(terms, term) && (takes_formula || self.sides.iter().any(may_contain))
    }
}

/// Is the term a function of its arguments for the closure? Divisors that are known are left to
/// arithmetic.
fn is_application(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::Apply(_) | Op::Construct(_) => !terms.arguments(term).is_empty(),
        Op::Select
        | Op::Store
        | Op::ConstantArray
        | Op::Difference
        | Op::Default
        | Op::SelectField(_)
        | Op::Test(_)
        | Op::Equal
        | Op::Not => true,
        Op::Divide | Op::IntegerDivide | Op::Modulo => {
            let divisor = terms.arguments(term).get(1);
            divisor
                .and_then(|divisor| terms.as_number(*divisor))
                .is_none_or(|value| value.is_zero())
        }
        _ => false,
    }
}
