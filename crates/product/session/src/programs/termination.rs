//! Do functions end? What their rankings say, and those of what they call.

use std::collections::{BTreeMap, BTreeSet};

use buttress_pi::paths::{Point, callees, cycles, unranked};
use buttress_pi::program::{Expression, FunctionId, Program};
use buttress_pi::{Facts, print};

use super::decided::DecidedFunction;
use super::report::TerminationVerdict;
use super::run::Run;
use super::settings::Termination;
use buttress_present::programs::SourceText;

/// What is known about the ends of all functions together.
pub(super) struct Terminations {
    /// The first point of a function that lacks a ranking.
    unranked: BTreeMap<FunctionId, Point>,
    /// Functions with a point on a cycle.
    cyclic: BTreeSet<FunctionId>,
    /// By functions: those that it calls.
    callees: Vec<BTreeSet<FunctionId>>,
    /// By functions: nothing in it is missing.
    good: Vec<bool>,
    /// By functions: it ends.
    ends: Vec<bool>,
}

impl Terminations {
    /// What rankings say. Those of a function lean on its annotations, and on the contracts of what it calls: so all
    /// conditions must be proved of whatever is on a cycle, or leads to one.
    pub(super) fn new(
        program: &Program,
        decided: &[DecidedFunction],
        facts: &Facts,
    ) -> Terminations {
        let mut first: BTreeMap<FunctionId, Point> = BTreeMap::new();
        for (id, point) in unranked(program, facts) {
            first.entry(id).or_insert(point);
        }
        let cyclic: BTreeSet<FunctionId> =
            cycles(program).iter().flatten().map(|(id, _)| *id).collect();
        let callees = callees(program);
        let is_still: Vec<bool> = program.function_ids().map(|id| !cyclic.contains(&id)).collect();
        // Without any cycle there is nothing to prove.
        let mut good = closed(&callees, &is_still);
        for one in decided {
            let is_proved = one.is_complete
                && one.paths.iter().flat_map(|path| path.goals()).all(|(_, it)| it.is_proved());
            good[one.function.0 as usize] |= is_proved && !first.contains_key(&one.function);
        }
        let ends = closed(&callees, &good);
        Terminations { unranked: first, cyclic, callees, good, ends }
    }

    /// What is known about the end of one function.
    pub(super) fn of(
        &self,
        run: &Run<'_>,
        source: &SourceText<'_>,
        id: FunctionId,
        facts: &Facts,
    ) -> TerminationVerdict {
        if !run.options.termination {
            return TerminationVerdict::Ignored;
        }
        let function = source.function;
        let is_asked = run.settings.termination == Termination::Demanded;
        if let Some(point) = self.unranked.get(&id) {
            let (place, span) = match point {
                Point::Loop(head) => (source.point(*point), function.head(*head).span),
                _ => (function.name.text.clone(), function.name.span),
            };
            // Whoever writes one ranking means to prove that the function ends.
            let is_written =
                function.rank.is_some() || function.loops.iter().any(|head| head.rank.is_some());
            return TerminationVerdict::NotFound {
                place,
                span,
                is_demanded: is_written || is_asked,
            };
        }
        match (self.good[id.0 as usize], self.ends[id.0 as usize]) {
            (false, _) => TerminationVerdict::Unproved,
            (true, false) => {
                let open = self.callees[id.0 as usize].iter();
                let open = open.filter(|callee| **callee != id && !self.ends[callee.0 as usize]);
                let name = |callee: &FunctionId| run.program.function(*callee).name.text.clone();
                TerminationVerdict::IfCallees {
                    callees: open.map(name).collect(),
                    is_demanded: is_asked,
                }
            }
            (true, true) if self.cyclic.contains(&id) => {
                TerminationVerdict::Proved { inferred: inferred(source, id, facts) }
            }
            (true, true) => TerminationVerdict::Plain,
        }
    }
}

/// By functions: is it, and everything that is called from there, among these?
fn closed(callees: &[BTreeSet<FunctionId>], these: &[bool]) -> Vec<bool> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); callees.len()];
    for (caller, called) in callees.iter().enumerate() {
        called.iter().for_each(|callee| callers[callee.0 as usize].push(caller));
    }
    let mut closed = these.to_vec();
    let mut waiting: Vec<usize> = (0..these.len()).filter(|id| !these[*id]).collect();
    while let Some(id) = waiting.pop() {
        for caller in &callers[id] {
            if std::mem::replace(&mut closed[*caller], false) {
                waiting.push(*caller);
            }
        }
    }
    closed
}

/// The functions, and all that is called from there.
pub(super) fn with_callees(program: &Program, functions: &[FunctionId]) -> Vec<FunctionId> {
    let callees = callees(program);
    let mut reached: BTreeSet<FunctionId> = functions.iter().copied().collect();
    let mut waiting = functions.to_vec();
    while let Some(id) = waiting.pop() {
        let new = callees[id.0 as usize].iter().filter(|callee| reached.insert(**callee));
        waiting.extend(new.collect::<Vec<_>>());
    }
    reached.into_iter().collect()
}

/// The rankings that were inferred, with the names of their points.
fn inferred(source: &SourceText<'_>, function: FunctionId, facts: &Facts) -> Vec<(String, String)> {
    let shown = |components: &[Expression]| {
        let components = components
            .iter()
            .map(|component| print::expression(source.program, source.function, component));
        format!("({})", components.collect::<Vec<_>>().join(", "))
    };
    let own = facts.function_ranks.get(&function);
    let own = own.map(|components| (source.point(Point::Pre), shown(components)));
    let loops = facts.loop_ranks.iter().filter(|((other, _), _)| *other == function);
    let loops =
        loops.map(|((_, head), components)| (source.point(Point::Loop(*head)), shown(components)));
    own.into_iter().chain(loops).collect()
}
