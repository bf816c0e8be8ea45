//! Rankings and cycles.

use super::super::{Point, cycles, unranked};
use super::*;
use crate::program::LoopId;
use crate::read_rank;

#[test]
fn nested_loops_decrease_lexicographically() {
    let text = "
@pre true
@post true
void F(int n) {
    int i := n;
    while @ A: true #(i, 0) (i > 0) {
        int j := n;
        while @ B: i > 0 #(i, j) (j > 0) { j := j - 1; }
        i := i - 1;
    }
}";
    check_failing(
        text,
        &[
            "A -> ranking: i >= 0",
            // The inner loop begins with any j, and from the outer one i has not decreased.
            "A -> assume i > 0 -> B: the ranking decreases",
            "B -> ranking: j >= 0",
        ],
    );
    let right = text
        .replace("A: true", "A: i >= 0 && n >= 0")
        .replace("B: i > 0", "B: i > 0 && 0 <= j && j <= n")
        .replace("#(i, 0)", "#(i, n + 1)")
        .replace("int i := n;", "if (n < 0) return; int i := n;");
    check_proved(&right);
}

#[test]
fn a_recursive_call_decreases_the_ranking_of_the_function() {
    let text = "
@pre n >= 0
@post rv >= n
#(n)
int Sum(int n) {
    if (n = 0) return 0;
    return n + Sum(n - 1);
}";
    check_proved(text);
    check_failing(
        &text.replace("Sum(n - 1)", "Sum(n)"),
        &["Sum.pre -> assume !(n = 0) -> Sum.pre: the ranking decreases"],
    );
    let options = Options { termination: false, ..Options::default() };
    assert!(verdicts(&text.replace("Sum(n - 1)", "Sum(n)"), &options).iter().all(|(_, is)| *is));
}

#[test]
fn a_call_from_a_loop_is_compared_with_the_loop() {
    let text = "
@pre n >= 0
@post true
#(n, 1)
void F(int n) {
    int i := 0;
    while @ L: 0 <= i && i <= n #(n, 0) (i < n) {
        G(i);
        i := i + 1;
    }
}
@pre m >= 0
@post true
#(m, 2)
void G(int m) { F(m); }";
    check_failing(
        text,
        &[
            // Another round is no smaller than the last.
            "L -> assume i < n -> L: the ranking decreases",
        ],
    );
    let program = program(text);
    let ids: Vec<_> = program.function_ids().collect();
    let head = Point::Loop(LoopId(0));
    assert_eq!(
        cycles(&program),
        [vec![(ids[0], Point::Pre), (ids[0], head), (ids[1], Point::Pre)]]
    );
}

#[test]
fn what_lies_on_no_cycle_needs_no_ranking() {
    let text = "
@pre true
@post true
void F(int n) {
    while @ L: true (n > 0) { n := G(n); }
    while @ M: true (n > 0) { return; }
}
@pre true
@post rv < m
int G(int m) { return m - 1; }";
    let program = program(text);
    let ids: Vec<_> = program.function_ids().collect();
    let head = Point::Loop(LoopId(0));
    assert_eq!(cycles(&program), [[(ids[0], head)]]);
    assert_eq!(unranked(&program, &Facts::default()), [(ids[0], head)]);
    // An inferred ranking is an obligation like a written one, but may be negative where the loop ends.
    for (rank, expected) in [("n", true), ("n - 1", true), ("n - 2", false), ("0", false)] {
        let mut bounds = program.bounds;
        let rank = read_rank(&program, ids[0], Some(LoopId(0)), rank, &mut bounds).expect("a rank");
        let mut facts = Facts::default();
        facts.loop_ranks.insert((ids[0], LoopId(0)), vec![rank]);
        assert_eq!(unranked(&program, &facts), []);
        let mut terms = Terms::new();
        let paths = basic_paths(&mut terms, &program, &facts, ids[0], &Options::default());
        let mut verdicts = Vec::new();
        for path in &paths.paths {
            for goal in &path.goals {
                let is_proved = matches!(decide(&mut terms, path, goal), Verdict::Unsat(_));
                verdicts.push((describe_goal(&program, path, goal, text), is_proved));
            }
        }
        assert_eq!(verdicts, [("the ranking decreases".to_owned(), expected)]);
    }
}
