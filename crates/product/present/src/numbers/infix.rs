//! Formulas over numbers as a person writes them: `j >= 2*k + 2` instead of
//! `(<= 0 (+ j (* (- 2) k) (- 2)))`.
//!
//! Sums are sorted onto two sides so that no coefficient is negative. Arrays are read and written with brackets:
//! `a[i]`, `a[i := 0]`. What has no such form and what would be very long is printed as SMT-LIB.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::limits::LONGEST_TEXT;
use buttress_logic::{Op, Rational, Term, Terms, print_shared, print_symbol};

/// How tightly the outermost sign of a text binds; a part that binds less needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Binding {
    Quantifier,
    Or,
    And,
    Atom,
    Sum,
    Product,
    Name,
}

#[derive(Clone)]
struct Piece {
    text: String,
    binding: Binding,
}

/// coefficient · what; none is the number 1.
type Summand = (Rational, Option<String>);

/// Names that stand for constants, and the texts of formulas with them.
pub struct Infix<'a> {
    terms: &'a Terms,
    names: &'a HashMap<Term, String>,
}

impl<'a> Infix<'a> {
    /// Constants that have no name here keep their own.
    pub fn new(terms: &'a Terms, names: &'a HashMap<Term, String>) -> Infix<'a> {
        Infix { terms, names }
    }

    /// The conjuncts of a formula, each in words.
    pub fn conjuncts(&self, formula: Term) -> Vec<String> {
        self.terms.conjuncts(formula).into_iter().map(|part| self.text(part)).collect()
    }

    /// A formula or a number in words.
    pub fn text(&self, term: Term) -> String {
        self.pieces(term).unwrap_or_else(|| print_shared(self.terms, term))
    }

    /// constant + Σ coefficient · constant term, in words.
    pub fn form<'b>(
        &self,
        parts: impl Iterator<Item = (Term, &'b Rational)>,
        constant: &Rational,
    ) -> String {
        let parts = parts.map(|(term, coefficient)| (coefficient.clone(), Some(self.text(term))));
        let mut summands = gathered(parts.chain([(constant.clone(), None)]).collect());
        summands.sort_by_key(|(number, what)| (what.is_none(), number.is_negative()));
        sum_text(&summands)
    }

    /// The text, built from the leaves up; none if it gets too long or has no such form.
    fn pieces(&self, root: Term) -> Option<String> {
        let mut done: HashMap<Term, Piece> = HashMap::new();
        let mut stack = vec![(root, false)];
        while let Some((term, is_ready)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            if !is_ready {
                stack.push((term, true));
                stack.extend(self.terms.arguments(term).iter().map(|part| (*part, false)));
                continue;
            }
            let piece = self.piece(term, &done)?;
            if piece.text.len() > LONGEST_TEXT {
                return None;
            }
            done.insert(term, piece);
        }
        done.remove(&root).map(|piece| piece.text)
    }

    fn piece(&self, term: Term, done: &HashMap<Term, Piece>) -> Option<Piece> {
        let arguments = self.terms.arguments(term);
        let part = |place: usize| arguments.get(place).and_then(|part| done.get(part));
        let within = |place: usize, least: Binding| part(place).map(|piece| piece.within(least));
        let joined = |sign: &str, least: Binding| -> Option<String> {
            let parts: Option<Vec<String>> =
                (0..arguments.len()).map(|place| within(place, least)).collect();
            Some(parts?.join(sign))
        };
        Some(match self.terms.op(term) {
            Op::True => Piece::name("true"),
            Op::False => Piece::name("false"),
            Op::Apply(function) if arguments.is_empty() => match self.names.get(&term) {
                Some(name) => Piece::name(name),
                None => Piece::name(print_symbol(self.terms.function_name(function))),
            },
            Op::Number(number) => Piece::sum(&[(self.terms.number(number).clone(), None)]),
            Op::Add => Piece::sum(&self.summands(term, done)?),
            Op::Multiply => match self.scaled(term, done) {
                Some(summand) => Piece::sum(&[summand]),
                None => {
                    let factors: Option<Vec<String>> =
                        (0..arguments.len()).map(|place| within(place, Binding::Name)).collect();
                    Piece { text: product_text(&factors?), binding: Binding::Product }
                }
            },
            Op::ToReal => part(0)?.clone(),
            Op::Select => {
                Piece::name(format!("{}[{}]", within(0, Binding::Name)?, within(1, Binding::Or)?))
            }
            Op::Store => {
                let parts =
                    [within(0, Binding::Name)?, within(1, Binding::Or)?, within(2, Binding::Or)?];
                let [array, index, value] = parts;
                Piece::name(format!("{array}[{index} := {value}]"))
            }
            Op::ConstantArray => Piece::name(format!("[{}]", within(0, Binding::Or)?)),
            Op::Bound(bound) => Piece::name(print_symbol(self.terms.bound_name(bound))),
            Op::Forall(binder) => {
                let bounds = self.terms.binder(binder).iter();
                let names: Vec<String> =
                    bounds.map(|bound| print_symbol(self.terms.bound_name(*bound))).collect();
                // The least binding, so that it stands in parentheses within anything.
                let text = format!("for all {}: {}", names.join(", "), within(0, Binding::Or)?);
                Piece { text, binding: Binding::Quantifier }
            }
            Op::Divide => {
                let text = format!("{}/{}", within(0, Binding::Name)?, within(1, Binding::Name)?);
                Piece { text, binding: Binding::Product }
            }
            Op::IntegerDivide => Piece::called("div", &joined(", ", Binding::Or)?),
            Op::Modulo => Piece::called("mod", &joined(", ", Binding::Or)?),
            Op::Absolute => Piece::called("abs", &joined(", ", Binding::Or)?),
            Op::Ite => Piece::called("if", &joined(", ", Binding::Or)?),
            Op::LessEqual | Op::Less | Op::Equal => self.comparison(term, false, done)?,
            Op::Distinct => Piece { text: joined(" != ", Binding::Sum)?, binding: Binding::Atom },
            Op::Not => {
                let inner = arguments.first()?;
                match self.terms.op(*inner) {
                    Op::LessEqual | Op::Less | Op::Equal => self.comparison(*inner, true, done)?,
                    _ => {
                        let text = format!("not {}", within(0, Binding::Name)?);
                        Piece { text, binding: Binding::Atom }
                    }
                }
            }
            Op::And => Piece { text: joined(" and ", Binding::Atom)?, binding: Binding::And },
            Op::Or => Piece { text: joined(" or ", Binding::And)?, binding: Binding::Or },
            _ => return None,
        })
    }

    /// `left ⋈ right`, with every summand on the side where its coefficient is positive.
    fn comparison(
        &self,
        atom: Term,
        is_negated: bool,
        done: &HashMap<Term, Piece>,
    ) -> Option<Piece> {
        let &[left, right] = self.terms.arguments(atom) else { return None };
        let op = self.terms.op(atom);
        if !self.terms.sort_of(left).is_arithmetic() {
            let sign = if is_negated { "!=" } else { "=" };
            let sides =
                [left, right].map(|side| done.get(&side).map(|piece| piece.within(Binding::Sum)));
            let [Some(left), Some(right)] = sides else { return None };
            return Some(Piece { text: format!("{left} {sign} {right}"), binding: Binding::Atom });
        }
        // right − left ⋈ 0, where ⋈ is one of ≥, >, =; the negation turns the sides around.
        let (low, high) = if is_negated && op != Op::Equal { (right, left) } else { (left, right) };
        let mut all = self.summands(high, done)?;
        all.extend(self.summands(low, done)?.into_iter().map(|(number, what)| (-number, what)));
        let all = gathered(all);
        let sign = match (op, is_negated) {
            (Op::Equal, false) => "=",
            (Op::Equal, true) => "!=",
            (Op::LessEqual, false) | (Op::Less, true) => ">=",
            _ => ">",
        };
        Some(Piece { text: sorted_sides(&all, sign), binding: Binding::Atom })
    }

    /// The summands of a number, sums inside sums included.
    fn summands(&self, term: Term, done: &HashMap<Term, Piece>) -> Option<Vec<Summand>> {
        let mut summands = Vec::new();
        let mut stack = vec![(term, Rational::ONE)];
        while let Some((term, factor)) = stack.pop() {
            let arguments = self.terms.arguments(term);
            match self.terms.op(term) {
                Op::Number(number) => summands.push((self.terms.number(number) * &factor, None)),
                Op::ToReal => stack.extend(arguments.first().map(|part| (*part, factor))),
                Op::Add => {
                    stack.extend(arguments.iter().rev().map(|part| (*part, factor.clone())));
                }
                Op::Multiply => match self.split(term) {
                    Some((number, rest)) if rest.len() == 1 => {
                        stack.push((rest[0], number * factor))
                    }
                    _ => match self.scaled(term, done) {
                        Some((number, what)) => summands.push((number * factor, what)),
                        None => {
                            summands.push((factor, Some(done.get(&term)?.within(Binding::Product))))
                        }
                    },
                },
                _ => summands.push((factor, Some(done.get(&term)?.within(Binding::Product)))),
            }
        }
        Some(summands)
    }

    /// The numbers and the other factors of a product that has a number among its factors.
    fn split(&self, product: Term) -> Option<(Rational, Vec<Term>)> {
        let mut number = Rational::ONE;
        let mut rest = Vec::new();
        for factor in self.terms.arguments(product) {
            match self.terms.as_number(*factor) {
                Some(value) => number *= value,
                None => rest.push(*factor),
            }
        }
        (rest.len() < self.terms.arguments(product).len()).then_some((number, rest))
    }

    fn scaled(&self, product: Term, done: &HashMap<Term, Piece>) -> Option<Summand> {
        let (number, rest) = self.split(product)?;
        let texts: Option<Vec<String>> =
            rest.iter().map(|factor| Some(done.get(factor)?.within(Binding::Name))).collect();
        let texts = texts?;
        Some((number, (!texts.is_empty()).then(|| product_text(&texts))))
    }
}

impl Piece {
    fn name(text: impl Into<String>) -> Piece {
        Piece { text: text.into(), binding: Binding::Name }
    }

    fn called(name: &str, arguments: &str) -> Piece {
        Piece::name(format!("{name}({arguments})"))
    }

    fn sum(summands: &[Summand]) -> Piece {
        let binding = match summands {
            [(number, None)] if !number.is_negative() && number.is_integer() => Binding::Name,
            [(number, Some(_))] if number.is_one() => Binding::Product,
            [(number, _)] if !number.is_negative() => Binding::Product,
            _ => Binding::Sum,
        };
        Piece { text: sum_text(summands), binding }
    }

    fn within(&self, least: Binding) -> String {
        if self.binding < least { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// `x^2*y`
fn product_text(factors: &[String]) -> String {
    let mut powers: Vec<(&String, usize)> = Vec::new();
    for factor in factors {
        match powers.iter_mut().find(|(known, _)| *known == factor) {
            Some((_, exponent)) => *exponent += 1,
            None => powers.push((factor, 1)),
        }
    }
    let texts = powers.into_iter().map(|(factor, exponent)| match exponent {
        1 => factor.clone(),
        exponent => format!("{factor}^{exponent}"),
    });
    texts.collect::<Vec<_>>().join("*")
}

/// Summands of the same text as one, in the order of their first occurrence, the number last.
fn gathered(summands: Vec<Summand>) -> Vec<Summand> {
    let mut gathered: Vec<Summand> = Vec::new();
    for (number, what) in summands {
        match gathered.iter_mut().find(|(_, known)| *known == what) {
            Some((sum, _)) => *sum = &*sum + &number,
            None => gathered.push((number, what)),
        }
    }
    gathered.retain(|(number, _)| !number.is_zero());
    // Products first, as in polynomials, and the number last.
    let signs = |what: &str| what.matches(['*', '^']).count();
    gathered.sort_by_key(|(_, what)| Reverse(what.as_ref().map(|what| 1 + signs(what))));
    gathered
}

/// summands ⋈ 0 with positive coefficients on both sides, and the number on the right; ⋈ is ≥, >, = or ≠.
fn sorted_sides(summands: &[Summand], sign: &str) -> String {
    let is_left = |(number, what): &&Summand| what.is_some() && number.is_positive();
    let mut left: Vec<Summand> = summands.iter().filter(is_left).cloned().collect();
    let right = summands.iter().filter(|summand| !is_left(summand));
    let mut right: Vec<Summand> = right.map(|(number, what)| (-number, what.clone())).collect();
    let is_number = |(_, what): &Summand| what.is_none();
    let is_one = |side: &[Summand]| matches!(side, [(number, Some(_))] if number.is_one());
    let is_symmetric = sign == "=" || sign == "!=";
    let mut sign = sign;
    // Something that is defined by an equation stands alone on the left.
    let named = |side: &[Summand]| -> Vec<Summand> {
        side.iter().filter(|summand| !is_number(summand)).cloned().collect()
    };
    let others = named(&right);
    let is_shorter = || sum_text(&others).len() < sum_text(&left).len();
    let is_better = is_symmetric && is_one(&others) && (!is_one(&left) || is_shorter());
    if (left.is_empty() && !right.iter().all(is_number)) || is_better {
        std::mem::swap(&mut left, &mut right);
        sign = match sign {
            ">=" => "<=",
            ">" => "<",
            same => same,
        };
        // The number goes back to the right.
        while let Some(place) = left.iter().position(is_number) {
            let (number, what) = left.remove(place);
            right.push((-number, what));
        }
    }
    format!("{} {sign} {}", sum_text(&left), sum_text(&right))
}

fn sum_text(summands: &[Summand]) -> String {
    let mut text = String::new();
    for (number, what) in summands {
        let sign = match (text.is_empty(), number.is_negative()) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text.push_str(sign);
        let size = number.abs();
        match what {
            None => text.push_str(&size.to_string()),
            Some(what) if size.is_one() => text.push_str(what),
            Some(what) => text.push_str(&format!("{size}*{what}")),
        }
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use buttress_formats::smtlib::{Command, Reader, Script};

    use super::*;

    /// The formula that a script asserts, in words.
    fn infix_text(assertion: &str) -> Vec<String> {
        let declarations = "(declare-const x Int) (declare-const y Int) (declare-const r Real)
            (declare-const b Bool) (declare-const |a b| Int)
            (declare-const a (Array Int Int))";
        let text = format!("{declarations} (assert {assertion})");
        let (mut reader, mut script) = (Reader::of(text.as_bytes()), Script::new());
        let mut terms = Terms::new();
        while let Some(command) = reader.next_command() {
            if let Command::Assert(formula) = script.command(&mut terms, &command.unwrap()).unwrap()
            {
                return Infix::new(&terms, &HashMap::new()).conjuncts(formula);
            }
        }
        Vec::new()
    }

    #[test]
    fn comparisons_have_positive_sides() {
        for (formula, expected) in [
            ("(<= 0 (+ x (* (- 2) y) (- 2)))", "x >= 2*y + 2"),
            ("(<= x 10)", "x <= 10"),
            ("(not (<= x 10))", "x > 10"),
            ("(not (< x (* 3 y)))", "x >= 3*y"),
            ("(>= (- x y) (- 1))", "x >= y - 1"),
            ("(<= (- 1) x)", "x >= -1"),
            ("(< (+ x y) 5)", "x + y < 5"),
            ("(= (* 2 y) x)", "x = 2*y"),
            ("(= (* 2 y) (- x 1))", "x = 2*y + 1"),
            ("(= (* 4 y) (+ (* 2 x) (* x x) 1))", "x^2 + 2*x = 4*y - 1"),
            ("(= x (- y 1))", "y = x + 1"),
            ("(not (= x 0))", "x != 0"),
            ("(< x x)", "0 > 0"),
            ("(<= (* x x) (+ 1 (* 2 x y)))", "2*x*y >= x^2 - 1"),
            ("(< (* x (+ y 1)) 3)", "x*(y + 1) < 3"),
            ("(> r 0.5)", "r > 1/2"),
            ("(= (mod x 2) 0)", "mod(x, 2) = 0"),
            ("(<= |a b| 3)", "|a b| <= 3"),
        ] {
            assert_eq!(infix_text(formula), [expected], "{formula}");
        }
    }

    #[test]
    fn connectives_bind_as_usual() {
        for (formula, expected) in [
            ("(or b (and (not b) (< x y)))", vec!["b or not b and y > x"]),
            ("(and (or b (< x 0)) b)", vec!["b or x < 0", "b"]),
            ("(not (and b (< x 0)))", vec!["not (b and x < 0)"]),
            ("(= b (< x 0))", vec!["b = (x < 0)"]),
            ("(= x (ite b 1 y))", vec!["x = if(b, 1, y)"]),
        ] {
            assert_eq!(infix_text(formula), expected, "{formula}");
        }
    }

    #[test]
    fn arrays_have_brackets() {
        for (formula, expected) in [
            ("(<= (select a (+ x 1)) 3)", "a[x + 1] <= 3"),
            ("(= a (store ((as const (Array Int Int)) 0) x (+ y 1)))", "a = [0][x := y + 1]"),
            ("(forall ((k Int)) (or (< k 0) (= (select a k) x)))", "for all k: k < 0 or x = a[k]"),
            ("(or b (forall ((k Int)) (< (select a k) k)))", "b or (for all k: k > a[k])"),
        ] {
            assert_eq!(infix_text(formula), [expected], "{formula}");
        }
    }

    #[test]
    fn depth_and_length_are_no_danger() {
        let deep = format!("{}(< x 0){}", "(not (and b ".repeat(20_000), "))".repeat(20_000));
        assert!(infix_text(&deep)[0].starts_with('('));
    }
}
