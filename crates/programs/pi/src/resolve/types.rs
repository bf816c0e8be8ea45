//! Types: from what is written to what it means.

use super::declared::Declared;
use super::spelling;
use crate::program::{Struct, StructId, Type};
use crate::tree::{TypeKind, TypeTree};
use crate::{Diagnostic, Span};

/// The type that is written; none if it is none, after saying so.
pub(super) fn resolve(
    declared: &Declared,
    tree: &TypeTree,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Type> {
    match &tree.kind {
        TypeKind::Int => Some(Type::Int),
        TypeKind::Float => Some(Type::Float),
        TypeKind::Bool => Some(Type::Bool),
        TypeKind::Named(name) => match declared.struct_names.get(name) {
            Some(id) => Some(Type::Struct(*id)),
            None => unknown(declared, name, tree, diagnostics),
        },
        TypeKind::Array(element) => {
            let ty = Type::Array(Box::new(resolve(declared, element, diagnostics)?));
            if is_array_of_containers(&declared.structs, &ty) {
                diagnostics.push(no_containers(declared, tree.span, &ty));
                return None;
            }
            Some(ty)
        }
        TypeKind::Table(key, value) => {
            let key = scalar(declared, key, "a key of a hashtable", diagnostics);
            let value = scalar(declared, value, "a value of a hashtable", diagnostics);
            Some(Type::Table(Box::new(key?), Box::new(value?)))
        }
        TypeKind::List(element) => {
            let element = scalar(declared, element, "an element of a list", diagnostics)?;
            Some(Type::List(Box::new(element)))
        }
    }
}

/// The type that is written, which has to be `int`, `float` or `bool`.
pub(super) fn scalar(
    declared: &Declared,
    tree: &TypeTree,
    role: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Type> {
    let ty = resolve(declared, tree, diagnostics)?;
    if ty.is_scalar() {
        return Some(ty);
    }
    let message = format!(
        "{role} must be `int`, `float` or `bool`, but this is `{}`",
        declared.type_name(&ty)
    );
    diagnostics.push(Diagnostic::error("PI0106", tree.span, message));
    None
}

/// No struct may hold itself: it would have no finite value.
pub(super) fn check_structs(declared: &mut Declared, diagnostics: &mut Vec<Diagnostic>) {
    let mut found = vec![];
    for (number, structure) in declared.structs.iter().enumerate() {
        let id = StructId(number as u32);
        for (field, ty) in &structure.fields {
            if holds(&declared.structs, ty, id) {
                let message = format!("the struct `{}` holds itself", structure.name.text);
                diagnostics.push(
                    Diagnostic::error("PI0106", field.span, message)
                        .labelled(format!("this `{}` has another one", declared.type_name(ty)))
                        .pointing(structure.name.span, "the struct"),
                );
                found.push(id);
            } else if is_array_of_containers(&declared.structs, ty) {
                diagnostics.push(no_containers(declared, field.span, ty));
                found.push(id);
            }
        }
    }
    // Whoever walks through types from here on must come to an end.
    for id in found {
        declared.structs[id.0 as usize].fields.clear();
        declared.damaged.insert(id);
    }
}

/// Is a value of this struct part of one of the type?
fn holds(structs: &[Struct], ty: &Type, target: StructId) -> bool {
    let mut seen = vec![false; structs.len()];
    let mut waiting = vec![ty];
    while let Some(ty) = waiting.pop() {
        match ty {
            Type::Array(element) => waiting.push(element),
            Type::Struct(id) if *id == target => return true,
            Type::Struct(id) => {
                if let Some(seen) = seen.get_mut(id.0 as usize)
                    && !std::mem::replace(seen, true)
                {
                    waiting.extend(structs[id.0 as usize].fields.iter().map(|(_, ty)| ty));
                }
            }
            _ => {}
        }
    }
    false
}

/// Is it an array with tables or lists in its elements?
fn is_array_of_containers(structs: &[Struct], ty: &Type) -> bool {
    let mut seen = vec![false; structs.len()];
    let mut waiting = vec![(ty, false)];
    while let Some((ty, is_element)) = waiting.pop() {
        match ty {
            Type::Table(..) | Type::List(_) if is_element => return true,
            Type::Array(element) => waiting.push((element, true)),
            Type::Struct(id) if is_element => {
                if let Some(seen) = seen.get_mut(id.0 as usize)
                    && !std::mem::replace(seen, true)
                {
                    let fields = &structs[id.0 as usize].fields;
                    waiting.extend(fields.iter().map(|(_, ty)| (ty, true)));
                }
            }
            _ => {}
        }
    }
    false
}

fn no_containers(declared: &Declared, span: Span, ty: &Type) -> Diagnostic {
    let message = format!("`{}` is an array of hashtables or lists", declared.type_name(ty));
    Diagnostic::error("PI0106", span, message)
        .noting("arrays cannot hold these, also not within structs")
}

fn unknown(
    declared: &Declared,
    name: &str,
    tree: &TypeTree,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Type> {
    let message = format!("there is no type `{name}`");
    let diagnostic = Diagnostic::error("PI0102", tree.span, message);
    // Habits from other languages: reading on as if it had been written right finds more mistakes.
    let meant = match name {
        "double" | "real" => Some(("float", Type::Float)),
        "integer" | "long" | "short" | "char" => Some(("int", Type::Int)),
        "boolean" => Some(("bool", Type::Bool)),
        _ => None,
    };
    if let Some((written, ty)) = meant {
        diagnostics.push(diagnostic.advising(written));
        return Some(ty);
    }
    let names = declared.struct_names.keys().map(String::as_str).chain(["int", "float", "bool"]);
    diagnostics.push(match spelling::nearest(name, names) {
        Some(near) => diagnostic.suggesting(&near),
        None => diagnostic,
    });
    None
}
