//! Facts about the contents of arrays, from templates.
//!
//! Four kinds: predicates that the contract uses, over other bounds (`sorted(a, l, u)` becomes `sorted(a, i, |a| - 1)`);
//! arrays split at a counter (`partitioned(a, 0, i, i + 1, |a| - 1)`); what a condition says of one cell, said of all
//! cells on one side of a counter (`a[i] = e` becomes `forall k. (l <= k && k < i -> a[k] != e)`); and cells that keep what was
//! put there (`a[u] = e`). Runs refute most of them;
//! of what is left only the strongest are tried.

mod cells;
mod context;
mod ranges;

use std::collections::BTreeSet;

use buttress_pi::program::{Expression, ExpressionKind, Function, LoopId, PredicateId, Program};

use self::context::TemplateContext;
use crate::houdini::Candidate;
use crate::limits::MOST_TEMPLATES;
use crate::samples::Samples;
use crate::structure::FunctionStructure;

/// Candidates for a loop.
pub(crate) fn templates(
    program: &Program,
    function: &Function,
    structure: &FunctionStructure,
    samples: &Samples,
    head: LoopId,
    next_bound: &mut u32,
) -> Vec<Candidate> {
    let Some(context) = TemplateContext::new(program, function, structure, samples, head) else {
        return vec![];
    };
    let mut found = Vec::new();
    for predicate in predicates(program, function, structure) {
        found.extend(ranges::instances(&context, predicate));
    }
    found.extend(cells::instances(&context, structure, next_bound));
    found.extend(cells::keepers(&context));
    found.retain(|template| context.is_plausible(template));
    let strongest = context.strongest(found);
    let formulas = strongest.into_iter().take(MOST_TEMPLATES).map(|template| template.formula);
    formulas.map(|expression| Candidate { head, expression }).collect()
}

/// The predicates that contracts and annotations use, with arrays first and then integers.
fn predicates(
    program: &Program,
    function: &Function,
    structure: &FunctionStructure,
) -> Vec<PredicateId> {
    let mut found = BTreeSet::new();
    let mut conjuncts: Vec<&Expression> = Vec::new();
    conjuncts.extend(function.pre.conjuncts.iter().chain(&function.post.conjuncts));
    conjuncts.extend(function.loops.iter().flat_map(|head| &head.annotation.conjuncts));
    for called in &structure.called {
        conjuncts.extend(&program.function(*called).pre.conjuncts);
    }
    for conjunct in conjuncts {
        conjunct.visit(&mut |part| {
            if let ExpressionKind::Predicate(id, _) = part.kind {
                found.insert(id);
            }
        });
    }
    // What gets sorted is usually partitioned on the way.
    let is_sorted = found.iter().any(|id| program.predicate(*id).name.text == "sorted");
    let numbered = (0..).map(PredicateId).zip(&program.predicates);
    let partitioned = numbered.filter(|(_, predicate)| predicate.name.text == "partitioned");
    if is_sorted {
        found.extend(partitioned.map(|(id, _)| id));
    }
    found.into_iter().collect()
}
