//! The names of a script: what commands declare, and what terms bind.

use buttress_pi::Span;

use super::nodes::Node;
use crate::names::{NameKind, NameTable, Symbol};

/// All names of a script.
pub(super) fn names(text: &str, commands: &[Node]) -> NameTable {
    let mut walk = Walk { text, table: NameTable::default(), local: Vec::new(), uses: Vec::new() };
    commands.iter().for_each(|command| walk.command(command));
    for (span, symbol) in std::mem::take(&mut walk.uses) {
        let found = match symbol {
            Some(symbol) => Some(symbol),
            None => {
                walk.table.find(plain(span.of(text)), span.start, |kind| kind != NameKind::Bound)
            }
        };
        if let Some(symbol) = found {
            walk.table.mention(span, symbol);
        }
    }
    walk.table
}

struct Walk<'t> {
    text: &'t str,
    table: NameTable,
    /// Names that are bound here, the innermost last.
    local: Vec<(String, usize)>,
    /// Words that are used, with what they mean if that is bound.
    uses: Vec<(Span, Option<usize>)>,
}

impl Walk<'_> {
    fn command(&mut self, command: &Node) {
        let [head, rest @ ..] = command.items() else { return };
        let whole = command.span();
        match (head.word(self.text).unwrap_or_default(), rest) {
            ("declare-fun", [name, arguments, sort]) => {
                let kind = if arguments.items().is_empty() {
                    NameKind::Global
                } else {
                    NameKind::Function
                };
                self.declare(name, kind, whole);
                self.uses_of(arguments);
                self.uses_of(sort);
            }
            ("declare-const", [name, sort]) => {
                self.declare(name, NameKind::Global, whole);
                self.uses_of(sort);
            }
            ("declare-sort" | "define-sort", [name, rest @ ..]) => {
                self.declare(name, NameKind::Type, whole);
                rest.iter().for_each(|it| self.uses_of(it));
            }
            ("define-const", [name, rest @ ..]) => {
                self.declare(name, NameKind::Global, whole);
                rest.iter().for_each(|it| self.uses_of(it));
            }
            ("define-fun" | "define-fun-rec", [name, parameters, sort, body]) => {
                self.declare(name, NameKind::Function, whole);
                self.uses_of(sort);
                self.under(parameters.items(), whole, |walk| walk.uses_of(body));
            }
            ("define-funs-rec", [headers, bodies]) => {
                for header in headers.items() {
                    if let [name, ..] = header.items() {
                        self.declare(name, NameKind::Function, whole);
                    }
                }
                for (header, body) in headers.items().iter().zip(bodies.items()) {
                    let parameters = header.items().get(1).map_or(&[][..], Node::items);
                    self.under(parameters, whole, |walk| walk.uses_of(body));
                }
            }
            ("declare-datatype", [name, constructors]) => {
                self.declare(name, NameKind::Type, whole);
                self.datatype(constructors, whole);
            }
            ("declare-datatypes", [sorts, all]) => {
                for sort in sorts.items() {
                    if let [name, ..] = sort.items() {
                        self.declare(name, NameKind::Type, whole);
                    }
                }
                all.items().iter().for_each(|constructors| self.datatype(constructors, whole));
            }
            ("set-logic" | "set-info" | "set-option" | "echo" | "get-info" | "get-option", _) => {}
            (_, rest) => rest.iter().for_each(|it| self.uses_of(it)),
        }
    }

    /// `((nil) (cons (head T) (tail L)))`, perhaps below `par`.
    fn datatype(&mut self, constructors: &Node, whole: Span) {
        let items = match constructors.items() {
            [head, _, inner] if head.word(self.text) == Some("par") => inner.items(),
            items => items,
        };
        for constructor in items {
            match constructor.items() {
                [name, selectors @ ..] => {
                    self.declare(name, NameKind::Function, whole);
                    for selector in selectors {
                        if let [name, sort] = selector.items() {
                            self.declare(name, NameKind::Field, whole);
                            self.uses_of(sort);
                        }
                    }
                }
                [] => self.declare(constructor, NameKind::Function, whole),
            }
        }
    }

    /// A term, a sort, or a list of these.
    fn uses_of(&mut self, node: &Node) {
        let items = node.items();
        let head = items.first().and_then(|head| head.word(self.text)).unwrap_or_default();
        match (node, head, items) {
            (Node::Word(span), ..) => {
                let name = plain(span.of(self.text));
                let bound = self.local.iter().rev().find(|(bound, _)| bound == name);
                self.uses.push((*span, bound.map(|(_, symbol)| *symbol)));
            }
            (_, "forall" | "exists", [_, variables, body]) => {
                self.under(variables.items(), node.span(), |walk| walk.uses_of(body));
            }
            (_, "let", [_, bindings, body]) => {
                // Values are outside of what they are bound to.
                for binding in bindings.items() {
                    binding.items().iter().skip(1).for_each(|value| self.uses_of(value));
                }
                self.under(bindings.items(), node.span(), |walk| walk.uses_of(body));
            }
            (_, "!", [_, term, attributes @ ..]) => {
                self.uses_of(term);
                for pair in attributes.windows(2) {
                    if pair[0].word(self.text) == Some(":named") {
                        self.declare(&pair[1], NameKind::Label, node.span());
                    }
                }
                let patterns = attributes.iter().filter(|it| !it.items().is_empty());
                patterns.for_each(|pattern| self.uses_of(pattern));
            }
            (_, "_", [_, name, ..]) => self.uses_of(name),
            (_, _, items) => items.iter().for_each(|it| self.uses_of(it)),
        }
    }

    /// What happens below the variables of a list of pairs.
    fn under(&mut self, pairs: &[Node], scope: Span, inside: impl FnOnce(&mut Self)) {
        let before = self.local.len();
        for pair in pairs {
            if let [Node::Word(span), sort, ..] = pair.items() {
                let name = plain(span.of(self.text)).to_owned();
                let detail = format!("{name} {}", sort.span().of(self.text));
                let symbol = Symbol {
                    name: name.clone(),
                    kind: NameKind::Bound,
                    span: *span,
                    whole: pair.span(),
                    scope: Span { start: span.start, end: scope.end },
                    detail,
                    parent: None,
                };
                let symbol = self.table.declare(symbol);
                self.local.push((name, symbol));
            }
        }
        inside(self);
        self.local.truncate(before);
    }

    fn declare(&mut self, name: &Node, kind: NameKind, whole: Span) {
        let Node::Word(span) = name else { return };
        let detail = whole.of(self.text).split_whitespace().collect::<Vec<_>>().join(" ");
        self.table.declare(Symbol {
            name: plain(span.of(self.text)).to_owned(),
            kind,
            span: *span,
            whole,
            // What is declared is known from there on.
            scope: Span { start: span.start, end: self.text.len() as u32 },
            detail,
            parent: None,
        });
    }
}

/// A symbol without its bars.
fn plain(word: &str) -> &str {
    word.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::super::nodes::nodes;
    use super::*;

    #[test]
    fn names_mean_what_binds_them() {
        let text = "(declare-fun f (Int) Int)
(declare-const x Int)
(define-fun g ((x Int)) Int (f x))
(assert (! (= (g |x|) (let ((x (f x)) (y 1)) (+ x y))) :named a))
(assert (forall ((x Int)) (= (f x) x)))
(declare-datatypes ((list 0)) (((nil) (cons (head Int) (tail list)))))
(assert (= (head (cons x nil)) x))";
        let table = names(text, &nodes(text));
        let line = |span: Span| span.place(text).0;
        let shown = table.occurrences.iter().map(|it| {
            let declared = table.symbols[it.symbol].span;
            format!("{}:{}->{}", it.span.of(text), line(it.span), line(declared))
        });
        let expected = [
            "f:1->1",
            "x:2->2",
            "g:3->3",
            "x:3->3",
            "f:3->1",
            "x:3->3",
            "g:4->3",
            "|x|:4->2",
            "x:4->4",
            "f:4->1",
            "x:4->2",
            "y:4->4",
            "x:4->4",
            "y:4->4",
            "a:4->4",
            "x:5->5",
            "f:5->1",
            "x:5->5",
            "x:5->5",
            "list:6->6",
            "nil:6->6",
            "cons:6->6",
            "head:6->6",
            "tail:6->6",
            "list:6->6",
            "head:7->6",
            "cons:7->6",
            "x:7->2",
            "nil:7->6",
            "x:7->2",
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }
}
