//! The file that a command reads: what it is, and which command is meant if not this one.
//!
//! The contents decide; the name helps where several readers could be meant. What no reader knows is told
//! by what it looks like, and `--as` insists on a reader.

mod look;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use buttress_formats::inflated;
use buttress_formats::vmt::is_vmt;
use buttress_session::numbers;

use crate::args::FileFormat;
use crate::files;
use crate::refusal::Refusal;

use self::look::{Look, look};

/// What a reader takes a file for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// AIGER.
    Circuit,
    /// SMT-LIB; systems over numbers are scripts, too.
    Script,
    /// A program in pi.
    Program,
}

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

/// A file that the command can read.
pub struct Input {
    /// The name by which reports call it.
    pub name: String,
    /// What it is.
    pub kind: Kind,
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

/// What a file is, by its contents and its name.
fn recognised(path: &Path, text: &[u8]) -> Result<Kind, Refusal> {
    let named = named(path);
    if text.starts_with(b"aag ") || text.starts_with(b"aig ") {
        return Ok(Kind::Circuit);
    }
    // What begins as a script does is one, or a broken one, whatever its name.
    if files::is_script(text) && named != Some(Kind::Program) {
        return Ok(Kind::Script);
    }
    let look = look(path, text);
    match (named, look) {
        // Programs may hold anything that other languages hold; their reader tells what is wrong.
        (Some(Kind::Program), look) if look.is_none_or(|look| !look.is_certain()) => {
            Ok(Kind::Program)
        }
        (_, Some(look)) => Err(stranger(path, Some(look))),
        (_, None) if files::begins_as_program(text) => Ok(Kind::Program),
        (Some(kind), None) => Ok(kind),
        (None, None) => Err(stranger(path, None)),
    }
}

/// What is wrong with bytes that cannot begin a script, if that is certain: more may be to come.
pub fn is_no_script(text: &[u8], insisted: Option<FileFormat>) -> Option<Refusal> {
    if let Some(format) = insisted {
        return Verb::Solve.insisted(format).err();
    }
    let path = Path::new("-");
    let blank = text.iter().all(u8::is_ascii_whitespace);
    if blank || files::is_script(text) {
        return None;
    }
    match recognised(path, text) {
        Ok(Kind::Script) => None,
        Ok(kind) => Some(Refusal::Plain(Verb::Solve.meant(kind, path, text))),
        Err(refusal) => look(path, text).map(|_| refusal),
    }
}

/// A script that has to be a system over numbers, of the kind that the user insists on.
pub fn as_system(name: &str, text: &[u8], insisted: Option<FileFormat>) -> Result<(), Refusal> {
    let problem = match insisted {
        Some(FileFormat::Vmt) if !is_vmt(text) => {
            "has no annotation of VMT-LIB, such as :init, :trans or :next"
        }
        Some(FileFormat::Horn) if is_vmt(text) => {
            "has annotations of VMT-LIB, which are no Horn clauses; --as vmt reads them"
        }
        Some(FileFormat::Horn | FileFormat::Vmt) => return Ok(()),
        _ if numbers::is_input(text) => return Ok(()),
        _ => {
            let path = if name == files::STDIN { "-" } else { name };
            return Err(Refusal::Plain(format!(
                "{name} is a script that holds neither Horn clauses nor a VMT-LIB system; \
                 `buttress solve {path}` answers its checks"
            )));
        }
    };
    Err(Refusal::Plain(format!("{name} {problem}")))
}

/// What the end of a name says, compression aside.
fn named(path: &Path) -> Option<Kind> {
    match extension(path)?.as_str() {
        "aag" | "aig" => Some(Kind::Circuit),
        "smt2" | "smt" | "vmt" => Some(Kind::Script),
        "pi" => Some(Kind::Program),
        _ => None,
    }
}

/// The end of a name in small letters, compression aside.
fn extension(path: &Path) -> Option<String> {
    let end = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    match end(path)? {
        gz if gz == "gz" => end(&PathBuf::from(path.file_stem()?)),
        other => Some(other),
    }
}

/// A file that no reader knows.
fn stranger(path: &Path, look: Option<Look>) -> Refusal {
    let name = files::shown(path);
    let told = match look {
        Some(look) => format!("{name} {look}"),
        None => format!("{name} is nothing that buttress knows"),
    };
    let read = "buttress reads AIGER, SMT-LIB, VMT-LIB and pi; --as FORMAT insists on one of them";
    Refusal::Plain(format!("{told}; {read}"))
}

impl Verb {
    /// Can the command do anything with such a file?
    fn reads(self, kind: Kind) -> bool {
        match self {
            Verb::Check | Verb::Info | Verb::Prove => true,
            Verb::Hwmcc => kind == Kind::Circuit,
            Verb::Explain => kind != Kind::Circuit,
            Verb::Solve | Verb::Invariants | Verb::Terminates => kind == Kind::Script,
            Verb::Run | Verb::Fmt | Verb::Convert => kind == Kind::Program,
        }
    }

    /// What a file is taken for if the user insists.
    fn insisted(self, format: FileFormat) -> Result<Kind, Refusal> {
        let kind = format.kind();
        if self.reads(kind) {
            return Ok(kind);
        }
        let read: Vec<&str> =
            [(Kind::Circuit, "aiger"), (Kind::Script, "smtlib, horn, vmt"), (Kind::Program, "pi")]
                .into_iter()
                .filter_map(|(kind, names)| self.reads(kind).then_some(names))
                .collect();
        let (command, read) = (self.name(), read.join(", "));
        let name = format.name();
        Err(Refusal::Plain(format!("--as {name}: `buttress {command}` reads {read}")))
    }

    /// Which command is meant for a file that this one cannot read.
    fn meant(self, kind: Kind, path: &Path, text: &[u8]) -> String {
        let is_system = kind == Kind::Script && numbers::is_input(text);
        let shown = files::shown(path);
        let name = path.display();
        let (what, meant) = match (kind, self) {
            (Kind::Circuit, Verb::Explain) => {
                ("a circuit", format!("`buttress info {name}` shows what it holds"))
            }
            (Kind::Circuit, _) => ("a circuit", format!("`buttress prove {name}` verifies it")),
            (Kind::Program, Verb::Terminates) => (
                "a program",
                format!("`buttress prove --termination {name}` proves that its functions end"),
            ),
            (Kind::Program, _) => ("a program", format!("`buttress prove {name}` verifies it")),
            (Kind::Script, _) if is_system => {
                ("a system over numbers", format!("`buttress prove {name}` verifies it"))
            }
            (Kind::Script, _) => {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, text: &[u8], verb: Verb) -> String {
        match Input::of(Path::new(name), text.to_vec(), None, verb) {
            Ok(input) => format!("{:?}", input.kind),
            Err(Refusal::Plain(message)) => message,
            Err(other) => format!("{other:?}"),
        }
    }

    #[test]
    fn contents_decide_and_names_help() {
        for (name, text, expected) in [
            ("x", "aag 0 0 0 0 0\n", Kind::Circuit),
            ("x.aag", "aga 0 0 0 0 0\n", Kind::Circuit),
            ("x", "; remark\n(check-sat)", Kind::Script),
            ("x.smt2", "; only a remark\n", Kind::Script),
            ("x.SMT2.gz", "check-sat\n", Kind::Script),
            ("x", "@pre true @post true void f() {}", Kind::Program),
            ("x.pi", "module", Kind::Program),
            ("x.pi", "(exit)", Kind::Program),
        ] {
            assert_eq!(told(name, text.as_bytes(), Verb::Prove), format!("{expected:?}"), "{name}");
        }
    }

    #[test]
    fn other_commands_are_named() {
        let program = "x.pi is a program; `buttress prove x.pi` verifies it";
        let text = b"void f() {}";
        for verb in [Verb::Solve, Verb::Invariants] {
            assert_eq!(told("x.pi", text, verb), program);
        }
        assert_eq!(
            told("x.pi", text, Verb::Terminates),
            "x.pi is a program; `buttress prove --termination x.pi` proves that its functions end"
        );
        let circuit = "<stdin> is a circuit; `buttress prove -` verifies it";
        for verb in [Verb::Solve, Verb::Invariants, Verb::Terminates, Verb::Run, Verb::Fmt] {
            assert_eq!(told("-", b"aag 0 0 0 0 0\n", verb), circuit);
        }
        let script = "a.smt2 is a script; `buttress solve a.smt2` answers its checks";
        assert_eq!(told("a.smt2", b"(check-sat)", Verb::Convert), script);
        let system = "a.smt2 is a system over numbers; `buttress prove a.smt2` verifies it";
        assert_eq!(told("a.smt2", b"(set-logic HORN)", Verb::Run), system);
    }

    #[test]
    fn systems_are_of_the_kind_that_is_insisted_on() {
        let horn = b"(set-logic HORN)";
        let vmt = b"(define-fun i () Bool (! true :init true))";
        let told = |text: &[u8], format| as_system("a", text, format).is_ok();
        assert!(told(horn, None) && told(horn, Some(FileFormat::Horn)));
        assert!(told(vmt, None) && told(vmt, Some(FileFormat::Vmt)));
        assert!(!told(horn, Some(FileFormat::Vmt)) && !told(vmt, Some(FileFormat::Horn)));
        assert!(told(b"(check-sat)", Some(FileFormat::Horn)) && !told(b"(check-sat)", None));
    }

    #[test]
    fn whoever_insists_gets_the_reader() {
        let read = |format, verb| {
            let input = Input::of(Path::new("x.v"), b"module m;".to_vec(), Some(format), verb);
            input.map(|input| input.kind).map_err(|refusal| refusal.shown("x.v", 80))
        };
        assert_eq!(read(FileFormat::Aiger, Verb::Prove).ok(), Some(Kind::Circuit));
        assert_eq!(read(FileFormat::Pi, Verb::Fmt).ok(), Some(Kind::Program));
        let refused = read(FileFormat::Aiger, Verb::Fmt).unwrap_err();
        assert!(refused.contains("--as aiger: `buttress fmt` reads pi"), "{refused}");
    }
}
