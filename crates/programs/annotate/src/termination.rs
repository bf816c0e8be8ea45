//! Rankings for everything that may go on forever and has none.

use std::collections::{BTreeMap, BTreeSet};

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Terms;
use buttress_pi::Facts;
use buttress_pi::paths::{Point, ProgramPoint, cycles, ranking};
use buttress_pi::program::{Expression, FunctionId, LoopId, Program};

use crate::inference::FunctionInference;
use crate::ranking::{Measures, Recursion, RecursionContext, Search, find};
use crate::structure::FunctionStructure;
use crate::{InferenceNote, Inferred};

/// Adds rankings, and the facts that they need, for cycles without any that lead through the looked at functions.
pub(crate) fn rank(
    program: &Program,
    inferences: &mut [FunctionInference<'_>],
    inferred: &mut Inferred,
    budget: &Budget,
) -> Result<(), Exhausted> {
    for cycle in cycles(program) {
        let is_inferred =
            cycle.iter().any(|(id, _)| inferences.iter().any(|inference| inference.id == *id));
        let nothing = Facts::default();
        let is_ranked = cycle.iter().any(|point| ranking(program, &nothing, *point).is_some());
        if !is_inferred || is_ranked {
            continue;
        }
        rank_cycle(program, &cycle, inferences, inferred, budget)?;
    }
    Ok(())
}

fn rank_cycle(
    program: &Program,
    cycle: &[ProgramPoint],
    inferences: &mut [FunctionInference<'_>],
    inferred: &mut Inferred,
    budget: &Budget,
) -> Result<(), Exhausted> {
    let functions: BTreeSet<FunctionId> = cycle.iter().map(|(id, _)| *id).collect();
    let is_recursive = cycle.iter().any(|(_, point)| *point == Point::Pre);
    let mut loops: BTreeMap<FunctionId, BTreeMap<LoopId, Expression>> = BTreeMap::new();
    let mut is_complete = true;
    for (id, point) in cycle {
        let Point::Loop(head) = point else { continue };
        // A function that is not asked about is not looked into either.
        let inference = inferences.iter_mut().find(|inference| inference.id == *id);
        let measure = match inference {
            Some(inference) => measure(inference, *head, is_recursive, budget)?,
            None => None,
        };
        match measure {
            Some(measure) => {
                loops.entry(*id).or_default().insert(*head, measure);
            }
            None => {
                inferred.notes.push(InferenceNote::NoLoopRank(*id, *head));
                is_complete = false;
            }
        }
    }
    for inference in inferences.iter().filter(|inference| functions.contains(&inference.id)) {
        inference.add_to(&mut inferred.facts);
    }
    if !is_complete {
        return Ok(());
    }
    let mut structures: BTreeMap<FunctionId, FunctionStructure> = BTreeMap::new();
    for id in &functions {
        structures.insert(*id, FunctionStructure::new(program, program.function(*id)));
    }
    if is_recursive {
        let recursion = Recursion { functions: functions.iter().copied().collect() };
        let options = inferences.first().map(|inference| inference.options).unwrap_or_default();
        let facts = &inferred.facts;
        let context = RecursionContext {
            program,
            structures: &structures,
            facts,
            loops: &loops,
            options: &options,
        };
        match recursion.rank(&mut Terms::new(), &context, budget)? {
            Some(facts) => inferred.facts = facts,
            None => inferred.notes.extend(functions.into_iter().map(InferenceNote::NoFunctionRank)),
        }
        return Ok(());
    }
    for (id, measures) in loops {
        let measures = Measures { function: vec![], loops: measures };
        let Some(structure) = structures.get(&id) else { continue };
        for (head, ranking) in measures.rankings(structure).loops {
            inferred.facts.loop_ranks.insert((id, head), ranking);
        }
    }
    Ok(())
}

/// The measure of a loop; the facts that it needs are added to what is known of the function.
fn measure(
    inference: &mut FunctionInference<'_>,
    head: LoopId,
    is_recursive: bool,
    budget: &Budget,
) -> Result<Option<Expression>, Exhausted> {
    let mut terms = Terms::new();
    let Some(paths) = inference.all_paths(&mut terms, &inference.known_facts()) else {
        return Ok(None);
    };
    // Where a function calls itself, the loops of several calls are met in turn, which refutes what is right.
    if !is_recursive {
        inference.sample(budget)?;
    }
    let search = Search {
        program: inference.program,
        function: inference.function(),
        structure: &inference.structure,
        paths: &paths,
        samples: if is_recursive { None } else { inference.runs() },
    };
    let Some(found) = find(&mut terms, &search, head, budget)? else { return Ok(None) };
    for mut fact in found.facts {
        if !inference.read_back(&mut fact) {
            return Ok(None);
        }
        inference.known.entry(fact.head).or_default().push(fact.expression);
    }
    Ok(Some(found.measure))
}
