//! Where a blank stands between a token and the one before it.

use super::source::Source;
use crate::lex::{Kind, lex};
use crate::parse::Part;

/// Is there a blank before this token, if it is not the first of its line?
pub(super) fn is_gap(source: Source<'_>, token: usize) -> bool {
    let is_held = holds_right(source, token) || holds_left(source, token);
    token > 0 && (!is_held || would_merge(source, token - 1, token))
}

/// The width of these tokens on one line.
pub(super) fn width(source: Source<'_>, from: usize, to: usize) -> usize {
    let width = |token: usize| source.text(token).chars().count();
    let gap = |token: usize| usize::from(token > from && is_gap(source, token));
    (from..to).map(|token| gap(token) + width(token)).sum()
}

/// Does the token before this one hold on to what follows it? At the beginning of the file, the
/// beginning does.
pub(super) fn holds_right(source: Source<'_>, token: usize) -> bool {
    let Some(left) = token.checked_sub(1) else { return true };
    match (source.kind(left), source.marks.part(left)) {
        (Kind::OpenParen | Kind::OpenBracket | Kind::Hash, _) => true,
        (Kind::OpenBrace, part) => part == Part::Postfix,
        (_, Part::Prefix | Part::Open) => true,
        (Kind::Dot, part) => part != Part::Period,
        (Kind::At, _) => source.kind(token + 1) == Kind::Colon,
        (Kind::Forall | Kind::Exists, _) => {
            !source.text(left).is_ascii() && source.kind(token) == Kind::Ident
        }
        _ => false,
    }
}

/// Does this token hold on to what precedes it?
pub(super) fn holds_left(source: Source<'_>, token: usize) -> bool {
    let before = token.checked_sub(1).map(|left| (source.kind(left), source.marks.part(left)));
    match (source.kind(token), source.marks.part(token)) {
        (Kind::CloseParen | Kind::CloseBracket | Kind::Comma | Kind::Dot | Kind::Colon, _) => true,
        (Kind::Semicolon, _) => !matches!(before, Some((Kind::Else, _))),
        (Kind::CloseBrace, _) if before == Some((Kind::OpenBrace, Part::Block)) => true,
        (_, Part::Close | Part::Postfix) => true,
        _ => false,
    }
}

/// Would the two be read as something else without a blank?
fn would_merge(source: Source<'_>, left: usize, right: usize) -> bool {
    let both = format!("{}{}", source.text(left), source.text(right));
    let kinds: Vec<Kind> = lex(&both).tokens.iter().map(|token| token.kind).collect();
    kinds != [source.kind(left), source.kind(right), Kind::End]
}
