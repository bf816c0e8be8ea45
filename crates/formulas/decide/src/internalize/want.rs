//! What can be wanted of a term, and what must be there before.

use buttress_logic::{Op, Sort, Term, Terms};
use buttress_theory::graph::is_application;

/// What is wanted of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Want {
    /// A variable of the search.
    Variable(Term),
    /// A node of the graph.
    Node(Term),
    /// Variables of arithmetic for the terms that its linear form speaks of.
    Number(Term),
}

impl Want {
    /// What must be internalized before.
    pub(super) fn needs(self, terms: &Terms, mut need: impl FnMut(Want)) {
        match self {
            Want::Variable(formula) => {
                let arguments = terms.arguments(formula);
                let first_sort = arguments.first().map(|first| terms.sort_of(*first));
                match terms.op(formula) {
                    Op::Not | Op::And | Op::Or | Op::Ite => {
                        arguments.iter().for_each(|argument| need(Want::Variable(*argument)));
                    }
                    Op::Equal if first_sort == Some(Sort::BOOL) => {
                        arguments.iter().for_each(|argument| need(Want::Variable(*argument)));
                    }
                    Op::LessEqual | Op::Less => {
                        arguments.iter().for_each(|argument| need(Want::Number(*argument)));
                    }
                    Op::Distinct if first_sort == Some(Sort::BOOL) => {
                        arguments.iter().for_each(|argument| need(Want::Variable(*argument)));
                    }
                    Op::Distinct | Op::IsInteger => {
                        arguments.iter().for_each(|argument| need(Want::Node(*argument)));
                    }
                    _ if is_application(terms, formula) => need(Want::Node(formula)),
                    _ => {}
                }
            }
            Want::Node(term) => {
                if is_application(terms, term) {
                    terms.arguments(term).iter().for_each(|argument| need(Want::Node(*argument)));
                } else if terms.sort_of(term) == Sort::BOOL {
                    if !matches!(terms.op(term), Op::True | Op::False) {
                        need(Want::Variable(term));
                    }
                } else if is_arithmetic(terms, term) {
                    need(Want::Number(term));
                }
            }
            Want::Number(term) => match terms.op(term) {
                Op::Add | Op::Multiply | Op::ToReal => {
                    terms.arguments(term).iter().for_each(|argument| need(Want::Number(*argument)));
                }
                Op::Divide | Op::IntegerDivide | Op::Modulo if !is_application(terms, term) => {
                    need(Want::Number(terms.argument(term, 0)));
                }
                Op::ToInteger => need(Want::Number(terms.argument(term, 0))),
                // Somebody else says what it is.
                _ if !is_arithmetic(terms, term) && !is_unknown(terms, term) => {
                    need(Want::Node(term));
                }
                _ => {}
            },
        }
    }
}

/// Is the term a constant of which nothing is known but what is asserted?
fn is_unknown(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Apply(_) | Op::Witness(_)) && terms.arguments(term).is_empty()
}

/// Does equality say nothing of the term that arithmetic does not know?
pub(super) fn is_free(terms: &Terms, term: Term) -> bool {
    terms.op(term) == Op::Multiply || is_unknown(terms, term)
}

/// Does arithmetic say what the term is, rather than other theories or nobody?
fn is_arithmetic(terms: &Terms, term: Term) -> bool {
    terms.sort_of(term).is_arithmetic()
        && !matches!(terms.op(term), Op::Apply(_) | Op::Witness(_) | Op::Ite | Op::Absolute)
}
