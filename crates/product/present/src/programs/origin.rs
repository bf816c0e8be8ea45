//! Where the values come from that a failing goal depends on: this decides what would help.
//!
//! Assignments give values names; followed backwards from the goal, they lead to values that nothing on the path defines.
//! These are there from the beginning, or a call has left them, or they are cells of a new array or locals without a value.

use std::collections::{BTreeMap, BTreeSet};

use buttress_logic::{Op, Term, Terms};
use buttress_pi::Span;
use buttress_pi::paths::{BasicPath, Goal, Origin, Step, Symbolic};
use buttress_pi::program::{Function, FunctionId, Role, VariableId};

use super::cause::Cause;
use super::path_step::PathStep;
use super::source_text::SourceText;

/// What the goal at the end of a path depends on, apart from the state at its beginning.
pub fn causes(source: &SourceText<'_>, terms: &Terms, path: &BasicPath, goal: &Goal) -> Vec<Cause> {
    let cone = Cone::new(terms, path);
    let classify = Classify { source, terms, path };
    let direct = classify.causes(&cone.roots([goal.formula]));
    if !direct.is_empty() {
        return direct;
    }
    // What was returned may be a constant, which one depending on a branch.
    let is_branch = |origin: Origin| matches!(origin, Origin::Branch(_));
    let branches = path.hypotheses.iter().filter(|it| is_branch(it.origin));
    classify.causes(&cone.roots(branches.map(|it| it.formula)))
}

/// What values are made of.
struct Cone<'a> {
    terms: &'a Terms,
    defined: BTreeMap<Term, Vec<Term>>,
}

impl<'a> Cone<'a> {
    fn new(terms: &'a Terms, path: &BasicPath) -> Cone<'a> {
        let mut defined: BTreeMap<Term, Vec<Term>> = BTreeMap::new();
        let is_definition = |origin: Origin| {
            !matches!(origin, Origin::Annotation(_) | Origin::Branch(_) | Origin::Call(_))
        };
        for hypothesis in path.hypotheses.iter().filter(|it| is_definition(it.origin)) {
            let formula = hypothesis.formula;
            if terms.op(formula) != Op::Equal {
                continue;
            }
            let [left, right] = [terms.argument(formula, 0), terms.argument(formula, 1)];
            // The later one was named after the other.
            let (name, value) = match (is_constant(terms, left), is_constant(terms, right)) {
                (true, false) => (left, right),
                (false, true) => (right, left),
                (true, true) => (left.max(right), left.min(right)),
                (false, false) => continue,
            };
            defined.entry(name).or_default().push(value);
        }
        Cone { terms, defined }
    }

    /// The constants that formulas depend on and nothing defines.
    fn roots(&self, formulas: impl IntoIterator<Item = Term>) -> BTreeSet<Term> {
        let (mut roots, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut waiting: Vec<Term> = formulas.into_iter().collect();
        while let Some(term) = waiting.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.defined.get(&term) {
                Some(values) => waiting.extend(values),
                None if is_constant(self.terms, term) => {
                    roots.insert(term);
                }
                None => waiting.extend(self.terms.arguments(term)),
            }
        }
        roots
    }
}

fn is_constant(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Apply(_)) && terms.arguments(term).is_empty()
}

struct Classify<'a> {
    source: &'a SourceText<'a>,
    terms: &'a Terms,
    path: &'a BasicPath,
}

impl Classify<'_> {
    fn causes(&self, roots: &BTreeSet<Term>) -> Vec<Cause> {
        let start: BTreeSet<Term> =
            self.path.start.values.iter().flatten().flat_map(leaves).collect();
        let mut causes = Vec::new();
        for root in roots.difference(&start) {
            if let Some(cause) = self.cause(*root)
                && !causes.contains(&cause)
            {
                causes.push(cause);
            }
        }
        causes
    }

    fn cause(&self, root: Term) -> Option<Cause> {
        let Op::Apply(symbol) = self.terms.op(root) else { return None };
        let whole = self.terms.function_name(symbol);
        let name = whole.split(['!', '.', '|']).next().unwrap_or_default();
        let mut answered = self
            .calls()
            .filter(|(_, _, result)| result.is_some_and(|result| result.leaves.contains(&root)));
        if let Some((callee, span, _)) = answered.next() {
            return Some(self.call(callee, span));
        }
        if name == "new" {
            return Some(Cause::New { place: self.statement("new") });
        }
        let function = self.source.function;
        let (id, variable) = named(function, name)?;
        match variable {
            Role::Global => {
                let program = self.source.program;
                let changes = |callee: FunctionId| program.function(callee).modifies.contains(&id);
                let mut calls = self.calls().filter(|(callee, ..)| changes(*callee));
                calls.next().map(|(callee, span, _)| self.call(callee, span))
            }
            Role::Local => {
                let name = name.to_owned();
                Some(Cause::Unset { name, place: function.variable(id).span })
            }
            _ => None,
        }
    }

    fn calls(&self) -> impl Iterator<Item = (FunctionId, Span, Option<&Symbolic>)> {
        self.path.steps.iter().filter_map(|step| match step {
            Step::Call { function, span, result, .. } => Some((*function, *span, result.as_ref())),
            _ => None,
        })
    }

    fn call(&self, callee: FunctionId, place: Span) -> Cause {
        let function = self.source.program.function(callee);
        let post = match function.post.span {
            span if span == Span::default() => function.name.span,
            span => span,
        };
        Cause::Call { callee: function.name.text.clone(), post, place }
    }

    /// The first statement on the path in which a word occurs.
    fn statement(&self, word: &str) -> Option<Span> {
        let is_it = |step: &&PathStep| {
            let letters = |letter: char| !letter.is_alphanumeric() && letter != '_';
            step.text.split(letters).any(|part| part == word)
        };
        self.source.steps(&self.path.steps).iter().find(is_it).map(|step| step.span)
    }
}

fn leaves(value: &Symbolic) -> impl Iterator<Item = Term> {
    value.leaves.iter().copied()
}

/// The variable with a name.
fn named(function: &Function, name: &str) -> Option<(VariableId, Role)> {
    let mut numbered = (0..).map(VariableId).zip(&function.variables);
    numbered.find(|(_, variable)| variable.name == name).map(|(id, variable)| (id, variable.role))
}
