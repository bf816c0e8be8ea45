//! Searching and sorting: annotations with quantifiers and predicates.

use super::{Options, check_failing, check_proved, described};

const SEARCH: &str = "
@pre 0 <= l && u < |a|
@post rv <-> exists i. (l <= i && i <= u && a[i] = e)
bool Find(int[] a, int l, int u, int e) {
    for @ L: l <= i && 0 <= l && u < |a| && (forall j. (l <= j && j < i -> a[j] != e)) #(u + 1 - i)
        (int i := l; i <= u; i := i + 1) {
        if (a[i] = e) return true;
    }
    return false;
}";

#[test]
fn a_search_is_proved_but_for_its_ranking() {
    check_failing(SEARCH, &["L -> ranking: u + 1 - i >= 0"]);
}

#[test]
fn a_search_that_begins_too_late_does_not_reach_its_annotation() {
    let text = SEARCH.replace("int i := l;", "int i := l + 1;").replace("#(u + 1 - i)", "");
    check_failing(&text, &["Find.pre -> L: (forall j. (l <= j && j < i -> a[j] != e))"]);
}

#[test]
fn a_search_that_goes_too_far_leaves_the_array() {
    let text = SEARCH.replace("i <= u;", "i <= u + 1;").replace("#(u + 1 - i)", "");
    check_failing(
        &text,
        &[
            "L -> assume i <= u + 1 -> subscript i is below the length: subscript i is below the length",
            "L -> assume i <= u + 1 -> assume a[i] = e -> Find.post: rv <-> exists i. (l <= i && i <= u && a[i] = e)",
        ],
    );
}

#[test]
fn paths_are_named_by_labels_and_branches() {
    let options = Options { runtime: false, termination: false, ..Options::default() };
    assert_eq!(
        described(SEARCH, &options),
        [
            "Find.pre -> L",
            "L -> assume i <= u -> assume a[i] = e -> Find.post",
            "L -> assume i <= u -> assume !(a[i] = e) -> L",
            "L -> assume !(i <= u) -> Find.post",
        ]
    );
}

const BUBBLE: &str = "
@pre 0 <= l && l < |a| && 0 <= u && u < |a|
@post sorted(rv, l, u) && |rv| = |a| && eq(a, rv, 0, l - 1) && eq(a, rv, u + 1, |a| - 1)
int[] Bubble(int[] a, int l, int u) {
    int[] b := a;
    for @ L1: m <= u && 0 <= l && u < |a| && |b| = |a| && sorted(b, m, u) && partitioned(b, l, m, m + 1, u)
            && eq(a, b, 0, l - 1) && eq(a, b, u + 1, |a| - 1) && -1 <= m
        #(m + 1, u + 1)
        (int m := u; m > l; m := m - 1) {
        for @ L2: l < m && m <= u && l <= n && n <= m && 0 <= l && u < |a| && |b| = |a| && sorted(b, m, u)
                && partitioned(b, l, m, m + 1, u) && (forall i. (l <= i && i <= n -> b[i] <= b[n]))
                && eq(a, b, 0, l - 1) && eq(a, b, u + 1, |a| - 1)
            #(m + 1, m - n)
            (int n := l; n < m; n := n + 1) {
            if (b[n] > b[n + 1]) {
                int t := b[n];
                b[n] := b[n + 1];
                b[n + 1] := t;
            }
        }
    }
    return b;
}";

#[test]
fn bubble_sort_is_proved() {
    check_proved(BUBBLE);
}

#[test]
fn bubble_sort_that_compares_the_wrong_way_is_not() {
    let text = BUBBLE.replace("b[n] > b[n + 1]", "b[n] < b[n + 1]");
    check_failing(
        &text,
        &[
            "L2 -> assume n < m -> assume b[n] < b[n + 1] -> L2: (forall i. (l <= i && i <= n -> b[i] <= b[n]))",
            "L2 -> assume n < m -> assume !(b[n] < b[n + 1]) -> L2: (forall i. (l <= i && i <= n -> b[i] <= b[n]))",
        ],
    );
}
