//! What a file is: the contents decide, the name helps where several readers could be meant.

use std::path::Path;

use buttress_formats::vmt::is_vmt;
use buttress_session::numbers;

use super::foreign::{ForeignFormat, foreign_format};
use super::format::FileFormat;
use super::kind::InputKind;
#[cfg(feature = "cli")]
use super::verb::Verb;
use crate::files::{self, extension};
use crate::limits::FILE_BEGINNING;
use crate::refusal::Refusal;

/// What a file is, by its contents and its name.
pub fn recognised(path: &Path, text: &[u8]) -> Result<InputKind, Refusal> {
    let named = named(path);
    if text.starts_with(b"aag ") || text.starts_with(b"aig ") {
        return Ok(InputKind::Circuit);
    }
    // What begins as a script does is one, or a broken one, whatever its name.
    if is_script(text) && named != Some(InputKind::Program) {
        return Ok(InputKind::Script);
    }
    let foreign = foreign_format(path, text);
    match (named, foreign) {
        // Programs may hold anything that other languages hold; their reader tells what is wrong.
        (Some(InputKind::Program), foreign)
            if foreign.is_none_or(|foreign| !foreign.is_certain()) =>
        {
            Ok(InputKind::Program)
        }
        (_, Some(foreign)) => Err(unknown_format(path, Some(foreign))),
        (_, None) if begins_as_program(text) => Ok(InputKind::Program),
        (Some(kind), None) => Ok(kind),
        (None, None) => Err(unknown_format(path, None)),
    }
}

/// What is wrong with bytes that cannot begin a script, if that is certain: more may be to come.
#[cfg(feature = "cli")]
pub fn is_no_script(text: &[u8], insisted: Option<FileFormat>) -> Option<Refusal> {
    if let Some(format) = insisted {
        return Verb::Solve.insisted(format).err();
    }
    let path = Path::new("-");
    let blank = text.iter().all(u8::is_ascii_whitespace);
    if blank || is_script(text) {
        return None;
    }
    match recognised(path, text) {
        Ok(InputKind::Script) => None,
        Ok(kind) => Some(Refusal::Plain(Verb::Solve.meant(kind, path, text))),
        Err(refusal) => foreign_format(path, text).map(|_| refusal),
    }
}

/// What the end of a name says, compression aside.
fn named(path: &Path) -> Option<InputKind> {
    match extension(path)?.as_str() {
        "aag" | "aig" => Some(InputKind::Circuit),
        "smt2" | "smt" | "vmt" => Some(InputKind::Script),
        "pi" => Some(InputKind::Program),
        _ => None,
    }
}

/// A file that no reader knows.
fn unknown_format(path: &Path, foreign: Option<ForeignFormat>) -> Refusal {
    let name = files::shown(path);
    let shown = match foreign {
        Some(foreign) => format!("{name} {foreign}"),
        None => format!("{name} is nothing that buttress knows"),
    };
    let read = "buttress reads AIGER, SMT-LIB, VMT-LIB and pi; --as FORMAT insists on one of them";
    Refusal::Plain(format!("{shown}; {read}"))
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

/// Does this text begin as an SMT-LIB script does, remarks aside?
fn is_script(text: &[u8]) -> bool {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_start);
    let first = lines.find(|line| !matches!(line.first(), None | Some(b';')));
    first.is_some_and(|line| line.starts_with(b"("))
}

/// Does this text begin as programs do, remarks aside?
fn begins_as_program(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text.get(..FILE_BEGINNING).unwrap_or(text)) else {
        return false;
    };
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        rest = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(remark), _) => remark.split_once('\n').map_or("", |(_, rest)| rest).trim_start(),
            (_, Some(remark)) => remark.split_once("*/").map_or("", |(_, rest)| rest).trim_start(),
            _ => break,
        };
    }
    let word_end = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
    let words =
        ["predicate", "struct", "class", "typedef", "define", "int", "float", "bool", "void"];
    let is_sign =
        ["@pre", "@post", "#include", "# (", "#("].iter().any(|sign| rest.starts_with(sign));
    is_sign || words.contains(&&rest[..word_end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_recognised_behind_remarks() {
        assert!(is_script(b"; a remark\n\n  (check-sat)") && is_script(b"(exit)"));
        assert!(is_script("\u{feff}; a remark\n(exit)".as_bytes()));
        assert!(!is_script(b"") && !is_script(b"aag 0 0 0 0 0\n(") && !is_script(b"; (x)"));
    }

    #[test]
    fn programs_are_recognised_by_their_beginning() {
        let is = |text: &str| begins_as_program(text.as_bytes());
        assert!(is("// x\n/* y\n */ @pre true"));
        assert!(is("int[] a;") && is("#include \"arrays.pi\"\n"));
        assert!(!is("") && !is("aag 0 0 0 0 0\n") && !is("(exit)") && !is("integer x"));
        assert!(!begins_as_program(b"aig 1 1 0 0 0\n\xff"));
    }
}
