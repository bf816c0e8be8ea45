//! Functions: contract, parameters, body.

use std::collections::BTreeSet;

use super::declared::{Declared, Global, ReturnType};
use super::flow::{self, Assigned};
use super::scope::{Availability, Entry, Meaning};
use super::typer::{Setting, Typer};
use crate::program::{
    Annotation, Expression, ExpressionKind, Function, FunctionId, LoopHead, Rank, Role, Type,
    Variable, VariableId,
};
use crate::{BinaryOp, Diagnostic, Name, Span, tree};

/// A function being resolved.
pub(super) struct FunctionReader<'r, 'a> {
    /// Resolves its expressions.
    pub typer: &'r mut Typer<'a>,
    /// Is this written in the classic dialect?
    pub is_classic: bool,
    /// What it returns.
    pub answer: ReturnType,
    /// Where its head is.
    pub name: Span,
    /// Its variables so far.
    pub variables: Vec<Variable>,
    /// Its loops so far.
    pub loops: Vec<LoopHead>,
    /// The loops around the present statement.
    pub depth: u32,
    /// Parameters of whose assignment the user has been told.
    pub warned: BTreeSet<VariableId>,
}

/// A resolved function, and what it calls.
pub(super) struct FunctionRead {
    /// The function; none after a mistake that leaves nothing to show.
    pub function: Option<Function>,
    /// What it calls.
    pub calls: BTreeSet<FunctionId>,
}

/// Resolves a function.
pub(super) fn read<'a>(
    typer: &mut Typer<'a>,
    id: FunctionId,
    tree: &'a tree::Function,
    is_classic: bool,
) -> FunctionRead {
    typer.start_function();
    typer.calls.clear();
    let declared = typer.declared;
    let signature = &declared.functions[id.0 as usize];
    let mut reader = FunctionReader {
        typer,
        is_classic,
        answer: signature.result.clone(),
        name: tree.name.span,
        variables: globals(declared),
        loops: vec![],
        depth: 0,
        warned: BTreeSet::new(),
    };
    let function = reader.read(tree, &signature.parameters);
    let calls = std::mem::take(&mut reader.typer.calls);
    FunctionRead { function, calls }
}

/// The globals, as variables of every function.
fn globals(declared: &Declared) -> Vec<Variable> {
    let global = |global: &Global| Variable {
        name: global.name.text.clone(),
        ty: global.ty.clone().unwrap_or(Type::Int),
        role: if global.is_free { Role::Free } else { Role::Global },
        span: global.name.span,
        is_assigned: false,
    };
    declared.globals.iter().map(global).collect()
}

impl<'a> FunctionReader<'_, 'a> {
    fn read(
        &mut self,
        tree: &'a tree::Function,
        formals: &[(Name, Option<Type>)],
    ) -> Option<Function> {
        let assigned = flow::assigned(tree);
        let parameters: Vec<VariableId> =
            formals.iter().map(|(name, ty)| self.add(name, ty.as_ref(), Role::Parameter)).collect();
        let result = match self.answer.clone() {
            ReturnType::Void => None,
            ReturnType::Value(ty) => {
                let name = Name { text: "rv".to_owned(), span: tree.name.span };
                Some(self.add(&name, ty.as_ref(), Role::Result))
            }
        };
        let entries = self.add_entries(&parameters, &assigned);
        self.in_scope(formals, &parameters, |_, parameter| parameter);
        let pre = self.contract(&tree.pre, Setting::Annotation);
        let rank = self.rank(tree.rank.as_ref());
        self.typer.scope.leave();

        // In `@post` a parameter means its value on entry.
        self.in_scope(formals, &parameters, |position, parameter| {
            entries[position].unwrap_or(parameter)
        });
        if let (Some(result), ReturnType::Value(ty)) = (result, self.answer.clone()) {
            let name = Name { text: "rv".to_owned(), span: tree.name.span };
            self.typer.scope.add(entry(&name, result, ty, Availability::Everywhere));
        }
        let post = self.contract(&tree.post, Setting::Post);
        self.typer.scope.leave();

        self.typer.scope.enter();
        for ((name, ty), (parameter, ghost)) in formals.iter().zip(parameters.iter().zip(&entries))
        {
            let found = entry(name, *parameter, ty.clone(), Availability::Everywhere);
            self.typer.scope.add(found);
            if let Some(text) = self.entry_name(name, *parameter, *ghost, &assigned) {
                let alias = Name { text, span: name.span };
                let meaning = ghost.unwrap_or(*parameter);
                let found = entry(&alias, meaning, ty.clone(), Availability::Entry);
                self.typer.scope.add(found);
            }
        }
        let body = self.block(&tree.body);
        self.typer.scope.leave();
        self.check_flow(tree, body.as_deref());
        Some(Function {
            name: tree.name.clone(),
            variables: std::mem::take(&mut self.variables),
            parameters,
            result,
            modifies: vec![],
            pre: pre?,
            post: post?,
            rank: rank?,
            body: body?,
            loops: std::mem::take(&mut self.loops),
            span: tree.span,
        })
    }

    /// A new variable.
    pub fn add(&mut self, name: &Name, ty: Option<&Type>, role: Role) -> VariableId {
        let id = VariableId(self.variables.len() as u32);
        self.variables.push(Variable {
            name: name.text.clone(),
            ty: ty.cloned().unwrap_or(Type::Int),
            role,
            span: name.span,
            is_assigned: false,
        });
        id
    }

    /// Entry values for the parameters that are assigned.
    fn add_entries(
        &mut self,
        parameters: &[VariableId],
        assigned: &Assigned,
    ) -> Vec<Option<VariableId>> {
        let mut entries = vec![];
        for parameter in parameters {
            let variable = self.variables[parameter.0 as usize].clone();
            if !assigned.parameters.contains(&variable.name) {
                entries.push(None);
                continue;
            }
            let mut text = format!("{}_0", variable.name);
            while self.is_taken(&text, assigned) {
                text.push('0');
            }
            let name = Name { text, span: variable.span };
            entries.push(Some(self.add(&name, Some(&variable.ty), Role::Entry(*parameter))));
        }
        entries
    }

    /// The name under which annotations know the value of a parameter on entry.
    fn entry_name(
        &self,
        name: &Name,
        parameter: VariableId,
        ghost: Option<VariableId>,
        assigned: &Assigned,
    ) -> Option<String> {
        match ghost {
            Some(ghost) => Some(self.variables[ghost.0 as usize].name.clone()),
            None => {
                let text = format!("{}_0", name.text);
                let is_own = self.variables[parameter.0 as usize].name == text;
                (!is_own && !self.is_taken(&text, assigned)).then_some(text)
            }
        }
    }

    fn is_taken(&self, name: &str, assigned: &Assigned) -> bool {
        self.variables.iter().any(|variable| variable.name == name)
            || assigned.locals.contains(name)
    }

    /// Opens the scope of a part of the contract.
    fn in_scope(
        &mut self,
        formals: &[(Name, Option<Type>)],
        parameters: &[VariableId],
        meaning: impl Fn(usize, VariableId) -> VariableId,
    ) {
        self.typer.scope.enter();
        for (position, ((name, ty), parameter)) in formals.iter().zip(parameters).enumerate() {
            let meaning = meaning(position, *parameter);
            let own = entry(name, meaning, ty.clone(), Availability::Everywhere);
            let text = format!("{}_0", name.text);
            let is_free = formals.iter().all(|(other, _)| other.text != text)
                && self.typer.scope.find(&text).is_none();
            if is_free {
                let alias = Name { text, span: name.span };
                self.typer.scope.add(entry(&alias, meaning, ty.clone(), Availability::Entry));
            }
            self.typer.scope.add(own);
        }
    }

    fn contract(&mut self, formula: &'a tree::Expression, setting: Setting) -> Option<Annotation> {
        let conjuncts = conjuncts(self.typer, formula, setting)?;
        Some(Annotation { label: None, conjuncts, added: 0, span: formula.span })
    }

    /// `@ L: F`
    pub fn annotation(&mut self, tree: &'a tree::Annotation) -> Option<Annotation> {
        let conjuncts = conjuncts(self.typer, &tree.formula, Setting::Annotation)?;
        let label = tree.label.as_ref().map(|label| label.text.clone());
        Some(Annotation { label, conjuncts, added: 0, span: tree.span })
    }

    /// `#(e, …)`, if there is one.
    pub fn rank(&mut self, tree: Option<&'a tree::Rank>) -> Option<Option<Rank>> {
        let Some(tree) = tree else { return Some(None) };
        let mut components = Some(vec![]);
        for component in &tree.components {
            let found = rank_component(self.typer, component);
            components = components.and_then(|mut components| {
                components.push(found?);
                Some(components)
            });
        }
        Some(Some(Rank { components: components?, span: tree.span }))
    }

    fn check_flow(&mut self, tree: &tree::Function, body: Option<&[crate::program::Statement]>) {
        let Some(body) = body else { return };
        if self.answer != ReturnType::Void && !flow::returns(body) {
            let end = tree.body.span.end;
            let brace = Span { start: end.saturating_sub(1), end };
            let message =
                format!("`{}` can reach its end without returning a value", tree.name.text);
            let mut diagnostic = Diagnostic::error("PI0128", brace, message)
                .labelled("there must be a `return` on every way to here");
            if let Some(result) = &tree.result {
                diagnostic = diagnostic.pointing(result.span, "what it should return");
            }
            self.typer.say(diagnostic);
        }
        let mut spans = vec![];
        flow::unreachable(body, &mut spans);
        for span in spans {
            self.typer.say(Diagnostic::warning("PI0134", span, "this can never be reached"));
        }
    }
}

/// A name for a variable.
pub(super) fn entry(
    name: &Name,
    variable: VariableId,
    ty: Option<Type>,
    availability: Availability,
) -> Entry {
    let meaning = Meaning::Variable(variable);
    Entry { name: name.text.clone(), meaning, ty, span: name.span, availability }
}

/// A formula, cut into its conjuncts.
pub(super) fn conjuncts<'a>(
    typer: &mut Typer<'a>,
    formula: &'a tree::Expression,
    setting: Setting,
) -> Option<Vec<Expression>> {
    let outer = std::mem::replace(&mut typer.setting, setting);
    typer.formula = Some(formula);
    let resolved = typer.expect(formula, &Type::Bool, "PI0111", "an annotation");
    typer.formula = None;
    typer.setting = outer;
    let mut conjuncts = vec![];
    split(resolved?, &mut conjuncts);
    Some(conjuncts)
}

/// A component of a ranking.
pub(super) fn rank_component<'a>(
    typer: &mut Typer<'a>,
    component: &'a tree::Expression,
) -> Option<Expression> {
    let outer = std::mem::replace(&mut typer.setting, Setting::Annotation);
    typer.formula = Some(component);
    let resolved = typer.expect(component, &Type::Int, "PI0203", "a component of a ranking");
    typer.formula = None;
    typer.setting = outer;
    resolved
}

fn split(formula: Expression, conjuncts: &mut Vec<Expression>) {
    match formula.kind {
        ExpressionKind::Bool(true) => {}
        ExpressionKind::Binary(BinaryOp::And, left, right) => {
            split(*left, conjuncts);
            split(*right, conjuncts);
        }
        _ => conjuncts.push(formula),
    }
}
