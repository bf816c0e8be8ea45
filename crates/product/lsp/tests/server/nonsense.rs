//! Nonsense of all kinds: the server answers, and goes on.

use serde_json::{Value, json};

use crate::client::{Client, URI};

#[test]
fn what_is_no_message_is_survived() {
    let mut client = Client::plain();
    client.send_bytes(b"hello\r\n\r\n");
    client.send_bytes(b"Content-Length: 5\r\n\r\n{\"a\":");
    client.send_bytes(b"Content-Length: 2\r\n\r\n[]");
    client.send_bytes(b"Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc");
    client.send_bytes(b"Content-Length: -7\r\n\r\n");
    let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
    client.send_bytes(format!("Content-Length: {}\r\n\r\n{deep}", deep.len()).as_bytes());
    client.send(&json!({ "jsonrpc": "2.0", "id": 77, "nothing": true }));
    let refused = client.until(|_, value| (value["id"] == 77).then(|| value.clone()));
    assert_eq!(refused["error"]["code"], -32600);
    client.open(URI, "@pre true @post true void f() {}");
    assert_eq!(client.settled(URI, 1).len(), 1);
    assert!(client.close());
}

#[test]
fn parameters_of_any_form_are_answered() {
    let mut client = Client::plain();
    client.open(URI, "@pre true @post true void f() {}");
    let methods = [
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/documentSymbol",
        "textDocument/formatting",
        "textDocument/completion",
        "textDocument/codeLens",
        "textDocument/inlayHint",
        "textDocument/codeAction",
        "textDocument/nothing",
        "buttress/counterexample",
        "workspace/executeCommand",
        "workspace/symbol",
        "nothing",
    ];
    let huge = u32::MAX;
    let place = json!({ "line": huge, "character": huge });
    for method in methods {
        for params in [
            json!(null),
            json!(7),
            json!([]),
            json!({}),
            json!({ "textDocument": { "uri": URI } }),
            json!({ "textDocument": { "uri": "file:///nobody" }, "position": place }),
            json!({ "textDocument": { "uri": "no address at all" }, "position": place }),
            json!({ "textDocument": { "uri": URI }, "position": { "line": -1, "character": "x" } }),
            json!({ "textDocument": { "uri": URI }, "position": place, "newName": "∀", "context": { "includeDeclaration": true, "diagnostics": [] },
                "range": { "start": place, "end": { "line": 0, "character": 0 } }, "options": { "tabSize": 0, "insertSpaces": true } }),
            json!({ "command": "buttress.nothing", "arguments": [URI] }),
            json!({ "command": "buttress.runCounterexample", "arguments": [] }),
        ] {
            let answer = client.ask(method, params.clone());
            assert!(
                answer.get("error").is_some() || answer.get("result").is_some(),
                "{method} {params}: {answer}"
            );
        }
    }
    for method in [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didSave",
        "textDocument/didClose",
        "$/cancelRequest",
        "$/setTrace",
        "workspace/didChangeConfiguration",
        "nothing",
    ] {
        client.notify(method, json!({ "textDocument": { "uri": "file:///nobody", "version": 1 }, "contentChanges": [{ "text": "x" }] }));
        client.notify(method, json!([1, 2]));
    }
    assert_eq!(client.settled(URI, 1).len(), 1);
    assert!(client.close());
}

#[test]
fn the_order_of_life_is_kept() {
    let mut client = Client::silent();
    let early = client.ask("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002);
    client.open(URI, "x");
    let answer = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-16");
    let again = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(again["error"]["code"], -32600);
    assert_eq!(client.ask("shutdown", json!(null))["result"], Value::Null);
    let late = client.ask("textDocument/hover", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(late["error"]["code"], -32600);
    client.notify("exit", json!(null));
    assert!(client.vanish());
}

#[test]
fn strange_texts_are_survived() {
    let mut client = Client::with(json!({}), json!({ "timeout": 5 }));
    let large = "// ∀ a line of a very large program\n".repeat(200_000);
    let texts = [
        String::new(),
        "\0\u{feff}\u{202e}∀∃\r\r\n\n\r".to_owned(),
        "(".repeat(50_000),
        "@pre ".to_owned() + &"!".repeat(50_000) + "true",
        "@pre true @post true void f() ".to_owned() + &"{".repeat(20_000),
        "@pre true @post true void f() { if (true) ".to_owned()
            + &"if (true) ".repeat(5_000)
            + ";}",
        "x".repeat(300_000),
        large.clone(),
    ];
    for (number, text) in texts.iter().enumerate() {
        for end in ["pi", "smt2"] {
            let uri = format!("file:///project/{number}.{end}");
            client.open(&uri, text);
            client.diagnosed(&uri, 1);
            for method in ["textDocument/documentSymbol", "textDocument/codeLens"] {
                client.ask(method, json!({ "textDocument": { "uri": uri } }));
            }
            client.at("textDocument/completion", &uri, 0, 3);
            client.at("textDocument/hover", &uri, 0, 3);
            client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
        }
    }
    client.open(URI, &large);
    let diagnostics = client.diagnosed(URI, 1);
    assert!(diagnostics[0]["message"].as_str().unwrap().contains("not looked at"), "{diagnostics}");
    client.replace(URI, 2, "@pre true @post true void f() {}");
    assert_eq!(client.settled(URI, 2), [("f".to_owned(), "proved".to_owned())]);
    assert!(client.close());
}
