//! A derivation of `false`: how a bad state is reached.

use std::fmt;

use buttress_logic::{Evaluator, Model, Op, Term, Terms, Value, ValueKind, Values, Walk};

use super::{Application, ClauseId, Horn};

/// One clause applied to values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DerivationStep {
    /// The clause.
    pub clause: ClauseId,
    /// Literals for its variables, in their order: numerals, truth values, constructors of literals, and arrays as stores of
    /// literals into a constant array.
    pub values: Vec<Term>,
    /// For each premise, the earlier step that concludes it.
    pub premises: Vec<usize>,
}

/// Steps, each after its premises; the last one concludes `false`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Derivation {
    /// In order.
    pub steps: Vec<DerivationStep>,
}

/// What the steps of a derivation conclude.
#[derive(Clone, Debug, Default)]
pub struct Conclusions {
    /// In the order of the steps: the values of the arguments; none for `false`.
    pub steps: Vec<Option<Vec<Value>>>,
    /// What the values are.
    pub values: Values,
}

/// Why a derivation does not replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DerivationFlaw {
    /// There is no such clause, or the numbers of values or premises are not those of the clause.
    Malformed(usize),
    /// A premise is not concluded by an earlier step of the right predicate.
    Premise(usize),
    /// The arguments of a premise differ from what the earlier step concludes.
    Arguments(usize),
    /// The constraint is not true at these values.
    Constraint(usize),
    /// The last step does not conclude `false`.
    Conclusion,
}

impl fmt::Display for DerivationFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DerivationFlaw::Malformed(step) => write!(f, "step {step} does not fit its clause"),
            DerivationFlaw::Premise(step) => write!(f, "step {step} lacks a premise"),
            DerivationFlaw::Arguments(step) => {
                write!(f, "step {step} has a premise with other arguments than were concluded")
            }
            DerivationFlaw::Constraint(step) => {
                write!(f, "the constraint of step {step} is not true")
            }
            DerivationFlaw::Conclusion => f.write_str("the last step does not conclude false"),
        }
    }
}

impl Derivation {
    /// Replays the derivation, and gives the conclusions of all steps as values of the arguments; the
    /// last one must be `false`.
    pub fn replay(&self, terms: &Terms, horn: &Horn) -> Result<Conclusions, DerivationFlaw> {
        let conclusions = self.conclusions(terms, horn)?;
        match conclusions.steps.last() {
            Some(None) => Ok(conclusions),
            _ => Err(DerivationFlaw::Conclusion),
        }
    }

    /// The conclusions of all steps, as values of the arguments; none for `false`.
    ///
    /// Every constraint is evaluated, and every premise compared with the conclusion of the step that
    /// it names.
    pub fn conclusions(&self, terms: &Terms, horn: &Horn) -> Result<Conclusions, DerivationFlaw> {
        let mut conclusions: Vec<Option<Vec<Value>>> = Vec::new();
        // One store for all steps: equal values are then equal numbers, arrays too.
        let mut model = Model::new();
        for (number, step) in self.steps.iter().enumerate() {
            let clause = horn
                .clauses
                .get(step.clause.index())
                .filter(|clause| clause.variables.len() == step.values.len())
                .filter(|clause| clause.body.len() == step.premises.len())
                .ok_or(DerivationFlaw::Malformed(number))?;
            let malformed = || DerivationFlaw::Malformed(number);
            assign(terms, &mut model, &clause.variables, &step.values).ok_or_else(malformed)?;
            let mut evaluator = Evaluator::new(terms, &mut model);
            if !matches!(evaluator.holds(clause.constraint), Ok(true)) {
                return Err(DerivationFlaw::Constraint(number));
            }
            let mut arguments_of = |application: &Application| -> Option<Vec<Value>> {
                application.arguments.iter().map(|term| evaluator.value(*term).ok()).collect()
            };
            for (premise, earlier) in clause.body.iter().zip(&step.premises) {
                let concluded = conclusions.get(*earlier).and_then(Option::as_ref);
                let source = self.steps.get(*earlier).map(|step| horn.clause(step.clause));
                let head = source.and_then(|clause| clause.head.as_ref());
                let (Some(concluded), Some(head)) = (concluded, head) else {
                    return Err(DerivationFlaw::Premise(number));
                };
                if head.predicate != premise.predicate {
                    return Err(DerivationFlaw::Premise(number));
                }
                if arguments_of(premise).ok_or_else(malformed)? != *concluded {
                    return Err(DerivationFlaw::Arguments(number));
                }
            }
            conclusions.push(match &clause.head {
                Some(head) => Some(arguments_of(head).ok_or_else(malformed)?),
                None => None,
            });
        }
        Ok(Conclusions { steps: conclusions, values: model.values })
    }
}

impl Derivation {
    /// Is there a division by zero anywhere in the steps, or a selector of another constructor? What it gives is not fixed, so a
    /// derivation may depend on a choice that not all interpretations share.
    pub fn rests_on_choice(&self, terms: &Terms, horn: &Horn) -> bool {
        self.steps.iter().any(|step| {
            let Some(clause) = horn.clauses.get(step.clause.index()) else { return false };
            let mut model = Model::new();
            if assign(terms, &mut model, &clause.variables, &step.values).is_none() {
                return false;
            }
            let applications = clause.body.iter().chain(&clause.head);
            let roots: Vec<Term> = applications
                .flat_map(|application| application.arguments.iter().copied())
                .chain([clause.constraint])
                .collect();
            let mut walk = Walk::of(&roots);
            let mut evaluator = Evaluator::new(terms, &mut model);
            while let Some(term) = walk.step() {
                let arguments = terms.arguments(term);
                let mut value_at = |place: usize| {
                    arguments.get(place).and_then(|argument| evaluator.value(*argument).ok())
                };
                let is_choice = match terms.op(term) {
                    Op::Divide | Op::IntegerDivide | Op::Modulo => {
                        let divisor = value_at(1);
                        let values = &evaluator.model().values;
                        let divisor = divisor.and_then(|value| values.as_number(value));
                        divisor.is_none_or(|divisor| divisor.is_zero())
                    }
                    Op::SelectField(selector) => {
                        let value = value_at(0);
                        let built = value.map(|value| evaluator.model().values.kind(value).clone());
                        let own = terms.selector_constructor(selector);
                        !matches!(built, Some(ValueKind::Datatype(by, _)) if by == own)
                    }
                    _ => false,
                };
                if is_choice {
                    return true;
                }
                walk.enter(arguments);
            }
            false
        })
    }
}

/// Gives each variable its literal; none if something else than a literal of the variable's sort is
/// given.
fn assign(terms: &Terms, model: &mut Model, variables: &[Term], values: &[Term]) -> Option<()> {
    for (variable, literal) in variables.iter().zip(values) {
        let Op::Apply(function) = terms.op(*variable) else { return None };
        if terms.sort_of(*variable) != terms.sort_of(*literal) {
            return None;
        }
        let value = model.values.of_literal(terms, *literal)?;
        model.set_constant(function, value);
    }
    Some(())
}
