//! The program `buttress-check`: what it prints and how it ends.

use std::path::PathBuf;
use std::process::Command;

use buttress_certificate::horn::Identity;
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

/// The exit code and what is printed: answers on standard output, and on standard error why there is none.
fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_buttress-check"))
        .args(arguments)
        .output()
        .expect("the program runs");
    let code = output.status.code().expect("an exit code");
    let (text, other) = match code {
        2 => (output.stderr, output.stdout),
        _ => (output.stdout, output.stderr),
    };
    assert!(other.is_empty(), "{}", String::from_utf8_lossy(&other));
    (code, String::from_utf8(text).expect("text"))
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
    for flags in [vec!["--runtime", "maybe"], vec!["--termination", "maybe"], vec!["--unknown"]] {
        let (code, output) = run(&[&flags[..], &[&model, &witness]].concat());
        assert!(code == 2 && output.starts_with("usage:"), "{output}");
    }
    for help in ["--help", "-h"] {
        let (code, output) = run(&[help]);
        assert!(code == 0 && output.starts_with("usage:"), "{output}");
    }
}

/// Whoever reads only the exit code is not told of an answer that is lost.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_none() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_buttress-check"));
    let output = command.arg("--help").stdout(full).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("error: cannot write to standard output: No space left"), "{told}");
    assert_eq!(output.status.code(), Some(2));
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

/// A script is read as its solver was told to read it, and evidence says how that was.
#[test]
fn the_reading_of_a_script_is_chosen() {
    let files = Files::new("readings");
    let one_element =
        "(declare-sort S 0)\n(declare-const a S)\n(assert (forall ((x S)) (= x a)))\n(check-sat)\n";
    let script = files.write("sorts.smt2", one_element);
    let proof = files.write("sorts.proof", include_str!("smt/infinite_sorts.proof"));
    let model = "; buttress model of check 1\n((define-fun a () S (as @0 S)))\n";
    let model = files.write("sorts.model", model);
    let unsat = "unsat: check 1\nproof checked: 14 terms, 6 axioms, 3 derived clauses\n";
    assert_eq!(run(&["--infinite-sorts", &script, &proof]), (0, unsat.to_owned()));
    let sat = "sat: check 1\nmodel checked: 1 definitions, 1 formulas evaluated\n";
    assert_eq!(run(&[&script, &model]), (0, sat.to_owned()));
    let reason = "rejected: it reads the sorts of the script as infinite: only with --infinite-sorts is it evidence\n";
    assert_eq!(run(&[&script, &proof]), (1, reason.to_owned()));
    let reason = "rejected: it lets the sorts of the script be finite, not only infinite\n";
    assert_eq!(run(&["--infinite-sorts", &script, &model]), (1, reason.to_owned()));

    let cell = "(declare-const a (Array Int Int))\n(assert (= (select a 0) 1))\n(check-sat)\n";
    let script = files.write("cell.smt2", cell);
    let model = "; buttress model of check 1 partial\n((define-fun a () (PArray Int Int) \
                 (store ((as const (PArray Int Int)) undef) 0 1)))\n";
    let model = files.write("cell.model", model);
    let sat = "sat: check 1\nmodel checked: 1 definitions, 2 formulas evaluated\n";
    assert_eq!(run(&["--partial", &script, &model]), (0, sat.to_owned()));
    let reason = "rejected: it reads the arrays of the script as partial: only with --partial is it evidence\n";
    assert_eq!(run(&[&script, &model]), (1, reason.to_owned()));
}

#[test]
fn evidence_about_programs_shows_what_was_asked() {
    let files = Files::new("programs");
    let program = files.write("steps.pi", include_str!("pi/steps.pi"));
    let text = include_str!("pi/steps.evidence");
    let whole = files.write("whole.evidence", text);
    let steps =
        text.lines().filter(|line| line.starts_with("a ") || line.starts_with("l ")).count();
    let checked =
        format!("evidence checked: 18 obligations, {steps} proof steps, 0 steps replayed\n");
    let expected = format!(
        "proved: Next, 1 conditions, ends\nproved: Up, 6 conditions, ends\n\
         proved: Down, 7 conditions, ends\nproved: Both, 4 conditions, ends\n{checked}"
    );
    assert_eq!(run(&[&program, &whole]), (0, expected.clone()));
    assert_eq!(run(&["--termination", "on", &program, &whole]), (0, expected));

    let section = text.find("function Up 6").expect("a section");
    let next = text.find("function Down 7").expect("a section");
    let silent = files.write("silent.evidence", [&text[..section], &text[next..]].concat());
    let (code, output) = run(&["--termination", "on", &program, &silent]);
    let both = "proved: Both, 4 conditions, ends if Up ends, if the contracts of Up are right\n";
    assert!(output.contains(both), "{output}");
    let lacks = "not shown: Up is not proved: nothing is said about it\nnot shown: Up is not shown to end\n\
                 not shown: Both is not shown to end: it does if Up ends\n";
    assert!(code == 1 && output.ends_with(lacks), "{output}");
    assert_eq!(run(&["--function", "Down", "--termination", "on", &program, &silent]).0, 0);
    assert_eq!(run(&["--function", "Both", &program, &silent]).0, 0);
    assert_eq!(run(&["--function", "Both", "--function", "Up", &program, &silent]).0, 1);

    let wrong = files.write("wrong.evidence", text.replace("function Up 6", "function Up 5"));
    let reason = "rejected: `Up` has 6 conditions, and the evidence speaks of 5\n";
    assert_eq!(run(&[&program, &wrong]), (1, reason.to_owned()));
    let other = files.write("other.pi", "@pre true");
    let reason = "rejected: the evidence is about another file\n";
    assert_eq!(run(&[&other, &whole]), (1, reason.to_owned()));
}

#[test]
fn parts_of_a_program_may_be_left_aside() {
    let files = Files::new("aside");
    let text = "@pre true @post true int Half(int n) { return n / n; }\n";
    let program = files.write("half.pi", text);
    let Identity { bytes, fingerprint, .. } = Identity::of(text.as_bytes());
    let evidence = files.write(
        "half.evidence",
        format!(
            "buttress-pi-evidence 1\nfile {bytes} {fingerprint:016x}\nruntime off\n\
             termination off\nfunction Half 0\nrun Half(0)\nend\n"
        ),
    );
    let shown = "proved: Half, 0 conditions, ends\nfalse: Half(0) violates what is annotated\n\
                 evidence checked: 0 obligations, 0 proof steps, 1 steps replayed\n";
    let runtime = "not shown: subscripts, divisions and lengths of new arrays are left aside\n";
    let rankings = "not shown: rankings are left aside\n";
    for (flags, code, lacks) in [
        (&[][..], 1, [runtime, rankings].concat()),
        (&["--runtime", "off"], 1, rankings.to_owned()),
        (&["--runtime", "on", "--termination", "off"], 1, runtime.to_owned()),
        (&["--runtime", "off", "--termination", "on"], 1, rankings.to_owned()),
        (&["--runtime", "off", "--termination", "off"], 0, String::new()),
    ] {
        let arguments = [flags, &[&program, &evidence]].concat();
        assert_eq!(run(&arguments), (code, format!("{shown}{lacks}")), "{flags:?}");
    }
    let broken = "@pre true @post int";
    let program = files.write("broken.pi", broken);
    let Identity { bytes, fingerprint, .. } = Identity::of(broken.as_bytes());
    let header = format!("buttress-pi-evidence 1\nfile {bytes} {fingerprint:016x}\n");
    let evidence = files.write("broken.evidence", header + "runtime on\ntermination on\nend\n");
    let (code, output) = run(&[&program, &evidence]);
    assert!(code == 2 && output.contains("broken.pi: the program cannot be read"), "{output}");
    let endless = files.write("endless.pi", include_str!("pi/endless.pi"));
    let evidence = files.write("endless.evidence", include_str!("pi/endless.evidence"));
    let (code, output) = run(&[&endless, &evidence]);
    let calls =
        "false: Stuck(3) never ends\nfalse: Away(-1) never ends\nfalse: Sink(0) never ends\n";
    assert!(code == 0 && output.contains(calls), "{output}");
}
