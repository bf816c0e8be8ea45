//! Rankings: where one is written, the others that it is compared with must be there and of the same length.

use std::collections::BTreeSet;

use crate::program::{Function, FunctionId, Rank};
use crate::{Diagnostic, Span};

/// Checks the rankings of all functions. `calls` says what each of them calls.
pub(super) fn check(
    functions: &[Option<Function>],
    calls: &[BTreeSet<FunctionId>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let reach = closure(calls);
    for (number, function) in functions.iter().enumerate() {
        let Some(function) = function else { continue };
        check_function(function, reach[number].contains(&FunctionId(number as u32)), diagnostics);
    }
    // Functions that call each other are compared with the first one that has a ranking.
    let mut seen = BTreeSet::new();
    for (number, function) in functions.iter().enumerate() {
        let id = FunctionId(number as u32);
        let Some(first) = function.as_ref().and_then(|function| function.rank.as_ref()) else {
            continue;
        };
        for other in &reach[number] {
            let position = other.0 as usize;
            let is_cycle = *other != id && reach[position].contains(&id);
            let Some(Some(function)) = functions.get(position) else { continue };
            if is_cycle && seen.insert((id.min(*other), id.max(*other))) {
                check_callee(function, first, diagnostics);
            }
        }
    }
}

/// All functions that each function may come to call.
pub(super) fn closure(calls: &[BTreeSet<FunctionId>]) -> Vec<BTreeSet<FunctionId>> {
    let from = |start: &BTreeSet<FunctionId>| {
        let mut reached = start.clone();
        let mut waiting: Vec<FunctionId> = start.iter().copied().collect();
        while let Some(id) = waiting.pop() {
            for next in calls.get(id.0 as usize).into_iter().flatten() {
                if reached.insert(*next) {
                    waiting.push(*next);
                }
            }
        }
        reached
    };
    calls.iter().map(from).collect()
}

fn check_function(function: &Function, is_recursive: bool, diagnostics: &mut Vec<Diagnostic>) {
    let loops = function.loops.iter().filter_map(|head| head.rank.as_ref());
    let Some(first) = function.rank.iter().chain(loops).next() else { return };
    for head in &function.loops {
        match &head.rank {
            Some(rank) => compare(rank, first, diagnostics),
            None => diagnostics.push(missing(head.span, "this loop has no ranking", first.span)),
        }
    }
    if is_recursive && function.rank.is_none() {
        let message = format!("`{}` calls itself and has no ranking", function.name.text);
        diagnostics.push(missing(function.name.span, &message, first.span));
    }
}

fn check_callee(function: &Function, first: &Rank, diagnostics: &mut Vec<Diagnostic>) {
    match &function.rank {
        Some(rank) => compare(rank, first, diagnostics),
        // One that has rankings for its loops has been told about already.
        None if function.loops.iter().any(|head| head.rank.is_some()) => {}
        None => {
            let message =
                format!("`{}` is part of a recursion and has no ranking", function.name.text);
            diagnostics.push(missing(function.name.span, &message, first.span));
        }
    }
}

fn compare(rank: &Rank, first: &Rank, diagnostics: &mut Vec<Diagnostic>) {
    let (wanted, found) = (first.components.len(), rank.components.len());
    if wanted == found {
        return;
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let message = format!("this ranking has {found} component{}, not {wanted}", plural(found));
    diagnostics.push(
        Diagnostic::error("PI0201", rank.span, message)
            .pointing(first.span, format!("{wanted} component{} here", plural(wanted)))
            .noting(
                "rankings of one function, and of functions that call each other, are compared",
            ),
    );
}

fn missing(span: Span, message: &str, first: Span) -> Diagnostic {
    Diagnostic::warning("PI0202", span, message)
        .pointing(first, "there is one here")
        .noting("termination is proved only if one is found for it")
}
