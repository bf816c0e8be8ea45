//! Terms that are said to be different.

use buttress_checker::smt::SmtChecker;

/// Of different terms no two are equal; but a term is equal to itself, and differs from itself only where it stands twice.
#[test]
fn distinct_terms_are_told_apart_from_one_term() {
    let script = "(declare-const a Int)(declare-const b Int)(declare-const c Int)(check-sat)";
    let judge = |terms: &str, equation: &str| {
        let proof = format!(
            "p buttress-smt-proof 1 1\nt 1 (distinct {terms})\nt 2 {equation}\na 1 -1 -2 0 define 1\n"
        );
        let rejection = SmtChecker::new(script.as_bytes()).check(proof.as_bytes());
        rejection.expect_err("no clause is empty").to_string()
    };
    let accepted = "none of the 1 clauses is empty";
    assert_eq!(judge("a b c", "(= a b)"), accepted);
    assert_eq!(judge("a b c", "(= c a)"), accepted);
    assert_eq!(judge("a b a", "(= a a)"), accepted);
    for (terms, equation) in [("a b c", "(= a a)"), ("a b a", "(= b b)"), ("a b 1", "(= a c)")] {
        let words = judge(terms, equation);
        assert!(words.starts_with("clause 1 (line 4): define: "), "{words}");
    }
}
