//! Programs: many paths, many functions, deep and long texts, large numbers, runs without end.

use buttress_prop::Random;

use super::command::Heavy;
use super::text::{numeral, one};

/// A program and a command.
pub fn heavy(random: &mut Random) -> Heavy {
    let (kind, text) = match random.below(11) {
        0 | 1 => ("paths", paths(random)),
        2 => ("nested paths", nested(random)),
        3 => ("functions", functions(random)),
        4 => ("calls", calls(random)),
        5 => ("long annotations", annotations(random)),
        6 => ("deep expressions", expressions(random)),
        7 => ("big numbers", numbers(random)),
        8 => ("quantified annotations", quantified(random)),
        9 => ("endless", endless(random)),
        _ => ("arrays", arrays(random)),
    };
    let command = match random.below(12) {
        0 => "info",
        1 => "explain",
        2 => "fmt",
        3 => "prove --threads 1 --termination",
        4 => "prove --threads 1 --infer none",
        5 => "prove --threads 1 --explain --show-invariants",
        6 => "prove --threads 1 --format jsonl",
        7 => "run --call F(3)",
        _ => "prove --threads 1",
    };
    let mut heavy = Heavy::on(kind, command, "heavy.pi", text);
    if command == "fmt" {
        // It has no JSON, and prints the program.
        heavy.arguments.insert(1, "--check".to_owned());
    }
    heavy
}

fn function(contract: &str, body: &str) -> String {
    format!("{contract}\nint F(int x) {{\n{body}\n}}\n")
}

const PLAIN: &str = "@pre true\n@post true";

/// Choices one after the other.
fn paths(random: &mut Random) -> String {
    let count = random.between(15, 120);
    let step = one(
        random,
        &[
            "if (x > 0) x := x + 1; else x := x - 1;",
            "if (x > 0 && y > 0 || x < 5) x := x + y;",
            "if (a[0] > x) { a[0] := x; y := y + 1; } else { x := a[0]; }",
            "if (x > y) { @ x >= y; y := x; }",
            "if (x = y) { x := x div 2; } else { if (x > y) y := y + 1; else x := x * 2; }",
        ],
    );
    let post = one(random, &["true", "rv >= 0 || rv < 0", "rv > x"]);
    let declared = "int y := 0; int[] a := new int[3];";
    let body = format!("{declared}\n{}\nreturn x;", format!("{step}\n").repeat(count));
    if random.coin() {
        return function(&format!("@pre true\n@post {post}"), &body);
    }
    let body = format!(
        "{declared}\nwhile @ true (x > 0) {{\n{}\n x := x - 1; }}\nreturn x;",
        format!("{step}\n").repeat(count)
    );
    function(PLAIN, &body)
}

fn nested(random: &mut Random) -> String {
    let depth = random.between(5, 60);
    let mut text = "x := x + 1;".to_owned();
    for place in 0..depth {
        text = match random.below(3) {
            0 => format!("if (x > {place}) {{ {text} }} else {{ x := x - {place}; }}"),
            1 => format!("while @ true (x > {place}) {{ {text} x := x - 1; }}"),
            _ => format!("{{ int v{place} := x; if (v{place} > 3) {{ {text} }} }}"),
        };
    }
    function(PLAIN, &format!("{text}\nreturn x;"))
}

fn functions(random: &mut Random) -> String {
    let count = random.between(100, 2500);
    let body = one(
        random,
        &[
            "return x + 1;",
            "int i := 0; while @ i >= 0 (i < x) { i := i + 1; } return i;",
            "if (x > 0) return 1; return 0;",
        ],
    );
    let post = one(random, &["true", "rv >= 0", "rv = x + 1"]);
    let one = |place: usize| format!("@pre true\n@post {post}\nint F{place}(int x) {{ {body} }}\n");
    (0..count).map(one).collect::<String>() + &function(PLAIN, "return x;")
}

/// Each calls the one before twice.
fn calls(random: &mut Random) -> String {
    let count = random.between(10, 200);
    let mut text = "@pre true\n@post rv > x\nint G0(int x) { return x + 1; }\n".to_owned();
    for place in 1..count {
        let before = place - 1;
        text += &format!(
            "@pre true\n@post rv > x\nint G{place}(int x) {{ int y := G{before}(x); return G{before}(y); }}\n"
        );
    }
    text + &function(PLAIN, &format!("return G{}(x);", count - 1))
}

fn annotations(random: &mut Random) -> String {
    let count = random.between(20, 400);
    let conjuncts: Vec<String> = (0..count)
        .map(|place| match random.below(3) {
            0 => format!("i >= -{place}"),
            1 => format!("(i > {place} -> x > {place})"),
            _ => format!("2 * i + {place} <= 2 * x + {}", 2 * place + 3),
        })
        .collect();
    let body = format!(
        "int i := 0;\nwhile @ {} (i < x) {{ i := i + 1; }}\nreturn i;",
        conjuncts.join(" && ")
    );
    function("@pre x >= 0\n@post rv = x", &body)
}

fn expressions(random: &mut Random) -> String {
    let depth = random.between(50, 20_000);
    match random.below(4) {
        0 => function(PLAIN, &format!("return {}x{};", "(".repeat(depth), ")".repeat(depth))),
        1 => function(PLAIN, &format!("return x{};", " + x".repeat(depth))),
        2 => function(PLAIN, &format!("return x{};", " * x".repeat(depth.min(300)))),
        _ => function(&format!("@pre true\n@post {}rv = x", "!!".repeat(depth)), "return x;"),
    }
}

fn numbers(random: &mut Random) -> String {
    let digits = random.between(10, 30_000);
    let number = numeral(random, digits);
    match random.below(3) {
        0 => function(PLAIN, &format!("return x * {number} div {number};")),
        1 => function(
            "@pre x > 1\n@post rv > 0",
            &format!(
                "int i := 0; while @ x > 0 (i < {}) {{ x := x * x; i := i + 1; }} return x;",
                digits % 100
            ),
        ),
        _ => function(
            PLAIN,
            &format!("int i := 0; while @ true (i < {number}) {{ i := i + 1; }} return i;"),
        ),
    }
}

fn quantified(random: &mut Random) -> String {
    let depth = random.between(2, 12);
    let mut text = String::new();
    for place in 0..depth {
        let word = if place % 2 == 0 { "forall" } else { "exists" };
        text += &format!("{word} k{place}. (");
    }
    let atoms: Vec<String> =
        (1..depth).map(|place| format!("a[k{}] <= a[k{place}]", place - 1)).collect();
    let atoms = if atoms.is_empty() { "a[k0] > 0".to_owned() } else { atoms.join(" || ") };
    text += &format!("0 <= k0 && k0 < |a| -> {atoms}{}", ")".repeat(depth));
    let start = text.replace("a[", "a_0[").replace("|a|", "|a_0|");
    let loops = format!("int i := 0; while @ {text} (i < |a|) {{ a[i] := x; i := i + 1; }}");
    format!(
        "@pre {start}\n@post true\nint F(int x, int[] a_0) {{ int[] a := a_0; {loops} return x; }}\n"
    )
}

fn endless(random: &mut Random) -> String {
    let body = one(
        random,
        &[
            "while @ true (true) { x := x + 1; } return x;",
            "while @ true (x > 0) { x := x * x + 1; } return x;",
            "return F(x + 1);",
            "return F(x) + F(x);",
            "int y := x; while @ true (y != 0) { y := y - 2; } return y;",
        ],
    );
    function(PLAIN, body)
}

fn arrays(random: &mut Random) -> String {
    let count = random.between(5, 200);
    let writes: String = (0..count)
        .map(|place| format!("a[(x + {place}) * {place}] := a[x * {place}] + {place};\n"))
        .collect();
    let body = format!(
        "int[] a := new int[{}];\n{writes}return a[x];",
        one(random, &["10", "x", "1000000", "100000000000", "x * x"])
    );
    function("@pre 0 <= x\n@post rv >= 0", &body)
}
