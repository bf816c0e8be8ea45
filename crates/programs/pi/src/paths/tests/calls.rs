//! Calls by contract, branches that stop early, globals, structs.

use super::{Options, check_failing, check_proved, described};

const DIVIDE: &str = "
@pre b > 0
@post rv * 2 <= b && b <= rv * 2 + 1
int Half(int b) { return b div 2; }
";

#[test]
fn a_call_must_meet_its_contract_and_may_rely_on_it() {
    let text = format!(
        "{DIVIDE}
@pre true
@post x > 0 -> rv <= x
int Twice(int x) {{
    if (x > 0) {{
        int h := Half(x);
        return h + h;
    }}
    return Half(x) + Half(2);
}}"
    );
    check_failing(&text, &["Twice.pre -> assume !(x > 0) -> Half.pre: b > 0"]);
}

#[test]
fn a_call_on_the_right_of_an_operator_is_made_only_if_it_matters() {
    let text = format!(
        "{DIVIDE}
@pre true
@post rv -> x > 2
bool Big(int x) {{ return x > 2 && Half(x) > 0; }}
@pre true
@post true
bool Bad(int x) {{ return x > 2 || Half(x) > 0; }}"
    );
    check_failing(&text, &["Bad.pre -> assume !(x > 2) -> Half.pre: b > 0"]);
    let options = Options { runtime: false, termination: false, ..Options::default() };
    assert_eq!(
        described(&text, &options)[1..4],
        [
            "Big.pre -> assume x > 2 -> Half.pre",
            "Big.pre -> assume x > 2 -> Big.post",
            "Big.pre -> assume !(x > 2) -> Big.post",
        ]
    );
}

#[test]
fn a_check_on_the_right_of_an_operator_is_made_only_if_it_matters() {
    let safe = "
@pre true
@post rv -> |a| > 0
bool F(int[] a, int i) { return 0 <= i && i < |a| && a[i] > 0; }";
    check_proved(safe);
    check_failing(
        &safe.replace("0 <= i &&", "0 <= i ||"),
        &[
            "F.pre -> assume !(0 <= i) -> assume i < |a| -> subscript i is not negative: subscript i is not negative",
            "F.pre -> F.post: rv -> |a| > 0",
        ],
    );
    check_proved("@pre true @post true bool G(int[] a) { return |a| = 0 || a[0] = 1; }");
    check_proved("@pre true @post true bool G(int[] a) { return |a| > 0 -> a[|a| - 1] = 1; }");
    // After `&&` the right side need not have been evaluated.
    check_failing(
        "@pre true @post true int H(int[] a) { if (|a| > 0 && a[0] = 1) { } return a[0]; }",
        &[
            "H.pre -> assume !(|a| > 0 && a[0] = 1) -> subscript 0 is below the length: subscript 0 is below the length",
        ],
    );
}

#[test]
fn a_call_changes_the_globals_that_it_may_assign() {
    let text = "
int g;
int h;
@pre true
@post g >= 0
void Reset() { g := 0; }
@pre g = 5 && h = 7
@post true
void Main() {
    Reset();
    @ h = 7;
    @ g >= 0;
    @ g = 5;
}";
    check_failing(text, &["Main.pre -> assertion at line 13: g = 5"]);
}

#[test]
fn a_cell_of_a_global_that_a_call_replaced_is_checked_when_it_is_written() {
    let text = "
int[] g;
@pre true
@post rv = 1
int Shrink() { g := new int[0]; return 1; }
@pre |g| = 3
@post true
void Main() { g[2] := Shrink(); }";
    check_failing(
        text,
        &["Main.pre -> subscript 2 is below the length: subscript 2 is below the length"],
    );
}

#[test]
fn structs_have_fields_and_arrays_have_structs() {
    let text = "
struct P { int x; int[] c; }
@pre |p.c| = 2 && |q| > 1
@post rv.x = 3 && rv.c[0] = 4 && rv.c[1] = p.c[1] && |rv.c| = 2
P F(P p, P[] q) {
    P r := p;
    r.x := 3;
    r.c[0] := 4;
    P[] s := q;
    s[1].x := 9;
    @ s[1].x = 9 && s[0] = q[0] && s[1].c = q[1].c && |s[1].c| >= 0;
    @ r = p;
    return r;
}";
    check_failing(text, &["F.pre -> assertion at line 12: r = p"]);
}

#[test]
fn arrays_are_copied_and_nested_ones_written_by_leaves() {
    let text = "
@pre |m| = 2 && |m[0]| = 2 && |m[1]| = 1
@post rv[1][0] = m[0][1] && rv[0] = m[0] && |rv[1]| = 1
int[][] F(int[][] m) {
    int[][] c := m;
    c[1][0] := c[0][1];
    int[] row := c[1];
    row[0] := 100;
    @ m[0][0] = c[0][0];
    @ row = c[1];
    return c;
}";
    check_failing(text, &["F.pre -> assertion at line 10: row = c[1]"]);
}

#[test]
fn tables_and_lists_are_known_to_the_solver() {
    let text = "
@pre !(k in keys(h))
@post get(rv, k) = v && (forall j in keys(h). get(rv, j) = get(h, j))
hashtable(int, int) Add(hashtable(int, int) h, int k, int v) {
    int old := get(h, k);
    return put(h, k, v);
}
@pre !atom(l)
@post rv = cons(car(l), cons(car(l), cdr(l)))
list(int) Double(list(int) l) {
    int second := car(cdr(l));
    return cons(car(l), l);
}
@pre true
@post init(rv)
hashtable(int, bool) Empty() {
    hashtable(int, bool) h := put(empty(), 1, true);
    return remove(h, 1);
}";
    check_failing(
        text,
        &[
            "Add.pre -> k is a key: k is a key",
            "Double.pre -> cdr(l) is not nil: cdr(l) is not nil",
        ],
    );
}

#[test]
fn free_variables_are_the_same_everywhere() {
    let text = "
int c := ?;
@pre x > c
@post rv > c + 1
int F(int x) { return x + 1; }
@pre x > c
@post rv > c + 3
int G(int x) { int y := F(x); y := F(y); return F(y); }";
    check_failing(text, &["G.pre -> G.post: rv > c + 3"]);
}
