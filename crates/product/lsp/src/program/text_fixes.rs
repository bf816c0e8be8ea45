//! Quick fixes for what is wrong with the text: what the message proposes, if it helps.

use buttress_pi::tree::{Block, Loop, Statement};
use buttress_pi::tree::{Declaration, Expression, ExpressionKind, File, StatementKind};
use buttress_pi::{Diagnostic, Severity, Span, read};
use buttress_session::programs::{Change, changed};

use super::analysis::ProgramAnalysis;
use crate::fix::Fix;
use crate::names::touches;

/// The fixes for messages in a stretch of the text.
pub(super) fn fixes(analysis: &ProgramAnalysis, within: Span) -> Vec<Fix> {
    let here = analysis.diagnostics.iter().filter(|it| touches(it.span, within));
    here.filter_map(|problem| fix(analysis, problem)).collect()
}

fn fix(analysis: &ProgramAnalysis, problem: &Diagnostic) -> Option<Fix> {
    let (title, changes) = match problem.code {
        "PI0012" | "PI0136" => wrapped(analysis, problem)?,
        _ => replaced(&analysis.source.text, problem)?,
    };
    // What was a guess is tried out.
    let after = read(&changed(&analysis.source.text, changes.clone())).diagnostics;
    let errors = |all: &[Diagnostic]| {
        all.iter().filter(|problem| problem.severity == Severity::Error).count()
    };
    let is_better = match problem.severity {
        Severity::Error => errors(&after) < errors(&analysis.diagnostics),
        _ => {
            errors(&after) <= errors(&analysis.diagnostics)
                && after.len() < analysis.diagnostics.len()
        }
    };
    let answers = Some((problem.code, problem.span));
    is_better.then_some(Fix { title, changes, answers, is_preferred: true })
}

/// The text that a message proposes, instead of what it is about.
fn replaced(text: &str, problem: &Diagnostic) -> Option<(String, Vec<Change>)> {
    let (span, proposed) = problem.replacement.clone()?;
    let title = format!("Replace `{}` by `{proposed}`", span.of(text));
    Some((title, vec![Change { span, text: proposed }]))
}

/// Parentheses around all that a quantifier is meant to speak of.
fn wrapped(analysis: &ProgramAnalysis, problem: &Diagnostic) -> Option<(String, Vec<Change>)> {
    let quantifier = problem.related.first()?.0;
    let text = &analysis.source.text;
    let mut found = None;
    each_formula(&analysis.file, &mut |formula| {
        if formula.span.start <= quantifier.start && quantifier.end <= formula.span.end {
            found = body(formula, quantifier).map(|body| (formula.span.end, body)).or(found);
        }
    });
    let (end, body) = found?;
    let head = text.get(quantifier.start as usize..body.start as usize)?;
    let head = head.trim_end_matches(|sign: char| sign.is_whitespace() || sign == '(');
    let start = quantifier.start as usize + head.len();
    let start = start + (text.get(start..)?.len() - text.get(start..)?.trim_start().len());
    let end = reach(text, start, end as usize);
    let put =
        |place: usize, sign: &str| Change { span: Span::new(place, place), text: sign.to_owned() };
    let title = format!("Let `{}` go on to the end of the formula", head.trim());
    Some((title, vec![put(start, "("), put(end, ")")]))
}

/// Where a formula that begins here ends if it goes on as far as it can.
fn reach(text: &str, start: usize, end: usize) -> usize {
    let mut depth = 0usize;
    let whole = text.get(start..end).unwrap_or_default();
    let stop = whole.char_indices().find(|(_, sign)| {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return true,
            ')' | ']' | '}' => depth -= 1,
            ',' | ';' => return depth == 0,
            _ => {}
        }
        false
    });
    start + whole[..stop.map_or(whole.len(), |(at, _)| at)].trim_end().len()
}

/// The body of the quantifier at a stretch.
fn body(expression: &Expression, quantifier: Span) -> Option<Span> {
    if let ExpressionKind::Quantified { body, .. } = &expression.kind
        && expression.span == quantifier
    {
        return Some(body.span);
    }
    expression.parts().into_iter().find_map(|part| body(part, quantifier))
}

/// Every formula of a file: contracts, predicates, annotations.
fn each_formula<'t>(file: &'t File, see: &mut impl FnMut(&'t Expression)) {
    for declaration in &file.declarations {
        match declaration {
            Declaration::Predicate { body, .. } => see(body),
            Declaration::Function(function) => {
                see(&function.pre);
                see(&function.post);
                in_block(&function.body, see);
            }
            Declaration::Global { .. } | Declaration::Struct { .. } => {}
        }
    }
}

fn in_block<'t>(block: &'t Block, see: &mut impl FnMut(&'t Expression)) {
    block.statements.iter().for_each(|statement| in_statement(statement, see));
}

fn in_statement<'t>(statement: &'t Statement, see: &mut impl FnMut(&'t Expression)) {
    let mut in_loop = |body: &'t Loop| {
        see(&body.annotation.formula);
        in_statement(&body.body, see);
    };
    match &statement.kind {
        StatementKind::Block(block) => in_block(block, see),
        StatementKind::If { then, otherwise, .. } => {
            in_statement(then, see);
            otherwise.iter().for_each(|other| in_statement(other, see));
        }
        StatementKind::While(body) | StatementKind::For { body, .. } => in_loop(body),
        StatementKind::Assert(annotation) => see(&annotation.formula),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> Vec<String> {
        let analysis = ProgramAnalysis::new(text.into());
        let all = Span::new(0, text.len());
        fixes(&analysis, all).into_iter().map(|fix| changed(text, fix.changes)).collect()
    }

    #[test]
    fn what_a_message_proposes_is_done() {
        let program = |post: &str, body: &str| {
            format!("@pre true @post {post} int f(int[] array, int n) {{ {body} }}")
        };
        for (post, body, better) in [
            (
                "forall i. 0 <= i && i < n -> array[i] = 0",
                "return 1;",
                "forall i. (0 <= i && i < n -> array[i] = 0)",
            ),
            (
                "(forall i. (0 <= i) -> array[i] = 0) && n = n",
                "return 1;",
                "(forall i. ((0 <= i) -> array[i] = 0)) && n = n",
            ),
            ("n = n", "return arry[0];", "return array[0];"),
        ] {
            let fixed = fixed(&program(post, body));
            assert!(fixed.iter().any(|text| text.contains(better)), "{fixed:?}");
        }
        assert_eq!(fixed(&program("n = n", "return 1 +;")), Vec::<String>::new());
    }
}
