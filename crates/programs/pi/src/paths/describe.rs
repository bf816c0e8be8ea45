//! Paths and goals in words.

use std::fmt::Write;

use super::{BasicPath, Check, Goal, GoalKind, Point, Step};
use crate::Span;
use crate::limits::LONGEST_DESCRIBED;
use crate::program::{FunctionId, Program};

/// A path as people read it: `BubbleSort.pre -> L1`, or
/// `L2 -> assume n < m -> assume a[n] > a[n + 1] -> L2`. The text is that of the program.
pub fn describe(program: &Program, path: &BasicPath, text: &str) -> String {
    let mut description = point_name(program, path.function, path.from, text);
    for step in &path.steps {
        if let Step::Either(ways) = step {
            let _ = write!(description, " -> one of {} ways", ways.len());
        }
        if let Step::Assume { condition, holds } = step {
            let condition = excerpt(*condition, text);
            // Nobody asks whether a negation of one name needs parentheses.
            let is_plain = condition.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let _ = match (holds, is_plain) {
                (true, _) => write!(description, " -> assume {condition}"),
                (false, true) => write!(description, " -> assume !{condition}"),
                (false, false) => write!(description, " -> assume !({condition})"),
            };
        }
    }
    description.push_str(" -> ");
    description.push_str(&point_name(program, path.function, path.to, text));
    description
}

/// A point as people read it: `BubbleSort.pre`, `L1`, `loop at line 7`.
pub fn point_name(program: &Program, function: FunctionId, point: Point, text: &str) -> String {
    let owner = program.function(function);
    match point {
        Point::Pre => format!("{}.pre", owner.name.text),
        Point::Post => format!("{}.post", owner.name.text),
        Point::Loop(head) => {
            let Some(said) = owner.loops.get(head.0 as usize) else { return "loop".to_owned() };
            match &said.annotation.label {
                Some(label) => label.clone(),
                None => format!("loop at line {}", said.span.place(text).0),
            }
        }
        Point::Assert(span) => format!("assertion at line {}", span.place(text).0),
        Point::Call(callee, _) => format!("{}.pre", program.function(callee).name.text),
        Point::Runtime(check, span) => check_text(check, span, text),
        Point::Rank => "ranking".to_owned(),
    }
}

/// A goal of a path as people read it: `0 <= i`, `sorted(a, m, u)`, `the ranking decreases`.
pub fn describe_goal(program: &Program, path: &BasicPath, goal: &Goal, text: &str) -> String {
    match goal.kind {
        GoalKind::Conjunct(_) => excerpt(goal.span, text),
        GoalKind::Fact(position) => {
            let place = point_name(program, path.function, path.to, text);
            format!("fact {} inferred at {place}", position + 1)
        }
        GoalKind::Runtime(check) => check_text(check, goal.span, text),
        GoalKind::RankNotNegative(_) => format!("{} >= 0", excerpt(goal.span, text)),
        GoalKind::RankDecreases => "the ranking decreases".to_owned(),
    }
}

/// What is checked, with the text of what it is about.
fn check_text(check: Check, span: Span, text: &str) -> String {
    let it = excerpt(span, text);
    match check {
        Check::NotNegative => format!("subscript {it} is not negative"),
        Check::BelowLength => format!("subscript {it} is below the length"),
        Check::Divisor => format!("divisor {it} is not 0"),
        Check::NewLength => format!("length {it} is not negative"),
        Check::HasKey => format!("{it} is a key"),
        Check::NotAtom => format!("{it} is not nil"),
    }
}

/// The text of a span on one line, cut if it is long.
fn excerpt(span: Span, text: &str) -> String {
    let words: Vec<&str> = span.of(text).split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST_DESCRIBED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
