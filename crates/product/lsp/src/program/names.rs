//! The names of a program: a walk over the tree, which exists also while something is wrong with the text.

use std::collections::BTreeMap;

use buttress_pi::tree::{
    Annotation, Block, Declaration, Expression, ExpressionKind, File, Formal, Function, Loop, Rank,
    Statement, StatementKind, TypeKind, TypeTree,
};
use buttress_pi::{Name, Span};

use super::types::{Typing, shown, type_of};
use crate::names::{NameKind, NameTable, Symbol};

/// All names of a program.
pub(super) fn names(text: &str, file: &File) -> NameTable {
    let mut walk = Walk {
        text,
        everywhere: Span::new(0, text.len()),
        table: NameTable::default(),
        types: BTreeMap::new(),
        returned: BTreeMap::new(),
        fields: BTreeMap::new(),
        uses: Vec::new(),
    };
    file.declarations.iter().for_each(|declaration| walk.declaration(declaration));
    walk.finish()
}

/// A name that is used.
enum Use<'t> {
    /// As a value.
    Value(&'t str),
    /// It is called.
    Callee(&'t str),
    /// As a type.
    Type(&'t str),
    /// As a field of this.
    Field(&'t Expression, &'t str),
}

struct Walk<'t> {
    text: &'t str,
    everywhere: Span,
    table: NameTable,
    /// The types of variables, by the positions of their symbols.
    types: BTreeMap<usize, TypeKind>,
    /// What functions return.
    returned: BTreeMap<&'t str, TypeKind>,
    /// The symbols of fields, by struct and name.
    fields: BTreeMap<(&'t str, &'t str), usize>,
    uses: Vec<(Span, Use<'t>)>,
}

impl<'t> Walk<'t> {
    fn declaration(&mut self, declaration: &'t Declaration) {
        match declaration {
            Declaration::Global { ty, name, span, .. } => {
                self.variable(name, Some(ty), NameKind::Global, *span, self.everywhere, None);
            }
            Declaration::Struct { name, fields, span } => {
                let detail = format!("struct {}", name.text);
                let symbol = self.symbol(name, NameKind::Type, *span, self.everywhere, detail);
                for Formal { ty, name: field } in fields {
                    let whole = ty.span.to(field.span);
                    let place =
                        self.variable(field, Some(ty), NameKind::Field, whole, *span, Some(symbol));
                    self.fields.insert((&name.text, &field.text), place);
                }
            }
            Declaration::Predicate { name, formals, body, span } => {
                let detail = format!("predicate {}", signature(name, formals));
                let symbol = self.symbol(name, NameKind::Predicate, *span, self.everywhere, detail);
                self.formals(formals, *span, symbol);
                self.expression(body);
            }
            Declaration::Function(function) => self.function(function),
        }
    }

    fn function(&mut self, function: &'t Function) {
        let Function { pre, post, rank, result, name, formals, body, span } = function;
        let answer = result.as_ref().map_or_else(|| "void".to_owned(), shown);
        let detail = format!("{answer} {}", signature(name, formals));
        let symbol = self.symbol(name, NameKind::Function, *span, self.everywhere, detail);
        if let Some(ty) = result {
            self.ty(ty);
            self.returned.insert(&name.text, ty.kind.clone());
        }
        self.formals(formals, *span, symbol);
        [pre, post].into_iter().for_each(|formula| self.expression(formula));
        self.rank(rank.as_ref());
        self.block(body, symbol);
    }

    fn formals(&mut self, formals: &'t [Formal], scope: Span, parent: usize) {
        for Formal { ty, name } in formals {
            let whole = ty.span.to(name.span);
            self.variable(name, Some(ty), NameKind::Variable, whole, scope, Some(parent));
        }
    }

    fn rank(&mut self, rank: Option<&'t Rank>) {
        rank.iter().flat_map(|rank| &rank.components).for_each(|part| self.expression(part));
    }

    fn block(&mut self, block: &'t Block, parent: usize) {
        for statement in &block.statements {
            self.statement(statement, block.span, parent);
        }
    }

    /// A statement; what it declares is known in `scope`, from there on.
    fn statement(&mut self, statement: &'t Statement, scope: Span, parent: usize) {
        let own = statement.span;
        match &statement.kind {
            StatementKind::Declare { ty, name, value } => {
                value.iter().for_each(|value| self.expression(value));
                let scope = Span { start: name.span.start, end: scope.end.max(name.span.end) };
                self.variable(name, Some(ty), NameKind::Variable, own, scope, Some(parent));
            }
            StatementKind::Assign { target, value } => {
                self.expression(target);
                self.expression(value);
            }
            StatementKind::Evaluate(value) => self.expression(value),
            StatementKind::Return(value) => value.iter().for_each(|it| self.expression(it)),
            StatementKind::Empty | StatementKind::Break => {}
            StatementKind::Block(block) => self.block(block, parent),
            StatementKind::If { condition, then, otherwise } => {
                self.expression(condition);
                self.statement(then, then.span, parent);
                otherwise.iter().for_each(|other| self.statement(other, other.span, parent));
            }
            StatementKind::While(body) => self.repeated(body, own, parent),
            StatementKind::For { init, step, body } => {
                init.iter().for_each(|init| self.statement(init, own, parent));
                self.repeated(body, own, parent);
                step.iter().for_each(|step| self.statement(step, own, parent));
            }
            StatementKind::Assert(annotation) => self.annotation(annotation, own, parent),
        }
    }

    fn repeated(&mut self, body: &'t Loop, whole: Span, parent: usize) {
        self.annotation(&body.annotation, whole, parent);
        self.rank(body.rank.as_ref());
        self.expression(&body.condition);
        self.statement(&body.body, body.body.span, parent);
    }

    fn annotation(&mut self, annotation: &'t Annotation, whole: Span, parent: usize) {
        if let Some(label) = &annotation.label {
            let place = self.symbol(label, NameKind::Label, whole, whole, "annotation".to_owned());
            self.table.symbols[place].parent = Some(parent);
        }
        self.expression(&annotation.formula);
    }

    fn expression(&mut self, expression: &'t Expression) {
        match &expression.kind {
            ExpressionKind::Name(name) => {
                let span = self.bare(expression.span, name);
                self.uses.push((span, Use::Value(name)));
            }
            ExpressionKind::Call(name, _) => {
                self.uses.push((name.span, Use::Callee(&name.text)));
            }
            ExpressionKind::Field(of, name) => {
                self.uses.push((name.span, Use::Field(of, &name.text)));
            }
            ExpressionKind::New { element, .. } => self.ty(element),
            ExpressionKind::Quantified { variables, .. } => {
                for variable in variables {
                    let (name, ty) = (&variable.name, variable.ty.as_ref());
                    let scope = Span { start: name.span.start, end: expression.span.end };
                    self.variable(name, ty, NameKind::Bound, expression.span, scope, None);
                }
            }
            _ => {}
        }
        expression.parts().into_iter().for_each(|part| self.expression(part));
    }

    /// Where a name is in a stretch that may have parentheses around it.
    fn bare(&self, span: Span, name: &str) -> Span {
        let within = span.of(self.text);
        match within.find(name) {
            Some(at) if within.len() != name.len() => {
                let start = span.start + at as u32;
                Span { start, end: start + name.len() as u32 }
            }
            _ => span,
        }
    }

    fn ty(&mut self, ty: &'t TypeTree) {
        match &ty.kind {
            TypeKind::Named(name) => self.uses.push((ty.span, Use::Type(name))),
            TypeKind::Array(part) | TypeKind::List(part) => self.ty(part),
            TypeKind::Table(key, value) => {
                self.ty(key);
                self.ty(value);
            }
            TypeKind::Int | TypeKind::Float | TypeKind::Bool => {}
        }
    }

    fn variable(
        &mut self,
        name: &'t Name,
        ty: Option<&'t TypeTree>,
        kind: NameKind,
        whole: Span,
        scope: Span,
        parent: Option<usize>,
    ) -> usize {
        let detail = ty.map_or_else(|| "int".to_owned(), shown);
        let place = self.symbol(name, kind, whole, scope, format!("{detail} {}", name.text));
        self.table.symbols[place].parent = parent;
        if let Some(ty) = ty {
            self.ty(ty);
            self.types.insert(place, ty.kind.clone());
        }
        place
    }

    fn symbol(
        &mut self,
        name: &Name,
        kind: NameKind,
        whole: Span,
        scope: Span,
        detail: String,
    ) -> usize {
        let (name, span) = (name.text.clone(), name.span);
        self.table.declare(Symbol { name, kind, span, whole, scope, detail, parent: None })
    }

    /// Every use finds its declaration, now that all are known.
    fn finish(mut self) -> NameTable {
        let uses = std::mem::take(&mut self.uses);
        for (span, used) in uses {
            let found = match used {
                Use::Value(name) => self.value(name, span),
                Use::Callee(name) => {
                    let is_callee = |kind| matches!(kind, NameKind::Function | NameKind::Predicate);
                    self.table.find(name, span.start, is_callee).map(|symbol| (span, symbol))
                }
                Use::Type(name) => {
                    let is_type = |kind| kind == NameKind::Type;
                    self.table.find(name, span.start, is_type).map(|symbol| (span, symbol))
                }
                Use::Field(of, name) => {
                    let of = match type_of(&self, of) {
                        Some(TypeKind::Named(of)) => of,
                        _ => continue,
                    };
                    let field = self.fields.get(&(of.as_str(), name)).copied();
                    field.map(|symbol| (span, symbol))
                }
            };
            if let Some((span, symbol)) = found {
                self.table.mention(span, symbol);
            }
        }
        self.table
    }

    /// The variable that a name means. `a_0`, where nothing else has the name, is a parameter's value on entry.
    fn value(&self, name: &str, span: Span) -> Option<(Span, usize)> {
        let find = |name: &str| self.table.find(name, span.start, is_variable);
        if let Some(symbol) = find(name) {
            return Some((span, symbol));
        }
        let parameter = name.strip_suffix("_0")?;
        Some((Span { start: span.start, end: span.end - 2 }, find(parameter)?))
    }
}

impl Typing for Walk<'_> {
    fn variable(&self, name: &str, place: u32) -> Option<TypeKind> {
        if name == "rv" {
            let around = self.table.symbols.iter().find(|symbol| {
                symbol.kind == NameKind::Function
                    && symbol.whole.range().contains(&(place as usize))
            });
            return around.and_then(|function| self.returned(&function.name));
        }
        let symbol = self.table.find(name, place, is_variable)?;
        self.types.get(&symbol).cloned()
    }

    fn returned(&self, name: &str) -> Option<TypeKind> {
        self.returned.get(name).cloned()
    }

    fn field(&self, of: &str, name: &str) -> Option<TypeKind> {
        self.types.get(self.fields.get(&(of, name))?).cloned()
    }
}

fn is_variable(kind: NameKind) -> bool {
    matches!(kind, NameKind::Global | NameKind::Variable | NameKind::Bound)
}

fn signature(name: &Name, formals: &[Formal]) -> String {
    let formals = formals.iter().map(|it| format!("{} {}", shown(&it.ty), it.name.text));
    format!("{}({})", name.text, formals.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name of the text with the line of its declaration.
    fn listed(text: &str) -> Vec<String> {
        let table = names(text, &buttress_pi::parse(text).file);
        let line = |span: Span| span.place(text).0;
        let shown = table.occurrences.iter().map(|it| {
            let declared = table.symbols[it.symbol].span;
            format!("{}:{}->{}", it.span.of(text), line(it.span), line(declared))
        });
        shown.collect()
    }

    #[test]
    fn names_mean_what_is_nearest() {
        let text = "struct p { int x; }
int x;
@pre x > 0
@post rv.x = x && forall x. ((x) = x)
p f(int a) {
  p q;
  while @ L: a_0 = a (true) { int x; x := q.x; }
  f(x);
  return q;
}";
        let expected = [
            "p:1->1", "x:1->1", "x:2->2", "x:3->2", "x:4->1", "x:4->2", "x:4->4", "x:4->4",
            "x:4->4", "p:5->1", "f:5->5", "a:5->5", "p:6->1", "q:6->6", "L:7->7", "a:7->5",
            "a:7->5", "x:7->7", "x:7->7", "q:7->6", "x:7->1", "f:8->5", "x:8->2", "q:9->6",
        ];
        assert_eq!(listed(text), expected);
    }

    #[test]
    fn broken_texts_have_names() {
        assert!(listed("@pre x @post int f(int x) { x := ").iter().any(|it| it.starts_with('x')));
        assert_eq!(listed("???"), Vec::<String>::new());
    }
}
