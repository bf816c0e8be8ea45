//! Random formulas: quantified ones wherever polarity allows.

use super::script::{Writer, within};
use crate::formula::ScriptSort;

/// The side of negations on which a formula stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Positive,
    Negative,
    /// Both: under ↔, or as a condition.
    Both,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Positive => Side::Negative,
            Side::Negative => Side::Positive,
            Side::Both => Side::Both,
        }
    }
}

impl Writer {
    /// A formula to be asserted, at most so deep.
    pub(super) fn formula(&mut self, depth: usize) -> String {
        self.on(Side::Positive, depth)
    }

    fn on(&mut self, side: Side, depth: usize) -> String {
        if depth == 0 {
            return if self.random.chance(25) { self.quantified(side, 0) } else { self.literal() };
        }
        let below = depth - 1;
        match self.random.below(18) {
            0 | 1 => format!("(and {} {})", self.on(side, below), self.on(side, below)),
            2 | 3 => format!("(or {} {})", self.on(side, below), self.on(side, below)),
            4 | 5 => format!("(not {})", self.on(side.other(), below)),
            6 | 7 => format!("(=> {} {})", self.on(side.other(), below), self.on(side, below)),
            8 => {
                let connective = ["=", "xor"][self.random.below(2)];
                let (left, right) = (self.on(Side::Both, below), self.on(Side::Both, below));
                format!("({connective} {left} {right})")
            }
            9 => {
                let condition = self.on(Side::Both, below);
                format!("(ite {condition} {} {})", self.on(side, below), self.on(side, below))
            }
            10 => {
                let name = self.fresh_name();
                let shared = self.on(Side::Both, below);
                let other = self.on(side, below);
                let connective = ["and", "or", "=>"][self.random.below(3)];
                // Used on both sides, so that what is named stands on both.
                format!("(let (({name} {shared})) ({connective} {name} (or {other} (not {name}))))")
            }
            11..15 => self.quantified(side, below),
            _ => self.literal(),
        }
    }

    /// A quantified formula that is inside the fragments on this side.
    fn quantified(&mut self, side: Side, depth: usize) -> String {
        match side {
            Side::Positive if self.random.chance(30) => self.witnessed(side, depth),
            Side::Negative if self.random.chance(50) => self.witnessed(side, depth),
            // Said of all, or denied of one: on the other side it speaks of one witness only.
            Side::Negative => self.denied_property(),
            Side::Positive => self.property(),
            Side::Both if self.random.coin() => self.denied_property(),
            Side::Both => self.property(),
        }
    }

    /// ∃k. F on the positive side, ∀k. F on the negative: k is a constant to all that is in F.
    fn witnessed(&mut self, side: Side, depth: usize) -> String {
        let count = self.random.between(1, 2);
        let before = self.constants.len();
        let mut variables = Vec::new();
        for _ in 0..count {
            let name = self.fresh_name();
            let kind = self.random.pick(&self.indices).unwrap_or(ScriptSort::Int);
            variables.push(format!("({name} {})", kind.text()));
            self.constants.push((name, kind));
        }
        let mut body = self.on(side, depth.min(1));
        if self.is_tiny() {
            for (name, _) in
                self.constants.drain(before..).filter(|(_, kind)| *kind == ScriptSort::Int)
            {
                let connective = if side == Side::Positive { "and" } else { "=>" };
                body = format!("({connective} {} {body})", within(&name));
            }
        }
        self.constants.truncate(before);
        let quantifier = if side == Side::Positive { "exists" } else { "forall" };
        format!("({quantifier} ({}) {body})", variables.join(" "))
    }
}
