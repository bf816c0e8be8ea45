//! Annotations in a state of a run: why a conjunct fails there, and what a subscript was.
//!
//! The values of the run become closed terms, so that conjuncts mean what they mean in verification conditions.

use buttress_logic::{Model, Rational, Sort, Term, Terms, evaluate};
use buttress_pi::paths::{Check, State, Symbolic, lower};
use buttress_pi::program::{
    Bound, BoundId, Expression, ExpressionKind, Function, Part, Program, Statement, StatementKind,
    Type, VariableId,
};
use buttress_pi::{BinaryOp, Span, Value, print};

use super::comparison::Comparison;
use super::witnesses::{Witnesses, scalar, witnesses};
use crate::limits::MOST_CELLS_COMPARED;

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

    /// The first comparison in a conjunct that fails, with its sides as they are written, where quantified variables have these
    /// values; none if predicates hide it.
    pub fn failing(
        &mut self,
        function: &Function,
        conjunct: &Expression,
        values: &[(String, Value)],
    ) -> Option<Comparison> {
        let mut instance = conjunct.clone();
        put_values(&mut instance, values, &mut Vec::new());
        let mut comparisons = Vec::new();
        let mut has_equivalence = false;
        instance.visit(&mut |part| {
            has_equivalence |= matches!(part.kind, ExpressionKind::Binary(BinaryOp::Iff, ..));
            if let ExpressionKind::Binary(op, left, right) = &part.kind
                && op.negated() != *op
            {
                comparisons.push((part, *op, &**left, &**right));
            }
        });
        // There a comparison that is false need not be to blame.
        if has_equivalence {
            return None;
        }
        for (whole, op, left, right) in comparisons {
            if matches!(left.ty, Type::Array(_)) && self.value(whole) == Some(Value::Bool(false)) {
                return self.difference(function, left, right);
            }
            let (Some(Value::Bool(false)), Some(one), Some(other)) =
                (self.value(whole), self.value(left), self.value(right))
            else {
                continue;
            };
            let is_number = matches!(left.kind, ExpressionKind::Number(_));
            let subject = (!is_number).then(|| self.subject(function, left));
            return Some(Comparison { left: one, sign: op.sign(), right: other, subject });
        }
        None
    }

    /// Where two arrays differ: in their lengths, or in a cell.
    fn difference(
        &mut self,
        function: &Function,
        left: &Expression,
        right: &Expression,
    ) -> Option<Comparison> {
        let Type::Array(element) = &left.ty else { return None };
        let of = |kind: ExpressionKind, ty: &Type| Expression {
            kind,
            ty: ty.clone(),
            span: Span::default(),
        };
        let length =
            |array: &Expression| of(ExpressionKind::Length(Box::new(array.clone())), &Type::Int);
        let mut pairs = vec![(length(left), length(right))];
        let longest = match self.value(&pairs[0].0)? {
            Value::Int(length) => length.to_i64()?.min(MOST_CELLS_COMPARED),
            _ => return None,
        };
        for place in 0..longest {
            let index = number(&Value::from(place))?;
            let cell = |array: &Expression| {
                let index = Box::new(index.clone());
                of(ExpressionKind::Index(Box::new(array.clone()), index), element)
            };
            pairs.push((cell(left), cell(right)));
        }
        for (left, right) in pairs {
            let (one, other) = (self.value(&left)?, self.value(&right)?);
            if one != other {
                let subject = Some(self.subject(function, &left));
                return Some(Comparison { left: one, sign: "=", right: other, subject });
            }
        }
        None
    }

    /// An expression as it is written, with the values of its subscripts.
    fn subject(&mut self, function: &Function, expression: &Expression) -> String {
        let mut shown = expression.clone();
        let mut subscripts = Vec::new();
        expression.visit(&mut |part| {
            if let ExpressionKind::Index(_, index) = &part.kind {
                subscripts.push((**index).clone());
            }
        });
        for subscript in subscripts {
            let Some(value) = self.value(&subscript) else { continue };
            let Some(value) = number(&value) else { continue };
            shown.visit_mut(&mut |part| {
                if let ExpressionKind::Index(_, index) = &mut part.kind
                    && **index == subscript
                {
                    **index = value.clone();
                }
            });
        }
        print::expression(self.program, function, &shown)
    }

    /// The comparison that a check as the program runs comes to.
    pub fn checked(&mut self, function: &Function, check: Check, span: Span) -> Option<Comparison> {
        let subject = find(&function.body, span)?;
        let index = self.value(subject.index)?;
        let zero = Value::from(0);
        Some(match check {
            Check::NotNegative | Check::NewLength => {
                Comparison { left: zero, sign: "<=", right: index, subject: None }
            }
            Check::BelowLength => {
                let length = match subject.array? {
                    Array::Expression(array) => self.length_of(array)?,
                    Array::Variable(variable) => self.state.get(variable)?.length()?,
                };
                let right = self.read(length)?;
                Comparison { left: index, sign: "<", right, subject: None }
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

/// Puts values in the place of quantified variables of these names.
fn put_values(
    whole: &mut Expression,
    values: &[(String, Value)],
    names: &mut Vec<(BoundId, String)>,
) {
    whole.visit_mut(&mut |part| match &part.kind {
        ExpressionKind::Quantified { bounds, body, .. } => {
            let is_known = |bound: &Bound| values.iter().any(|(name, _)| *name == bound.name);
            if bounds.iter().all(is_known) {
                names.extend(bounds.iter().map(|bound| (bound.id, bound.name.clone())));
                *part = (**body).clone();
            }
        }
        ExpressionKind::Bound(id) => {
            let name = names.iter().rev().find(|(other, _)| other == id).map(|(_, name)| name);
            let value = values.iter().find(|(other, _)| Some(other) == name);
            if let Some(number) = value.and_then(|(_, value)| number(value)) {
                *part = number;
            }
        }
        _ => {}
    });
}

/// A whole number as an expression.
fn number(value: &Value) -> Option<Expression> {
    let Value::Int(number) = value else { return None };
    let number = number.as_rational().clone();
    let literal = |number| Expression {
        kind: ExpressionKind::Number(number),
        ty: Type::Int,
        span: Span::default(),
    };
    if number.is_negative() {
        let kind = ExpressionKind::Negate(Box::new(literal(-&number)));
        return Some(Expression { kind, ty: Type::Int, span: Span::default() });
    }
    Some(literal(number))
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
