//! Input that arrives in pieces, as on a terminal.

use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::Terms;

use super::run;

const SCRIPT: &str = "; a comment (with \"marks\n(set-info :source |a ) ; ( bar|)\n\
    (echo \"a ) \"\" | ; (\")stray(declare-const |x y| Bool) ; end\n(assert |x y|)(assert (and é))\n(exit)";

#[test]
fn a_command_is_there_when_its_parenthesis_is() {
    let mut reader = Reader::new();
    reader.feed(b"(check-sa");
    assert!(reader.next_command().is_none());
    assert!(reader.is_inside_command());
    reader.feed(b"t) (exit");
    assert_eq!(
        reader.next_command().map(|next| next.map(|sexpr| sexpr.text().to_owned())),
        Some(Ok("(check-sat)".to_owned()))
    );
    assert!(reader.next_command().is_none());
    reader.feed(b")");
    assert!(reader.next_command().is_some_and(|next| next.is_ok()));
    reader.finish();
    assert!(reader.next_command().is_none());
}

#[test]
fn pieces_make_no_difference() {
    let whole: Vec<String> =
        run(SCRIPT).outcomes.iter().map(|outcome| format!("{outcome:?}")).collect();
    assert_eq!(whole.len(), 7);
    for size in 1..20 {
        let (mut reader, mut script, mut terms) = (Reader::new(), Script::new(), Terms::new());
        let mut outcomes = Vec::new();
        let mut take = |reader: &mut Reader| {
            while let Some(next) = reader.next_command() {
                let outcome = next.and_then(|sexpr| script.command(&mut terms, &sexpr));
                outcomes.push(format!("{outcome:?}"));
            }
        };
        for piece in SCRIPT.as_bytes().chunks(size) {
            reader.feed(piece);
            take(&mut reader);
        }
        reader.finish();
        take(&mut reader);
        assert_eq!(outcomes, whole, "pieces of {size}");
    }
}

/// Some editors write it before a text; anywhere else it is no command.
#[test]
fn a_byte_order_mark_may_begin_a_text() {
    for text in ["\u{feff}(check-sat)", "\u{feff}; remark\n(check-sat)", "\u{feff}\r\n(check-sat)"]
    {
        let mut reader = Reader::of(text.as_bytes());
        assert!(reader.next_command().is_some_and(|command| command.is_ok()), "{text:?}");
    }
    assert!(Reader::of("\u{feff}".as_bytes()).next_command().is_none(), "an empty text");
    for text in ["(exit)\u{feff}(exit)", "\u{feff}\u{feff}(exit)"] {
        let mut reader = Reader::of(text.as_bytes());
        let mut commands = std::iter::from_fn(|| reader.next_command());
        assert!(commands.any(|command| command.is_err()), "{text:?}");
    }
}
