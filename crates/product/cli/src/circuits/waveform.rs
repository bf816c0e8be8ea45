//! A counterexample as text: one row per signal in the cone of the property, one column per step.
//!
//! ```text
//! step    0    5
//! enable  1.....
//! count0  010101
//! bad0    0....1
//! ```
//!
//! A dot repeats the value before it. Signals that never change are listed below the rows. When
//! the steps do not fit, a gap `~` leaves out steps in the middle; a value follows it in full.

use buttress_circuit::{Circuit, Names, Simulation, Trace, cone_of};
use buttress_prop::{Lit, Var};

use crate::limits::{SIGNAL_NAME_WIDTH, STEPS_BEFORE_GAP};

/// How many rows are drawn.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Columns for the whole drawing.
    pub width: usize,
    /// Rows of signals, the property aside.
    pub rows: usize,
}

/// A signal and its values, step by step.
struct Wave {
    name: String,
    values: Vec<bool>,
}

/// Draws `trace`, which ends in the bad signal of `property`; empty if it does not fit the circuit.
pub fn draw(
    circuit: &Circuit,
    names: &Names,
    property: usize,
    trace: &Trace,
    bounds: Bounds,
) -> Vec<String> {
    let fits = trace.initial.len() == circuit.latches.len()
        && trace.inputs.iter().all(|step| step.len() == circuit.inputs.len());
    let Some(bad) = circuit.properties.get(property).map(|property| property.bad) else {
        return Vec::new();
    };
    if !fits || trace.inputs.is_empty() {
        return Vec::new();
    }
    let mut waves = waves(circuit, names, property, bad, trace);
    // The last wave is the property itself; it is always drawn.
    let last = waves.pop();
    let is_changing = |wave: &Wave| wave.values.windows(2).any(|pair| pair[0] != pair[1]);
    let (changing, constant): (Vec<Wave>, Vec<Wave>) = waves.into_iter().partition(is_changing);
    let hidden = changing.len().saturating_sub(bounds.rows);
    let rows: Vec<&Wave> = changing.iter().take(bounds.rows).chain(&last).collect();

    let name_width = rows.iter().map(|wave| wave.name.chars().count()).max().unwrap_or(0).max(4);
    let columns = columns(trace.inputs.len(), bounds.width.saturating_sub(name_width + 2));
    let mut lines = vec![format!("{:name_width$}  {}", "step", ruler(&columns))];
    for wave in rows {
        lines.push(format!("{:name_width$}  {}", wave.name, row(&wave.values, &columns)));
    }
    if hidden > 0 {
        let more = format!("and {hidden} more signals that change");
        let hint = " (-v shows them, --vcd writes all)";
        let fits = more.len() + hint.len() <= bounds.width;
        lines.push(if fits { more + hint } else { more });
    }
    lines.extend(unchanged(&constant, bounds.width));
    lines
}

/// The signals in the cone of the property and the constraints: inputs, latches, the property.
fn waves(circuit: &Circuit, names: &Names, property: usize, bad: Lit, trace: &Trace) -> Vec<Wave> {
    let cone = cone_of(circuit, circuit.constraints.iter().copied().chain([bad]));
    let name = |var: Var, letter: char, index: usize| match names.var(var) {
        Some(name) => name.to_owned(),
        None => format!("{letter}{index}"),
    };
    let inputs = circuit.inputs.iter().enumerate().map(|(index, &var)| (var, 'i', index));
    let latches = circuit.latches.iter().enumerate();
    let latches = latches.map(|(index, latch)| (latch.var, 'l', index));
    let signals = inputs.chain(latches).filter(|&(var, ..)| cone.contains(var));
    let mut signals: Vec<(String, Lit)> =
        signals.map(|(var, letter, index)| (name(var, letter, index), var.lit())).collect();
    signals.push((names.property(property), bad));

    let mut waves: Vec<Wave> = signals
        .iter()
        .map(|(name, _)| Wave { name: shortened(name), values: Vec::new() })
        .collect();
    let mut simulation = Simulation::new(circuit);
    for (step, inputs) in trace.inputs.iter().enumerate() {
        if step == 0 {
            simulation.load(circuit, &trace.initial, inputs);
        } else {
            simulation.step(circuit, inputs);
        }
        for (wave, (_, lit)) in waves.iter_mut().zip(&signals) {
            wave.values.push(simulation.value(*lit));
        }
    }
    waves
}

/// The name with its end in view, because names in one design begin alike.
fn shortened(name: &str) -> String {
    let count = name.chars().count();
    if count <= SIGNAL_NAME_WIDTH {
        return name.to_owned();
    }
    let end: String = name.chars().skip(count - (SIGNAL_NAME_WIDTH - 1)).collect();
    format!("…{end}")
}

/// The steps that are drawn; `None` is the gap.
fn columns(steps: usize, width: usize) -> Vec<Option<usize>> {
    if steps <= width {
        return (0..steps).map(Some).collect();
    }
    let before = STEPS_BEFORE_GAP.min(width / 3);
    let after = width.saturating_sub(before + 1).max(1);
    let before = (0..before).map(Some);
    before.chain([None]).chain((steps - after..steps).map(Some)).collect()
}

/// The numbers of the steps, where they fit.
fn ruler(columns: &[Option<usize>]) -> String {
    let mut line = String::new();
    for (column, step) in columns.iter().enumerate() {
        let Some(step) = step else { continue };
        // A blank keeps two numbers apart.
        let is_free = line.is_empty() || line.len() < column;
        if step % 5 == 0 && is_free {
            line.push_str(&" ".repeat(column - line.len()));
            line.push_str(&step.to_string());
        }
    }
    line
}

fn row(values: &[bool], columns: &[Option<usize>]) -> String {
    let mut before = None;
    let mut line = String::new();
    for step in columns {
        let value = step.and_then(|step| values.get(step)).copied();
        line.push(match value {
            None => '~',
            _ if value == before => '.',
            Some(true) => '1',
            Some(false) => '0',
        });
        before = value;
    }
    line
}

/// One line that lists the signals that keep their value.
fn unchanged(constant: &[Wave], width: usize) -> Option<String> {
    if constant.is_empty() {
        return None;
    }
    let mut line = String::from("always");
    for (position, wave) in constant.iter().enumerate() {
        let value = u8::from(wave.values.first() == Some(&true));
        let word = format!(" {}={value}", wave.name);
        let rest = format!(" and {} more", constant.len() - position);
        if line.chars().count() + word.chars().count() + rest.len() > width {
            line.push_str(&rest);
            break;
        }
        line.push_str(&word);
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use buttress_circuit::{Property, Reset};

    use super::*;

    /// Two bits that count while `enable` holds, a latch beside them; bad at three.
    fn counter() -> (Circuit, Names) {
        let mut circuit = Circuit::new();
        let enable = circuit.add_input();
        let mode = circuit.add_latch(Reset::Value(true));
        let low = circuit.add_latch(Reset::Value(false));
        let high = circuit.add_latch(Reset::Value(false));
        circuit.set_next(mode, mode.lit());
        circuit.set_next(low, !low.lit());
        let up = circuit.add_and(low.lit(), !high.lit());
        let stay = circuit.add_and(!low.lit(), high.lit());
        let same = circuit.add_and(!up.lit(), !stay.lit());
        circuit.set_next(high, !same.lit());
        let three = circuit.add_and(low.lit(), high.lit());
        let three = circuit.add_and(three.lit(), mode.lit());
        let bad = circuit.add_and(three.lit(), enable.lit());
        circuit.properties.push(Property { bad: bad.lit() });
        let mut names = Names::new();
        names.name_var(enable, "enable");
        names.name_var(mode, "mode");
        names.name_var(high, "a_name_that_is_much_too_long_for_a_row.high");
        (circuit.finish().unwrap(), names)
    }

    fn trace(steps: usize) -> Trace {
        Trace { initial: vec![true, false, false], inputs: vec![vec![true]; steps] }
    }

    fn drawn(steps: usize, width: usize, rows: usize) -> String {
        let (circuit, names) = counter();
        draw(&circuit, &names, 0, &trace(steps), Bounds { width, rows }).join("\n")
    }

    #[test]
    fn changes_are_drawn_and_constants_listed() {
        let expected = "\
step                      0
l1                        0101
…too_long_for_a_row.high  0.1.
bad0                      0..1
always enable=1 mode=1";
        let squeezed = |text: &str| text.replace("  ", " ").replace("  ", " ");
        assert_eq!(squeezed(&drawn(4, 80, 9)), squeezed(expected));
    }

    #[test]
    fn long_traces_have_a_gap() {
        let text = drawn(44, 6 + 20, 1);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1].split_whitespace().nth(1), Some("010101~1010101010101"));
        assert!(lines[0].ends_with("0    5     35   40"), "{text}");
        assert!(lines[..3].iter().all(|line| line.chars().count() <= 26), "{text}");
        assert!(text.contains("and 1 more signals"), "{text}");
    }

    #[test]
    fn a_trace_that_does_not_fit_is_not_drawn() {
        let (circuit, names) = counter();
        let trace = Trace { initial: vec![], inputs: vec![vec![]] };
        assert!(draw(&circuit, &names, 0, &trace, Bounds { width: 80, rows: 9 }).is_empty());
        assert!(
            draw(&circuit, &names, 7, &self::trace(3), Bounds { width: 80, rows: 9 }).is_empty()
        );
    }
}
