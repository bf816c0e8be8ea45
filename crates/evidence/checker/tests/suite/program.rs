//! The program `buttress-check`: what it prints and how it ends.

use std::path::PathBuf;
use std::process::Command;

use buttress_certificate::to_bytes;
use buttress_prop::Lit;

use crate::common::certify::Author;

/// A toggling latch under an enable input, with two properties: it is never set (false), and the
/// constraint's own negation (true).
const MODEL: &str = "aag 3 1 1 0 1 2 1\n2\n4 6\n4\n3\n2\n6 5 2\nb0 set\nb1 quiet\n";

struct Files(PathBuf);

impl Files {
    fn new(name: &str) -> Files {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Files(folder)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a file for the test");
        path.to_str().expect("a plain path").to_owned()
    }
}

/// The exit code and what is printed, standard output first.
fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_buttress-check"))
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().expect("an exit code"), String::from_utf8(text).expect("text"))
}

#[test]
fn certificates_are_accepted_and_rejected() {
    let files = Files::new("certificates");
    let model = files.write("toggle.aag", MODEL);
    let circuit = buttress_formats::aiger::read(MODEL.as_bytes()).expect("a model").circuit;
    let author = Author { property: 1, ..Author::new(&circuit) };
    let certificate = author.inductive(&[vec![Lit::from_code(2)]]).expect("inductive");
    let text = String::from_utf8(to_bytes(&certificate)).expect("ASCII");
    let good = files.write("good.cert", &text);
    let (code, output) = run(&[&model, &good]);
    let steps = certificate.evidence.proofs().iter().map(|(_, proof)| proof.len()).sum::<usize>();
    assert_eq!(
        output,
        format!("proved: quiet\ncertificate checked: 3 obligations, {steps} proof steps\n")
    );
    assert_eq!(code, 0);

    let wrong = files.write("wrong.cert", text.replace("property 1 3", "property 0 3"));
    let (code, output) = run(&[&model, &wrong]);
    let reason = "the bad signal of property 0 is 4 in the file and 3 in the certificate";
    assert_eq!((code, output), (1, format!("rejected: {reason}\n")));

    let short = files.write("short.cert", &text[..text.len() - 5]);
    let (code, output) = run(&[&model, &short]);
    let line = text.lines().count();
    let reason = format!("line {line}: the certificate ends where `end` is expected");
    assert_eq!((code, output), (1, format!("rejected: {reason}\n")));
}

#[test]
fn witnesses_are_replayed() {
    let files = Files::new("witnesses");
    let model = files.write("toggle.aag", MODEL);
    let good = files.write("good.wit", "1\nb0\n0\n1\n1\n.\n");
    let expected = "false at step 1: set\ncertificate checked: 2 steps replayed\n";
    assert_eq!(run(&[&model, &good]), (0, expected.to_owned()));
    for (text, reason) in [
        ("1\nb0\n0\n1\n0\n.\n", "trace: step 1: constraint 0 is false"),
        ("1\nb0\n0\n1\n1\n1\n.\n", "trace: step 2: the bad signal is false"),
        (
            "1\nb0\n1\n1\n.\n",
            "trace: the first state does not satisfy the reset of latch 0 (literal 4)",
        ),
        (
            "0\nb1\n.\n",
            "the witness shows no trace to a bad signal; only such a trace can be checked",
        ),
    ] {
        let wrong = files.write("wrong.wit", text);
        assert_eq!(run(&[&model, &wrong]), (1, format!("rejected: {reason}\n")), "{text}");
    }
    let damaged = files.write("damaged.wit", "1\nb7\n0\n1\n.\n");
    let (code, output) = run(&[&model, &damaged]);
    assert!(code == 1 && output.starts_with("rejected: error[AW0003]"), "{output}");
}

#[test]
fn what_cannot_be_read_decides_nothing() {
    let files = Files::new("unreadable");
    let model = files.write("toggle.aag", MODEL);
    let witness = files.write("good.wit", "1\nb0\n0\n1\n1\n.\n");
    let broken = files.write("broken.aag", "aag 3 1 1 0\n");
    let (code, output) = run(&[&broken, &witness]);
    assert!(code == 2 && output.contains("broken.aag: error[AG"), "{output}");
    let (code, output) = run(&[&model, &broken]);
    assert!(code == 2 && output.contains("neither a Buttress certificate"), "{output}");
    let (code, output) = run(&[&model, "no-such-file.cert"]);
    assert!(code == 2 && output.starts_with("no-such-file.cert: "), "{output}");
    for arguments in [vec![], vec![model.as_str()], vec![&model, &witness, "more"]] {
        let (code, output) = run(&arguments);
        assert!(code == 2 && output.starts_with("usage:"), "{output}");
    }
    let (code, output) = run(&["--help"]);
    assert!(code == 0 && output.starts_with("usage:"), "{output}");
}

#[test]
fn scripts_and_their_evidence() {
    let files = Files::new("scripts");
    let script = files.write(
        "x.smt2",
        "(declare-const x Int) (assert (< x 3)) (check-sat) (assert (< 2 x)) (check-sat)",
    );
    let model = "; buttress model of check 1\n((define-fun x () Int 2))\n";
    let good = files.write("good.model", model);
    let (code, output) = run(&[&script, &good]);
    assert_eq!(output, "sat: check 1\nmodel checked: 1 definitions, 1 formulas evaluated\n");
    assert_eq!(code, 0);
    let wrong = files.write("wrong.model", model.replace("Int 2", "Int 3"));
    let (code, output) = run(&[&script, &wrong]);
    assert_eq!((code, &output[..]), (1, "rejected: assertion 1 is false in the model\n"));

    let proof = "p buttress-smt-proof 1 2\nt 1 (< x 3)\nt 2 (< 2 x)\na 1 1 0 input\n\
        a 2 2 0 input\na 3 -1 -2 0 arith l0 1 round ; l1 1 d0 1\nl 4 0 1 2 3 0\n";
    let good = files.write("good.proof", proof);
    let (code, output) = run(&[&script, &good]);
    assert_eq!(output, "unsat: check 2\nproof checked: 2 terms, 3 axioms, 1 derived clauses\n");
    assert_eq!(code, 0);
    let wrong = files.write("wrong.proof", proof.replace("d0 1", "d0 2"));
    let (code, output) = run(&[&script, &wrong]);
    let reason = "rejected: clause 3 (line 6): arith: line 1 does not cancel x\n";
    assert_eq!((code, &output[..]), (1, reason));

    let broken = files.write("broken.smt2", "(declare-const x Int) (assert (< x))");
    let (code, output) = run(&[&broken, &good]);
    assert!(code == 2 && output.contains("broken.smt2: line 1:"), "{output}");
}

#[test]
fn evidence_about_clauses_is_checked() {
    let files = Files::new("clauses");
    let text = include_str!("horn/count.evidence");
    let model = files.write("count.smt2", include_str!("horn/count.smt2"));
    let good = files.write("good.evidence", text);
    let expected = "proved: safety\nevidence checked: 4 obligations, 53 proof clauses\n";
    assert_eq!(run(&[&model, &good]), (0, expected.to_owned()));
    let weak = files.write("weak.evidence", text.replace("(= 20 x0)", "true"));
    let reason = "rejected: the proof of clause 3: clause 7 (line 103): input: no literal is an \
                  assertion or an assumption\n";
    assert_eq!(run(&[&model, &weak]), (1, reason.to_owned()));
    let script = files.write("script.smt2", "(assert");
    assert_eq!(run(&[&script, &good]).0, 2);
}
