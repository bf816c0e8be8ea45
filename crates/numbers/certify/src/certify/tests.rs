//! Evidence that is made, and judged by the checker, which reads the file again.

use buttress_budget::{Budget, Limits};
use buttress_certificate::horn::Identity;
use buttress_checker::Checked;
use buttress_checker::horn::{HornClaim, HornRejection, check};
use buttress_formats::chc::{self, read_interpretation};
use buttress_formats::smtlib::Script;
use buttress_horn::{ClauseId, Derivation, DerivationStep, Horn, Verdict};
use buttress_logic::{Integer, Rational, Sort, Term, Terms};
use buttress_prop::Random;

use crate::{Failure, certify};

/// A file, read for the maker of evidence.
struct Case {
    file: &'static str,
    terms: Terms,
    horn: Horn,
}

impl Case {
    fn new(file: &'static str) -> Case {
        let mut terms = Terms::new();
        let horn = chc::read(&mut terms, file.as_bytes()).expect("the file is right").horn;
        Case { file, terms, horn }
    }

    fn certify(&mut self, verdict: &Verdict) -> Result<String, Failure> {
        let about = Identity::of(self.file.as_bytes());
        certify(&mut self.terms, &self.horn, &Script::new(), verdict, about, &Budget::unlimited())
    }

    /// Evidence that the system is safe by these definitions.
    fn safe(&mut self, definitions: &str) -> Result<String, Failure> {
        let interpretation =
            read_interpretation(&mut self.terms, &self.horn, definitions.as_bytes())
                .expect("the definitions are right");
        self.certify(&Verdict::Safe(interpretation))
    }

    fn accept(&self, evidence: &str) -> Result<Checked<HornClaim>, HornRejection> {
        check(self.file.as_bytes(), evidence.as_bytes())
    }
}

/// x counts to 10, and y by twos.
const COUNT: &str = "(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(declare-fun done (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (loop x y))))
(assert (forall ((x Int) (y Int) (z Int))
  (=> (and (loop x y) (< x 10) (= z (+ x 1))) (loop z (+ y 2)))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (<= 10 x)) (done y))))
(assert (forall ((y Int)) (=> (and (done y) (< y 20)) false)))
(check-sat)
";

const COUNTED: &str = "(define-fun loop ((x Int) (y Int)) Bool (and (= y (* 2 x)) (<= x 10)))
(define-fun done ((y Int)) Bool (= y 20))";

/// Names that proofs use themselves, names of functions, reals, truth values, two premises.
const MIXED: &str = "(set-logic HORN)
(declare-fun |odd name| (Real Bool) Bool)
(declare-fun flag () Bool)
(assert (forall ((v1 Real) (v0 Bool)) (=> (and (< 0.0 v1) (not v0)) (|odd name| v1 v0))))
(assert (forall ((x0 Real) (|or| Bool) (y Real) (c Bool))
  (=> (and (|odd name| x0 |or|) (|odd name| y c)) (|odd name| (+ (/ x0 3) y) (xor |or| c)))))
(assert (forall ((x Real)) (=> (|odd name| x true) flag)))
(assert (forall ((x Real)) (=> (and (|odd name| x false) (<= x 0.0)) false)))
(assert (=> flag false))
";

const MIXTURE: &str = "(define-fun |odd name| ((x Real) (b Bool)) Bool (and (< 0.0 x) (not b)))
(define-fun flag () Bool false)";

/// Integers: an even number plus twos is never 7; and rounding.
const PARITY: &str = "(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (=> (= (mod x 2) 0) (p x))))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x (* 3 y) 2)))))
(assert (forall ((x Int)) (=> (and (p x) (< 6 x) (< x 8)) false)))
";

#[test]
fn safe_systems_are_certified_and_accepted() {
    for (file, definitions) in [
        (COUNT, COUNTED),
        (MIXED, MIXTURE),
        (PARITY, "(define-fun p ((x Int)) Bool (= (mod x 2) 0))"),
        (PARITY, "(define-fun p ((x Int)) Bool (not (= (mod (* 5 x) 2) 1)))"),
    ] {
        let mut case = Case::new(file);
        let evidence = case.safe(definitions).expect("it is inductive");
        let checked = case.accept(&evidence).unwrap_or_else(|rejection| {
            panic!("{rejection}\n{evidence}");
        });
        assert!(matches!(checked.claim(), HornClaim::Safe { .. }));
        assert_eq!(checked.statistics().obligations, case.horn.clauses.len());
    }
}

/// The steps of a derivation: clause, values, premises, from 0.
fn derivation(terms: &mut Terms, horn: &Horn, steps: &[(u32, &[i64], &[usize])]) -> Verdict {
    let steps = steps.iter().map(|(clause, values, premises)| {
        let variables = &horn.clause(ClauseId(*clause)).variables;
        let literal = |(variable, value): (&Term, &i64)| match terms.sort_of(*variable) {
            Sort::BOOL => terms.boolean(*value != 0),
            sort => terms.numeral(&Rational::from(Integer::from(*value)), sort),
        };
        let values = variables.iter().zip(*values).map(literal).collect();
        DerivationStep { clause: ClauseId(*clause), values, premises: premises.to_vec() }
    });
    Verdict::Unsafe(Derivation { steps: steps.collect() })
}

/// Sums from 1 that reach 3, by a clause of two premises.
const SUMS: &str = "(declare-fun p (Int Bool) Bool)
(assert (p 1 true))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (p x true) (p y b)) (p (+ x y) true))))
(assert (forall ((x Int)) (=> (and (p x true) (= x 3)) false)))
";

#[test]
fn derivations_are_certified_and_accepted() {
    let mut case = Case::new(SUMS);
    let steps: [(u32, &[i64], &[usize]); 4] =
        [(0, &[], &[]), (1, &[1, 1, 1], &[0, 0]), (1, &[2, 1, 1], &[1, 0]), (2, &[3], &[2])];
    let verdict = derivation(&mut case.terms, &case.horn, &steps);
    let evidence = case.certify(&verdict).expect("it derives false");
    let checked = case.accept(&evidence).expect("it is accepted");
    assert_eq!(*checked.claim(), HornClaim::Unsafe { steps: 4 });
    let verdict = derivation(&mut case.terms, &case.horn, &steps[..3]);
    let failure = case.certify(&verdict).expect_err("it derives something else");
    assert!(matches!(failure, Failure::Derivation(_)), "{failure}");
}

#[test]
fn what_is_not_shown_is_not_certified() {
    let mut case = Case::new(COUNT);
    let weak = COUNTED.replace("(<= x 10)", "(<= x 11)");
    assert_eq!(case.safe(&weak), Err(Failure::NotInductive(ClauseId(2))));
    let unknown = Verdict::Unknown(buttress_horn::HornUnknown::GaveUp);
    assert_eq!(case.certify(&unknown), Err(Failure::NoVerdict));
    let definitions = read_interpretation(&mut case.terms, &case.horn, COUNTED.as_bytes());
    let verdict = Verdict::Safe(definitions.expect("the definitions are right"));
    let budget = Budget::new(Limits::none().with_timeout(std::time::Duration::ZERO));
    let about = Identity::of(COUNT.as_bytes());
    let failure = certify(&mut case.terms, &case.horn, &Script::new(), &verdict, about, &budget);
    assert!(matches!(failure, Err(Failure::Exhausted(_))), "{failure:?}");
}

/// A number, a literal or a word is changed: if the checker accepts the text all the same, its
/// definitions must be inductive by themselves.
#[test]
fn what_is_accepted_after_a_change_is_still_true() {
    let mut case = Case::new(COUNT);
    let evidence = case.safe(COUNTED).expect("it is inductive");
    let mut random = Random::new(1);
    let mut next = |bound: usize| random.below(bound);
    let mut accepted = 0;
    for _ in 0..1500 {
        let words: Vec<&str> = evidence.split_inclusive([' ', '\n', '(', ')']).collect();
        let mut changed = words.clone();
        // Definitions are at the start: changes there are the interesting ones.
        let most = if next(2) == 0 { words.len() } else { 60 };
        let place = next(most);
        match next(3) {
            0 => changed[place] = words[next(words.len())],
            1 => changed.insert(place, words[place]),
            _ => drop(changed.remove(place)),
        }
        let text = changed.concat();
        if case.accept(&text).is_err() {
            continue;
        }
        accepted += 1;
        let first = text.find("(define-fun").expect("definitions come first");
        let start = text[..first].rfind('(').expect("they are a list");
        let end = text.find("\np ").expect("proofs follow");
        let definitions = text[start..end].to_owned();
        assert!(case.safe(&definitions).is_ok(), "{definitions}");
    }
    // Repeated literals and hints, and comments, do no harm.
    assert!(accepted > 0);
}
