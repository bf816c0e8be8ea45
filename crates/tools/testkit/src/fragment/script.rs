//! Random scripts of the fragments: declarations, the domains of tiny ones, assertions.

use buttress_prop::Random;

use super::mix::{BruteForceScope, FragmentClass, FragmentMix};
use crate::formula::{ScriptSort, declaration};

/// What is written so far, and what there is to speak of.
pub(super) struct Writer {
    pub(super) random: Random,
    pub(super) mix: FragmentMix,
    /// The arrays, those that are elements of others too.
    pub(super) arrays: Vec<ScriptSort>,
    /// The sorts that universal variables range over.
    pub(super) indices: Vec<ScriptSort>,
    /// The sorts of elements and results that are not arrays.
    pub(super) elements: Vec<ScriptSort>,
    /// The constants, and existential variables while their scope is written.
    pub(super) constants: Vec<(String, ScriptSort)>,
    /// The functions with arguments.
    pub(super) functions: Vec<(String, Vec<ScriptSort>, ScriptSort)>,
    /// The universal variables in whose scope a term is written.
    pub(super) universals: Vec<(String, ScriptSort)>,
    /// How many literals there are.
    pub(super) literals: usize,
    names: usize,
    lines: Vec<String>,
}

impl Writer {
    pub(super) fn new(random: Random, mix: FragmentMix) -> Writer {
        let mut arrays: Vec<ScriptSort> = mix.arrays.to_vec();
        let (mut indices, mut elements) = (Vec::new(), Vec::new());
        let mut place = 0;
        while let Some((index, element)) = arrays.get(place).and_then(|kind| kind.array()) {
            indices.push(index);
            if element.array().is_some() { &mut arrays } else { &mut elements }.push(element);
            place += 1;
        }
        for (arguments, result) in mix.functions {
            indices.extend(*arguments);
            elements.push(*result);
        }
        for list in [&mut arrays, &mut indices, &mut elements] {
            let mut seen: Vec<ScriptSort> = Vec::new();
            list.retain(|kind| {
                let is_new = !seen.contains(kind);
                seen.push(*kind);
                is_new
            });
        }
        Writer {
            random,
            mix,
            arrays,
            indices,
            elements,
            constants: Vec::new(),
            functions: Vec::new(),
            universals: Vec::new(),
            literals: 0,
            names: 0,
            lines: Vec::new(),
        }
    }

    pub(super) fn script(mut self) -> String {
        let (low, high) = self.mix.literals;
        // Small scripts are as frequent as large ones on the scale of their logarithms.
        let doublings = self.random.between(0, (high / low.max(1)).max(1).ilog2() as usize);
        let low = (low << doublings).min(high);
        let size = self.random.between(low, (2 * low).min(high));
        self.lines.push("(set-logic ALL)".to_owned());
        self.declare(size);
        if self.is_tiny() {
            self.close_domains();
        }
        self.literals = 0;
        if self.mix.class == FragmentClass::Outside {
            for _ in 0..self.random.between(1, 2) {
                let property = self.broken_property();
                self.assert(property);
            }
        }
        if self.random.chance(self.mix.claims) {
            let claim = self.claim();
            self.assert(claim);
        }
        while self.literals < size {
            let formula = self.assertion();
            self.assert(formula);
        }
        self.lines.push("(check-sat)".to_owned());
        self.lines.join("\n") + "\n"
    }

    /// Does the script say of itself how large its domains are?
    pub(super) fn is_tiny(&self) -> bool {
        self.mix.brute_force == BruteForceScope::Decides
    }

    /// A name that nothing else has.
    pub(super) fn fresh_name(&mut self) -> String {
        self.names += 1;
        format!("?{}", self.names)
    }

    fn assert(&mut self, formula: String) {
        self.lines.push(format!("(assert {formula})"));
    }

    fn assertion(&mut self) -> String {
        match self.random.below(11) {
            0..3 => self.property(),
            3 | 4 => self.literal(),
            5 => self.formula(3),
            10 => format!("(or {} {})", self.claim(), self.formula(1)),
            number => {
                let count = if number < 8 { 2 } else { 3 };
                let parts: Vec<String> =
                    (0..count).map(|place| self.formula([2, 1, 0][place])).collect();
                format!("(or {})", parts.join(" "))
            }
        }
    }

    fn declare(&mut self, size: usize) {
        let kinds: Vec<ScriptSort> =
            self.arrays.iter().chain(&self.indices).chain(&self.elements).copied().collect();
        for kind in [ScriptSort::U, ScriptSort::V, ScriptSort::Colour] {
            if kinds.contains(&kind) {
                self.lines.push(declaration(kind).to_owned());
            }
        }
        let mut declared: Vec<ScriptSort> = Vec::new();
        for kind in kinds {
            if declared.contains(&kind) || kind == ScriptSort::Bool {
                continue;
            }
            declared.push(kind);
            let is_index = self.indices.contains(&kind);
            let count = match kind.array() {
                // Two arrays are as different outside a window as two default values are.
                _ if self.is_tiny() => 2,
                Some(_) => 2 + size / (3 * self.mix.room),
                None if is_index => 2 + size / self.mix.room,
                None => 1 + size / (2 * self.mix.room),
            };
            for number in 0..count {
                let name = format!("{}{number}", kind.letter());
                self.lines.push(format!("(declare-const {name} {})", kind.text()));
                self.constants.push((name, kind));
            }
        }
        for (number, (arguments, result)) in self.mix.functions.iter().enumerate() {
            let name = format!("f{number}");
            let sorts: Vec<&str> = arguments.iter().map(|kind| kind.text()).collect();
            let line = format!("(declare-fun {name} ({}) {})", sorts.join(" "), result.text());
            self.lines.push(line);
            self.functions.push((name, arguments.to_vec(), *result));
        }
    }

    /// Says of each sort that its elements are the first constants, and of numbers that they are −1,
    /// 0 or 1 if they have names, 0 or 1 in arrays.
    fn close_domains(&mut self) {
        for kind in [ScriptSort::U, ScriptSort::V] {
            if self.indices.contains(&kind) || self.elements.contains(&kind) {
                let letter = kind.letter();
                self.assert(format!(
                    "(forall ((x {})) (or (= x {letter}0) (= x {letter}1)))",
                    kind.text()
                ));
            }
        }
        for (name, kind) in self.constants.clone() {
            match kind.array() {
                None if kind == ScriptSort::Int => self.assert(within(&name)),
                Some((index, ScriptSort::Int)) => {
                    let index = index.text();
                    self.assert(format!("(forall ((x {index})) (<= 0 (select {name} x) 1))"));
                }
                _ => {}
            }
        }
    }
}

/// The term is in the window of tiny scripts.
pub(super) fn within(term: &str) -> String {
    format!("(<= (- 1) {term} 1)")
}
