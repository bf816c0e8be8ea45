//! Arrays and structs: their parts, and new arrays.

use super::typer::{Setting, Typer, make};
use super::{spelling, types};
use crate::program::{Expression, ExpressionKind, Type};
use crate::tree::{self, TypeTree};
use crate::{Diagnostic, Name, Span};

impl<'a> Typer<'a> {
    /// `new T[n]`
    pub(super) fn new_array(
        &mut self,
        element: &TypeTree,
        length: &'a tree::Expression,
        span: Span,
    ) -> Option<Expression> {
        let element = types::resolve(self.declared, element, &mut self.diagnostics);
        let length = self.expect(length, &Type::Int, "PI0116", "the length of an array");
        if self.setting != Setting::Code {
            self.say(
                Diagnostic::error("PI0126", span, "`new` cannot stand in an annotation")
                    .noting("an annotation only speaks of values that exist"),
            );
            return None;
        }
        make(ExpressionKind::New(Box::new(length?)), Type::Array(Box::new(element?)), span)
    }

    /// `a[i]`
    pub(super) fn index(
        &mut self,
        array: &'a tree::Expression,
        index: &'a tree::Expression,
        span: Span,
    ) -> Option<Expression> {
        let array = self.expression(array, None);
        let index = self.expect(index, &Type::Int, "PI0116", "a subscript");
        let array = array?;
        let Type::Array(element) = &array.ty else {
            return self.not_an_array(&array, "only arrays have subscripts");
        };
        let element = (**element).clone();
        make(ExpressionKind::Index(Box::new(array), Box::new(index?)), element, span)
    }

    /// `a{i <- v}`
    pub(super) fn update(
        &mut self,
        array: &'a tree::Expression,
        index: &'a tree::Expression,
        value: &'a tree::Expression,
        span: Span,
    ) -> Option<Expression> {
        let array = self.expression(array, None);
        let index = self.expect(index, &Type::Int, "PI0116", "a subscript");
        let Some(array) = array else {
            self.expression(value, None);
            return None;
        };
        let Type::Array(element) = &array.ty else {
            return self.not_an_array(&array, "only arrays can be updated");
        };
        let value = self.expect(value, element, "PI0112", "the value of this cell");
        let ty = array.ty.clone();
        let parts = (Box::new(array), Box::new(index?), Box::new(value?));
        make(ExpressionKind::Update(parts.0, parts.1, parts.2), ty, span)
    }

    /// Complains about something that should be an array.
    pub(super) fn not_an_array(&mut self, found: &Expression, why: &str) -> Option<Expression> {
        let ty = self.type_name(&found.ty);
        let message = format!("{why}, but this is `{ty}`");
        self.say(Diagnostic::error("PI0116", found.span, message).labelled(format!("`{ty}`")));
        None
    }

    /// `s.x`
    pub(super) fn field(
        &mut self,
        structure: &'a tree::Expression,
        field: &Name,
        span: Span,
    ) -> Option<Expression> {
        let structure = self.expression(structure, None)?;
        let (position, ty) = self.find_field(&structure.ty, structure.span, field)?;
        make(ExpressionKind::Field(Box::new(structure), position), ty, span)
    }

    /// The position and the type of a field.
    pub(super) fn find_field(
        &mut self,
        ty: &Type,
        span: Span,
        field: &Name,
    ) -> Option<(usize, Type)> {
        let Type::Struct(id) = ty else {
            let found = self.type_name(ty);
            let message = format!("only structs have fields, but this is `{found}`");
            self.say(
                Diagnostic::error("PI0105", field.span, message)
                    .pointing(span, format!("`{found}`")),
            );
            return None;
        };
        let structure = &self.declared.structs[id.0 as usize];
        let position = structure.fields.iter().position(|(name, _)| name.text == field.text);
        if let Some(position) = position {
            return Some((position, structure.fields[position].1.clone()));
        }
        if !self.declared.damaged.contains(id) {
            let name = &structure.name;
            let message = format!("the struct `{}` has no field `{}`", name.text, field.text);
            let diagnostic =
                Diagnostic::error("PI0105", field.span, message).pointing(name.span, "the struct");
            let fields = structure.fields.iter().map(|(name, _)| name.text.as_str());
            self.say(match spelling::nearest(&field.text, fields.clone()) {
                Some(near) => diagnostic.suggesting(&near),
                None if structure.fields.is_empty() => diagnostic,
                None => {
                    diagnostic.helping(format!("it has {}", fields.collect::<Vec<_>>().join(", ")))
                }
            });
        }
        None
    }
}
