//! Paths in the source of the program.

use buttress_pi::paths::{BasicPath, Check, GoalKind, Point, ProgramPoint, Step, ranking};
use buttress_pi::program::{Annotation, Function, Program, Statement, StatementKind};
use buttress_pi::{Facts, Lines, Span, print};

use super::concrete::{Array, find};
use super::path_step::PathStep;

/// The program, its text and one of its functions: what names are made from.
#[derive(Clone, Copy)]
pub struct SourceText<'a> {
    /// The text of the program.
    pub text: &'a str,
    /// The program.
    pub program: &'a Program,
    /// The function.
    pub function: &'a Function,
    /// Where lines begin in the text.
    pub lines: &'a Lines,
}

/// A goal in the words of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalText {
    /// All of it, as in `i + 1 < |a|`.
    pub text: String,
    /// The expression that it is about: a subscript, a divisor, a component of a ranking, a conjunct.
    pub subject: String,
    /// What a subscript has to be below, as in `|a|`.
    pub length: Option<String>,
}

impl SourceText<'_> {
    /// What a point is called: by its label, or by its line.
    pub fn point(&self, point: Point) -> String {
        let line = |span: Span| self.lines.line(span);
        match point {
            Point::Pre => "pre".to_owned(),
            Point::Post => "post".to_owned(),
            Point::Loop(head) => {
                let head = self.function.head(head);
                match &head.annotation.label {
                    Some(label) => label.clone(),
                    None => format!("loop at line {}", line(head.span)),
                }
            }
            Point::Assert(span) => match label_of(&self.function.body, span) {
                Some(label) => label.to_owned(),
                None => format!("assertion at line {}", line(span)),
            },
            Point::Call(callee, span) => {
                format!("pre of {} at line {}", self.program.function(callee).name.text, line(span))
            }
            Point::Runtime(check, span) => {
                let what = match check {
                    Check::NotNegative | Check::BelowLength => "subscript",
                    Check::Divisor => "division",
                    Check::NewLength => "new array",
                    Check::HasKey => "get",
                    Check::NotAtom => "part of a list",
                };
                format!("{what} at line {}", line(span))
            }
            Point::Rank => "ranking".to_owned(),
        }
    }

    /// `L1 -> post`
    pub fn path(&self, path: &BasicPath) -> String {
        format!("{} -> {}", self.point(path.from), self.point(path.to))
    }

    /// What happens on the way.
    pub fn steps(&self, steps: &[Step]) -> Vec<PathStep> {
        let steps = steps.iter().map(|step| self.step(step));
        // Where a body ends without a return, there is only its brace.
        steps.filter(|step| step.text != "}").collect()
    }

    fn step(&self, step: &Step) -> PathStep {
        match step {
            Step::Assume { condition, holds } => {
                let source = self.source(*condition);
                let text = match holds {
                    true => format!("assume {source}"),
                    false => format!("assume !({source})"),
                };
                PathStep { span: *condition, text, branch: Some(*holds), changed: None }
            }
            Step::Execute { statement, changed } => {
                let changed = changed.as_ref().map(|(variable, _)| *variable);
                let text = self.source(*statement);
                PathStep { span: *statement, text, branch: None, changed }
            }
            Step::Either(ways) => {
                let mut spans =
                    ways.iter().flat_map(|way| &way.steps).map(|step| self.step(step).span);
                let first = spans.next().unwrap_or_default();
                let text =
                    format!("one of {} ways from line {}", ways.len(), self.lines.line(first));
                PathStep { span: first, text, branch: None, changed: None }
            }
            Step::Call { span, .. } => {
                let text = format!("call {}", self.source(*span));
                PathStep { span: *span, text, branch: None, changed: None }
            }
        }
    }

    /// A stretch of the program in one line, without its last semicolon.
    pub fn source(&self, span: Span) -> String {
        let source: Vec<&str> = span.of(self.text).split_whitespace().collect();
        source.join(" ").trim_end_matches(';').trim_end().to_owned()
    }

    /// The components of the ranking at a point.
    fn ranking(&self, point: ProgramPoint, facts: &Facts) -> Vec<String> {
        let function = self.program.function(point.0);
        let found = ranking(self.program, facts, point);
        let components = found.iter().flat_map(|ranking| ranking.components);
        components.map(|component| print::expression(self.program, function, component)).collect()
    }

    /// The conjunct of a contract at this position, if it is not in the text.
    fn added(&self, at: Point, place: usize) -> Option<String> {
        let (function, annotation) = match at {
            Point::Post => (self.function, &self.function.post),
            Point::Call(callee, _) => {
                let callee = self.program.function(callee);
                (callee, &callee.pre)
            }
            _ => return None,
        };
        let is_added = annotation.is_added(place);
        is_added.then(|| print::expression(self.program, function, &annotation.conjuncts[place]))
    }

    /// A goal in the source of the program.
    pub fn goal(&self, path: &BasicPath, kind: GoalKind, span: Span, facts: &Facts) -> GoalText {
        let subject = self.subject(path, kind, span, facts);
        let (text, length) = match kind {
            GoalKind::Conjunct(_) | GoalKind::Fact(_) => (subject.clone(), None),
            GoalKind::Runtime(Check::NotNegative) => (format!("0 <= {subject}"), None),
            GoalKind::Runtime(Check::BelowLength) => {
                let length = format!("|{}|", self.array(span));
                (format!("{subject} < {length}"), Some(length))
            }
            GoalKind::Runtime(Check::Divisor) => (format!("{subject} != 0"), None),
            GoalKind::Runtime(Check::HasKey) => (format!("{subject}: the key is there"), None),
            GoalKind::Runtime(Check::NotAtom) => (format!("{subject}: the list is not nil"), None),
            GoalKind::Runtime(Check::NewLength) | GoalKind::RankNotNegative(_) => {
                (format!("{subject} >= 0"), None)
            }
            GoalKind::RankDecreases => (format!("({subject}) decreases"), None),
        };
        GoalText { text, subject, length }
    }

    /// The expression that a goal is about.
    fn subject(&self, path: &BasicPath, kind: GoalKind, span: Span, facts: &Facts) -> String {
        let written = || self.source(span);
        match kind {
            GoalKind::Conjunct(place) => self.added(path.to, place).unwrap_or_else(written),
            GoalKind::Fact(place) => {
                let fact = match path.to {
                    Point::Loop(head) => facts.of(path.function, head).get(place),
                    _ => None,
                };
                fact.map_or_else(written, |fact| {
                    print::expression(self.program, self.function, fact)
                })
            }
            GoalKind::Runtime(_) => written(),
            GoalKind::RankNotNegative(place) => {
                let mut components = self.ranking((path.function, path.from), facts).into_iter();
                components.nth(place).unwrap_or_else(written)
            }
            GoalKind::RankDecreases => {
                let to = match path.to {
                    Point::Call(callee, _) => (callee, Point::Pre),
                    to => (path.function, to),
                };
                self.ranking(to, facts).join(", ")
            }
        }
    }

    /// The array whose cell is meant at a span.
    fn array(&self, span: Span) -> String {
        let array = find(&self.function.body, span).and_then(|subject| subject.array);
        array.map_or_else(String::new, |array| match array {
            Array::Expression(array) => self.source(array.span),
            Array::Variable(variable) => self.function.variable(variable).name.clone(),
        })
    }
}

/// The label of the assertion at a span.
fn label_of(statements: &[Statement], span: Span) -> Option<&str> {
    assertion_at(statements, span)?.label.as_deref()
}

/// The assertion among these statements that is written at a span.
pub fn assertion_at(statements: &[Statement], span: Span) -> Option<&Annotation> {
    statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Assert(annotation) => {
            (statement.span == span || annotation.span == span).then_some(annotation)
        }
        StatementKind::Block(inner) => assertion_at(inner, span),
        StatementKind::If(_, then, otherwise) => {
            assertion_at(then, span).or_else(|| assertion_at(otherwise, span))
        }
        StatementKind::Loop(inner) => assertion_at(&inner.body, span)
            .or_else(|| assertion_at(&inner.init, span))
            .or_else(|| assertion_at(&inner.step, span)),
        _ => None,
    })
}
