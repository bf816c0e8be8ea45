//! Types.

use super::{Parse, Parser, Part};
use crate::Diagnostic;
use crate::lex::Kind;
use crate::limits::LEVELS;
use crate::tree::{TypeKind, TypeTree};

impl Parser<'_> {
    /// Reads a type.
    pub(super) fn type_tree(&mut self, what: &str) -> Parse<TypeTree> {
        self.deeper(|parser| parser.type_here(what))
    }

    fn type_here(&mut self, what: &str) -> Parse<TypeTree> {
        let token = self.token();
        let kind = match (token.kind, token.span.of(self.text)) {
            (Kind::Int, _) => TypeKind::Int,
            (Kind::Float, _) => TypeKind::Float,
            (Kind::Bool, _) => TypeKind::Bool,
            (Kind::Ident, "real") if !self.is_real_taken => TypeKind::Float,
            (Kind::Ident, "hashtable") if self.kind_after(1) == Kind::OpenParen => {
                return self.table_type();
            }
            (Kind::Ident, "list") if self.kind_after(1) == Kind::OpenParen => {
                return self.list_type();
            }
            (Kind::Ident, name) => TypeKind::Named(name.to_owned()),
            (Kind::Void, _) => {
                let diagnostic = Diagnostic::error("PI0001", token.span, "`void` is no type")
                    .noting("it stands only before the name of a function that has no result");
                return Err(self.complain(diagnostic));
            }
            _ => return Err(self.unexpected(what)),
        };
        self.advance();
        self.array_of(TypeTree { kind, span: token.span })
    }

    fn table_type(&mut self) -> Parse<TypeTree> {
        let word = self.advance();
        self.play(Part::Postfix);
        let open = self.advance();
        let key = self.type_tree("the type of the keys")?;
        self.expect(Kind::Comma, "`,` and the type of the values")?;
        let value = self.type_tree("the type of the values")?;
        let close = self.expect_closing(Kind::CloseParen, open)?;
        let kind = TypeKind::Table(Box::new(key), Box::new(value));
        self.array_of(TypeTree { kind, span: word.span.to(close.span) })
    }

    fn list_type(&mut self) -> Parse<TypeTree> {
        let word = self.advance();
        self.play(Part::Postfix);
        let open = self.advance();
        let element = self.type_tree("the type of the elements")?;
        let close = self.expect_closing(Kind::CloseParen, open)?;
        self.array_of(TypeTree {
            kind: TypeKind::List(Box::new(element)),
            span: word.span.to(close.span),
        })
    }

    /// Reads the `[]` after a type.
    fn array_of(&mut self, mut ty: TypeTree) -> Parse<TypeTree> {
        let mut levels = self.depth;
        loop {
            let start = ty.span;
            let is_split =
                self.kind() == Kind::OpenBracket && self.kind_after(1) == Kind::CloseBracket;
            if is_split {
                let brackets = self.token().span.to(self.token_at(self.at + 1).span);
                let diagnostic =
                    Diagnostic::error("PI0015", brackets, "there is a blank between `[` and `]`")
                        .labelled("in a type this is one sign")
                        .helping(format!("{}[]", start.of(self.text)))
                        .replacing("[]");
                self.complain(diagnostic);
                self.advance();
            } else if self.kind() != Kind::Brackets {
                return Ok(ty);
            }
            levels += 1;
            if levels > LEVELS {
                return Err(self.too_deep());
            }
            self.play(Part::Postfix);
            let close = self.advance();
            ty = TypeTree { kind: TypeKind::Array(Box::new(ty)), span: start.to(close.span) };
        }
    }

    /// Does a declaration of a variable begin here?
    pub(super) fn is_type(&self) -> bool {
        match self.kind() {
            kind if kind.is_basic_type() => true,
            Kind::String => self.kind_after(1) == Kind::Ident,
            Kind::Ident => match self.kind_after(1) {
                Kind::Ident => !self.is_membership_at(self.at + 1),
                Kind::Brackets => true,
                Kind::OpenBracket => {
                    self.kind_after(2) == Kind::CloseBracket && self.kind_after(3) == Kind::Ident
                }
                Kind::OpenParen if self.is_word("hashtable") || self.is_word("list") => {
                    self.brackets.close(self.at + 1).is_some_and(|close| {
                        matches!(self.token_at(close + 1).kind, Kind::Ident | Kind::Brackets)
                    })
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Does the prototype of a function begin here?
    pub(super) fn is_at_prototype(&self) -> bool {
        if self.kind() == Kind::Void {
            return true;
        }
        if !self.is_type() {
            return false;
        }
        let mut at = self.at + 1;
        if self.token_at(at).kind == Kind::OpenParen {
            at = self.brackets.close(at).map_or(at, |close| close + 1);
        }
        while matches!(
            self.token_at(at).kind,
            Kind::Brackets | Kind::OpenBracket | Kind::CloseBracket
        ) {
            at += 1;
        }
        self.token_at(at).kind == Kind::Ident && self.token_at(at + 1).kind == Kind::OpenParen
    }
}
