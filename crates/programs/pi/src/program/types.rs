//! Types, and the structs that some of them name.

use super::id::StructId;
use crate::Name;

/// What a variable ranges over.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// The integers.
    Int,
    /// The rationals.
    Float,
    /// The truth values.
    Bool,
    /// A total map from the integers, and a length.
    Array(Box<Type>),
    /// One value for each field.
    Struct(StructId),
    /// Finitely many keys, each with a value; both are of scalar type.
    Table(Box<Type>, Box<Type>),
    /// Finite lists of scalars.
    List(Box<Type>),
}

impl Type {
    /// `int`, `float` or `bool`?
    pub fn is_scalar(&self) -> bool {
        matches!(self, Type::Int | Type::Float | Type::Bool)
    }

    /// `int` or `float`?
    pub fn is_number(&self) -> bool {
        matches!(self, Type::Int | Type::Float)
    }
}

/// `struct S { … }`
#[derive(Clone, PartialEq, Debug)]
pub struct Struct {
    /// S
    pub name: Name,
    /// In order.
    pub fields: Vec<(Name, Type)>,
}

/// A type, as it is written in a program with these structs.
pub(crate) fn type_name(structs: &[Struct], ty: &Type) -> String {
    match ty {
        Type::Int => "int".to_owned(),
        Type::Float => "float".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Array(element) => format!("{}[]", type_name(structs, element)),
        Type::Struct(id) => {
            structs.get(id.0 as usize).map_or_else(String::new, |found| found.name.text.clone())
        }
        Type::Table(key, value) => {
            format!("hashtable({}, {})", type_name(structs, key), type_name(structs, value))
        }
        Type::List(element) => format!("list({})", type_name(structs, element)),
    }
}
