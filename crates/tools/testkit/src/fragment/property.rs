//! Random array properties: index guards and value constraints in many Boolean shapes.

use super::script::{Writer, within};
use crate::formula::ScriptSort;

/// What may stand in a guard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    /// Anything of the grammar.
    Full,
    /// What is a guard when it is negated, too: nothing that compares two universal variables.
    Simple,
}

impl Writer {
    /// ∀ ī. F → G, in some shape.
    pub(super) fn property(&mut self) -> String {
        let (variables, body) = self.block();
        if variables.len() > 1 && self.random.chance(20) {
            let (first, rest) = (&variables[0], variables[1..].join(" "));
            return format!("(forall ({first}) (forall ({rest}) {body}))");
        }
        format!("(forall ({}) {body})", variables.join(" "))
    }

    /// ∃ ī. ¬(F → G): what is denied is an array property.
    pub(super) fn denied_property(&mut self) -> String {
        let (variables, body) = self.block();
        format!("(exists ({}) (not {body}))", variables.join(" "))
    }

    /// The variables of a quantifier, and what it says of them.
    fn block(&mut self) -> (Vec<String>, String) {
        let count = [1, 1, 1, 2, 2, 3][self.random.below(6)];
        // Variables of one sort mostly: then they can be compared.
        let kind = self.random.pick(&self.indices).unwrap_or(ScriptSort::Int);
        let mut variables = Vec::new();
        for _ in 0..count {
            let kind = match self.random.pick(&self.indices) {
                Some(other) if self.random.chance(30) => other,
                _ => kind,
            };
            let name = self.fresh_name();
            variables.push(format!("({name} {})", kind.text()));
            self.universals.push((name, kind));
        }
        let mut body = self.body();
        if self.is_tiny() {
            for (name, _) in self.universals.iter().filter(|(_, kind)| *kind == ScriptSort::Int) {
                body = format!("(=> {} {body})", within(name));
            }
        }
        self.universals.clear();
        (variables, body)
    }

    fn body(&mut self) -> String {
        match self.random.below(20) {
            0..5 => format!("(=> {} {})", self.guard(Guard::Full, 2), self.value(1)),
            5 => format!("(or (not {}) {})", self.guard(Guard::Full, 1), self.value(1)),
            6 => format!("(not (and {} {}))", self.value(1), self.guard(Guard::Full, 1)),
            7 => format!("(ite {} {} true)", self.guard(Guard::Full, 1), self.value(1)),
            8 => format!(
                "(ite {} {} {})",
                self.guard(Guard::Simple, 1),
                self.value(1),
                self.value(0)
            ),
            9 => format!(
                "(=> {} (=> {} {}))",
                self.guard(Guard::Full, 1),
                self.guard(Guard::Full, 0),
                self.value(1)
            ),
            10 => format!(
                "(and (=> {} {}) (=> {} {}))",
                self.guard(Guard::Full, 1),
                self.value(0),
                self.guard(Guard::Full, 1),
                self.value(0)
            ),
            11 => {
                let connective = ["=", "xor"][self.random.below(2)];
                format!("({connective} {} {})", self.guard(Guard::Simple, 0), self.value(0))
            }
            12 => {
                let name = self.fresh_name();
                let guard = self.guard(Guard::Full, 1);
                format!("(let (({name} {guard})) (=> {name} {}))", self.value(1))
            }
            // Guards among value constraints, and ground literals among both.
            13 => format!("(or {} (not {}) {})", self.value(0), self.atom(), self.value(0)),
            14 => {
                let premise = format!("(and {} {})", self.atom(), self.value(0));
                format!("(=> {premise} {})", self.value(0))
            }
            15 => {
                let ground = self.ground();
                format!("(or {ground} (not {}) {})", self.guard(Guard::Full, 0), self.value(0))
            }
            16 => {
                let left = format!("(and {} {})", self.guard(Guard::Simple, 0), self.value(0));
                format!("(or {left} {})", self.value(0))
            }
            17 => self.equal_rows().unwrap_or_else(|| self.value(1)),
            _ => self.value(2),
        }
    }

    /// F → m[i] = n[e]: whole rows are equal. They must not be said to differ.
    fn equal_rows(&mut self) -> Option<String> {
        let larger =
            |kind: &ScriptSort| kind.array().filter(|(_, element)| element.array().is_some());
        let (kind, (index, _)) =
            self.arrays.iter().find_map(|kind| Some((*kind, larger(kind)?)))?;
        let (guard, array) = (self.guard(Guard::Full, 1), self.array(kind, 0));
        let row = format!("(select {array} {})", self.place(index));
        let other = format!("(select {} {})", self.array(kind, 0), self.place(index));
        self.literals += 1;
        Some(format!("(=> {guard} (= {row} {other}))"))
    }

    /// A literal without the universal variables.
    fn ground(&mut self) -> String {
        let universals = std::mem::take(&mut self.universals);
        let literal = self.literal();
        self.universals = universals;
        literal
    }

    /// A value constraint, at most so deep.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(40) {
            return if self.random.chance(8) { self.ground() } else { self.value_atom() };
        }
        let below = depth - 1;
        match self.random.below(6) {
            0 | 1 => format!("(and {} {})", self.value(below), self.value(below)),
            2 | 3 => format!("(or {} {})", self.value(below), self.value(below)),
            4 => format!("(=> {} {})", self.value(below), self.value(below)),
            _ => format!("(not {})", self.value(below)),
        }
    }

    fn value_atom(&mut self) -> String {
        // Variables of uninterpreted sorts may be compared anywhere where there are functions.
        let free: Vec<(String, ScriptSort)> = self
            .universals
            .iter()
            .filter(|(_, kind)| !self.functions.is_empty() && *kind != ScriptSort::Int)
            .cloned()
            .collect();
        if !free.is_empty() && self.random.chance(30) {
            self.literals += 1;
            let (name, kind) = free[self.random.below(free.len())].clone();
            let others: Vec<&(String, ScriptSort)> =
                free.iter().filter(|(other, k)| *k == kind && *other != name).collect();
            let other = match others.len() {
                0 => self.index(kind),
                count => others[self.random.below(count)].0.clone(),
            };
            let equation = format!("(= {name} {other})");
            return self.perhaps_not(equation);
        }
        self.comparison(1)
    }

    /// A guard, at most so deep.
    fn guard(&mut self, guard: Guard, depth: usize) -> String {
        if depth == 0 {
            return match guard {
                Guard::Full if self.random.chance(30) => {
                    self.two_universals().unwrap_or_else(|| self.atom())
                }
                _ => self.atom(),
            };
        }
        let below = depth - 1;
        match self.random.below(8) {
            0..3 => format!("(and {} {})", self.guard(guard, below), self.guard(guard, below)),
            3 => format!("(or {} {})", self.guard(guard, below), self.guard(guard, below)),
            4 => {
                let (left, right) = (self.atom(), self.atom());
                format!("(not (or {left} {right}))")
            }
            5 => self.range(),
            _ => self.guard(guard, 0),
        }
    }

    /// l ≤ i ≤ u, or l ≤ i ≤ j ≤ u.
    fn range(&mut self) -> String {
        let numbers: Vec<String> = self
            .universals
            .iter()
            .filter(|(_, kind)| *kind == ScriptSort::Int)
            .map(|(name, _)| name.clone())
            .collect();
        let Some(first) = numbers.first() else { return self.atom() };
        self.literals += 2;
        let (low, high) = (self.pexpr(), self.pexpr());
        match numbers.get(1) {
            // As a whole it is positive, wherever a range stands in a guard.
            Some(second) if self.random.chance(40) => {
                self.literals += 1;
                format!("(and (<= {low} {first}) (<= {second} {high}))")
            }
            _ if self.random.chance(30) => {
                format!("(and (> {first} {low}) (< {first} {high}))")
            }
            _ => format!("(<= {low} {first} {high})"),
        }
    }

    /// i ≤ j or i = j, if there are two variables of a sort.
    fn two_universals(&mut self) -> Option<String> {
        let (name, kind) = self.some_universal()?;
        let others: Vec<&(String, ScriptSort)> =
            self.universals.iter().filter(|(other, k)| *k == kind && *other != name).collect();
        let (other, _) = others.get(self.random.below(others.len()))?;
        let other = other.clone();
        self.literals += 1;
        Some(match self.random.below(6) {
            _ if kind != ScriptSort::Int => format!("(= {name} {other})"),
            5 => {
                self.literals += 2;
                let (low, high) = (self.pexpr(), self.pexpr());
                format!("(<= {low} {name} {other} {high})")
            }
            0..2 => format!("(<= {name} {other})"),
            2 => format!("(>= {name} {other})"),
            3 => format!("(not (< {name} {other}))"),
            _ => format!("(= {name} {other})"),
        })
    }

    fn some_universal(&mut self) -> Option<(String, ScriptSort)> {
        self.universals.get(self.random.below(self.universals.len())).cloned()
    }

    /// A universal variable compared with something that has none.
    fn atom(&mut self) -> String {
        let Some((name, kind)) = self.some_universal() else { return self.ground() };
        self.literals += 1;
        if kind != ScriptSort::Int {
            let equation = format!("(= {name} {})", self.index(kind));
            return if self.random.chance(30) { equation } else { format!("(not {equation})") };
        }
        let bound = self.pexpr();
        match self.random.below(16) {
            0..3 => format!("(<= {bound} {name})"),
            3..6 => format!("(<= {name} {bound})"),
            6 => format!("(< {name} {bound})"),
            7 => format!("(> {name} {bound})"),
            8 => format!("(>= {name} {bound})"),
            9 => format!("(not (< {name} {bound}))"),
            10 => format!("(= {name} {bound})"),
            11 => format!("(distinct {name} {bound})"),
            12 => format!("(not (= {bound} {name}))"),
            _ => self.range(),
        }
    }
}
