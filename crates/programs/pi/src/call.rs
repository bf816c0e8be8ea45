//! Reading calls: `BubbleSort([3, 1, 2], 0, u = 2)`, and single values.
//!
//! Literals are read for the types of the function's parameters, so that `[]` is an array here and a list there, and
//! `2` a `float` where one is expected.

mod literal;

use std::collections::BTreeMap;

use buttress_numeric::Integer;

use self::literal::{Form, Item, Literal};
use crate::program::{Function, FunctionId, Type};
use crate::resolve::spelling;
use crate::{Diagnostic, Program, Span, Value};

/// The function and the arguments of a call. Spans of messages are places in `text`.
pub fn read_call(program: &Program, text: &str) -> Result<(FunctionId, Vec<Value>), Diagnostic> {
    let call = literal::read(text)?;
    let Form::Call(name, arguments) = call.form else {
        return Err(Diagnostic::error("PI0080", call.span, "this is not a call")
            .helping("a call is written like `f([3, 1, 2], 0, u = 2)`"));
    };
    let name_span = Span::new(call.span.start as usize, call.span.start as usize + name.len());
    let Some(id) = program.function_named(&name) else {
        return Err(unknown_function(program, &name, name_span));
    };
    let function = program.function(id);
    let mut slots: Vec<Option<Value>> = vec![None; function.parameters.len()];
    let count = arguments.len();
    for (position, (name, argument)) in arguments.into_iter().enumerate() {
        let position = match &name {
            None => position,
            Some(name) => position_of(function, name, argument.span)?,
        };
        let Some(slot) = slots.get_mut(position) else {
            return Err(wrong_number(program, function, count, call.span));
        };
        let parameter = function.variable(function.parameters[position]);
        if slot.is_some() {
            let message = format!("`{}` is given twice", parameter.name);
            return Err(Diagnostic::error("PI0182", argument.span, message));
        }
        *slot = Some(typed(program, &parameter.ty, &argument).map_err(|diagnostic| {
            let ty = name_of(program, &parameter.ty);
            diagnostic.noting(format!("`{}` has type `{ty}`", parameter.name))
        })?);
    }
    match slots.into_iter().collect() {
        Some(values) => Ok((id, values)),
        None => Err(wrong_number(program, function, count, call.span)),
    }
}

/// A value of a type. Spans of messages are places in `text`.
pub fn read_value(program: &Program, ty: &Type, text: &str) -> Result<Value, Diagnostic> {
    typed(program, ty, &literal::read(text)?)
}

fn unknown_function(program: &Program, name: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("PI0181", span, format!("there is no function `{name}`"));
    let names = program.functions.iter().map(|function| function.name.text.as_str());
    if let Some(known) = spelling::nearest(name, names.clone()) {
        return diagnostic.suggesting(&known);
    }
    let all: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if all.is_empty() {
        return diagnostic.helping("the file defines no functions");
    }
    diagnostic.helping(format!("the file defines {}", all.join(", ")))
}

fn wrong_number(program: &Program, function: &Function, found: usize, span: Span) -> Diagnostic {
    let wanted = function.parameters.len();
    let plural = if wanted == 1 { "" } else { "s" };
    let parameters: Vec<String> = function
        .parameters
        .iter()
        .map(|id| function.variable(*id))
        .map(|parameter| format!("{} {}", name_of(program, &parameter.ty), parameter.name))
        .collect();
    let name = &function.name.text;
    let message = format!("`{name}` takes {wanted} argument{plural}, found {found}");
    Diagnostic::error("PI0182", span, message)
        .helping(format!("its parameters are `{name}({})`", parameters.join(", ")))
}

fn position_of(function: &Function, name: &str, span: Span) -> Result<usize, Diagnostic> {
    let mut names = function.parameters.iter().map(|id| function.variable(*id).name.as_str());
    names.position(|known| known == name).ok_or_else(|| {
        let names = function.parameters.iter().map(|id| function.variable(*id).name.as_str());
        let all: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let message = format!("`{}` has no parameter `{name}`", function.name.text);
        Diagnostic::error("PI0182", span, message)
            .helping(format!("its parameters are {}", all.join(", ")))
    })
}

/// A literal read for a type.
fn typed(program: &Program, ty: &Type, literal: &Literal) -> Result<Value, Diagnostic> {
    let mismatch = || {
        let message = format!("expected a value of type `{}`", name_of(program, ty));
        Diagnostic::error("PI0183", literal.span, message)
            .helping(format!("write it like `{}`", example(program, ty).shown(program, ty)))
    };
    match (ty, &literal.form) {
        (Type::Int, Form::Number(number, false)) => {
            Integer::from_rational(number.clone()).map(Value::Int).ok_or_else(mismatch)
        }
        (Type::Float, Form::Number(number, _)) => Ok(Value::Float(number.clone())),
        (Type::Bool, Form::Word(word)) => match word.as_str() {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err(mismatch()),
        },
        (Type::Array(element), Form::Sequence(items)) => {
            Ok(Value::array(all(program, element, items)?, Value::initial(program, element)))
        }
        (Type::Struct(_), Form::Braces(items)) => structure(program, ty, items, literal.span),
        (Type::Table(key, content), Form::Braces(items)) => {
            let mut entries = BTreeMap::new();
            for item in items {
                let Item::Entry(from, to) = item else { return Err(mismatch()) };
                entries.insert(typed(program, key, from)?, typed(program, content, to)?);
            }
            Ok(Value::Table(entries))
        }
        (Type::Table(..), Form::Call(name, arguments))
            if name == "empty" && arguments.is_empty() =>
        {
            Ok(Value::initial(program, ty))
        }
        (Type::List(item), Form::Sequence(items)) => Ok(Value::List(all(program, item, items)?)),
        (Type::List(_), Form::Word(word)) if word == "nil" => Ok(Value::initial(program, ty)),
        (Type::List(item), Form::Call(name, arguments)) if name == "cons" => {
            let [(None, first), (None, rest)] = arguments.as_slice() else {
                return Err(mismatch());
            };
            let first = typed(program, item, first)?;
            let Value::List(mut items) = typed(program, ty, rest)? else { return Err(mismatch()) };
            items.insert(0, first);
            Ok(Value::List(items))
        }
        _ => Err(mismatch()),
    }
}

fn all(program: &Program, ty: &Type, items: &[Literal]) -> Result<Vec<Value>, Diagnostic> {
    items.iter().map(|item| typed(program, ty, item)).collect()
}

/// `{x: 1, y: 2}` in any order, or `{1, 2}` in the order of the fields.
fn structure(
    program: &Program,
    ty: &Type,
    items: &[Item],
    span: Span,
) -> Result<Value, Diagnostic> {
    let fields = match ty {
        Type::Struct(id) => program.structure(*id).fields.as_slice(),
        _ => &[],
    };
    let mut values: Vec<Option<Value>> = vec![None; fields.len()];
    for (order, item) in items.iter().enumerate() {
        let (position, literal) = match item {
            Item::Plain(literal) => (Some(order), literal),
            Item::Named(name, literal) => {
                (fields.iter().position(|(field, _)| field.text == *name), literal)
            }
            Item::Entry(_, literal) => (None, literal),
        };
        let field = position.and_then(|position| Some((position, fields.get(position)?)));
        let Some((position, (_, ty))) = field else {
            let message = format!("`{}` has no such field", name_of(program, ty));
            return Err(Diagnostic::error("PI0183", literal.span, message)
                .helping(format!("write it like `{}`", example(program, ty).shown(program, ty))));
        };
        values[position] = Some(typed(program, ty, literal)?);
    }
    let missing = values.iter().position(Option::is_none);
    if let Some((name, _)) = missing.and_then(|position| fields.get(position)) {
        let message = format!("the field `{}` is missing", name.text);
        return Err(Diagnostic::error("PI0183", span, message)
            .helping(format!("write it like `{}`", example(program, ty).shown(program, ty))));
    }
    Ok(Value::Struct(values.into_iter().flatten().collect()))
}

/// A value of a type that shows how such values are written.
fn example(program: &Program, ty: &Type) -> Value {
    match ty {
        Type::Array(element) => {
            let cells = vec![example(program, element), example(program, element)];
            Value::array(cells, Value::initial(program, element))
        }
        Type::Struct(id) => {
            let fields = &program.structure(*id).fields;
            Value::Struct(fields.iter().map(|(_, ty)| example(program, ty)).collect())
        }
        Type::Table(key, content) => {
            Value::Table([(example(program, key), example(program, content))].into())
        }
        Type::List(item) => Value::List(vec![example(program, item); 2]),
        scalar => Value::initial(program, scalar),
    }
}

/// A type as it is written.
fn name_of(program: &Program, ty: &Type) -> String {
    match ty {
        Type::Int => "int".to_owned(),
        Type::Float => "float".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Array(element) => format!("{}[]", name_of(program, element)),
        Type::Struct(id) => program.structure(*id).name.text.clone(),
        Type::Table(key, content) => {
            format!("hashtable({}, {})", name_of(program, key), name_of(program, content))
        }
        Type::List(item) => format!("list({})", name_of(program, item)),
    }
}
