//! Candidates for contracts that say nothing.
//!
//! They come from what callers say about the arguments and the result, from what the body returns and checks, from an equation that
//! fits all runs, and from plain comparisons. Whoever asks has to find out which of them hold.

mod body;
mod callers;
mod fitted;
mod shapes;

use buttress_budget::Budget;
use buttress_pi::program::{Expression, ExpressionKind, Function, FunctionId, Program};
use buttress_pi::{BinaryOp, ContractPart, read_contract_fact};

use crate::expressions::{bare, mentioned};
use crate::limits::MOST_CONTRACT_CANDIDATES;

/// What one part of a function's contract might say beyond what it does, the most telling first. Bound variables get numbers from
/// `bounds` on.
pub fn contract_candidates(
    program: &Program,
    id: FunctionId,
    part: ContractPart,
    seed: u64,
    bounds: &mut u32,
    budget: &Budget,
) -> Vec<Expression> {
    let function = program.function(id);
    let mut texts = match part {
        ContractPart::Pre => body::checked(program, function),
        ContractPart::Post => body::returned(program, function),
    };
    if part == ContractPart::Post {
        texts.extend(fitted::equation(program, id, seed, budget));
    }
    texts.extend(callers::said(program, id, part));
    texts.extend(shapes::comparisons(function, part));
    let mut candidates: Vec<Expression> = Vec::new();
    let mut known: Vec<Expression> = Vec::new();
    for text in texts {
        // What a reader would read counts, lest a conjunct mean another thing on paper.
        let Ok(read) = read_contract_fact(program, id, part, &text, bounds) else { continue };
        let said = bare(&upright(&read));
        let is_telling = part == ContractPart::Pre || speaks_of_end(program, function, &read);
        if is_telling && !known.contains(&said) && candidates.len() < MOST_CONTRACT_CANDIDATES {
            candidates.push(read);
            known.push(said);
        }
    }
    candidates
}

/// Does a formula speak of the result, or of a global?
fn speaks_of_end(program: &Program, function: &Function, formula: &Expression) -> bool {
    let mut variables = mentioned(formula).into_iter();
    variables.any(|id| Some(id) == function.result || id.0 < program.globals)
}

/// The formula with `<` and `<=` for `>` and `>=`.
fn upright(formula: &Expression) -> Expression {
    let mut formula = formula.clone();
    formula.visit_mut(&mut |part| {
        if let ExpressionKind::Binary(operator, left, right) = &mut part.kind {
            let turned = match operator {
                BinaryOp::Greater => BinaryOp::Less,
                BinaryOp::GreaterEqual => BinaryOp::LessEqual,
                _ => return,
            };
            *operator = turned;
            std::mem::swap(left, right);
        }
    });
    formula
}
