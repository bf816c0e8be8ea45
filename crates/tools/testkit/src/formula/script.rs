//! Random scripts: declarations, assertions, checks, and the bounds of bounded scripts.

use buttress_prop::Random;

use super::mixes::Mix;
use super::signature::{ScriptSort, declaration};

/// What is written so far, and what there is to speak of.
pub(super) struct Writer {
    pub(super) random: Random,
    pub(super) mix: Mix,
    /// The sorts of the mix and all that they mention.
    pub(super) kinds: Vec<ScriptSort>,
    pub(super) constants: Vec<(String, ScriptSort)>,
    pub(super) functions: Vec<(String, Vec<ScriptSort>, ScriptSort)>,
    names: usize,
    lines: Vec<String>,
}

impl Writer {
    pub(super) fn new(random: Random, mix: Mix) -> Writer {
        let mut kinds = Vec::new();
        let mut waiting: Vec<ScriptSort> = mix.kinds.iter().rev().copied().collect();
        while let Some(kind) = waiting.pop() {
            if !kinds.contains(&kind) {
                kinds.push(kind);
                waiting.extend(kind.parts());
            }
        }
        let (constants, functions, lines) = (vec![], vec![], vec![]);
        Writer { random, mix, kinds, constants, functions, names: 0, lines }
    }

    pub(super) fn script(mut self) -> String {
        self.lines.push("(set-logic ALL)".to_owned());
        self.declare_sorts();
        self.declare_constants();
        self.declare_functions();
        if self.mix.bounded {
            self.bounds();
        }
        let (low, high) = self.mix.assertions;
        let count = self.random.between(low, high);
        if self.mix.incremental {
            self.steps(count);
        } else {
            for _ in 0..count {
                self.assert();
            }
            self.lines.push("(check-sat)".to_owned());
        }
        self.lines.join("\n") + "\n"
    }

    /// A name that nothing else has.
    pub(super) fn fresh_name(&mut self) -> String {
        self.names += 1;
        format!("?{}", self.names)
    }

    /// Mostly clauses: what contradicts itself alone is of little interest.
    fn assert(&mut self) {
        let formula = match self.random.below(10) {
            0 => self.atom(2),
            1 if self.random.coin() => self.formula(3),
            number => {
                let count = if number < 6 { 2 } else { 3 };
                let parts: Vec<String> =
                    (0..count).map(|place| self.formula([2, 1, 0][place])).collect();
                format!("(or {})", parts.join(" "))
            }
        };
        self.lines.push(format!("(assert {formula})"));
    }

    /// Sorts that others mention first.
    fn declare_sorts(&mut self) {
        let mut written: Vec<&'static str> = Vec::new();
        for kind in self.kinds.iter().rev() {
            let text = declaration(*kind);
            if !text.is_empty() && !written.contains(&text) {
                written.push(text);
            }
        }
        // Uninterpreted sorts, then enumerations: nothing else is mentioned by a declaration.
        written.sort_by_key(|text| {
            (!text.starts_with("(declare-sort"), !text.starts_with("(declare-datatype Colour"))
        });
        self.lines.extend(written.into_iter().map(str::to_owned));
    }

    fn declare_constants(&mut self) {
        for kind in self.kinds.clone() {
            let is_listed = self.mix.kinds.contains(&kind);
            let count = match kind {
                ScriptSort::Bool if self.mix.kinds.len() == 1 => 6,
                ScriptSort::Bool if is_listed => 3,
                ScriptSort::Int | ScriptSort::U if self.mix.bounded => 2,
                ScriptSort::ArrayBoolInt if self.mix.bounded && self.mix.kinds.len() < 5 => 2,
                _ if self.mix.bounded && self.mix.kinds.len() > 3 && is_listed => 1,
                ScriptSort::Int | ScriptSort::Real | ScriptSort::U if is_listed => {
                    self.random.between(2, 3)
                }
                _ if is_listed => 2,
                // Elements of an uninterpreted sort have no other names.
                ScriptSort::U | ScriptSort::V => 2,
                _ => 0,
            };
            for number in 0..count {
                let name = format!("{}{number}", kind.letter());
                self.lines.push(format!("(declare-const {name} {})", kind.text()));
                self.constants.push((name, kind));
            }
        }
    }

    fn declare_functions(&mut self) {
        let count = self.random.between(self.mix.functions.min(1), self.mix.functions);
        let few: Vec<ScriptSort> =
            self.kinds.iter().copied().filter(|kind| !kind.constants().is_empty()).collect();
        for number in 0..count {
            let arity = if self.mix.bounded { 1 } else { [1, 1, 2][self.random.below(3)] };
            let from = if self.mix.bounded { few.clone() } else { self.mix.kinds.to_vec() };
            let mut arguments = Vec::new();
            for _ in 0..arity {
                arguments.extend(self.random.pick(&from));
            }
            let mut result = self.kind();
            let is_small = |kind: ScriptSort| kind == ScriptSort::Int || few.contains(&kind);
            if arguments.is_empty() || (self.mix.bounded && !is_small(result)) {
                result = ScriptSort::Bool;
            }
            if arguments.is_empty() {
                continue;
            }
            let name = format!("f{number}");
            let sorts: Vec<&str> = arguments.iter().map(|kind| kind.text()).collect();
            let sorts = sorts.join(" ");
            self.lines.push(format!("(declare-fun {name} ({sorts}) {})", result.text()));
            self.functions.push((name, arguments, result));
        }
    }

    /// Says of every number, and of every value that holds one, that it is small; of every element
    /// of the uninterpreted sort that it is `u0` or `u1`.
    fn bounds(&mut self) {
        let mut terms: Vec<(String, ScriptSort)> = self.constants.clone();
        for (name, arguments, result) in &self.functions {
            for argument in arguments.iter().flat_map(|kind| kind.constants()) {
                terms.push((format!("({name} {argument})"), *result));
            }
        }
        let mut position = 0;
        while position < terms.len() {
            let (text, kind) = terms[position].clone();
            position += 1;
            if let Some((index, element)) = kind.array() {
                let reads =
                    index.constants().iter().map(|at| (format!("(select {text} {at})"), element));
                terms.extend(reads);
            }
            if kind == ScriptSort::Pair {
                terms.push((format!("(first {text})"), ScriptSort::Int));
            }
            let bound = match kind {
                ScriptSort::Int => format!("(<= (- 1) {text} 1)"),
                ScriptSort::U if text != "u0" && text != "u1" => {
                    format!("(or (= {text} u0) (= {text} u1))")
                }
                _ => continue,
            };
            self.lines.push(format!("(assert {bound})"));
        }
    }

    /// Assertions between pushes, pops and checks.
    fn steps(&mut self, count: usize) {
        let mut level = 0;
        for _ in 0..count * 2 {
            match self.random.below(12) {
                0..7 => self.assert(),
                7 => {
                    level += 1;
                    self.lines.push("(push 1)".to_owned());
                }
                8 if level > 0 => {
                    level -= 1;
                    self.lines.push("(pop 1)".to_owned());
                }
                9 => {
                    let assumptions: Vec<String> = (0..2)
                        .map(|number| {
                            if self.random.coin() {
                                format!("p{number}")
                            } else {
                                format!("(not p{number})")
                            }
                        })
                        .collect();
                    let assumptions = assumptions.join(" ");
                    self.lines.push(format!("(check-sat-assuming ({assumptions}))"));
                }
                10 => self.lines.push("(check-sat)".to_owned()),
                _ => {}
            }
        }
        self.lines.push("(check-sat)".to_owned());
    }
}
