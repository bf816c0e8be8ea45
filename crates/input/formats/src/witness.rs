//! AIGER witnesses, in the form that `aigsim -c` replays.
//!
//! ```text
//! 1          the property is violated (0: it holds, 2: unknown; no vectors follow then)
//! b0         by the position of the bad signal (j0 for a justice property)
//! 0x1        the first state; an x is any value
//! 10         the inputs of each step
//! .
//! ```
//!
//! Lines that begin with `c`, `u` or `#` are remarks, and so is all that follows the last dot.
//! Source: "AIGER 1.9 and beyond", witness format.

use buttress_circuit::{Circuit, Reset, Trace};

use crate::text::{Line, Lines, number, shown};
use crate::{Code, Diagnostic};

/// What is said of the properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WitnessStatus {
    /// They are violated by this trace.
    Violated(Trace),
    /// They hold.
    Holds,
    /// Nothing is known.
    Unknown,
}

/// One statement of a witness file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The positions of the bad signals it speaks of.
    pub bads: Vec<usize>,
    /// The positions of the justice properties it speaks of.
    pub justice: Vec<usize>,
    /// What it says.
    pub outcome: WitnessStatus,
}

impl Witness {
    /// The statement that `trace` violates the property at `index`.
    pub fn violated(index: usize, trace: Trace) -> Witness {
        Witness { bads: vec![index], justice: Vec::new(), outcome: WitnessStatus::Violated(trace) }
    }

    /// The statement as text.
    pub fn write(&self) -> String {
        let mut text = String::from(match self.outcome {
            WitnessStatus::Violated(_) => "1\n",
            WitnessStatus::Holds => "0\n",
            WitnessStatus::Unknown => "2\n",
        });
        let bads = self.bads.iter().map(|index| format!("b{index}"));
        let justice = self.justice.iter().map(|index| format!("j{index}"));
        text.extend(bads.chain(justice));
        text.push('\n');
        if let WitnessStatus::Violated(trace) = &self.outcome {
            for vector in std::iter::once(&trace.initial).chain(&trace.inputs) {
                text.extend(vector.iter().map(|&value| if value { '1' } else { '0' }));
                text.push('\n');
            }
        }
        text.push_str(".\n");
        text
    }
}

/// Reads the statements of a witness file about this circuit.
///
/// An x is read as 0, except for a latch with a constant reset, which has that value. Without
/// a line of properties (the style before 1.9) the statement is about the first bad signal;
/// the first state may then be left out too, and is the reset state with 0 for what is free.
pub fn read(bytes: &[u8], circuit: &Circuit) -> Result<Vec<Witness>, Vec<Diagnostic>> {
    let mut reader = Reader { lines: Lines::new(bytes), circuit };
    reader.witnesses().map_err(|problem| vec![problem])
}

struct Reader<'a> {
    lines: Lines<'a>,
    circuit: &'a Circuit,
}

#[derive(Clone, Copy, PartialEq)]
enum Status {
    Violated,
    Holds,
    Unknown,
}

impl<'a> Reader<'a> {
    fn witnesses(&mut self) -> Result<Vec<Witness>, Diagnostic> {
        let mut witnesses = Vec::new();
        loop {
            let Some(line) = self.next_filled_line() else {
                if witnesses.is_empty() {
                    let end = self.lines.bytes().len();
                    let problem = self.diagnostic(Code::WitnessForm, end, "the witness is empty");
                    return Err(problem.expecting(STATUS));
                }
                return Ok(witnesses);
            };
            match status(line) {
                Some(status) => witnesses.push(self.witness(status)?),
                // After a complete statement, whatever else there is counts as a remark.
                None if !witnesses.is_empty() => return Ok(witnesses),
                None => {
                    let message = format!("not a witness: begins {}", shown(line.text));
                    let problem = self.diagnostic(Code::WitnessForm, line.start, message);
                    return Err(problem.expecting(STATUS));
                }
            }
        }
    }

    fn witness(&mut self, status: Status) -> Result<Witness, Diagnostic> {
        let line = self.vector_line()?;
        let is_named = matches!(line.text.first(), Some(b'b' | b'j'));
        let (bads, justice) = if is_named { self.properties(line)? } else { (vec![0], Vec::new()) };
        let mut line = if is_named { self.vector_line()? } else { line };
        let outcome = match status {
            Status::Violated => {
                let latches = self.circuit.latches.len();
                let initial = if is_named || line.text.len() == latches {
                    let initial = self.vector(line, "the first state", latches)?;
                    line = self.vector_line()?;
                    initial
                } else {
                    vec![None; latches]
                };
                WitnessStatus::Violated(self.trace(&initial, line)?)
            }
            Status::Holds | Status::Unknown => {
                if line.text != b"." {
                    let message = format!("{} after the properties", shown(line.text));
                    let problem = self.diagnostic(Code::WitnessForm, line.start, message);
                    return Err(problem.expecting("\".\", for there is no trace here"));
                }
                if status == Status::Holds { WitnessStatus::Holds } else { WitnessStatus::Unknown }
            }
        };
        Ok(Witness { bads, justice, outcome })
    }

    /// The steps from `line` up to the dot.
    fn trace(&mut self, initial: &[Option<bool>], mut line: Line<'a>) -> Result<Trace, Diagnostic> {
        let mut inputs = Vec::new();
        while line.text != b"." {
            let name = format!("the inputs of step {}", inputs.len());
            let vector = self.vector(line, &name, self.circuit.inputs.len())?;
            inputs.push(vector.into_iter().map(|value| value == Some(true)).collect());
            line = self.vector_line()?;
        }
        if inputs.is_empty() {
            let message = "the trace has no step";
            return Err(self
                .diagnostic(Code::WitnessForm, line.start, message)
                .expecting("at least one line of inputs"));
        }
        let latches = self.circuit.latches.iter().zip(initial);
        let initial = latches.map(|(latch, value)| match (value, latch.reset) {
            (Some(value), _) => *value,
            (None, Reset::Value(value)) => value,
            (None, _) => false,
        });
        Ok(Trace { initial: initial.collect(), inputs })
    }

    /// `b0`, `b0b3`, `j1` …
    fn properties(&self, line: Line<'a>) -> Result<(Vec<usize>, Vec<usize>), Diagnostic> {
        let (mut bads, mut justice) = (Vec::new(), Vec::new());
        let mut rest = line.text;
        while let Some((&letter, after)) = rest.split_first() {
            let at = line.end() - rest.len();
            let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (digits, after) = after.split_at(digits);
            let index = number(digits).map(|index| index as usize);
            match (letter, index) {
                (b'b', Some(index)) if index < self.circuit.properties.len() => bads.push(index),
                (b'b', Some(index)) => {
                    let count = self.circuit.properties.len();
                    let message = format!("the circuit has no bad signal {index}");
                    return Err(self
                        .diagnostic(Code::WitnessProperty, at, message)
                        .expecting(format!("b and a position below {count}")));
                }
                (b'j', Some(index)) => justice.push(index),
                _ => {
                    let message = format!("not a property: {}", shown(rest));
                    return Err(self
                        .diagnostic(Code::WitnessForm, at, message)
                        .expecting("b or j and a position, such as b0"));
                }
            }
            rest = after;
        }
        Ok((bads, justice))
    }

    /// The values of a vector; `None` for x.
    fn vector(
        &self,
        line: Line<'a>,
        name: &str,
        width: usize,
    ) -> Result<Vec<Option<bool>>, Diagnostic> {
        let mut values = Vec::with_capacity(line.text.len());
        for (position, &letter) in line.text.iter().enumerate() {
            values.push(match letter {
                b'0' => Some(false),
                b'1' => Some(true),
                b'x' | b'X' => None,
                _ => {
                    let message = format!("strange character in {name}: {}", shown(&[letter]));
                    let at = line.start + position;
                    return Err(self
                        .diagnostic(Code::WitnessVector, at, message)
                        .expecting("0, 1 or x"));
                }
            });
        }
        if values.len() != width {
            let message = format!("{name} has {} values", values.len());
            return Err(self
                .diagnostic(Code::WitnessVector, line.end(), message)
                .expecting(format!("{width} values")));
        }
        Ok(values)
    }

    /// The next line that is no remark. It may be blank: so is a vector of no values.
    fn vector_line(&mut self) -> Result<Line<'a>, Diagnostic> {
        while let Some(line) = self.lines.next_line() {
            if !is_remark(line) {
                return Ok(Line { text: line.text.trim_ascii_end(), ..line });
            }
        }
        let end = self.lines.bytes().len();
        Err(self.diagnostic(Code::WitnessEnds, end, "the witness ends early").expecting("\".\""))
    }

    /// The next line that is neither blank nor a remark.
    fn next_filled_line(&mut self) -> Option<Line<'a>> {
        std::iter::from_fn(|| self.lines.next_line())
            .find(|line| !is_remark(*line) && !line.text.trim_ascii().is_empty())
    }

    fn diagnostic(&self, code: Code, at: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::in_text(code, self.lines.bytes(), at, message)
    }
}

const STATUS: &str = "1, 0 or 2 (or sat, unsat, unknown)";

/// `unsat` and `unknown` would be remarks by their first letter, but they are statements.
fn status(line: Line<'_>) -> Option<Status> {
    match line.text.trim_ascii_end() {
        b"1" | b"sat" => Some(Status::Violated),
        b"0" | b"unsat" => Some(Status::Holds),
        b"2" | b"unknown" => Some(Status::Unknown),
        _ => None,
    }
}

fn is_remark(line: Line<'_>) -> bool {
    matches!(line.text.first(), Some(b'c' | b'u' | b'#')) && status(line).is_none()
}

#[cfg(test)]
mod tests;
