//! VCD waveforms of traces, for GTKWave and the like: one unit of time per step.

use std::collections::HashSet;

use buttress_circuit::{Circuit, Names, Simulation, Trace, TraceError};
use buttress_prop::{Lit, Var};

/// A signal of the waveform.
struct Wave {
    kind: &'static str,
    name: String,
    lit: Lit,
}

/// Draws a trace: inputs, latches, properties, constraints, and what `outputs` adds.
///
/// The trace is simulated, not judged: it may break constraints or end well.
pub fn write(
    circuit: &Circuit,
    names: &Names,
    outputs: &[(String, Lit)],
    trace: &Trace,
) -> Result<String, TraceError> {
    let fits = trace.initial.len() == circuit.latches.len()
        && trace.inputs.iter().all(|step| step.len() == circuit.inputs.len());
    if !fits || trace.inputs.is_empty() {
        return Err(TraceError::Shape);
    }
    let scopes = scopes(circuit, names, outputs);
    let mut text = String::from("$version buttress $end\n$timescale 1 ns $end\n");
    text.push_str("$scope module top $end\n");
    let mut number = 0;
    for (scope, waves) in scopes.iter().filter(|(_, waves)| !waves.is_empty()) {
        text.push_str(&format!("$scope module {scope} $end\n"));
        for Wave { kind, name, .. } in waves {
            text.push_str(&format!("$var {kind} 1 {} {name} $end\n", identifier(number)));
            number += 1;
        }
        text.push_str("$upscope $end\n");
    }
    text.push_str("$upscope $end\n$enddefinitions $end\n");

    let lits: Vec<Lit> = scopes.iter().flat_map(|(_, waves)| waves).map(|wave| wave.lit).collect();
    let mut shown: Vec<Option<bool>> = vec![None; lits.len()];
    let mut simulation = Simulation::new(circuit);
    for (step, inputs) in trace.inputs.iter().enumerate() {
        text.push_str(&format!("#{step}\n"));
        if step == 0 {
            simulation.load(circuit, &trace.initial, inputs);
            text.push_str("$dumpvars\n");
        } else {
            simulation.step(circuit, inputs);
        }
        for (number, (&lit, shown)) in lits.iter().zip(&mut shown).enumerate() {
            let value = simulation.value(lit);
            if shown.replace(value) != Some(value) {
                text.push_str(&format!("{}{}\n", u8::from(value), identifier(number)));
            }
        }
        if step == 0 {
            text.push_str("$end\n");
        }
    }
    // Without a later time, viewers would draw the last step, the bad one, with no width.
    text.push_str(&format!("#{}\n", trace.inputs.len()));
    Ok(text)
}

fn scopes(
    circuit: &Circuit,
    names: &Names,
    outputs: &[(String, Lit)],
) -> [(&'static str, Vec<Wave>); 5] {
    let var_name = |var: Var, kind: &str, index: usize| match names.var(var) {
        Some(name) => name.to_string(),
        None => format!("{kind}{index}_v{}", var.0),
    };
    let inputs = circuit.inputs.iter().enumerate();
    let inputs = inputs.map(|(index, &var)| (var_name(var, "i", index), var.lit()));
    let latches = circuit.latches.iter().enumerate();
    let latches = latches.map(|(index, latch)| (var_name(latch.var, "l", index), latch.var.lit()));
    let properties = circuit.properties.iter().enumerate();
    let properties = properties.map(|(index, property)| (names.property(index), property.bad));
    let constraints = circuit.constraints.iter().enumerate().map(|(index, &lit)| {
        let given = names.constraint(index).map(str::to_string);
        (given.unwrap_or_else(|| format!("constraint{index}")), lit)
    });
    [
        ("inputs", waves("wire", inputs)),
        ("latches", waves("reg", latches)),
        ("properties", waves("wire", properties)),
        ("constraints", waves("wire", constraints)),
        ("outputs", waves("wire", outputs.iter().cloned())),
    ]
}

/// The signals of one scope, under names that a viewer can read and that differ.
fn waves(kind: &'static str, signals: impl Iterator<Item = (String, Lit)>) -> Vec<Wave> {
    let mut taken = HashSet::new();
    let mut waves = Vec::new();
    for (number, (name, lit)) in signals.enumerate() {
        let mut name = sanitised(&name);
        if !taken.insert(name.clone()) {
            // The position in its list makes the name unique, unless somebody planned for it.
            name = format!("{name}_{number}");
            while !taken.insert(name.clone()) {
                name.push('_');
            }
        }
        waves.push(Wave { kind, name, lit });
    }
    waves
}

/// The name without blanks, unprintable characters, or a leading `$`, which begins a command.
fn sanitised(name: &str) -> String {
    let name: String =
        name.chars().map(|letter| if letter.is_ascii_graphic() { letter } else { '_' }).collect();
    match name.strip_prefix('$') {
        Some(rest) => format!("_{rest}"),
        None if name.is_empty() => "_".to_string(),
        None => name,
    }
}

/// A short code of printable characters for the signal at this position.
fn identifier(mut number: usize) -> String {
    const FIRST: u8 = b'!';
    const COUNT: usize = 94;
    let mut code = String::new();
    loop {
        code.push(char::from(FIRST + (number % COUNT) as u8));
        number /= COUNT;
        if number == 0 {
            return code;
        }
        number -= 1;
    }
}

#[cfg(test)]
mod tests {
    use buttress_circuit::{Property, Reset};

    use super::*;

    /// A latch that remembers whether its input was ever true; bad once it was.
    fn sticky() -> (Circuit, Names) {
        let mut circuit = Circuit::new();
        let input = circuit.add_input();
        let latch = circuit.add_latch(Reset::Value(false));
        let neither = circuit.add_and(!input.lit(), !latch.lit());
        circuit.set_next(latch, !neither.lit());
        circuit.properties.push(Property { bad: latch.lit() });
        circuit.constraints.push(Lit::TRUE);
        let mut names = Names::new();
        names.name_var(input, "set it");
        names.name_var(latch, "top/x[3]");
        (circuit.finish().unwrap(), names)
    }

    #[test]
    fn the_waveform_reads_as_written() {
        let (circuit, names) = sticky();
        let trace = Trace { initial: vec![false], inputs: vec![vec![true], vec![true]] };
        let text = write(&circuit, &names, &[("$end".into(), Lit::FALSE)], &trace).unwrap();
        let expected = "$version buttress $end\n$timescale 1 ns $end\n\
            $scope module top $end\n\
            $scope module inputs $end\n$var wire 1 ! set_it $end\n$upscope $end\n\
            $scope module latches $end\n$var reg 1 \" top/x[3] $end\n$upscope $end\n\
            $scope module properties $end\n$var wire 1 # bad0 $end\n$upscope $end\n\
            $scope module constraints $end\n$var wire 1 $ constraint0 $end\n$upscope $end\n\
            $scope module outputs $end\n$var wire 1 % _end $end\n$upscope $end\n\
            $upscope $end\n$enddefinitions $end\n\
            #0\n$dumpvars\n1!\n0\"\n0#\n1$\n0%\n$end\n#1\n1\"\n1#\n#2\n";
        assert_eq!(text, expected);
    }

    /// Another reader finds the same signals and values.
    #[test]
    fn an_independent_parser_agrees() {
        let (circuit, names) = sticky();
        let trace =
            Trace { initial: vec![false], inputs: vec![vec![false], vec![true], vec![false]] };
        let text = write(&circuit, &names, &[], &trace).unwrap();
        let mut parser = vcd::Parser::new(text.as_bytes());
        let header = parser.parse_header().unwrap();
        let latch = header.find_var(&["top", "properties", "bad0"]).unwrap().code;
        let mut time = 0;
        let mut rises = Vec::new();
        for command in parser {
            match command.unwrap() {
                vcd::Command::Timestamp(now) => time = now,
                vcd::Command::ChangeScalar(code, vcd::Value::V1) if code == latch => {
                    rises.push(time);
                }
                _ => {}
            }
        }
        assert_eq!((rises, time), (vec![2], 3));
    }

    #[test]
    fn names_are_made_fit_and_different() {
        assert_eq!(sanitised("a.b.c"), "a.b.c");
        assert_eq!(sanitised("a b\tcé"), "a_b_c_");
        assert_eq!(sanitised(""), "_");
        let same = ["x", "x", "x_1", "x"].map(|name| (name.to_string(), Lit::TRUE));
        let waves = waves("wire", same.into_iter());
        let names: Vec<&str> = waves.iter().map(|wave| wave.name.as_str()).collect();
        assert_eq!(names, ["x", "x_1", "x_1_2", "x_3"]);
    }

    #[test]
    fn identifiers_differ() {
        let codes: HashSet<String> = (0..20_000).map(identifier).collect();
        assert_eq!(codes.len(), 20_000);
        assert_eq!(identifier(93), "~");
        assert_eq!(identifier(94), "!!");
    }

    #[test]
    fn a_trace_of_another_shape_is_refused() {
        let (circuit, names) = sticky();
        for (initial, inputs) in
            [(vec![], vec![vec![true]]), (vec![true], vec![]), (vec![true], vec![vec![]])]
        {
            let trace = Trace { initial, inputs };
            assert_eq!(write(&circuit, &names, &[], &trace), Err(TraceError::Shape));
        }
    }
}
