//! Programs: every feature, with a client that can do nothing special.

use serde_json::{Value, json};

use crate::client::{Client, URI, edited};

const DOUBLE: &str = "@pre n >= 0
@post rv = 2 * n
int Double(int n) {
  int i := 0;
  int s := 0;
  while
    @L: i <= n && s >= 0
    (i < n) {
    i := i + 1;
    s := s + 2;
  }
  return s;
}
";

const GET: &str = "@pre true
@post true
int Get(int[] a, int i) {
  return a[i];
}
";

fn settled(text: &str) -> (Client, Vec<(String, String)>) {
    let mut client = Client::plain();
    client.open(URI, text);
    let verdicts = client.settled(URI, 1);
    (client, verdicts)
}

fn word(name: &str, status: &str) -> (String, String) {
    (name.to_owned(), status.to_owned())
}

#[test]
fn verdicts_come_for_each_function() {
    let (client, verdicts) = settled(&format!("{DOUBLE}{GET}"));
    assert_eq!(verdicts, [word("Double", "proved"), word("Get", "false")]);
    let running = client.received.iter().any(|it| {
        it["method"] == "buttress/status"
            && it["params"]["functions"]
                .as_array()
                .unwrap()
                .iter()
                .any(|it| it["status"] == "running")
    });
    assert!(running, "a function is told to be running");
    assert_eq!(client.status[URI]["functions"][1]["range"]["start"]["line"], 13);
    assert!(client.close());
}

#[test]
fn messages_are_those_of_the_command_line() {
    let (mut client, _) = settled(GET);
    assert_eq!(
        client.complaints(URI),
        ["PI0310: subscript i can be -1", "PI0310: subscript i can be |a|"]
    );
    let diagnostic = client.diagnostics[URI][0].clone();
    let message = diagnostic["message"].as_str().unwrap();
    assert!(message.contains("a run that ends there:  Get("), "{message}");
    assert!(message.contains("help: buttress run a.pi Get "), "{message}");
    assert_eq!(diagnostic["range"]["start"], json!({ "line": 3, "character": 11 }));
    assert_eq!(diagnostic["severity"], 1);
    client.close();
}

#[test]
fn the_path_is_told_by_related_places() {
    let text = "@pre true
@post rv >= 0
int Abs(int x) {
  if (x < 5) {
    return x;
  }
  return 1;
}
";
    let (client, verdicts) = settled(text);
    assert_eq!(verdicts, [word("Abs", "false")]);
    let related = client.diagnostics[URI][0]["relatedInformation"].clone();
    let lines: Vec<u64> = related
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["location"]["range"]["start"]["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [3, 4], "{related}");
    assert_eq!(related[0]["message"], "holds");
    client.close();
}

#[test]
fn lenses_tell_and_run() {
    let (mut client, _) = settled(&format!("{DOUBLE}{GET}"));
    let lenses = client.result("textDocument/codeLens", json!({ "textDocument": { "uri": URI } }));
    let titles: Vec<&str> = lenses
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["command"]["title"].as_str().unwrap())
        .collect();
    assert!(
        titles[0].starts_with("proved · 5 conjuncts · 1 fact inferred · ends · "),
        "{titles:?}"
    );
    assert!(titles[0].ends_with(" s"));
    assert!(
        titles[1].starts_with("false · 0 of 2 conditions") || titles[1].starts_with("false · "),
        "{titles:?}"
    );
    assert_eq!(titles[2], "run counterexample");
    let command = lenses[2]["command"].clone();
    let run = client.result(
        "workspace/executeCommand",
        json!({
            "command": command["command"], "arguments": command["arguments"],
        }),
    );
    assert_eq!(run["verdict"], "false");
    let shown = client.received.iter().find(|it| it["method"] == "window/showMessage").unwrap();
    assert!(
        shown["params"]["message"].as_str().unwrap().contains("false[PI0310]: subscript i can be")
    );
    client.close();
}

#[test]
fn counterexamples_are_data() {
    let (mut client, _) = settled(GET);
    let found = client.result("buttress/counterexample", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(found["function"], "Get");
    assert_eq!(found["condition"]["code"], "PI0310");
    assert_eq!(found["run"]["outcome"], "violated");
    assert_eq!(found["run"]["arguments"][1]["name"], "i");
    let steps = found["run"]["steps"].as_array().unwrap();
    assert_eq!(steps[steps.len() - 2]["text"], "return a[i];");
    assert_eq!(steps[steps.len() - 2]["range"]["start"]["line"], 3);
    assert_eq!(steps.last().unwrap()["range"], found["range"], "what is violated comes last");
    assert_eq!(found["pointers"], json!(["i"]));
    assert_eq!(found["run"]["pointers"], json!([{ "function": "Get", "names": ["i"] }]));
    assert!(
        found["text"].as_array().unwrap().iter().any(|it| it.as_str().unwrap().contains("index"))
    );
    let none = client.result(
        "buttress/counterexample",
        json!({
            "textDocument": { "uri": URI }, "function": "Nobody",
        }),
    );
    assert_eq!(none, json!(null));
    client.close();
}

#[test]
fn what_the_user_points_at_is_proved_anew() {
    let (mut client, _) = settled(&format!("{DOUBLE}{GET}"));
    let before = client.received.len();
    let arguments = json!([URI, "Get"]);
    client.result(
        "workspace/executeCommand",
        json!({ "command": "buttress.prove", "arguments": arguments }),
    );
    client.running(URI, 1);
    assert_eq!(client.settled(URI, 1), [word("Double", "proved"), word("Get", "false")]);
    let since = client.received[before..].iter().filter(|it| it["method"] == "buttress/status");
    let words: Vec<_> = since
        .map(|it| [0, 1].map(|at| it["params"]["functions"][at]["status"].as_str().unwrap()))
        .collect();
    assert_eq!(words, [["proved", "running"], ["proved", "false"]]);
    client.close();
}

#[test]
fn inferred_facts_are_shown_and_accepted() {
    let (mut client, _) = settled(DOUBLE);
    let whole =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints = client.result(
        "textDocument/inlayHint",
        json!({ "textDocument": { "uri": URI }, "range": whole }),
    );
    assert_eq!(hints[0]["label"], "&& 2 * i = s");
    assert_eq!(hints[0]["position"], json!({ "line": 6, "character": 24 }));
    let fixes = client.fixes(URI, 6);
    let (title, edits) = fixes.last().unwrap();
    assert_eq!(title, "Accept `2 * i = s` at L");
    let text = edited(DOUBLE, edits);
    assert!(
        text.contains("@L: i <= n && s >= 0\n      && 2 * i = s // inferred\n    (i < n)"),
        "{text}"
    );
    assert_eq!(edited(DOUBLE, &hints[0]["textEdits"]), text);
    client.replace(URI, 2, &text);
    assert_eq!(client.settled(URI, 2), [word("Double", "proved")]);
    let hints = client.result(
        "textDocument/inlayHint",
        json!({ "textDocument": { "uri": URI }, "range": whole }),
    );
    assert_eq!(hints, json!([]));
    client.close();
}

#[test]
fn conjuncts_that_are_not_needed_are_dropped() {
    let text = "@pre n >= 0
@post rv >= 0
int Triple(int n) {
  int i := 0;
  while
    @L: i >= 0
      && i != 7
    (i < n) {
    i := 3 * i + 1;
  }
  return i;
}
";
    let mut client = Client::with(json!({}), json!({ "infer": "none" }));
    client.open(URI, text);
    assert_eq!(client.settled(URI, 1), [word("Triple", "open")]);
    assert_eq!(
        client.complaints(URI),
        ["PI0307: i != 7 is not inductive at L (line 7); everything else is"]
    );
    let (title, edits) = client.fixes(URI, 6).remove(0);
    assert_eq!(title, "Drop `i != 7`: the rest is inductive and suffices");
    client.replace(URI, 2, &edited(text, &edits));
    assert_eq!(client.settled(URI, 2), [word("Triple", "proved")]);
    assert_eq!(client.complaints(URI), Vec::<String>::new());
    client.close();
}

#[test]
fn missing_bounds_are_inserted() {
    let (mut client, _) = settled(GET);
    let mut text = GET.to_owned();
    for version in 2..=3 {
        let (title, edits) = client.fixes(URI, 3).remove(0);
        assert!(title.ends_with("to the precondition of Get"), "{title}");
        text = edited(&text, &edits);
        client.replace(URI, version, &text);
        client.settled(URI, version);
    }
    assert!(text.starts_with("@pre 0 <= i && i < |a|\n"), "{text}");
    assert_eq!(client.settled_now(URI), [word("Get", "proved")]);
    client.close();
}

#[test]
fn the_quantifier_trap_has_a_fix() {
    let text = "@pre true
@post true
void Clear(int[] a, int n) {
  @ forall i. 0 <= i && i < n -> a[i] = a[i];
}
";
    let mut client = Client::plain();
    client.open(URI, text);
    client.diagnosed(URI, 1);
    assert_eq!(client.complaints(URI), ["PI0012: `i` is not defined here"]);
    let (title, edits) = client.fixes(URI, 3).remove(0);
    assert_eq!(title, "Let `forall i.` go on to the end of the formula");
    client.replace(URI, 2, &edited(text, &edits));
    assert_eq!(client.settled(URI, 2), [word("Clear", "proved")]);
    client.close();
}

#[test]
fn hovers_tell_conditions_facts_and_declarations() {
    let (mut client, _) = settled(DOUBLE);
    let mut shown = |line, character| {
        let hover = client.at("textDocument/hover", URI, line, character);
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let conjunct = shown(6, 20);
    assert!(
        conjunct.contains("condition:\n\ns >= 0") && conjunct.contains("proved (a proof of "),
        "{conjunct}"
    );
    assert!(conjunct.contains("L -> L"), "{conjunct}");
    let keyword = shown(5, 4);
    assert!(keyword.contains("inferred here, and proved:\n\n2 * i = s"), "{keyword}");
    let name = shown(2, 5);
    assert!(name.contains("int Double(int n)") && name.contains("Double: proved"), "{name}");
    assert!(name.contains("# (n - i)"), "{name}");
    assert!(shown(11, 9).contains("int s"));
    assert_eq!(shown(12, 1), "");
    client.close();
}

#[test]
fn names_are_found_and_changed() {
    let text = format!(
        "{DOUBLE}@pre n >= 0 @post rv = 4 * n int Twice(int n) {{ int d; d := Double(n); d := Double(d); return d; }}\n"
    );
    let mut client = Client::plain();
    client.open(URI, &text);
    let column = text.lines().last().unwrap().find("Double").unwrap() as u32;
    let defined = client.at("textDocument/definition", URI, 13, column + 1);
    assert_eq!(defined[0]["range"]["start"], json!({ "line": 2, "character": 4 }));
    let places = client.result(
        "textDocument/references",
        json!({
            "textDocument": { "uri": URI }, "position": { "line": 2, "character": 5 },
            "context": { "includeDeclaration": false },
        }),
    );
    assert_eq!(places.as_array().unwrap().len(), 2);
    let drawn = client.at("textDocument/documentHighlight", URI, 3, 6);
    assert_eq!(drawn.as_array().unwrap().len(), 5, "all i: {drawn}");
    let mut rename = |name: &str| {
        client.ask("textDocument/rename", json!({
        "textDocument": { "uri": URI }, "position": { "line": 2, "character": 5 }, "newName": name,
    }))
    };
    let renamed = edited(&text, &rename("TimesTwo")["result"]["changes"][URI]);
    assert_eq!(renamed, text.replace("Double", "TimesTwo"));
    for wrong in ["Twice", "while", "2x", "", "a b"] {
        let answer = rename(wrong);
        assert!(answer["error"]["message"].is_string(), "{wrong}: {answer}");
    }
    let local = client.ask("textDocument/rename", json!({
        "textDocument": { "uri": URI }, "position": { "line": 3, "character": 6 }, "newName": "s",
    }));
    assert!(local["error"]["message"].is_string(), "i and s would be one: {local}");
    client.close();
}

#[test]
fn outlines_nest_where_the_client_does() {
    let text = "struct p { int x; }\nint g;\npredicate q(int x) := x > 0;\n".to_owned() + DOUBLE;
    let asked = json!({ "textDocument": { "uri": URI } });
    let mut plain = Client::plain();
    plain.open(URI, &text);
    let flat = plain.result("textDocument/documentSymbol", asked.clone());
    let names = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&flat), ["p", "x", "g", "q", "Double", "L"]);
    assert_eq!(flat[5]["containerName"], "Double");
    plain.close();
    let capabilities = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut nesting = Client::with(capabilities, json!(null));
    nesting.open(URI, &text);
    let nested = nesting.result("textDocument/documentSymbol", asked);
    assert_eq!(names(&nested), ["p", "g", "q", "Double"]);
    assert_eq!(names(&nested[3]["children"]), ["L"]);
    nesting.close();
}

#[test]
fn texts_are_laid_out() {
    let mut client = Client::plain();
    let text = "@pre true\n@post true\nvoid f() {\n      int x   := 1;\n}\n";
    client.open(URI, text);
    let asked = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client.result("textDocument/formatting", asked.clone());
    assert_eq!(edited(text, &edits), buttress_pi::format(text).unwrap());
    assert_eq!(edits[0]["range"]["start"]["line"], 3, "only what differs: {edits}");
    client.replace(URI, 2, "@pre true @post true void f( {");
    let answer = client.ask("textDocument/formatting", asked);
    assert!(answer["error"]["message"].as_str().unwrap().contains("errors"), "{answer}");
    client.close();
}

#[test]
fn words_are_completed() {
    let mut client = Client::plain();
    client.open(URI, DOUBLE);
    let mut offered = |line, character| -> Vec<String> {
        let items = client.at("textDocument/completion", URI, line, character);
        items
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["label"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(offered(0, 1), ["pre", "post"]);
    let inside = offered(9, 4);
    for name in ["n", "i", "s", "Double", "while", "forall"] {
        assert!(inside.iter().any(|it| it == name), "{name}: {inside:?}");
    }
    client.close();
}

#[test]
fn an_edit_concerns_its_function_only() {
    let text = format!("{DOUBLE}{GET}");
    let (mut client, _) = settled(&text);
    client.received.clear();
    // A remark above, and another number in the second function.
    client.change(URI, 2, json!([{
        "range": { "start": { "line": 16, "character": 9 }, "end": { "line": 16, "character": 10 } }, "text": "b",
    }, {
        "range": { "start": { "line": 15, "character": 14 }, "end": { "line": 15, "character": 15 } }, "text": "b",
    }, {
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } }, "text": "// ∀\n",
    }]));
    assert_eq!(client.settled(URI, 2), [word("Double", "proved"), word("Get", "false")]);
    let statuses = client.received.iter().filter(|it| it["method"] == "buttress/status");
    for status in statuses {
        assert_eq!(status["params"]["functions"][0]["status"], "proved");
    }
    // What is said has moved with the function.
    assert_eq!(client.diagnostics[URI][0]["range"]["start"]["line"], 17);
    let hover = client.at("textDocument/hover", URI, 7, 20);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("s >= 0"), "{hover}");
    client.close();
}

#[test]
fn columns_are_counted_as_agreed() {
    let text = "@pre true @post /* 😀 */ x void f() {}\n";
    for (offered, column) in [(json!(["utf-16"]), 25), (json!(["utf-8", "utf-16"]), 27)] {
        let capabilities = json!({ "general": { "positionEncodings": offered } });
        let mut client = Client::with(capabilities, json!(null));
        client.open(URI, text);
        let diagnostics = client.diagnosed(URI, 1);
        assert_eq!(diagnostics[0]["code"], "PI0101");
        assert_eq!(diagnostics[0]["range"]["start"]["character"], column);
        client.close();
    }
}

#[test]
fn only_saving_proves_where_that_is_asked_for() {
    let mut client = Client::with(json!({}), json!({ "onIdle": false }));
    client.open(URI, GET);
    client.settled(URI, 1);
    client.replace(URI, 2, DOUBLE);
    client.diagnosed(URI, 2);
    // An answer later it has not begun.
    client.at("textDocument/hover", URI, 0, 0);
    assert_eq!(client.status[URI]["functions"][0]["status"], "waiting");
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.settled(URI, 2), [word("Double", "proved")]);
    client.close();
}

#[test]
fn clients_are_told_to_ask_again() {
    let capabilities = json!({ "workspace": {
        "codeLens": { "refreshSupport": true }, "inlayHint": { "refreshSupport": true },
        "workspaceEdit": { "documentChanges": true },
    } });
    let mut client = Client::with(capabilities, json!(null));
    client.open(URI, GET);
    client.settled(URI, 1);
    for method in ["workspace/codeLens/refresh", "workspace/inlayHint/refresh"] {
        assert!(client.received.iter().any(|it| it["method"] == method), "{method}");
    }
    let actions = client.result("textDocument/codeAction", json!({
        "textDocument": { "uri": URI },
        "range": { "start": { "line": 3, "character": 11 }, "end": { "line": 3, "character": 11 } },
        "context": { "diagnostics": client.diagnostics[URI] },
    }));
    let edit = &actions[0]["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"], json!({ "uri": URI, "version": 1 }));
    assert_eq!(actions[0]["diagnostics"][0]["code"], "PI0310");
    client.close();
}

#[test]
fn programs_of_2007_are_read() {
    let text = "#include \"arrays.pi\"\n@pre true\n@post rv == 1\nint f() {\n  return 1;\n}\n";
    let (client, verdicts) = settled(text);
    assert_eq!(verdicts, [word("f", "proved")]);
    client.close();
}
