//! The bounds and rates of the search.

/// Effort reported for a query beside its propagations, so that many trivial queries count too.
pub(crate) const EFFORT_PER_QUERY: u64 = 20;
/// Decisions between two reports of effort.
pub(crate) const DECISIONS_PER_REPORT: u64 = 256;
/// A query with more conflicts than this is worth an exact decision order.
pub(crate) const CONFLICTS_BEFORE_EXACT: u64 = 200;
/// A query with more conflicts than this is searched by activity and no longer by what is left to justify. (With 300, satisfiable
/// queries of hwmcc08/139462p1 meet ten times as many conflicts as a search over the whole formula.)
pub(crate) const CONFLICTS_BEFORE_HARD: u64 = 50;

/// Conflicts between two restarts at least; this and the three below are about those of Glucose.
pub(crate) const CONFLICTS_BEFORE_RESTART: u64 = 50;
/// How much worse than usual recent clauses are when the search restarts.
pub(crate) const RESTART_MARGIN: f64 = 1.15;
/// How many conflicts count as recent.
pub(crate) const FAST_GLUE_WINDOW: u64 = 32;
/// How many conflicts count as usual.
pub(crate) const SLOW_GLUE_WINDOW: u64 = 8192;

/// A query with more conflicts than this searches in spells of many and of few restarts by turns; as in CaDiCaL.
pub(crate) const CONFLICTS_BEFORE_STABLE: u64 = 1000;
/// Conflicts between two restarts in a spell of few of them: so many times 1, 1, 2, 1, 1, 2, 4, …; as in CaDiCaL.
pub(crate) const STABLE_RESTART_UNIT: u64 = 1024;
/// A hard query forgets its phases after so many conflicts, then twice, three times, … as many; as in CaDiCaL.
pub(crate) const CONFLICTS_BETWEEN_REPHASES: u64 = 1000;

/// Learnt clauses before some are forgotten for the first time; not tuned.
pub(crate) const FIRST_LEARNT_LIMIT: usize = 3000;
/// Clauses of so few decision levels are kept for good.
pub(crate) const KEPT_GLUE: u32 = 2;
/// Clauses of so few decision levels are kept if an analysis used them since the last time.
pub(crate) const KEPT_GLUE_IF_USED: u32 = 6;
/// Where the glue is not counted it is the length, and at most this.
pub(crate) const LARGEST_GLUE: usize = 64;

/// The longest chain of implications that is walked to drop a literal of a learnt clause; about that of CaDiCaL.
pub(crate) const DEEPEST_IMPLICATION: usize = 1000;

/// A recording may announce so many variables beyond the number of its bytes: solvers keep tables of all variables.
pub(crate) const SPARE_VARIABLES: usize = 1 << 16;
/// Where a theory has said more than one thing of full assignments for so many conflicts, what it says before undoes no more levels, either: two files
/// of linear arithmetic with few such lemmas took half as many conflicts again otherwise, long chains of writes with many took three times as long.
pub(crate) const CONFLICTS_PER_LEMMA: u64 = 2;
