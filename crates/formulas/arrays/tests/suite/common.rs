//! Scripts read, quantifiers written out over small boxes, and formulas decided.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use buttress_budget::{Budget, Limits};
use buttress_decide::{Settings, Solver, Verdict};
use buttress_formats::smtlib::{Command, Reader, Script};
use buttress_logic::{
    Function, Model, Op, Rational, Sort, Term, Terms, Value, Values, evaluate, substitute,
};
use buttress_prop::Random;

/// The conjunction of the assertions of a script.
pub fn read(terms: &mut Terms, text: &str) -> Term {
    try_read(terms, text).expect("the script is well formed")
}

/// The conjunction of the assertions of a script at its first question, or else at its end.
pub fn try_read(terms: &mut Terms, text: &str) -> Result<Term, String> {
    let mut script = Script::new();
    let mut reader = Reader::of(text.as_bytes());
    while let Some(command) = reader.next_command() {
        let command = command.map_err(|error| format!("{error:?}"))?;
        let command = script.command(terms, &command).map_err(|error| format!("{error:?}"))?;
        if matches!(command, Command::CheckSat | Command::CheckSatAssuming(_)) {
            break;
        }
    }
    let formulas: Vec<Term> =
        script.assertions().iter().map(|assertion| assertion.formula).collect();
    Ok(terms.and(&formulas))
}

/// The answer to a quantifier-free formula.
pub fn decide(terms: &mut Terms, formula: Term) -> Verdict {
    let mut solver = Solver::new(Settings::default());
    solver.assert(formula);
    let limits = Limits::none().with_timeout(Duration::from_secs(5));
    solver.check(terms, &[], &Budget::new(limits))
}

/// The verdict as a word.
pub fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Sat(_) => "sat",
        Verdict::Unsat(_) => "unsat",
        Verdict::Unknown(_) => "unknown",
    }
}

/// The formula with its quantifiers written out over these domains; every sort that is quantified
/// must have one.
pub fn expand(terms: &mut Terms, formula: Term, domains: &HashMap<Sort, Vec<Term>>) -> Term {
    let mut done: HashMap<Term, Term> = HashMap::new();
    let mut stack = vec![formula];
    while let Some(&term) = stack.last() {
        if done.contains_key(&term) {
            stack.pop();
            continue;
        }
        let before = stack.len();
        let arguments = terms.arguments(term).to_vec();
        stack.extend(arguments.iter().filter(|argument| !done.contains_key(argument)));
        if stack.len() > before {
            continue;
        }
        let arguments: Vec<Term> = arguments.iter().map(|argument| done[argument]).collect();
        let expanded = match terms.op(term) {
            op @ (Op::Forall(binder) | Op::Exists(binder)) => {
                let mut instances = vec![arguments[0]];
                for bound in terms.binder(binder).to_vec() {
                    let variable = terms.bound(bound);
                    let domain = &domains[&terms.bound_sort(bound)];
                    let mut longer = Vec::new();
                    for value in domain {
                        let map = HashMap::from([(variable, *value)]);
                        for instance in &instances {
                            longer.push(substitute(terms, *instance, &map));
                        }
                    }
                    instances = longer;
                }
                if matches!(op, Op::Forall(_)) {
                    terms.and(&instances)
                } else {
                    terms.or(&instances)
                }
            }
            _ if arguments == terms.arguments(term) => term,
            _ => terms.rebuild(term, &arguments),
        };
        done.insert(term, expanded);
    }
    done[&formula]
}

/// The integers from `low` to `high`.
pub fn integers(terms: &mut Terms, low: i64, high: i64) -> HashMap<Sort, Vec<Term>> {
    let all = (low..=high).map(|n| terms.numeral(&Rational::from(n), Sort::INT)).collect();
    HashMap::from([(Sort::INT, all)])
}

/// The value of a term that is an integer.
pub fn integer(terms: &Terms, model: &mut Model, term: Term) -> Rational {
    let value = evaluate(terms, model, term).expect("ground terms have values");
    model.values.as_number(value).expect("the term is an integer").clone()
}

/// Is the formula true?
pub fn holds(terms: &Terms, model: &mut Model, formula: Term) -> bool {
    evaluate(terms, model, formula).expect("the formula is quantifier-free") == Value::TRUE
}

/// The declared constants in a formula.
pub fn constants(terms: &Terms, formula: Term) -> Vec<(Function, Term)> {
    let mut found = BTreeMap::new();
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            if let Op::Apply(function) = terms.op(term)
                && terms.arguments(term).is_empty()
            {
                found.insert(function, term);
            }
            stack.extend(terms.arguments(term));
        }
    }
    found.into_iter().collect()
}

/// The constants chosen for quantified variables that a formula speaks of.
pub fn witnesses(terms: &Terms, formula: Term) -> Vec<Term> {
    let mut seen = std::collections::BTreeSet::new();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(terms.arguments(term));
        }
    }
    seen.into_iter().filter(|term| matches!(terms.op(*term), Op::Witness(_))).collect()
}

/// The array that reads these values from `low` on, and `default` elsewhere.
pub fn array(
    terms: &Terms,
    values: &mut Values,
    sort: Sort,
    low: i64,
    readings: &[Value],
    default: Value,
) -> Value {
    let mut array = values.constant_array(sort, default);
    for (place, value) in readings.iter().enumerate() {
        let index = values.number(Sort::INT, Rational::from(low + place as i64));
        array = values.store(terms, array, index, *value).expect("it is an array");
    }
    array
}

/// One of these.
pub fn one<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len())]
}
