//! Files that others wrote: every script of the benchmark set is understood, but for features that are
//! truly not supported. Where the set is not there, the small corpus of the repository is read.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use buttress_formats::smtlib::Kind;
use buttress_logic::{Bound, Op, Term, Terms, print_shared};
use buttress_testkit::{benchmarks, small_scripts};

use super::run;

/// The folders of the benchmark set, or of the small corpus.
fn folders() -> Vec<PathBuf> {
    match benchmarks("smt") {
        Some(folder) => vec![folder],
        None => small_scripts().to_vec(),
    }
}

fn scripts() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = folders();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("the folder can be read");
        for entry in entries {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Scripts that are refused though nothing in them is merely unsupported: they leave the standard.
const REFUSED: [(&str, &str); 26] = [
    ("cvc5__regress0__bv__test00.smtv1", "quotes with backslashes"),
    ("vampire__datatypes__cyclic_values__g_acyc001", "an undeclared symbol"),
    ("vampire__datatypes__cyclic_values__g_acyc026", "an undeclared symbol"),
    ("z3test__smt2__z3.52", "an undeclared symbol"),
    ("princess__adt__only-exists", "a function of one solver"),
    ("cvc5__regress0__proofs__define-fun-shadow", "an error on purpose"),
    ("cvc5__regress0__array-const-real-parse", "the token 1/3"),
    ("cvc5__regress0__parser__rational-tok", "the token 1/4"),
    ("cvc5__regress0__parser__lenient-numeral", "a declared @x"),
    ("cvc5__regress0__ho__cong", "functions as values"),
    ("yices2__iss414_fun_extensionality", "functions as values"),
    ("cvc5__regress0__declare-fun-is-match", "functions as values"),
    ("cvc5__regress0__ho__cong-full-apply", "functions as values"),
    ("cvc5__regress0__ho__ho-exponential-model", "functions as values"),
    ("cvc5__regress0__ho__issue4990-care-graph", "functions as values"),
    ("cvc5__regress0__ho__simple-conf-lazy-lambda-lift-app", "functions as values"),
    ("yices2__both__issue414_bool_int_image_distinct", "functions as values"),
    ("cvc5__regress0__ho__fun-subtyping", "functions as values"),
    ("cvc5__regress1__sygus__issue3507", "functions as values"),
    ("cvc5__regress0__fmf__proj-issue622-fmf-dt-u-orig", "overloaded names"),
    ("cvc5__regress0__issue1063-overloading-dt-fun", "overloaded names"),
    ("cvc5__regress0__proofs__dd_spark_nnf_pf", "overloaded names"),
    ("cvc5__regress0__quantifiers__dd_SA10-027-dt-ipc", "overloaded names"),
    ("cvc5__regress1__proofs__issue-dt-tester-conflict-cons-eq-clash", "overloaded names"),
    ("cvc5__regress0__proofs__proof-components", "get-proof with arguments"),
    ("opensmt__base__incremental__term_names_global", "a global name twice"),
];

#[test]
fn all_scripts_are_understood() {
    let files = scripts();
    assert!(!files.is_empty(), "the set has no scripts");
    let mut surprises = Vec::new();
    let mut slowest = (Duration::ZERO, PathBuf::new());
    for file in &files {
        let text = fs::read(file).expect("the file can be read");
        let start = Instant::now();
        let run = run(&text);
        slowest = slowest.max((start.elapsed(), file.clone()));
        let name = file.display().to_string();
        let stem = file.file_stem().map(|stem| stem.to_string_lossy());
        let mut is_known = REFUSED.iter().any(|(known, _)| stem.as_deref() == Some(*known));
        for error in run.outcomes.iter().filter_map(|outcome| outcome.as_ref().err()) {
            eprintln!("{name}: {error}");
            // What comes after a declaration that is not supported may miss its names.
            is_known |= error.kind == Kind::Unsupported;
            if !is_known {
                surprises.push(format!("{name}: {error}"));
            }
        }
    }
    eprintln!("{} scripts, the slowest in {:?}: {}", files.len(), slowest.0, slowest.1.display());
    assert!(surprises.is_empty(), "{surprises:#?}");
}

#[test]
fn what_is_printed_reads_back() {
    let mut count = 0;
    let is_plain = |file: &PathBuf| file.to_string_lossy().contains("/QF_");
    let all = scripts();
    let has_folders = all.iter().any(is_plain);
    for file in all.into_iter().filter(|file| !has_folders || is_plain(file)) {
        let mut run = run(fs::read(&file).expect("the file can be read"));
        for formula in run.formulas() {
            let text = print_shared(&run.terms, formula);
            let read = run.script.parse_term(&mut run.terms, &text, &HashMap::new());
            let is_it = |read: &Term| {
                *read == formula || is_same(&run.terms, (*read, formula), &mut HashMap::new())
            };
            assert!(read.as_ref().is_ok_and(is_it), "{}: {read:?}: {text}", file.display());
            count += 1;
        }
    }
    let least = if has_folders { 1_000 } else { 50 };
    assert!(count > least, "only {count} formulas");
}

/// Are two formulas the same but for the variables of their quantifiers, of which each reader makes its own, and the order of
/// equations, which comes from it?
fn is_same(
    terms: &Terms,
    (left, right): (Term, Term),
    partners: &mut HashMap<Bound, Bound>,
) -> bool {
    let (ours, theirs) = (terms.op(left), terms.op(right));
    match (ours, theirs) {
        (Op::Bound(ours), Op::Bound(theirs)) => return partners.get(&ours) == Some(&theirs),
        (Op::Forall(ours), Op::Forall(theirs)) | (Op::Exists(ours), Op::Exists(theirs)) => {
            let (ours, theirs) = (terms.binder(ours), terms.binder(theirs));
            if ours.len() != theirs.len() {
                return false;
            }
            partners.extend(ours.iter().copied().zip(theirs.iter().copied()));
        }
        _ if ours != theirs || terms.sort_of(left) != terms.sort_of(right) => return false,
        _ => {}
    }
    let (left, right) = (terms.arguments(left), terms.arguments(right));
    let mut all = |turned: bool| {
        let theirs: Vec<Term> = match turned {
            true => right.iter().rev().copied().collect(),
            false => right.to_vec(),
        };
        left.len() == right.len()
            && left.iter().zip(theirs).all(|(one, other)| is_same(terms, (*one, other), partners))
    };
    all(false) || ours == Op::Equal && all(true)
}
