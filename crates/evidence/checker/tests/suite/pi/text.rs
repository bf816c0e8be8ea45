//! The text of a bundle: every line has its place and its form.

use buttress_certificate::horn::Identity;
use buttress_checker::pi::{PiRejection, check, is_evidence};

use super::{STEPS, STEPS_EVIDENCE, about, bundle, check_rejected, damaged, judge};

#[test]
fn evidence_is_known_by_its_first_line() {
    assert!(is_evidence(STEPS_EVIDENCE.as_bytes()));
    assert!(is_evidence(b"buttress-pi-evidence 7\n"));
    for other in [&b""[..], b"buttress-horn-evidence 1\n", b"\xff\n", b"p buttress-smt-proof 1 1\n"]
    {
        assert!(!is_evidence(other));
        let rejection = check(STEPS.as_bytes(), other).expect_err("no evidence");
        assert_eq!(rejection.to_string(), "this is no evidence about a program");
        assert!(rejection.is_about_input() && !rejection.is_limit());
    }
}

#[test]
fn a_bundle_is_about_one_text() {
    let other = STEPS.replace("n + 1", "n + 2");
    check_rejected(&other, STEPS_EVIDENCE, "the evidence is about another file");
    let longer = format!("{STEPS}\n");
    check_rejected(&longer, STEPS_EVIDENCE, "the evidence is about another file");
    let broken = "@pre true @post true int f( { }\n";
    let rejection = judge(broken, &bundle(broken, "")).expect_err("no program");
    assert!(
        rejection.to_string().starts_with("the program cannot be read: error[PI0"),
        "{rejection}"
    );
    assert!(rejection.is_about_input() && !rejection.is_limit());
    let bytes = b"\xff\xfe";
    let Identity { bytes: length, fingerprint, .. } = Identity::of(bytes);
    let other = format!("file {length} {fingerprint:016x}");
    let evidence = damaged(&bundle(STEPS, ""), &about(STEPS), &other);
    let rejection = check(bytes, evidence.as_bytes()).expect_err("no text");
    assert_eq!(rejection, PiRejection::Encoding);
    assert!(rejection.is_about_input() && rejection.to_string() == "the program is not UTF-8");
}

#[test]
fn the_header_is_exact() {
    let file = about(STEPS);
    let (bytes, digits) = file[5..].split_once(' ').expect("two words");
    for (old, new, words) in [
        ("evidence 1\n", "evidence 2\n", "line 1: expected version 1, found \"2\""),
        ("evidence 1\n", "evidence 1 1\n", "line 1: expected the end of the line, found \"1\""),
        ("file ", "name ", "line 2: expected file, found \"name\""),
        (digits, &digits[1..], ""),
        (digits, &format!("0{digits}"), ""),
        (
            digits,
            "xyzzyxyzzyxyzzyx",
            "line 2: expected 16 hexadecimal digits, found \"xyzzyxyzzyxyzzyx\"",
        ),
        (
            &file[5..],
            &format!("{bytes} {digits} 1"),
            "line 2: expected the end of the line, found \"1\"",
        ),
        ("runtime on", "runtime yes", "line 3: expected on or off, found \"yes\""),
        ("runtime on", "runtime on on", "line 3: expected the end of the line, found \"on\""),
        ("runtime on\n", "", "line 3: expected runtime, found \"termination\""),
        ("termination on", "termination", "line 4: expected on or off, found the end of the line"),
    ] {
        let rejection =
            judge(STEPS, &damaged(STEPS_EVIDENCE, old, new)).expect_err(new).to_string();
        match words {
            "" => assert!(
                rejection.starts_with("line 2: expected 16 hexadecimal digits, found"),
                "{rejection}"
            ),
            words => assert_eq!(rejection, words),
        }
    }
}

#[test]
fn a_text_that_stops_early_shows_nothing() {
    let lines: Vec<&str> = STEPS_EVIDENCE.lines().collect();
    for count in 1..lines.len() {
        let text = format!("{}\n", lines[..count].join("\n"));
        let word = ["file", "runtime", "termination"].get(count - 1).unwrap_or(&"end");
        let words = format!("the evidence ends before the line that begins with `{word}`");
        check_rejected(STEPS, &text, &words);
    }
    let more = format!("{STEPS_EVIDENCE}function Next 1\n");
    check_rejected(STEPS, &more, &format!("line {}: text after `end`", lines.len() + 1));
    // But for what says nothing.
    assert!(judge(STEPS, &format!("{STEPS_EVIDENCE}\n# over\n")).is_ok());
}

#[test]
fn lines_are_read_exactly() {
    let kinds = "fact, rank, pre, post, function, p, run, loops, stays, closed or end";
    for (old, new, line, expected) in [
        ("\nend\n", "\nend 1\n", 266, "the end of the line"),
        ("\nend\n", "\nfinish\nend\n", 266, kinds),
        // Sections come after what they rest on.
        ("\nend\n", "\nfact Up 0 true\nend\n", 266, kinds),
        ("\nend\n", "\nrank Up 0 n\nend\n", 266, kinds),
        ("\nend\n", "\nrun\nend\n", 266, "a text"),
        ("\nend\n", "\nloops\nend\n", 266, "a text"),
        ("\nend\n", "\nstays Up 0 1\nend\n", 266, "a text"),
        ("\nend\n", "\nstays Up 0 first Up(1)\nend\n", 266, "the number of a visit"),
        ("fact Up 0 i <= n", "fact Up 0", 5, "a text"),
        ("fact Up 0 i <= n", "fact Up i <= n", 5, "the number of a loop"),
        ("function Next 1", "function Next", 8, "the number of conditions"),
        ("function Next 1", "function Next 1 1", 8, "the end of the line"),
        ("function Next 1\n", "p buttress-smt-proof 1 1\nfunction Next 1\n", 8, "function"),
        ("function Next 1\n", "t 1 c0\nfunction Next 1\n", 8, "the first line of a proof"),
        ("function Next 1\n", "function Next 1\nt 1 c0\n", 9, "the first line of a proof"),
        (
            "Next 1\np buttress-smt-proof 1 1\n",
            "Next 1\np buttress-smt-proof 2 1\n",
            9,
            "p buttress-smt-proof 1",
        ),
        (
            "Next 1\np buttress-smt-proof 1 1\n",
            "Next 1\np another-proof 1 1\n",
            9,
            "p buttress-smt-proof 1",
        ),
        (
            "Next 1\np buttress-smt-proof 1 1\n",
            "Next 1\np buttress-smt-proof 1 1 1\n",
            9,
            "the end of the line",
        ),
        (
            "Next 1\np buttress-smt-proof 1 1\n",
            "Next 1\np buttress-smt-proof 1\n",
            9,
            "the number of a condition",
        ),
    ] {
        let rejection =
            judge(STEPS, &damaged(STEPS_EVIDENCE, old, new)).expect_err(new).to_string();
        let words = format!("line {line}: expected {expected}, found ");
        assert!(rejection.starts_with(&words), "{rejection}, not {words}");
    }
}
