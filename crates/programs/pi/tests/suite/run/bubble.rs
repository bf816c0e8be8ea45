//! BubbleSort, fully annotated: right, and with mistakes.

use buttress_pi::interpret::RunOutcome;
use buttress_pi::paths::{GoalKind, Point};

use super::{fault, result, run_with, strict, violation};

const BUBBLE: &str = include_str!("bubble_sort.pi");

#[test]
fn it_sorts_what_it_is_told_to() {
    assert_eq!(result(BUBBLE, "BubbleSort([3, 1, 2, 6, 4, 5], 0, 5)"), "[1, 2, 3, 4, 5, 6]");
    assert_eq!(result(BUBBLE, "BubbleSort([3, 1, 2, 6, 4, 5], 1, u = 3)"), "[3, 1, 2, 6, 4, 5]");
    assert_eq!(result(BUBBLE, "BubbleSort(u = 0, a0 = [-4], l = 0)"), "[-4]");
}

#[test]
fn arguments_must_satisfy_the_precondition() {
    let outcome = run_with(BUBBLE, "BubbleSort([3], 0, 1)", &strict());
    assert_eq!(outcome, RunOutcome::BadArguments(3));
    assert_eq!(run_with(BUBBLE, "BubbleSort([], 0, -1)", &strict()), RunOutcome::BadArguments(1));
}

#[test]
fn a_postcondition_that_is_off_by_one_is_met_on_return() {
    let text = BUBBLE.replace("sorted(rv, l, u)", "sorted(rv, l, u + 1)");
    let violation = violation(&text, "BubbleSort([7, 3], 0, 0)");
    assert_eq!((violation.what, violation.conjunct), (Point::Post, 0));
    assert_eq!(violation.span.of(&text), "sorted(rv, l, u + 1)");
    let names = ["a0", "l", "u", "rv"];
    let shown: Vec<String> = violation.state[..4]
        .iter()
        .map(|value| value.as_ref().expect("a value").to_string())
        .collect();
    assert_eq!(names.len(), shown.len());
    assert_eq!(shown, ["[7, 3]", "0", "0", "[7, 3]"]);
    assert_eq!(violation.depth, 0);
}

#[test]
fn a_loop_annotation_that_is_not_kept_is_met_at_the_head() {
    let text = BUBBLE.replace("a[i] <= a[n]", "a[i] < a[n]");
    assert_eq!(
        fault(&text, "BubbleSort([1, 2], 0, 1)"),
        "(forall i. (l <= i && i <= n -> a[i] < a[n]))"
    );
    let text = BUBBLE.replace("if (a[n] > a[n + 1])", "if (a[n] < a[n + 1])");
    assert!(fault(&text, "BubbleSort([1, 2, 3], 0, 2)").contains("a[i] <= a[n]"));
}

#[test]
fn cells_beyond_the_end_are_not_read() {
    let text = BUBBLE.replace("n < m; n", "n <= m; n");
    let violation = violation(&text, "BubbleSort([1, 2], 0, 1)");
    assert_eq!(violation.span.of(&text), "n + 1");
    assert!(matches!(violation.what, Point::Runtime(..)));
}

#[test]
fn rankings_decrease_and_are_not_negative() {
    let text = BUBBLE.replace("#(m, m - n)", "#(m, n)");
    let found = violation(&text, "BubbleSort([1, 2], 0, 1)");
    assert_eq!((found.goal, found.span.of(&text)), (GoalKind::RankDecreases, "#(m, n)"));
    let text = BUBBLE.replace("#(m, m - n)", "#(m, l - n)");
    let found = violation(&text, "BubbleSort([1, 2], 0, 1)");
    assert_eq!((found.what, found.goal), (Point::Rank, GoalKind::RankNotNegative(1)));
    assert_eq!(found.span.of(&text), "l - n");
}
