//! Programs whose loops say little or nothing: what is inferred must make every condition provable.

use buttress_annotate::{
    InductiveCore, InferenceNote, Mode, ProvedGoals, Settings, inductive_core, infer,
};
use buttress_budget::Budget;
use buttress_pi::Facts;
use buttress_pi::paths::Options;
use buttress_pi::program::FunctionId;

use crate::proving::{check_proved, infer_all, open, program};

const LINEAR_SEARCH: &str = "
    @pre 0 <= l && u < |a|
    @post rv <-> exists k. (l <= k && k <= u && a[k] = e)
    bool Search(int[] a, int l, int u, int e) {
        for @ forall k. (l <= k && k < i -> a[k] != e)
            (int i := l; i <= u; i := i + 1)
        {
            if (a[i] = e) return true;
        }
        return false;
    }";

#[test]
fn linear_search_without_numbers() {
    check_proved(LINEAR_SEARCH, Mode::Numeric);
}

#[test]
fn linear_search_without_anything() {
    let silent = LINEAR_SEARCH.replace("@ forall k. (l <= k && k < i -> a[k] != e)", "@ true");
    check_proved(&silent, Mode::All);
}

#[test]
fn bubble_sort_without_numbers() {
    check_proved(
        "
    @pre 0 <= l && l < |b| && 0 <= u && u < |b|
    @post (forall i, j. (l <= i && i <= j && j <= u -> rv[i] <= rv[j])) && |rv| = |b|
        && (forall i. (0 <= i && i < l -> rv[i] = b[i]))
        && (forall i. (u < i && i < |rv| -> rv[i] = b[i]))
    int[] Sort(int[] b, int l, int u) {
        int[] a := b;
        int m := u;
        while @ sorted(a, m, u) && partitioned(a, l, m, m + 1, u)
            && (forall i. (0 <= i && i < l -> a[i] = b[i]))
            && (forall i. (u < i && i < |a| -> a[i] = b[i]))
        (m > l) {
            int n := l;
            while @ sorted(a, m, u) && partitioned(a, l, m, m + 1, u)
                && (forall i. (l <= i && i <= n -> a[i] <= a[n]))
                && (forall i. (0 <= i && i < l -> a[i] = b[i]))
                && (forall i. (u < i && i < |a| -> a[i] = b[i]))
            (n < m) {
                if (a[n] > a[n + 1]) {
                    int t := a[n];
                    a[n] := a[n + 1];
                    a[n + 1] := t;
                }
                n := n + 1;
            }
            m := m - 1;
        }
        return a;
    }",
        Mode::Numeric,
    );
}

#[test]
fn bubble_sort_without_anything() {
    check_proved(
        "
    @pre true
    @post sorted(rv, 0, |rv| - 1)
    int[] Sort(int[] b) {
        int[] a := b;
        for @ true (int i := |a| - 1; i > 0; i := i - 1) {
            for @ true (int j := 0; j < i; j := j + 1) {
                if (a[j] > a[j + 1]) {
                    int t := a[j];
                    a[j] := a[j + 1];
                    a[j + 1] := t;
                }
            }
        }
        return a;
    }",
        Mode::All,
    );
}

#[test]
fn the_greatest_element_without_anything() {
    check_proved(
        "
    @pre |a| > 0
    @post forall k. (0 <= k && k < |a| -> rv >= a[k])
    int Max(int[] a) {
        int max := a[0];
        for @ true (int i := 1; i < |a|; i := i + 1) {
            if (a[i] >= max) max := a[i];
        }
        return max;
    }",
        Mode::All,
    );
}

#[test]
fn insertion_sort_without_numbers() {
    check_proved(
        "
    @pre true
    @post sorted(rv, 0, |rv| - 1)
    int[] Sort(int[] b) {
        int[] a := b;
        for @ sorted(a, 0, i - 1) (int i := 1; i < |a|; i := i + 1) {
            int t := a[i];
            int j;
            for @ sorted(a, 0, i - 1) && (forall k. (j < k && k < i -> a[k] > t))
                && (j < i - 1 -> sorted(a, 0, i))
                (j := i - 1; j >= 0; j := j - 1)
            {
                if (a[j] <= t) break;
                a[j + 1] := a[j];
            }
            a[j + 1] := t;
        }
        return a;
    }",
        Mode::Numeric,
    );
}

#[test]
fn merge_sort_without_numbers() {
    check_proved(
        "
    @pre l >= 0 && |b| > u && u >= l - 1
    @post sorted(rv, l, u) && |rv| = |b| && (forall k. (k < l || k > u -> rv[k] = b[k]))
    int[] Sort(int[] b, int l, int u) {
        int[] a := b;
        if (l >= u) return a;
        int m := (l + u) div 2;
        a := Sort(a, l, m);
        a := Sort(a, m + 1, u);
        return Merge(a, l, m, u);
    }

    @pre sorted(b, l, m) && sorted(b, m + 1, u) && l <= m + 1 && m <= u && |b| > u && l >= 0
        && m >= 0
    @post sorted(rv, l, u) && (forall k. (k < l || k > u -> rv[k] = b[k])) && |rv| = |b|
    int[] Merge(int[] b, int l, int m, int u) {
        int[] buf := new int[u - l + 1];
        int[] a := b;
        int i := l;
        int j := m + 1;
        for @ sorted(buf, 0, k - 1) && (k > 0 && i <= m -> buf[k - 1] <= b[i])
            && (k > 0 && j <= u -> buf[k - 1] <= b[j])
            && (forall x. (x < l || x > u -> a[x] = b[x]))
            (int k := 0; k < u - l + 1; k := k + 1)
        {
            if (i > m) { buf[k] := b[j]; j := j + 1; }
            else if (j > u) { buf[k] := b[i]; i := i + 1; }
            else if (b[i] <= b[j]) { buf[k] := b[i]; i := i + 1; }
            else { buf[k] := b[j]; j := j + 1; }
        }
        for @ sorted(buf, 0, u - l) && sorted(a, l, l + k - 1)
            && (k > 0 && k <= u - l -> buf[k] >= a[l + k - 1])
            && (forall x. (x < l || x > u -> a[x] = b[x]))
            (int k := 0; k < u - l + 1; k := k + 1)
        {
            a[l + k] := buf[k];
        }
        return a;
    }",
        Mode::All,
    );
}

#[test]
fn two_loops_that_fill_one_array() {
    // That j = |a| + i in the second loop needs a bound of the first one, found after the equations.
    check_proved(
        "
    @pre true
    @post |rv| = |a| + |b|
    int[] Append(int[] a, int[] b) {
        int[] u := new int[|a| + |b|];
        int j := 0;
        for @ true (int i := 0; i < |a|; i := i + 1) { u[j] := a[i]; j := j + 1; }
        for @ true (int i := 0; i < |b|; i := i + 1) { u[j] := b[i]; j := j + 1; }
        return u;
    }",
        Mode::Numeric,
    );
}

#[test]
fn functions_that_call_each_other_descend() {
    check_proved(
        "
    @pre n >= 0
    @post true
    bool Even(int n) { if (n = 0) return true; return Odd(n - 1); }

    @pre n >= 0
    @post true
    bool Odd(int n) { if (n = 0) return false; return Even(n - 1); }

    @pre x >= 0 && y >= 0
    @post rv >= 0
    int Ackermann(int x, int y) {
        if (x = 0) return y + 1;
        if (y = 0) return Ackermann(x - 1, 1);
        return Ackermann(x - 1, Ackermann(x, y - 1));
    }",
        Mode::None,
    );
}

#[test]
fn a_measure_may_be_negative_where_nothing_goes_on() {
    check_proved(
        "@pre true @post true
    void Up(int n) { for @ true (int i := 0; i < n; i := i + 1) { } }

    @pre true @post true
    void Nested(int n, int m) {
        for @ true (int i := 0; i < n; i := i + 1)
            for @ true (int j := m; j > 0; j := j - 1) { }
    }

    @pre true @post rv = 0
    int Recursive(int n) { if (n <= 0) return 0; return Recursive(n - 2); }

    @pre true @post rv = 3
    int Inside() {
        int i := 0;
        while @ 0 <= i <= 3 (true) { if (i = 3) break; i := i + 1; }
        return i;
    }",
        Mode::All,
    );
}

#[test]
fn a_measure_that_falls_without_end_is_no_ranking() {
    for body in ["while @ true (x != 0) x := x - 1;", "while @ true (x < y) x := x - 1;"] {
        let program = program(&format!("@pre true @post true void f(int x, int y) {{ {body} }}"));
        let (facts, notes) = infer_all(&program, Mode::All);
        assert!(facts.loop_ranks.is_empty(), "{body}");
        assert!(matches!(notes[..], [InferenceNote::NoLoopRank(..)]), "{notes:?}");
    }
    let program =
        program("@pre true @post true int f(int n) { if (n = 0) return 0; return f(n - 1); }");
    let (facts, _) = infer_all(&program, Mode::All);
    assert!(facts.function_ranks.is_empty());
}

#[test]
fn a_loop_without_end_has_no_ranking() {
    let program =
        program("@pre true @post true void f(int x) { while @ true (x > 0) { int y := x; } }");
    let (facts, notes) = infer_all(&program, Mode::All);
    assert!(facts.loop_ranks.is_empty());
    assert!(matches!(notes[..], [InferenceNote::NoLoopRank(..)]), "{notes:?}");
}

#[test]
fn what_is_written_stays_as_it_is() {
    // The user's own ranking is wrong; none is put in its place.
    let text = LINEAR_SEARCH.replace("for @", "for # (i) @");
    let program = program(&text);
    let (facts, _) = infer_all(&program, Mode::Numeric);
    assert!(facts.loop_ranks.is_empty());
    let left = open(&text, &program, &facts);
    assert!(left.iter().any(|goal| goal.starts_with("RankDecreases")), "{left:?}");
}

#[test]
fn wrong_programs_stay_wrong() {
    let text = LINEAR_SEARCH.replace("u < |a|", "u <= |a|");
    let program = program(&text);
    let (facts, _) = infer_all(&program, Mode::All);
    let left = open(&text, &program, &facts);
    assert!(left.iter().any(|goal| goal.contains("BelowLength")), "{left:?}");
}

fn core_of(text: &str) -> InductiveCore {
    let program = program(text);
    let facts = Facts::default();
    let options = Options { termination: false, ..Options::default() };
    inductive_core(&program, FunctionId(0), &facts, &options, &Budget::unlimited())
}

#[test]
fn a_conjunct_too_many_is_outside_the_core() {
    let own = "@ l <= i && 0 <= l && u < |a| && i <= u && forall k.";
    let core = core_of(&LINEAR_SEARCH.replace("@ forall k.", own));
    let places: Vec<usize> = core.dropped.iter().map(|(_, place)| *place).collect();
    assert_eq!(places, [3]);
    assert!(core.suffices);
}

#[test]
fn a_core_may_be_too_small() {
    // What is missing was needed: without u < |a|, subscripts are unsafe.
    let core = core_of(&LINEAR_SEARCH.replace("@ forall k.", "@ l <= i && i <= u && forall k."));
    assert_eq!(core.dropped.len(), 1);
    assert!(!core.suffices);
}

#[test]
fn the_same_input_gives_the_same_facts() {
    let program = program(LINEAR_SEARCH);
    assert_eq!(infer_all(&program, Mode::All), infer_all(&program, Mode::All));
}

#[test]
fn nothing_is_found_without_budget() {
    let program = program(LINEAR_SEARCH);
    let limits = buttress_budget::Limits::none().with_timeout(std::time::Duration::ZERO);
    let found = infer(
        &program,
        &[FunctionId(0)],
        &Options::default(),
        &Settings::default(),
        &ProvedGoals::default(),
        &Budget::new(limits),
    );
    assert!(found.notes.contains(&InferenceNote::OutOfBudget(FunctionId(0))));
    assert!(found.facts.loop_ranks.is_empty());
}
