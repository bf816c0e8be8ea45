//! The library beside the program: one document, whoever is asked; limits, tokens and observers hold.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use buttress::{
    Answer, CancelToken, Engine, Event, EventKind, FileFormat, Input, Script, Settings, Verdict,
};
use serde_json::Value;

/// The path of an example.
fn example(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples");
    examples.join(name).to_str().expect("the path is UTF-8").to_owned()
}

/// What the program prints as JSON.
fn printed(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_buttress"))
        .env("XDG_CACHE_HOME", env!("CARGO_BIN_EXE_buttress"))
        .args(arguments)
        .output();
    let output = output.expect("the program runs");
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

/// A document without what differs from run to run.
fn stable(mut document: Value) -> Value {
    fn clean(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| !name.ends_with("seconds") && name != "peak_memory");
                fields.values_mut().for_each(clean);
            }
            Value::Array(items) => items.iter_mut().for_each(clean),
            _ => {}
        }
    }
    clean(&mut document);
    document
}

fn parsed(text: &str) -> Value {
    stable(serde_json::from_str(text).expect("a document is JSON"))
}

#[test]
fn reports_are_the_documents_that_the_program_prints() {
    // One engine each: who of a portfolio answers first may depend on the clock.
    for (name, engine) in [
        ("hardware/peterson.aag", Engine::Ic3),
        ("hardware/deep_counter.aag", Engine::Bmc),
        ("numbers/s1.smt2", Engine::Reach),
        ("numbers/overrun.smt2", Engine::Unfold),
        ("numbers/counter.vmt", Engine::Reach),
        ("programs/LinearSearch.pi", Engine::Portfolio),
        ("programs/broken/LinearSearch.pi", Engine::Portfolio),
    ] {
        let path = example(name);
        let settings = Settings::new().engine(engine);
        let report = buttress::prove(Input::file(&path), &settings).expect(name);
        let options = ["-v", "--json", "--threads", "1", "--engine", engine.name()];
        let expected = printed(&[&["prove", path.as_str()], &options[..]].concat());
        assert_eq!(parsed(&report.to_json()), stable(expected), "{name}");
        assert!(!report.claims.is_empty(), "{name}");
        for claim in &report.claims {
            let is_answer = matches!(claim.verdict, Verdict::Proved | Verdict::False);
            let has_certificate = claim.certificate.is_some() || report.bundle.is_some();
            assert!(!is_answer || has_certificate, "{name}: {}", claim.name);
        }
    }
}

#[test]
fn answers_are_the_documents_that_the_program_prints() {
    let path = example("formulas/sorted.smt2");
    let answers = buttress::solve(Input::file(&path), &Settings::new()).expect("it is a script");
    let expected = printed(&["solve", &path, "--model", "--json"]);
    assert_eq!(parsed(&answers.to_json()), stable(expected));
}

#[test]
fn runs_are_the_documents_that_the_program_prints() {
    let (path, call) = (example("programs/LinearSearch.pi"), "LinearSearch([3, 1, 2], 0, 2, 1)");
    let run = buttress::run(Input::file(&path), call, &Settings::new()).expect("it is a call");
    let expected = printed(&["run", &path, "--call", call, "--step", "--json"]);
    assert_eq!(parsed(run.to_json()), stable(expected));
}

#[test]
fn evidence_is_accepted_and_what_was_changed_is_not() {
    let settings = Settings::new();
    for name in ["hardware/peterson.aag", "numbers/overrun.smt2", "programs/Max.pi"] {
        let input = Input::file(example(name));
        let report = buttress::prove(input.clone(), &settings).expect(name);
        let evidence = report.bundle.clone().or_else(|| report.claims[0].certificate.clone());
        let evidence = evidence.expect(name);
        let check = |bytes: Vec<u8>| {
            buttress::check(Input::bytes("evidence", bytes), input.clone(), &settings)
        };
        assert!(check(evidence.clone()).expect(name).is_accepted, "{name}");
        let mut damaged = evidence;
        damaged.truncate(damaged.len() * 2 / 3);
        let judged = check(damaged);
        assert!(!judged.is_ok_and(|judged| judged.is_accepted), "{name}");
    }
}

#[test]
fn what_is_cancelled_is_unknown() {
    let token = CancelToken::new();
    token.cancel();
    let settings = Settings::new().cancelled_by(&token);
    let report = buttress::prove(Input::file(example("hardware/peterson.aag")), &settings);
    let report = report.expect("it is a circuit");
    assert_eq!(report.claims[0].verdict, Verdict::Unknown);
    assert_eq!(report.claims[0].reason.as_deref(), Some("interrupted"));
    let settings = Settings::new().timeout(Duration::ZERO);
    let report = buttress::prove(Input::file(example("programs/Max.pi")), &settings);
    let report = report.expect("it is a program");
    assert!(report.claims.iter().all(|claim| claim.verdict != Verdict::Proved));
    assert_eq!(report.exit_code(), 3);
}

#[test]
fn observers_hear_of_answers() {
    let events = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&events);
    let settings = Settings::new().engine(Engine::Ic3).observed_by(move |event: &Event<'_>| {
        sink.lock().expect("nobody panics").push((event.kind(), event.to_json()));
    });
    buttress::prove(Input::file(example("hardware/peterson.aag")), &settings).expect("a circuit");
    let events = events.lock().expect("nobody panics");
    assert!(matches!(events[0].0, EventKind::Loaded { count: 1 }));
    let (last, json) = events.last().expect("something happened");
    assert!(matches!(last, EventKind::Answered { verdict, .. } if verdict == "proved"));
    assert_eq!(parsed(json)["event"], "answered");
}

#[test]
fn errors_have_places() {
    let settings = Settings::new();
    let program = Input::bytes("broken.pi", "@pre true\n@post true\nint f( { return 1; }");
    let error = buttress::prove(program, &settings).expect_err("it is broken");
    assert_eq!((error.file.as_deref(), error.problems[0].line), (Some("broken.pi"), Some(3)));
    assert!(error.to_string().starts_with("broken.pi:3:"), "{error}");
    let missing = buttress::prove(Input::file("no/such/file.aag"), &settings).err();
    assert!(missing.expect("it is missing").to_string().contains("no such file"));
    let circuit = Input::file(example("hardware/peterson.aag")).taken_for(FileFormat::Pi);
    assert!(buttress::prove(circuit, &settings).is_err());
    let mut script = Script::new(&settings);
    let error = script.feed("(declare-const x Int)\n(assert (> y 1))").expect_err("y is unknown");
    assert_eq!(error.problems[0].line, Some(2));
    assert_eq!(script.feed("(check-sat)").expect("it goes on"), "unknown\n");
    assert_eq!(script.checks()[0].answer, Answer::Unknown);
}

#[test]
fn pages_hold_pictures_if_they_are_wanted() {
    let page = |pictures: bool| {
        let settings = Settings::new().pictures(pictures);
        let report = buttress::prove(Input::file(example("hardware/deep_counter.aag")), &settings);
        report.expect("it is a circuit").to_html()
    };
    let (plain, drawn) = (page(false), page(true));
    assert!(plain.starts_with("<!doctype html>") && drawn.starts_with("<!doctype html>"));
    assert!(!plain.contains("class=\"wave") && drawn.contains("class=\"wave"), "{drawn}");
}
