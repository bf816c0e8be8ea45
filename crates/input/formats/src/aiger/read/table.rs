//! The symbol table and the comments after it.

use super::Reader;
use crate::aiger::SymbolKind;
use crate::text::{Line, number, shown};
use crate::{Code, Diagnostic};

impl<'a> Reader<'a> {
    /// Reads symbols up to a line that begins the comments, or the end of the file.
    pub(super) fn symbol_table(&mut self) -> Result<(), Diagnostic> {
        while let Some(line) = self.lines.next_line() {
            // `c0 name` is the symbol of a constraint; `c` alone begins the comments.
            match line.text {
                [] => {}
                [b'c', second, ..] if second.is_ascii_digit() => self.symbol(line)?,
                [b'c', ..] => {
                    self.comments = String::from_utf8_lossy(self.lines.rest()).into_owned();
                    return Ok(());
                }
                _ => self.symbol(line)?,
            }
        }
        Ok(())
    }

    fn symbol(&mut self, line: Line<'a>) -> Result<(), Diagnostic> {
        let Some((kind, index, name)) = parts(line.text) else {
            let message = format!("not a symbol: {}", shown(line.text));
            let mut problem = self
                .diagnostic(Code::Symbol, line.start, message)
                .expecting("a letter of \"ilobcjf\", a position, a space and a name; or \"c\"");
            if line.text.first().is_some_and(u8::is_ascii_digit) {
                let ands = self.header.ands;
                problem = problem.hinting(format!("the header promises {ands} and-gates, no more"));
            }
            return self.note(problem);
        };
        let count = self.count(kind);
        if index >= count {
            let message = format!("symbol {}{index} names nothing", kind.letter());
            let expected = match count {
                0 => format!("no symbol \"{}\": there is nothing of that kind", kind.letter()),
                _ => format!("a position from 0 to {}", count - 1),
            };
            let problem = self.diagnostic(Code::Symbol, line.start, message).expecting(expected);
            return self.note(problem);
        }
        // Names are shown on terminals, where such letters move the cursor or change colours.
        let name = String::from_utf8_lossy(name).replace(char::is_control, "\u{fffd}");
        if self.symbols.insert(kind, index, name).is_some() {
            let message = format!("{}{index} has two symbols", kind.letter());
            let problem = self.diagnostic(Code::Symbol, line.start, message);
            return self.note(problem);
        }
        Ok(())
    }

    fn count(&self, kind: SymbolKind) -> u32 {
        match kind {
            SymbolKind::Input => self.header.inputs,
            SymbolKind::Latch => self.header.latches,
            SymbolKind::Output => self.header.outputs,
            SymbolKind::Bad => self.header.bads,
            SymbolKind::Constraint => self.header.constraints,
            SymbolKind::Justice => self.header.justice,
            SymbolKind::Fairness => self.header.fairness,
        }
    }
}

/// Kind, position and name of a symbol line.
fn parts(text: &[u8]) -> Option<(SymbolKind, u32, &[u8])> {
    let (&letter, rest) = text.split_first()?;
    let space = rest.iter().position(|&byte| byte == b' ')?;
    let (digits, name) = rest.split_at(space);
    let name = &name[1..];
    let named = !name.is_empty();
    Some((SymbolKind::from_letter(letter)?, number(digits)?, name)).filter(|_| named)
}
