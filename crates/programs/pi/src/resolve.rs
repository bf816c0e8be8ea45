//! From the tree to the program: what names mean, what types expressions have, what may stand where.
//!
//! ```text
//! declared   what can be used from everywhere: structs, globals, predicates and functions with their parameters
//! function   contract, parameters, body ─ statement ─ typer (expressions) ─ operators, call, container
//! ranking    are rankings there that others are compared with?
//! ```
//!
//! All mistakes of a file are found in one go. Whatever depends on a mistake is passed over in silence, so that
//! each message stands for something to be changed.

mod call;
mod container;
mod declared;
mod fact;
mod flow;
mod function;
mod names;
mod operators;
mod parts;
mod predicate;
mod quantifier;
mod quantifier_trap;
mod ranking;
mod scope;
pub(crate) mod spelling;
mod statement;
mod typer;
mod types;

use std::collections::BTreeSet;

use crate::program::{Function, FunctionId, VariableId};
use crate::tree::{Declaration, Dialect, File};
use crate::{Diagnostic, Program, Severity, prelude};

use declared::Declared;
use scope::{Availability, Scope};
use typer::Typer;

pub use fact::{read_contract_fact, read_entry_fact, read_fact, read_rank};

/// What became of a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolved {
    /// The program; none if there was an error, or if the parser left something out of the tree.
    pub program: Option<Program>,
    /// The messages, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// What became of a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The program; none if there was an error.
    pub program: Option<Program>,
    /// How the text is written.
    pub dialect: Dialect,
    /// The messages, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a program.
pub fn read(text: &str) -> Reading {
    let parsed = crate::parse(text);
    let dialect = parsed.file.dialect;
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Reading { program: None, dialect, diagnostics };
    }
    let resolved = resolve(text, &parsed.file);
    diagnostics.extend(resolved.diagnostics);
    sort(&mut diagnostics);
    Reading { program: resolved.program, dialect, diagnostics }
}

/// Resolves the names and types of a tree.
pub fn resolve(text: &str, file: &File) -> Resolved {
    let prelude = prelude::unshadowed(file);
    let mut diagnostics = vec![];
    let declared = Declared::gather(&prelude, &file.declarations, &mut diagnostics);
    let mut typer = Typer::new(text, &declared, 0);
    typer.scope = global_scope(&declared);

    let predicates = predicate::read_all(&mut typer, prelude.iter().chain(&file.declarations));
    let mut functions = vec![];
    let mut calls = vec![];
    for declaration in &file.declarations {
        let Declaration::Function(tree) = declaration else { continue };
        let id = FunctionId(functions.len() as u32);
        let read = function::read(&mut typer, id, tree, file.dialect == Dialect::Classic);
        functions.push(read.function);
        calls.push(read.calls);
    }
    diagnostics.append(&mut typer.diagnostics);
    ranking::check(&functions, &calls, &mut diagnostics);
    sort(&mut diagnostics);

    let (bounds, is_damaged) = (typer.bounds, typer.is_damaged);
    let is_wrong = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let program = match (predicates, functions.into_iter().collect::<Option<Vec<_>>>()) {
        (Some(predicates), Some(mut functions)) if !is_wrong && !is_damaged => {
            let globals = declared.globals.len() as u32;
            add_modifies(&mut functions, &calls, globals);
            let structs = declared.structs;
            Some(Program { structs, predicates, functions, globals, bounds, ..Program::default() })
        }
        _ => None,
    };
    Resolved { program, diagnostics }
}

/// The scope around everything.
fn global_scope(declared: &Declared) -> Scope {
    let mut scope = Scope::default();
    for (number, global) in declared.globals.iter().enumerate() {
        let availability =
            if global.is_free { Availability::Free } else { Availability::Everywhere };
        let id = VariableId(number as u32);
        scope.add(function::entry(&global.name, id, global.ty.clone(), availability));
    }
    scope
}

/// Finds the globals that each function may assign, itself or by what it calls.
fn add_modifies(functions: &mut [Function], calls: &[BTreeSet<FunctionId>], globals: u32) {
    let own: Vec<BTreeSet<VariableId>> = functions
        .iter()
        .map(|function| {
            (0..globals).map(VariableId).filter(|id| function.variable(*id).is_assigned).collect()
        })
        .collect();
    let reach = ranking::closure(calls);
    for (number, function) in functions.iter_mut().enumerate() {
        let mut modifies = own[number].clone();
        for callee in &reach[number] {
            modifies.extend(own.get(callee.0 as usize).into_iter().flatten());
        }
        for id in &modifies {
            function.variables[id.0 as usize].is_assigned = true;
        }
        function.modifies = modifies.into_iter().collect();
    }
}

fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
}
