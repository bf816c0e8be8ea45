//! A file that a command reads, inflated and recognised.

use std::borrow::Cow;
use std::path::Path;

use buttress_formats::inflated;

use super::format::FileFormat;
use super::kind::InputKind;
use super::recognition::recognised;
use super::verb::Verb;
use crate::files;
use crate::refusal::Refusal;

/// A file that the command can read.
pub struct Input {
    /// The name by which reports call it.
    pub name: String,
    /// What it is.
    pub kind: InputKind,
    /// As it lies there.
    bytes: Vec<u8>,
    /// What it inflates to, if it is compressed.
    text: Option<Vec<u8>>,
}

impl Input {
    /// Reads a file, or standard input for `-`, as a command can use it.
    pub fn read(path: &Path, insisted: Option<FileFormat>, verb: Verb) -> Result<Input, Refusal> {
        let bytes = files::load(path).map_err(Refusal::Plain)?;
        Input::of(path, bytes, insisted, verb)
    }

    /// The file of this name with these bytes.
    pub fn of(
        path: &Path,
        bytes: Vec<u8>,
        insisted: Option<FileFormat>,
        verb: Verb,
    ) -> Result<Input, Refusal> {
        let inflating = match inflated(&bytes) {
            Ok(Cow::Owned(text)) => Ok(Some(text)),
            Ok(Cow::Borrowed(_)) => Ok(None),
            Err(problem) => Err(problem),
        };
        let text = match inflating {
            Ok(text) => text,
            Err(problem) => return Err(Refusal::Broken(bytes, vec![problem])),
        };
        let contents = text.as_deref().unwrap_or(&bytes);
        let kind = match insisted {
            Some(format) => verb.insisted(format)?,
            None => recognised(path, contents)?,
        };
        if !verb.reads(kind) {
            return Err(Refusal::Plain(verb.meant(kind, path, contents)));
        }
        Ok(Input { name: files::shown(path), kind, bytes, text })
    }

    /// As it lies there, compressed or not.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What it holds, inflated.
    pub fn text(&self) -> &[u8] {
        self.text.as_deref().unwrap_or(&self.bytes)
    }

    /// The bytes as they lie there, taken.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// What it holds, taken.
    pub fn into_text(self) -> Vec<u8> {
        self.text.unwrap_or(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::recognition::as_system;
    use super::*;

    fn recognised_as(name: &str, text: &[u8], verb: Verb) -> String {
        match Input::of(Path::new(name), text.to_vec(), None, verb) {
            Ok(input) => format!("{:?}", input.kind),
            Err(Refusal::Plain(message)) => message,
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn contents_decide_and_names_help() {
        for (name, text, expected) in [
            ("x", "aag 0 0 0 0 0\n", InputKind::Circuit),
            ("x.aag", "aga 0 0 0 0 0\n", InputKind::Circuit),
            ("x", "; remark\n(check-sat)", InputKind::Script),
            ("x.smt2", "; only a remark\n", InputKind::Script),
            ("x.SMT2.gz", "check-sat\n", InputKind::Script),
            ("x", "@pre true @post true void f() {}", InputKind::Program),
            ("x.pi", "module", InputKind::Program),
            ("x.pi", "(exit)", InputKind::Program),
        ] {
            assert_eq!(
                recognised_as(name, text.as_bytes(), Verb::Prove),
                format!("{expected:?}"),
                "{name}"
            );
        }
    }

    #[test]
    fn other_commands_are_named() {
        let program = "x.pi is a program; `buttress prove x.pi` verifies it";
        let text = b"void f() {}";
        for verb in [Verb::Solve, Verb::Invariants] {
            assert_eq!(recognised_as("x.pi", text, verb), program);
        }
        assert_eq!(
            recognised_as("x.pi", text, Verb::Terminates),
            "x.pi is a program; `buttress prove --termination x.pi` proves that its functions end"
        );
        let circuit = "<stdin> is a circuit; `buttress prove -` verifies it";
        for verb in [Verb::Solve, Verb::Invariants, Verb::Terminates, Verb::Run, Verb::Fmt] {
            assert_eq!(recognised_as("-", b"aag 0 0 0 0 0\n", verb), circuit);
        }
        let script = "a.smt2 is a script; `buttress solve a.smt2` answers its checks";
        assert_eq!(recognised_as("a.smt2", b"(check-sat)", Verb::Convert), script);
        let system = "a.smt2 is a system over numbers; `buttress prove a.smt2` verifies it";
        assert_eq!(recognised_as("a.smt2", b"(set-logic HORN)", Verb::Run), system);
    }

    #[test]
    fn systems_are_of_the_kind_that_is_insisted_on() {
        let horn = b"(set-logic HORN)";
        let vmt = b"(define-fun i () Bool (! true :init true))";
        let is_read = |text: &[u8], format| as_system("a", text, format).is_ok();
        assert!(is_read(horn, None) && is_read(horn, Some(FileFormat::Horn)));
        assert!(is_read(vmt, None) && is_read(vmt, Some(FileFormat::Vmt)));
        assert!(!is_read(horn, Some(FileFormat::Vmt)) && !is_read(vmt, Some(FileFormat::Horn)));
        assert!(is_read(b"(check-sat)", Some(FileFormat::Horn)) && !is_read(b"(check-sat)", None));
    }

    #[test]
    fn whoever_insists_gets_the_reader() {
        let read = |format, verb| {
            let input = Input::of(Path::new("x.v"), b"module m;".to_vec(), Some(format), verb);
            input.map(|input| input.kind).map_err(|refusal| refusal.shown("x.v", 80))
        };
        assert_eq!(read(FileFormat::Aiger, Verb::Prove).ok(), Some(InputKind::Circuit));
        assert_eq!(read(FileFormat::Pi, Verb::Fmt).ok(), Some(InputKind::Program));
        let refused = read(FileFormat::Aiger, Verb::Fmt).unwrap_err();
        assert!(refused.contains("--as aiger: `buttress fmt` reads pi"), "{refused}");
    }
}
