//! What is said of a condition that was not proved: its code and its title.

use buttress_pi::paths::{Check, GoalKind, Point};
use buttress_pi::{Program, Span, Value};

use super::report::{ConditionReport, ConditionVerdict, ConditionWord, FunctionReport, PathReport};

/// A condition that was not proved, with where it belongs.
#[derive(Clone, Copy)]
pub struct Finding<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function.
    pub function: &'a FunctionReport,
    /// The path.
    pub path: &'a PathReport,
    /// The condition.
    pub condition: &'a ConditionReport,
    /// On how many other paths it is not proved either.
    pub others: usize,
}

/// The conditions of a function that were not proved, each conjunct once: on the path where most is known.
pub fn findings<'a>(program: &'a Program, function: &'a FunctionReport) -> Vec<Finding<'a>> {
    let mut findings: Vec<Finding<'_>> = Vec::new();
    for (path, condition) in function.conditions() {
        let word = condition.verdict.word();
        if word == ConditionWord::Proved || is_explained(function, path, condition) {
            continue;
        }
        let is_same = |other: &&mut Finding<'_>| {
            other.path.to == path.to
                && other.condition.kind == condition.kind
                && other.condition.span == condition.span
        };
        match findings.iter_mut().find(is_same) {
            Some(known) => {
                known.others += 1;
                if known.condition.verdict.word() < word {
                    (known.path, known.condition) = (path, condition);
                }
            }
            None => findings.push(Finding { program, function, path, condition, others: 0 }),
        }
    }
    findings
}

/// Is it a conjunct that is not inductive, and told as such?
fn is_explained(function: &FunctionReport, path: &PathReport, condition: &ConditionReport) -> bool {
    condition.verdict.word() != ConditionWord::False && is_superfluous(function, path, condition)
}

/// Is it a conjunct that is not inductive, while the others are and suffice?
fn is_superfluous(
    function: &FunctionReport,
    path: &PathReport,
    condition: &ConditionReport,
) -> bool {
    let Some(core) = function.core.as_ref().filter(|core| core.suffices) else { return false };
    let (Point::Loop(head), GoalKind::Conjunct(place)) = (path.to, condition.kind) else {
        return false;
    };
    core.dropped.iter().any(|dropped| dropped.head == head && dropped.conjunct == place)
}

impl Finding<'_> {
    /// The word of the verdict.
    pub fn word(&self) -> ConditionWord {
        self.condition.verdict.word()
    }

    /// Is it a conjunct that is not inductive, while the others are and suffice?
    pub fn is_superfluous(&self) -> bool {
        is_superfluous(self.function, self.path, self.condition)
    }

    /// The code, for `buttress explain`.
    pub fn code(&self) -> &'static str {
        if let ConditionVerdict::Unknown(why) = &self.condition.verdict {
            return why.code;
        }
        code(self.path, self.condition.kind)
    }

    /// What is the matter, in a line.
    pub fn title(&self) -> String {
        if let ConditionVerdict::Unknown(why) = &self.condition.verdict {
            return why.message.clone();
        }
        let is_false = self.word() == ConditionWord::False;
        let not = if is_false { "is false" } else { "does not follow" };
        match (self.condition.kind, self.path.to) {
            (GoalKind::Conjunct(_) | GoalKind::Fact(_), Point::Loop(_)) => {
                let name = &self.path.to_name;
                match (is_step(self.path), self.last_statement()) {
                    (true, Some(step)) if !is_false => {
                        format!("{name} is not preserved by the step {step}")
                    }
                    (true, Some(step)) => format!("{name} is false after the step {step}"),
                    _ if is_false => format!("{name} is false when the loop is reached"),
                    _ => format!("{name} does not follow when the loop is reached"),
                }
            }
            (GoalKind::Conjunct(_), Point::Call(callee, _)) => {
                let callee = &self.program.function(callee).name.text;
                format!("the precondition of {callee} {not} at this call")
            }
            (GoalKind::Conjunct(_), Point::Assert(_)) => format!("the assertion {not}"),
            (GoalKind::Conjunct(_) | GoalKind::Fact(_), _) => {
                format!("the postcondition of {} {not}", self.function.name)
            }
            (GoalKind::Runtime(check), _) => self.runtime_title(check),
            (GoalKind::RankNotNegative(_), _) => {
                format!("the ranking {} can be negative", self.condition.subject)
            }
            (GoalKind::RankDecreases, _) => "the ranking does not decrease on this path".to_owned(),
        }
    }

    fn runtime_title(&self, check: Check) -> String {
        let source = &self.condition.subject;
        let instance =
            self.condition.verdict.failure().and_then(|failure| failure.instance.as_ref());
        match check {
            Check::NotNegative => match instance {
                Some(instance) => format!("subscript {source} can be {}", instance.right),
                None => format!("subscript {source} can be negative"),
            },
            Check::BelowLength => {
                let length = self.condition.length.as_deref().unwrap_or("its length");
                match instance {
                    Some(instance) if instance.left == instance.right => {
                        format!("subscript {source} can be {length}")
                    }
                    _ => format!("subscript {source} can be beyond {length}"),
                }
            }
            Check::Divisor => format!("the divisor {source} can be 0"),
            Check::NewLength => match instance {
                Some(instance) => {
                    format!("the length {source} of a new array can be {}", instance.right)
                }
                None => format!("the length {source} of a new array can be negative"),
            },
            Check::HasKey => format!("the key in {source} can be missing"),
            Check::NotAtom => format!("the list in {source} can be nil"),
        }
    }

    /// What to write below the condition.
    pub fn label(&self) -> &'static str {
        match (self.word(), self.condition.kind) {
            (ConditionWord::False, GoalKind::Conjunct(_)) => "false here",
            (ConditionWord::Open, GoalKind::Conjunct(_)) => "not proved",
            _ => "",
        }
    }

    /// The subscript whose value is outside, if it is one.
    pub fn subscript(&self) -> Option<&Value> {
        let instance = self.condition.verdict.failure()?.instance.as_ref()?;
        match self.condition.kind {
            GoalKind::Runtime(Check::NotNegative) => Some(&instance.right),
            GoalKind::Runtime(Check::BelowLength) => Some(&instance.left),
            _ => None,
        }
    }

    /// Where the statement is that the path ends with.
    pub fn last_span(&self) -> Option<Span> {
        match self.path.to {
            Point::Call(_, span) | Point::Runtime(_, span) | Point::Assert(span) => Some(span),
            _ => self.path.steps.last().map(|step| step.span),
        }
    }

    /// The last statement on the path that does something.
    fn last_statement(&self) -> Option<&str> {
        let last = self.path.steps.iter().rev().find(|step| step.branch.is_none());
        last.map(|step| step.text.as_str())
    }
}

/// The code of a condition of this kind.
pub fn code(path: &PathReport, kind: GoalKind) -> &'static str {
    match (kind, path.to) {
        (GoalKind::Conjunct(_) | GoalKind::Fact(_), Point::Loop(_)) if is_step(path) => "PI0305",
        (GoalKind::Conjunct(_) | GoalKind::Fact(_), Point::Loop(_)) => "PI0304",
        (GoalKind::Conjunct(_), Point::Call(..)) => "PI0315",
        (GoalKind::Conjunct(_), Point::Assert(_)) => "PI0316",
        (GoalKind::Conjunct(_) | GoalKind::Fact(_), _) => "PI0301",
        (GoalKind::Runtime(Check::NotNegative | Check::BelowLength), _) => "PI0310",
        (GoalKind::Runtime(Check::Divisor), _) => "PI0311",
        (GoalKind::Runtime(Check::NewLength), _) => "PI0312",
        (GoalKind::Runtime(Check::HasKey), _) => "PI0313",
        (GoalKind::Runtime(Check::NotAtom), _) => "PI0314",
        (GoalKind::RankNotNegative(_), _) => "PI0320",
        (GoalKind::RankDecreases, _) => "PI0321",
    }
}

/// Does the path come back to its loop, or to one around it? Loops are numbered in the order of the text.
fn is_step(path: &PathReport) -> bool {
    match (path.from, path.to) {
        (Point::Loop(from), Point::Loop(to)) => to <= from,
        _ => false,
    }
}
