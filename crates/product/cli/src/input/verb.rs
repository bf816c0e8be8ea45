//! The commands that read files, what each of them reads, and which one is meant if not this one.

use std::path::Path;

use buttress_session::numbers;

use super::format::FileFormat;
use super::kind::InputKind;
use crate::files;
use crate::refusal::Refusal;

/// The commands that read files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// `prove`
    Prove,
    /// `prove --hwmcc`
    Hwmcc,
    /// `solve`
    Solve,
    /// `invariants`
    Invariants,
    /// `terminates`
    Terminates,
    /// `check`
    Check,
    /// `info`
    Info,
    /// `explain`
    Explain,
    /// `run`
    Run,
    /// `fmt`
    Fmt,
    /// `convert`
    Convert,
}

impl Verb {
    /// Can the command do anything with such a file?
    pub fn reads(self, kind: InputKind) -> bool {
        match self {
            Verb::Check | Verb::Info | Verb::Prove => true,
            Verb::Hwmcc => kind == InputKind::Circuit,
            Verb::Explain => kind != InputKind::Circuit,
            Verb::Solve | Verb::Invariants | Verb::Terminates => kind == InputKind::Script,
            Verb::Run | Verb::Fmt | Verb::Convert => kind == InputKind::Program,
        }
    }

    /// What a file is taken for if the user insists.
    pub fn insisted(self, format: FileFormat) -> Result<InputKind, Refusal> {
        let kind = format.kind();
        if self.reads(kind) {
            return Ok(kind);
        }
        let read: Vec<&str> = [
            (InputKind::Circuit, "aiger"),
            (InputKind::Script, "smtlib, horn, vmt"),
            (InputKind::Program, "pi"),
        ]
        .into_iter()
        .filter_map(|(kind, names)| self.reads(kind).then_some(names))
        .collect();
        let (command, read) = (self.name(), read.join(", "));
        let name = format.name();
        Err(Refusal::Plain(format!("--as {name}: `buttress {command}` reads {read}")))
    }

    /// Which command is meant for a file that this one cannot read.
    pub fn meant(self, kind: InputKind, path: &Path, text: &[u8]) -> String {
        let is_system = kind == InputKind::Script && numbers::is_input(text);
        let shown = files::shown(path);
        let name = path.display();
        let (what, meant) = match (kind, self) {
            (InputKind::Circuit, Verb::Explain) => {
                ("a circuit", format!("`buttress info {name}` shows what it holds"))
            }
            (InputKind::Circuit, _) => {
                ("a circuit", format!("`buttress prove {name}` verifies it"))
            }
            (InputKind::Program, Verb::Terminates) => (
                "a program",
                format!("`buttress prove --termination {name}` proves that its functions end"),
            ),
            (InputKind::Program, _) => {
                ("a program", format!("`buttress prove {name}` verifies it"))
            }
            (InputKind::Script, _) if is_system => {
                ("a system over numbers", format!("`buttress prove {name}` verifies it"))
            }
            (InputKind::Script, _) => {
                ("a script", format!("`buttress solve {name}` answers its checks"))
            }
        };
        format!("{shown} is {what}; {meant}")
    }

    /// As it is typed.
    fn name(self) -> &'static str {
        match self {
            Verb::Prove => "prove",
            Verb::Hwmcc => "prove --hwmcc",
            Verb::Solve => "solve",
            Verb::Invariants => "invariants",
            Verb::Terminates => "terminates",
            Verb::Check => "check",
            Verb::Info => "info",
            Verb::Explain => "explain",
            Verb::Run => "run",
            Verb::Fmt => "fmt",
            Verb::Convert => "convert",
        }
    }
}
