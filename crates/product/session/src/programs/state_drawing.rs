//! The state of a failure as a drawing: which arrays, which names above them, which cells below.

use buttress_pi::Value;
use buttress_pi::paths::GoalKind;
use buttress_pi::program::{Function, Program, Role, Type, VariableId};

use super::array_diagram::{ArrayDiagram, Row};
use super::finding::Finding;
use super::pointers::pointers;

/// What is drawn of a state.
pub struct State<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function.
    pub function: &'a Function,
    /// The variables before; none if they are not to be shown.
    pub start: Option<&'a [Option<Value>]>,
    /// The variables when the condition failed.
    pub end: &'a [Option<Value>],
}

impl State<'_> {
    /// The drawing of the arrays.
    pub fn diagram(&self, finding: &Finding<'_>) -> ArrayDiagram {
        let failure = finding.condition.verdict.failure();
        let witnesses = failure.map_or(&[][..], |failure| &failure.witnesses);
        let mut diagram = ArrayDiagram::default();
        diagram.failing.extend(witnesses.iter().filter_map(|(_, value)| number(value)));
        let subscript = finding.subscript().and_then(number);
        diagram.failing.extend(subscript);
        for (id, variable) in self.variables() {
            let Type::Array(element) = &variable.ty else { continue };
            let Some(Value::Array(now)) = self.now(id) else { continue };
            let row = |name: String, array: &buttress_pi::ArrayValue| {
                let cell = |value: &Value| value.shown(self.program, element).to_string();
                let length = array.cells.len() as i64;
                let beyond = diagram.failing.iter().filter(|index| !(0..length).contains(*index));
                let outside = beyond.map(|index| {
                    let value = cell(array.read(&(*index).into()));
                    (*index, if subscript.is_some() { "?".to_owned() } else { value })
                });
                Row {
                    name,
                    cells: array.cells.iter().map(cell).collect(),
                    outside: outside.collect(),
                }
            };
            let before = self.start.and_then(|start| start.get(id.0 as usize)?.as_ref());
            let rows = match before {
                Some(Value::Array(before)) if before != now => vec![
                    row(format!("{} before", variable.name), before),
                    row(format!("{} after", variable.name), now),
                ],
                _ => vec![row(variable.name.clone(), now)],
            };
            diagram.rows.extend(rows);
        }
        let pointers = pointers(self.function);
        for (id, variable) in self.variables().filter(|(id, _)| pointers.contains(id)) {
            if let Some(index) = self.now(id).and_then(number) {
                diagram.markers.entry(index).or_default().push(variable.name.clone());
            }
        }
        let instance = failure.and_then(|failure| failure.instance.as_ref());
        if !witnesses.is_empty() {
            let names = witnesses.iter().map(|(name, value)| format!("{name} = {value}"));
            let names: Vec<String> = names.collect();
            let fails =
                instance.map_or_else(String::new, |instance| format!(": {}", instance.failure()));
            diagram.remark = format!("{}{fails}", names.join(", "));
        } else if let (Some(instance), GoalKind::Conjunct(_)) = (instance, finding.condition.kind)
            && instance.subject.is_some()
        {
            diagram.remark = instance.failure();
        }
        diagram
    }

    /// The other variables, as in `l = 0, n = 0 -> 1`.
    pub fn scalars(&self) -> String {
        let mut shown_variables = Vec::new();
        for (id, variable) in self.variables() {
            if matches!(variable.ty, Type::Array(_)) {
                continue;
            }
            let Some(now) = self.now(id) else { continue };
            let shown = |value: &Value| value.shown(self.program, &variable.ty).to_string();
            let before = self.start.and_then(|start| start.get(id.0 as usize)?.as_ref());
            shown_variables.push(match before {
                Some(before) if before != now => {
                    format!("{} = {} -> {}", variable.name, shown(before), shown(now))
                }
                _ => format!("{} = {}", variable.name, shown(now)),
            });
        }
        shown_variables.join(", ")
    }

    /// All variables in one line, arrays too.
    pub fn all(&self) -> String {
        let shown_variables = self.variables().filter_map(|(id, variable)| {
            let shown = self.now(id)?.shown(self.program, &variable.ty).to_string();
            Some(format!("{} = {shown}", variable.name))
        });
        shown_variables.collect::<Vec<_>>().join(", ")
    }

    /// The variables that a person has written, and `rv`; entry values that differ from their parameter.
    fn variables(&self) -> impl Iterator<Item = (VariableId, &buttress_pi::program::Variable)> {
        let numbered = self.function.variables.iter().enumerate();
        let numbered = numbered.map(|(place, variable)| (VariableId(place as u32), variable));
        numbered.filter(|(id, variable)| match variable.role {
            Role::Entry(parameter) => self.now(*id) != self.now(parameter),
            _ => true,
        })
    }

    fn now(&self, id: VariableId) -> Option<&Value> {
        let now = self.end.get(id.0 as usize).and_then(Option::as_ref);
        now.or_else(|| self.start?.get(id.0 as usize)?.as_ref())
    }
}

/// A number that can be an index in a drawing.
pub(super) fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => number.to_i64().filter(|number| number.unsigned_abs() < 1 << 40),
        _ => None,
    }
}
