//! Annotations in a state of a run: why a conjunct fails there, and what a subscript was.
//!
//! The values of the run become closed terms, so that conjuncts mean what they mean in verification conditions.

use buttress_logic::{Model, Rational, Sort, Term, Terms, evaluate};
use buttress_pi::paths::{Check, State, Symbolic, lower};
use buttress_pi::program::{
    Expression, ExpressionKind, Function, Part, Program, Statement, StatementKind, Type, VariableId,
};
use buttress_pi::{Span, Value};

use super::comparison::Comparison;
use super::witnesses::{Witnesses, scalar, witnesses};

/// A state of a run, as terms.
pub struct Concrete<'a> {
    program: &'a Program,
    terms: Terms,
    state: State,
}

impl<'a> Concrete<'a> {
    /// The variables of a function with these values. Tables and lists are left out.
    pub fn new(
        program: &'a Program,
        function: &Function,
        values: &[Option<Value>],
    ) -> Concrete<'a> {
        let (mut terms, mut state) = (Terms::new(), State::default());
        state.values.resize(function.variables.len(), None);
        for (place, (variable, value)) in function.variables.iter().zip(values).enumerate() {
            let Some(value) = value else { continue };
            if let Some(leaves) = literal(&mut terms, program, &variable.ty, value) {
                let symbolic = Symbolic { ty: variable.ty.clone(), leaves };
                state.set(VariableId(place as u32), symbolic);
            }
        }
        Concrete { program, terms, state }
    }

    /// Why a conjunct, which is false, is false.
    pub fn witnesses(&mut self, conjunct: &Expression) -> Witnesses {
        let formula = lower(&mut self.terms, self.program, &self.state, conjunct);
        match formula.and_then(|formula| formula.term()) {
            Some(formula) => witnesses(&self.terms, &mut Model::new(), formula),
            None => Witnesses::default(),
        }
    }

    /// The comparison that a check as the program runs comes to.
    pub fn checked(&mut self, function: &Function, check: Check, span: Span) -> Option<Comparison> {
        let subject = find(&function.body, span)?;
        let index = self.value(subject.index)?;
        let zero = Value::from(0);
        Some(match check {
            Check::NotNegative | Check::NewLength => {
                Comparison { left: zero, sign: "<=", right: index }
            }
            Check::BelowLength => {
                let length = match subject.array? {
                    Array::Expression(array) => self.length_of(array)?,
                    Array::Variable(variable) => self.state.get(variable)?.length()?,
                };
                Comparison { left: index, sign: "<", right: self.read(length)? }
            }
            _ => return None,
        })
    }

    fn length_of(&mut self, array: &Expression) -> Option<Term> {
        lower(&mut self.terms, self.program, &self.state, array)?.length()
    }

    fn value(&mut self, expression: &Expression) -> Option<Value> {
        let term = lower(&mut self.terms, self.program, &self.state, expression)?.term()?;
        self.read(term)
    }

    fn read(&self, term: Term) -> Option<Value> {
        let mut model = Model::new();
        let value = evaluate(&self.terms, &mut model, term).ok()?;
        scalar(&model, value)
    }
}

/// A value as terms, in the order of [`Symbolic`].
fn literal(terms: &mut Terms, program: &Program, ty: &Type, value: &Value) -> Option<Vec<Term>> {
    match (ty, value) {
        (Type::Int, Value::Int(number)) => {
            Some(vec![terms.numeral(number.as_rational(), Sort::INT)])
        }
        (Type::Float, Value::Float(number)) => Some(vec![terms.numeral(number, Sort::REAL)]),
        (Type::Bool, Value::Bool(truth)) => Some(vec![terms.boolean(*truth)]),
        (Type::Struct(id), Value::Struct(values)) => {
            let mut leaves = Vec::new();
            for ((_, ty), value) in program.structure(*id).fields.iter().zip(values) {
                leaves.extend(literal(terms, program, ty, value)?);
            }
            Some(leaves)
        }
        (Type::Array(element), Value::Array(array)) => {
            let mut leaves = Vec::new();
            for beyond in literal(terms, program, element, &array.beyond)? {
                let sort = terms.sort_of(beyond);
                let sort = terms.array_sort(Sort::INT, sort);
                leaves.push(terms.constant_array(sort, beyond));
            }
            let cells = array.cells.iter().enumerate();
            let cells = cells.map(|(place, cell)| (Rational::from(place as i64), cell));
            let outside =
                array.outside.iter().map(|(index, cell)| (index.as_rational().clone(), cell));
            for (index, cell) in cells.chain(outside) {
                let index = terms.numeral(&index, Sort::INT);
                let cell = literal(terms, program, element, cell)?;
                for (leaf, cell) in leaves.iter_mut().zip(cell) {
                    *leaf = terms.store(*leaf, index, cell);
                }
            }
            leaves.push(terms.numeral(&Rational::from(array.cells.len() as i64), Sort::INT));
            Some(leaves)
        }
        _ => None,
    }
}

/// What a check is about.
pub struct Subject<'a> {
    index: &'a Expression,
    /// The array that it is a subscript of.
    pub array: Option<Array<'a>>,
}

/// An array in code.
pub enum Array<'a> {
    /// One that is read.
    Expression(&'a Expression),
    /// One that is written.
    Variable(VariableId),
}

/// The expression at a span, with the array that it is a subscript of.
pub fn find(statements: &[Statement], span: Span) -> Option<Subject<'_>> {
    statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Declare(_, value) | StatementKind::Return(value) => {
            within(value.as_ref()?, span)
        }
        StatementKind::Assign(place, value) => {
            let first = place.parts.first();
            let target = match first {
                Some(Part::Index(index, _)) if index.span == span => {
                    Some(Subject { index, array: Some(Array::Variable(place.variable)) })
                }
                _ => None,
            };
            let inside = || {
                place.parts.iter().find_map(|part| match part {
                    Part::Index(index, _) => within(index, span),
                    Part::Field(_) => None,
                })
            };
            target.or_else(inside).or_else(|| within(value, span))
        }
        StatementKind::Evaluate(value) => within(value, span),
        StatementKind::Block(block) => find(block, span),
        StatementKind::If(condition, then, otherwise) => {
            within(condition, span).or_else(|| find(then, span)).or_else(|| find(otherwise, span))
        }
        StatementKind::Loop(one) => within(&one.condition, span)
            .or_else(|| find(&one.init, span))
            .or_else(|| find(&one.body, span))
            .or_else(|| find(&one.step, span)),
        StatementKind::Break | StatementKind::Assert(_) => None,
    })
}

fn within(expression: &Expression, span: Span) -> Option<Subject<'_>> {
    let mut found = None;
    expression.visit(&mut |part| {
        if let ExpressionKind::Index(array, index) = &part.kind
            && index.span == span
        {
            found = Some(Subject { index, array: Some(Array::Expression(array)) });
        } else if part.span == span && found.is_none() {
            found = Some(Subject { index: part, array: None });
        }
    });
    found
}
