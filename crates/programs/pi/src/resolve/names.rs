//! Names that stand for values.

use super::declared::Item;
use super::scope::{Availability, Entry, Meaning};
use super::typer::{Setting, Typer, make};
use super::{container, quantifier_trap, spelling};
use crate::program::{Expression, ExpressionKind, Type};
use crate::{Diagnostic, Span};

impl Typer<'_> {
    /// A name that stands for a value.
    pub(super) fn name(
        &mut self,
        name: &str,
        span: Span,
        expected: Option<&Type>,
    ) -> Option<Expression> {
        if let Some(entry) = self.scope.find(name) {
            let entry = entry.clone();
            self.check_capture(&entry, span);
            return self.entry(&entry, span);
        }
        if name == "nil" {
            return self.nil(span, expected);
        }
        self.unknown(name, span);
        None
    }

    /// A name that is in scope.
    fn entry(&mut self, entry: &Entry, span: Span) -> Option<Expression> {
        let name = &entry.name;
        if self.setting == Setting::Code && entry.availability != Availability::Everywhere {
            let why = match entry.availability {
                Availability::Free => "`:= ?` makes a variable that only annotations can mention",
                _ => "the value of a parameter on entry can only be named in annotations",
            };
            let message = format!("`{name}` cannot be used in code");
            self.say(
                Diagnostic::error("PI0122", span, message)
                    .pointing(entry.span, "declared here")
                    .noting(why),
            );
            return None;
        }
        let kind = match entry.meaning {
            Meaning::Variable(id) => ExpressionKind::Variable(id),
            Meaning::Bound(id) => ExpressionKind::Bound(id),
        };
        make(kind, entry.ty.clone()?, span)
    }

    /// Warns of a name that was meant for a quantifier that has ended, and means something else.
    fn check_capture(&mut self, entry: &Entry, span: Span) {
        if let Some(formula) = self.formula
            && let Some(quantifier) = quantifier_trap::quantifier_before(formula, &entry.name, span)
            && quantifier_trap::is_open(self.text, quantifier)
            && self.trapped.insert(quantifier.span)
        {
            let (text, name) = (self.text, &entry.name);
            self.say(quantifier_trap::warn(text, formula, quantifier, name, span, entry.span));
        }
    }

    fn unknown(&mut self, name: &str, span: Span) {
        if let Some(formula) = self.formula
            && self.setting != Setting::Code
            && let Some(quantifier) = quantifier_trap::quantifier_before(formula, name, span)
        {
            // One pair of parentheses helps all its variables, those that got another meaning as well.
            if self.trapped_for_good.insert(quantifier.span) {
                self.trapped.insert(quantifier.span);
                self.diagnostics.retain(|said| !quantifier_trap::is_warning_of(said, quantifier));
                self.say(quantifier_trap::explain(self.text, formula, quantifier, name, span));
            }
            return;
        }
        if let Some(item) = self.declared.items.get(name) {
            let noun = item.noun();
            let message = format!("`{name}` is a {noun}, not a value");
            let mut diagnostic =
                Diagnostic::error("PI0120", span, message).helping(format!("call it: `{name}(…)`"));
            if let Some(place) = self.declared.place(item) {
                diagnostic = diagnostic.pointing(place, format!("the {noun}"));
            }
            self.say(diagnostic);
            return;
        }
        if !self.is_first_report(name) {
            return;
        }
        let message = format!("`{name}` is not defined");
        if name == "rv" {
            self.say(Diagnostic::error("PI0123", span, "`rv` has no meaning here").noting(
                "it is what a function returns, and is known only in the `@post` of one that \
                     returns something",
            ));
            return;
        }
        let mut diagnostic = Diagnostic::error("PI0101", span, message);
        let near = spelling::nearest(name, self.scope.names());
        if let Some(entry) = self.gone.iter().rev().find(|entry| entry.name == name) {
            diagnostic = diagnostic
                .pointing(entry.span, "this one is known only inside of its block or loop");
        } else if let Some(near) = near {
            let place = self.scope.find(&near).map(|entry| entry.span);
            diagnostic = diagnostic.suggesting(&near);
            if let Some(place) = place {
                diagnostic = diagnostic.pointing(place, format!("`{near}` is declared here"));
            }
        } else if self.setting != Setting::Code {
            diagnostic = diagnostic.helping(format!(
                "if it stands for any value, declare it at the top: `int {name} := ?;`"
            ));
        }
        self.say(diagnostic);
    }

    /// What may have been meant by a name that is called.
    pub(super) fn callable(&self, name: &str) -> Option<String> {
        let is_code = self.setting == Setting::Code;
        let fits = |item: &Item| match item {
            Item::Global(_) => false,
            Item::Function(_) => is_code,
            Item::Predicate(_) => !is_code,
        };
        let items = self.declared.items.iter().filter(|(_, item)| fits(item));
        let names = items.map(|(name, _)| name.as_str()).chain(container::NAMES);
        spelling::nearest(name, names)
    }
}
