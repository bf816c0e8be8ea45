//! Plain comparisons between the numbers of a contract.

use buttress_pi::ContractPart;
use buttress_pi::program::{Function, Type, VariableId};

/// Comparisons of parameters, lengths and the result.
pub fn comparisons(function: &Function, part: ContractPart) -> Vec<String> {
    let mut values = Vec::new();
    for parameter in &function.parameters {
        let variable = function.variable(*parameter);
        match variable.ty {
            Type::Int => values.push(variable.name.clone()),
            Type::Array(_) => values.push(format!("|{}|", variable.name)),
            _ => {}
        }
    }
    match part {
        ContractPart::Pre => of_parameters(&values),
        ContractPart::Post => {
            function.result.map_or_else(Vec::new, |it| of_result(function, it, &values))
        }
    }
}

fn of_parameters(values: &[String]) -> Vec<String> {
    let mut texts = Vec::new();
    for (place, one) in values.iter().enumerate() {
        if !one.starts_with('|') {
            texts.extend([format!("0 <= {one}"), format!("0 < {one}")]);
        } else {
            texts.push(format!("0 < {one}"));
        }
        for other in values.iter().skip(place + 1) {
            for comparison in ["<=", "<"] {
                texts.push(format!("{one} {comparison} {other}"));
                texts.push(format!("{other} {comparison} {one}"));
            }
            texts.push(format!("{one} = {other}"));
        }
    }
    texts
}

fn of_result(function: &Function, result: VariableId, values: &[String]) -> Vec<String> {
    let variable = function.variable(result);
    let result = match variable.ty {
        Type::Int => variable.name.clone(),
        Type::Array(_) => format!("|{}|", variable.name),
        _ => return Vec::new(),
    };
    let mut texts = Vec::new();
    for other in values {
        for comparison in ["=", "<=", ">=", "<", ">"] {
            texts.push(format!("{result} {comparison} {other}"));
        }
    }
    for bound in ["-1", "0", "1"] {
        texts.push(format!("{result} >= {bound}"));
    }
    texts.push(format!("{result} <= 0"));
    texts
}
