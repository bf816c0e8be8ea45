//! Quantified annotations in a state: what is decided, and how.

use buttress_pi::interpret::StateFormula;
use buttress_pi::{Value, read_call};

use super::program;

/// Is the formula true of a = [1, 3, 5], b = [5, 3, 1] (0 elsewhere), l = 1, u = 2, h = {1 -> 3, 4 -> 5}, x = 1.5?
fn holds(formula: &str) -> Option<bool> {
    let text = format!(
        "predicate ordered(int[] c, int from, int to) :=
           forall p, q. (from <= p && p <= q && q <= to -> c[p] <= c[q]);
         @pre true @post {formula}
         void f(int[] a, int[] b, int l, int u, hashtable(int, int) h, float x) {{ }}"
    );
    let program = program(&text);
    let call = "f([1, 3, 5], [5, 3, 1], 1, 2, {1 -> 3, 4 -> 5}, 1.5)";
    let (id, arguments) = read_call(&program, call).expect("a call");
    let state: Vec<Option<Value>> = arguments.into_iter().map(Some).collect();
    let mut result = Some(true);
    for conjunct in &program.function(id).post.conjuncts {
        let truth = StateFormula::new(&program, conjunct).holds(&state)?;
        result = result.map(|so_far| so_far && truth);
    }
    result
}

fn all(truth: Option<bool>, formulas: &[&str]) {
    for formula in formulas {
        assert_eq!(holds(formula), truth, "{formula}");
    }
}

#[test]
fn guards_bound_variables() {
    all(
        Some(true),
        &[
            "forall i. (0 <= i && i < |a| -> a[i] = 2 * i + 1)",
            "forall i. (0 <= i && i < |a| -> a[i] % 2 = 1 && i * i <= a[i] * 2)",
            "forall i, j. (0 <= i && i <= j && j < |a| -> a[i] <= a[j])",
            "forall i, j. (0 <= i && i < |a| && i + j = |a| - 1 -> a[i] = b[j])",
            "exists i. (l <= i && i <= u && a[i] = 5)",
            "forall i. (0 <= i && i < l || u < i && i < |a| -> a[i] = 1)",
            "forall i. (3 * i >= 1 && 2 * i <= 5 -> i = 1 || i = 2)",
            "forall i, j, k. (0 <= i && i < j && j < k && k < |b| -> b[i] > b[j] && b[j] > b[k])",
            "ordered(a, 0, |a| - 1) && !ordered(b, 0, 2) && ordered(b, l, 1)",
            "forall i. (0 <= i && i < 3 -> exists j. (0 <= j && j < 3 && a[i] = b[j]))",
            "forall i. (0 <= i && i < 3 -> forall j. (i <= j && j < 3 -> a[i] <= a[j]))",
        ],
    );
    all(
        Some(false),
        &[
            "forall i, j. (0 <= i && i <= j && j <= |a| -> a[i] <= a[j])",
            "exists i. (l <= i && i <= u && a[i] = 1)",
            "forall i. (0 <= i && i < |a| -> a[i] < 5)",
            "exists i, j. (0 <= i && i < j && j < 3 && a[i] > a[j])",
            "ordered(a, 0, |a|)",
        ],
    );
}

#[test]
fn unbounded_variables_have_representatives() {
    all(
        Some(true),
        &[
            "forall i. (i < l || i > u -> a[i] <= 1)",
            "forall i. (i != 0 && i != 2 -> a[i] = b[i])",
            "forall i. a[i] >= 0",
            "exists i. a[i] != b[i]",
            "forall i. (a[i] = 0 <-> i < 0 || i >= 3)",
            "forall i. exists j. j > i",
            "forall i. exists j. (j > i && a[j] = 0)",
            "!(exists j. forall i. j >= i)",
            "forall i, j. (i < j -> i + 1 <= j)",
            "forall i, j. (i < j && j < i + 3 -> j = i + 1 || j = i + 2)",
            "exists i. forall j. (j > i -> a[j] = 0)",
            "forall i. exists j. (j < i && a[j] = 0 && b[j] = 0)",
            "forall i. (i > 2 -> a[2 - i] = 0)",
            "forall i. (a[i] < a{1 <- 9}[i] || i != 1)",
            "forall i. (a{l <- 7}[i] = 7 <-> i = l)",
            "forall i, j. (i != j -> a{i <- 7}[j] = a[j])",
            "forall i. (i = a[1] -> b[i] = 0)",
            "forall i. (i < a[i] -> 0 <= i && i < 3 || i < 0)",
            "forall i. (2 * i < 7 -> i <= 3)",
            "exists i. 2 * i > 7",
        ],
    );
    all(
        Some(false),
        &[
            "forall i. (i < l || i > u -> a[i] < 1)",
            "forall i. a[i] = b[i]",
            "exists i. a[i] < 0",
            "forall i. exists j. (j > i && a[j] > 0)",
            "exists i. forall j. i <= j",
            "forall i, j. (i < j -> i + 2 <= j)",
            "forall i. (2 * i < 7 -> i <= 2)",
        ],
    );
}

#[test]
fn wide_ranges_are_searched_at_points() {
    all(
        Some(true),
        &[
            "forall i. (0 <= i && i <= 1000000000000 -> a[i] >= 0)",
            "forall i. (l - 1000000000000 <= i && i <= 1000000000000 && a[i] > 0 -> 0 <= i && i < 3)",
        ],
    );
    all(Some(false), &["forall i. (0 <= i && i <= 1000000000000 -> a[i] > 0)"]);
}

#[test]
fn keys_bound_variables_too() {
    all(
        Some(true),
        &[
            "forall k in keys(h). get(h, k) >= 3",
            "exists k in keys(h). get(h, k) = 5",
            "forall k. (k in keys(h) -> k = 1 || k = 4)",
            "forall k. (k > 4 -> !(k in keys(h)))",
            "forall k in keys(h). forall m in keys(h). (k < m -> get(h, k) < get(h, m))",
        ],
    );
    all(Some(false), &["forall k in keys(h). k < 4", "exists k. (k > 4 && k in keys(h))"]);
}

#[test]
fn variables_need_not_be_integers() {
    all(
        Some(true),
        &[
            "forall float y. (y < x || y = 1.5 || y > x)",
            "exists float y. (1.0 < y && y < x)",
            "forall bool b1. (b1 || !b1)",
            "exists float y. y = x",
        ],
    );
    all(Some(false), &["forall float y. (y <= 1.0 || y >= x)", "exists bool b1. (b1 && !b1)"]);
}

#[test]
fn what_is_not_understood_has_no_value() {
    all(
        None,
        &[
            "forall i. i % 2 * (i % 2 - 1) = 0",
            "forall i, j. (i + j = j + i && i * j = j * i)",
            "forall i. (0 <= i && i <= 1000000000000 -> i * i >= i)",
            "forall float y, float z. (y < z -> y <= z)",
            "exists i. i * i = 2",
        ],
    );
    // A witness decides all the same.
    all(Some(false), &["forall i. i * i > 0"]);
    all(Some(true), &["exists i. i * i = 4"]);
}

#[test]
fn predicates_that_grow_without_bound_are_given_up() {
    let mut text = String::from("predicate p0(int x) := x >= 0;\n");
    for number in 1..60 {
        text += &format!("predicate p{number}(int x) := p{}(x + x);\n", number - 1);
    }
    text += "@pre true @post p59(n) void f(int n) { }";
    let program = program(&text);
    let (id, _) = read_call(&program, "f(1)").expect("a call");
    let condition = StateFormula::new(&program, &program.function(id).post.conjuncts[0]);
    assert_eq!(condition.holds(&[Some(Value::from(1))]), None);
}
