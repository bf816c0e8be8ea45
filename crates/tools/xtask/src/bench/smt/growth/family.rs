//! The families of formulas, each with a parameter.

use std::fmt::Write;

/// Formulas of all sizes.
pub struct Family {
    /// What it is called.
    pub name: &'static str,
    /// What it says, and what the slip is.
    pub about: &'static str,
    /// The script of a size: the denial of a valid formula, or with a slip one that has a model.
    pub script: fn(usize, bool) -> String,
}

/// All families.
pub const FAMILIES: [Family; 6] = [
    Family {
        name: "writes-sorted",
        about: "n writes beyond a sorted segment leave it sorted; the slip: the last is at its end",
        script: writes_sorted,
    },
    Family {
        name: "writes-equal",
        about: "n writes at different indices may be made in either order; the slip: two may be one",
        script: writes_equal,
    },
    Family {
        name: "beq-chain",
        about: "n + 1 arrays, each equal to the next on a segment; the slip: one segment is shorter",
        script: beq_chain,
    },
    Family {
        name: "sorted-segments",
        about: "n sorted segments, each below the next, are sorted as a whole; the slip: one pair is \
                not said to be in order",
        script: sorted_segments,
    },
    Family {
        name: "bounded-elements",
        about: "n segments whose elements are at least their number have no element below 0; the slip: \
                one of them is at least −1",
        script: bounded_elements,
    },
    Family {
        name: "frame",
        about: "uninterpreted indices: equal but for n of them, and the same written to these; the \
                slip: one is not written to",
        script: frame,
    },
];

impl Family {
    /// Does its name begin with one of these?
    pub fn is_chosen(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.name.starts_with(name))
    }
}

/// A script under way.
struct Script(String);

impl Script {
    fn new() -> Script {
        Script("(set-logic ALL)\n".to_owned())
    }

    fn line(&mut self, text: impl std::fmt::Display) {
        writeln!(self.0, "{text}").expect("a string takes all text");
    }

    fn constants(&mut self, names: impl Iterator<Item = String>, sort: &str) {
        for name in names {
            self.line(format_args!("(declare-const {name} {sort})"));
        }
    }

    fn assert(&mut self, formula: impl std::fmt::Display) {
        self.line(format_args!("(assert {formula})"));
    }

    fn end(mut self) -> String {
        self.line("(check-sat)");
        self.0
    }
}

/// Names with numbers from 0.
fn names(letter: &str, count: usize) -> impl Iterator<Item = String> {
    (0..count).map(move |number| format!("{letter}{number}"))
}

const ARRAY: &str = "(Array Int Int)";

fn sorted(array: &str, low: &str, high: &str) -> String {
    format!(
        "(forall ((i Int) (j Int)) (=> (<= {low} i j {high}) (<= (select {array} i) (select {array} j))))"
    )
}

fn equal(left: &str, right: &str, low: &str, high: &str) -> String {
    format!("(forall ((i Int)) (=> (<= {low} i {high}) (= (select {left} i) (select {right} i))))")
}

/// The array with v₀ … written at k₀ …, in this order.
fn written(array: &str, numbers: impl Iterator<Item = usize>) -> String {
    numbers.fold(array.to_owned(), |array, number| format!("(store {array} k{number} v{number})"))
}

fn writes_sorted(size: usize, is_valid: bool) -> String {
    let mut script = Script::new();
    script.constants(["l", "u"].into_iter().map(str::to_owned), "Int");
    script.constants(names("k", size).chain(names("v", size)), "Int");
    script.constants(names("a", 2), ARRAY);
    script.assert(sorted("a0", "l", "u"));
    for number in 0..size {
        let relation = if !is_valid && number + 1 == size { "<=" } else { "<" };
        script.assert(format_args!("({relation} u k{number})"));
    }
    script.assert(format_args!("(= a1 {})", written("a0", 0..size)));
    script.assert(format_args!("(not {})", sorted("a1", "l", "u")));
    script.end()
}

fn writes_equal(size: usize, is_valid: bool) -> String {
    let mut script = Script::new();
    script.constants(names("k", size).chain(names("v", size)), "Int");
    script.constants(names("a", 3), ARRAY);
    for number in 1..size {
        let relation = if !is_valid && number + 1 == size { "<=" } else { "<" };
        script.assert(format_args!("({relation} k{} k{number})", number - 1));
    }
    script.assert(format_args!("(= a1 {})", written("a0", 0..size)));
    script.assert(format_args!("(= a2 {})", written("a0", (0..size).rev())));
    let last = format!("k{}", size.saturating_sub(1));
    script.assert(format_args!("(not {})", equal("a1", "a2", "k0", &last)));
    script.end()
}

fn beq_chain(size: usize, is_valid: bool) -> String {
    let mut script = Script::new();
    script.constants(["l", "u"].into_iter().map(str::to_owned), "Int");
    script.constants(names("a", size + 1), ARRAY);
    for number in 0..size {
        let is_short = !is_valid && number == size / 2;
        let (left, right) = (format!("a{number}"), format!("a{}", number + 1));
        script.assert(equal(&left, &right, "l", if is_short { "(- u 1)" } else { "u" }));
    }
    script.assert(format_args!("(not {})", equal("a0", &format!("a{size}"), "l", "u")));
    script.end()
}

fn sorted_segments(size: usize, is_valid: bool) -> String {
    let mut script = Script::new();
    script.constants(names("m", size + 1), "Int");
    script.constants(names("a", 1), ARRAY);
    for number in 0..size {
        let (low, next) = (format!("m{number}"), format!("m{}", number + 1));
        script.assert(format_args!("(< {low} {next})"));
        script.assert(sorted("a0", &low, &format!("(- {next} 1)")));
        if number + 1 < size && (is_valid || number != size / 2 - 1) {
            script.assert(format_args!(
                "(forall ((i Int) (j Int)) (=> (and (<= {low} i (- {next} 1)) (<= {next} j (- m{} 1))) \
                 (<= (select a0 i) (select a0 j))))",
                number + 2
            ));
        }
    }
    script.assert(format_args!("(not {})", sorted("a0", "m0", &format!("(- m{size} 1)"))));
    script.end()
}

fn bounded_elements(size: usize, is_valid: bool) -> String {
    let mut script = Script::new();
    script.constants(names("m", size + 1), "Int");
    script.constants(names("a", 1), ARRAY);
    for number in 0..size {
        let least =
            if !is_valid && number == size / 2 { "(- 1)".to_owned() } else { number.to_string() };
        script.assert(format_args!(
            "(forall ((i Int)) (=> (and (<= m{number} i) (< i m{})) (<= {least} (select a0 i))))",
            number + 1
        ));
    }
    script.assert(format_args!(
        "(exists ((i Int)) (and (<= m0 i) (< i m{size}) (< (select a0 i) 0)))"
    ));
    script.end()
}

fn frame(size: usize, is_valid: bool) -> String {
    let mut script = Script::new();
    script.line("(declare-sort U 0)");
    script.line("(declare-sort V 0)");
    script.constants(names("k", size), "U");
    script.constants(names("v", size), "V");
    script.constants(names("a", 2), "(Array U V)");
    let others: Vec<String> = names("k", size).map(|name| format!("(distinct i {name})")).collect();
    script.assert(format_args!(
        "(forall ((i U)) (=> (and {}) (= (select a0 i) (select a1 i))))",
        others.join(" ")
    ));
    let fewer = (0..size).filter(|number| is_valid || *number != size / 2);
    let (left, right) = (written("a0", 0..size), written("a1", fewer));
    script.assert(format_args!("(not (= {left} {right}))"));
    script.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of every script, and that the slip is seen in it.
    #[test]
    fn scripts_grow_and_slips_show() {
        for family in &FAMILIES {
            let mut before = 0;
            for size in [2, 4, 8] {
                let (valid, slipped) = ((family.script)(size, true), (family.script)(size, false));
                assert_ne!(valid, slipped, "{}", family.name);
                assert!(valid.len() > before, "{}", family.name);
                before = valid.len();
                for script in [valid, slipped] {
                    assert_eq!(script.matches('(').count(), script.matches(')').count());
                    assert!(script.ends_with("(check-sat)\n"));
                }
            }
        }
    }

    #[test]
    fn the_smallest_chain_is_as_it_should_be() {
        let script = (FAMILIES[2].script)(2, false);
        assert!(script.contains(
            "(assert (forall ((i Int)) (=> (<= l i (- u 1)) (= (select a1 i) (select a2 i)))))"
        ));
        assert!(FAMILIES[2].is_chosen(&["writes", "beq"]) && !FAMILIES[2].is_chosen(&["frame"]));
    }
}
