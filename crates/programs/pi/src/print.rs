//! Expressions of a program, back as text.
//!
//! The text reads back as the same expression in the place it comes from, with as few parentheses as that
//! needs. Bound variables keep their names unless something else of that name is meant inside.

use std::collections::BTreeSet;

use buttress_numeric::Rational;

use crate::program::{
    Bound, BoundId, Builtin, Expression, ExpressionKind, Function, Program, Type,
};
use crate::{BinaryOp, UnaryOp};

/// An expression of a function, as source text.
pub fn expression(program: &Program, function: &Function, expression: &Expression) -> String {
    let mut printer = Printer { program, function, names: parameters(program), out: String::new() };
    printer.print(expression, Level::Implication);
    printer.out
}

/// What binds how tightly, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Implication,
    Disjunction,
    Conjunction,
    Quantifier,
    Equality,
    Comparison,
    Sum,
    Product,
    Unary,
    Postfix,
}

struct Printer<'p> {
    program: &'p Program,
    function: &'p Function,
    /// What bound variables are called here; later entries count.
    names: Vec<(BoundId, String)>,
    out: String,
}

/// The parameters of predicates, for expressions out of their bodies.
fn parameters(program: &Program) -> Vec<(BoundId, String)> {
    let bounds = program.predicates.iter().flat_map(|predicate| &predicate.parameters);
    bounds.map(|bound| (bound.id, bound.name.clone())).collect()
}

impl Printer<'_> {
    /// Prints an expression where one of at least this level is needed.
    fn print(&mut self, expression: &Expression, needed: Level) {
        let is_loose = level(expression) < needed;
        if is_loose {
            self.out.push('(');
        }
        self.print_bare(expression);
        if is_loose {
            self.out.push(')');
        }
    }

    fn print_bare(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Number(number) => {
                self.out.push_str(&number_text(number, &expression.ty))
            }
            ExpressionKind::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            ExpressionKind::Variable(_) | ExpressionKind::Bound(_) => {
                let name = self.name(expression).unwrap_or_default().to_owned();
                self.out.push_str(&name);
            }
            ExpressionKind::Length(array) => {
                self.out.push('|');
                self.print(array, Level::Implication);
                self.out.push('|');
            }
            ExpressionKind::New(length) => {
                let element = match &expression.ty {
                    Type::Array(element) => self.program.type_name(element),
                    other => self.program.type_name(other),
                };
                self.out.push_str(&format!("new {element}["));
                self.print(length, Level::Implication);
                self.out.push(']');
            }
            ExpressionKind::Not(operand) => self.unary(UnaryOp::Not, operand),
            ExpressionKind::Negate(operand) => self.unary(UnaryOp::Negate, operand),
            ExpressionKind::Binary(op, left, right) => {
                let (left_level, right_level) = operand_levels(*op);
                self.print(left, left_level);
                self.out.push_str(&format!(" {} ", op.sign()));
                self.print(right, right_level);
            }
            ExpressionKind::Quantified { is_forall, bounds, body } => {
                self.quantified(*is_forall, bounds, body)
            }
            ExpressionKind::Index(array, index) => {
                self.print(array, Level::Postfix);
                self.out.push('[');
                self.print(index, Level::Implication);
                self.out.push(']');
            }
            ExpressionKind::Field(value, position) => {
                self.print(value, Level::Postfix);
                let field = match &value.ty {
                    Type::Struct(id) => self.program.structure(*id).fields.get(*position),
                    _ => None,
                };
                self.out.push('.');
                self.out.push_str(field.map_or("", |(name, _)| &name.text));
            }
            ExpressionKind::Update(array, index, value) => {
                self.print(array, Level::Postfix);
                self.out.push('{');
                self.print(index, Level::Implication);
                self.out.push_str(" <- ");
                self.print(value, Level::Implication);
                self.out.push('}');
            }
            ExpressionKind::Call(id, arguments) => {
                self.call(&self.program.function(*id).name.text, arguments)
            }
            ExpressionKind::Predicate(id, arguments) => {
                self.call(&self.program.predicate(*id).name.text, arguments);
            }
            ExpressionKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expression) {
        self.out.push_str(op.sign());
        self.print(operand, Level::Unary);
    }

    fn call(&mut self, name: &str, arguments: &[Expression]) {
        self.out.push_str(name);
        self.out.push('(');
        for (position, argument) in arguments.iter().enumerate() {
            if position > 0 {
                self.out.push_str(", ");
            }
            self.print(argument, Level::Implication);
        }
        self.out.push(')');
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[Expression]) {
        match (builtin, arguments) {
            (Builtin::In, [key, table]) => {
                self.print(key, Level::Sum);
                self.out.push_str(" in ");
                self.call("keys", std::slice::from_ref(table));
            }
            (Builtin::Nil, _) => self.out.push_str("nil"),
            (builtin, arguments) => self.call(builtin_name(builtin), arguments),
        }
    }

    fn quantified(&mut self, is_forall: bool, bounds: &[Bound], body: &Expression) {
        let mut taken = self.names_in(body, bounds);
        let outer = self.names.len();
        let mut typed = &Type::Int;
        self.out.push_str(if is_forall { "forall" } else { "exists" });
        for (position, bound) in bounds.iter().enumerate() {
            let name = fresh(&bound.name, &taken);
            self.out.push_str(if position > 0 { ", " } else { " " });
            // A type holds for all names after it, up to the next.
            if bound.ty != *typed {
                self.out.push_str(&self.program.type_name(&bound.ty));
                self.out.push(' ');
                typed = &bound.ty;
            }
            self.out.push_str(&name);
            taken.insert(name.clone());
            self.names.push((bound.id, name));
        }
        self.out.push_str(". ");
        self.print(body, Level::Quantifier);
        self.names.truncate(outer);
    }

    fn name(&self, expression: &Expression) -> Option<&str> {
        match &expression.kind {
            ExpressionKind::Variable(id) => {
                self.function.variables.get(id.0 as usize).map(|variable| variable.name.as_str())
            }
            ExpressionKind::Bound(id) => self.bound_name(*id),
            _ => None,
        }
    }

    fn bound_name(&self, wanted: BoundId) -> Option<&str> {
        self.names.iter().rev().find(|(id, _)| *id == wanted).map(|(_, name)| name.as_str())
    }

    /// The names that a body uses for what is not bound here.
    fn names_in(&self, body: &Expression, bounds: &[Bound]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        body.visit(&mut |inner| {
            let is_bound_here = match &inner.kind {
                ExpressionKind::Bound(id) => bounds.iter().any(|bound| bound.id == *id),
                _ => false,
            };
            if !is_bound_here {
                names.extend(self.name(inner).map(str::to_owned));
            }
        });
        names
    }
}

/// The name, or the first of its variants with a number that is free.
fn fresh(name: &str, taken: &BTreeSet<String>) -> String {
    let variants = (1u64..).map(|number| format!("{name}{number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(variants);
    candidates.find(|candidate| !taken.contains(candidate)).unwrap_or_default()
}

fn level(expression: &Expression) -> Level {
    match &expression.kind {
        ExpressionKind::Number(number) => match (number.is_negative(), &expression.ty) {
            (_, Type::Float) if decimal(&number.abs()).is_none() => Level::Product,
            (true, _) => Level::Unary,
            _ => Level::Postfix,
        },
        ExpressionKind::Not(_) | ExpressionKind::Negate(_) => Level::Unary,
        ExpressionKind::Binary(op, ..) => binary_level(*op),
        ExpressionKind::Quantified { .. } => Level::Quantifier,
        ExpressionKind::Builtin(Builtin::In, _) => Level::Comparison,
        _ => Level::Postfix,
    }
}

fn binary_level(op: BinaryOp) -> Level {
    match op {
        BinaryOp::Implies | BinaryOp::Iff => Level::Implication,
        BinaryOp::Or => Level::Disjunction,
        BinaryOp::And => Level::Conjunction,
        BinaryOp::Equal | BinaryOp::Different => Level::Equality,
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
            Level::Comparison
        }
        BinaryOp::Add | BinaryOp::Subtract => Level::Sum,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Quotient | BinaryOp::Remainder => {
            Level::Product
        }
    }
}

/// What the operands must be at least. A quantifier swallows what follows it, so that it cannot be an
/// operand of anything tighter than `&&`.
fn operand_levels(op: BinaryOp) -> (Level, Level) {
    match binary_level(op) {
        Level::Implication => (Level::Disjunction, Level::Disjunction),
        Level::Disjunction => (Level::Disjunction, Level::Conjunction),
        Level::Conjunction => (Level::Conjunction, Level::Quantifier),
        // `p = i < j` could be written, but is hard to read.
        Level::Equality | Level::Comparison => (Level::Sum, Level::Sum),
        Level::Sum => (Level::Sum, Level::Product),
        _ => (Level::Product, Level::Unary),
    }
}

fn builtin_name(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Get => "get",
        Builtin::Put => "put",
        Builtin::Remove => "remove",
        Builtin::In => "in",
        Builtin::IsInit => "init",
        Builtin::Empty => "empty",
        Builtin::Nil => "nil",
        Builtin::Cons => "cons",
        Builtin::Car => "car",
        Builtin::Cdr => "cdr",
        Builtin::Atom => "atom",
    }
}

fn number_text(number: &Rational, ty: &Type) -> String {
    let sign = if number.is_negative() { "-" } else { "" };
    let size = number.abs();
    match ty {
        Type::Float => match decimal(&size) {
            Some(decimal) => format!("{sign}{decimal}"),
            None => format!("{sign}{}.0 / {}.0", size.numerator(), size.denominator()),
        },
        _ => format!("{sign}{size}"),
    }
}

/// A number that is not negative as digits around a point, if it has an end within reason.
fn decimal(number: &Rational) -> Option<String> {
    const DIGITS: usize = 40;
    let ten = Rational::new(10, 1)?;
    let mut scaled = number.clone();
    let mut digits = 0;
    while !scaled.is_integer() {
        scaled = scaled * ten.clone();
        digits += 1;
        if digits > DIGITS {
            return None;
        }
    }
    let text = format!("{:0>width$}", scaled.to_string(), width = digits + 1);
    let (whole, fraction) = text.split_at(text.len() - digits);
    Some(format!("{whole}.{}", if fraction.is_empty() { "0" } else { fraction }))
}
