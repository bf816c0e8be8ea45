//! Edits interrupt proofs.

use serde_json::json;

use crate::client::{Client, URI};

/// A function whose contract is that so many pigeons do not fit: what takes any solver of our kind very long.
pub fn pigeons(holes: usize) -> String {
    let name = |pigeon: usize, hole: usize| format!("p{pigeon}h{hole}");
    let formals: Vec<String> = (0..=holes)
        .flat_map(|it| (0..holes).map(move |hole| format!("bool {}", name(it, hole))))
        .collect();
    let mut clauses: Vec<String> = (0..=holes)
        .map(|it| {
            format!("({})", (0..holes).map(|hole| name(it, hole)).collect::<Vec<_>>().join(" || "))
        })
        .collect();
    for hole in 0..holes {
        for one in 0..=holes {
            for other in 0..one {
                clauses.push(format!("(!{} || !{})", name(one, hole), name(other, hole)));
            }
        }
    }
    format!(
        "@pre {}\n@post rv > 0\nint Pigeons({}) {{\n  return 0;\n}}\n",
        joined(&clauses),
        formals.join(", ")
    )
}

/// The conjunction of formulas, no deeper than it must be.
fn joined(formulas: &[String]) -> String {
    match formulas {
        [] => "true".to_owned(),
        [one] => one.clone(),
        all => {
            let (left, right) = all.split_at(all.len() / 2);
            format!("({} && {})", joined(left), joined(right))
        }
    }
}

const QUICK: &str = "@pre true\n@post rv = 1\nint One() {\n  return 1;\n}\n";

#[test]
fn an_edit_interrupts_and_what_was_edited_last_comes_first() {
    // Without an interrupt this would outlast the patience of the client.
    let mut client = Client::with(json!({}), json!({ "timeout": 100000 }));
    let text = format!("{}{QUICK}", pigeons(12));
    client.open(URI, &text);
    client.running(URI, 0);
    let edited = text.replace("return 1", "return 2");
    client.replace(URI, 2, &edited);
    // The quick function behind it has its verdict, although the other one was asked for first.
    client.once(|client| {
        let status = client.status.get(URI)?;
        let functions = &status["functions"];
        (status["version"] == 2 && functions[1]["status"] == "false").then_some(())
    });
    client.running(URI, 0);
    // Requests are answered while it runs.
    let hover = client.at("textDocument/hover", URI, 0, 0);
    assert_eq!(hover, json!(null));
    client.replace(URI, 3, QUICK);
    assert_eq!(client.settled(URI, 3), [("One".to_owned(), "proved".to_owned())]);
    assert!(client.close());
}

#[test]
fn closing_and_leaving_interrupt_too() {
    let mut client = Client::with(json!({}), json!({ "timeout": 100000 }));
    client.open(URI, &pigeons(12));
    client.running(URI, 0);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    let other = "file:///project/b.pi";
    client.open(other, QUICK);
    assert_eq!(client.settled(other, 1), [("One".to_owned(), "proved".to_owned())]);
    client.open(URI, &pigeons(12));
    client.running(URI, 0);
    assert!(!client.vanish(), "a client that vanishes has not said goodbye");
}

#[test]
fn a_function_that_takes_too_long_is_unknown() {
    let mut client = Client::with(json!({}), json!({ "timeout": 2 }));
    client.open(URI, &format!("{}{QUICK}", pigeons(12)));
    let verdicts = client.settled(URI, 1);
    assert_eq!(verdicts[0].1, "unknown");
    assert_eq!(verdicts[1].1, "proved");
    assert!(client.complaints(URI)[0].starts_with("PI04"), "{:?}", client.complaints(URI));
    let message = client.diagnostics[URI][0]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("buttress prove --function Pigeons --timeout 20 "), "{message}");
    client.close();
}
