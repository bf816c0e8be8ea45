//! The peer's answer to a program.
//!
//! z3's optimiser gives the value of `z` as a number, as `oo`, or as a number and a multiple of `epsilon` if
//! the bound is not attained.

use std::io;

use buttress_numeric::Rational;
use buttress_testkit::harness::Peer;
use buttress_testkit::lp::LinearProgram;

use crate::ours::LpAnswer;

/// Its answer; none if it has none, or one that cannot be read.
pub fn answer(peer: &mut Peer, program: &LinearProgram) -> io::Result<Option<LpAnswer>> {
    let said = peer.said(&program.script(true))?;
    Ok(match said.first().map(String::as_str) {
        Some("unsat") => Some(LpAnswer::Infeasible),
        Some("sat") => optimum(&said.join(" ")),
        _ => None,
    })
}

/// The value in `sat (objectives (z VALUE) )`. Long ones stand on several lines.
fn optimum(said: &str) -> Option<LpAnswer> {
    let (_, value) = said.split_once("(z ")?;
    let mut tokens = tokens(value);
    tokens.reverse();
    let value = read(&mut tokens)?;
    if tokens != [")", ")"] {
        return None;
    }
    match value {
        Value { infinite: 1.., .. } => Some(LpAnswer::Unbounded),
        Value { standard, epsilons, infinite: 0 } => {
            Some(LpAnswer::Bounded { value: standard, is_attained: epsilons.is_zero() })
        }
        Value { .. } => None,
    }
}

/// standard + epsilons · epsilon, or an infinite number of this sign.
struct Value {
    standard: Rational,
    epsilons: Rational,
    infinite: i32,
}

impl Value {
    fn number(standard: Rational) -> Value {
        Value { standard, epsilons: Rational::ZERO, infinite: 0 }
    }

    fn plus(self, other: Value) -> Value {
        Value {
            standard: &self.standard + &other.standard,
            epsilons: &self.epsilons + &other.epsilons,
            infinite: (self.infinite + other.infinite).signum(),
        }
    }

    fn times(self, factor: &Rational) -> Value {
        Value {
            standard: &self.standard * factor,
            epsilons: &self.epsilons * factor,
            infinite: self.infinite * factor.signum(),
        }
    }
}

/// Reads one value; the tokens are in the opposite order.
fn read(tokens: &mut Vec<&str>) -> Option<Value> {
    match tokens.pop()? {
        "oo" => Some(Value { infinite: 1, ..Value::number(Rational::ZERO) }),
        "epsilon" => {
            let epsilons = Rational::ONE;
            Some(Value { epsilons, ..Value::number(Rational::ZERO) })
        }
        "(" => {
            let op = tokens.pop()?;
            let mut parts = Vec::new();
            while *tokens.last()? != ")" {
                parts.push(read(tokens)?);
            }
            tokens.pop();
            let mut parts = parts.into_iter();
            let first = parts.next()?;
            let is_single = parts.len() == 0;
            parts.try_fold(
                if op == "-" && is_single { negated(first) } else { first },
                |left, right| {
                    match op {
                        "+" => Some(left.plus(right)),
                        "-" => Some(left.plus(negated(right))),
                        // One of the two is a plain number.
                        "*" if left.infinite == 0 && left.epsilons.is_zero() => {
                            Some(right.times(&left.standard))
                        }
                        "*" => Some(left.times(&right.standard)),
                        "/" => Some(left.times(&right.standard.recip()?)),
                        _ => None,
                    }
                },
            )
        }
        number => number.parse().ok().map(Value::number),
    }
}

fn negated(value: Value) -> Value {
    value.times(&Rational::MINUS_ONE)
}

fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' | ')' => 1,
            _ => rest.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        found.push(token);
        rest = after.trim_start();
    }
    found
}
