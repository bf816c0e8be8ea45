//! One layer of a term: a head, and arguments by number, as in `(store @3 @4 @9)`.
//!
//! Most lines of a proof are of this form, with few heads. The script reads the first term with a
//! head; others with the same head, and arguments of the same sorts, are built like it.

use std::collections::HashMap;

use buttress_logic::{Op, Term, Terms, print_applied};

/// The heads that are known, with a term for each way in which they were used.
#[derive(Default)]
pub struct Layers {
    samples: HashMap<Box<str>, Vec<Term>>,
    arguments: Vec<Term>,
}

impl Layers {
    /// The term that a text says, if it is of this form and its head is known.
    pub fn build(
        &mut self,
        terms: &mut Terms,
        text: &str,
        named: impl Fn(usize) -> Option<Term>,
    ) -> Option<Term> {
        let head = self.load(text, named)?;
        let is_like = |sample: &&Term| is_like(terms, **sample, &self.arguments);
        let sample = *self.samples.get(head)?.iter().find(is_like)?;
        Some(terms.rebuild(sample, &self.arguments))
    }

    /// Remembers the head of a term that the script has read from a text.
    pub fn learn(
        &mut self,
        terms: &Terms,
        text: &str,
        term: Term,
        named: impl Fn(usize) -> Option<Term>,
    ) {
        let Some(head) = self.load(text, named) else { return };
        // Only if the text is how the term is written: `>` or a definition stand for other terms.
        let numbers = text[head.len() + 1..text.len() - 1].split_ascii_whitespace();
        let mut numbers = numbers.map(str::to_owned);
        let written = print_applied(terms, term, |_| numbers.next().unwrap_or_default());
        if written == text && terms.arguments(term) == self.arguments {
            self.samples.entry(head.into()).or_default().push(term);
        }
    }

    /// Takes a text apart: loads the arguments and answers with the head.
    fn load<'t>(
        &mut self,
        text: &'t str,
        named: impl Fn(usize) -> Option<Term>,
    ) -> Option<&'t str> {
        let inside = text.strip_prefix('(')?.strip_suffix(')')?;
        let (head, numbers) = inside.split_at(inside.find(" @")?);
        self.arguments.clear();
        for word in numbers[1..].split(' ') {
            let number = super::text::number(word.strip_prefix('@')?.as_bytes())?;
            self.arguments.push(named(number)?);
        }
        Some(head)
    }
}

/// Do these arguments have the sorts of those of the sample?
fn is_like(terms: &Terms, sample: Term, arguments: &[Term]) -> bool {
    let known = terms.arguments(sample);
    let is_same = |left: &Term, right: &Term| terms.sort_of(*left) == terms.sort_of(*right);
    match terms.op(sample) {
        Op::And | Op::Or | Op::Add | Op::Multiply => {
            arguments.len() >= 2 && arguments.iter().all(|argument| is_same(argument, &known[0]))
        }
        _ => {
            arguments.len() == known.len()
                && arguments.iter().zip(known).all(|(argument, known)| is_same(argument, known))
        }
    }
}

#[cfg(test)]
mod tests {
    use buttress_logic::Sort;

    use super::*;

    #[test]
    fn only_arguments_like_those_of_the_sample_are_taken() {
        let mut terms = Terms::new();
        let constant = |terms: &mut Terms, name: &str, sort| {
            let function = terms.declare_function(name, &[], sort);
            terms.apply(function, &[])
        };
        let [p, q] = ["p", "q"].map(|name| constant(&mut terms, name, Sort::BOOL));
        let [x, y] = ["x", "y"].map(|name| constant(&mut terms, name, Sort::INT));
        let named = |number: usize| [p, q, x, y].get(number).copied();
        let mut layers = Layers::default();
        let (both, sum, less) = (terms.and(&[p, q]), terms.add(&[x, y]), terms.less(x, y));
        for (text, term) in [("(and @0 @1)", both), ("(+ @2 @3)", sum), ("(< @2 @3)", less)] {
            layers.learn(&terms, text, term, named);
        }
        let mut build = |text: &str| layers.build(&mut terms, text, named);
        assert!(build("(and @1 @0)").is_some() && build("(+ @3 @3 @2)").is_some());
        assert!(build("(< @3 @2)").is_some());
        for text in ["(and @0)", "(and @0 @2)", "(and @2 @3)", "(+ @2)", "(+ @2 @0)", "(< @2)"] {
            assert_eq!(build(text), None, "{text}");
        }
        for text in ["(< @2 @3 @2)", "(< @0 @2)", "(< @2 @9)", "(or @0 @1)", "(and @0 1)"] {
            assert_eq!(build(text), None, "{text}");
        }
    }
}
