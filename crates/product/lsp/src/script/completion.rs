//! What may be typed at a place of a script: commands, names, words of the theories.

use buttress_formats::smtlib::COMMANDS;
use lsp_types::{CompletionItem, CompletionItemKind};

use super::analysis::ScriptAnalysis;
use crate::symbols::completion_kind;

/// Words of terms and sorts.
const WORDS: [&str; 24] = [
    "and", "or", "not", "xor", "ite", "let", "forall", "exists", "distinct", "true", "false",
    "select", "store", "div", "mod", "abs", "to_real", "to_int", "is_int", "Bool", "Int", "Real",
    "Array", "as",
];

/// What may be typed.
pub(crate) fn completion(analysis: &ScriptAnalysis, place: u32) -> Vec<CompletionItem> {
    let before = analysis.text.get(..place as usize).unwrap_or_default();
    let part = |letter: char| !letter.is_whitespace() && !"();\"|".contains(letter);
    let before = before.trim_end_matches(part);
    let item = |label: &str, kind: CompletionItemKind, detail: Option<String>| CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail,
        ..CompletionItem::default()
    };
    if is_at_top(before) {
        return COMMANDS.map(|word| item(word, CompletionItemKind::KEYWORD, None)).to_vec();
    }
    let names = analysis.names.visible(place).into_iter().map(|symbol| {
        item(&symbol.name, completion_kind(symbol.kind), Some(symbol.detail.clone()))
    });
    let words = WORDS.map(|word| item(word, CompletionItemKind::KEYWORD, None));
    names.chain(words).collect()
}

/// Does a command begin here?
fn is_at_top(before: &str) -> bool {
    let Some(rest) = before.trim_end().strip_suffix('(') else {
        return before.trim().is_empty() || before.trim_end().ends_with(')') && depth(before) == 0;
    };
    depth(rest) == 0
}

/// How many parentheses are open at the end, comments and strings aside.
fn depth(text: &str) -> usize {
    let mut depth = 0usize;
    let mut closing = None;
    for letter in text.chars() {
        match (closing, letter) {
            (Some(end), _) => closing = (letter != end).then_some(end),
            (None, ';') => closing = Some('\n'),
            (None, '"' | '|') => closing = Some(letter),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_offered_at_the_top_and_names_inside() {
        let offered = |text: &str| {
            let analysis = ScriptAnalysis::new(text.into());
            let items = completion(&analysis, text.len() as u32);
            items.into_iter().map(|item| item.label).collect::<Vec<_>>()
        };
        let text = "(declare-const height Int) ; (\n(";
        assert!(offered(text).contains(&"check-sat".to_owned()));
        let inside = offered(&format!("{text}assert (< he"));
        assert!(inside.contains(&"height".to_owned()) && !inside.contains(&"check-sat".to_owned()));
    }
}
