//! Reading facts and rankings that belong to a program but are not in its text.

use super::declared::Declared;
use super::function::{self, entry};
use super::global_scope;
use super::scope::Availability;
use super::typer::{Setting, Typer};
use crate::program::{
    Expression, Function, FunctionId, LoopId, Program, Role, Type, Variable, VariableId,
};
use crate::tree::{self, Declaration};
use crate::{ContractPart, Diagnostic, Name, Severity, Span};

/// Reads a formula as if it stood in the annotation of a loop. Its bound variables get numbers from `bounds` on, which
/// must not be below [`Program::bounds`]; afterwards it is beyond those used. Spans are places in `text`.
pub fn read_fact(
    program: &Program,
    function: FunctionId,
    head: LoopId,
    text: &str,
    bounds: &mut u32,
) -> Result<Expression, Diagnostic> {
    read(program, function, FactScope::At(Some(head)), text, bounds, &Type::Bool)
}

/// Reads a formula as if it were a conjunct of the `@pre` of a function.
pub fn read_entry_fact(
    program: &Program,
    function: FunctionId,
    text: &str,
    bounds: &mut u32,
) -> Result<Expression, Diagnostic> {
    read(program, function, FactScope::At(None), text, bounds, &Type::Bool)
}

/// Reads one component of a ranking as if it stood at a loop, or at the function itself if no loop is given.
pub fn read_rank(
    program: &Program,
    function: FunctionId,
    head: Option<LoopId>,
    text: &str,
    bounds: &mut u32,
) -> Result<Expression, Diagnostic> {
    read(program, function, FactScope::At(head), text, bounds, &Type::Int)
}

/// Reads a formula as if it were a conjunct of the contract of a function.
pub fn read_contract_fact(
    program: &Program,
    function: FunctionId,
    part: ContractPart,
    text: &str,
    bounds: &mut u32,
) -> Result<Expression, Diagnostic> {
    let scope = match part {
        ContractPart::Pre => FactScope::At(None),
        ContractPart::Post => FactScope::Post,
    };
    read(program, function, scope, text, bounds, &Type::Bool)
}

/// Where a formula is read.
#[derive(Clone, Copy)]
enum FactScope {
    /// At a loop, or at the beginning of the function.
    At(Option<LoopId>),
    /// In `@post`.
    Post,
}

/// What turns an expression into a file.
const BEFORE: &str = "predicate fact() := ";
const AFTER: &str = "\n;";

fn read(
    program: &Program,
    function: FunctionId,
    scope: FactScope,
    text: &str,
    bounds: &mut u32,
    ty: &Type,
) -> Result<Expression, Diagnostic> {
    let file = format!("{BEFORE}{text}{AFTER}");
    let parsed = crate::parse(&file);
    let errors = parsed.diagnostics.into_iter();
    if let Some(error) = errors.into_iter().find(|found| found.severity == Severity::Error) {
        return Err(shift_diagnostic(error, text.len()));
    }
    let [Declaration::Predicate { body, .. }] = parsed.file.declarations.as_slice() else {
        let span = Span::new(0, text.len());
        return Err(Diagnostic::error("PI0001", span, "there must be one expression"));
    };
    let declared = Declared::of(program);
    let mut typer = Typer::new(&file, &declared, (*bounds).max(program.bounds));
    typer.scope = global_scope(&declared);
    open_scope(&mut typer, program, function, scope);
    typer.setting = Setting::Annotation;
    let resolved = resolve(&mut typer, body, ty);
    *bounds = typer.bounds;
    let error = typer.diagnostics.into_iter().find(|found| found.severity == Severity::Error);
    match (resolved, error) {
        (Some(mut expression), None) => {
            shift(&mut expression, text.len());
            Ok(expression)
        }
        (_, Some(error)) => Err(shift_diagnostic(error, text.len())),
        (None, None) => {
            let span = Span::new(0, text.len());
            Err(Diagnostic::error("PI0001", span, "this is no expression"))
        }
    }
}

fn resolve<'a>(typer: &mut Typer<'a>, tree: &'a tree::Expression, ty: &Type) -> Option<Expression> {
    if *ty == Type::Int {
        return function::rank_component(typer, tree);
    }
    typer.formula = Some(tree);
    typer.expect(tree, ty, "PI0111", "an annotation")
}

/// Adds the names that can be used there.
fn open_scope(typer: &mut Typer<'_>, program: &Program, id: FunctionId, scope: FactScope) {
    let Some(function) = program.functions.get(id.0 as usize) else { return };
    typer.scope.enter();
    let visible = match scope {
        FactScope::At(Some(head)) => {
            function.loops.get(head.0 as usize).map(|head| head.scope.clone())
        }
        FactScope::At(None) => Some(function.parameters.clone()),
        FactScope::Post => return open_post(typer, function),
    };
    let name_of = |id: VariableId| {
        let variable = function.variable(id);
        Name { text: variable.name.clone(), span: Span::default() }
    };
    // A parameter without an entry value of its own still has one, itself.
    for parameter in &function.parameters {
        let mut name = name_of(*parameter);
        name.text.push_str("_0");
        let is_taken = function.variables.iter().any(|variable| variable.name == name.text);
        if !is_taken {
            let ty = function.variable(*parameter).ty.clone();
            typer.scope.add(entry(&name, *parameter, Some(ty), Availability::Entry));
        }
    }
    for id in visible.into_iter().flatten() {
        let variable = function.variable(id);
        let availability = match variable.role {
            Role::Free => Availability::Free,
            Role::Entry(_) => Availability::Entry,
            _ => Availability::Everywhere,
        };
        typer.scope.add(entry(&name_of(id), id, Some(variable.ty.clone()), availability));
    }
}

/// In `@post` a parameter stands for its value on entry.
fn open_post(typer: &mut Typer<'_>, function: &Function) {
    let name = |text: &str| Name { text: text.to_owned(), span: Span::default() };
    for parameter in &function.parameters {
        let variable = function.variable(*parameter);
        let is_ghost = |it: &Variable| it.role == Role::Entry(*parameter);
        let ghost = function.variables.iter().position(is_ghost);
        let meaning = ghost.map_or(*parameter, |place| VariableId(place as u32));
        let (own, ty) = (name(&variable.name), Some(variable.ty.clone()));
        typer.scope.add(entry(&own, meaning, ty, Availability::Everywhere));
    }
    if let Some(result) = function.result {
        let variable = function.variable(result);
        let (own, ty) = (name(&variable.name), Some(variable.ty.clone()));
        typer.scope.add(entry(&own, result, ty, Availability::Everywhere));
    }
}

fn shift_span(span: &mut Span, length: usize) {
    let (before, length) = (BEFORE.len() as u32, length as u32);
    span.start = span.start.saturating_sub(before).min(length);
    span.end = span.end.saturating_sub(before).min(length);
}

fn shift_diagnostic(mut diagnostic: Diagnostic, length: usize) -> Diagnostic {
    shift_span(&mut diagnostic.span, length);
    // Other places are in the program's own text, or nowhere; a formula of one line needs none.
    diagnostic.related.clear();
    diagnostic
}

fn shift(expression: &mut Expression, length: usize) {
    expression.visit_mut(&mut |inner| shift_span(&mut inner.span, length));
}
