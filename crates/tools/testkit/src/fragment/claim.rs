//! Claims: hypotheses about whole arrays and a conclusion, with the conclusion denied.
//!
//! Without slips most of them are valid, so that the script has no model; a slip is a bound, an index
//! or an array that is not the one the argument needs.

use super::script::{Writer, within};
use crate::formula::ScriptSort;

/// An array segment: an array and its bounds.
#[derive(Clone)]
struct Segment {
    array: String,
    low: String,
    high: String,
}

impl Writer {
    /// ¬(H₁ ∧ … → C)
    pub(super) fn claim(&mut self) -> String {
        let Some(kind) = self.random.pick(&self.arrays) else { return self.property() };
        let is_ordered =
            matches!(kind.array(), Some((ScriptSort::Int, ScriptSort::Int | ScriptSort::Real)));
        let (hypotheses, conclusion) = match kind.array() {
            Some((ScriptSort::Int, _)) if is_ordered => match self.random.below(8) {
                0 => self.sorted_part(kind),
                1 => self.sorted_halves(kind),
                2 => self.sorted_copy(kind),
                3 => self.one_more(kind),
                4 => self.sorted_write(kind),
                _ => self.any_claim(kind),
            },
            _ => self.any_claim(kind),
        };
        match self.random.below(3) {
            0 => format!("(not (=> (and {} true) {conclusion}))", hypotheses.join(" ")),
            1 => format!("(and {} (not {conclusion}))", hypotheses.join(" ")),
            _ => format!("(not (or (not (and {} true)) {conclusion}))", hypotheses.join(" ")),
        }
    }

    fn any_claim(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        match self.random.below(4) {
            0 => self.equal_chain(kind),
            1 => self.same_writes(kind),
            2 => self.nothing_else(kind),
            _ => self.all_good(kind),
        }
    }

    /// Mostly what it is given, sometimes something else: then the claim may fail.
    fn slip(&mut self, text: &str, kind: ScriptSort) -> String {
        if !self.random.chance(12) {
            return text.to_owned();
        }
        if kind.array().is_some() { self.constant(kind) } else { self.index(kind) }
    }

    fn segment(&mut self, kind: ScriptSort) -> Segment {
        let array = self.constant(kind);
        Segment { array, low: self.constant(ScriptSort::Int), high: self.constant(ScriptSort::Int) }
    }

    fn slipped(&mut self, kind: ScriptSort, segment: &Segment) -> Segment {
        Segment {
            array: self.slip(&segment.array, kind),
            low: self.slip(&segment.low, ScriptSort::Int),
            high: self.slip(&segment.high, ScriptSort::Int),
        }
    }

    /// A quantifier over numbers; in tiny scripts they are small.
    fn all_numbers(&mut self, names: [&str; 2], guard: &str, value: &str) -> String {
        self.literals += 4;
        let mut body = format!("(=> {guard} {value})");
        if self.is_tiny() {
            body = format!("(=> (and {} {}) {body})", within(names[0]), within(names[1]));
        }
        format!("(forall (({} Int) ({} Int)) {body})", names[0], names[1])
    }

    /// ∀i, j. l ≤ i ≤ j ≤ u → a[i] ≤ a[j]
    fn sorted(&mut self, Segment { array, low, high }: &Segment) -> String {
        let value = format!("(<= (select {array} i) (select {array} j))");
        self.all_numbers(["i", "j"], &format!("(<= {low} i j {high})"), &value)
    }

    /// ∀i, j. l₁ ≤ i ≤ u₁ ∧ l₂ ≤ j ≤ u₂ → a[i] ≤ a[j]
    fn partitioned(&mut self, first: &Segment, second: &Segment) -> String {
        let guard = format!(
            "(and (<= {} i {}) (<= {} j {}))",
            first.low, first.high, second.low, second.high
        );
        let value = format!("(<= (select {} i) (select {} j))", first.array, second.array);
        self.all_numbers(["i", "j"], &guard, &value)
    }

    /// ∀i. l ≤ i ≤ u → a[i] = b[i] over numbers, ∀i. i ≠ e → a[i] = b[i] over other indices.
    fn equal(&mut self, kind: ScriptSort, segment: &Segment, other: &str) -> String {
        let Segment { array, low, high } = segment;
        let equation = format!("(= (select {array} i) (select {other} i))");
        self.pointwise(kind, low, high, equation)
    }

    /// Something of all indices between two, or other than either.
    fn pointwise(&mut self, kind: ScriptSort, low: &str, high: &str, value: String) -> String {
        self.literals += 3;
        let index = kind.array().map_or(ScriptSort::Int, |(index, _)| index);
        let guard = match index {
            ScriptSort::Int => format!("(<= {low} i {high})"),
            _ => format!("(and (not (= i {low})) (distinct {high} i))"),
        };
        let mut body = format!("(=> {guard} {value})");
        if self.is_tiny() && index == ScriptSort::Int {
            body = format!("(=> {} {body})", within("i"));
        }
        format!("(forall ((i {})) {body})", index.text())
    }

    /// Two indices of the array's.
    fn ends(&mut self, kind: ScriptSort) -> (String, String) {
        let index = kind.array().map_or(ScriptSort::Int, |(index, _)| index);
        (self.constant(index), self.constant(index))
    }

    /// What is sorted is sorted in every part.
    fn sorted_part(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let whole = self.segment(kind);
        let part = Segment { low: format!("(+ {} 1)", whole.low), ..whole.clone() };
        let part = self.slipped(kind, &part);
        (vec![self.sorted(&whole)], self.sorted(&part))
    }

    /// Two sorted parts, partitioned, are a sorted whole.
    fn sorted_halves(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let whole = self.segment(kind);
        let middle = self.constant(ScriptSort::Int);
        let first = Segment { high: middle.clone(), ..whole.clone() };
        let second = Segment { low: format!("(+ {middle} 1)"), ..whole.clone() };
        let (first, second) = (self.slipped(kind, &first), self.slipped(kind, &second));
        let mut hypotheses = vec![self.sorted(&first), self.sorted(&second)];
        hypotheses.push(self.partitioned(&first, &second));
        (hypotheses, self.sorted(&whole))
    }

    /// What equals something sorted is sorted.
    fn sorted_copy(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let segment = self.segment(kind);
        let other = Segment { array: self.constant(kind), ..segment.clone() };
        let equal = self.equal(kind, &segment, &other.array);
        let other = self.slipped(kind, &other);
        (vec![self.sorted(&segment), equal], self.sorted(&other))
    }

    /// A sorted segment grows by an element that is large enough.
    fn one_more(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let segment = self.segment(kind);
        let Segment { array, high, .. } = &segment;
        let next =
            if self.is_tiny() { self.constant(ScriptSort::Int) } else { format!("(+ {high} 1)") };
        self.literals += 1;
        let large = format!("(<= (select {array} {high}) (select {array} {next}))");
        let longer = Segment { high: self.slip(&next, ScriptSort::Int), ..segment.clone() };
        (vec![self.sorted(&segment), large], self.sorted(&longer))
    }

    /// A write outside leaves a segment sorted.
    fn sorted_write(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let segment = self.segment(kind);
        let Segment { array, low, high } = &segment;
        let at = self.constant(ScriptSort::Int);
        self.literals += 1;
        let outside = format!("(or (< {at} {low}) (> {at} {high}))");
        let (slipped, element) = (self.slip(&at, ScriptSort::Int), self.written(kind));
        let array = format!("(store {array} {slipped} {element})");
        let written = Segment { array, ..segment.clone() };
        (vec![self.sorted(&segment), outside], self.sorted(&written))
    }

    /// a₀ = a₁, …, aₙ₋₁ = aₙ on a segment, so a₀ = aₙ.
    fn equal_chain(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let (low, high) = self.ends(kind);
        let arrays: Vec<String> =
            (0..self.random.between(2, 4)).map(|_| self.constant(kind)).collect();
        let mut hypotheses = vec![];
        let index = kind.array().map_or(ScriptSort::Int, |(index, _)| index);
        for pair in arrays.windows(2) {
            let (low, high) = (self.slip(&low, index), self.slip(&high, index));
            hypotheses.push(self.equal(
                kind,
                &Segment { array: pair[0].clone(), low, high },
                &pair[1],
            ));
        }
        let (first, last) = (arrays[0].clone(), arrays[arrays.len() - 1].clone());
        (hypotheses, self.equal(kind, &Segment { array: first, low, high }, &last))
    }

    /// What is equal stays so if the same is written to both.
    fn same_writes(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let (low, high) = self.ends(kind);
        let index = kind.array().map_or(ScriptSort::Int, |(index, _)| index);
        let (mut left, mut right) = (self.constant(kind), self.constant(kind));
        let segment = Segment { array: left.clone(), low: low.clone(), high: high.clone() };
        let hypothesis = self.equal(kind, &segment, &right);
        for _ in 0..self.random.between(1, 3) {
            let (at, value) = (self.constant(index), self.written(kind));
            let other = self.slip(&at, index);
            left = format!("(store {left} {at} {value})");
            right = format!("(store {right} {other} {value})");
        }
        (vec![hypothesis], self.equal(kind, &Segment { array: left, low, high }, &right))
    }

    /// Equal at one index and everywhere else: the same array.
    fn nothing_else(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let index = kind.array().map_or(ScriptSort::Int, |(index, _)| index);
        let (left, right, at) = (self.constant(kind), self.constant(kind), self.constant(index));
        self.literals += 4;
        let here = self.slip(&at, index);
        let mut elsewhere =
            format!("(=> (distinct i {at}) (= (select {left} i) (select {right} i)))");
        let mut whole = format!("(= {left} {right})");
        if self.is_tiny() && index == ScriptSort::Int {
            elsewhere = format!("(=> {} {elsewhere})", within("i"));
            whole = format!(
                "(forall ((i Int)) (=> {} (= (select {left} i) (select {right} i))))",
                within("i")
            );
        }
        let hypotheses = vec![
            format!("(forall ((i {})) {elsewhere})", index.text()),
            format!("(= (select {left} {here}) (select {right} {here}))"),
        ];
        (hypotheses, whole)
    }

    /// All elements are good; a good one is written; all are good.
    fn all_good(&mut self, kind: ScriptSort) -> (Vec<String>, String) {
        let Some((index, element)) = kind.array() else { return (vec![], self.property()) };
        let (low, high) = self.ends(kind);
        let bound = if element.array().is_some() {
            self.constant(element)
        } else {
            self.element(element, 0)
        };
        let good = |text: &str| match element {
            ScriptSort::Int | ScriptSort::Real => format!("(<= {bound} {text})"),
            ScriptSort::Bool => format!("(=> {bound} {text})"),
            _ => format!("(= {bound} {text})"),
        };
        let (array, value) = (self.constant(kind), self.written(kind));
        let (at, other) = (self.constant(index), self.slip(&low, index));
        let all = self.pointwise(kind, &low, &high, good(&format!("(select {array} i)")));
        self.literals += 1;
        let mut hypotheses = vec![all];
        if self.random.chance(85) {
            hypotheses.push(good(&value));
        }
        let read = format!("(select (store {array} {at} {value}) i)");
        (hypotheses, self.pointwise(kind, &other, &high, good(&read)))
    }

    /// Something to write into an array.
    fn written(&mut self, kind: ScriptSort) -> String {
        match kind.array() {
            Some((_, element)) if element.array().is_some() => self.constant(element),
            Some((_, element)) => self.element(element, 0),
            None => self.number(kind),
        }
    }
}
