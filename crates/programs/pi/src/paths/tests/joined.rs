//! Where there are many ways, they are joined where they meet: few conditions, and the same verdicts.

use super::*;

/// So many branches in a row that they are joined.
const MANY: usize = 40;

fn paths_of(text: &str) -> usize {
    described(text, &Options::default()).len()
}

#[test]
fn forty_branches_are_one_path() {
    let branches = "if (x > 0) x := x + 1; else x := x - 1;\n".repeat(MANY);
    let text =
        format!("@pre x > 0 @post rv = x_0 + {MANY} int F(int x) {{ {branches} return x; }}");
    assert_eq!(paths_of(&text), 1);
    check_proved(&text);
    check_failing(
        &text.replace("@pre x > 0", "@pre x > -2"),
        &[&format!("F.pre{} -> F.post: rv = x_0 + {MANY}", " -> one of 2 ways".repeat(MANY))],
    );
}

#[test]
fn returns_asserts_and_breaks_keep_their_guards() {
    let branches = "if (x > 100) x := 100;\n".repeat(MANY);
    let text = format!(
        "@pre true @post rv <= 100 int F(int x, int y) {{
            if (y > 7) return 7;
            {branches}
            if (y = 3) {{ @ y + x <= 103; y := 4; }} else {{ if (y > 0) return y; }}
            @ y <= 7;
            while @ x <= 100 && y <= 7 (y < 7) {{
                {branches}
                if (x = 5) break; else {{ if (x = 6) {{ x := 3; break; }} }}
                y := y + 1;
            }}
            @ x != 6 || y >= 7;
            return x;
        }}"
    );
    check_proved(&text);
    let wrong = text.replace("x != 6 || y >= 7", "x != 5 || y >= 7");
    assert_eq!(failing(&wrong).len(), 1, "{:?}", failing(&wrong));
    let wrong = text.replace("y > 0) return y", "y > 0) return y + 94");
    assert_eq!(failing(&wrong).len(), 1, "{:?}", failing(&wrong));
}

#[test]
fn arrays_and_calls_in_branches() {
    let branches = "if (a[0] > x) a[0] := x; else { if (a[0] < 0) a[0] := G(x); }\n".repeat(12);
    let text = format!(
        "@pre x >= 0 @post 0 <= rv && rv <= x int G(int x) {{ return x; }}
         @pre |a| > 0 && x >= 0 @post rv[0] <= x && rv[0] >= 0 && |rv| = |a|
         int[] F(int[] a, int x) {{ {branches} return a; }}"
    );
    check_proved(&text);
    let wrong = text.replace("|a| > 0 && x >= 0", "|a| >= 0 && x >= 0");
    assert_eq!(failing(&wrong).len(), 1, "{:?}", failing(&wrong));
}

#[test]
fn calls_behind_a_stop_are_joined() {
    let branches = "if (x > 0 && B(x)) x := x - 1;\n".repeat(MANY);
    let text = format!(
        "@pre x > 0 @post rv -> x > 1 bool B(int x) {{ return x > 1; }}
         @pre true @post x_0 >= 0 -> rv >= 0 int F(int x) {{ {branches} return x; }}"
    );
    check_proved(&text);
    // Where `B` is called, its `@pre` is known to hold.
    let wrong = text.replace("x > 0 && B(x)", "x > -1 && B(x)");
    assert_eq!(failing(&wrong).len(), MANY, "{:?}", failing(&wrong));
}

#[test]
fn a_negative_length_in_one_branch_says_nothing_about_the_other() {
    let branches = "if (x > 100) x := 100;\n".repeat(MANY);
    let text = format!(
        "@pre true @post rv = 1 int F(int x, int n) {{
            {branches}
            int[] b;
            if (x = 3) {{ if (n >= 0) b := new int[n]; }}
            if (n < 0) return 0;
            return 1;
        }}"
    );
    assert_eq!(failing(&text).len(), 1);
}
