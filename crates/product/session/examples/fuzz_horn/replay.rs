//! What we say of states, tried on the states themselves.

use buttress_formats::smtlib::{Command, Reader, Script};
use buttress_logic::{Evaluator, Model, Terms};
use buttress_session::numbers;
use buttress_testkit::horn::{Exploration, Number, System, Value};

/// The most states of a predicate at which invariants are evaluated, spread over all that were reached.
const STATES: usize = 300;

/// Goes around a lasso step by step: every step is one of the system, and the last one concludes again what
/// another concludes on the way to it. Whether a step can be taken is not always found out.
pub fn lasso(system: &System, lasso: &numbers::Lasso) -> Result<(), String> {
    let mut facts: Vec<(usize, Vec<Value>)> = Vec::new();
    for (place, step) in lasso.derivation.steps.iter().enumerate() {
        let fact = fact(system, step).ok_or(format!("step {place} cannot be read"))?;
        let premises: Option<Vec<&(usize, Vec<Value>)>> =
            step.premises.iter().map(|premise| facts.get(*premise)).collect();
        let premises = premises.ok_or(format!("a premise of step {place} is no earlier step"))?;
        let clause = system.clauses.get(step.clause).ok_or("no such clause")?;
        let head = clause.head.as_ref().map(|head| head.predicate);
        let body: Vec<usize> = clause.body.iter().map(|atom| atom.predicate).collect();
        let given: Vec<usize> = premises.iter().map(|(predicate, _)| *predicate).collect();
        if head != Some(fact.0) || body != given {
            return Err(format!("step {place} has other predicates than its clause"));
        }
        let values: Vec<&[Value]> = premises.iter().map(|(_, values)| values.as_slice()).collect();
        if system.concludes(step.clause, &values, &fact.1) == Some(false) {
            return Err(format!("step {place} cannot be taken"));
        }
        facts.push(fact);
    }
    let Some(last) = facts.last() else { return Err("a lasso without steps".to_owned()) };
    if facts.get(lasso.start) != Some(last) || lasso.start + 1 == facts.len() {
        return Err("the lasso is not closed".to_owned());
    }
    let mut reached = vec![false; facts.len()];
    reached[lasso.start] = true;
    for (place, step) in lasso.derivation.steps.iter().enumerate() {
        reached[place] |= step.premises.iter().any(|premise| reached[*premise]);
    }
    let is_around = lasso
        .derivation
        .steps
        .last()
        .is_some_and(|step| step.premises.iter().any(|premise| reached[*premise]));
    if is_around { Ok(()) } else { Err("the last step does not come from the first".to_owned()) }
}

/// What a step concludes.
fn fact(system: &System, step: &numbers::StepShown) -> Option<(usize, Vec<Value>)> {
    let state = step.state.as_ref()?;
    let predicate = system.predicates.iter().position(|it| it.name == state.predicate)?;
    let values = state.values.iter().map(|(_, text)| value(text)).collect::<Option<Vec<_>>>()?;
    Some((predicate, values))
}

fn value(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Truth(true)),
        "false" => Some(Value::Truth(false)),
        number => {
            let (numerator, denominator) = number.split_once('/').unwrap_or((number, "1"));
            Number::fraction(numerator.parse().ok()?, denominator.parse().ok()?).map(Value::Number)
        }
    }
}

/// Evaluates what is said to hold of each predicate at states that are reached; at how many it was.
pub fn invariants(
    system: &System,
    explored: &Exploration,
    definitions: &[numbers::Definition],
) -> Result<u64, String> {
    let mut script = String::new();
    let mut asserted = Vec::new();
    for (predicate, facts) in system.predicates.iter().zip(&explored.facts) {
        let definition = definitions.iter().find(|definition| definition.name == predicate.name);
        let definition = definition.ok_or(format!("nothing is said of {}", predicate.name))?;
        script += &definition.text;
        script.push('\n');
        let states = facts.iter().step_by(facts.len().div_ceil(STATES).max(1));
        asserted.extend(states.map(|state| predicate.fact(state)));
    }
    script.extend(asserted.iter().map(|applied| format!("(assert {applied})\n")));
    let (mut names, mut terms) = (Script::new(), Terms::new());
    let mut reader = Reader::of(script.as_bytes());
    let mut place = 0;
    while let Some(sexpr) = reader.next_command() {
        let sexpr = sexpr.map_err(|error| format!("definitions cannot be read: {error}"))?;
        let command = names.command(&mut terms, &sexpr);
        let command = command.map_err(|error| format!("definitions cannot be read: {error}"))?;
        let Command::Assert(formula) = command else { continue };
        let mut model = Model::new();
        let holds = Evaluator::new(&terms, &mut model).holds(formula);
        match holds {
            Ok(true) => place += 1,
            Ok(false) => return Err(format!("{} is reached, but excluded", asserted[place])),
            Err(error) => return Err(format!("{} has no value: {error}", asserted[place])),
        }
    }
    Ok(place as u64)
}

/// A script that is satisfiable iff the definitions make every clause but the queries valid.
pub fn obligations(system: &System, definitions: &[numbers::Definition]) -> String {
    let plain = system.without_queries().text(0);
    let clauses =
        plain.lines().filter(|line| line.starts_with("(assert") || *line == "(check-sat)");
    let definitions = definitions.iter().map(|definition| definition.text.as_str());
    let lines: Vec<&str> = definitions.chain(clauses).collect();
    lines.join("\n") + "\n"
}
