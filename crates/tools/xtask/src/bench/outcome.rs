//! What a run said and used, and what many runs amount to.

use std::path::Path;
use std::{env, fs};

/// Less time than this cannot be measured; ratios take it instead. So they do with parts of a run.
pub const LEAST: f64 = 0.001;

/// How often a trivial file is run to measure how long a solver takes to start.
const STARTS: usize = 5;

/// What one run said and used.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunOutcome<A> {
    /// What it answered within the limit.
    pub answer: A,
    /// Was all that it answered checked? Peers do not say.
    pub checked: Option<bool>,
    /// Evidence that its own checker rejected, or a crash of ours: never acceptable.
    pub fault: Option<String>,
    /// What else it said, in a line: engine, depth, clauses, or why there is no answer.
    pub note: String,
    /// CPU seconds.
    pub cpu: f64,
    /// The part of them that went into making and checking evidence, from 0 to 1, if it is told.
    pub evidence: Option<f64>,
    /// The most memory, in megabytes.
    pub memory: u64,
}

impl<A: Default> RunOutcome<A> {
    /// The program could not be run, which is a fault if it is ours.
    pub fn not_run(error: &str, is_ours: bool) -> RunOutcome<A> {
        let note = format!("cannot run: {error}");
        RunOutcome { fault: is_ours.then(|| note.clone()), note, ..RunOutcome::default() }
    }

    /// Ours ended without a report: an ordinary unknown if it was ended from outside, at a limit.
    pub fn without_report(text: &str, code: Option<i32>) -> RunOutcome<A> {
        let note = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        let fault = code.map(|code| format!("exit code {code} without a report: {note}"));
        RunOutcome { fault, note: note.to_owned(), ..RunOutcome::default() }
    }
}

/// The fault that our own exit code tells of.
pub fn exit_fault(code: Option<i32>) -> Option<String> {
    (code == Some(4)).then(|| "exit code 4: evidence rejected or internal error".to_owned())
}

/// The CPU seconds of next to nothing: the median of a few runs on this script, all of which must be
/// right; if one is not, what it said.
pub fn start_seconds<A>(
    script: &str,
    run: impl Fn(&Path) -> RunOutcome<A>,
    is_right: impl Fn(&RunOutcome<A>) -> bool,
) -> Result<f64, String> {
    let path = env::temp_dir().join(format!("buttress-start-{}.smt2", std::process::id()));
    fs::write(&path, script)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    let runs: Vec<RunOutcome<A>> = (0..STARTS).map(|_| run(&path)).collect();
    // It lies in the temporary folder; nothing depends on its going away.
    let _ = fs::remove_file(&path);
    if let Some(run) = runs.iter().find(|run| !is_right(run)) {
        return Err(run.note.clone());
    }
    let mut seconds: Vec<f64> = runs.iter().map(|run| run.cpu).collect();
    seconds.sort_by(f64::total_cmp);
    Ok(seconds.get(STARTS / 2).copied().unwrap_or_default())
}

/// The CPU seconds of two solvers on one file, each with the time that it takes to start.
pub struct Times {
    /// Ours.
    pub ours: (f64, f64),
    /// The peer's.
    pub theirs: (f64, f64),
}

/// The geometric mean of our time over a peer's: as measured, and without the time to start; and over how
/// many files.
pub fn ratio(times: impl Iterator<Item = Times>) -> Option<(f64, f64, usize)> {
    let mut sums = (0.0, 0.0, 0);
    for Times { ours, theirs } in times {
        let beyond = |(seconds, start): (f64, f64)| (seconds - start).max(LEAST);
        sums.0 += (ours.0.max(LEAST) / theirs.0.max(LEAST)).ln();
        sums.1 += (beyond(ours) / beyond(theirs)).ln();
        sums.2 += 1;
    }
    let count = sums.2 as f64;
    (sums.2 > 0).then(|| ((sums.0 / count).exp(), (sums.1 / count).exp(), sums.2))
}

/// The geometric mean of the time for evidence over all other time, each told as the part of a run that goes into evidence; and over how many runs.
pub fn evidence_ratio(parts: impl Iterator<Item = f64>) -> Option<(f64, usize)> {
    let logs = parts.map(|part| {
        let part = part.clamp(LEAST, 1.0 - LEAST);
        (part / (1.0 - part)).ln()
    });
    let (sum, count) = logs.fold((0.0, 0), |(sum, count), log| (sum + log, count + 1));
    (count > 0).then(|| ((sum / count as f64).exp(), count))
}

/// How files ended that were not solved, each by whether it was answered wrongly and its CPU seconds:
/// `, 2 unknown, 1 late`.
pub fn describe_unsolved(unsolved: impl Iterator<Item = (bool, f64)>, limit: u64) -> String {
    let (mut unknown, mut late, mut wrong) = (0, 0, 0);
    for (is_wrong, cpu) in unsolved {
        let kind = if is_wrong {
            &mut wrong
        } else if cpu > limit as f64 {
            &mut late
        } else {
            &mut unknown
        };
        *kind += 1;
    }
    let kinds = [(unknown, "unknown"), (late, "late"), (wrong, "wrong")];
    let counted = kinds.iter().filter(|(number, _)| *number > 0);
    counted.map(|(number, word)| format!(", {number} {word}")).collect()
}
