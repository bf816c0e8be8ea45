//! Why a condition was not decided, in the source of the program: the part that is to blame, and the rule.

use std::collections::{BTreeSet, HashSet};

use buttress_arrays::{Rule, Violation};
use buttress_budget::Exhausted;
use buttress_decide::UnknownReason;
use buttress_logic::{Term, Terms, print_shared};
use buttress_pi::paths::{BasicPath, Goal, GoalKind, Origin, Point};
use buttress_pi::program::{BoundId, Expression, ExpressionKind, Type};
use buttress_pi::{BinaryOp, Facts, Span};

use super::source_text::{SourceText, assertion_at};
use super::unknown::{LIMIT_CODE, UnknownShown};
use crate::limits::SEARCH_DEPTH;

/// Why a goal of a path was not decided.
pub fn unknown(
    source: &SourceText<'_>,
    (terms, formulas): (&Terms, &[Term]),
    path: &BasicPath,
    goal: &Goal,
    facts: &Facts,
    reason: UnknownReason,
) -> UnknownShown {
    match reason {
        UnknownReason::Exhausted(exhausted) => exhausted_shown(exhausted),
        UnknownReason::Outside(formula, Violation { part, rule }) => {
            let holders = holders(source, (terms, formulas), path, goal, facts, formula);
            let found = holders.iter().find_map(|holder| {
                Search { source, rule, universal: BTreeSet::new() }.find(holder, SEARCH_DEPTH)
            });
            let whole = holders.first().map(|holder| (holder.span, String::new()));
            let (span, variables) = match found.or(whole) {
                Some((span, variables)) => (Some(span), variables),
                None => (None, String::new()),
            };
            let part = match span {
                Some(span) => source.source(span),
                None => print_shared(terms, part),
            };
            let under = match variables.is_empty() {
                true => String::new(),
                false => format!(" under \"forall {variables}\""),
            };
            UnknownShown {
                code: "PI0401",
                message: format!("{part}{under} is outside the array property fragment"),
                note: Some(rule.sentence().to_owned()),
                span,
                help: Some("buttress explain PI0401".to_owned()),
                exhausted: None,
                runs: 0,
            }
        }
        UnknownReason::Nonlinear(_) => {
            let holders = all_holders(source, path, goal, facts);
            let product = holders.iter().find_map(|holder| product(holder));
            UnknownShown {
                code: "PI0403",
                message: match product {
                    Some(span) => {
                        format!("the product {} could not be decided", source.source(span))
                    }
                    None => "a product of unknowns could not be decided".to_owned(),
                },
                note: Some("products of two unknowns are not decided completely".to_owned()),
                span: product,
                help: None,
                exhausted: None,
                runs: 0,
            }
        }
        UnknownReason::Quantifier(_) => UnknownShown {
            code: "PI0404",
            message: "a quantified formula could be neither refuted nor satisfied".to_owned(),
            note: None,
            span: None,
            help: None,
            exhausted: None,
            runs: 0,
        },
        UnknownReason::Incomplete(what) => UnknownShown {
            code: "PI0404",
            message: "the condition could not be decided".to_owned(),
            note: Some(what.to_owned()),
            span: None,
            help: None,
            exhausted: None,
            runs: 0,
        },
    }
}

fn exhausted_shown(exhausted: Exhausted) -> UnknownShown {
    let help = match exhausted {
        Exhausted::Effort => Some("a larger --budget may decide it".to_owned()),
        Exhausted::Time => {
            Some("a larger --timeout or --condition-timeout may decide it".to_owned())
        }
        Exhausted::Memory => Some("a larger --memory may decide it".to_owned()),
        Exhausted::Interrupt => None,
    };
    let message = match exhausted {
        Exhausted::Effort => "the budget for this condition is used up".to_owned(),
        other => other.to_string(),
    };
    let exhausted = Some(exhausted);
    UnknownShown { code: LIMIT_CODE, message, note: None, span: None, help, exhausted, runs: 0 }
}

/// The annotations whose formulas contain a term.
fn holders<'a>(
    source: &SourceText<'a>,
    (terms, formulas): (&Terms, &[Term]),
    path: &BasicPath,
    goal: &Goal,
    facts: &'a Facts,
    formula: Term,
) -> Vec<&'a Expression> {
    let holds = |place: usize| {
        let whole = formulas.get(place);
        whole.is_some_and(|whole| contains(terms, *whole, formula))
    };
    let mut found = Vec::new();
    // The negated goal comes last.
    if holds(path.hypotheses.len()) {
        found.extend(of_goal(source, path, goal.kind, facts));
    }
    for (place, hypothesis) in path.hypotheses.iter().enumerate() {
        if holds(place) {
            found.extend(of_origin(source, path, hypothesis.origin, facts));
        }
    }
    found
}

/// The annotations that a goal is asked under, its own first.
fn all_holders<'a>(
    source: &SourceText<'a>,
    path: &BasicPath,
    goal: &Goal,
    facts: &'a Facts,
) -> Vec<&'a Expression> {
    let mut found: Vec<&Expression> = of_goal(source, path, goal.kind, facts).into_iter().collect();
    for hypothesis in &path.hypotheses {
        found.extend(of_origin(source, path, hypothesis.origin, facts));
    }
    found
}

/// What is written at the end of a path.
pub fn of_goal<'a>(
    source: &SourceText<'a>,
    path: &BasicPath,
    kind: GoalKind,
    facts: &'a Facts,
) -> Option<&'a Expression> {
    match (kind, path.to) {
        (GoalKind::Fact(place), Point::Loop(head)) => facts.of(path.function, head).get(place),
        (GoalKind::Conjunct(place), to) => conjuncts(source, to)?.get(place),
        _ => None,
    }
}

fn of_origin<'a>(
    source: &SourceText<'a>,
    path: &BasicPath,
    origin: Origin,
    facts: &'a Facts,
) -> Vec<&'a Expression> {
    match origin {
        Origin::Annotation(place) => {
            let own = conjuncts(source, path.from).unwrap_or_default();
            let inferred = match path.from {
                Point::Loop(head) => facts.of(path.function, head),
                _ => &[],
            };
            own.iter().chain(inferred).nth(place).into_iter().collect()
        }
        Origin::Passed(span) => {
            let passed = assertion_at(&source.function.body, span);
            passed.map_or_else(Vec::new, |annotation| annotation.conjuncts.iter().collect())
        }
        _ => Vec::new(),
    }
}

/// The user's conjuncts at a point.
fn conjuncts<'a>(source: &SourceText<'a>, point: Point) -> Option<&'a [Expression]> {
    let function = source.function;
    Some(match point {
        Point::Pre => &function.pre.conjuncts,
        Point::Post => &function.post.conjuncts,
        Point::Loop(head) => &function.head(head).annotation.conjuncts,
        Point::Assert(span) => &assertion_at(&function.body, span)?.conjuncts,
        Point::Call(callee, _) => &source.program.function(callee).pre.conjuncts,
        Point::Runtime(..) | Point::Rank => return None,
    })
}

fn contains(terms: &Terms, formula: Term, wanted: Term) -> bool {
    let mut seen = HashSet::new();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if term == wanted {
            return true;
        }
        if seen.insert(term) {
            stack.extend(terms.arguments(term));
        }
    }
    false
}

/// The first product of two expressions that are no numbers.
fn product(expression: &Expression) -> Option<Span> {
    let mut found = None;
    expression.visit(&mut |part| {
        if let ExpressionKind::Binary(BinaryOp::Multiply, left, right) = &part.kind {
            let is_number = |side: &Expression| matches!(side.kind, ExpressionKind::Number(_));
            if !is_number(left) && !is_number(right) {
                found = found.or(Some(part.span));
            }
        }
    });
    found
}

/// Looks for the part of an annotation that breaks a rule. This goes by the look of the text; the solver has
/// decided by the formula.
struct Search<'a> {
    source: &'a SourceText<'a>,
    rule: Rule,
    universal: BTreeSet<BoundId>,
}

impl Search<'_> {
    /// The part and the variables around it.
    fn find(&mut self, expression: &Expression, depth: usize) -> Option<(Span, String)> {
        let depth = depth.checked_sub(1)?;
        if self.breaks(expression) {
            return Some((expression.span, String::new()));
        }
        match &expression.kind {
            ExpressionKind::Quantified { bounds, body, .. } => {
                let ids: Vec<BoundId> = bounds.iter().map(|bound| bound.id).collect();
                self.universal.extend(&ids);
                let found = self.find(body, depth);
                ids.iter().for_each(|id| {
                    self.universal.remove(id);
                });
                let names: Vec<&str> = bounds.iter().map(|bound| bound.name.as_str()).collect();
                found.map(|(span, inner)| match inner.is_empty() {
                    true => (span, names.join(", ")),
                    false => (span, inner),
                })
            }
            ExpressionKind::Predicate(id, arguments) => {
                if let Some(found) = self.first(arguments, depth) {
                    return Some(found);
                }
                let predicate = self.source.program.predicate(*id);
                let mut inner =
                    Search { source: self.source, rule: self.rule, universal: BTreeSet::new() };
                let pairs = predicate.parameters.iter().zip(arguments);
                let bound = pairs.filter(|(_, argument)| self.is_universal(argument));
                inner.universal.extend(bound.map(|(parameter, _)| parameter.id));
                let (span, names) = inner.find(&predicate.body, depth)?;
                // There is nothing to underline in the prelude.
                Some((if predicate.is_prelude { expression.span } else { span }, names))
            }
            ExpressionKind::Length(inner)
            | ExpressionKind::New(inner)
            | ExpressionKind::Not(inner)
            | ExpressionKind::Negate(inner)
            | ExpressionKind::Field(inner, _) => self.find(inner, depth),
            ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
                self.find(left, depth).or_else(|| self.find(right, depth))
            }
            ExpressionKind::Update(array, index, value) => self
                .find(array, depth)
                .or_else(|| self.find(index, depth))
                .or_else(|| self.find(value, depth)),
            ExpressionKind::Call(_, arguments) | ExpressionKind::Builtin(_, arguments) => {
                self.first(arguments, depth)
            }
            _ => None,
        }
    }

    fn first(&mut self, expressions: &[Expression], depth: usize) -> Option<(Span, String)> {
        expressions.iter().find_map(|expression| self.find(expression, depth))
    }

    /// Does this very expression look like what the rule forbids?
    fn breaks(&self, expression: &Expression) -> bool {
        let kind = &expression.kind;
        match self.rule {
            Rule::ArithmeticOnUniversal => match kind {
                ExpressionKind::Index(_, index) => self.is_arithmetic(index),
                ExpressionKind::Binary(_, left, right) if expression.ty == Type::Bool => {
                    self.is_arithmetic(left) || self.is_arithmetic(right)
                }
                _ => false,
            },
            Rule::NestedRead => match kind {
                ExpressionKind::Index(_, index) => self.reads(index),
                _ => false,
            },
            Rule::ReadInGuard | Rule::UniversalInValue => match kind {
                ExpressionKind::Binary(_, left, right) => {
                    self.is_variable(left) && self.reads(right)
                        || self.is_variable(right) && self.reads(left)
                }
                _ => false,
            },
            Rule::StrictOrder => match kind {
                ExpressionKind::Binary(BinaryOp::Less | BinaryOp::Greater, left, right) => {
                    self.is_variable(left) && self.is_variable(right)
                }
                _ => false,
            },
            Rule::UniversalsDiffer => match kind {
                ExpressionKind::Binary(BinaryOp::Different | BinaryOp::Equal, left, right) => {
                    self.is_variable(left) && self.is_variable(right)
                }
                _ => false,
            },
            Rule::WriteAtUniversal => match kind {
                ExpressionKind::Update(_, index, value) => {
                    self.is_universal(index) || self.is_universal(value)
                }
                _ => false,
            },
            Rule::Alternation | Rule::QuantifierInTerm => {
                matches!(kind, ExpressionKind::Quantified { .. }) && !self.universal.is_empty()
            }
            _ => false,
        }
    }

    fn is_variable(&self, expression: &Expression) -> bool {
        matches!(expression.kind, ExpressionKind::Bound(id) if self.universal.contains(&id))
    }

    /// Does a quantified variable occur?
    fn is_universal(&self, expression: &Expression) -> bool {
        let mut occurs = false;
        expression.visit(&mut |part| occurs |= self.is_variable(part));
        occurs
    }

    /// Is an array read at something with a quantified variable?
    fn reads(&self, expression: &Expression) -> bool {
        let mut reads = false;
        expression.visit(&mut |part| {
            if let ExpressionKind::Index(_, index) = &part.kind {
                reads |= self.is_universal(index);
            }
        });
        reads
    }

    /// Is it a sum or the like, of numbers, with a quantified variable outside of reads?
    fn is_arithmetic(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Negate(inner) => self.is_universal(inner) && !self.reads(inner),
            ExpressionKind::Binary(_, left, right) if expression.ty.is_number() => [left, right]
                .into_iter()
                .any(|side| self.is_variable(side) || self.is_arithmetic(side)),
            _ => false,
        }
    }
}
