//! Programs as scripts.

use std::fmt::Write;

use buttress_numeric::{LinearForm, Rational, Relation};

use super::program::LinearProgram;

impl LinearProgram {
    /// Asks whether the constraints can hold, and with `optimise` for the largest value of `z`, which is
    /// the objective: the command is one of z3's.
    pub fn script(&self, optimise: bool) -> String {
        let mut text = String::new();
        for id in 0..self.variables {
            text += &format!("(declare-const x{id} Real)\n");
        }
        for constraint in &self.constraints {
            let relation = match constraint.relation {
                Relation::NonNegative => ">=",
                Relation::Positive => ">",
                Relation::Zero => "=",
            };
            let _ = writeln!(text, "(assert ({relation} {} 0.0))", sum(&constraint.form));
        }
        if optimise {
            let _ =
                writeln!(text, "(declare-const z Real)\n(assert (= z {}))", sum(&self.objective));
            text += "(maximize z)\n(check-sat)\n(get-objectives)\n";
        } else {
            text += "(check-sat)\n";
        }
        text
    }
}

fn sum(form: &LinearForm) -> String {
    let mut text = format!("(+ {}", number(form.constant_part()));
    for (variable, coefficient) in form.terms() {
        let _ = write!(text, " (* {} x{})", number(coefficient), variable.index());
    }
    text + " 0.0)"
}

fn number(number: &Rational) -> String {
    let absolute = number.abs();
    let text = format!("(/ {}.0 {}.0)", absolute.numerator(), absolute.denominator());
    if number.is_negative() { format!("(- {text})") } else { text }
}
