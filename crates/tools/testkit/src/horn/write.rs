//! Systems as SMT-LIB scripts, in several ways of writing the same.

use buttress_prop::Random;

use super::{Atom, Clause, Expr, Number, Op, Predicate, Sort, System, Value};

/// Names of variables; later ones get numbers.
const NAMES: [&str; 8] = ["x", "y", "z", "n", "|x'|", "v!1", "a_0", "|the rest|"];

impl System {
    /// The script. `style` chooses among ways of writing; 0 is the plainest.
    pub fn text(&self, style: u64) -> String {
        let mut text = String::from("(set-logic HORN)\n");
        text += self.wrapping.preamble();
        for (number, predicate) in self.predicates.iter().enumerate() {
            let sorts = match self.wrapping.holds(&predicate.sorts) {
                true => {
                    text += &self.wrapping.declaration(number, &predicate.sorts);
                    self.wrapping.sort(number)
                }
                false => {
                    let sorts: Vec<&str> = predicate.sorts.iter().map(|sort| sort.word()).collect();
                    sorts.join(" ")
                }
            };
            text += &format!("(declare-fun {} ({sorts}) Bool)\n", predicate.symbol());
        }
        let mut random = Random::new(style);
        for clause in &self.clauses {
            let writer = Writer { system: self, clause, shared: None };
            text += &format!("(assert {})\n", writer.clause(&mut random, style == 0));
        }
        text + "(check-sat)\n"
    }
}

impl Sort {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::Bool => "Bool",
        }
    }
}

impl Op {
    /// Its symbol.
    pub fn word(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "div",
            Op::Mod => "mod",
            Op::Over => "/",
            Op::Abs => "abs",
            Op::ToReal => "to_real",
            Op::Ite => "ite",
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Implies => "=>",
            Op::Eq => "=",
            Op::Distinct => "distinct",
            Op::Le => "<=",
            Op::Lt => "<",
            Op::Ge => ">=",
            Op::Gt => ">",
        }
    }
}

impl Predicate {
    /// The predicate at values.
    pub fn fact(&self, values: &[Value]) -> String {
        let arguments = self.sorts.iter().zip(values);
        let arguments: Vec<String> = arguments
            .map(|(sort, value)| match Expr::of(*sort, *value) {
                Expr::Int(value) => signed(value, ""),
                Expr::Real(value) => real(value),
                other => (other == Expr::Truth(true)).to_string(),
            })
            .collect();
        match arguments.is_empty() {
            true => self.symbol(),
            false => format!("({} {})", self.symbol(), arguments.join(" ")),
        }
    }

    fn symbol(&self) -> String {
        let is_simple = |c: char| c.is_ascii_alphanumeric() || "_@!.".contains(c);
        let is_plain = self.name.chars().all(is_simple)
            && self.name.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_plain { self.name.clone() } else { format!("|{}|", self.name) }
    }
}

struct Writer<'s> {
    system: &'s System,
    clause: &'s Clause,
    /// A sub-expression that stands as `shared` wherever it occurs.
    shared: Option<&'s Expr>,
}

impl Writer<'_> {
    fn clause(mut self, random: &mut Random, is_plain: bool) -> String {
        let form = if is_plain { 0 } else { random.below(8) };
        if form == 7 {
            self.shared = shareable(&self.clause.constraint, random);
        }
        let mut premises: Vec<String> = Vec::new();
        for (place, atom) in self.clause.body.iter().enumerate() {
            premises.extend(self.premise(place, atom));
        }
        if self.clause.constraint != Expr::Truth(true) {
            let constraint = self.expr(&self.clause.constraint);
            if form == 1 { premises.insert(0, constraint) } else { premises.push(constraint) }
        }
        let head = self.clause.head.as_ref().map(|atom| self.atom(atom));
        let is_query = head.is_none();
        let head = head.unwrap_or_else(|| "false".to_owned());
        let matrix = match form {
            // A fact needs no premise, a query no conclusion.
            2 if premises.is_empty() => head,
            3 if is_query => return self.bound("exists", &joined("and", &premises), true),
            4 => {
                let mut literals: Vec<String> =
                    premises.iter().map(|premise| format!("(not {premise})")).collect();
                if !is_query {
                    literals.push(head);
                }
                joined("or", &literals)
            }
            5 => premises.iter().rev().fold(head, |rest, premise| format!("(=> {premise} {rest})")),
            6 if is_query => format!("(not {})", joined("and", &premises)),
            _ => format!("(=> {} {head})", joined("and", &premises)),
        };
        let matrix = match self.shared {
            Some(shared) => {
                let value = Writer { shared: None, ..self }.expr(shared);
                format!("(let ((shared {value})) {matrix})")
            }
            None => matrix,
        };
        self.bound("forall", &matrix, false)
    }

    fn bound(&self, quantifier: &str, matrix: &str, is_negated: bool) -> String {
        let variables = self.clause.variables.iter().enumerate();
        let mut variables: Vec<String> = variables
            .map(|(position, sort)| format!("({} {})", variable(position), sort.word()))
            .collect();
        for (place, atom) in self.clause.body.iter().enumerate() {
            if self.is_read(place, atom) {
                let sort = self.system.wrapping.sort(atom.predicate);
                variables.push(format!("({} {sort})", whole(place)));
            }
        }
        let formula = match variables.is_empty() {
            true => matrix.to_owned(),
            false => format!("({quantifier} ({}) {matrix})", variables.join(" ")),
        };
        if is_negated { format!("(not {formula})") } else { formula }
    }

    /// Is the structure that holds the arguments of a premise a variable, from which they are read? Others are made.
    fn is_read(&self, place: usize, atom: &Atom) -> bool {
        let sorts = &self.system.predicates[atom.predicate].sorts;
        self.system.wrapping.holds(sorts) && (self.clause.variables.len() + place).is_multiple_of(2)
    }

    fn premise(&self, place: usize, atom: &Atom) -> Vec<String> {
        if !self.is_read(place, atom) {
            return vec![self.atom(atom)];
        }
        let (symbol, whole) = (self.system.predicates[atom.predicate].symbol(), whole(place));
        let arguments = self.arguments(atom);
        let mut parts = vec![format!("({symbol} {whole})")];
        parts.extend(self.system.wrapping.read(atom.predicate, &whole, &arguments));
        parts
    }

    fn arguments(&self, atom: &Atom) -> Vec<String> {
        atom.arguments.iter().map(|term| self.expr(term)).collect()
    }

    fn atom(&self, atom: &Atom) -> String {
        let predicate = &self.system.predicates[atom.predicate];
        let symbol = predicate.symbol();
        let arguments = self.arguments(atom);
        if self.system.wrapping.holds(&predicate.sorts) {
            let made = self.system.wrapping.made(atom.predicate, &arguments);
            return format!("({symbol} {made})");
        }
        match arguments.as_slice() {
            [] => symbol,
            arguments => format!("({symbol} {})", arguments.join(" ")),
        }
    }

    fn expr(&self, expression: &Expr) -> String {
        if self.shared == Some(expression) {
            return "shared".to_owned();
        }
        match expression {
            Expr::Int(value) => signed(*value, ""),
            Expr::Real(value) => real(*value),
            Expr::Truth(truth) => truth.to_string(),
            Expr::Variable(position) => variable(*position),
            Expr::Apply(op, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.expr(argument)).collect();
                format!("({} {})", op.word(), arguments.join(" "))
            }
        }
    }
}

/// Some sub-expression with an operator.
fn shareable<'e>(expression: &'e Expr, random: &mut Random) -> Option<&'e Expr> {
    let (mut open, mut found) = (vec![expression], Vec::new());
    while let Some(next) = open.pop() {
        if let Expr::Apply(_, arguments) = next {
            found.push(next);
            open.extend(arguments);
        }
    }
    random.pick(&found)
}

fn joined(word: &str, parts: &[String]) -> String {
    match parts {
        [] => (word == "and").to_string(),
        [part] => part.clone(),
        parts => format!("({word} {})", parts.join(" ")),
    }
}

/// The structure of a premise.
fn whole(place: usize) -> String {
    format!("whole{place}")
}

fn variable(position: usize) -> String {
    NAMES.get(position).map_or_else(|| format!("w{position}"), |name| (*name).to_owned())
}

/// Numerals have no sign.
fn signed(value: i64, end: &str) -> String {
    let size = value.unsigned_abs();
    if value < 0 { format!("(- {size}{end})") } else { format!("{size}{end}") }
}

fn real(value: Number) -> String {
    match value.parts() {
        (numerator, 1) => signed(numerator, ".0"),
        (numerator, denominator) => format!("(/ {} {denominator}.0)", signed(numerator, ".0")),
    }
}
