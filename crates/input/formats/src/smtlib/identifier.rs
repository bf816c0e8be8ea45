//! Reading what stands at the head of a term: symbols, and what `as` and `_` make of them.

use buttress_logic::{Sort, SortKind, TableKind, Term};
use buttress_numeric::Rational;

use super::error::{Error, Kind};
use super::head::Head;
use super::sexpr::{Node, Token, shorten};
use super::suggest::suggest;
use super::symbol::{Builtin, Symbol};
use super::tables::{EMPTY, Operation, reserved_symbol};
use super::term::TermReader;
use super::theories::foreign_theory;
use crate::limits::{MOST_DIGITS, MOST_EXPONENT};

impl TermReader<'_> {
    /// Reads a head: a symbol, `(as f S)` or `(_ f i)`.
    pub(super) fn head(&mut self, node: Node) -> Result<Head, Error> {
        let source = self.source;
        match source.token(node) {
            Token::Symbol => self.named_head(node),
            Token::List => {
                let mut children = source.children(node);
                let first = children.expect(node, "a function")?;
                if source.is_reserved(first, "as") {
                    self.qualified(node)
                } else if source.is_reserved(first, "_") {
                    self.indexed(node)
                } else {
                    Err(source.unexpected(node, "a function"))
                }
            }
            _ => Err(source.unexpected(node, "a function")),
        }
    }

    fn named_head(&mut self, node: Node) -> Result<Head, Error> {
        let name = self.source.atom(node);
        match self.symbol(name) {
            Some(symbol) => self.admit(symbol.into(), node),
            None => match self.special_head(name) {
                Some(head) => Ok(head),
                None => self.negative(name).ok_or_else(|| self.unknown(node)),
            },
        }
    }

    /// What a name means here.
    pub(super) fn symbol(&self, name: &str) -> Option<Symbol> {
        if let Some(symbol) = self.signature.functions.get(name) {
            // Scripts cannot name the parts of infinite sorts.
            let is_part = matches!(
                symbol,
                Symbol::Constructor { .. } | Symbol::Selector { .. } | Symbol::Shared(_)
            );
            let is_hidden = is_part && name.starts_with('@') && self.evidence.is_none();
            return (!is_hidden).then(|| symbol.clone());
        }
        let bound = self.evidence.and_then(|evidence| evidence.bindings.get(name));
        match bound.or_else(|| self.named_terms.get(name)) {
            Some(term) => Some(Symbol::Term(*term)),
            None => self.evidence.and_then(|_| reserved_symbol(name)),
        }
    }

    /// Values of a model speak of no declared functions.
    fn admit(&self, head: Head, node: Node) -> Result<Head, Error> {
        let is_closed = self.evidence.is_some_and(|evidence| !evidence.allows_functions);
        if is_closed && matches!(head, Head::Function(_)) {
            let name = shorten(self.source.atom(node));
            let message = format!("the value of a model cannot mention the function `{name}`");
            return Err(self.source.error(node, Kind::Syntax, message));
        }
        Ok(head)
    }

    /// `-2` is a symbol in SMT-LIB; many take it for a number where it is not declared.
    fn negative(&mut self, name: &str) -> Option<Head> {
        let digits = name.strip_prefix('-')?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if !is_number || digits.len() > MOST_DIGITS {
            return None;
        }
        let value: Rational = name.parse().ok()?;
        let is_decimal = digits.contains('.');
        let sort = if is_decimal { Sort::REAL } else { self.numeral_sort() };
        Some(Head::Term(self.terms.numeral(&value, sort)))
    }

    /// Heads that no table holds: `is-c`, names of older scripts, and those of evidence.
    fn special_head(&self, name: &str) -> Option<Head> {
        if let Some(constructor) = name.strip_prefix("is-")
            && let Some(testers) = self.symbol(constructor).and_then(|known| known.testers())
        {
            return Some(testers);
        }
        match (self.evidence, name) {
            (None, "implies") => Some(Head::Builtin(Builtin::Implies)),
            (None, "iff") => Some(Head::Builtin(Builtin::Equal)),
            (None, "rem") => Some(Head::Remainder),
            (None, "^" | "pow") => Some(Head::Power),
            (Some(_), "@difference") => Some(Head::Difference),
            (Some(_), "@default") => Some(Head::Default),
            (Some(evidence), TableKind::MISSING) if evidence.allows_functions => {
                Some(Head::Missing)
            }
            (evidence, _) => Operation::named(name, evidence.is_some()).map(Head::Operation),
        }
    }

    fn unknown(&self, node: Node) -> Error {
        let name = self.source.atom(node);
        let shown = shorten(name);
        if let Some(theory) = foreign_theory(name) {
            let message = format!("`{shown}`: {theory} are not supported");
            return self.source.error(node, Kind::Unsupported, message);
        }
        let known = self.signature.functions.all().filter(|known| !known.starts_with('@'));
        let near = suggest(name, known);
        let message = format!("unknown symbol `{shown}`");
        self.source.error(node, Kind::Unknown, message).suggesting(near)
    }

    /// `(as f S)`, `(as const A)`, `(as empty T)`, in evidence `(as @3 U)`
    fn qualified(&mut self, node: Node) -> Result<Head, Error> {
        let source = self.source;
        let mut children = source.children(node);
        children.next();
        let name_node = children.expect(node, "a symbol")?;
        let name = source.symbol(name_node, "a symbol")?;
        let sort_node = children.expect(node, "a sort")?;
        children.finish()?;
        let sort = self.signature.sorts.read(self.terms, source, sort_node)?;
        let Some(symbol) = self.symbol(name) else {
            if name == "const" {
                return match self.terms.array_parts(sort) {
                    Some(_) => Ok(Head::ConstantArray(sort)),
                    None => Err(self.not_of(sort_node, "an array sort", sort)),
                };
            }
            if name == EMPTY {
                return match self.empty_table(sort) {
                    Some(empty) => Ok(Head::Term(empty)),
                    None => Err(self.not_of(sort_node, "a sort of tables", sort)),
                };
            }
            if self.evidence.is_some()
                && let Some(element) = self.element(name, sort)
            {
                return Ok(Head::Term(element));
            }
            return Err(self.unknown(name_node));
        };
        let instance = self.signature.sorts.datatypes.instance(sort);
        let symbol = symbol.of_family(instance.map(|instance| instance.family));
        let result = match &symbol {
            Symbol::Constructor { family, constructor } => {
                let instance = self.signature.sorts.datatypes.instance(sort);
                if instance.map(|instance| instance.family) != Some(*family) {
                    let shown = shorten(name);
                    let message =
                        format!("`{shown}` is no constructor of the sort {}", self.show(sort));
                    return Err(source.error(sort_node, Kind::Sort, message));
                }
                let (family, constructor) = (*family, *constructor);
                return Ok(Head::Constructor { family, constructor, sort: Some(sort) });
            }
            Symbol::Function(function) => self.terms.function_result(*function),
            Symbol::Term(term) => self.terms.sort_of(*term),
            Symbol::Shared(parts) if matches!(parts.first(), Some(Symbol::Constructor { .. })) => {
                let (shown, sort) = (shorten(name), self.show(sort));
                let message = format!("`{shown}` is no constructor of the sort {sort}");
                return Err(source.error(sort_node, Kind::Sort, message));
            }
            // Their sorts are known when they are applied.
            Symbol::Builtin(_) | Symbol::Macro(_) | Symbol::Selector { .. } | Symbol::Shared(_) => {
                return Ok(Head::Qualified(Box::new(symbol.into()), sort));
            }
        };
        if result == sort {
            return self.admit(symbol.into(), name_node);
        }
        let (shown, result) = (shorten(name), self.show(result));
        let message = format!("`{shown}` is of sort {result}, not {}", self.show(sort));
        Err(source.error(sort_node, Kind::Sort, message))
    }

    /// `@3` as an element of an uninterpreted sort.
    fn element(&mut self, name: &str, sort: Sort) -> Option<Term> {
        let digits = name.strip_prefix('@')?;
        let is_uninterpreted = matches!(self.terms.sort_kind(sort), SortKind::Uninterpreted { .. });
        if !is_uninterpreted || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        Some(self.terms.element(sort, digits.parse().ok()?))
    }

    /// `(_ is c)`, `(_ divisible n)`
    fn indexed(&mut self, node: Node) -> Result<Head, Error> {
        let source = self.source;
        let mut children = source.children(node);
        children.next();
        let name_node = children.expect(node, "a symbol")?;
        let name = source.symbol(name_node, "a symbol")?;
        match name {
            "is" => {
                let constructor_node = children.expect(node, "a constructor")?;
                let constructor = source.symbol(constructor_node, "a constructor")?;
                children.finish()?;
                let Some(symbol) = self.symbol(constructor) else {
                    return Err(self.unknown(constructor_node));
                };
                symbol.testers().ok_or_else(|| {
                    let message = format!("`{}` is no constructor", shorten(constructor));
                    source.error(constructor_node, Kind::Sort, message)
                })
            }
            "^" if self.evidence.is_none() => {
                let number = children.expect(node, "an exponent")?;
                children.finish()?;
                let exponent = source.atom(number).parse::<u32>().ok();
                let is_fine = source.token(number) == Token::Numeral;
                match exponent.filter(|exponent| is_fine && *exponent <= MOST_EXPONENT) {
                    Some(exponent) => Ok(Head::PowerOf(exponent)),
                    None => {
                        let expected = format!("an exponent of {MOST_EXPONENT} at most");
                        Err(source.unexpected(number, &expected))
                    }
                }
            }
            "divisible" => {
                let number = children.expect(node, "a numeral")?;
                children.finish()?;
                if source.token(number) != Token::Numeral || source.atom(number) == "0" {
                    return Err(source.unexpected(number, "a positive numeral"));
                }
                Ok(Head::Divisible(self.number(number)?))
            }
            _ => {
                let shown = shorten(name);
                let message = match foreign_theory(name) {
                    Some(theory) => format!("`{shown}`: {theory} are not supported"),
                    None => format!("the indexed symbol `{shown}` is not supported"),
                };
                Err(source.error(node, Kind::Unsupported, message))
            }
        }
    }
}
