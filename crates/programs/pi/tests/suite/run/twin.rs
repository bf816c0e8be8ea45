//! Evaluation against its slow twin: the same formula as a term, evaluated by `logic`.

use std::fmt::Write;

use buttress_logic::{Model, Sort, Term, Terms, Value as LogicValue, evaluate};
use buttress_numeric::Integer;
use buttress_pi::interpret::StateFormula;
use buttress_pi::paths::{State, Symbolic, lower};
use buttress_pi::program::Type;
use buttress_pi::{ArrayValue, Value};
use buttress_prop::Random;

use super::program;

const HEADER: &str = "predicate near(int[] c, int from, int to) :=
  forall p, q. (from <= p && p <= q && q <= to -> c[p] <= c[q]);
@pre true\n@post ";
const FOOTER: &str = "\nvoid f(int[] a, int[] b, int l, int u) { }\n";

/// A random formula over a, b, l, u and the variables of quantifiers around it.
struct Writer<'r> {
    random: &'r mut Random,
    bounds: Vec<String>,
    text: String,
}

impl Writer<'_> {
    fn formula(&mut self, depth: usize) {
        let choice = if depth == 0 { 9 } else { self.random.below(10) };
        match choice {
            0 | 1 => self.quantified(depth),
            2 | 3 => self.guarded(depth),
            4 => self.binary(depth, "&&"),
            5 => self.binary(depth, "||"),
            6 => {
                let sign = ["->", "<->"][self.random.below(2)];
                self.binary(depth, sign);
            }
            7 => {
                self.text += "!(";
                self.formula(depth - 1);
                self.text += ")";
            }
            8 if self.random.chance(30) => {
                let array = ["a", "b"][self.random.below(2)];
                let (from, to) = (self.index(), self.index());
                write!(self.text, "near({array}, {from}, {to})").expect("text");
            }
            _ => self.atom(),
        }
    }

    fn binary(&mut self, depth: usize, sign: &str) {
        self.text += "(";
        self.formula(depth - 1);
        write!(self.text, " {sign} ").expect("text");
        self.formula(depth - 1);
        self.text += ")";
    }

    /// A quantified formula of any kind.
    fn quantified(&mut self, depth: usize) {
        let (word, names) = self.begin();
        write!(self.text, "({word} {}. (", names.join(", ")).expect("text");
        self.formula(depth - 1);
        self.end(names.len());
    }

    /// A quantified formula as people write them.
    fn guarded(&mut self, depth: usize) {
        let (word, names) = self.begin();
        write!(self.text, "({word} {}. (", names.join(", ")).expect("text");
        for name in &names {
            let (low, high) = (self.known(), self.known());
            let is_outside = self.random.chance(20);
            let (left, sign, right) =
                if is_outside { ("<", "||", ">") } else { (">=", "&&", "<=") };
            write!(self.text, "({name} {left} {low} {sign} {name} {right} {high}) ").expect("text");
            self.text += if *name == names[names.len() - 1] { "" } else { "&& " };
        }
        self.text += if word == "forall" { "-> " } else { "&& " };
        self.formula(depth - 1);
        self.end(names.len());
    }

    fn begin(&mut self) -> (&'static str, Vec<String>) {
        let count = self.random.between(1, 2);
        let names: Vec<String> =
            (0..count).map(|number| format!("v{}", self.bounds.len() + number)).collect();
        self.bounds.extend(names.iter().cloned());
        (["forall", "exists"][self.random.below(2)], names)
    }

    fn end(&mut self, count: usize) {
        self.text += "))";
        self.bounds.truncate(self.bounds.len() - count);
    }

    fn known(&mut self) -> String {
        match self.random.below(5) {
            0 => "l".to_owned(),
            1 => "u".to_owned(),
            2 => "u + 1".to_owned(),
            3 => "|a| - 1".to_owned(),
            _ => self.random.below(4).to_string(),
        }
    }

    fn index(&mut self) -> String {
        if self.bounds.is_empty() || self.random.chance(20) {
            return self.known();
        }
        let bound = self.bounds[self.random.below(self.bounds.len())].clone();
        match self.random.below(8) {
            0 => format!("{bound} + {}", self.random.below(3)),
            1 => format!("{bound} - 1"),
            2 => format!("u - {bound}"),
            _ => bound,
        }
    }

    fn term(&mut self) -> String {
        let index = self.index();
        match self.random.below(8) {
            0..=2 => index,
            3 => format!("b[{index}] + 1"),
            4 => {
                let at = self.index();
                format!("a{{{at} <- 2}}[{index}]")
            }
            5 if self.random.chance(30) => format!("a[b[{index}]]"),
            _ => format!("{}[{index}]", ["a", "b"][self.random.below(2)]),
        }
    }

    fn atom(&mut self) {
        let sign = ["<", "<=", "=", "!=", ">", ">="][self.random.below(6)];
        let (left, right) = (self.term(), self.term());
        write!(self.text, "{left} {sign} {right}").expect("text");
    }
}

fn array(random: &mut Random) -> ArrayValue {
    let mut number = || Value::from(random.below(4) as i64);
    let beyond = number();
    let cells: Vec<Value> = (0..4).map(|_| number()).collect();
    let outside = number();
    let mut array = ArrayValue { cells, beyond, outside: [].into() };
    array.cells.truncate(random.below(5));
    if random.chance(30) {
        array.write(Integer::from(random.below(9) as i64 - 3), outside);
    }
    array
}

/// The value as terms without anything unknown.
fn symbolic(terms: &mut Terms, value: &Value) -> Symbolic {
    let whole = |terms: &mut Terms, value: &Value| match value {
        Value::Int(number) => terms.numeral(number.as_rational(), Sort::INT),
        other => panic!("{other}"),
    };
    match value {
        Value::Array(array) => {
            let sort = terms.array_sort(Sort::INT, Sort::INT);
            let beyond = whole(terms, &array.beyond);
            let mut term = terms.constant_array(sort, beyond);
            let cells =
                array.cells.iter().enumerate().map(|(at, cell)| (Integer::from(at as i64), cell));
            for (index, cell) in
                cells.chain(array.outside.iter().map(|(at, cell)| (at.clone(), cell)))
            {
                let index = terms.numeral(index.as_rational(), Sort::INT);
                let cell = whole(terms, cell);
                term = terms.store(term, index, cell);
            }
            let length = terms.numeral(array.length().as_rational(), Sort::INT);
            Symbolic { ty: Type::Array(Box::new(Type::Int)), leaves: vec![term, length] }
        }
        other => Symbolic { ty: Type::Int, leaves: vec![whole(terms, other)] },
    }
}

fn slow(terms: &Terms, formula: Term) -> Option<bool> {
    let value = evaluate(terms, &mut Model::new(), formula).ok()?;
    Some(value == LogicValue::TRUE)
}

#[test]
fn both_say_the_same() {
    let mut random = Random::new(20_07);
    let (mut both, mut fast_only, mut neither, mut slow_only) = (0, 0, 0, 0);
    for _ in 0..1_500 {
        let mut writer = Writer { random: &mut random, bounds: vec![], text: String::new() };
        writer.formula(3);
        let formula = writer.text;
        let text = format!("{HEADER}({formula}){FOOTER}");
        let program = program(&text);
        let function = program.functions.first().expect("a function");
        let state: Vec<Option<Value>> = vec![
            Some(Value::Array(Box::new(array(&mut random)))),
            Some(Value::Array(Box::new(array(&mut random)))),
            Some(Value::from(random.below(5) as i64 - 1)),
            Some(Value::from(random.below(5) as i64 - 1)),
        ];
        let mut terms = Terms::new();
        let values =
            state.iter().map(|value| value.as_ref().map(|value| symbolic(&mut terms, value)));
        let symbols = State { values: values.collect() };
        for conjunct in &function.post.conjuncts {
            let fast = StateFormula::new(&program, conjunct).holds(&state);
            let term = lower(&mut terms, &program, &symbols, conjunct).expect("a term");
            let slow = slow(&terms, term.leaves[0]);
            match (fast, slow) {
                (Some(fast), Some(slow)) => {
                    assert_eq!(fast, slow, "{} in {state:?}", conjunct.span.of(&text));
                    both += 1;
                }
                (Some(_), None) => fast_only += 1,
                (None, Some(_)) => slow_only += 1,
                (None, None) => neither += 1,
            }
        }
    }
    assert!(both > 1_200, "{both} by both, {fast_only} fast, {slow_only} slow, {neither} by none");
    assert!(slow_only * 20 < both, "{both} by both, {slow_only} only by the slow one");
}
