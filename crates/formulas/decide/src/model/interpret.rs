//! From the values of classes to what symbols mean.

use buttress_logic::{Op, Symbol, Term, Value, ValueKind};
use buttress_numeric::{LinearForm, Rational};
use buttress_theory::congruence::Node;

use super::builder::Builder;

impl Builder<'_> {
    /// Constants, functions and what SMT-LIB leaves open.
    pub(super) fn interpret(&mut self) {
        for (term, variable) in self.known.numbers.unknowns.iter() {
            if self.terms.arguments(term).is_empty() {
                let form = LinearForm::variable(variable);
                let sort = self.terms.sort_of(term);
                let value = self.model.values.number(sort, self.point.evaluate(&form));
                self.interpret_constant(term, value);
            }
        }
        for atom in self.known.atoms.iter() {
            if self.terms.arguments(atom.formula).is_empty() {
                self.interpret_constant(atom.formula, Value::from(atom.value > 0));
            }
        }
        for node in (0..self.known.graph.congruence.len() as u32).map(Node) {
            let term = self.known.graph.term(node);
            self.interpret_application(node, term);
        }
    }

    fn interpret_constant(&mut self, constant: Term, value: Value) {
        match self.terms.op(constant) {
            Op::Apply(function) => self.model.set_constant(function, value),
            Op::Witness(witness) => self.model.set_witness(witness, value),
            _ => {}
        }
    }

    fn interpret_application(&mut self, node: Node, term: Term) {
        let arguments = self.known.graph.congruence.arguments(node).to_vec();
        let value = self.value(node);
        let values: Vec<Value> = arguments.iter().map(|argument| self.value(*argument)).collect();
        let symbol = match self.terms.op(term) {
            Op::Apply(function) => Symbol::Function(function),
            Op::Witness(_) => return self.interpret_constant(term, value),
            Op::Difference => return self.model.set_difference(values[0], values[1], value),
            Op::SelectField(selector) => {
                let constructor = self.terms.selector_constructor(selector);
                match self.model.values.kind(values[0]) {
                    ValueKind::Datatype(built, _) if *built == constructor => {
                        return;
                    }
                    _ => Symbol::WrongField(selector),
                }
            }
            op @ (Op::Divide | Op::IntegerDivide | Op::Modulo) if values.len() == 2 => {
                let is_zero = |number: &Rational| number.is_zero();
                if !self.model.values.as_number(values[1]).is_some_and(is_zero) {
                    return;
                }
                let symbol = match op {
                    Op::Divide => Symbol::DivideByZero,
                    Op::IntegerDivide => Symbol::IntegerDivideByZero,
                    _ => Symbol::ModuloByZero,
                };
                self.model.set(symbol, &values[..1], value);
                return;
            }
            _ => return,
        };
        self.model.set(symbol, &values, value);
    }
}
