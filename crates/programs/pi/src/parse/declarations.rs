//! Declarations.

use super::{Line, Parse, Parser, Part};
use crate::Diagnostic;
use crate::lex::{Kind, Token};
use crate::tree::{Declaration, Dialect, Formal, Function, Statement, StatementKind};

impl Parser<'_> {
    /// Reads the whole file.
    pub(super) fn declarations(&mut self) -> Vec<Declaration> {
        let mut declarations = vec![];
        while self.kind() != Kind::End {
            let start = self.at;
            self.begin(Line::Declaration);
            match self.declaration() {
                Ok(declaration) => declarations.extend(declaration),
                Err(_) => self.skip_declaration(),
            }
            if self.at == start {
                self.advance();
            }
        }
        declarations
    }

    fn declaration(&mut self) -> Parse<Option<Declaration>> {
        let token = self.token();
        match token.kind {
            Kind::Include => {
                self.advance();
                Ok(None)
            }
            Kind::Define => {
                self.advance();
                self.global(token).map(Some)
            }
            Kind::Typedef => self.typedef(token).map(Some),
            Kind::Struct | Kind::Class => self.structure().map(Some),
            Kind::Predicate => self.predicate().map(Some),
            Kind::Pre | Kind::Post | Kind::Hash => self.function().map(Some),
            _ if self.is_at_prototype() => self.function().map(Some),
            Kind::Semicolon => {
                let diagnostic =
                    Diagnostic::error("PI0001", token.span, "expected a declaration, found `;`")
                        .helping("remove this `;`: there is none after a struct or a function");
                Err(self.complain(diagnostic))
            }
            kind if kind.is_basic_type() || matches!(kind, Kind::Ident | Kind::String) => {
                self.global(token).map(Some)
            }
            _ => Err(self.unexpected("a declaration")),
        }
    }

    /// Reads `T x;` or `T x := ?;`.
    fn global(&mut self, start: Token) -> Parse<Declaration> {
        let ty = self.type_tree("a type")?;
        let name = self.name("the name of a global variable")?;
        let mut is_free = false;
        if self.assignment_sign() {
            if self.take(Kind::Question).is_none() {
                let diagnostic = Diagnostic::error(
                    "PI0018",
                    self.token().span,
                    "a global variable has no value here",
                )
                .labelled("expected `?`")
                .noting(
                    "globals are set by functions; `:= ?` declares a constant that can be anything",
                )
                .helping(format!("{} {};", ty.span.of(self.text), name.text));
                return Err(self.complain(diagnostic));
            }
            is_free = true;
        }
        self.semicolon("this declaration")?;
        Ok(Declaration::Global { ty, name, is_free, span: self.span_from(start.span) })
    }

    /// Reads `struct S { … }`.
    fn structure(&mut self) -> Parse<Declaration> {
        let start = self.advance();
        let name = self.name("the name of a struct")?;
        let open = self.token();
        self.play(Part::Block);
        self.expect(Kind::OpenBrace, "`{`")?;
        let mut fields = vec![];
        while self.kind() != Kind::CloseBrace {
            if self.kind() == Kind::End || self.kind().begins_declaration() {
                self.unclosed(Kind::CloseBrace, open);
                break;
            }
            self.begin(Line::Statement);
            match self.formal("the name of a field") {
                Ok(field) if self.semicolon("this field").is_ok() => fields.push(field),
                _ => {
                    let at = self.at;
                    self.skip_statement();
                    if self.at == at && self.kind() != Kind::CloseBrace {
                        self.advance();
                    }
                }
            }
        }
        self.begin(Line::BlockEnd);
        self.take(Kind::CloseBrace);
        Ok(Declaration::Struct { name, fields, span: self.span_from(start.span) })
    }

    /// Reads `typedef struct S { … } S;`.
    fn typedef(&mut self, start: Token) -> Parse<Declaration> {
        self.advance();
        if !matches!(self.kind(), Kind::Struct | Kind::Class) {
            return Err(self.unexpected("`struct`"));
        }
        let mut declaration = self.structure()?;
        let alias = self.name("the name of the struct again")?;
        self.semicolon("this declaration")?;
        if let Declaration::Struct { name, span, .. } = &mut declaration {
            *span = start.span.to(self.previous().span);
            if name.text != alias.text {
                let message =
                    format!("the struct has two names, `{}` and `{}`", name.text, alias.text);
                let diagnostic = Diagnostic::error("PI0020", alias.span, message)
                    .pointing(name.span, "the first one")
                    .proposing(name.text.clone());
                self.complain(diagnostic);
            }
        }
        Ok(declaration)
    }

    /// Reads `predicate p(T x, …) := F;`.
    fn predicate(&mut self) -> Parse<Declaration> {
        let start = self.advance();
        let name = self.name("the name of a predicate")?;
        let formals = self.formals()?;
        if !self.assignment_sign() {
            return Err(self.unexpected("`:=` and the formula"));
        }
        let body = self.expression()?;
        self.semicolon("this predicate")?;
        Ok(Declaration::Predicate { name, formals, body, span: self.span_from(start.span) })
    }

    fn function(&mut self) -> Parse<Declaration> {
        let start = self.token();
        let contract = self.contract();
        if self.at > 0 && self.token() != start {
            self.begin(Line::Contract);
        }
        let result = match self.take(Kind::Void) {
            Some(_) => None,
            None => Some(self.type_tree("the result type of a function")?),
        };
        let name = self.name("the name of a function")?;
        let (pre, post, rank) = self.require_contract(contract, &name);
        let formals = self.formals()?;
        let locals = self.locals()?;
        let open = self.token();
        if open.kind != Kind::OpenBrace {
            return Err(self.unexpected("`{` and the body of the function"));
        }
        let mut body = self.block();
        body.statements.splice(0..0, locals);
        let span = self.span_from(start.span);
        Ok(Declaration::Function(Box::new(Function {
            pre,
            post,
            rank,
            result,
            name,
            formals,
            body,
            span,
        })))
    }

    /// Reads `(T x, …)`.
    fn formals(&mut self) -> Parse<Vec<Formal>> {
        let at = self.at;
        let open = self.token();
        self.play(Part::Postfix);
        self.expect(Kind::OpenParen, "`(` and the parameters")?;
        let mut formals = vec![];
        let result = self.formals_up_to(open, &mut formals);
        if let Err(lost) = result {
            self.skip_parentheses(at, lost)?;
        }
        Ok(formals)
    }

    fn formals_up_to(&mut self, open: Token, formals: &mut Vec<Formal>) -> Parse<()> {
        if self.take(Kind::CloseParen).is_some() {
            return Ok(());
        }
        loop {
            formals.push(self.formal("the name of a parameter")?);
            if self.take(Kind::Comma).is_none() {
                return self.expect_closing(Kind::CloseParen, open).map(|_| ());
            }
        }
    }

    /// Reads `T x`.
    fn formal(&mut self, what: &str) -> Parse<Formal> {
        Ok(Formal { ty: self.type_tree("a type")?, name: self.name(what)? })
    }

    /// Reads `declare T x, y; …`, which the classic dialect has between prototype and body.
    fn locals(&mut self) -> Parse<Vec<Statement>> {
        let mut locals = vec![];
        if self.kind() != Kind::Declare {
            return Ok(locals);
        }
        self.begin(Line::Contract);
        self.advance();
        while self.kind() != Kind::OpenBrace {
            self.begin(Line::Statement);
            let ty = self.type_tree("a type, or `{` and the body of the function")?;
            loop {
                let name = self.name("the name of a local variable")?;
                let span = ty.span.to(name.span);
                locals.push(Statement {
                    kind: StatementKind::Declare { ty: ty.clone(), name, value: None },
                    span,
                });
                if self.take(Kind::Comma).is_none() {
                    break;
                }
            }
            self.semicolon("this declaration")?;
        }
        self.begin(Line::OwnBrace);
        Ok(locals)
    }

    /// Reads `:=`, if it comes next; `=` is the same in the classic dialect and a slip in the other.
    pub(super) fn assignment_sign(&mut self) -> bool {
        match self.kind() {
            Kind::Assign => {}
            Kind::Equal if self.dialect == Dialect::Classic => {}
            Kind::Equal => {
                let diagnostic =
                    Diagnostic::error("PI0013", self.token().span, "a value is given with `:=`")
                        .labelled("`=` compares")
                        .proposing(":=");
                self.complain(diagnostic);
            }
            _ => return false,
        }
        self.advance();
        true
    }
}
