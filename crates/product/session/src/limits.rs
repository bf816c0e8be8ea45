//! Bounds on effort that a run sets beside the user's own limits. Effort is counted by the solver: a million is about half a second.

use std::time::Duration;

/// Paths of programs with more steps are shown by their last step only.
pub(crate) const PATH_STEPS: usize = 7;

/// A title has no more letters about variables.
pub(crate) const INLINE_LETTERS: usize = 60;

/// More columns of an array are folded.
pub(crate) const ARRAY_COLUMNS: usize = 24;

/// The search for locations in a system over numbers.
pub(crate) const LOCATE_EFFORT: u64 = 500_000;

/// Minimising an interpretation of Horn clauses.
pub(crate) const MINIMISE_INTERPRETATION_EFFORT: u64 = 2_000_000;

/// A condition as written, before facts are looked for: what most conditions need many times over.
pub(crate) const AS_WRITTEN_EFFORT: u64 = 4_000_000;

/// If a run for every goal is known, so many more are looked at for some that violate nothing before.
pub(crate) const LATE_INPUTS: usize = 400;

/// So many runs may go on past a violation to the next.
pub(crate) const MOST_LATER_RUNS: usize = 4_000;

/// Random inputs beyond the tiny ones, in the search for a call that never ends.
pub(crate) const RANDOM_ENDLESS_INPUTS: usize = 300;

/// The steps of a run that is watched for a state that comes back, at first.
pub(crate) const SHORT_RUN_STEPS: u64 = 500;

/// The steps of such a run if few do not suffice.
pub(crate) const LONG_RUN_STEPS: u64 = 20_000;

/// The deepest recursion in such a run.
pub(crate) const ENDLESS_CALL_DEPTH: u32 = 60;

/// The long runs that a closed set is guessed from at a time.
pub(crate) const MOST_LONG_RUNS: usize = 6;

/// How often a closed set is guessed.
pub(crate) const SET_SEARCHES: usize = 4;

/// A set is guessed from at least so many visits.
pub(crate) const LEAST_VISITS: usize = 6;

/// The search for a call that never ends, for one function.
pub(crate) const ENDLESS_EFFORT: u64 = 20_000_000;

/// A net of time for that search, for not all of it is counted as effort.
pub(crate) const ENDLESS_TIME: Duration = Duration::from_secs(15);

/// The inductive core may take this much effort.
pub(crate) const CORE_EFFORT: u64 = 20_000_000;

/// One question for a small countermodel.
pub(crate) const COUNTERMODEL_EFFORT: u64 = 150_000;

/// A net of time for all such questions about one condition.
pub(crate) const COUNTERMODEL_TIME: Duration = Duration::from_secs(8);

/// The longest arrays that are tried for a small countermodel.
pub(crate) const LONGEST_SMALL_ARRAY: i64 = 4;

/// As much as the main thread usually has: programs may be nested deeply.
pub(crate) const THREAD_STACK: usize = 16 << 20;

/// The question whether a way to the end of a function can be taken.
pub(crate) const UNRETURNING_EFFORT: u64 = 200_000;

/// The steps of a run that is to confirm a failure.
pub(crate) const REPLAY_STEPS: u64 = 10_000;

/// All runs for one purpose.
pub(crate) const REPLAY_EFFORT: u64 = 30_000_000;

/// A net of time for them.
pub(crate) const REPLAY_TIME: Duration = Duration::from_secs(20);

/// Larger problems are not looked through after their time is up.
pub(crate) const MOST_EXPLAINED_TERMS: usize = 100_000;

/// Clauses that an invariant does not need are told from those that it does with this much effort, or a quarter of what the verdict took, if that
/// is more: the rest counts as needed.
pub(crate) const DROP_CLAUSES_EFFORT: u64 = 500_000;

/// Literals that the clauses of an invariant do not need are looked for with this much effort, or an eighth of what the verdict took, if that is
/// more: and only if the certificate itself took no more. Certification has no such bound.
pub(crate) const SHORTEN_CLAUSES_EFFORT: u64 = 20_000;

/// How many more steps than the engine needed are tried in a certificate over simple paths.
pub(crate) const MORE_SIMPLE_PATH_STEPS: usize = 8;

/// The effort of a first turn. An engine that is interrupted loses the clause it was generalising:
/// with turns of a thirteenth of this, IC3 asked 5095 queries instead of 1365 on picojava/pj2005.
pub(crate) const FIRST_CIRCUIT_TURN: u64 = 400_000;

/// The effort of a first turn of an engine that goes on where it was interrupted: shallow counterexamples and properties of short induction
/// come before long work for one engine.
pub(crate) const FIRST_UNROLLING_TURN: u64 = 100_000;

/// Later turns are this share of what the engine has spent, so that changing turns costs little.
pub(crate) const TURN_SHARE: u64 = 4;

/// With more properties than this, engines of single properties do not keep their memory between
/// turns: they start again from the clauses in the store, with twice the effort. First turns
/// are shorter, as most of many properties tend to be easy.
pub(crate) const CROWD: usize = 32;

/// The shares of unlike ways of IC3 for one property. On 37 circuits of 0.1 to 10 s (of the development list, and known losses), these shares and the
/// next three decide 28 within 10 CPU s, in 167 s in all; with 6 and 2, 1, 0.5 and 3 it was 28 in 177 s, 19 of the 27 that both decide slower; with 4 and 4
/// instead of 6 and 4 it is 29 in 177 s.
pub(crate) const IC3_WEIGHTS: [f64; 2] = [6.0, 4.0];

/// The share of k-induction for one property.
pub(crate) const K_INDUCTION_WEIGHT: f64 = 0.5;

/// The share of FSIS for one property.
pub(crate) const FSIS_WEIGHT: f64 = 0.25;

/// The share of backward reachability for one property. In turns with the others it decides one of 11 files more and some sooner, and leaves the others
/// 7 % less (`docs/results.md`); not measured in whole runs.
pub(crate) const BACKWARD_WEIGHT: f64 = 1.0;

/// The share of interpolation sequences for one property, where they run: by themselves. In turns with the others, a share of 3 decides one of 29 files more
/// within 10 CPU seconds and one less, and costs the others 13 % (`docs/results.md`).
pub(crate) const INTERPOLATION_WEIGHT: f64 = 1.0;

/// The share of bounded model checking, one search for all properties: heavier than an engine for one of them, lighter than all of these together.
/// On 7 files of 8 to 1,150 properties, 12 s each, 1,936 are decided so, and 1,923 with 3·√n and the other shares as they were; 1,928 with n/2.
pub(crate) fn bmc_weight(properties: usize) -> f64 {
    let count = properties as f64;
    2.0 * count.sqrt() + 0.25 * (count - 1.0)
}

/// From this number on, whoever joins others who work on a property takes a part of it: before, there are unlike ways of IC3 to be tried. Not tuned.
pub(crate) const FIRST_CUBE: u32 = 6;

/// The share of an engine for a part of a property. Not tuned.
pub(crate) const PART_WEIGHT: f64 = 8.0;

/// An engine's share falls to this part of it with every turn in which it did not get on. Not tuned.
pub(crate) const IMPATIENCE: f64 = 0.7;

/// It never falls below this part. Not tuned.
pub(crate) const LEAST_PATIENCE: f64 = 0.125;

/// The effort of a first turn in a crowd.
pub(crate) const FIRST_TURN_IN_A_CROWD: u64 = 50_000;

/// No turn is longer than this, so that an engine whose property is answered elsewhere goes soon.
pub(crate) const LONGEST_CIRCUIT_TURN: u64 = 4_000_000;

/// The effort spent on the circuit as it is before a thorough reduction is tried: many properties
/// fall at once, and a thorough reduction costs more than that.
pub(crate) const FIRST_STAGE_EFFORT: u64 = 2_000_000;

/// The effort spent on states and regions of a picture.
pub(crate) const PLOT_EFFORT: u64 = 20_000_000;

/// The effort of the very first turns on a system over numbers, of two engines: of 44 files on which the rounds alone took more than 0.03 s
/// where Spacer has an answer, too, the second engine by itself decides 38, and 27 of them within 0.05 s. On 41 files of the development list
/// (0.05 to 4 s) the time with these turns was 0.61 of that without, as a geometric mean; with [10,000, 40,000] and [60,000, 150,000] it was 0.68.
pub(crate) const FIRST_SHORT_TURNS: [u64; 2] = [10_000, 20_000];

/// The effort of the very first turn of templates where unknowns are multiplied: of the 64 polynomial systems of the public collection they decide 38
/// within 0.05 s by themselves, evidence included. With 50,000 two of the files that Spacer solves, too (`prodbin`), took 3.3 s; with this, 0.04.
pub(crate) const FIRST_POLYNOMIAL_TURN: u64 = 150_000;

/// The same after locations were looked for.
pub(crate) const SECOND_SHORT_TURNS: [u64; 2] = [120_000, 60_000];

/// The effort of the first turns in rounds on a system over numbers.
pub(crate) const FIRST_SYSTEM_TURN: u64 = 600_000;

/// Turns grow by this factor from round to round.
pub(crate) const TURN_GROWTH: u64 = 3;

/// The most microseconds that a unit of effort may take in a turn.
pub(crate) const MICROSECONDS_PER_EFFORT: u64 = 1;

/// Locations are not worth more than this many times the clauses.
pub(crate) const LOCATION_GROWTH: usize = 6;

/// So many clauses with locations are worth it even where there were few before: a protocol in rounds is three clauses, and one location for each process
/// that may be faulty makes 24 of them. Of 23 other systems none took longer with this bound than without (at most 6 times the clauses). Not tuned further.
pub(crate) const FEW_CLAUSES: usize = 64;

/// The effort of the first unfolding.
pub(crate) const FIRST_ARRAYS_EFFORT: u64 = 200_000;

/// The time of the first turn over cells.
pub(crate) const FIRST_ARRAYS_TIME: Duration = Duration::from_millis(500);

/// Turns grow by this factor from round to round.
pub(crate) const ARRAYS_TURN_GROWTH: u32 = 3;

/// So many proofs over cells may fail to be proofs for certain before no more are asked for.
pub(crate) const MOST_FAILED_ABSTRACTIONS: usize = 3;

/// The effort of the first turn of the search for a ranking.
pub(crate) const FIRST_RANKING_TURN: u64 = 600_000;

/// These turns grow by this factor.
pub(crate) const RANKING_TURN_GROWTH: u64 = 3;

/// After so many rounds, what is not found by then is not hoped for. Without a limit of time a run must
/// come to an end, too: whether a state comes back can be asked forever.
pub(crate) const RANKING_ROUNDS: u64 = 6;

/// The most twins; large systems have too many to be worth the search.
pub(crate) const MOST_TWINS: usize = 60;

/// Clauses of frames may cost one part in so many of what an engine has spent, and clauses that hold forever one part in so many of
/// what all have spent: together a tenth.
pub(crate) const IMPORT_SHARE: u64 = 20;

/// With less effort than this nothing is begun.
pub(crate) const LEAST_IMPORT_EFFORT: u64 = 2_000;

/// So many clauses of others wait for one engine; the longest go. Not tuned.
pub(crate) const MOST_OFFERS: usize = 4_000;

/// So many clauses are remembered so as not to be looked at twice. Not tuned.
pub(crate) const MOST_OFFERS_KNOWN: usize = 200_000;

/// Longer texts about a system over numbers are neither told nor heard, in bytes. Not tuned.
pub(crate) const LONGEST_DEFINITIONS: usize = 100_000;

/// So many texts about a system over numbers are remembered so as not to be looked at twice. Not tuned.
pub(crate) const MOST_IMPORTED: usize = 2_000;

/// So many texts about a system over numbers wait to be looked at; the oldest go. Not tuned.
pub(crate) const MOST_WAITING: usize = 50;

/// So many clauses of frames are kept for those who have not met them; the oldest go. Not tuned.
pub(crate) const MOST_FRAMED: usize = 20_000;

/// Longer clauses are neither told nor heard: a clause of so many literals helps nobody.
pub(crate) const LONGEST_EXCHANGED: usize = 1_000;

/// Runs of each function that candidates for contracts must survive. Not tuned.
pub(crate) const CONTRACT_RUNS: u64 = 2_000;

/// A run that is told step by step has so many steps of its beginning, and of its end. Not tuned.
pub(crate) const TRAIL_ENDS: [usize; 2] = [100, 300];
/// So many cells of an array are told in each step. Not tuned.
pub(crate) const TRAIL_CELLS: usize = 64;

/// A kept proof or kept facts of more bytes are neither written nor read: checking them would take longer than finding them.
/// Not tuned.
pub(crate) const LARGEST_KEPT: u64 = 64 << 20;

/// What is offered where a time or a bound was met is so many times as much. Not tuned.
pub(crate) const LONGER: u32 = 10;
/// A longer time is no shorter than this.
pub(crate) const LEAST_LONGER_TIME: Duration = Duration::from_secs(10);

/// Names that other processes of our number have left behind are passed over, so many of them.
pub(crate) const MOST_LEFT_BEHIND: usize = 64;
