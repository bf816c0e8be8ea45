//! Inferred facts: those of earlier runs, kept in a folder beside the proofs, and new ones.
//!
//! Facts are found again by all that inference looks at: the text of functions that call each other and of what they call,
//! for runs go there, and the contracts of all others. They are guesses, now as when they were inferred: a fact counts once its conditions are proved.

use std::path::Path;

use buttress_annotate::{InferenceNote, Inferred, ProvedGoals};
use buttress_certificate::horn::Identity;
use buttress_certificate::pi::{Addition, Bundle, write};
use buttress_checker::pi::read_additions;
use buttress_pi::paths::cycles;
use buttress_pi::program::{FunctionId, Program};
use buttress_pi::{Contracts, Facts};
use buttress_programs_certify::additions;

use super::cache;
use super::observer::Event;
use super::run::Run;
use super::settings::Inference;

/// Facts about the loops of these functions, kept or guessed; and the functions whose facts were kept.
pub(super) fn infer(
    run: &Run<'_>,
    functions: &[FunctionId],
    shown: &ProvedGoals,
) -> (Inferred, Vec<FunctionId>) {
    if run.settings.inference == Inference::Nothing {
        return (Inferred::default(), Vec::new());
    }
    run.observer.notice(&Event::Inferring);
    let (inferred, kept) = match &run.settings.cache {
        Some(folder) => kept_or_guessed(run, functions, shown, folder),
        None => (run.guess(functions, shown), Vec::new()),
    };
    let count = inferred.facts.loops.values().map(Vec::len).sum();
    run.observer.notice(&Event::Inferred(count));
    (inferred, kept)
}

/// Facts about the loops of these functions: those in the folder, and others, which are kept there.
fn kept_or_guessed(
    run: &Run<'_>,
    functions: &[FunctionId],
    shown: &ProvedGoals,
    folder: &Path,
) -> (Inferred, Vec<FunctionId>) {
    let (mut facts, mut found) = (Facts::default(), Vec::new());
    let mut groups = Group::all(run, functions);
    groups.retain(|group| match group.find(folder, run.program) {
        Some(kept) => {
            facts.extend(kept);
            found.extend(&group.functions);
            false
        }
        None => true,
    });
    let others: Vec<FunctionId> = groups.iter().flat_map(|it| &it.functions).copied().collect();
    let mut inferred = run.guess(&others, shown);
    if !inferred.notes.iter().any(|note| matches!(note, InferenceNote::OutOfBudget(_))) {
        groups.iter().for_each(|group| group.keep(folder, run, &inferred.facts));
    }
    inferred.facts.extend(facts);
    (inferred, found)
}

/// Functions whose facts are kept together.
struct Group {
    /// In the order of the text.
    functions: Vec<FunctionId>,
    /// All that inference looks at.
    subject: String,
}

impl Group {
    /// The functions, those together that call each other.
    fn all(run: &Run<'_>, functions: &[FunctionId]) -> Vec<Group> {
        let mut groups: Vec<Vec<FunctionId>> = functions.iter().map(|id| vec![*id]).collect();
        for cycle in cycles(run.program) {
            let is_member = |group: &mut Vec<FunctionId>| {
                group.iter().any(|id| cycle.iter().any(|(other, _)| other == id))
            };
            let members: Vec<FunctionId> = groups.extract_if(.., is_member).flatten().collect();
            groups.push(members);
        }
        groups.retain(|group| !group.is_empty());
        let group = |mut functions: Vec<FunctionId>| {
            functions.sort_unstable();
            Group { subject: subject(run, &functions), functions }
        };
        groups.into_iter().map(group).collect()
    }

    /// The facts that are kept of it.
    fn find(&self, folder: &Path, program: &Program) -> Option<Facts> {
        let text = cache::read(folder, &self.name())?;
        read_additions(program, text.as_bytes()).ok().map(|(_, facts)| facts)
    }

    /// Keeps its facts.
    fn keep(&self, folder: &Path, run: &Run<'_>, facts: &Facts) {
        let mut own = facts.clone();
        own.loops.retain(|(function, _), _| self.functions.contains(function));
        own.loop_ranks.retain(|(function, _), _| self.functions.contains(function));
        own.function_ranks.retain(|function, _| self.functions.contains(function));
        let text = write(&Bundle {
            about: Identity::of(self.subject.as_bytes()),
            runtime: run.options.runtime,
            termination: run.options.termination,
            additions: additions(run.program, &Contracts::default(), &own),
            sections: Vec::new(),
            runs: Vec::new(),
            endless: Vec::new(),
        });
        cache::write(folder, &self.name(), &text);
    }

    fn name(&self) -> String {
        format!("{}.facts", cache::fingerprint([self.subject.as_str()]))
    }
}

/// The functions, and those that are called from there: whose names occur, that is.
fn reached(run: &Run<'_>, functions: &[FunctionId]) -> Vec<FunctionId> {
    let mut reached = functions.to_vec();
    let mut place = 0;
    while let Some(id) = reached.get(place) {
        let text = run.program.function(*id).span.of(run.text);
        let others = run.program.function_ids().filter(|other| !reached.contains(other));
        let named = |other: &FunctionId| text.contains(&run.program.function(*other).name.text);
        let called: Vec<FunctionId> = others.filter(named).collect();
        reached.extend(called);
        place += 1;
    }
    reached
}

/// The text of the program, of functions that are not reached only the contracts and what they assign.
fn subject(run: &Run<'_>, functions: &[FunctionId]) -> String {
    let Run { text, program, settings, options, .. } = run;
    let version = env!("CARGO_PKG_VERSION");
    let mut subject =
        format!("{version} {options:?} {:?} {} {functions:?}\n", settings.inference, settings.seed);
    for Addition { function, kind, .. } in additions(program, run.contracts, &Facts::default()) {
        subject.push_str(&format!("{function} {kind:?}\n"));
    }
    let reached = reached(run, functions);
    let mut end = 0;
    for id in program.function_ids() {
        let function = program.function(id);
        let (from, to) = (function.span.start as usize, function.span.end as usize);
        subject.push_str(text.get(end..from).unwrap_or_default());
        let whole = text.get(from..to).unwrap_or_default();
        if reached.contains(&id) {
            subject.push_str(whole);
        } else {
            let name = (function.name.span.end as usize).saturating_sub(from);
            let body = whole.get(name..).and_then(|rest| rest.find('{'));
            subject.push_str(body.map_or(whole, |body| &whole[..name + body]));
            subject.push_str(&format!("{:?}", function.modifies));
        }
        end = to;
    }
    subject.push_str(text.get(end..).unwrap_or_default());
    subject
}
