//! What may be typed at a place of a program: keywords, names, annotations.

use buttress_pi::Span;
use lsp_types::{CompletionItem, CompletionItemKind};

use super::analysis::ProgramAnalysis;
use crate::names::{NameKind, Symbol, holds};
use crate::symbols::completion_kind;

/// Words of the language.
const KEYWORDS: [&str; 21] = [
    "bool",
    "break",
    "class",
    "div",
    "else",
    "exists",
    "false",
    "float",
    "for",
    "forall",
    "if",
    "int",
    "new",
    "predicate",
    "return",
    "rv",
    "struct",
    "true",
    "void",
    "while",
    "in",
];

/// Operations on tables and lists, and their types.
const BUILTINS: [&str; 13] = [
    "atom",
    "car",
    "cdr",
    "cons",
    "empty",
    "get",
    "hashtable",
    "init",
    "keys",
    "list",
    "nil",
    "put",
    "remove",
];

/// The predicates that every program knows.
const PRELUDE: [(&str, &str); 4] = [
    ("sorted", "sorted(a, l, u): a[l..u] is in order"),
    (
        "partitioned",
        "partitioned(a, l1, u1, l2, u2): nothing in a[l1..u1] is above anything in a[l2..u2]",
    ),
    ("eq", "eq(a, b, l, u): a and b are the same from l to u"),
    ("beq", "beq(a, b, l, u): a and b are the same from l to u"),
];

/// What may be typed.
pub(crate) fn completion(analysis: &ProgramAnalysis, place: u32) -> Vec<CompletionItem> {
    let before = analysis.source.text.get(..place as usize).unwrap_or_default();
    let word = before.len() - before.trim_end_matches(is_part).len();
    let before = before[..before.len() - word].trim_end_matches([' ', '\t']);
    if before.ends_with('@') {
        return annotations(analysis, place);
    }
    if let Some(of) = before.strip_suffix('.') {
        let fields = fields(analysis, of);
        if !fields.is_empty() {
            return fields;
        }
    }
    let names = analysis.names.visible(place).into_iter().map(named);
    let keywords = KEYWORDS.map(|word| item(word, CompletionItemKind::KEYWORD, ""));
    let builtins =
        BUILTINS.map(|word| item(word, CompletionItemKind::FUNCTION, "tables and lists"));
    let is_free = |name: &str| !analysis.source.declared.iter().any(|it| it.name.text == name);
    let prelude = PRELUDE.into_iter().filter(|(name, _)| is_free(name));
    let prelude = prelude.map(|(name, what)| item(name, CompletionItemKind::INTERFACE, what));
    names.chain(keywords).chain(builtins).chain(prelude).collect()
}

/// Annotations: contracts between functions, names of annotations and formulas inside.
fn annotations(analysis: &ProgramAnalysis, place: u32) -> Vec<CompletionItem> {
    let is_inside =
        analysis.source.declared.iter().any(|it| {
            it.body.is_some_and(|body| holds(Span { start: body, end: it.span.end }, place))
        });
    if !is_inside {
        let words = [("pre", "what callers must see to"), ("post", "what callers may rely on")];
        return words.map(|(word, what)| item(word, CompletionItemKind::KEYWORD, what)).to_vec();
    }
    let labels: Vec<&Symbol> =
        analysis.names.symbols.iter().filter(|it| it.kind == NameKind::Label).collect();
    let fresh = (1..).map(|number| format!("L{number}"));
    let fresh = fresh.into_iter().find(|name| !labels.iter().any(|it| it.name == *name));
    let mut items: Vec<CompletionItem> = fresh
        .iter()
        .map(|name| {
            item(&format!("{name}:"), CompletionItemKind::REFERENCE, "a name for this annotation")
        })
        .collect();
    items.push(item("true", CompletionItemKind::KEYWORD, "nothing is said; facts are inferred"));
    items.push(item("forall", CompletionItemKind::KEYWORD, ""));
    items.extend(analysis.names.visible(place).into_iter().map(named));
    items
}

/// The fields of what stands before a dot, or of all structs if that is not known.
fn fields(analysis: &ProgramAnalysis, of: &str) -> Vec<CompletionItem> {
    let symbols = &analysis.names.symbols;
    let ty = type_before(analysis, of);
    let is_own = |symbol: &&Symbol| {
        let parent = symbol.parent.and_then(|parent| symbols.get(parent));
        symbol.kind == NameKind::Field
            && ty.as_ref().is_none_or(|ty| parent.is_some_and(|parent| parent.name == *ty))
    };
    symbols.iter().filter(is_own).map(named).collect()
}

/// The struct that an expression at the end of a text has, if it is a name with subscripts.
fn type_before(analysis: &ProgramAnalysis, text: &str) -> Option<String> {
    let mut end = text.trim_end();
    let mut subscripts = 0;
    while end.ends_with(']') {
        end = &end[..end.rfind('[')?];
        subscripts += 1;
    }
    let start = end.trim_end_matches(is_part).len();
    let name = &end[start..];
    let is_value = |kind| !matches!(kind, NameKind::Field | NameKind::Label);
    let symbol = analysis.names.find(name, start as u32, is_value)?;
    let symbol = &analysis.names.symbols[symbol];
    let mut ty = symbol.detail.rsplit_once(' ').map(|(ty, _)| ty)?;
    for _ in 0..subscripts {
        ty = ty.strip_suffix("[]")?;
    }
    Some(ty.to_owned())
}

fn named(symbol: &Symbol) -> CompletionItem {
    item(&symbol.name, completion_kind(symbol.kind), &symbol.detail)
}

fn item(label: &str, kind: CompletionItemKind, detail: &str) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        ..CompletionItem::default()
    }
}

fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is offered where `^` stands.
    fn offered(text: &str) -> Vec<String> {
        let place = text.find('^').expect("a place");
        let analysis = ProgramAnalysis::new(text.replace('^', "").into());
        completion(&analysis, place as u32).into_iter().map(|item| item.label).collect()
    }

    #[test]
    fn names_are_offered_where_they_are_known() {
        let text = "struct p { int x; int y; } @pre true @post true void f(p[] q) { int i; ^ }";
        let names = offered(text);
        for name in ["q", "i", "f", "p", "while", "sorted"] {
            assert!(names.iter().any(|it| it == name), "{name} in {names:?}");
        }
        assert!(!names.iter().any(|it| it == "x"));
        assert_eq!(offered(&text.replace('^', "q[0].^")), ["x", "y"]);
        assert!(!offered(&text.replace("int i; ^", "^")).iter().any(|it| it == "i"));
    }

    #[test]
    fn annotations_are_offered_behind_their_sign() {
        assert_eq!(offered("@^"), ["pre", "post"]);
        let inside = offered("@pre true @post true void f() { while @L1: true (true) ; @^ }");
        assert_eq!(inside.first().map(String::as_str), Some("L2:"));
    }
}
