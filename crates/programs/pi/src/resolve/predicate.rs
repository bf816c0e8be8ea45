//! Predicates, which must not lead back to themselves.

use super::typer::{Setting, Typer};
use crate::program::{ExpressionKind, Predicate, PredicateId, Type};
use crate::tree::Declaration;
use crate::{Diagnostic, Name};

/// Resolves all predicates; none if there is a mistake in one.
pub(super) fn read_all<'a>(
    typer: &mut Typer<'a>,
    declarations: impl Iterator<Item = &'a Declaration>,
) -> Option<Vec<Predicate>> {
    let mut read = vec![];
    for declaration in declarations {
        if let Declaration::Predicate { name, body, .. } = declaration {
            read.push(read_one(typer, PredicateId(read.len() as u32), name, body));
        }
    }
    check_cycles(typer, &read);
    read.into_iter().collect()
}

fn read_one<'a>(
    typer: &mut Typer<'a>,
    id: PredicateId,
    name: &Name,
    body: &'a crate::tree::Expression,
) -> Option<Predicate> {
    let declared = typer.declared;
    let signature = &declared.predicates[id.0 as usize];
    typer.start_function();
    typer.scope.enter();
    let mut parameters = vec![];
    for (name, ty) in &signature.parameters {
        let bound = typer.bind(name, ty.clone());
        parameters.push(bound);
    }
    typer.setting = Setting::Annotation;
    typer.formula = Some(body);
    let body = typer.expect(body, &Type::Bool, "PI0111", "the body of a predicate");
    typer.formula = None;
    typer.scope.leave();
    let (name, is_prelude) = (name.clone(), signature.is_prelude);
    Some(Predicate { name, parameters, body: body?, is_prelude })
}

/// Predicates are replaced by their bodies, which must come to an end.
fn check_cycles(typer: &mut Typer<'_>, predicates: &[Option<Predicate>]) {
    let uses: Vec<Vec<PredicateId>> = predicates
        .iter()
        .map(|predicate| {
            let mut used = vec![];
            if let Some(predicate) = predicate {
                predicate.body.visit(&mut |inner| {
                    if let ExpressionKind::Predicate(id, _) = inner.kind {
                        used.push(id);
                    }
                });
            }
            used
        })
        .collect();
    let mut reported = vec![false; predicates.len()];
    for (number, predicate) in predicates.iter().enumerate() {
        let Some(predicate) = predicate else { continue };
        let Some(cycle) = cycle(&uses, number) else { continue };
        if cycle.iter().any(|position| reported[*position]) {
            continue;
        }
        for position in &cycle {
            reported[*position] = true;
        }
        let names = cycle
            .iter()
            .chain([&number])
            .filter_map(|position| Some(predicates.get(*position)?.as_ref()?.name.text.as_str()));
        let way = names.collect::<Vec<_>>().join(" -> ");
        let message = format!("the predicate `{}` is defined by itself", predicate.name.text);
        typer.say(
            Diagnostic::error("PI0129", predicate.name.span, message)
                .noting(format!("{way}: predicates stand for their bodies, which must end")),
        );
    }
}

/// A shortest way from a predicate back to itself: those on it, the first one included once.
fn cycle(uses: &[Vec<PredicateId>], start: usize) -> Option<Vec<usize>> {
    // Those met, in order, and for each the one that led to it.
    let mut met = vec![start];
    let mut before = vec![None; uses.len()];
    let mut next = 0;
    while let Some(&last) = met.get(next) {
        next += 1;
        for id in uses.get(last).into_iter().flatten() {
            let position = id.0 as usize;
            if position == start {
                let mut way = vec![last];
                while let Some(earlier) = way.last().and_then(|place| before[*place]) {
                    way.push(earlier);
                }
                way.reverse();
                return Some(way);
            }
            if before[position].is_none() {
                before[position] = Some(last);
                met.push(position);
            }
        }
    }
    None
}
