//! What a file looks like that no reader knows.
//!
//! The marks are those that the formats begin with, or words that only they have. A guess that is wrong
//! costs nothing but a wrong word in a message, because `--as` insists.

use std::fmt;
use std::path::Path;

use crate::files::extension;
use crate::limits::FILE_BEGINNING;

/// What a file looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForeignFormat {
    /// There is nothing in it, or nothing but blanks.
    Empty,
    /// Compressed in a way that is not read.
    Packed(&'static str),
    /// No text.
    Binary(&'static str),
    /// Evidence of ours.
    Evidence,
    /// A language, by its words.
    Language(&'static str),
    /// A language, by the end of the name alone.
    Named(&'static str),
}

impl ForeignFormat {
    /// Do the contents say so, and not the name alone?
    pub fn is_certain(self) -> bool {
        matches!(
            self,
            ForeignFormat::Empty
                | ForeignFormat::Packed(_)
                | ForeignFormat::Binary(_)
                | ForeignFormat::Evidence
        )
    }
}

impl fmt::Display for ForeignFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForeignFormat::Empty => f.write_str("is empty"),
            ForeignFormat::Packed(how) => {
                write!(f, "is compressed by {how}; unpack it first, or use gzip")
            }
            ForeignFormat::Binary(what) => write!(f, "is {what}"),
            ForeignFormat::Evidence => {
                f.write_str("is evidence; `buttress check FILE EVIDENCE` takes it after its file")
            }
            ForeignFormat::Language(name) | ForeignFormat::Named(name) => {
                write!(f, "looks like {name}")?;
                match *name {
                    BTOR => f.write_str(", of which btor2aiger makes AIGER"),
                    VERILOG | VHDL => f.write_str(", of which yosys makes AIGER"),
                    _ => Ok(()),
                }
            }
        }
    }
}

const BTOR: &str = "BTOR2";
const VERILOG: &str = "Verilog";
const VHDL: &str = "VHDL";
const DIMACS: &str = "DIMACS";
const C: &str = "C";
const RUST: &str = "Rust";
const JSON: &str = "JSON";

/// Languages by the ends of names.
const NAMES: &[(&str, &[&str])] = &[
    (BTOR, &["btor", "btor2"]),
    (VERILOG, &["v", "sv", "svh", "vh"]),
    (VHDL, &["vhd", "vhdl"]),
    (DIMACS, &["cnf", "dimacs", "wcnf", "qdimacs"]),
    (C, &["c", "h", "i"]),
    ("C++", &["cc", "cpp", "cxx", "hpp"]),
    (RUST, &["rs"]),
    (JSON, &["json", "jsonl", "sarif"]),
    ("Java", &["java"]),
    ("Python", &["py"]),
    ("SMV", &["smv"]),
    ("BLIF", &["blif"]),
    ("LLVM", &["ll"]),
    ("Dafny", &["dfy"]),
    ("Boogie", &["bpl"]),
    ("TLA+", &["tla"]),
    ("TPTP", &["tptp", "p"]),
];

/// Formats by the bytes that they begin with.
const MAGIC: &[(&[u8], ForeignFormat)] = &[
    (b"\x7fELF", ForeignFormat::Binary("an ELF binary")),
    (b"MZ", ForeignFormat::Binary("a Windows binary")),
    (b"\xca\xfe\xba\xbe", ForeignFormat::Binary("a compiled binary")),
    (b"\xcf\xfa\xed\xfe", ForeignFormat::Binary("a Mach-O binary")),
    (b"\0asm", ForeignFormat::Binary("WebAssembly")),
    (b"BC\xc0\xde", ForeignFormat::Binary("LLVM bitcode")),
    (b"\xff\xfe", ForeignFormat::Binary("text in UTF-16; save it as UTF-8")),
    (b"\xfe\xff", ForeignFormat::Binary("text in UTF-16; save it as UTF-8")),
    (b"%PDF", ForeignFormat::Binary("a PDF document")),
    (b"\xfd7zXZ", ForeignFormat::Packed("xz")),
    (b"BZh", ForeignFormat::Packed("bzip2")),
    (b"\x28\xb5\x2f\xfd", ForeignFormat::Packed("zstd")),
    (b"PK\x03\x04", ForeignFormat::Packed("zip")),
    (b"\x1f\x8b", ForeignFormat::Packed("gzip twice")),
    (b"buttress-", ForeignFormat::Evidence),
    (b"p buttress-", ForeignFormat::Evidence),
];

/// What the file looks like; none if that cannot be told, or if a reader of ours should try.
pub fn foreign_format(path: &Path, text: &[u8]) -> Option<ForeignFormat> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Some(ForeignFormat::Empty);
    }
    if let Some((_, format)) = MAGIC.iter().find(|(magic, _)| text.starts_with(magic)) {
        return Some(*format);
    }
    let beginning = &text[..text.len().min(FILE_BEGINNING)];
    if beginning.contains(&0) {
        return Some(ForeignFormat::Binary("binary, and no AIGER"));
    }
    // A letter may be cut in two at the end.
    let beginning = String::from_utf8_lossy(beginning);
    if let Some(name) = language(&beginning) {
        return Some(ForeignFormat::Language(name));
    }
    let end = extension(path)?;
    let named = NAMES.iter().find(|(_, ends)| ends.contains(&end.as_str()));
    named.map(|(name, _)| ForeignFormat::Named(name))
}

/// The language of a text, by words that only it has.
fn language(text: &str) -> Option<&'static str> {
    if is_json(text) {
        return Some(JSON);
    }
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    // DIMACS and BTOR2 say in a line what they are; remarks may come before.
    let first = lines().find(|line| !line.starts_with([';', 'c', '#']) || line.starts_with("case"));
    if lines().any(is_problem_line) {
        return Some(DIMACS);
    }
    if first.is_some_and(is_btor_line) {
        return Some(BTOR);
    }
    let code = || lines().filter(|line| !line.starts_with("//") && !line.starts_with('*'));
    let begins =
        |words: &[&str]| code().any(|line| words.iter().any(|word| line.starts_with(word)));
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if begins(&["library ieee", "entity ", "architecture "]) && has(&[" is"]) {
        return Some(VHDL);
    }
    if begins(&["module ", "`timescale", "`include", "`define", "macromodule "])
        && (has(&["endmodule", "always", "assign ", "input ", "wire ", "reg ", "`timescale"])
            || begins(&["module "]) && has(&[");", ";"]))
    {
        return Some(VERILOG);
    }
    if begins(&["MODULE "]) && has(&["VAR", "ASSIGN", "INIT", "TRANS", "SPEC"]) {
        return Some("SMV");
    }
    if begins(&[".model "]) {
        return Some("BLIF");
    }
    // Prose begins lines with these words, too, but has no such marks.
    let is_code = has(&["{", ";"]);
    if begins(&["fn ", "pub fn ", "use std", "impl ", "#![", "#[derive", "pub struct ", "mod "])
        && is_code
    {
        return Some(RUST);
    }
    let is_c = begins(&["#include <", "#define ", "#ifndef ", "#ifdef ", "#pragma "])
        || is_code
            && begins(&[
                "int main(",
                "void main(",
                "unsigned ",
                "char ",
                "long ",
                "static ",
                "extern ",
            ])
        || is_code
            && has(&["printf(", "malloc(", "assert(", "__VERIFIER_"])
            && !has(&["@pre", "@post"]);
    is_c.then_some(C)
}

/// `p cnf 3 2`, or another problem of that family.
fn is_problem_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let is_family = words.next() == Some("p")
        && words.next().is_some_and(|kind| ["cnf", "wcnf", "sat", "inccnf"].contains(&kind));
    is_family && words.next().is_some_and(|count| count.parse::<u64>().is_ok())
}

/// `1 sort bitvec 8`, or another line that begins a file.
fn is_btor_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let is_numbered = words.next().is_some_and(|number| number.parse::<u64>().is_ok());
    let kinds =
        ["sort", "input", "var", "const", "constd", "consth", "zero", "one", "state", "array"];
    is_numbered && words.next().is_some_and(|kind| kinds.contains(&kind))
}

/// Does it begin as an object or a list of JSON does?
fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let inside = |open: char| text.strip_prefix(open).map(str::trim_start);
    let is_value = |rest: &str| {
        rest.starts_with(['"', '{', '[', ']', '-'])
            || rest.starts_with(|it: char| it.is_ascii_digit())
    };
    inside('{').is_some_and(|rest| rest.starts_with(['"', '}']))
        || inside('[').is_some_and(is_value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, text: &[u8]) -> String {
        foreign_format(Path::new(name), text)
            .map_or_else(|| "?".to_owned(), |format| format.to_string())
    }

    #[test]
    fn languages_are_told_by_their_words() {
        for (text, expected) in [
            ("", "is empty"),
            (" \n\t\n", "is empty"),
            (
                "; counter\n1 sort bitvec 8\n2 state 1\n",
                "looks like BTOR2, of which btor2aiger makes AIGER",
            ),
            (
                "// x\nmodule m(input clk);\nendmodule\n",
                "looks like Verilog, of which yosys makes AIGER",
            ),
            ("`timescale 1ns/1ps\nmodule m;", "looks like Verilog, of which yosys makes AIGER"),
            ("c remark\np cnf 2 1\n1 -2 0\n", "looks like DIMACS"),
            ("#include <stdio.h>\nint x;", "looks like C"),
            ("int main(void) { return 0; }", "looks like C"),
            ("/* x */\nint f(int x) { assert(x); }", "looks like C"),
            ("use std::io;\nfn main() {}", "looks like Rust"),
            ("{\"a\": 1}", "looks like JSON"),
            ("[1, 2]", "looks like JSON"),
            ("MODULE main\nVAR x : boolean;", "looks like SMV"),
            (".model m\n", "looks like BLIF"),
        ] {
            assert_eq!(shown("-", text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn binaries_are_told_by_their_first_bytes() {
        assert_eq!(shown("-", b"\x7fELF\x02\x01"), "is an ELF binary");
        assert_eq!(shown("-", b"BZh91AY"), "is compressed by bzip2; unpack it first, or use gzip");
        assert_eq!(shown("-", b"\xff\xfe(\0"), "is text in UTF-16; save it as UTF-8");
        assert_eq!(shown("-", b"ab\0c"), "is binary, and no AIGER");
        assert!(shown("-", b"buttress-certificate 1\n").starts_with("is evidence"));
    }

    #[test]
    fn names_are_asked_last() {
        assert_eq!(shown("x.c", b"int f(int x) { return x; }"), "looks like C");
        assert_eq!(shown("x.cnf.gz", b"1 -2 0\n"), "looks like DIMACS");
        for (name, text) in [
            ("x.pi", "@pre true @post rv = x int f(int x) { return x; }"),
            ("x.pi", "#include \"arrays.pi\"\nint[] a;"),
            ("-", "predicate p(int x) = x > 0;"),
            ("-", "void f(int x) { x := 1; }"),
            ("x.aag", "aga 1 2 3"),
            ("-", "hello"),
            ("-", "a\nlong letter\nuse std words"),
        ] {
            assert_eq!(shown(name, text.as_bytes()), "?", "{text}");
        }
    }
}
