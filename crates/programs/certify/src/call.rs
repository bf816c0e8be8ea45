//! A call in the words of the language.

use buttress_pi::Value;
use buttress_pi::program::{FunctionId, Program, VariableId};

/// A call as evidence has it: `F([3, 1], 0) where g = 1`.
pub fn call_text(
    program: &Program,
    id: FunctionId,
    arguments: &[Value],
    globals: &[(VariableId, Value)],
) -> String {
    let function = program.function(id);
    let shown = |variable: VariableId, value: &Value| {
        value.shown(program, &function.variable(variable).ty).to_string()
    };
    let arguments = function.parameters.iter().zip(arguments);
    let arguments: Vec<String> = arguments.map(|(id, value)| shown(*id, value)).collect();
    let mut call = format!("{}({})", function.name.text, arguments.join(", "));
    let named = globals
        .iter()
        .map(|(id, value)| format!("{} = {}", function.variable(*id).name, shown(*id, value)));
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        call.push_str(&format!(" where {}", named.join(" ; ")));
    }
    call
}
