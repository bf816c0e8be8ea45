//! Comparisons that bound a variable once the others have values.

use buttress_logic::{Op, Rational};

use crate::program::{NodeKind, Program, Value};

/// Σ coefficient · input + constant ≤ 0, or < 0.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// Its node.
    pub(super) node: usize,
    /// Is it < ?
    pub(super) is_strict: bool,
    /// By input.
    pub(super) coefficients: Vec<(usize, Rational)>,
    /// The rest.
    pub(super) constant: Rational,
}

/// The comparisons of a program that are linear in its inputs.
pub(super) fn comparisons(program: &Program) -> Vec<Comparison> {
    // Per node its linear form, while it has one.
    type Form = (Vec<(usize, Rational)>, Rational);
    let mut forms: Vec<Option<Form>> = Vec::with_capacity(program.nodes.len());
    let mut found = Vec::new();
    let add = |into: &mut Form, form: &Form, factor: &Rational| {
        for (input, coefficient) in &form.0 {
            match into.0.iter_mut().find(|(other, _)| other == input) {
                Some((_, sum)) => sum.add_product(factor, coefficient),
                None => into.0.push((*input, factor * coefficient)),
            }
        }
        into.1.add_product(factor, &form.1);
    };
    for (place, node) in program.nodes.iter().enumerate() {
        let of = |argument: usize| forms.get(*node.arguments.get(argument)?)?.as_ref();
        let form = match &node.kind {
            NodeKind::Input(_) => Some((vec![(place, Rational::ONE)], Rational::ZERO)),
            NodeKind::Literal(Value::Number(number)) => Some((Vec::new(), number.clone())),
            NodeKind::Apply(Op::ToReal) => of(0).cloned(),
            NodeKind::Apply(Op::Add) => (0..node.arguments.len()).try_fold(
                (Vec::new(), Rational::ZERO),
                |mut sum, argument| {
                    add(&mut sum, of(argument)?, &Rational::ONE);
                    Some(sum)
                },
            ),
            NodeKind::Apply(Op::Multiply) => {
                let parts: Option<Vec<&Form>> = (0..node.arguments.len()).map(of).collect();
                parts.and_then(|parts| {
                    let mut factor = Rational::ONE;
                    let mut rest: Option<&Form> = None;
                    for part in parts {
                        if part.0.is_empty() {
                            factor *= &part.1;
                        } else if rest.replace(part).is_some() {
                            return None;
                        }
                    }
                    let mut product = (Vec::new(), Rational::ZERO);
                    let one = (Vec::new(), Rational::ONE);
                    add(&mut product, rest.unwrap_or(&one), &factor);
                    Some(product)
                })
            }
            NodeKind::Apply(op @ (Op::LessEqual | Op::Less)) => {
                if let (Some(left), Some(right)) = (of(0), of(1)) {
                    let mut form = left.clone();
                    add(&mut form, right, &Rational::MINUS_ONE);
                    let (mut coefficients, constant) = form;
                    coefficients.retain(|(_, coefficient)| !coefficient.is_zero());
                    let is_strict = *op == Op::Less;
                    found.push(Comparison { node: place, is_strict, coefficients, constant });
                }
                None
            }
            _ => None,
        };
        forms.push(form);
    }
    found
}
