//! Expressions: what their names mean and what types they have.
//!
//! An expression with a mistake in it resolves to nothing, after a message; whatever is built from nothing is
//! nothing as well, without another message.

use std::collections::BTreeSet;

use buttress_numeric::Rational;

use super::declared::Declared;
use super::scope::{Availability, Entry, Meaning, Scope};
use crate::program::{Bound, BoundId, Expression, ExpressionKind, FunctionId, Type};
use crate::tree::{self, ExpressionKind as Kind};
use crate::{BinaryOp, Diagnostic, Name, Span};

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    /// Something that is executed.
    Code,
    /// In `@post`, the only place for `rv`.
    Post,
    /// In another annotation, in a ranking or a predicate.
    Annotation,
}

/// Resolves expressions.
pub(super) struct Typer<'a> {
    /// The text of the file.
    pub text: &'a str,
    /// What it declares.
    pub declared: &'a Declared,
    /// What can be named.
    pub scope: Scope,
    /// Where we are.
    pub setting: Setting,
    /// All of the annotation we are in.
    pub formula: Option<&'a tree::Expression>,
    /// The number of bound variables so far.
    pub bounds: u32,
    /// The functions that were called so far.
    pub calls: BTreeSet<FunctionId>,
    /// Locals whose blocks have ended.
    pub gone: Vec<Entry>,
    /// Was there something that the parser could not read?
    pub is_damaged: bool,
    /// The messages so far.
    pub diagnostics: Vec<Diagnostic>,
    /// Names of which the user has been told in this function.
    reported: BTreeSet<String>,
    /// Quantifiers of which the user has been told that they end too early for a name.
    pub trapped: BTreeSet<Span>,
    /// Those of them where that is an error.
    pub trapped_for_good: BTreeSet<Span>,
}

impl<'a> Typer<'a> {
    /// Resolves expressions in a scope with nothing in it.
    pub fn new(text: &'a str, declared: &'a Declared, bounds: u32) -> Typer<'a> {
        Typer {
            text,
            declared,
            scope: Scope::default(),
            setting: Setting::Annotation,
            formula: None,
            bounds,
            calls: BTreeSet::new(),
            gone: vec![],
            is_damaged: false,
            diagnostics: vec![],
            reported: BTreeSet::new(),
            trapped: BTreeSet::new(),
            trapped_for_good: BTreeSet::new(),
        }
    }

    /// Resolves an expression that has to have this type; `role` begins the sentence about one that has not.
    pub fn expect(
        &mut self,
        tree: &'a tree::Expression,
        ty: &Type,
        code: &'static str,
        role: &str,
    ) -> Option<Expression> {
        let expression = self.expression(tree, Some(ty))?;
        self.fit(expression, ty, code, role)
    }

    /// An expression, if it has this type.
    pub fn fit(
        &mut self,
        expression: Expression,
        ty: &Type,
        code: &'static str,
        role: &str,
    ) -> Option<Expression> {
        if expression.ty == *ty {
            return Some(expression);
        }
        let (wanted, found) = (self.type_name(ty), self.type_name(&expression.ty));
        let message = format!("{role} must be `{wanted}`, but this is `{found}`");
        let mut diagnostic =
            Diagnostic::error(code, expression.span, message).labelled(format!("`{found}`"));
        diagnostic.help = whole_for_float(&expression, ty);
        self.say(diagnostic);
        None
    }

    /// Resolves an expression. The type that it ought to have helps where it has none of its own.
    pub fn expression(
        &mut self,
        tree: &'a tree::Expression,
        expected: Option<&Type>,
    ) -> Option<Expression> {
        let span = tree.span;
        match &tree.kind {
            Kind::Int(digits) => self.number(digits, Type::Int, span),
            Kind::Float(digits) => self.number(digits, Type::Float, span),
            Kind::Bool(value) => make(ExpressionKind::Bool(*value), Type::Bool, span),
            Kind::Name(name) => self.name(name, span, expected),
            Kind::Length(array) => {
                let array = self.expression(array, None)?;
                if !matches!(array.ty, Type::Array(_)) {
                    return self.not_an_array(&array, "only arrays have a length");
                }
                make(ExpressionKind::Length(Box::new(array)), Type::Int, span)
            }
            Kind::New { element, length } => self.new_array(element, length, span),
            Kind::Unary(op, operand) => self.unary(*op, operand, span),
            Kind::Binary(op, left, right) => self.binary(*op, left, right, span),
            Kind::Chain(operands, ops) => self.chain(operands, ops),
            Kind::Quantified { is_forall, variables, body } => {
                self.quantified(*is_forall, variables, body, span)
            }
            Kind::Index(array, index) => self.index(array, index, span),
            Kind::Field(structure, field) => self.field(structure, field, span),
            Kind::Call(name, arguments) => self.call(name, arguments, span, expected),
            Kind::Update(array, index, value) => self.update(array, index, value, span),
            Kind::In(key, keys) => self.is_in(key, keys, span),
            Kind::Damaged => {
                self.is_damaged = true;
                None
            }
        }
    }

    /// A type, as written.
    pub fn type_name(&self, ty: &Type) -> String {
        self.declared.type_name(ty)
    }

    /// Adds a message.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds a name to the innermost block, which must not have it yet.
    pub fn declare(&mut self, entry: Entry) {
        let name = Name { text: entry.name.clone(), span: entry.span };
        self.check_new(&name);
        self.scope.add(entry);
    }

    /// Complains if the innermost block has a name already.
    pub fn check_new(&mut self, name: &Name) {
        let first = self.scope.find_in_block(&name.text).map(|first| first.span);
        if first.is_some() {
            self.say(super::declared::twice(name, "variable", first));
        }
    }

    /// A fresh bound variable.
    pub fn bind(&mut self, name: &Name, ty: Option<Type>) -> Bound {
        let id = BoundId(self.bounds);
        self.bounds += 1;
        self.scope.add(Entry {
            name: name.text.clone(),
            meaning: Meaning::Bound(id),
            ty: ty.clone(),
            span: name.span,
            availability: Availability::Everywhere,
        });
        // The type of one with a mistake in it is never looked at.
        Bound { id, name: name.text.clone(), ty: ty.unwrap_or(Type::Int) }
    }

    /// The user is about to be told that there is no such name; not again in this function.
    pub fn is_first_report(&mut self, name: &str) -> bool {
        self.reported.insert(name.to_owned())
    }

    /// Forgets what was reported in the previous function.
    pub fn start_function(&mut self) {
        self.reported.clear();
        self.gone.clear();
    }

    fn number(&mut self, digits: &str, ty: Type, span: Span) -> Option<Expression> {
        match digits.parse::<Rational>() {
            Ok(value) => make(ExpressionKind::Number(value), ty, span),
            Err(_) => {
                self.say(Diagnostic::error("PI0101", span, format!("`{digits}` is no number")));
                None
            }
        }
    }
}

/// An expression of which all parts are right.
pub(super) fn make(kind: ExpressionKind, ty: Type, span: Span) -> Option<Expression> {
    Some(Expression { kind, ty, span })
}

/// `l && r`
pub(super) fn conjunction(left: Expression, right: Expression, span: Span) -> Expression {
    let kind = ExpressionKind::Binary(BinaryOp::And, Box::new(left), Box::new(right));
    Expression { kind, ty: Type::Bool, span }
}

/// What to write if a whole number stands where a `float` is wanted.
pub(super) fn whole_for_float(found: &Expression, wanted: &Type) -> Option<String> {
    match &found.kind {
        ExpressionKind::Number(value) if found.ty == Type::Int && *wanted == Type::Float => {
            Some(format!("write `{value}.0`"))
        }
        _ => None,
    }
}
