//! Clauses mean what the assertion means: under every interpretation of the predicates, the assertion
//! holds exactly if every clause is valid. Over truth values both can be tried out.

use buttress_formats::chc;
use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::{Evaluator, Model, Op, Term, Terms, Value};
use buttress_prop::Random;

const NAMES: [&str; 3] = ["p", "q", "r"];

/// A random formula over some variables in scope and the predicates p(), q(b), r(b, b).
fn formula(random: &mut Random, depth: usize, scope: &mut Vec<String>) -> String {
    let variable = |random: &mut Random| match scope.len() {
        0 => "true".to_owned(),
        count => scope[random.below(count)].clone(),
    };
    if depth == 0 || random.below(6) == 0 {
        return match random.below(6) {
            0 => "p".to_owned(),
            1 | 2 => format!("(q {})", variable(random)),
            3 => format!("(r {} (not {}))", variable(random), variable(random)),
            _ => variable(random),
        };
    }
    match random.below(11) {
        0 | 1 => format!("(not {})", formula(random, depth - 1, scope)),
        choice @ 2..=9 => {
            let word = ["and", "and", "or", "=>", "=>", "=>", "=", "ite"][choice - 2];
            let count = if word == "ite" { 3 } else { 2 };
            let parts: Vec<String> =
                (0..count).map(|_| formula(random, depth - 1, scope)).collect();
            format!("({word} {})", parts.join(" "))
        }
        _ => {
            let word = if random.below(2) == 0 { "forall" } else { "exists" };
            let name = format!("v{}", random.below(3));
            scope.push(name.clone());
            let body = formula(random, depth - 1, scope);
            scope.pop();
            format!("({word} (({name} Bool)) {body})")
        }
    }
}

/// A definition of each predicate by its truth table.
fn tables(bits: usize) -> String {
    let bit = |place: usize| bits >> place & 1 == 1;
    format!(
        "(define-fun p () Bool {})(define-fun q ((a Bool)) Bool (ite a {} {}))\
         (define-fun r ((a Bool) (b Bool)) Bool (ite a (ite b {} {}) (ite b {} {})))",
        bit(0),
        bit(1),
        bit(2),
        bit(3),
        bit(4),
        bit(5),
        bit(6)
    )
}

/// Is the assertion true where the predicates are defined so?
fn holds(definitions: &str, assertion: &str) -> bool {
    let (mut script, mut terms) = (Script::new(), Terms::new());
    let text = format!("{definitions}(assert {assertion})");
    let mut reader = Reader::of(text.as_bytes());
    while let Some(sexpr) = reader.next_command() {
        script.command(&mut terms, &sexpr.unwrap()).unwrap();
    }
    is_true(&terms, script.assertions()[0].formula, &[], 0)
}

fn is_true(terms: &Terms, formula: Term, variables: &[Term], bits: usize) -> bool {
    let mut model = Model::new();
    for (place, variable) in variables.iter().enumerate() {
        let Op::Apply(function) = terms.op(*variable) else { panic!("variables are constants") };
        model.set_constant(
            function,
            if bits >> place & 1 == 1 { Value::TRUE } else { Value::FALSE },
        );
    }
    Evaluator::new(terms, &mut model).holds(formula).unwrap()
}

#[test]
fn clauses_mean_what_the_assertion_means() {
    let mut random = Random::new(0x30e5);
    let (mut accepted, mut several, mut told_apart) = (0, 0, 0);
    for _ in 0..3_000 {
        let mut scope = vec!["x".to_owned(), "y".to_owned()];
        let body = formula(&mut random, 4, &mut scope);
        let assertion = format!("(forall ((x Bool) (y Bool)) {body})");
        let text = format!(
            "(declare-fun {} () Bool)(declare-fun {} (Bool) Bool)(declare-fun {} (Bool Bool) Bool)\
             (assert {assertion})",
            NAMES[0], NAMES[1], NAMES[2]
        );
        let mut terms = Terms::new();
        let Ok(source) = chc::read(&mut terms, text.as_bytes()) else { continue };
        accepted += 1;
        several += usize::from(source.horn.clauses.len() > 1);
        let mut outcomes = [0, 0];
        for _ in 0..12 {
            let definitions = tables(random.below(128));
            let expected = holds(&definitions, &assertion);
            let meaning =
                chc::read_interpretation(&mut terms, &source.horn, definitions.as_bytes()).unwrap();
            let valid = source.horn.clause_ids().all(|id| {
                let violated = source.horn.obligation(&mut terms, id, &meaning);
                let variables = &source.horn.clause(id).variables;
                (0..1 << variables.len()).all(|bits| !is_true(&terms, violated, variables, bits))
            });
            assert_eq!(valid, expected, "{definitions}\n{assertion}");
            outcomes[usize::from(valid)] += 1;
        }
        told_apart += usize::from(outcomes[0] > 0 && outcomes[1] > 0);
    }
    assert!(
        accepted > 500 && several > 200 && told_apart > 200,
        "{accepted} {several} {told_apart}"
    );
}
