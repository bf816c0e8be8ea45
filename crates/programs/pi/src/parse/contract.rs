//! Contracts: `@pre`, `@post` and rankings.

use super::{Line, Parse, Parser};
use crate::lex::Kind;
use crate::tree::{Expression, ExpressionKind, Rank};
use crate::{Diagnostic, Name};

/// What precedes a prototype.
#[derive(Default)]
pub(super) struct Contract {
    pre: Option<Expression>,
    post: Option<Expression>,
    rank: Option<Rank>,
}

impl Parser<'_> {
    /// Reads `@pre`, `@post` and the ranking, in any order. A formula that cannot be read leaves the
    /// rest of the function readable.
    pub(super) fn contract(&mut self) -> Contract {
        let mut contract = Contract::default();
        let start = self.at;
        loop {
            let token = self.token();
            if self.at > start {
                self.begin(Line::Contract);
            }
            let is_second = match token.kind {
                Kind::Pre => contract.pre.is_some(),
                Kind::Post => contract.post.is_some(),
                Kind::Hash => contract.rank.is_some(),
                _ => {
                    self.marks.begin(
                        self.at,
                        if self.at > start { Line::Contract } else { Line::Declaration },
                    );
                    return contract;
                }
            };
            if is_second {
                let what = token.span.of(self.text).to_owned();
                let diagnostic = Diagnostic::error(
                    "PI0011",
                    token.span,
                    format!("a second `{what}` for one function"),
                )
                .helping(if token.kind == Kind::Hash {
                    "one ranking can have several components: #(e, f)"
                } else {
                    "join the two formulas with &&"
                });
                self.complain(diagnostic);
            }
            if token.kind == Kind::Hash {
                match self.rank() {
                    Ok(rank) => contract.rank = contract.rank.or(Some(rank)),
                    Err(_) => self.skip_formula(),
                }
                continue;
            }
            self.advance();
            let formula = self.contract_formula();
            let place =
                if token.kind == Kind::Pre { &mut contract.pre } else { &mut contract.post };
            place.get_or_insert(formula);
        }
    }

    /// Reads a formula of a contract. Whatever is wrong with it, the next part of the function follows.
    fn contract_formula(&mut self) -> Expression {
        let formula = self.expression();
        let is_at_end = matches!(self.kind(), Kind::Pre | Kind::Post | Kind::Hash)
            || self.kind().is_basic_type()
            || self.is_at_prototype();
        if formula.is_ok() && !is_at_end {
            self.unexpected("an operator, or what follows the formula");
        }
        let formula = formula.unwrap_or_else(|_| self.damaged());
        if !is_at_end {
            self.skip_formula();
        }
        formula
    }

    /// Both formulas are needed; `true` stands for a missing one after the complaint.
    pub(super) fn require_contract(
        &mut self,
        contract: Contract,
        name: &Name,
    ) -> (Expression, Expression, Option<Rank>) {
        let (missing, help) = match (&contract.pre, &contract.post) {
            (None, None) => ("neither @pre nor @post", "write before it: @pre true @post true"),
            (None, _) => ("no @pre", "write before it: @pre true"),
            (_, None) => ("no @post", "write before it: @post true"),
            _ => ("", ""),
        };
        if !missing.is_empty() {
            let message = format!("the function `{}` has {missing}", name.text);
            let mut diagnostic = Diagnostic::error("PI0011", name.span, message).helping(help);
            let said = [(&contract.pre, "its @pre"), (&contract.post, "its @post")];
            for (formula, label) in
                said.into_iter().filter_map(|(formula, label)| Some((formula.as_ref()?, label)))
            {
                diagnostic = diagnostic.pointing(formula.span, label);
            }
            self.complain(diagnostic);
        }
        let truth = || Expression { kind: ExpressionKind::Bool(true), span: name.span };
        (contract.pre.unwrap_or_else(truth), contract.post.unwrap_or_else(truth), contract.rank)
    }

    /// Reads `#(e, …)`.
    pub(super) fn rank(&mut self) -> Parse<Rank> {
        let start = self.advance();
        let open = self.token();
        let at = self.at;
        self.expect(Kind::OpenParen, "`(` and what decreases")?;
        let annotating = self.annotating.take();
        let result = self.rank_components();
        self.annotating = annotating;
        match result {
            Ok(components) if self.kind() == Kind::CloseParen => {
                self.advance();
                Ok(Rank { components, span: self.span_from(start.span) })
            }
            Ok(_) => {
                let lost = self.unclosed(Kind::CloseParen, open);
                self.skip_parentheses(at, lost)?;
                Err(lost)
            }
            Err(lost) => {
                self.skip_parentheses(at, lost)?;
                Err(lost)
            }
        }
    }

    fn rank_components(&mut self) -> Parse<Vec<Expression>> {
        let mut components = vec![self.expression()?];
        while self.take(Kind::Comma).is_some() {
            components.push(self.expression()?);
        }
        Ok(components)
    }
}
