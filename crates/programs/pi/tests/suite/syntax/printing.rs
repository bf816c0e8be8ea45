//! Typed expressions, back as text.

use buttress_pi::program::{FunctionId, LoopId, Program};
use buttress_pi::{print, read, read_fact};

const CONTEXT: &str = "
struct pair { int first; int[] rest; }
predicate small(int[] b, int i) := forall j. (0 <= j -> b[j] < i);
@pre true @post true
void f(int[] a, int i, int j, float x, bool p, bool q, pair s, hashtable(int, float) h, list(int) l) {
  while @ small(a, i) (i < 0) ;
}
";

fn program() -> Program {
    let reading = read(CONTEXT);
    reading.program.unwrap_or_else(|| panic!("{:?}", reading.diagnostics))
}

/// Reads an expression at the loop and prints it.
fn printed(program: &Program, text: &str) -> String {
    let mut bounds = program.bounds;
    let fact = read_fact(program, FunctionId(0), LoopId(0), text, &mut bounds);
    let fact = fact.unwrap_or_else(|error| panic!("{error:?}\nin {text}"));
    print::expression(program, program.function(FunctionId(0)), &fact)
}

#[test]
fn expressions_come_back_with_the_parentheses_they_need() {
    let program = program();
    let texts = [
        "p -> q || p && q",
        "(p -> q) -> p",
        "p && (q && p)",
        "(p || q) && !(p && q)",
        "p <-> i < j",
        "(p <-> q) = (i < j)",
        "i + j * (i - 3) - (i + 1) > -j",
        "i - (j - 1) = i - j - 1",
        "-(i + 1) * 2 div (i % 2) = 0",
        "x / 2.5 * x <= -0.125",
        "|a{i <- a[j + 1]}| = s.rest[s.first]",
        "forall k. (0 <= k && k < |a| -> a[k] = 0)",
        "(forall k. a[k] = 0) && p",
        "!(forall k, m. (k < m -> a[k] <= a[m])) || q",
        "forall float y, int k. (y > x || k > i)",
        "exists k. forall m. a[k] <= a[m]",
        "small(a, i + 1) && small(s.rest, 0)",
        "i in keys(put(h, j, 0.5)) && get(h, i) > 1.0",
        "init(h) || atom(cdr(cons(1, l)))",
        "l = nil",
    ];
    for text in texts {
        let canonical = text.replace("(forall k. a[k] = 0) && p", "forall k. a[k] = 0 && p");
        assert_eq!(printed(&program, text), canonical, "{text}");
    }
}

#[test]
fn redundant_parentheses_go_and_chains_are_conjunctions() {
    let program = program();
    assert_eq!(printed(&program, "((i)) < (j + (1))"), "i < j + 1");
    assert_eq!(printed(&program, "0 <= i <= j"), "0 <= i && i <= j");
    assert_eq!(printed(&program, "(p) && ((q))"), "p && q");
    assert_eq!(
        printed(&program, "forall k in keys(h). (get(h, k) > 0.0)"),
        "forall k. (k in keys(h) -> get(h, k) > 0.0)"
    );
}

#[test]
fn names_are_changed_where_they_would_be_caught() {
    let program = program();
    // The outer variable of the function is meant inside of a quantifier over the same name: this can be
    // built, though not written.
    let mut bounds = program.bounds;
    let mut fact = read_fact(&program, FunctionId(0), LoopId(0), "forall k. k < i", &mut bounds)
        .unwrap_or_else(|error| panic!("{error:?}"));
    if let buttress_pi::program::ExpressionKind::Quantified { bounds, .. } = &mut fact.kind {
        bounds[0].name = "i".to_owned();
    }
    let text = print::expression(&program, program.function(FunctionId(0)), &fact);
    assert_eq!(text, "forall i1. i1 < i");
    assert_eq!(printed(&program, "forall i. forall i. a[i] = 0"), "forall i. forall i. a[i] = 0");
}

#[test]
fn what_is_printed_reads_back_as_itself() {
    let program = program();
    let texts = [
        "forall k, m. (k < m && p -> (a[k] <= a[m] <-> q)) && !(p || q) && -i - -j < 3",
        "x * (x / 3.0) > 0.1 + 1.0 / 3.0 && 0 <= i <= j < |a|",
    ];
    for text in texts {
        let once = printed(&program, text);
        assert_eq!(printed(&program, &once), once);
    }
}
