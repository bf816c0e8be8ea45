//! Loops over arrays whose annotations say nothing: facts about cells are inferred, and everything is proved with them.

use buttress_annotate::Mode;
use buttress_pi::program::FunctionId;
use buttress_pi::{Program, print};

use crate::proving::{check_proved, infer_all, open, program};

/// The contract and the function are proved, and end.
fn check(contract: &str, function: &str) {
    check_proved(&format!("{contract}\n{function}"), Mode::All);
}

#[test]
fn cells_are_filled() {
    for value in ["0", "c", "i", "c + i"] {
        let said = value.replace('i', "k");
        check(
            &format!("@pre true @post forall k. (0 <= k && k < |rv| -> rv[k] = {said})"),
            &format!(
                "int[] Fill(int[] a, int c) {{
                    int[] b := a;
                    for @ true (int i := 0; i < |b|; i := i + 1) {{ b[i] := {value}; }}
                    return b;
                }}"
            ),
        );
    }
}

#[test]
fn cells_are_copied_and_changed_on_the_way() {
    for value in ["a[i]", "a[i] + 1", "2 * a[i] - c", "a[|a| - 1 - i]"] {
        let said = value.replace('i', "k");
        check(
            &format!(
                "@pre true @post |rv| = |a| && forall k. (0 <= k && k < |a| -> rv[k] = {said})"
            ),
            &format!(
                "int[] Map(int[] a, int c) {{
                    int[] b := new int[|a|];
                    for @ true (int i := 0; i < |a|; i := i + 1) {{ b[i] := {value}; }}
                    return b;
                }}"
            ),
        );
    }
}

#[test]
fn cells_change_in_place() {
    check(
        "@pre true @post |rv| = |a| && forall k. (0 <= k && k < |rv| -> rv[k] = a[k] + 1)",
        "int[] Inc(int[] a) {
            int[] b := a;
            for @ true (int i := 0; i < |b|; i := i + 1) { b[i] := b[i] + 1; }
            return b;
        }",
    );
    check(
        "@pre true @post |rv| = |a| && forall k. (0 <= k && k < |rv| -> rv[k] <= b)",
        "int[] Clamp(int[] a, int b) {
            int[] c := a;
            for @ true (int i := |c| - 1; i >= 0; i := i - 1) { if (c[i] > b) c[i] := b; }
            return c;
        }",
    );
}

#[test]
fn what_lies_outside_a_range_stays() {
    check(
        "@pre 0 <= l && l <= u && u < |a_0|
        @post |rv| = |a_0| && forall k. (l <= k && k <= u -> rv[k] = v)
            && forall k. (0 <= k && k < l -> rv[k] = a_0[k])
            && forall k. (u < k && k < |rv| -> rv[k] = a_0[k])",
        "int[] FillRange(int[] a_0, int l, int u, int v) {
            int[] a := a_0;
            int i := l;
            while @ true (i <= u) { a[i] := v; i := i + 1; }
            return a;
        }",
    );
}

#[test]
fn prefixes_are_equal_or_sorted() {
    check(
        "@pre true @post rv <-> (|a| = |b| && forall k. (0 <= k && k < |a| -> a[k] = b[k]))",
        "bool Equal(int[] a, int[] b) {
            if (|a| != |b|) return false;
            for @ true (int i := 0; i < |a|; i := i + 1) { if (a[i] != b[i]) return false; }
            return true;
        }",
    );
    check(
        "@pre true @post rv <-> forall j, k. (0 <= j && j <= k && k < |a| -> a[j] <= a[k])",
        "bool IsSorted(int[] a) {
            for @ true (int i := 1; i < |a|; i := i + 1) { if (a[i - 1] > a[i]) return false; }
            return true;
        }",
    );
    check(
        "@pre true @post rv <-> forall k. (0 <= k && k < |a| -> a[k] > 0)",
        "bool AllPositive(int[] a) {
            bool ok := true;
            for @ true (int i := 0; i < |a|; i := i + 1) { if (a[i] <= 0) ok := false; }
            return ok;
        }",
    );
}

#[test]
fn two_bounds_move() {
    check(
        "@pre true @post |rv| = |a_0|
            && forall i, j. (0 <= i && i < |a_0| && j = |a_0| - 1 - i -> rv[i] = a_0[j])",
        "int[] Reverse(int[] a_0) {
            int[] a := a_0;
            int l := 0;
            int r := |a| - 1;
            while @ true (l < r) {
                int t := a[l];
                a[l] := a[r];
                a[r] := t;
                l := l + 1;
                r := r - 1;
            }
            return a;
        }",
    );
    check(
        "@pre true
        @post rv <-> forall i, j. (0 <= i && i < |a| && i + j = |a| - 1 -> a[i] = a[j])",
        "bool Palindrome(int[] a) {
            int l := 0;
            int r := |a| - 1;
            while @ true (l < r) {
                if (a[l] != a[r]) return false;
                l := l + 1;
                r := r - 1;
            }
            return true;
        }",
    );
    check(
        "@pre sorted(a, 0, |a| - 1)
        @post 0 <= rv && rv <= |a| && forall i. (0 <= i && i < rv -> a[i] < e)
            && forall i. (rv <= i && i < |a| -> a[i] >= e)",
        "int LowerBound(int[] a, int e) {
            int l := 0;
            int u := |a|;
            while @ true (l < u) {
                int m := (l + u) div 2;
                if (a[m] < e) l := m + 1;
                else u := m;
            }
            return l;
        }",
    );
}

#[test]
fn cells_are_parted_at_a_value() {
    check(
        "struct Cut { int[] a; int m; }
        @pre true
        @post |rv.a| = |b| && 0 <= rv.m && rv.m <= |rv.a|
            && forall k. (0 <= k && k < rv.m -> rv.a[k] < x)
            && forall k. (rv.m <= k && k < |rv.a| -> rv.a[k] >= x)",
        "Cut Partition(int[] b, int x) {
            int[] a := b;
            int i := 0;
            for @ true (int j := 0; j < |a|; j := j + 1) {
                if (a[j] < x) { int t := a[i]; a[i] := a[j]; a[j] := t; i := i + 1; }
            }
            Cut cut;
            cut.a := a;
            cut.m := i;
            return cut;
        }",
    );
}

#[test]
fn cells_are_indices() {
    // That n counts no more cells than p has passed leans on what the precondition says of each cell.
    check(
        "@pre forall i. (0 <= i && i < |next| -> i < next[i] && next[i] <= |next|) && 0 <= head && head <= |next|
        @post 0 <= rv && rv <= |next|",
        "int Length(int[] next, int head) {
            int p := head;
            int n := 0;
            while @ true (p < |next|) { n := n + 1; p := next[p]; }
            return n;
        }",
    );
    check(
        "@pre n >= 0
        @post |rv| = n && forall k. (0 <= k && k < |rv| -> 0 <= rv[k] && rv[k] < |rv|)",
        "int[] Ring(int n) {
            int[] next := new int[n];
            for @ true (int i := 0; i < n; i := i + 1) {
                if (i + 1 < n) next[i] := i + 1;
                else next[i] := 0;
            }
            return next;
        }",
    );
}

#[test]
fn one_loop_leans_on_another() {
    check(
        "@pre true @post |rv| = |a| && forall k. (0 <= k && k < |a| -> rv[k] = a[k])",
        "int[] CopyTwice(int[] a) {
            int[] b := new int[|a|];
            int[] c := new int[|a|];
            for @ true (int i := 0; i < |a|; i := i + 1) { b[i] := a[i]; }
            for @ true (int i := 0; i < |a|; i := i + 1) { c[i] := b[i]; }
            return c;
        }",
    );
}

#[test]
fn elements_are_kept() {
    check(
        "int e := ?;
        predicate holds(int[] a, int l, int u) := exists i. (l <= i && i < u && a[i] = e);
        @pre true
        @post |rv| = |a| + |b| && (holds(rv, 0, |rv|) <-> holds(a, 0, |a|) || holds(b, 0, |b|))",
        "int[] Union(int[] a, int[] b) {
            int[] c := new int[|a| + |b|];
            for @ true (int i := 0; i < |a|; i := i + 1) { c[i] := a[i]; }
            for @ true (int j := 0; j < |b|; j := j + 1) { c[|a| + j] := b[j]; }
            return c;
        }",
    );
}

#[test]
fn sorts_need_no_annotation() {
    let contract = "@pre true @post sorted(rv, 0, |rv| - 1) && |rv| = |b|";
    check(
        contract,
        "int[] Selection(int[] b) {
            int[] a := b;
            for @ true (int i := 0; i < |a|; i := i + 1) {
                int m := i;
                for @ true (int j := i + 1; j < |a|; j := j + 1) { if (a[j] < a[m]) m := j; }
                int t := a[i];
                a[i] := a[m];
                a[m] := t;
            }
            return a;
        }",
    );
    check(
        contract,
        "int[] Insertion(int[] b) {
            int[] a := b;
            for @ true (int i := 1; i < |a|; i := i + 1) {
                int t := a[i];
                int j := i - 1;
                while @ true (j >= 0 && a[j] > t) { a[j + 1] := a[j]; j := j - 1; }
                a[j + 1] := t;
            }
            return a;
        }",
    );
}

/// The facts of the first loop of the first function.
fn facts(program: &Program) -> Vec<String> {
    let (facts, _) = infer_all(program, Mode::All);
    let function = program.function(FunctionId(0));
    let own = facts.loops.iter().next().map(|(_, found)| found.clone()).unwrap_or_default();
    own.iter().map(|fact| print::expression(program, function, fact)).collect()
}

#[test]
fn facts_are_in_the_words_of_the_program() {
    let program = program(
        "@pre true @post forall k. (0 <= k && k < |rv| -> rv[k] = 0)
        int[] Zero(int[] a) {
            int[] b := a;
            for @ true (int i := 0; i < |b|; i := i + 1) { b[i] := 0; }
            return b;
        }",
    );
    let facts = facts(&program);
    let wanted = "forall k. (0 <= k && k < i -> b[k] = 0)";
    assert!(facts.iter().any(|fact| fact == wanted), "{facts:?}");
    // What no condition leans on is not said.
    let about_cells = facts.iter().filter(|fact| fact.contains('[')).count();
    assert_eq!(about_cells, 1, "{facts:?}");
}

#[test]
fn wrong_loops_stay_wrong() {
    for (from, to) in [("i < |b|", "i + 1 < |b|"), ("b[i] := 0", "b[i] := i"), ("i := 0", "i := 1")]
    {
        let text = "@pre |a| > 2 @post forall k. (0 <= k && k < |rv| -> rv[k] = 0)
        int[] Zero(int[] a) {
            int[] b := a;
            for @ true (int i := 0; i < |b|; i := i + 1) { b[i] := 0; }
            return b;
        }"
        .replacen(from, to, 1);
        let program = program(&text);
        let (facts, _) = infer_all(&program, Mode::All);
        let left = open(&text, &program, &facts);
        assert!(left.iter().any(|goal| goal.contains("rv[k] = 0")), "{to}: {left:?}");
    }
}

#[test]
fn written_rankings_are_not_negative() {
    check(
        "@pre 0 <= l && u < |a|
        @post rv <-> exists k. (l <= k && k <= u && a[k] = e)
        # (|a| + 2)",
        "bool Search(int[] a, int l, int u, int e) {
            for # (|a| + l + 1 - i) @ true (int i := l; i <= u; i := i + 1) {
                if (a[i] = e) return true;
            }
            return false;
        }",
    );
}

#[test]
fn a_break_tells_when_a_loop_ends() {
    check(
        "@pre true @post rv = 11",
        "int Break() {
            int i := 0;
            while @ true (true) { if (i > 10) break; i := i + 1; }
            return i;
        }",
    );
}
