//! Arrays in derivations, and quantifiers in definitions.

use buttress_checker::horn::HornClaim;

use super::{check_rejected, derivation, header, judge};

const FILE: &str = "(set-logic HORN)
(declare-fun p (Int (Array Int Int)) Bool)
(assert (forall ((a (Array Int Int))) (=> (= (select a 0) 1) (p 0 a))))
(assert (forall ((i Int) (a (Array Int Int))) (=> (p i a) (p (+ i 1) (store a i 7)))))
(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (= (select a 0) 7)) false)))
";

const STEPS: &str = "step 1 clause 1 values {0,0:1} from
step 2 clause 2 values 0 {0,0:1} from 1
step 3 clause 3 values 1 {0,0:7} from 2
";

#[test]
fn arrays_are_compared_by_what_they_read() {
    let accepted = Ok(HornClaim::Unsafe { steps: 3 });
    assert_eq!(judge(FILE, &derivation(FILE, 3, STEPS)), accepted);
    // Other ways to write the same arrays.
    for (part, other) in
        [("0 {0,0:1} from 1", "0 {0,0:5,3:0,0:1} from 1"), ("1 {0,0:7} from", "1 {0,9:0,0:7} from")]
    {
        let steps = STEPS.replacen(part, other, 1);
        assert_ne!(steps, STEPS);
        assert_eq!(judge(FILE, &derivation(FILE, 3, &steps)), accepted, "{other}");
    }
    let no_value = "the value at place 1 is none of sort (Array Int Int)";
    for (part, other, words) in [
        ("0 {0,0:1} from 1", "0 {2,0:1} from 1", "premise 1 is not what that step concludes"),
        ("0 {0,0:1} from 1", "0 {0,0:1,8:1} from 1", "premise 1 is not what that step concludes"),
        ("1 {0,0:7} from", "1 {0,0:7,1:7} from", "premise 1 is not what that step concludes"),
        ("1 {0,0:7} from", "1 {0} from", "the constraint of the clause is false"),
        ("1 {0,0:7} from", "1 {0,0:1/2} from", no_value),
        ("1 {0,0:7} from", "1 {0,0:true} from", no_value),
        ("1 {0,0:7} from", "1 {0,7} from", no_value),
        ("1 {0,0:7} from", "1 {} from", no_value),
        ("1 {0,0:7} from", "1 0 from", no_value),
    ] {
        let steps = STEPS.replacen(part, other, 1);
        assert_ne!(steps, STEPS);
        let line = if part.starts_with('0') { "step 2 (line 7)" } else { "step 3 (line 8)" };
        check_rejected(FILE, &derivation(FILE, 3, &steps), &format!("{line}: {words}"));
    }
}

/// All cells of a hold 0, and the query reads one of them: an instance of the quantifier.
#[test]
fn definitions_have_quantifiers() {
    let file = "(set-logic HORN)
(declare-fun p ((Array Int Int)) Bool)
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (p a) (= (select a i) 1)) false)))
";
    // The file binds variables 0 and 1 by quantifier 0; variable 2 is the parameter, 3 is k.
    let evidence =
        "((define-fun p ((x0 (Array Int Int))) Bool (forall ((k Int)) (= (select x0 k) 0))))
p buttress-smt-proof 1 1
t 1 v0
t 2 (@bound 3)
t 3 (select @1 @2)
t 4 0
t 5 (= @3 @4)
t 6 (@forall 1 @5)
t 7 v1
t 8 (select @1 @7)
t 9 (= @8 @4)
t 10 1
t 11 (= @8 @10)
a 1 6 0 input
a 2 11 0 input
a 3 -6 9 0 instance 6 7
a 4 -9 -11 0 closure
l 5 0 1 2 3 4 0
end
";
    let evidence = format!("{}{evidence}", header(file, 1, 1, "safe"));
    assert_eq!(judge(file, &evidence), Ok(HornClaim::Safe { proof_clauses: 5 }));
    for (part, other) in [
        // Another quantifier, another variable, another instance, another definition.
        ("(@forall 1 @5)", "(@exists 1 @5)"),
        ("(@forall 1 @5)", "(@forall 0 @5)"),
        ("(@bound 3)", "(@bound 2)"),
        ("(@bound 3)", "(@bound 1)"),
        ("instance 6 7", "instance 6 10"),
        ("instance 6 7", "instance 6 2"),
        ("(forall ((k Int))", "(exists ((k Int))"),
        ("(= (select x0 k) 0)", "(= (select x0 k) 1)"),
        ("(= (select x0 k) 0)", "(or (= k 1) (= (select x0 k) 0))"),
    ] {
        let damaged = evidence.replacen(part, other, 1);
        assert_ne!(damaged, evidence);
        assert!(judge(file, &damaged).is_err(), "{part} -> {other}");
    }
}
