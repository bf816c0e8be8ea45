//! Scripts and systems over numbers: every feature that they have.

use serde_json::json;

use crate::client::{Client, edited};

const SCRIPT: &str = "file:///project/a.smt2";

const CHECKS: &str = "(set-logic QF_LIA)
(declare-const x Int)
(assert (> x 3))
(check-sat)
(assert (< x 2))
(check-sat)
";

const OVERRUN: &str = "(set-logic HORN)
(declare-fun loop (Int) Bool)
(assert (forall ((n Int)) (=> (= n 0) (loop n))))
(assert (forall ((n Int)) (=> (loop n) (loop (+ n 1)))))
(assert (forall ((n Int)) (=> (loop n) (< n 2))))
(check-sat)
";

fn word(name: &str, status: &str) -> (String, String) {
    (name.to_owned(), status.to_owned())
}

#[test]
fn each_check_is_answered() {
    let mut client = Client::plain();
    client.open(SCRIPT, CHECKS);
    assert_eq!(client.settled(SCRIPT, 1), [word("check 1", "sat"), word("check 2", "unsat")]);
    assert_eq!(client.complaints(SCRIPT), Vec::<String>::new());
    let lenses =
        client.result("textDocument/codeLens", json!({ "textDocument": { "uri": SCRIPT } }));
    let titles: Vec<&str> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["command"]["title"].as_str().unwrap())
        .collect();
    assert!(titles[0].starts_with("sat · 1 assertions · "), "{titles:?}");
    assert_eq!(titles[1], "show model");
    assert!(titles[2].starts_with("unsat · a proof of "), "{titles:?}");
    let hover = client.at("textDocument/hover", SCRIPT, 3, 3);
    assert!(hover["contents"]["value"].as_str().unwrap().contains('x'), "{hover}");
    let model =
        client.result("buttress/counterexample", json!({ "textDocument": { "uri": SCRIPT } }));
    assert_eq!(model["verdict"], "sat");
    assert!(model["model"].as_str().unwrap().contains("define-fun x () Int"), "{model}");
    // What comes behind a check does not concern it.
    client.received.clear();
    client.replace(SCRIPT, 2, &CHECKS.replace("(< x 2)", "(< x 9)"));
    assert_eq!(client.settled(SCRIPT, 2), [word("check 1", "sat"), word("check 2", "sat")]);
    for status in client.received.iter().filter(|it| it["method"] == "buttress/status") {
        assert_eq!(status["params"]["functions"][0]["status"], "sat");
    }
    client.close();
}

#[test]
fn errors_are_those_of_the_command_line() {
    let mut client = Client::plain();
    client.open(SCRIPT, "(declare-const x Int)\n(assert (> y 3))\n(assert (= x true)\n");
    let diagnostics = client.diagnosed(SCRIPT, 1);
    let first = diagnostics[0].clone();
    assert_eq!(first["range"]["start"], json!({ "line": 1, "character": 11 }));
    assert_eq!(first["range"]["end"], json!({ "line": 1, "character": 12 }));
    assert_eq!(diagnostics.as_array().unwrap().len(), 2, "{diagnostics}");
    client.close();
}

#[test]
fn what_is_outside_is_named() {
    let text = "(set-logic AUFLIA)
(declare-fun a () (Array Int Int))
(declare-fun n () Int)
(assert (forall ((i Int)) (= (select a (+ i n)) (select a (* 2 i)))))
(assert (exists ((i Int)) (not (= (select a i) (select a (+ i 1))))))
(check-sat)
";
    let mut client = Client::with(json!({}), json!({ "timeout": 1 }));
    client.open(SCRIPT, text);
    let verdicts = client.settled(SCRIPT, 1);
    let complaints = client.complaints(SCRIPT);
    match verdicts[0].1.as_str() {
        "unknown" => assert!(complaints[0].starts_with("SM04"), "{complaints:?}"),
        _ => assert_eq!(complaints, Vec::<String>::new()),
    }
    client.close();
}

#[test]
fn what_is_unknown_says_what_to_try() {
    let product = "(declare-const x Int)\n(declare-const y Int)\n(declare-const z Int)\n\
        (assert (= (+ (* x x x) (* y y y) (* z z z)) 42))\n(check-sat)\n";
    // All have no time; the first that notices has it for its reason.
    for (text, status, command) in [
        (product, "check 1", "buttress solve --timeout 10 a.smt2"),
        (OVERRUN, "safety", "buttress prove --timeout 10 a.smt2"),
    ] {
        let mut client = Client::with(json!({}), json!({ "timeout": 0.000_001 }));
        client.open(SCRIPT, text);
        assert_eq!(client.settled(SCRIPT, 1), [word(status, "unknown")]);
        let diagnostic = &client.diagnostics[SCRIPT][0];
        assert_eq!(diagnostic["code"], "UN0001", "{diagnostic}");
        let message = diagnostic["message"].as_str().unwrap();
        assert!(message.contains(&format!("help: with more time: {command}")), "{message}");
        client.close();
    }
}

#[test]
fn systems_are_proved_or_refuted() {
    let mut client = Client::plain();
    client.open(SCRIPT, OVERRUN);
    assert_eq!(client.settled(SCRIPT, 1), [word("safety", "false")]);
    let diagnostic = client.diagnostics[SCRIPT][0].clone();
    assert!(diagnostic["message"].as_str().unwrap().starts_with("safety is false"), "{diagnostic}");
    assert_eq!(diagnostic["range"]["start"]["line"], 5);
    let lines: Vec<u64> = diagnostic["relatedInformation"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["location"]["range"]["start"]["line"].as_u64().unwrap())
        .collect();
    assert_eq!((lines.first(), lines.last()), (Some(&2), Some(&4)), "{lines:?}");
    let found =
        client.result("buttress/counterexample", json!({ "textDocument": { "uri": SCRIPT } }));
    let steps = found["steps"].as_array().unwrap();
    assert_eq!(steps.first().unwrap()["values"][0][1], "0");
    assert_eq!(steps.last().unwrap()["predicate"], json!(null));
    client.replace(SCRIPT, 2, &OVERRUN.replace("(< n 2)", "(>= n 0)"));
    assert_eq!(client.settled(SCRIPT, 2), [word("safety", "proved")]);
    let hover = client.at("textDocument/hover", SCRIPT, 5, 3);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("loop("), "{hover}");
    client.close();
}

#[test]
fn names_are_found_and_changed() {
    let mut client = Client::plain();
    client.open(SCRIPT, OVERRUN);
    let defined = client.at("textDocument/definition", SCRIPT, 3, 33);
    assert_eq!(defined[0]["range"]["start"], json!({ "line": 1, "character": 13 }));
    let mut rename = |name: &str| {
        client.ask("textDocument/rename", json!({
        "textDocument": { "uri": SCRIPT }, "position": { "line": 1, "character": 14 }, "newName": name,
    }))
    };
    let answer = rename("reached");
    let renamed = edited(OVERRUN, &answer["result"]["changes"][SCRIPT]);
    assert_eq!(renamed, OVERRUN.replace("loop", "reached"));
    for wrong in ["and", "n", "a b", ")"] {
        let answer = rename(wrong);
        assert!(answer["error"]["message"].is_string(), "{wrong}: {answer}");
    }
    let symbols =
        client.result("textDocument/documentSymbol", json!({ "textDocument": { "uri": SCRIPT } }));
    assert_eq!(symbols[0]["name"], "loop");
    let items = client.at("textDocument/completion", SCRIPT, 4, 33);
    assert!(items.as_array().unwrap().iter().any(|it| it["label"] == "loop"));
    client.close();
}
