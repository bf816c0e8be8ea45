//! What was inferred, as bundles have it.

use buttress_certificate::pi::{Addition, AdditionKind};
use buttress_pi::program::{Expression, FunctionId, Program};
use buttress_pi::{ContractPart, Contracts, Facts, print};

/// Facts, rankings and conjuncts of contracts in the source of the language.
pub fn additions(program: &Program, contracts: &Contracts, facts: &Facts) -> Vec<Addition> {
    let named = |function: FunctionId| program.function(function).name.text.clone();
    let shown = |function: FunctionId, expression: &Expression| {
        print::expression(program, program.function(function), expression)
    };
    let mut additions = Vec::new();
    for ((function, part), formulas) in &contracts.conjuncts {
        for formula in formulas {
            let formula = shown(*function, formula);
            let kind = match part {
                ContractPart::Pre => AdditionKind::Pre(formula),
                ContractPart::Post => AdditionKind::Post(formula),
            };
            additions.push(Addition { function: named(*function), head: None, kind });
        }
    }
    for ((function, head), formulas) in &facts.loops {
        for formula in formulas {
            let kind = AdditionKind::Fact(shown(*function, formula));
            let head = Some(head.0 as usize);
            additions.push(Addition { function: named(*function), head, kind });
        }
    }
    let loops = facts.loop_ranks.iter();
    let loops = loops.map(|((function, head), rank)| (*function, Some(head.0 as usize), rank));
    let functions = facts.function_ranks.iter().map(|(function, rank)| (*function, None, rank));
    for (function, head, rank) in loops.chain(functions) {
        let components = rank.iter().map(|component| shown(function, component)).collect();
        let kind = AdditionKind::Rank(components);
        additions.push(Addition { function: named(function), head, kind });
    }
    additions
}
