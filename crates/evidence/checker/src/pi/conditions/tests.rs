//! The conditions of the checker against those of the engine, formula by formula.

use std::fs;
use std::path::Path;

use buttress_logic::{Term, print_shared};
use buttress_pi::paths::{Options, basic_paths};

use super::*;

mod random;

/// Two texts for each condition: the formulas of the engine, and those of the checker.
fn both(program: &Program, id: FunctionId, scope: Scope) -> Option<(Vec<String>, Vec<String>)> {
    let facts = Facts::default();
    let Scope { runtime, termination } = scope;
    let options = Options { runtime, termination, ..Options::default() };
    let mut terms = Terms::new();
    let paths = basic_paths(&mut terms, program, &facts, id, &options);
    if !paths.is_complete {
        return None;
    }
    let shown = |terms: &Terms, formulas: &[Term]| {
        let (terms, formulas) = terms.extract(formulas);
        let texts: Vec<String> = formulas.iter().map(|it| print_shared(&terms, *it)).collect();
        texts.join("\n")
    };
    let mut engine = Vec::new();
    for path in &paths.paths {
        for goal in &path.goals {
            let mut formulas: Vec<Term> = path.hypotheses.iter().map(|it| it.formula).collect();
            formulas.push(goal.formula);
            engine.push(shown(&terms, &formulas));
        }
    }
    let cycles = Cycles::new(program);
    let budget = Budget::unlimited();
    let (terms, own) = conditions(program, &cycles, &facts, id, scope, &budget).ok()?;
    let own = own.iter().map(|condition| {
        let mut formulas = condition.hypotheses.clone();
        formulas.push(condition.goal);
        shown(&terms, &formulas)
    });
    Some((engine, own.collect()))
}

/// Compares the conditions of all functions of a text; answers with their number.
#[track_caller]
fn check_same(name: &str, text: &str) -> usize {
    let Some(program) = buttress_pi::read(text).program else { return 0 };
    let mut count = 0;
    for id in program.function_ids() {
        for (runtime, termination) in [(true, true), (false, false)] {
            let function = &program.function(id).name.text;
            let (engine, own) = both(&program, id, Scope { runtime, termination })
                .unwrap_or_else(|| panic!("{name}, {function}: too large"));
            for (place, (engine, own)) in engine.iter().zip(&own).enumerate() {
                assert_eq!(engine, own, "{name}, {function}, condition {}", place + 1);
            }
            assert_eq!(engine.len(), own.len(), "{name}, {function}");
            count += own.len();
        }
    }
    count
}

/// All programs in a folder, and in those within.
fn check_folder(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let mut count = 0;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            count += check_folder(&path);
        } else if path.extension().is_some_and(|it| it == "pi") {
            let text = fs::read_to_string(&path).unwrap_or_default();
            count += check_same(&path.display().to_string(), &text);
        }
    }
    count
}

#[test]
fn examples_have_the_same_conditions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    assert!(check_folder(&root.join("examples")) > 100);
    // Larger collections lie beside the project where it is developed.
    check_folder(&root.join("../shared/bench/pi"));
    check_folder(&root.join("../shared/cases"));
}

/// Branches in a row, far more ways than are listed.
fn many(branch: &str) -> String {
    branch.repeat(6)
}

#[test]
fn joined_walks_have_the_same_conditions() {
    let branches =
        many("if (a[0] > x) a[0] := x; else { if (a[0] < 0) { @ x > 1; a[0] := G(x); } }\n");
    let conditions = check_same(
        "joined",
        &format!(
            "int g;
             @pre x >= 0 #(x) @post 0 <= rv int G(int x) {{ g := g + 1; return x; }}
             @pre |a| > 0 #(x) @post |rv| = |a| && forall i. (0 <= i && i < |rv| -> rv[i] = rv[i])
             int[] F(int[] a, int x) {{
                 {branches}
                 if (x > 3 && G(x - 1) > 2 || x div g > 1) return a;
                 for @ L: forall i. (0 <= i && i < x -> a[i] >= 0) # (x - i) (int i := 0; i < x; i := i + 1) {{
                     {branches}
                     if (a[i] > 3 && G(i) > i) break;
                     else {{ if (x > 0) {{ int[] b := new int[x]; a := b; }} else {{ if (i > 3) break; x := 3; break; }} }}
                     if (i = 7) return F(a, x - 1);
                     while @ true (i > 3) {{ {branches} if (x > 2) break; x := x + 1; }}
                 }}
                 {branches}
                 return a;
             }}"
        ),
    );
    assert!(conditions > 200, "{conditions}");
}

/// A call on the right of an operator is made or is not: two ways for each.
#[test]
fn ways_through_operators_are_counted() {
    for count in [1, 7, 8, 9, 10] {
        let statements = "b := x > 0 && G(x) > 1;\n".repeat(count);
        let conditions = check_same(
            &format!("{count} operators"),
            &format!(
                "@pre x >= 0 @post 0 <= rv int G(int x) {{ return x; }}
                 @pre true @post rv -> x > 0
                 bool F(int x) {{ bool b := true; {statements} return b; }}"
            ),
        );
        // Walks that are not joined end in as many conditions as there are ways.
        assert_eq!(conditions > 100, (7..9).contains(&count), "{count}: {conditions}");
    }
}

#[test]
fn random_programs_have_the_same_conditions() {
    let mut count = 0;
    for seed in 0..80 {
        count += check_same(&format!("seed {seed}"), &random::program(seed));
    }
    assert!(count > 2_000, "{count}");
}
