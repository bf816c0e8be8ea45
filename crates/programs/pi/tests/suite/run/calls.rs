//! Calls as text.

use buttress_pi::program::Type;
use buttress_pi::{read_call, read_value};

use super::program;

const KINDS: &str = "
struct Part { int pivot; int[] array; }
@pre true @post true
int first(int[] a, int l, float x, bool b) { return l; }
@pre true @post true
int second(Part p, Part[] ps) { return p.pivot; }
@pre true @post true
void third(hashtable(int, bool) h, list(int) xs) { }";

/// The function and its arguments, written again.
fn reread(text: &str) -> String {
    let program = program(KINDS);
    let (id, arguments) = match read_call(&program, text) {
        Ok(call) => call,
        Err(diagnostic) => {
            let help = diagnostic.help.unwrap_or_default();
            return format!("{}: {}; {help}", diagnostic.span.of(text), diagnostic.message);
        }
    };
    let function = program.function(id);
    let shown: Vec<String> = arguments
        .iter()
        .zip(&function.parameters)
        .map(|(value, parameter)| {
            value.shown(&program, &function.variable(*parameter).ty).to_string()
        })
        .collect();
    format!("{}({})", function.name.text, shown.join(", "))
}

#[test]
fn what_is_written_is_read_again() {
    for text in [
        "first([3, -1, 2], -7, 1.5, true)",
        "first([], 0, -1/3, false)",
        "second({pivot: 1, array: [2, 3]}, [{pivot: 0, array: []}])",
        "third({-1 -> true, 4 -> false}, [1, 2])",
        "third({}, [])",
    ] {
        assert_eq!(reread(text), text);
    }
}

#[test]
fn other_ways_to_write_the_same() {
    assert_eq!(reread(" first ( [ 3,1 ],b=true, x = 2 , l= - 4)"), "first([3, 1], -4, 2.0, true)");
    assert_eq!(
        reread("second({array: [], pivot: 1}, [{1, [2]}])"),
        "second({pivot: 1, array: []}, [{pivot: 1, array: [2]}])"
    );
    assert_eq!(reread("third(empty(), cons(1, cons(2, nil)))"), "third({}, [1, 2])");
    let program = program(KINDS);
    let value =
        read_value(&program, &Type::Array(Box::new(Type::Int)), "[1, 2]").expect("an array");
    assert_eq!(value.to_string(), "[1, 2]");
}

#[test]
fn mistakes_are_told_with_a_remedy() {
    for (text, message) in [
        ("frist([], 1, 1, true)", "frist: there is no function `frist`; did you mean `first`?"),
        ("zzz()", "zzz: there is no function `zzz`; the file defines `first`, `second`, `third`"),
        (
            "first([], 1)",
            "first([], 1): `first` takes 4 arguments, found 2; its parameters are `first(int[] a, int l, float x, bool b)`",
        ),
        (
            "first([], 1, 1, true, 5)",
            "first([], 1, 1, true, 5): `first` takes 4 arguments, found 5; its parameters are `first(int[] a, int l, float x, bool b)`",
        ),
        ("first([], 1.0, 1, true)", "1.0: expected a value of type `int`; write it like `0`"),
        ("first(3, 1, 1, true)", "3: expected a value of type `int[]`; write it like `[0, 0]`"),
        ("first([true], 1, 1, true)", "true: expected a value of type `int`; write it like `0`"),
        ("first([], 1, 1, l = 2)", "2: `l` is given twice; "),
        (
            "first([], 1, 1, k = 2)",
            "2: `first` has no parameter `k`; its parameters are `a`, `l`, `x`, `b`",
        ),
        (
            "second({pivot: 1}, [])",
            "{pivot: 1}: the field `array` is missing; write it like `{pivot: 0, array: [0, 0]}`",
        ),
        (
            "second({pivot: 1, size: 2}, [])",
            "2: `Part` has no such field; write it like `{pivot: 0, array: [0, 0]}`",
        ),
        (
            "third([], [])",
            "[]: expected a value of type `hashtable(int, bool)`; write it like `{0 -> false}`",
        ),
        (
            "first([1 2], 1, 1, true)",
            "2: expected `,` or `]`, found `2`; a call is written like `f([3, 1, 2], 0, u = 2)`",
        ),
        (
            "first([1",
            ": expected `,` or `]`, found the end; a call is written like `f([3, 1, 2], 0, u = 2)`",
        ),
        (
            "first([], 1, 1, true) x",
            "x: expected the end, found `x`; a call is written like `f([3, 1, 2], 0, u = 2)`",
        ),
        ("5", "5: this is not a call; a call is written like `f([3, 1, 2], 0, u = 2)`"),
        ("first([], -, 1, true)", "-: this is not a number; write `3`, `-3`, `1.5` or `1/3`"),
        ("first([], 1/0, 1, true)", "1/0: this is not a number; write `3`, `-3`, `1.5` or `1/3`"),
        ("", ": expected a value, found the end; a call is written like `f([3, 1, 2], 0, u = 2)`"),
        (
            "fi∀rst()",
            "∀: expected the end, found `∀`; a call is written like `f([3, 1, 2], 0, u = 2)`",
        ),
    ] {
        assert_eq!(reread(text), message);
    }
    let deep = format!("first({}", "[".repeat(10_000));
    assert!(reread(&deep).contains("nest too deeply"));
}
