//! The limits that a user can meet: what they bound, and what to do.
//!
//! Invariant: a value is what stands in the `limits.rs` of its crate; a test compares them, for packages cannot read each other's texts.

use schemars::JsonSchema;
use serde::Serialize;

use crate::wrap::{filled, fit};

/// A limit.
pub struct LimitPage {
    /// Its name.
    pub name: &'static str,
    /// The folder of the crate whose `limits.rs` holds it, and its name there.
    constant: (&'static str, &'static str),
    /// Its value, as it is written there.
    value: &'static str,
    /// What it bounds.
    bounds: &'static str,
    /// What to do where it is met.
    help: &'static str,
}

/// A limit that a user can meet.
#[derive(Serialize, JsonSchema)]
pub struct LimitEntry {
    /// Its name.
    name: &'static str,
    /// Its value, for a person.
    value: String,
    /// What it bounds.
    bounds: &'static str,
    /// What to do where it is met.
    help: &'static str,
}

impl LimitPage {
    /// The limit as JSON.
    pub fn entry(&self) -> LimitEntry {
        let LimitPage { name, bounds, help, .. } = *self;
        LimitEntry { name, value: self.shown_value(), bounds, help }
    }

    /// In a line.
    pub fn line(&self, width: usize) -> String {
        fit(&format!("{:18} {:>12}  {}\n", self.name, self.shown_value(), self.bounds), width)
    }

    /// The page for a person.
    pub fn shown(&self, width: usize) -> String {
        let LimitPage { name, bounds, help, constant: (folder, constant), .. } = self;
        let value = self.shown_value();
        let (bounds, help) = (filled(bounds, width), filled(help, width));
        let place = fit(&format!("({constant} in crates/{folder}/src/limits.rs)\n"), width);
        format!("{name}: {value}\n\n{bounds}\n{help}\n\n{place}")
    }

    /// `1000`, `2^30`, `8 s`
    fn shown_value(&self) -> String {
        let inner = |name: &str| {
            let rest = self.value.strip_prefix("Duration::")?.strip_prefix(name)?;
            Some(rest.strip_prefix('(')?.trim_end_matches(')'))
        };
        let value = self.value.replace('_', "");
        match (inner("from_secs"), inner("from_millis"), value.split_once(" << ")) {
            (Some(seconds), ..) => format!("{seconds} s"),
            (_, Some(millis), _) => format!("{millis} ms"),
            (_, _, Some(("1", bits))) => format!("2^{bits}"),
            (_, _, Some((factor, bits))) => format!("{factor} * 2^{bits}"),
            _ => value,
        }
    }
}

const fn limit(
    name: &'static str,
    constant: (&'static str, &'static str),
    value: &'static str,
    bounds: &'static str,
    help: &'static str,
) -> LimitPage {
    LimitPage { name, constant, value, bounds, help }
}

/// The limits, by what is being done.
pub const LIMITS: &[LimitPage] = &[
    limit(
        "default-threads",
        ("product/cli", "DEFAULT_THREADS"),
        "4",
        "Without --threads, so many engines run at once, or as many as there are cores if that is less.",
        "--threads N sets another number.",
    ),
    limit(
        "highest-degree",
        ("product/cli", "HIGHEST_DEGREE"),
        "8",
        "The largest degree of a template (--template degree=N): there are very many monomials beyond.",
        "--template monomials=LIST names single monomials of any degree.",
    ),
    limit(
        "folder-depth",
        ("product/cli", "FOLDER_DEPTH"),
        "32",
        "Folders within folders are looked through so deep.",
        "Name the inner folder.",
    ),
    limit(
        "listed-steps",
        ("product/cli", "LISTED_STEPS"),
        "2_000",
        "A JSON document lists so many steps of a run; steps_cut says that there were more.",
        "buttress run --step prints all of them.",
    ),
    limit(
        "run-steps",
        ("product/cli", "RUN_STEPS"),
        "1_000_000",
        "buttress run stops after so many statements.",
        "--steps N sets another number.",
    ),
    limit(
        "call-depth",
        ("product/cli", "CALL_DEPTH"),
        "1_000",
        "The deepest recursion of a program that is run.",
        "A recursion so deep seldom ends; call the function on smaller arguments.",
    ),
    limit(
        "time-grace",
        ("product/cli", "TIME_GRACE"),
        "Duration::from_millis(500)",
        "So long after --timeout a run that has not ended by itself is cut off.",
        "A run that is cut off tells less; a longer --timeout lets it end by itself.",
    ),
    limit(
        "memory-grace",
        ("product/cli", "MEMORY_GRACE"),
        "16",
        "One part in so many more than --memory is allowed on the way to a report.",
        "A larger --memory.",
    ),
    limit(
        "waveforms",
        ("product/cli", "WAVEFORMS"),
        "3",
        "Without -v, so many waveforms are drawn.",
        "-v draws all of them, --vcd writes them.",
    ),
    limit(
        "waveform-rows",
        ("product/cli", "WAVEFORM_ROWS"),
        "16",
        "Without -v, so many signals of a waveform are drawn.",
        "-v draws all of them, --vcd writes them.",
    ),
    limit(
        "derivation-steps",
        ("product/cli", "DERIVATION_STEPS"),
        "16",
        "Without -v, so many steps of a derivation are shown.",
        "-v shows all of them, --json too.",
    ),
    limit(
        "index-rows",
        ("product/cli", "INDEX_ROWS"),
        "40",
        "So many indices of an index set are listed by explain; more are counted.",
        "--json lists all of them.",
    ),
    limit(
        "cache-bytes",
        ("product/cli", "CACHE_BYTES"),
        "256 << 20",
        "A folder of proofs holds no more after a program was proved; what was not used for longest goes first.",
        "--cache DIR gives a project a folder of its own; buttress cache clean removes all.",
    ),
    limit(
        "most-inflated",
        ("input/formats", "MOST_INFLATED"),
        "1 << 30",
        "A compressed file is unpacked to no more bytes.",
        "Unpack it, and leave out what the properties do not need.",
    ),
    limit(
        "most-problems",
        ("input/formats", "MOST_PROBLEMS"),
        "20",
        "After so many errors a file is given up.",
        "Correct the first ones.",
    ),
    limit(
        "spare-variables",
        ("input/formats", "SPARE_VARIABLES"),
        "1 << 20",
        "The header of a circuit or of a DIMACS file may promise so many variables beyond the number of the file's bytes.",
        "Renumber the variables without gaps.",
    ),
    limit(
        "largest-sort",
        ("input/formats", "LARGEST_SORT"),
        "1_000",
        "Sorts with more parts are refused.",
        "Declare a sort of your own for the inner part.",
    ),
    limit(
        "most-parameters",
        ("input/formats", "MOST_PARAMETERS"),
        "8",
        "Datatypes with more parameters are refused.",
        "Write the datatype for the sorts that are used.",
    ),
    limit(
        "most-levels",
        ("input/formats", "MOST_LEVELS"),
        "1_000_000",
        "More levels cannot be pushed.",
        "Pop those that are not needed any more.",
    ),
    limit(
        "most-expanded",
        ("input/formats", "MOST_EXPANDED"),
        "1 << 22",
        "The definitions that one command uses may expand to so many terms: definitions of definitions grow exponentially.",
        "Declare a function and assert what it is, instead of define-fun, or use let.",
    ),
    limit(
        "most-digits",
        ("input/formats", "MOST_DIGITS"),
        "100_000",
        "Numbers of more digits are refused, in scripts and in evidence; an answer that needs them is unknown (UN0007).",
        "Bound the unknowns that grow.",
    ),
    limit(
        "most-distributed",
        ("input/formats", "MOST_DISTRIBUTED"),
        "1_000_000",
        "So many literals are looked at for the clauses of one assertion of Horn clauses: distribution can make exponentially many.",
        "Write several assertions, or name the inner disjunction by a predicate.",
    ),
    limit(
        "most-exponent",
        ("input/formats", "MOST_EXPONENT"),
        "64",
        "Powers with larger exponents are refused: they are written out as products.",
        "Name the power of a power by an unknown of its own.",
    ),
    limit(
        "levels",
        ("programs/pi", "LEVELS"),
        "400",
        "Statements and expressions of a program may nest so deep, together; each operator of a sum or conjunction is a level.",
        "Split the expression by a variable or a predicate.",
    ),
    limit(
        "most-messages",
        ("programs/pi", "MOST_MESSAGES"),
        "100",
        "After so many messages a program is given up.",
        "Correct the first ones.",
    ),
    limit(
        "most-paths",
        ("programs/pi", "MOST_PATHS"),
        "20_000",
        "The most basic paths of one function; a function with more is unknown.",
        "Annotate a loop or write an assertion where branches meet, or make a function of a part.",
    ),
    limit(
        "most-listed",
        ("programs/pi", "MOST_LISTED"),
        "256",
        "The most ways from one annotation to the next that are followed one by one; beyond, paths are joined where branches meet.",
        "Nothing needs to be done; a report per way needs an assertion between the branches.",
    ),
    limit(
        "most-lowered",
        ("programs/pi", "MOST_LOWERED"),
        "500_000",
        "The most expressions that one expression may expand to, through its predicates.",
        "Use fewer predicates within predicates.",
    ),
    limit(
        "most-leaves",
        ("programs/pi", "MOST_LEAVES"),
        "1 << 10",
        "The most parts of one value: structs within structs can have exponentially many.",
        "Put parts of the struct into arrays.",
    ),
    limit(
        "most-type-depth",
        ("programs/pi", "MOST_TYPE_DEPTH"),
        "100",
        "The deepest nesting of types.",
        "Structs within structs can be made flatter.",
    ),
    limit(
        "most-statements",
        ("programs/pi", "MOST_STATEMENTS"),
        "100_000",
        "The statements of a run that shows a violation; evidence is replayed with this limit.",
        "A failure that only longer runs show is open (PI03..), with the state in which it happens.",
    ),
    limit(
        "most-call-depth",
        ("programs/pi", "MOST_CALL_DEPTH"),
        "200",
        "The deepest recursion of such a run.",
        "As for most-statements.",
    ),
    limit(
        "longest-array",
        ("programs/pi", "LONGEST_ARRAY"),
        "1_000_000",
        "Longer arrays are not made by a program that is run.",
        "Call the function on smaller arguments.",
    ),
    limit(
        "most-trials",
        ("programs/pi", "MOST_TRIALS"),
        "200_000",
        "The values that quantifiers of one conjunct may try in a run; beyond, the conjunct is undetermined.",
        "Run it on shorter arrays, or without annotations (--no-annotations).",
    ),
    limit(
        "evaluation-steps",
        ("base/logic", "EVALUATION_STEPS"),
        "100_000_000",
        "The steps of one evaluation of a formula in a model.",
        "A formula so large is best split into several checks.",
    ),
    limit(
        "recursive-calls",
        ("base/logic", "RECURSIVE_CALLS"),
        "1_000",
        "So many calls of recursive definitions may be within one another when a model is evaluated.",
        "Bound the argument that the definition recurs on.",
    ),
    limit(
        "unfoldings",
        ("formulas/decide", "UNFOLDINGS"),
        "150",
        "Instances of recursive definitions in one check.",
        "Assert lemmas about the definition, or values for the argument it recurs on.",
    ),
    limit(
        "stray-instances",
        ("formulas/decide", "STRAY_INSTANCES"),
        "400",
        "Instances of quantified formulas at values that no index set has, in one check.",
        "buttress explain FILE tells which quantifiers are outside the fragments.",
    ),
    limit(
        "rounds-outside",
        ("formulas/decide", "ROUNDS_OUTSIDE"),
        "200",
        "Candidate models of one check that may fail while a formula outside the fragments is needed.",
        "buttress explain FILE tells which quantifiers are outside the fragments.",
    ),
    limit(
        "instances-outside",
        ("formulas/decide", "INSTANCES_OUTSIDE"),
        "500",
        "Instances in one check that needs such a formula.",
        "buttress explain FILE tells which quantifiers are outside the fragments.",
    ),
    limit(
        "product-rounds",
        ("formulas/decide", "PRODUCT_ROUNDS"),
        "800",
        "How often the values of unknowns in products are moved in one check before products are given up (UN0012).",
        "Give one factor a value, or a few cases.",
    ),
    limit(
        "index-terms",
        ("formulas/arrays", "INDEX_TERMS"),
        "20_000",
        "More terms are not listed in an index set.",
        "Split the check: fewer reads and writes at a time.",
    ),
    limit(
        "optimum-rounds",
        ("formulas/optimum", "MOST_ROUNDS"),
        "500",
        "How often something better is asked for before an objective is given up.",
        "Bound the objective, or ask for less precision.",
    ),
    limit(
        "endless-time",
        ("product/session", "ENDLESS_TIME"),
        "Duration::from_secs(15)",
        "The search for a call that never ends, for one function of a program, takes no longer.",
        "--no-termination leaves it out.",
    ),
    limit(
        "countermodel-time",
        ("product/session", "COUNTERMODEL_TIME"),
        "Duration::from_secs(8)",
        "The search for a small state in which a condition fails takes no longer; the state that is shown may be larger then.",
        "Nothing needs to be done: the verdict does not depend on it.",
    ),
    limit(
        "replay-time",
        ("product/session", "REPLAY_TIME"),
        "Duration::from_secs(20)",
        "The search for a run that violates an open condition takes no longer.",
        "buttress run tries a call of your own.",
    ),
    limit(
        "largest-kept",
        ("product/session", "LARGEST_KEPT"),
        "64 << 20",
        "A larger entry of the cache is not read.",
        "Nothing needs to be done: it is proved again.",
    ),
    limit(
        "checker-bits",
        ("evidence/checker", "MOST_BITS"),
        "1 << 20",
        "The most bits of a number in evidence, or computed from it.",
        "Bound the unknowns that grow.",
    ),
    limit(
        "checker-nesting",
        ("evidence/checker", "MOST_NESTING"),
        "200",
        "How deep definitions and quantifiers may nest in what the checker evaluates.",
        "Write the innermost one out.",
    ),
    limit(
        "checker-steps",
        ("evidence/checker", "MOST_STEPS"),
        "20_000_000",
        "The steps of the evaluation of quantified formulas in one model; an answer that needs more is unknown (UN0007).",
        "--no-check tells the answer unchecked; closer bounds of the quantified variables make it checkable.",
    ),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn values_are_those_of_the_crates() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for LimitPage { name, constant: (folder, constant), value, .. } in LIMITS {
            let text = std::fs::read_to_string(crates.join(folder).join("src/limits.rs")).unwrap();
            let (_, rest) =
                text.split_once(&format!("const {constant}: ")).unwrap_or_else(|| panic!("{name}"));
            let written = rest.split_once(" = ").and_then(|(_, rest)| rest.split_once(';'));
            assert_eq!(written.map(|(written, _)| written), Some(*value), "{name}");
        }
    }

    #[test]
    fn values_are_for_people() {
        let shown = |value| limit("n", ("c", "C"), value, "", "").shown_value();
        let cases = [("1_000", "1000"), ("1 << 30", "2^30"), ("256 << 20", "256 * 2^20")];
        let times = [("Duration::from_secs(8)", "8 s"), ("Duration::from_millis(500)", "500 ms")];
        for (value, expected) in cases.into_iter().chain(times) {
            assert_eq!(shown(value), expected);
        }
    }
}
