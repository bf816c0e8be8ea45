//! Calls: of functions in code, of predicates in annotations.

use super::container;
use super::declared::{Item, ReturnType, Signature};
use super::typer::{Setting, Typer, make};
use crate::program::{Expression, ExpressionKind, FunctionId, PredicateId, Type};
use crate::{Diagnostic, Name, Span, tree};

impl<'a> Typer<'a> {
    /// `f(e, …)`, where a value is needed.
    pub(super) fn call(
        &mut self,
        name: &'a Name,
        arguments: &'a [tree::Expression],
        span: Span,
        expected: Option<&Type>,
    ) -> Option<Expression> {
        let declared = self.declared;
        match declared.items.get(&name.text) {
            Some(Item::Function(id)) if self.setting == Setting::Code => {
                let call = self.function(*id, arguments, span);
                let signature = &declared.functions[id.0 as usize];
                if signature.result == ReturnType::Void {
                    let message = format!("`{}` returns nothing", name.text);
                    self.say(
                        Diagnostic::error("PI0125", span, message)
                            .labelled("a value is needed here")
                            .pointing(signature.name.span, "a `void` function"),
                    );
                    return None;
                }
                call
            }
            Some(Item::Predicate(forms)) if self.setting != Setting::Code => {
                self.predicate(forms, arguments, span)
            }
            Some(item) => {
                self.misplaced(item, name, arguments);
                None
            }
            None if container::NAMES.contains(&name.text.as_str()) => {
                self.operation(name, arguments, span, expected)
            }
            None => {
                self.unknown_call(name, arguments);
                None
            }
        }
    }

    /// `f(e, …);`, where no value is needed.
    pub(super) fn call_statement(
        &mut self,
        name: &'a Name,
        arguments: &'a [tree::Expression],
        span: Span,
    ) -> Option<Expression> {
        match self.declared.items.get(&name.text) {
            Some(Item::Function(id)) => self.function(*id, arguments, span),
            _ => self.call(name, arguments, span, None),
        }
    }

    fn function(
        &mut self,
        id: FunctionId,
        arguments: &'a [tree::Expression],
        span: Span,
    ) -> Option<Expression> {
        let signature = &self.declared.functions[id.0 as usize];
        self.calls.insert(id);
        let arguments = self.arguments(signature, arguments, None, span);
        let ty = match &signature.result {
            ReturnType::Void => Type::Bool,
            ReturnType::Value(ty) => ty.clone()?,
        };
        make(ExpressionKind::Call(id, arguments?), ty, span)
    }

    fn predicate(
        &mut self,
        forms: &[PredicateId],
        arguments: &'a [tree::Expression],
        span: Span,
    ) -> Option<Expression> {
        let declared = self.declared;
        let signature = |id: &PredicateId| &declared.predicates[id.0 as usize];
        // The first argument says which form of a predicate of the prelude is meant.
        let first = match arguments.first() {
            Some(first) if !container::has_no_type(first) => self.expression(first, None),
            _ => None,
        };
        let fits = |id: &&PredicateId| {
            let parameter = signature(id).parameters.first();
            let wanted = parameter.and_then(|(_, ty)| ty.as_ref());
            wanted.is_some() && wanted == first.as_ref().map(|first| &first.ty)
        };
        let chosen = *forms.iter().find(fits).or(forms.first())?;
        let arguments = self.arguments(signature(&chosen), arguments, Some(first), span)?;
        make(ExpressionKind::Predicate(chosen, arguments), Type::Bool, span)
    }

    /// Resolves arguments against parameters; every one that is wrong is reported. The first may be resolved already.
    fn arguments(
        &mut self,
        signature: &Signature,
        arguments: &'a [tree::Expression],
        mut first: Option<Option<Expression>>,
        span: Span,
    ) -> Option<Vec<Expression>> {
        let name = &signature.name;
        let (wanted, given) = (signature.parameters.len(), arguments.len());
        if wanted != given {
            let plural = if wanted == 1 { "" } else { "s" };
            let message =
                format!("`{}` takes {wanted} argument{plural}, but is given {given}", name.text);
            let mut diagnostic = Diagnostic::error("PI0115", span, message);
            let types = signature.parameters.iter().map(|(name, ty)| match ty {
                Some(ty) => format!("{} {}", self.type_name(ty), name.text),
                None => name.text.clone(),
            });
            diagnostic.note =
                Some(format!("it is `{}({})`", name.text, types.collect::<Vec<_>>().join(", ")));
            if !signature.is_prelude {
                diagnostic = diagnostic.pointing(name.span, "declared here");
            }
            self.say(diagnostic);
        }
        let mut resolved = Some(vec![]);
        for (position, argument) in arguments.iter().enumerate() {
            let parameter = signature.parameters.get(position).filter(|_| wanted == given);
            let ty = parameter.and_then(|(_, ty)| ty.as_ref());
            let found = match first.take() {
                Some(first) if !container::has_no_type(argument) => first,
                // One without a type would be reported as well, and that would not help.
                _ if ty.is_none() && container::has_no_type(argument) => None,
                _ => self.expression(argument, ty),
            };
            let argument = match (parameter, found) {
                (Some((parameter, Some(ty))), Some(found)) => {
                    self.argument(signature, parameter, ty, found)
                }
                (_, found) => found,
            };
            resolved = resolved.and_then(|mut resolved| {
                resolved.push(argument?);
                Some(resolved)
            });
        }
        resolved.filter(|_| wanted == given)
    }

    fn argument(
        &mut self,
        signature: &Signature,
        parameter: &Name,
        ty: &Type,
        found: Expression,
    ) -> Option<Expression> {
        let said = self.diagnostics.len();
        let role = format!("`{}` of `{}`", parameter.text, signature.name.text);
        let found = self.fit(found, ty, "PI0114", &role);
        if let Some(diagnostic) = self.diagnostics.get_mut(said)
            && !signature.is_prelude
        {
            diagnostic.related.push((parameter.span, "the parameter".to_owned()));
        }
        found
    }

    /// A function in an annotation, a predicate in code, or a variable that is called.
    fn misplaced(&mut self, item: &Item, name: &'a Name, arguments: &'a [tree::Expression]) {
        let (message, note) = match item {
            Item::Function(_) => (
                format!("`{}` is a function, and cannot be called in an annotation", name.text),
                "annotations are not executed; they can use predicates",
            ),
            Item::Predicate(_) => (
                format!("`{}` is a predicate, and cannot be called in code", name.text),
                "predicates may speak of infinitely many values; code can call functions",
            ),
            Item::Global(_) => (
                format!("`{}` is a variable, and cannot be called", name.text),
                "only functions and predicates can be called",
            ),
        };
        let mut diagnostic = Diagnostic::error("PI0120", name.span, message).noting(note);
        if let Some(place) = self.declared.place(item) {
            diagnostic = diagnostic.pointing(place, format!("the {}", item.noun()));
        }
        self.say(diagnostic);
        self.look_over(arguments);
    }

    fn unknown_call(&mut self, name: &'a Name, arguments: &'a [tree::Expression]) {
        let noun = if self.setting == Setting::Code { "function" } else { "predicate" };
        if let Some(entry) = self.scope.find(&name.text) {
            let message = format!("`{}` is a variable, not a {noun}", name.text);
            let diagnostic = Diagnostic::error("PI0120", name.span, message)
                .pointing(entry.span, "the variable");
            self.say(diagnostic);
        } else if self.is_first_report(&name.text) {
            let message = format!("there is no {noun} `{}`", name.text);
            let diagnostic = Diagnostic::error("PI0104", name.span, message);
            self.say(match (name.text.as_str(), arguments) {
                ("length", [array]) => diagnostic
                    .helping(format!("the length of an array is `|{}|`", array.span.of(self.text))),
                _ => match self.callable(&name.text) {
                    Some(near) => diagnostic.suggesting(&near),
                    None => diagnostic,
                },
            });
        }
        self.look_over(arguments);
    }

    /// Finds mistakes in arguments of something that is one itself.
    fn look_over(&mut self, arguments: &'a [tree::Expression]) {
        for argument in arguments {
            if !container::has_no_type(argument) {
                self.expression(argument, None);
            }
        }
    }
}
