//! Random scripts about hashtables and partial arrays, in the extension's words or as pairs of arrays.
//!
//! Both are the same to a writer: at some keys there is something. What is read where nothing is
//! has no meaning that both dialects share, so reads stand beside the question whether there is
//! something; only equations between elements of partial arrays speak of nothing, too, and the pairs
//! of arrays spell that out. Choices never depend on the dialect: one seed makes one script.

use buttress_prop::Random;

use super::mix::{Dialect, FragmentClass, FragmentMix};
use crate::formula::{ScriptSort, declaration};

/// A hashtable or a partial array, in both dialects.
#[derive(Clone)]
struct Table {
    text: String,
    values: String,
    present: String,
}

struct Writer {
    random: Random,
    dialect: Dialect,
    is_partial: bool,
    key: ScriptSort,
    value: ScriptSort,
    tables: usize,
    keys: usize,
    literals: usize,
}

/// The script, in one of the dialects.
pub(super) fn script(mut random: Random, mix: &FragmentMix, dialect: Dialect) -> String {
    let (low, high) = mix.literals;
    let doublings = random.between(0, (high / low.max(1)).max(1).ilog2() as usize);
    let low = (low << doublings).min(high);
    let size = random.between(low, (2 * low).min(high));
    let kinds = mix.arrays.first().and_then(|kind| kind.array());
    let (key, value) = kinds.unwrap_or((ScriptSort::U, ScriptSort::V));
    let is_partial = mix.class == FragmentClass::Partial;
    let (tables, keys) = (2 + size / (3 * mix.room), 2 + size / mix.room);
    let mut writer = Writer { random, dialect, is_partial, key, value, tables, keys, literals: 0 };
    let mut lines = vec!["(set-logic ALL)".to_owned()];
    writer.declare(&mut lines);
    while writer.literals < size {
        lines.push(format!("(assert {})", writer.assertion()));
    }
    lines.push("(check-sat)".to_owned());
    lines.join("\n") + "\n"
}

impl Writer {
    fn declare(&self, lines: &mut Vec<String>) {
        let kinds = [self.key, self.value];
        let sorts = [ScriptSort::U, ScriptSort::V].into_iter().filter(|kind| kinds.contains(kind));
        lines.extend(sorts.map(|kind| declaration(kind).to_owned()));
        let (key, value) = (self.key.text(), self.value.text());
        for number in 0..self.keys {
            lines.push(format!("(declare-const k{number} {key})"));
        }
        for number in 0..2 {
            lines.push(format!("(declare-const v{number} {value})"));
        }
        let sort = if self.is_partial { "PArray" } else { "HashTable" };
        for number in 0..self.tables {
            if self.dialect == Dialect::Extended {
                lines.push(format!("(declare-const h{number} ({sort} {key} {value}))"));
            } else {
                lines.push(format!("(declare-const h{number} (Array {key} {value}))"));
                lines.push(format!("(declare-const h{number}_keys (Array {key} Bool))"));
            }
        }
    }

    fn assertion(&mut self) -> String {
        match self.random.below(8) {
            0..3 => self.property(),
            3 | 4 => self.literal(),
            5 => format!("(not {})", self.property()),
            _ => format!("(or {} {})", self.formula(), self.formula()),
        }
    }

    fn formula(&mut self) -> String {
        match self.random.below(6) {
            0 => self.property(),
            1 => format!("(not {})", self.property()),
            2 => format!("(and {} {})", self.literal(), self.literal()),
            _ => self.literal(),
        }
    }

    fn name(&mut self, letter: char, count: usize) -> String {
        format!("{letter}{}", self.random.below(count))
    }

    fn some_key(&mut self) -> String {
        let key = self.name('k', self.keys);
        match self.random.below(6) {
            0 if self.key == ScriptSort::Int => format!("(+ {key} 1)"),
            _ => key,
        }
    }

    fn some_value(&mut self) -> String {
        match self.random.below(4) {
            0 if self.value == ScriptSort::Int => self.random.below(3).to_string(),
            _ => self.name('v', 2),
        }
    }

    fn table(&mut self, depth: usize) -> Table {
        if depth == 0 || self.random.chance(55) {
            let text = self.name('h', self.tables);
            return Table { values: text.clone(), present: format!("{text}_keys"), text };
        }
        let Table { text, values, present } = self.table(depth - 1);
        let (key, value) = (self.some_key(), self.some_value());
        if self.random.chance(65) {
            let write = if self.is_partial { "store" } else { "put" };
            Table {
                text: format!("({write} {text} {key} {value})"),
                values: format!("(store {values} {key} {value})"),
                present: format!("(store {present} {key} true)"),
            }
        } else {
            let text = if self.is_partial {
                format!("(store {text} {key} undef)")
            } else {
                format!("(remove {text} {key})")
            };
            Table { text, values, present: format!("(store {present} {key} false)") }
        }
    }

    /// Is there something?
    fn present(&self, table: &Table, key: &str) -> String {
        match self.dialect {
            Dialect::Plain => format!("(select {} {key})", table.present),
            Dialect::Extended if self.is_partial => {
                format!("(defined (select {} {key}))", table.text)
            }
            Dialect::Extended => format!("(in-keys {key} {})", table.text),
        }
    }

    /// What there is.
    fn read(&self, table: &Table, key: &str) -> String {
        match self.dialect {
            Dialect::Plain => format!("(select {} {key})", table.values),
            Dialect::Extended if self.is_partial => format!("(select {} {key})", table.text),
            Dialect::Extended => format!("(get {} {key})", table.text),
        }
    }

    fn equal(&self, left: &Table, right: &Table) -> String {
        if self.dialect == Dialect::Extended {
            return format!("(= {} {})", left.text, right.text);
        }
        format!(
            "(and (= {} {}) (forall ((x {})) (=> (select {} x) (= (select {} x) (select {} x)))))",
            left.present,
            right.present,
            self.key.text(),
            left.present,
            left.values,
            right.values
        )
    }

    /// Partial arrays are the same at two places: both have nothing there, or the same.
    fn equal_at(&self, (left, at): (&Table, &str), (right, other_at): (&Table, &str)) -> String {
        let (one, other) = (self.read(left, at), self.read(right, other_at));
        if self.dialect == Dialect::Extended {
            return format!("(= {one} {other})");
        }
        let (has_one, has_other) = (self.present(left, at), self.present(right, other_at));
        format!("(and (= {has_one} {has_other}) (=> {has_one} (= {one} {other})))")
    }

    /// A partial array has a value at a place.
    fn holds(&self, table: &Table, key: &str, value: &str) -> String {
        let equal = format!("(= {} {value})", self.read(table, key));
        match self.dialect {
            Dialect::Extended => equal,
            Dialect::Plain => format!("(and {} {equal})", self.present(table, key)),
        }
    }

    /// Nothing is in it.
    fn is_empty(&self, table: &Table) -> String {
        match self.dialect {
            Dialect::Extended => format!("(init {})", table.text),
            Dialect::Plain => {
                format!("(forall ((x {})) (not (select {} x)))", self.key.text(), table.present)
            }
        }
    }

    fn comparison(&mut self, left: &str, right: &str) -> String {
        self.literals += 1;
        match self.value {
            ScriptSort::Int => {
                let relation = ["<=", "<", "=", "distinct", ">="][self.random.below(5)];
                format!("({relation} {left} {right})")
            }
            _ => self.perhaps_not(format!("(= {left} {right})")),
        }
    }

    fn perhaps_not(&mut self, formula: String) -> String {
        if self.random.coin() { formula } else { format!("(not {formula})") }
    }

    fn literal(&mut self) -> String {
        self.literals += 1;
        let key = self.some_key();
        match self.random.below(10) {
            0 | 1 => {
                let equation = format!("(= {key} {})", self.some_key());
                if self.random.chance(30) { equation } else { format!("(not {equation})") }
            }
            2 | 3 => {
                let equation = (self.table(2), self.table(1));
                let equation = self.equal(&equation.0, &equation.1);
                if self.random.chance(65) { equation } else { format!("(not {equation})") }
            }
            4 if !self.is_partial => {
                let table = self.table(1);
                let empty = self.is_empty(&table);
                if self.random.chance(30) { empty } else { format!("(not {empty})") }
            }
            4 => {
                let (table, other, at) = (self.table(2), self.table(1), self.some_key());
                let value = self.some_value();
                let equation = match self.random.coin() {
                    true => self.equal_at((&table, &key), (&other, &at)),
                    false => self.holds(&table, &key, &value),
                };
                self.perhaps_not(equation)
            }
            5 | 6 => {
                let table = self.table(2);
                let present = self.present(&table, &key);
                self.perhaps_not(present)
            }
            _ => {
                let (table, value) = (self.table(2), self.some_value());
                let compared = self.comparison(&self.read(&table, &key), &value);
                let present = self.present(&table, &key);
                let connective = ["and", "and", "=>"][self.random.below(3)];
                format!("({connective} {present} {compared})")
            }
        }
    }

    /// ∀ k̄. F → G, with every read of G at a key that F says is there.
    fn property(&mut self) -> String {
        let count = self.random.between(1, 2);
        let names = &["x", "y"][..count];
        let sort = self.key.text();
        let variables: Vec<String> = names.iter().map(|name| format!("({name} {sort})")).collect();
        let (first, second) = (names[0], names[count - 1]);
        let (left, right) = (self.table(1), self.table(1));
        let mut guards = Vec::new();
        if self.random.chance(60) {
            guards.push(self.guard(first, second));
        }
        let value = match self.random.below(8) {
            // x ∈ keys(h) → x ∈ keys(h′), exactly or in part
            0 | 1 if !self.is_partial => {
                self.literals += 2;
                let (one, other) = (self.present(&left, first), self.present(&right, first));
                let other = self.perhaps_not(other);
                format!("({} {one} {other})", ["=>", "=>", "="][self.random.below(3)])
            }
            0 | 1 if count == 1 => {
                self.literals += 1;
                self.equal_at((&left, first), (&right, first))
            }
            number => {
                let is_shifted = self.is_partial && self.key == ScriptSort::Int && number == 2;
                let is_nested = is_shifted && self.value == ScriptSort::Int && self.random.coin();
                let mut at = second.to_owned();
                guards.push(self.present(&left, first));
                if is_nested {
                    at = self.read(&left, first);
                } else if is_shifted {
                    at = format!("(+ {second} 1)");
                }
                let read = self.read(&left, first);
                if self.random.chance(60) {
                    guards.push(self.present(&right, &at));
                    self.comparison(&read, &self.read(&right, &at))
                } else {
                    let value = self.some_value();
                    self.comparison(&read, &value)
                }
            }
        };
        let body = match guards.len() {
            0 => value,
            1 => format!("(=> {} {value})", guards[0]),
            _ => format!("(=> (and {}) {value})", guards.join(" ")),
        };
        format!("(forall ({}) {body})", variables.join(" "))
    }

    /// A guard of T_A; of partial arrays, anything.
    fn guard(&mut self, first: &str, second: &str) -> String {
        self.literals += 1;
        let key = self.some_key();
        let is_ordered = self.is_partial && self.key == ScriptSort::Int;
        match self.random.below(6) {
            0 if first != second && is_ordered => format!("(< {first} {second})"),
            1 if first != second && self.is_partial => format!("(not (= {first} {second}))"),
            2 if is_ordered => format!("(<= {key} {first})"),
            3 if first != second => format!("(= {first} {second})"),
            4 => format!("(= {second} {key})"),
            _ => format!("(not (= {first} {key}))"),
        }
    }
}
