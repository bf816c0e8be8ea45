//! How much is tried: the bounds on work and size of this crate.
//!
//! None of them changes what an answer means; a bound that is met makes the answer `Unknown` or the way longer. Where nothing else is
//! said, the number was chosen by hand on the benchmarks of formulas and of programs and has not been tuned since.

/// How often values are made up anew before a full assignment counts as no model.
pub(crate) const MODEL_ATTEMPTS: u64 = 8;
/// Later attempts at a model space their inventions by at most this many values, times the attempt.
pub(crate) const SKIPPED_VALUES: u64 = 32;
/// Later attempts at a model have so many elements more, times the attempt, that no term names.
pub(crate) const SPARE_ELEMENTS: u32 = 4;

/// How many instances of one quantified formula are added at one full assignment.
pub(crate) const INSTANCES_AT_ONCE: usize = 12;
/// If a quantified formula has more tuples of points, they are not looked at one by one …
pub(crate) const FEW_TUPLES: u64 = 64;
/// … unless it cannot be evaluated otherwise; then up to so many are.
pub(crate) const MANY_TUPLES: u64 = 4096;
/// Of how many indices at which formulas fail in one round it is asked which others nearly fail there.
pub(crate) const NEAR_POINTS: usize = 4;
/// How many values that no index set has may be instantiated in one check.
pub(crate) const STRAY_INSTANCES: u32 = 400;
/// How many candidate models of one check may fail while a formula outside the fragments is needed.
pub(crate) const ROUNDS_OUTSIDE: u32 = 200;
/// How many instances a check may give when such a formula is needed.
pub(crate) const INSTANCES_OUTSIDE: usize = 500;

/// How many instances of recursive definitions one check may give.
pub(crate) const UNFOLDINGS: usize = 150;

/// Formulas nested deeper than this count as implying no equations.
pub(crate) const ABSTRACTION_DEPTH: usize = 40;
/// Partitions of more terms than this are not worth it.
pub(crate) const ABSTRACTION_TERMS: usize = 400;

/// How often the point is moved in one check before products are given up.
pub(crate) const PRODUCT_ROUNDS: u64 = 800;
/// How often the point is moved at one full assignment before the search is asked.
pub(crate) const PRODUCT_ROUNDS_AT_ONCE: u64 = 24;
/// What the case splits on factors that a check may ask for cost together: one each …
pub(crate) const FACTOR_BRANCHES: u64 = 1_000;
/// … and this much for an unknown without bounds, where splits need not end.
pub(crate) const UNBOUNDED_BRANCH: u64 = 10;
/// How many values are tried to repair a point, mostly …
pub(crate) const REPAIR_TRIALS: usize = 6;
/// … and now and then.
pub(crate) const MANY_REPAIR_TRIALS: usize = 60;
/// How often one repair branches on integers.
pub(crate) const REPAIR_BRANCHES: usize = 12;

/// The longest coefficient of a product that reasoning makes, in binary digits: equations such as x′ = x·x, one after the
/// other, double the length each time.
pub(crate) const PRODUCT_BITS: usize = 512;
/// The most inequalities that are multiplied with each other.
pub(crate) const FACTOR_FACTS: usize = 28;
/// The most facts about products that are asserted before the point is moved.
pub(crate) const PRODUCT_FACTS_AT_ONCE: usize = 10;
/// Products of inequalities with more summands, before like ones are put together, are not made.
pub(crate) const PRODUCT_SUMMANDS: usize = 400;
/// The highest degree of monomials that are bounded factor by factor …
pub(crate) const BOUNDED_DEGREE: u64 = 6;
/// … in so many ways at most.
pub(crate) const BOUND_CHOICES: usize = 64;
/// Points are rounded to multiples of this fraction of 1.
pub(crate) const POINT_FRACTION: i64 = 256;
/// Polynomials with more summands are not made by reduction …
pub(crate) const REDUCED_SUMMANDS: usize = 300;
/// … nor of a higher degree.
pub(crate) const REDUCED_DEGREE: u64 = 24;
/// The most multiples that are made of equations without a rule.
pub(crate) const EQUATION_MULTIPLES: usize = 60;

/// Where a clause of arithmetic has more literals than this, numbers whose equality is among them are compared from then on: what is
/// between two such numbers is then said in steps. Chosen by hand on chains of comparisons.
pub(crate) const LONG_CHAIN: usize = 8;
/// … unless it has more equations than this, of which none is more in need of it than the others.
pub(crate) const CHAIN_EQUATIONS: usize = 2;

/// A number that is a side of so many such equations is compared with all numbers that it may be equal to.
pub(crate) const FAR_ENOUGH: u32 = 4;

/// Of longer lists of distinct numbers or elements, pairs are told apart one by one.
pub(crate) const LONG_LIST: usize = 64;

/// Terms in messages are cut after so many characters.
pub(crate) const SHOWN_CHARACTERS: usize = 200;

/// The most summands of a step in multiplying out, before like ones are put together. The checker has the same bound.
pub(crate) const MOST_SUMMANDS: usize = 1024;

/// The most factors of a monomial. The checker has the same bound.
pub(crate) const HIGHEST_DEGREE: u64 = 64;
