//! Types as they are written, as far as names need them: which struct has the field that is named?

use buttress_pi::tree::{Expression, ExpressionKind, TypeKind, TypeTree};

/// What a name of the program has: its type, and the type that a call of it has.
pub(super) trait Typing {
    /// The type of a variable at a place.
    fn variable(&self, name: &str, place: u32) -> Option<TypeKind>;
    /// The type of what a function returns.
    fn returned(&self, name: &str) -> Option<TypeKind>;
    /// The type of a field of a struct.
    fn field(&self, of: &str, name: &str) -> Option<TypeKind>;
}

/// The type of an expression, if its names tell it.
pub(super) fn type_of(typing: &dyn Typing, expression: &Expression) -> Option<TypeKind> {
    match &expression.kind {
        ExpressionKind::Name(name) => typing.variable(name, expression.span.start),
        ExpressionKind::Call(name, _) => typing.returned(&name.text),
        ExpressionKind::Index(array, _) => match type_of(typing, array)? {
            TypeKind::Array(element) => Some(element.kind),
            _ => None,
        },
        ExpressionKind::Update(array, _, _) => type_of(typing, array),
        ExpressionKind::Field(of, name) => match type_of(typing, of)? {
            TypeKind::Named(of) => typing.field(&of, &name.text),
            _ => None,
        },
        _ => None,
    }
}

/// A type as it is written.
pub(super) fn shown(ty: &TypeTree) -> String {
    match &ty.kind {
        TypeKind::Int => "int".to_owned(),
        TypeKind::Float => "float".to_owned(),
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Named(name) => name.clone(),
        TypeKind::Array(element) => format!("{}[]", shown(element)),
        TypeKind::Table(key, value) => format!("hashtable({}, {})", shown(key), shown(value)),
        TypeKind::List(element) => format!("list({})", shown(element)),
    }
}
