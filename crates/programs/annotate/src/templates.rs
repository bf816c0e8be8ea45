//! Facts about the contents of arrays, from templates.
//!
//! In three stages, from what is most likely to help to what is only not refuted: what contracts say of ranges, what loops write and what
//! they leave alone, said of the part that a counter has come through, and predicates that the contract uses, over other
//! bounds (`sorted(a, l, u)` becomes `sorted(a, i, |a| - 1)`) or split at a counter (`partitioned(a, 0, i, i + 1, |a| - 1)`); then what a
//! condition says of one cell, said of all cells on one side of a counter (`a[i] = e` becomes `forall k. (l <= k && k < i -> a[k] != e)`), and
//! cells that keep what was put there (`a[u] = e`); at last, how cells compare with values and with the cells of other arrays.
//! Runs refute most of them; of what is left only the strongest are tried.

mod across;
mod cells;
mod compared;
mod context;
mod moved;
mod plausible;
mod ranges;
mod saying;
mod weakened;
mod written;

use std::collections::BTreeSet;

use buttress_pi::program::{Expression, ExpressionKind, Function, LoopId, PredicateId, Program};

use self::context::{Template, TemplateContext};
use self::plausible::{PlausibleTemplate, strongest};
use crate::houdini::Candidate;
use crate::limits::MOST_TEMPLATES;
use crate::samples::Samples;
use crate::structure::FunctionStructure;

/// Which templates are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// What contracts say of ranges, and what loops write.
    Contract,
    /// What conditions say of cells.
    Conditions,
    /// How cells compare with values.
    Values,
}

/// What was made of templates for a loop before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tried {
    /// The texts of all candidates.
    pub(crate) all: BTreeSet<String>,
    /// The texts of those that hold.
    pub(crate) kept: BTreeSet<String>,
}

/// The instances of one stage's templates at a loop that no run refutes, group by group.
pub(crate) struct Plausible {
    head: LoopId,
    groups: Vec<Vec<PlausibleTemplate>>,
}

impl Plausible {
    /// None if runs never met the loop.
    pub(crate) fn new(
        (program, function): (&Program, &Function),
        structure: &FunctionStructure,
        samples: &Samples,
        head: LoopId,
        stage: Stage,
        next_bound: &mut u32,
    ) -> Option<Plausible> {
        let context = TemplateContext::new(program, function, structure, samples, head)?;
        let mut groups: Vec<Vec<Template>> = Vec::new();
        match stage {
            Stage::Contract => {
                let sayings = saying::sayings(program, function, structure);
                groups.push(weakened::instances(&context, &sayings));
                groups.push(moved::instances(&context, &sayings));
                for predicate in predicates(program, function, structure) {
                    groups.push(ranges::instances(&context, predicate));
                }
                groups.push(written::instances(&context, structure, next_bound));
                groups.push(written::copies(&context, next_bound));
            }
            Stage::Conditions => {
                groups.push(cells::instances(&context, structure, next_bound));
                groups.push(cells::keepers(&context));
            }
            Stage::Values => {
                groups.push(across::instances(&context, next_bound));
                groups.push(compared::instances(&context, structure, next_bound));
            }
        }
        let plausible = |template| PlausibleTemplate::new(&context, template);
        let groups =
            groups.into_iter().map(|group| group.into_iter().filter_map(plausible).collect());
        Some(Plausible { head, groups: groups.collect() })
    }

    /// Candidates: the strongest beyond those that were tried, whose texts are noted.
    pub(crate) fn untried(&self, tried: &mut Tried) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for group in &self.groups {
            let (old, mut new): (Vec<&PlausibleTemplate>, Vec<&PlausibleTemplate>) =
                group.iter().partition(|template| tried.all.contains(&template.text));
            let kept: Vec<&PlausibleTemplate> =
                old.into_iter().filter(|template| tried.kept.contains(&template.text)).collect();
            new.retain(|template| !kept.iter().any(|wider| wider.is_wider(template)));
            for template in strongest(new).into_iter().take(MOST_TEMPLATES) {
                let expression = template.formula.clone();
                candidates.push((&template.text, Candidate { head: self.head, expression }));
            }
        }
        let (texts, candidates): (Vec<&String>, Vec<Candidate>) = candidates.into_iter().unzip();
        tried.all.extend(texts.into_iter().cloned());
        candidates
    }

    /// The loop.
    pub(crate) fn head(&self) -> LoopId {
        self.head
    }
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
