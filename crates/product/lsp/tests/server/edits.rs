//! Edits in random order: what the server says of a text does not depend on how the text came about.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::client::{Client, URI};

const PROGRAM: &str = "predicate small(int x) := x < 10;
@pre small(n)
@post rv <= 10
int f(int n) {
  return n + 1;
}

@pre true
@post rv >= 0
int g(int x) {
  int y;
  if (x < 0) { return 0 - x; }
  y := f(3);
  return x;
}
// 😀 the end: ∀
";

const PIECES: [&str; 18] = [
    "",
    "",
    " ",
    "\n",
    "1",
    "n",
    "x < 0",
    "return",
    "{",
    "}",
    "(",
    ";",
    "// ∀😀\n",
    "\r\n",
    "y := y;",
    "@post rv = 1",
    "&& true",
    "int z := 7;",
];

/// An edit: two places as parts of the text, and what comes there.
type Edit = (f64, f64, &'static str);

fn edit() -> impl Strategy<Value = Edit> {
    let near = (0.0..1.0f64, 0.0..0.02f64).prop_map(|(at, more)| (at, (at + more).min(1.0)));
    (near, select(&PIECES[..])).prop_map(|((from, to), piece)| (from, to, piece))
}

/// The text after an edit, and the edit as the protocol writes it.
fn applied(text: &str, (from, to, piece): Edit) -> (String, Value) {
    let place = |part: f64| {
        let mut place = (part * text.len() as f64) as usize;
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        // No position is between \r and \n.
        if text[..place].ends_with('\r') && text[place..].starts_with('\n') {
            place - 1
        } else {
            place
        }
    };
    let (from, to) = (place(from), place(to));
    let position = |place: usize| {
        // Here lines are cut one by one, and columns are counted by encoding them.
        let mut lines = vec![String::new()];
        let mut letters = text[..place].chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\r' if letters.peek() == Some(&'\n') => {}
                '\r' | '\n' => lines.push(String::new()),
                other => lines.last_mut().unwrap().push(other),
            }
        }
        let column = lines.last().unwrap().encode_utf16().count();
        json!({ "line": lines.len() - 1, "character": column })
    };
    let change =
        json!({ "range": { "start": position(from), "end": position(to) }, "text": piece });
    (format!("{}{piece}{}", &text[..from], &text[to..]), change)
}

/// All that is known of a text in the end.
fn known(client: &mut Client, version: i32) -> (Value, Value) {
    client.settled(URI, version);
    // Times differ.
    let mut status = client.status[URI]["functions"].clone();
    for entry in status.as_array_mut().unwrap() {
        entry.as_object_mut().unwrap().remove("seconds");
    }
    (client.diagnostics[URI].clone(), status)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_way_to_a_text_does_not_matter(edits in prop::collection::vec((edit(), any::<bool>()), 1..12)) {
        let mut client = Client::plain();
        client.open(URI, PROGRAM);
        let (mut text, mut version) = (PROGRAM.to_owned(), 1);
        let mut waiting = Vec::new();
        let last = edits.len() - 1;
        for (number, (edit, is_sent)) in edits.into_iter().enumerate() {
            let (after, change) = applied(&text, edit);
            text = after;
            waiting.push(change);
            // Several edits may come in one message.
            if is_sent || number == last {
                version += 1;
                client.change(URI, version, Value::Array(std::mem::take(&mut waiting)));
            }
        }
        let edited = known(&mut client, version);
        // Back to where everything can be proved, by one more edit, and forth again.
        client.replace(URI, version + 1, PROGRAM);
        let back = known(&mut client, version + 1);
        client.replace(URI, version + 2, &text);
        let forth = known(&mut client, version + 2);
        client.close();
        let mut fresh = Client::plain();
        fresh.open(URI, &text);
        let expected = known(&mut fresh, 1);
        fresh.close();
        prop_assert_eq!(&edited, &expected, "after {}", text);
        prop_assert_eq!(&forth, &expected, "after {}", text);
        let mut first = Client::plain();
        first.open(URI, PROGRAM);
        let original = known(&mut first, 1);
        first.close();
        prop_assert_eq!(back, original);
    }
}
