//! Larger systems, beside z3.

use buttress_numeric::{Constraint, Rational, Relation, Variable};
use buttress_prop::Random;
use buttress_theory::arith::Effort;

use crate::support::{Answer, System};
use crate::systems::random_system;

/// One script with many checks for z3, if it is there.
#[test]
fn larger_systems_agree_with_z3() {
    let mut random = Random::new(6);
    let mut script = String::new();
    let mut systems = Vec::new();
    for _ in 0..400 {
        let variables = 2 + random.below(5);
        let largest = 3 + random.below(20) as i64;
        let mut system = random_system(&mut random, variables, largest);
        if random.coin() {
            system.is_integer = (0..variables).map(|_| random.chance(70)).collect();
        }
        script.push_str(&to_smtlib(&system));
        systems.push(system);
    }
    let Some(answers) = ask_z3(&script) else {
        eprintln!("SKIPPED: z3 is not on the path");
        return;
    };
    assert_eq!(answers.len(), systems.len());
    for (system, answer) in systems.iter().zip(&answers) {
        let ours = system.solve(Effort::default(), 20_000);
        let is_sat = matches!(ours, Answer::Sat(_));
        assert_ne!(ours, Answer::GaveUp, "{}", to_smtlib(system));
        if answer != "unknown" && answer != "timeout" {
            assert_eq!(is_sat, answer == "sat", "{}", to_smtlib(system));
        }
    }
}

fn to_smtlib(system: &System) -> String {
    let number = |value: &Rational| {
        let [numerator, denominator] = [value.numerator().abs(), value.denominator()];
        let sign = if value.is_negative() { "(- 1.0)" } else { "1.0" };
        format!("(* {sign} (/ {numerator}.0 {denominator}.0))")
    };
    let mut text = String::from("(reset)\n");
    for (id, is_integer) in system.is_integer.iter().enumerate() {
        let sort = if *is_integer { "Int" } else { "Real" };
        text.push_str(&format!("(declare-const x{id} {sort})\n"));
    }
    for Constraint { form, relation } in &system.constraints {
        let mut sum = number(form.constant_part());
        for (Variable(id), coefficient) in form.terms() {
            let is_integer = system.is_integer[*id as usize];
            let name = if is_integer { format!("(to_real x{id})") } else { format!("x{id}") };
            sum.push_str(&format!(" (* {} {name})", number(coefficient)));
        }
        let relation = match relation {
            Relation::NonNegative => ">=",
            Relation::Positive => ">",
            Relation::Zero => "=",
        };
        text.push_str(&format!("(assert ({relation} (+ {sum} 0.0) 0.0))\n"));
    }
    text.push_str("(check-sat)\n");
    text
}

fn ask_z3(script: &str) -> Option<Vec<String>> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut z3 = Command::new("z3")
        .args(["-in", "-t:2000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = z3.stdin.take()?;
    let script = script.to_owned();
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = z3.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
