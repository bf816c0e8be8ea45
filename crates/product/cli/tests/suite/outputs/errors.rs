//! Questions that make no sense: told in the form that was asked for, with exit code 2, before any work.

use std::fs;
use std::path::PathBuf;

use super::json::Schemas;
use super::program::{Run, all, root, runs};

/// Commands with their options, the file to follow.
const COMMANDS: [&str; 10] = [
    "prove --json",
    "prove --format jsonl",
    "solve --json",
    "solve --format jsonl",
    "info --json",
    "explain --json",
    "invariants --json",
    "terminates --json",
    "run --json",
    "check --json",
];

/// A folder of files, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let path = std::env::temp_dir().join(format!("buttress-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        for (name, bytes) in files {
            fs::write(path.join(name), bytes).unwrap();
        }
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The command on the file; `check` wants evidence, too.
fn asked(command: &str, file: &str) -> Run {
    let run = runs(command).and(&[file]);
    if command.starts_with("check") { run.and(&[file]) } else { run }
}

#[test]
fn whatever_cannot_be_read_is_told_as_json() {
    let schemas = Schemas::new();
    let folder = Folder::new(
        "unreadable",
        &[
            ("empty.aag", b""),
            ("wrong.aag", b"aag 1 x\n"),
            ("wrong.smt2", b"(assert (< x"),
            ("horn.smt2", b"(set-logic HORN)\n(assert (P 1))\n(check-sat)"),
            ("wrong.pi", b"int f( {"),
            ("damaged.aig.gz", b"\x1f\x8b\x08\0\0\0"),
            ("counter.btor2", b"1 sort bitvec 8\n"),
            ("program.bin", b"\x7fELF\x02\x01\x01\0"),
        ],
    );
    let mut questions = Vec::new();
    for command in COMMANDS {
        for name in folder.names().iter().map(String::as_str).chain(["missing.aag"]) {
            questions.push(asked(command, &folder.file(name)));
        }
        // A folder is no mistake for `prove`, but takes long.
        if !command.starts_with("prove") {
            questions.push(asked(command, "examples"));
        }
    }
    questions.push(runs("explain XX0000 --json"));
    let target = folder.file("none/out");
    let option = |command: &str, option: &str, file: &str| {
        runs(command).and(&["--json", option, &target, file])
    };
    questions.push(option("prove", "--certificate", "examples/hardware/fifo.aag"));
    questions.push(option("solve", "--proof", "examples/formulas/swap.smt2"));
    questions.push(option("invariants", "--plot", "examples/numbers/s1.smt2"));
    questions.push(option("terminates", "--certificate", "examples/numbers/countdown.smt2"));
    for run in all(questions) {
        assert!(run.code == 2, "{run}");
        assert_eq!(run.stderr, "", "{run}");
        schemas.check(&run);
    }
}

#[test]
fn strangers_are_told_by_what_they_look_like() {
    let gzipped = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        std::io::Write::write_all(&mut encoder, b"module m(input a);\nendmodule\n").unwrap();
        encoder.finish().unwrap()
    };
    let cases: [(&[u8], &str); 9] = [
        (b"", "is empty"),
        (b"1 sort bitvec 8\n2 input 1\n", "looks like BTOR2"),
        (b"module m(input a);\nendmodule\n", "looks like Verilog"),
        (b"c x\np cnf 1 1\n1 0\n", "looks like DIMACS"),
        (b"#include <stdio.h>\nint main(void) { return 0; }\n", "looks like C"),
        (b"pub fn main() {}\n", "looks like Rust"),
        (b"{ \"a\": [] }", "looks like JSON"),
        (b"\x7fELF\x02\x01\x01\0", "is an ELF binary"),
        (&gzipped, "looks like Verilog"),
    ];
    let mut questions = Vec::new();
    for (text, _) in &cases {
        for command in [
            "prove -",
            "info -",
            "explain -",
            "invariants -",
            "terminates -",
            "run -",
            "fmt -",
            "convert -",
            "check - x",
        ] {
            questions.push(runs(command).hearing(text));
        }
    }
    for run in all(questions) {
        let (_, expected) = cases.iter().find(|(text, _)| *text == run.stdin).unwrap();
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.contains(expected) && run.stderr.contains("--as FORMAT"), "{run}");
    }
    for (text, expected) in cases.iter().skip(1) {
        let run = runs("solve -").hearing(text).ended();
        assert!(run.code == 2 && run.stderr.contains(expected), "{run}");
    }
}

#[test]
fn insisting_reads_what_looks_strange() {
    let folder = Folder::new(
        "insisting",
        &[
            ("a.txt", b"aag 1 0 1 0 0 1\n2 2\n2\n"),
            ("b.c", b"@pre true @post rv = x int f(int x) { return x; }\n"),
            ("c.json", b"; {}\n(check-sat)\n"),
        ],
    );
    for (command, name, format, code) in [
        ("prove -q", "a.txt", "aiger", 0),
        ("info", "a.txt", "aiger", 0),
        ("prove -q", "b.c", "pi", 0),
        ("fmt", "b.c", "pi", 0),
        ("info", "b.c", "pi", 0),
        ("explain", "b.c", "pi", 0),
        ("solve", "c.json", "smtlib", 0),
        ("fmt", "b.c", "aiger", 2),
        ("solve", "a.txt", "smtlib", 2),
        ("invariants", "c.json", "pi", 2),
    ] {
        let run = runs(command).and(&[&folder.file(name), "--as", format]).ended();
        assert_eq!(run.code, code, "{run}");
    }
    let text = fs::read(folder.file("b.c")).unwrap();
    let run = runs("prove - --as pi -q").hearing(&text).ended();
    assert_eq!((run.code, run.stdout.as_str()), (0, "proved\n"), "{run}");
}

#[test]
fn targets_are_tested_before_the_work_and_written_whole() {
    let folder = Folder::new("targets", &[("taken", b"")]);
    let circuit = "examples/hardware/traffic_light.aag";
    let options = [
        (format!("prove {circuit}"), "--certificate"),
        (format!("prove {circuit}"), "--trace"),
        (format!("prove {circuit}"), "--vcd"),
        (format!("prove {circuit}"), "--invariant"),
        (format!("prove {circuit}"), "--witness-circuit"),
        ("prove examples/programs/Abs.pi".to_owned(), "--sarif"),
        ("solve examples/formulas/swap.smt2".to_owned(), "--proof"),
        ("invariants examples/numbers/simple.smt2".to_owned(), "--plot"),
        ("terminates examples/numbers/countdown.smt2".to_owned(), "--certificate"),
        ("convert examples/programs/Abs.pi".to_owned(), "--output"),
    ];
    let places =
        [("none/out", "there is no folder"), ("", "it is a folder"), ("taken/out", "is no folder")];
    for (command, option) in &options {
        for (place, expected) in places {
            let run = runs(command).and(&[option, &folder.file(place)]).ended();
            assert!(run.code == 2 && run.stdout.is_empty(), "{run}");
            assert!(run.stderr.contains(expected), "{run}");
        }
        let run = runs(command).and(&[option, "/dev/null"]).ended();
        assert!(matches!(run.code, 0 | 1), "{run}");
    }
    assert_eq!(folder.names(), ["taken"], "tests leave nothing behind");
    let target = folder.file("out.cert");
    let run = runs(&format!("prove {circuit} --property 0 --certificate {target}")).ended();
    assert!(matches!(run.code, 0 | 1), "{run}");
    assert_eq!(folder.names(), ["out.cert", "taken"]);
    let run = runs(&format!("prove {circuit} --property 0 --certificate -")).ended();
    let written = fs::read_to_string(&target).unwrap();
    assert!(run.stdout.contains(written.lines().next().unwrap()), "{run}");
    let input = root().join(circuit);
    let run = runs(&format!("prove {circuit} --trace {}", input.display())).ended();
    assert!(run.code == 2 && run.stderr.contains("would be overwritten"), "{run}");
}

#[cfg(unix)]
#[test]
fn what_may_not_be_written_stays() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("forbidden", &[("out.cert", b"old")]);
    let target = folder.file("out.cert");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o444)).unwrap();
    // To root nothing is forbidden.
    let may_write = fs::OpenOptions::new().write(true).open(&target).is_ok();
    let run = runs(&format!("prove examples/hardware/fifo.aag --certificate {target}")).ended();
    if !may_write {
        assert!(run.code == 2 && run.stdout.is_empty(), "{run}");
        assert!(
            run.stderr.contains("permission denied") || run.stderr.contains("Permission"),
            "{run}"
        );
        assert_eq!(fs::read(&target).unwrap(), b"old");
    }
}

#[test]
fn several_files_are_named_by_quiet_reports() {
    let files = "examples/hardware/fifo.aag examples/hardware/traffic_light.aag";
    let run = runs(&format!("prove -q {files}")).ended();
    assert!(run.stdout.lines().all(|line| line.starts_with("examples/hardware/")), "{run}");
    let files = "examples/formulas/swap.smt2 examples/formulas/euf.smt2";
    let run = runs(&format!("solve -q {files}")).ended();
    assert!(run.stdout.contains("examples/formulas/swap.smt2: "), "{run}");
    let run = runs("prove -q examples/hardware/fifo.aag").ended();
    assert!(!run.stdout.contains("fifo.aag"), "{run}");
}
