//! Random indices, elements and arrays, and literals about them.

use super::script::Writer;
use crate::formula::ScriptSort;

impl Writer {
    /// A constant of a sort, or an existential variable in whose scope we are.
    pub(super) fn constant(&mut self, kind: ScriptSort) -> String {
        let names: Vec<&String> =
            self.constants.iter().filter(|(_, k)| *k == kind).map(|(name, _)| name).collect();
        match names.len() {
            0 => self.number(kind),
            count => names[self.random.below(count)].clone(),
        }
    }

    /// A value of a sort as it is written; of a sort without values, a constant.
    pub(super) fn number(&mut self, kind: ScriptSort) -> String {
        let choices: &[&str] = match kind {
            ScriptSort::Int => &["0", "1", "(- 1)"],
            ScriptSort::Real => &["0.0", "1.0", "(- 1.0)", "0.5"],
            ScriptSort::Bool => &["true", "false"],
            ScriptSort::Colour => &["red", "green", "blue"],
            ScriptSort::V => &["v0"],
            _ => &["u0"],
        };
        choices[self.random.below(choices.len())].to_owned()
    }

    /// An index without universal variables, at which something may be read.
    pub(super) fn index(&mut self, kind: ScriptSort) -> String {
        if kind == ScriptSort::Int && !self.is_tiny() {
            return self.pexpr();
        }
        if kind == ScriptSort::Int && self.random.chance(15) {
            return self.number(kind);
        }
        self.constant(kind)
    }

    /// A linear expression without universal variables; now and then an element.
    pub(super) fn pexpr(&mut self) -> String {
        let constant = self.constant(ScriptSort::Int);
        match self.random.below(20) {
            0..11 => constant,
            11..13 => format!("(+ {constant} 1)"),
            13..15 => format!("(- {constant} 1)"),
            15 => format!("(+ {constant} {})", self.random.between(2, 4)),
            16 | 17 => self.number(ScriptSort::Int),
            18 if self.arrays.contains(&ScriptSort::ArrayIntInt) => {
                let (array, at) =
                    (self.constant(ScriptSort::ArrayIntInt), self.constant(ScriptSort::Int));
                format!("(select {array} {at})")
            }
            _ => format!("(- {constant} {})", self.constant(ScriptSort::Int)),
        }
    }

    /// Where an array is read, or what a function is applied to: a universal variable if there is one
    /// of the sort, or something without them.
    pub(super) fn place(&mut self, kind: ScriptSort) -> String {
        let universals: Vec<&String> =
            self.universals.iter().filter(|(_, k)| *k == kind).map(|(name, _)| name).collect();
        let count = universals.len();
        if count > 0 && self.random.chance(80) {
            return universals[self.random.below(count)].clone();
        }
        self.index(kind)
    }

    /// An array: a constant, a write, a row of a larger one.
    pub(super) fn array(&mut self, kind: ScriptSort, depth: usize) -> String {
        let Some((index, element)) = kind.array() else { return self.constant(kind) };
        if self.arrays.contains(&ScriptSort::ArrayNested) && kind == ScriptSort::ArrayIntInt
            || self.arrays.contains(&ScriptSort::ArrayUArrayVInt) && kind == ScriptSort::ArrayVInt
        {
            let larger = if kind == ScriptSort::ArrayVInt {
                (ScriptSort::ArrayUArrayVInt, ScriptSort::U)
            } else {
                (ScriptSort::ArrayNested, ScriptSort::Int)
            };
            if self.random.chance(50) {
                let array = self.array(larger.0, depth / 2);
                return format!("(select {array} {})", self.place(larger.1));
            }
        }
        if depth == 0 || self.random.chance(65) {
            return self.constant(kind);
        }
        let array = self.array(kind, depth - 1);
        let at = self.index(index);
        // Neither where nor what is written may depend on universal variables.
        let universals = std::mem::take(&mut self.universals);
        let value = match element.array() {
            Some(_) => self.array(element, depth - 1),
            None => self.element(element, depth - 1),
        };
        self.universals = universals;
        format!("(store {array} {at} {value})")
    }

    /// An element, in which universal variables are read at, or are arguments.
    pub(super) fn element(&mut self, kind: ScriptSort, depth: usize) -> String {
        let is_number = kind == ScriptSort::Int || kind == ScriptSort::Real;
        match self.random.below(10) {
            0 => self.constant(kind),
            1 if self.random.coin() => self.number(kind),
            2 if is_number && depth > 0 => {
                let left = self.element(kind, depth - 1);
                let right = if self.random.coin() {
                    self.number(kind)
                } else {
                    self.element(kind, depth - 1)
                };
                format!("({} {left} {right})", ["+", "-"][self.random.below(2)])
            }
            _ => self.reading(kind, depth).unwrap_or_else(|| self.constant(kind)),
        }
    }

    /// A read, or an application of a function.
    fn reading(&mut self, kind: ScriptSort, depth: usize) -> Option<String> {
        let sources: Vec<ScriptSort> = self
            .arrays
            .iter()
            .copied()
            .filter(|source| source.array().is_some_and(|(_, element)| element == kind))
            .collect();
        let functions: Vec<usize> =
            (0..self.functions.len()).filter(|number| self.functions[*number].2 == kind).collect();
        let choice = self.random.below(sources.len() + functions.len());
        if let Some(source) = sources.get(choice) {
            let array = self.array(*source, depth);
            let (index, _) = source.array()?;
            return Some(format!("(select {array} {})", self.place(index)));
        }
        let (name, arguments, _) = self.functions.get(*functions.get(choice - sources.len())?)?;
        let (name, arguments) = (name.clone(), arguments.clone());
        let arguments: Vec<String> =
            arguments.into_iter().map(|kind| self.argument(kind, depth)).collect();
        Some(format!("({name} {})", arguments.join(" ")))
    }

    /// An argument of a function, which may be an application itself.
    fn argument(&mut self, kind: ScriptSort, depth: usize) -> String {
        if depth > 0 && self.random.chance(15) {
            return self.reading(kind, depth - 1).unwrap_or_else(|| self.place(kind));
        }
        self.place(kind)
    }

    /// A comparison of elements, and so a value constraint; it may be negated.
    pub(super) fn comparison(&mut self, depth: usize) -> String {
        self.literals += 1;
        let kind = self.random.pick(&self.elements).unwrap_or(ScriptSort::Bool);
        // What begins with a read is not true or false by itself.
        let left = self.reading(kind, depth).unwrap_or_else(|| self.constant(kind));
        match kind {
            ScriptSort::Bool if self.random.chance(80) => self.perhaps_not(left),
            ScriptSort::Int | ScriptSort::Real => {
                let relation = ["<=", "<", ">=", ">", "=", "distinct"][self.random.below(6)];
                format!("({relation} {left} {})", self.element(kind, depth))
            }
            _ => {
                let equation = format!("(= {left} {})", self.element(kind, depth));
                self.perhaps_not(equation)
            }
        }
    }

    /// The formula or its negation.
    pub(super) fn perhaps_not(&mut self, formula: String) -> String {
        if self.random.coin() { formula } else { format!("(not {formula})") }
    }

    /// A literal without variables: of indices, of elements, of whole arrays.
    pub(super) fn literal(&mut self) -> String {
        match self.random.below(10) {
            0..3 => {
                self.literals += 1;
                let kind = self.random.pick(&self.indices).unwrap_or(ScriptSort::Int);
                let (left, right) = (self.index(kind), self.index(kind));
                if kind == ScriptSort::Int && self.random.chance(70) {
                    let relation = ["<=", "<", ">=", ">"][self.random.below(4)];
                    return format!("({relation} {left} {right})");
                }
                let equation = format!("(= {left} {right})");
                if self.random.chance(35) { equation } else { format!("(not {equation})") }
            }
            3 | 4 if !self.arrays.is_empty() => {
                self.literals += 1;
                let kind = self.random.pick(&self.arrays).unwrap_or(ScriptSort::ArrayIntInt);
                let left = self.array(kind, 2);
                let mut right = self.array(kind, 1);
                if left == right {
                    right = self.array(kind, 2);
                }
                let equation = format!("(= {left} {right})");
                if self.random.chance(60) { equation } else { format!("(not {equation})") }
            }
            _ => self.comparison(1),
        }
    }
}
