//! The text of a proof.
//!
//! Invariant: a term has its `t` line before the first line that names it, once, and names its
//! arguments by number; a witness names its formula in the same way. So the text is as large as the
//! proof with its terms, however they are shared.

use std::fmt::Write;

use buttress_logic::{Op, Term, Terms, print_applied, print_symbol};

use super::{Derivation, Literal, Proof, Rule, Source, Step};

/// The text of a refutation of the check with this number, counted from 1, of a script.
pub fn write(proof: &Proof, terms: &Terms, check: usize) -> String {
    let mut writer = Writer { terms, numbers: vec![0; terms.len()], last: 0, text: String::new() };
    writer.put(format_args!("p buttress-smt-proof 1 {check}\n"));
    for (index, step) in proof.steps.iter().enumerate() {
        writer.step(index + 1, step);
    }
    writer.text
}

struct Writer<'a> {
    terms: &'a Terms,
    /// By term: its number in the text, 0 if it has none yet.
    numbers: Vec<u32>,
    last: u32,
    text: String,
}

impl Writer<'_> {
    fn put(&mut self, words: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(words);
    }

    fn number(&self, term: Term) -> u32 {
        self.numbers[term.index()]
    }

    fn step(&mut self, number: usize, step: &Step) {
        match step {
            Step::Axiom { clause, rule } => {
                self.introduce(clause);
                rule.terms().into_iter().for_each(|term| self.introduce_term(term));
                self.put(format_args!("a {number}"));
                self.clause(clause);
                self.put(format_args!(" {}", rule.name()));
                self.rule(rule);
            }
            Step::Derived { clause, hints } => {
                self.introduce(clause);
                self.put(format_args!("l {number}"));
                self.clause(clause);
                for hint in hints {
                    self.put(format_args!(" {}", u64::from(*hint) + 1));
                }
                self.text.push_str(" 0");
            }
        }
        self.text.push('\n');
    }

    fn clause(&mut self, clause: &[Literal]) {
        for literal in clause {
            let sign = if literal.is_positive { "" } else { "-" };
            let number = self.number(literal.atom);
            self.put(format_args!(" {sign}{number}"));
        }
        self.text.push_str(" 0");
    }

    fn rule(&mut self, rule: &Rule) {
        if let Rule::Arithmetic(derivation) = rule {
            return self.derivation(derivation);
        }
        for term in rule.terms() {
            let number = self.number(term);
            self.put(format_args!(" {number}"));
        }
        match rule {
            Rule::Field(_, field) => self.put(format_args!(" {field}")),
            Rule::Test(_, constructor) | Rule::Rebuild(_, constructor) => {
                let name = print_symbol(self.terms.constructor_name(*constructor));
                self.put(format_args!(" {name}"));
            }
            _ => {}
        }
    }

    fn derivation(&mut self, derivation: &Derivation) {
        for (place, line) in derivation.lines.iter().enumerate() {
            if place > 0 {
                self.text.push_str(" ;");
            }
            for (source, factor) in &line.sum {
                match source {
                    Source::Literal(literal) => self.put(format_args!(" l{literal}")),
                    Source::Equation(left, right) => {
                        let [left, right] = [left, right].map(|side| self.number(*side));
                        self.put(format_args!(" e{left}={right}"));
                    }
                    Source::Fact(term, fact) => {
                        let number = self.number(*term);
                        self.put(format_args!(" f{number}.{fact}"));
                    }
                    Source::Line(line) => self.put(format_args!(" d{line}")),
                    Source::Product(left, right) => self.put(format_args!(" p{left}*{right}")),
                    Source::Multiple(line, term) => {
                        let number = self.number(*term);
                        self.put(format_args!(" m{line}*{number}"));
                    }
                    Source::Square(term) => {
                        let number = self.number(*term);
                        self.put(format_args!(" s{number}"));
                    }
                    Source::Both(left, right) => self.put(format_args!(" b{left}={right}")),
                }
                self.put(format_args!(" {factor}"));
            }
            if line.rounds {
                self.text.push_str(" round");
            }
        }
    }

    fn introduce(&mut self, clause: &[Literal]) {
        clause.iter().for_each(|literal| self.introduce_term(literal.atom));
    }

    /// One layer of a term. Bound variables and binders go by their numbers in the script, where
    /// no two are the same: names could not say which of several binders is meant.
    fn layer(&self, term: Term) -> String {
        let body = || self.number(self.terms.argument(term, 0));
        match self.terms.op(term) {
            Op::Bound(bound) => format!("(@bound {})", bound.number()),
            Op::Forall(binder) => format!("(@forall {} @{})", binder.number(), body()),
            Op::Exists(binder) => format!("(@exists {} @{})", binder.number(), body()),
            Op::Witness(witness) => {
                let (formula, place) = self.terms.witnessed(witness);
                format!("(@witness {place} @{})", self.number(formula))
            }
            _ => print_applied(self.terms, term, |part| format!("@{}", self.number(part))),
        }
    }

    /// Writes the `t` lines of a term and of what it names, these first.
    fn introduce_term(&mut self, term: Term) {
        if self.number(term) != 0 {
            return;
        }
        let mut stack = vec![term];
        while let Some(&term) = stack.last() {
            let waiting = stack.len();
            let open = |part: &Term| self.number(*part) == 0;
            match self.terms.op(term) {
                Op::Witness(witness) => {
                    stack.extend(Some(self.terms.witnessed(witness).0).filter(open));
                }
                _ => stack.extend(self.terms.arguments(term).iter().copied().filter(open)),
            }
            if stack.len() > waiting {
                continue;
            }
            stack.pop();
            if self.number(term) != 0 {
                continue;
            }
            let text = self.layer(term);
            self.last += 1;
            self.numbers[term.index()] = self.last;
            let number = self.last;
            self.put(format_args!("t {number} {text}\n"));
        }
    }
}
