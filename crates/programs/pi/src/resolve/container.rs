//! Operations on tables and lists.

use super::typer::{Typer, make};
use crate::program::{Bound, Builtin, Expression, ExpressionKind, Type};
use crate::tree::{self, ExpressionKind as Kind};
use crate::{Diagnostic, Name, Span};

/// The operations; a program may define these names itself.
pub(super) const NAMES: [&str; 10] =
    ["get", "put", "remove", "empty", "init", "keys", "cons", "car", "cdr", "atom"];

/// `keys(h)`: the table, and the types of keys and of values.
pub(super) type Keys = (Expression, Type, Type);

/// Does only its surroundings say what type it has?
pub(super) fn has_no_type(tree: &tree::Expression) -> bool {
    match &tree.kind {
        Kind::Name(name) => name == "nil",
        Kind::Call(name, arguments) => name.text == "empty" && arguments.is_empty(),
        _ => false,
    }
}

impl<'a> Typer<'a> {
    /// `nil`
    pub(super) fn nil(&mut self, span: Span, expected: Option<&Type>) -> Option<Expression> {
        match expected {
            Some(ty @ Type::List(_)) => {
                make(ExpressionKind::Builtin(Builtin::Nil, vec![]), ty.clone(), span)
            }
            // Whoever wants another type says so, given one of which it can be told.
            _ => self.no_type("nil", "a list", span, expected),
        }
    }

    /// `get(h, k)` and its like.
    pub(super) fn operation(
        &mut self,
        name: &'a Name,
        arguments: &'a [tree::Expression],
        span: Span,
        expected: Option<&Type>,
    ) -> Option<Expression> {
        match (name.text.as_str(), arguments) {
            ("empty", []) => match expected {
                Some(ty @ Type::Table(..)) => {
                    make(ExpressionKind::Builtin(Builtin::Empty, vec![]), ty.clone(), span)
                }
                _ => self.no_type("empty()", "a hashtable", span, expected),
            },
            ("get", [table, key]) => {
                let (table, keys, values) = self.table(table, None)?;
                let key = self.expect(key, &keys, "PI0114", "a key of this table")?;
                builtin(Builtin::Get, vec![table, key], values, span)
            }
            ("put", [table, key, value]) => self.put(table, key, value, span, expected),
            ("remove", [table, key]) => {
                let (table, keys, _) = self.table(table, expected)?;
                let key = self.expect(key, &keys, "PI0114", "a key of this table")?;
                let ty = table.ty.clone();
                builtin(Builtin::Remove, vec![table, key], ty, span)
            }
            ("init", [table]) => {
                let (table, _, _) = self.table(table, None)?;
                builtin(Builtin::IsInit, vec![table], Type::Bool, span)
            }
            ("keys", [_]) => {
                let message = "`keys` has a meaning only after `in`";
                self.say(
                    Diagnostic::error("PI0119", span, message)
                        .helping("write `k in keys(h)`, or `forall k in keys(h). (…)`"),
                );
                None
            }
            ("cons", [first, rest]) => self.cons(first, rest, span, expected),
            ("car", [list]) => {
                let (list, element) = self.list(list, None)?;
                builtin(Builtin::Car, vec![list], element, span)
            }
            ("cdr", [list]) => {
                let (list, _) = self.list(list, expected)?;
                let ty = list.ty.clone();
                builtin(Builtin::Cdr, vec![list], ty, span)
            }
            ("atom", [list]) => {
                let (list, _) = self.list(list, None)?;
                builtin(Builtin::Atom, vec![list], Type::Bool, span)
            }
            (operation, _) => {
                let usage = match operation {
                    "get" => "get(h, k)",
                    "put" => "put(h, k, v)",
                    "remove" => "remove(h, k)",
                    "empty" => "empty()",
                    "init" => "init(h)",
                    "keys" => "k in keys(h)",
                    "cons" => "cons(x, l)",
                    "car" => "car(l)",
                    "cdr" => "cdr(l)",
                    _ => "atom(l)",
                };
                let given = arguments.len();
                let plural = if given == 1 { "" } else { "s" };
                let message = format!("`{operation}` does not take {given} argument{plural}");
                self.say(
                    Diagnostic::error("PI0115", span, message).helping(format!("write `{usage}`")),
                );
                None
            }
        }
    }

    /// `k in keys(h)`
    pub(super) fn is_in(
        &mut self,
        key: &'a tree::Expression,
        keys: &'a tree::Expression,
        span: Span,
    ) -> Option<Expression> {
        let table = self.keys(keys);
        let Some((table, ty, _)) = table else {
            self.expression(key, None);
            return None;
        };
        let key = self.expect(key, &ty, "PI0114", "a key of this table")?;
        builtin(Builtin::In, vec![key, table], Type::Bool, span)
    }

    /// `keys(h)`, after `in`.
    pub(super) fn keys(&mut self, tree: &'a tree::Expression) -> Option<Keys> {
        match &tree.kind {
            Kind::Call(name, arguments) if name.text == "keys" && arguments.len() == 1 => {
                self.table(arguments.first()?, None)
            }
            Kind::Damaged => {
                self.is_damaged = true;
                None
            }
            _ => {
                let message = "after `in` there must be `keys(h)`, of a hashtable h";
                self.say(Diagnostic::error("PI0119", tree.span, message));
                None
            }
        }
    }

    /// What a variable of `forall k in keys(h)` satisfies.
    pub(super) fn key_guard(
        &mut self,
        name: &Name,
        bound: &Bound,
        ty: Option<Type>,
        keys: Option<Keys>,
    ) -> Option<Expression> {
        let (table, key, _) = keys?;
        let ty = ty?;
        if ty != key {
            let (wanted, found) = (self.type_name(&key), self.type_name(&ty));
            let message = format!("a key of this table must be `{wanted}`, but this is `{found}`");
            self.say(Diagnostic::error("PI0114", name.span, message));
            return None;
        }
        let span = name.span.to(table.span);
        let variable = Expression { kind: ExpressionKind::Bound(bound.id), ty, span: name.span };
        builtin(Builtin::In, vec![variable, table], Type::Bool, span)
    }

    fn put(
        &mut self,
        table: &'a tree::Expression,
        key: &'a tree::Expression,
        value: &'a tree::Expression,
        span: Span,
        expected: Option<&Type>,
    ) -> Option<Expression> {
        if has_no_type(table) && !matches!(expected, Some(Type::Table(..))) {
            // The table is of what is put into it.
            let key = self.scalar(key, "a key of a hashtable");
            let value = self.scalar(value, "a value of a hashtable");
            let (key, value) = (key?, value?);
            let ty = Type::Table(Box::new(key.ty.clone()), Box::new(value.ty.clone()));
            let (table, _, _) = self.table(table, Some(&ty))?;
            return builtin(Builtin::Put, vec![table, key, value], ty, span);
        }
        let (table, keys, values) = self.table(table, expected)?;
        let key = self.expect(key, &keys, "PI0114", "a key of this table");
        let value = self.expect(value, &values, "PI0114", "a value of this table");
        let ty = table.ty.clone();
        builtin(Builtin::Put, vec![table, key?, value?], ty, span)
    }

    fn cons(
        &mut self,
        first: &'a tree::Expression,
        rest: &'a tree::Expression,
        span: Span,
        expected: Option<&Type>,
    ) -> Option<Expression> {
        let first = match expected {
            Some(Type::List(element)) => {
                self.expect(first, element, "PI0114", "an element of this list")
            }
            _ => self.scalar(first, "an element of a list"),
        };
        let Some(first) = first else {
            if !has_no_type(rest) {
                self.expression(rest, None);
            }
            return None;
        };
        let ty = Type::List(Box::new(first.ty.clone()));
        let rest = self.expect(rest, &ty, "PI0114", "the rest of this list")?;
        builtin(Builtin::Cons, vec![first, rest], ty, span)
    }

    /// Something of which a table or list can be made.
    fn scalar(&mut self, tree: &'a tree::Expression, role: &str) -> Option<Expression> {
        let expression = self.expression(tree, None)?;
        if expression.ty.is_scalar() {
            return Some(expression);
        }
        let found = self.type_name(&expression.ty);
        let message = format!("{role} must be `int`, `float` or `bool`, but this is `{found}`");
        self.say(Diagnostic::error("PI0114", tree.span, message));
        None
    }

    /// A table, with the types of its keys and values.
    fn table(&mut self, tree: &'a tree::Expression, expected: Option<&Type>) -> Option<Keys> {
        let table = self.expression(tree, expected)?;
        if let Type::Table(key, value) = &table.ty {
            let (key, value) = ((**key).clone(), (**value).clone());
            return Some((table, key, value));
        }
        self.not_a("hashtable", &table);
        None
    }

    /// A list, with the type of its elements.
    fn list(
        &mut self,
        tree: &'a tree::Expression,
        expected: Option<&Type>,
    ) -> Option<(Expression, Type)> {
        let list = self.expression(tree, expected)?;
        if let Type::List(element) = &list.ty {
            let element = (**element).clone();
            return Some((list, element));
        }
        self.not_a("list", &list);
        None
    }

    fn not_a(&mut self, wanted: &str, found: &Expression) {
        let ty = self.type_name(&found.ty);
        let message = format!("this must be a {wanted}, but is `{ty}`");
        self.say(Diagnostic::error("PI0114", found.span, message).labelled(format!("`{ty}`")));
    }

    /// Something that could be of many types stands where nothing, or something else, is wanted.
    fn no_type(
        &mut self,
        what: &str,
        noun: &str,
        span: Span,
        expected: Option<&Type>,
    ) -> Option<Expression> {
        let message = match expected {
            Some(ty) => format!("`{what}` is {noun}, but `{}` is needed here", self.type_name(ty)),
            None => format!("nothing says what `{what}` is {noun} of"),
        };
        let diagnostic = Diagnostic::error("PI0117", span, message);
        self.say(match expected {
            Some(_) => diagnostic,
            None => diagnostic.helping("store it in a variable first: its type decides"),
        });
        None
    }
}

fn builtin(
    operation: Builtin,
    arguments: Vec<Expression>,
    ty: Type,
    span: Span,
) -> Option<Expression> {
    make(ExpressionKind::Builtin(operation, arguments), ty, span)
}
