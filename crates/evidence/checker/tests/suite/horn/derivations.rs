//! Derivations with one flaw, and values that are not fixed.

use buttress_checker::horn::HornClaim;

use super::{SUMS, SUMS_STEPS, check_rejected, derivation, judge};

#[test]
fn each_step_must_hold() {
    for (part, other, words) in [
        ("step 3", "step 4", "step 3 (line 8): expected number 3, found 4"),
        ("clause 3", "clause 4", "step 4 (line 9): there is no clause 4"),
        ("clause 3", "clause 0", "step 4 (line 9): there is no clause 0"),
        ("clause 1", "clause 2", "step 1 (line 6): 0 premises are named, the clause has 2"),
        (
            "values 3 from",
            "values 4 from",
            "step 4 (line 9): the constraint of the clause is false",
        ),
        ("values 3 from", "values from", "step 4 (line 9): 0 values for 1 variables"),
        ("values 3 from", "values 3 3 from", "step 4 (line 9): 2 values for 1 variables"),
        (
            "values 2 1 true",
            "values 1 1 true",
            "step 3 (line 8): premise 1 is not what that step concludes",
        ),
        (
            "values 1 1 true",
            "values 1 1 false",
            "step 2 (line 7): premise 2 is not what that step concludes",
        ),
        (
            "values 1 1 true",
            "values 1 1/2 true",
            "step 2 (line 7): the value at place 1 is none of sort Int",
        ),
        (
            "values 1 1 true",
            "values 1 true true",
            "step 2 (line 7): the value at place 1 is none of sort Int",
        ),
        (
            "values 1 1 true",
            "values 1 1 1",
            "step 2 (line 7): the value at place 2 is none of sort Bool",
        ),
        (
            "values 1 1 true",
            "values 1 1/0 true",
            "step 2 (line 7): the value at place 1 is none of sort Int",
        ),
        ("from 3", "from 2", "step 4 (line 9): premise 1 is not what that step concludes"),
        ("from 3", "from 4", "step 4 (line 9): step 4 does not come before"),
        ("from 3", "from 0", "step 4 (line 9): step 0 does not come before"),
        ("from 3", "from", "step 4 (line 9): 0 premises are named, the clause has 1"),
        ("from 3", "from 3 3", "step 4 (line 9): 2 premises are named, the clause has 1"),
        ("from 3", "", "step 4 (line 9): expected a value or from, found the end of the line"),
        ("from 2 1", "from 1 2", "step 3 (line 8): premise 1 is not what that step concludes"),
        (
            "step 4 clause 3 values 3 from 3\n",
            "",
            "the derivation does not end with a step that concludes false",
        ),
        (SUMS_STEPS, "", "the derivation does not end with a step that concludes false"),
    ] {
        assert!(SUMS_STEPS.contains(part), "{part}");
        let steps = SUMS_STEPS.replacen(part, other, 1);
        check_rejected(SUMS, &derivation(SUMS, 3, &steps), words);
    }
    // What is derived after `false` must end with `false` again.
    let steps = format!("{SUMS_STEPS}step 5 clause 1 values from\n");
    let words = "the derivation does not end with a step that concludes false";
    check_rejected(SUMS, &derivation(SUMS, 3, &steps), words);
    let steps = format!("{SUMS_STEPS}step 5 clause 3 values 3 from 4\n");
    let words = "step 5 (line 10): premise 1 is not what that step concludes";
    check_rejected(SUMS, &derivation(SUMS, 3, &steps), words);
}

/// SMT-LIB leaves open what a division by 0 gives: `false` must be derivable whatever it is.
#[test]
fn a_step_does_not_depend_on_division_by_zero() {
    for (constraint, values, is_fixed) in [
        ("(= (div x y) 0)", "5 0", false),
        ("(= (div x y) 2)", "5 2", true),
        ("(= (mod x y) 0)", "5 0", false),
        ("(= (mod x (* 0 y)) (mod x (* 0 y)))", "5 1", false),
        ("(= (/ (to_real x) (to_real y)) 0.0)", "5 0", false),
        ("(= (/ (to_real x) (to_real y)) (/ 5.0 (- 2.0)))", "5 -2", true),
        ("(or (= x 5) (= (div x y) 0))", "5 0", true),
        ("(or (= x 4) (= (div x y) 0))", "5 0", false),
        ("(not (and (= x 4) (= (div x y) 0)))", "5 0", true),
        ("(not (and (= x 5) (not (= (div x y) 0))))", "5 0", false),
        ("(= (ite (= y 0) 7 (div x y)) 7)", "5 0", true),
        ("(= (ite (= y 0) (div x y) 7) 0)", "5 0", false),
        ("(ite (= (div x y) 0) true false)", "5 0", false),
        ("(= (abs (div x y)) 0)", "5 0", false),
    ] {
        let file = format!(
            "(set-logic HORN)(declare-fun p (Int) Bool)\n\
             (assert (forall ((x Int) (y Int)) (=> {constraint} false)))\n"
        );
        let steps = format!("step 1 clause 1 values {values} from\n");
        let evidence = derivation(&file, 1, &steps);
        if is_fixed {
            assert_eq!(judge(&file, &evidence), Ok(HornClaim::Unsafe { steps: 1 }), "{constraint}");
        } else {
            let words = "step 1 (line 6): a value depends on what is not fixed, such as x / 0";
            check_rejected(&file, &evidence, words);
        }
    }
}

/// Arguments of heads and premises are values, too.
#[test]
fn no_argument_depends_on_division_by_zero() {
    let file = "(set-logic HORN)(declare-fun p (Int) Bool)
(assert (forall ((x Int)) (p (div x 0))))
(assert (forall ((x Int)) (=> (p (div x 0)) false)))
(assert (forall ((x Int)) (=> (p x) false)))
";
    let words = "step 1 (line 6): a value depends on what is not fixed, such as x / 0";
    let steps = "step 1 clause 1 values 1 from\nstep 2 clause 3 values 0 from 1\n";
    check_rejected(file, &derivation(file, 3, steps), words);
}

#[test]
fn reals_have_fractions() {
    let file = "(set-logic HORN)(declare-fun p (Real) Bool)
(assert (forall ((x Real)) (=> (= (* 3.0 x) 1.0) (p x))))
(assert (forall ((x Real)) (=> (and (p x) (< 0.0 x)) false)))
";
    let steps = "step 1 clause 1 values 1/3 from\nstep 2 clause 2 values 1/3 from 1\n";
    assert_eq!(judge(file, &derivation(file, 2, steps)), Ok(HornClaim::Unsafe { steps: 2 }));
    let steps = steps.replacen("values 1/3", "values 1/4", 1);
    let words = "step 1 (line 6): the constraint of the clause is false";
    check_rejected(file, &derivation(file, 2, &steps), words);
}
