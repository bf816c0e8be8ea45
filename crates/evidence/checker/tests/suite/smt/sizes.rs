//! What arrays read at indices that no store names depends on how many indices there are.

use buttress_budget::Budget;
use buttress_checker::smt::SmtChecker;
use buttress_checker::{Size, size};
use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::Terms;

/// R has four values: A contains itself only through the index of arrays that have one value.
const FOUR: &str = "(declare-datatypes ((Unit 0) (A 0) (B 0) (R 0))
 (((u)) ((a1) (a2 (f (Array B Unit)))) ((b1 (g A))) ((r (p A) (q B)))))";

/// Declares what the text says and gives the size of the sort of `x`, for universes of so many.
fn size_of(declarations: &str, universe: u64) -> Size {
    let (mut script, mut terms) = (Script::new(), Terms::new());
    let mut reader = Reader::of(declarations.as_bytes());
    while let Some(command) = reader.next_command() {
        script.command(&mut terms, &command.expect("it is a command")).expect("it is right");
    }
    let x = *script.functions().last().expect("x is declared");
    size(&terms, terms.function_result(x), |_| universe, &Budget::unlimited()).expect("no limit")
}

#[test]
fn a_default_is_not_kept_over_four_indices() {
    let script = format!(
        "{FOUR}(assert (= ((as const (Array R Int)) 0) (store ((as const (Array R Int)) 1) (r a1 (b1 a1)) 0)))(check-sat)"
    );
    for (proof, rule) in [
        (
            "t 1 0\nt 2 ((as const (Array R Int)) @1)\nt 3 (@default @2)\nt 4 (= @1 @3)\na 1 4 0 default-constant 2\n",
            "default-constant",
        ),
        (
            "t 1 0\nt 2 ((as const (Array R Int)) @1)\nt 3 a1\nt 4 (b1 @3)\nt 5 (r @3 @4)\nt 6 (store @2 @5 @1)\nt 7 (@default @2)\nt 8 (@default @6)\nt 9 (= @7 @8)\na 1 9 0 default-store 6\n",
            "default-store",
        ),
    ] {
        let proof = format!("p buttress-smt-proof 1 1\n{proof}");
        let rejection = SmtChecker::new(script.as_bytes()).check(proof.as_bytes());
        let message = rejection.expect_err("four indices are not infinitely many").to_string();
        let needs = "infinitely many indices";
        assert!(
            message.contains("clause 1") && message.contains(rule) && message.contains(needs),
            "{message}"
        );
        // Over the integers the same steps hold, and what is missing is the end of the proof.
        let (script, proof) = (
            script.replace("Array R", "Array Int").replace("(r a1 (b1 a1))", "7"),
            proof
                .replace("Array R", "Array Int")
                .replace("t 3 a1\nt 4 (b1 @3)\nt 5 (r @3 @4)", "t 3 5\nt 4 6\nt 5 7"),
        );
        let rejection = SmtChecker::new(script.as_bytes()).check(proof.as_bytes());
        let message = rejection.expect_err("it does not end").to_string();
        assert!(message.contains("clauses is empty"), "{message}");
    }
}

#[test]
fn sizes_of_families() {
    let x = |sort: &str| {
        format!(
            "{FOUR}(declare-sort U 0)(declare-datatypes ((L 0) (T 0) (S 0) (V 0)) (((nil) (cons (head U) (tail L))) ((leaf) (node (kids (Array Int T)))) ((s (of (Array S Bool))(to Unit)) (t)) ((v (in U) (way (Array V Unit))) (w))))(declare-const x {sort})"
        )
    };
    for (sort, universe, expected) in [
        ("Bool", 1, Size::Finite(2)),
        ("Int", 1, Size::Infinite),
        ("A", 1, Size::Finite(2)),
        ("B", 1, Size::Finite(2)),
        ("R", 1, Size::Finite(4)),
        ("(Array R Bool)", 1, Size::Finite(16)),
        ("(Array (Array R Bool) R)", 1, Size::Finite(1 << 32)),
        ("(Array (Array R Bool) (Array R R))", 1, Size::Large),
        ("(Array Int Unit)", 1, Size::Finite(1)),
        ("(Array Int U)", 1, Size::Finite(1)),
        ("(Array Int U)", 2, Size::Infinite),
        ("(Array U U)", 3, Size::Finite(27)),
        ("L", 1, Size::Infinite),
        ("T", 1, Size::Infinite),
        ("S", 1, Size::Infinite),
        ("V", 1, Size::Finite(2)),
        ("V", 5, Size::Finite(6)),
    ] {
        assert_eq!(size_of(&x(sort), universe), expected, "{sort} over {universe}");
    }
}
