//! Evidence that should not be accepted: damaged, or of another system.

use std::panic::{AssertUnwindSafe, catch_unwind};

use buttress_certificate::horn::Identity;
use buttress_checker::horn::{HornChecker, HornClaim, check_system};
use buttress_formats::chc;
use buttress_logic::Terms;
use buttress_testkit::Random;
use buttress_testkit::harness::panic_words;
use buttress_testkit::horn::{Expr, HornOracleVerdict, Op, System};

use crate::fault::Fault;
use crate::task::Task;

/// What the checker says to evidence about a script; none if it rejects it.
pub fn check(task: Task, script: &str, evidence: &str) -> Result<Option<HornOracleVerdict>, Fault> {
    guarded(|| {
        let checker = HornChecker::new(script.as_bytes()).ok()?;
        checker.check(evidence.as_bytes()).ok().and_then(|checked| claim(task, *checked.claim()))
    })
}

/// What it says to evidence about a script, when told that the script is another one.
pub fn check_foreign(
    task: Task,
    script: &str,
    other: &str,
    evidence: &str,
) -> Result<Option<HornOracleVerdict>, Fault> {
    guarded(|| {
        let mut terms = Terms::new();
        let source = chc::read(&mut terms, other.as_bytes()).ok()?;
        let file = Identity::of(script.as_bytes());
        let checked =
            check_system(&terms, &source.horn, &source.sorts, file, evidence.as_bytes()).ok()?;
        claim(task, *checked.claim())
    })
}

fn guarded(
    check: impl FnOnce() -> Option<HornOracleVerdict>,
) -> Result<Option<HornOracleVerdict>, Fault> {
    catch_unwind(AssertUnwindSafe(check))
        .map_err(|payload| Fault::Panic(format!("checker: {}", panic_words(payload.as_ref()))))
}

/// What a claim says to the question.
fn claim(task: Task, claim: HornClaim) -> Option<HornOracleVerdict> {
    match (task, claim) {
        (Task::Prove, HornClaim::Safe { .. }) => Some(HornOracleVerdict::Safe),
        (Task::Prove, HornClaim::Unsafe { .. }) => Some(HornOracleVerdict::Unsafe),
        (Task::Terminates, HornClaim::Terminates { .. }) => Some(HornOracleVerdict::Safe),
        (Task::Terminates, HornClaim::Loops { .. }) => Some(HornOracleVerdict::Unsafe),
        _ => None,
    }
}

/// The evidence with one thing changed.
pub fn damaged(evidence: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = evidence.lines().map(str::to_owned).collect();
    // Mostly in the part that says something, and not in the header.
    let place = random.below(lines.len());
    let other = random.below(lines.len());
    match random.below(8) {
        0 => {
            lines.remove(place);
        }
        1 => {
            let line = lines[place].clone();
            lines.insert(other, line);
        }
        2 => lines.swap(place, other),
        3 => lines.truncate(place),
        _ => {
            let mut words: Vec<String> = lines[place].split(' ').map(str::to_owned).collect();
            let word = random.below(words.len());
            let foreign = lines[other].split(' ').map(str::to_owned).collect::<Vec<_>>();
            words[word] = match words[word].parse::<i64>() {
                Ok(number) if random.chance(70) => match random.below(4) {
                    0 => (-number).to_string(),
                    1 => (number - 1).to_string(),
                    _ => (number + 1).to_string(),
                },
                _ => match random.below(3) {
                    0 => String::new(),
                    1 => foreign.get(random.below(foreign.len())).cloned().unwrap_or_default(),
                    _ => turned(&words[word], random),
                },
            };
            lines[place] = words.join(" ");
        }
    }
    lines.join("\n") + "\n"
}

/// A word with one sign turned into another.
fn turned(word: &str, random: &mut Random) -> String {
    let pairs =
        [("<=", "<"), (">=", ">"), ("+", "-"), ("(", ""), (")", ""), ("1", "0"), ("and", "or")];
    let (from, to) = random.pick(&pairs).unwrap_or(("1", "0"));
    match word.contains(from) {
        true => word.replacen(from, to, 1),
        false => word.replacen(to, from, 1),
    }
}

/// A system much like this one with the opposite answer, if one is found soon.
pub fn opposite(
    task: Task,
    system: &System,
    right: HornOracleVerdict,
    random: &mut Random,
) -> Option<System> {
    for _ in 0..12 {
        let mut other = system.clone();
        let clause = random.below(other.clauses.len());
        let clause = other.clauses.get_mut(clause)?;
        let expressions = clause.expressions().count();
        let expression = clause.expressions_mut().nth(random.below(expressions))?;
        change(expression, random);
        let answer = task.oracle(&other);
        if answer != HornOracleVerdict::Open && answer != right {
            return Some(other);
        }
    }
    None
}

/// Changes a constant, a comparison, or a connective somewhere in an expression.
fn change(expression: &mut Expr, random: &mut Random) {
    match expression {
        Expr::Int(value) => *value += if random.coin() { 1 } else { -1 },
        Expr::Truth(truth) => *truth = !*truth,
        Expr::Real(_) | Expr::Variable(_) => {}
        Expr::Apply(op, parts) => {
            let turned = match *op {
                Op::Le => Op::Lt,
                Op::Lt => Op::Le,
                Op::Ge => Op::Gt,
                Op::Gt => Op::Ge,
                Op::Eq => Op::Distinct,
                Op::Add => Op::Sub,
                Op::And => Op::Or,
                other => other,
            };
            // Divisors stay as they are.
            let within = if matches!(op, Op::Div | Op::Mod | Op::Over) { 1 } else { parts.len() };
            if turned != *op && random.chance(30) {
                *op = turned;
            } else if let Some(part) = parts.get_mut(random.below(within)) {
                change(part, random);
            }
        }
    }
}
