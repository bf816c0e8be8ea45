//! Binary and-gates: two differences each, in groups of seven bits, the low ones first.

use buttress_circuit::Node;
use buttress_prop::{Lit, Var};

use super::Reader;
use crate::{Code, Diagnostic};

impl Reader<'_> {
    /// Gate `lhs` reads `rhs0 = lhs − δ₀` and `rhs1 = rhs0 − δ₁`; both come before it.
    pub(super) fn binary_gates(&mut self) -> Result<(), Diagnostic> {
        self.binary_from = self.lines.at();
        let first = self.header.inputs + self.header.latches + 1;
        for index in 0..self.header.ands {
            let start = self.lines.at();
            let var = Var(first + index);
            let lhs = var.lit().code();
            let delta = self.difference(index, 2)?;
            let left = match lhs.checked_sub(delta) {
                Some(left) if delta > 0 => left,
                _ => return Err(self.impossible(index, start, "first", delta, lhs)),
            };
            let second = self.lines.at();
            let delta = self.difference(index, 1)?;
            let Some(right) = left.checked_sub(delta) else {
                return Err(self.impossible(index, second, "second", delta, left));
            };
            self.circuit.nodes[var] = Node::And(Lit::from_code(left), Lit::from_code(right));
            self.circuit.ands.push(var);
            self.defined_at[var] = start as u32;
        }
        Ok(())
    }

    /// Reads one difference of a gate that needs at least `missing` bytes from here on.
    fn difference(&mut self, index: u32, missing: u32) -> Result<u32, Diagnostic> {
        let start = self.lines.at();
        let mut value: u32 = 0;
        for shift in (0..32).step_by(7) {
            let Some(byte) = self.lines.next_byte() else {
                return Err(self.ends_inside(index, missing));
            };
            let group = u32::from(byte & 0x7f);
            if shift == 28 && byte > 0x0f {
                break;
            }
            value |= group << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        let gate = format!("gate {} of {}", index + 1, self.header.ands);
        let message = format!("a difference of {gate} exceeds 32 bits (offset {start:#x})");
        Err(Diagnostic::in_binary(Code::Delta, start, message)
            .expecting("at most five bytes, the last below 0x10"))
    }

    fn ends_inside(&self, index: u32, missing: u32) -> Diagnostic {
        let end = self.lines.at();
        let plural = if missing == 1 { "" } else { "s" };
        let message = format!(
            "file ends inside the and-gates (gate {} of {} needs {missing} more byte{plural}, \
             offset {end:#x})",
            index + 1,
            self.header.ands
        );
        Diagnostic::in_binary(Code::FileEnds, end, message)
    }

    fn impossible(&self, index: u32, at: usize, which: &str, delta: u32, from: u32) -> Diagnostic {
        let least = if which == "first" { 1 } else { 0 };
        let message = format!(
            "the {which} difference of gate {} of {} is {delta} (offset {at:#x})",
            index + 1,
            self.header.ands
        );
        Diagnostic::in_binary(Code::Delta, at, message)
            .expecting(format!("a number from {least} to {from}"))
    }
}
