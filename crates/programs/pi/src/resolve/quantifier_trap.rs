//! The quantifier trap: `forall i. A && B` is `(forall i. A) && B`, though everyone means `forall i. (A && B)`.

use crate::tree::{Expression, ExpressionKind};
use crate::{Diagnostic, Span};

/// The last quantifier of a formula over this name that ends before the place.
pub(super) fn quantifier_before<'t>(
    formula: &'t Expression,
    name: &str,
    place: Span,
) -> Option<&'t Expression> {
    let mut found: Option<&Expression> = None;
    visit(formula, &mut |expression| {
        if let ExpressionKind::Quantified { variables, .. } = &expression.kind
            && variables.iter().any(|variable| variable.name.text == name)
            && expression.span.end <= place.start
            && found.is_none_or(|found| found.span.start < expression.span.start)
        {
            found = Some(expression);
        }
    });
    found
}

/// Says that a name stands outside of its quantifier, and what to write instead.
pub(super) fn explain(
    text: &str,
    formula: &Expression,
    quantifier: &Expression,
    name: &str,
    place: Span,
) -> Diagnostic {
    let message = format!("`{name}` is not defined here");
    let diagnostic = Diagnostic::error("PI0012", place, message)
        .labelled("outside the quantifier")
        .pointing(quantifier.span, format!("`{name}` is known only here"));
    advise(diagnostic, text, formula, quantifier)
}

/// Says that a name outside of its quantifier means another variable.
pub(super) fn warn(
    text: &str,
    formula: &Expression,
    quantifier: &Expression,
    name: &str,
    place: Span,
    other: Span,
) -> Diagnostic {
    let message = format!("this `{name}` is not that of the quantifier");
    let diagnostic = Diagnostic::warning("PI0136", place, message)
        .labelled("outside the quantifier")
        .pointing(quantifier.span, "it ends here")
        .pointing(other, format!("the `{name}` that is meant"));
    advise(diagnostic, text, formula, quantifier)
}

/// Is this what [`warn`] said about a quantifier?
pub(super) fn is_warning_of(diagnostic: &Diagnostic, quantifier: &Expression) -> bool {
    diagnostic.code == "PI0136"
        && diagnostic.related.iter().any(|(span, _)| *span == quantifier.span)
}

/// Is it written `forall i. F` with an F that is not in parentheses?
pub(super) fn is_open(text: &str, quantifier: &Expression) -> bool {
    let ExpressionKind::Quantified { body, .. } = &quantifier.kind else { return false };
    let head = Span { start: quantifier.span.start, end: body.span.start }.of(text);
    !head.contains('(') && !body.span.of(text).starts_with('(')
}

/// Adds where a quantifier ends, and how to make it go on.
fn advise(
    diagnostic: Diagnostic,
    text: &str,
    formula: &Expression,
    quantifier: &Expression,
) -> Diagnostic {
    let mut diagnostic = diagnostic;
    let ExpressionKind::Quantified { body, .. } = &quantifier.kind else { return diagnostic };
    let head = plain(text, quantifier.span.start as usize, body.span.start as usize);
    // The span of a body in parentheses may be without them.
    let head = head.trim_end_matches(['(', ' ']);
    let follows = plain(text, quantifier.span.end as usize, formula.span.end as usize);
    let follows = follows.trim_start_matches([')', ' ']);
    let operator = ["&&", "||", "<->", "->", "∧", "∨", "↔", "→"]
        .into_iter()
        .find(|operator| follows.starts_with(operator));
    if let Some(operator) = operator {
        diagnostic = diagnostic.noting(format!("`{head}` ends before `{operator}` in pi"));
    }
    let start = quantifier.span.start as usize + head_length(text, quantifier, body);
    let whole = plain(text, start, reach(text, start, formula.span.end as usize));
    diagnostic.helping(format!("{head} ({whole})"))
}

/// The length of `forall i.`, as written.
fn head_length(text: &str, quantifier: &Expression, body: &Expression) -> usize {
    let head = Span { start: quantifier.span.start, end: body.span.start }.of(text);
    head.trim_end_matches(|sign: char| sign.is_whitespace() || sign == '(').len()
}

/// Where the formula that begins here ends if it goes on as far as it can: at a bracket or comma that does not belong
/// to it, or at the end of the annotation.
fn reach(text: &str, start: usize, end: usize) -> usize {
    let mut depth = 0usize;
    for (offset, sign) in text.get(start..end).unwrap_or_default().char_indices() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return start + offset,
            ')' | ']' | '}' => depth -= 1,
            ',' | ';' if depth == 0 => return start + offset,
            _ => {}
        }
    }
    end
}

/// A stretch of text on one line, without comments.
fn plain(text: &str, start: usize, end: usize) -> String {
    let mut rest = text.get(start..end).unwrap_or_default();
    let mut words = String::new();
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        words.push_str(&rest[..at]);
        words.push(' ');
        let ending = if rest[at..].starts_with("/*") { "*/" } else { "\n" };
        rest = rest[at..].split_once(ending).map_or("", |(_, after)| after);
    }
    words.push_str(rest);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn visit<'t>(expression: &'t Expression, see: &mut impl FnMut(&'t Expression)) {
    see(expression);
    match &expression.kind {
        ExpressionKind::Int(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Bool(_)
        | ExpressionKind::Name(_)
        | ExpressionKind::Damaged => {}
        ExpressionKind::Length(inner)
        | ExpressionKind::New { length: inner, .. }
        | ExpressionKind::Unary(_, inner)
        | ExpressionKind::Field(inner, _)
        | ExpressionKind::Quantified { body: inner, .. } => visit(inner, see),
        ExpressionKind::Binary(_, left, right)
        | ExpressionKind::Index(left, right)
        | ExpressionKind::In(left, right) => {
            visit(left, see);
            visit(right, see);
        }
        ExpressionKind::Update(array, index, value) => {
            visit(array, see);
            visit(index, see);
            visit(value, see);
        }
        ExpressionKind::Chain(operands, _) | ExpressionKind::Call(_, operands) => {
            for operand in operands {
                visit(operand, see);
            }
        }
    }
}
