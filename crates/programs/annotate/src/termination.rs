//! Rankings for everything that may go on forever and has none.

use std::collections::{BTreeMap, BTreeSet};

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Terms;
use buttress_pi::Facts;
use buttress_pi::paths::{Point, ProgramPoint, cycles, ranking};
use buttress_pi::program::{Expression, FunctionId, LoopId, Program};

use crate::ranking::{Circle, Measures, Recursion, Search, find};
use crate::study::Study;
use crate::survey::Survey;
use crate::{InferenceNote, Inferred};

/// Adds rankings, and the facts that they need, for cycles without any that lead through the studied functions.
pub(crate) fn rank(
    program: &Program,
    studies: &mut [Study<'_>],
    inferred: &mut Inferred,
    budget: &Budget,
) -> Result<(), Exhausted> {
    for cycle in cycles(program) {
        let is_studied = cycle.iter().any(|(id, _)| studies.iter().any(|study| study.id == *id));
        let nothing = Facts::default();
        let is_ranked = cycle.iter().any(|point| ranking(program, &nothing, *point).is_some());
        if !is_studied || is_ranked {
            continue;
        }
        rank_cycle(program, &cycle, studies, inferred, budget)?;
    }
    Ok(())
}

fn rank_cycle(
    program: &Program,
    cycle: &[ProgramPoint],
    studies: &mut [Study<'_>],
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
        let study = studies.iter_mut().find(|study| study.id == *id);
        let measure = match study {
            Some(study) => measure(study, *head, is_recursive, budget)?,
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
    for study in studies.iter().filter(|study| functions.contains(&study.id)) {
        study.add_to(&mut inferred.facts);
    }
    if !is_complete {
        return Ok(());
    }
    let mut surveys: BTreeMap<FunctionId, Survey> = BTreeMap::new();
    for id in &functions {
        surveys.insert(*id, Survey::new(program, program.function(*id)));
    }
    if is_recursive {
        let recursion = Recursion { functions: functions.iter().copied().collect() };
        let options = studies.first().map(|study| study.options).unwrap_or_default();
        let facts = &inferred.facts;
        let circle = Circle { program, surveys: &surveys, facts, loops: &loops, options: &options };
        match recursion.rank(&mut Terms::new(), &circle, budget)? {
            Some(facts) => inferred.facts = facts,
            None => inferred.notes.extend(functions.into_iter().map(InferenceNote::NoFunctionRank)),
        }
        return Ok(());
    }
    for (id, measures) in loops {
        let measures = Measures { function: vec![], loops: measures };
        let Some(survey) = surveys.get(&id) else { continue };
        for (head, ranking) in measures.rankings(survey).loops {
            inferred.facts.loop_ranks.insert((id, head), ranking);
        }
    }
    Ok(())
}

/// The measure of a loop; the facts that it needs are added to what is known of the function.
fn measure(
    study: &mut Study<'_>,
    head: LoopId,
    is_recursive: bool,
    budget: &Budget,
) -> Result<Option<Expression>, Exhausted> {
    if !study.has_all_paths() {
        return Ok(None);
    }
    let mut terms = Terms::new();
    let paths = study.paths(&mut terms, &study.known_facts());
    // Where a function calls itself, the loops of several calls are met in turn, which refutes what is right.
    if !is_recursive {
        study.sample(budget)?;
    }
    let search = Search {
        program: study.program,
        function: study.function(),
        survey: &study.survey,
        paths: &paths,
        samples: if is_recursive { None } else { study.runs() },
    };
    let Some(found) = find(&mut terms, &search, head, budget)? else { return Ok(None) };
    for mut fact in found.facts {
        if !study.read_back(&mut fact) {
            return Ok(None);
        }
        study.known.entry(fact.head).or_default().push(fact.expression);
    }
    Ok(Some(found.measure))
}
