//! Properties that break one rule of the fragments each.

use super::script::Writer;
use crate::formula::ScriptSort;

impl Writer {
    /// A property about numbers that is outside, whatever is done to it.
    pub(super) fn broken_property(&mut self) -> String {
        let numbers: Vec<ScriptSort> = self
            .arrays
            .iter()
            .copied()
            .filter(|kind| kind.array().is_some_and(|(index, _)| index == ScriptSort::Int))
            .collect();
        let kind = self.random.pick(&numbers).unwrap_or(ScriptSort::ArrayIntInt);
        let (a, b) = (self.constant(kind), self.constant(kind));
        let element = kind.array().map_or(ScriptSort::Int, |(_, element)| element);
        let relation = match element {
            ScriptSort::Int | ScriptSort::Real => {
                ["<=", "<", "=", "distinct"][self.random.below(4)]
            }
            ScriptSort::Bool => ["=>", "=", "xor"][self.random.below(3)],
            _ => ["=", "distinct"][self.random.below(2)],
        };
        let (low, high) = (self.pexpr(), self.pexpr());
        let related = |left: &str, right: &str| {
            format!("({relation} (select {a} {left}) (select {b} {right}))")
        };
        let inner = ScriptSort::ArrayIntInt;
        self.literals += 3;
        match self.random.below(9) {
            // i + 1
            0 | 1 => {
                format!("(forall ((i Int)) (=> (<= {low} i {high}) {}))", related("i", "(+ i 1)"))
            }
            // i < j
            2 | 3 => format!(
                "(forall ((i Int) (j Int)) (=> (and (<= {low} i) (< i j) (<= j {high})) {}))",
                related("i", "j")
            ),
            // i ≠ j
            4 => format!(
                "(forall ((i Int) (j Int)) (=> (and (<= {low} i) (distinct i j) (<= j {high})) {}))",
                related("i", "j")
            ),
            // ∀i. ∃j. …
            5 => format!(
                "(forall ((i Int)) (=> (<= {low} i {high}) (exists ((j Int)) (and (<= {low} j) {}))))",
                related("i", "j")
            ),
            // a[b[i]], if some array holds numbers
            6 | 7 if self.arrays.contains(&inner) => {
                let row = self.constant(inner);
                format!(
                    "(forall ((i Int)) (=> (<= {low} i {high}) {}))",
                    related("i", &format!("(select {row} i)"))
                )
            }
            // a[i] = i
            8 if element == ScriptSort::Int => {
                format!("(forall ((i Int)) (=> (<= {low} i {high}) ({relation} i (select {a} i))))")
            }
            // i + 1 in a guard
            _ => format!(
                "(forall ((i Int) (j Int)) (=> (and (<= {low} i {high}) (= j (+ i 2))) {}))",
                related("i", "j")
            ),
        }
    }
}
