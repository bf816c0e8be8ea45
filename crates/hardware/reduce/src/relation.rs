//! From a relation to functions: inputs that a monitor forces to equal a signal.
//!
//! Let m be a monitor (see `monitor`) and F the signal that m is in the next pair. Some of its
//! conjuncts are equations of an input i with a signal: i ⇔ f in later pairs, and perhaps i ⇔ g
//! in the first. The new circuit R has h = (started ? f : g) in place of i, with a fresh input
//! for g if there is no equation for the first pair; and m′ keeps the other conjuncts alone.
//!
//! Conditions, all checked: (1) every bad signal has m as a conjunct; (2) F implies m in all
//! pairs but the first; (3) bad signals and constraints do not read i in their own pair; (4) the
//! definitions are not cyclic.
//!
//! *A trace of R is a trace of the circuit.* In R the equations that were left out are true, so
//! its computations are computations of the circuit, with i ⇔ h.
//!
//! *A trace of the circuit is a trace of R.* The last pair is bad, so it has m by (1); then
//! F was true in the pair before, and m too unless that is the first, by (2); and so on. So
//! F, and with it every equation, is true in all pairs but perhaps the last. There
//! i can be changed to h without changing the constraints or the bad signal, by (3).
//!
//! *Evidence.* A pair with F satisfies the equations, so it is a pair of R in which each
//! signal has its own value. Let χ be inductive in R; then {c ∨ ¬F | c ∈ χ} is inductive in the
//! circuit: a first pair with F is a first pair of R, and if F is true in a later pair, then m
//! is true in it and F was in the pair before, so that both are pairs of R and χ goes over from
//! one to the other. Should a pair be bad, then F was true in the pair before,
//! and changed as above it is a bad pair of R after one that satisfies χ: so ¬bad goes over too.
//! No constraint of the later pair is used for facts. As each clause is read beside ¬F alone, the
//! new conjunctions that make up m′, which F implies, are true.

use buttress_circuit::{Circuit, Node};
use buttress_prop::{IndexVec, Lit, Var};

use crate::limits::MOST_CYCLE_BREAKS;
use crate::monitor::{Monitor, When, equation, monitors, started};
use crate::origin::{Origin, Origins, disjunction};
use crate::stage::Stage;

/// What is known of an input: its value in the first and in later pairs.
#[derive(Clone, Copy)]
struct Definition {
    input: Var,
    /// The user's signal that it is.
    signal: Lit,
    /// Its value in later pairs, and the conjunct that says so.
    later: (Lit, usize),
    /// Its value in the first pair, and the conjunct that says so.
    first: Option<(Lit, usize)>,
}

/// Replaces the inputs that one monitor defines. How many? None if there are none.
pub(crate) fn define_inputs(stage: &mut Stage) -> Option<usize> {
    let readable = read_by_goals(&stage.circuit);
    for monitor in monitors(&stage.circuit) {
        // The guard must be a signal of the user's.
        let Some(guard) = plain(&stage.origins, stage.first, monitor.next) else { continue };
        let candidates = definitions(stage, &monitor, &readable);
        let definitions = without_cycles(&stage.circuit, candidates);
        if definitions.is_empty() {
            continue;
        }
        let Some((circuit, origins, facts)) = functional(stage, &monitor, &definitions) else {
            continue;
        };
        for fact in facts {
            let guarded = fact.into_iter().chain(stage.guards.iter().copied());
            stage.facts.extend(disjunction(guarded));
        }
        stage.guards.push(!guard);
        stage.pass_to(circuit, origins);
        return Some(definitions.len());
    }
    None
}

/// The user's signal that `lit` is, if it is one.
fn plain(origins: &Origins, first: Var, lit: Lit) -> Option<Lit> {
    match origins[lit.var()] {
        Origin::Signal(signal) if signal.var() != first => {
            Some(signal.negate_if(lit.is_negative()))
        }
        _ => None,
    }
}

/// What bad signals and constraints read in their own pair.
fn read_by_goals(circuit: &Circuit) -> IndexVec<Var, bool> {
    let mut read = IndexVec::<Var, bool>::filled(false, circuit.vars());
    let bads = circuit.properties.iter().map(|property| property.bad);
    let mut stack: Vec<Var> =
        bads.chain(circuit.constraints.iter().copied()).map(|lit| lit.var()).collect();
    while let Some(var) = stack.pop() {
        if std::mem::replace(&mut read[var], true) {
            continue;
        }
        if let Node::And(left, right) = circuit.nodes[var] {
            stack.extend([left.var(), right.var()]);
        }
    }
    read
}

/// A definition for each input that an equation of later pairs allows; an equation defines
/// at most one.
fn definitions(
    stage: &Stage,
    monitor: &Monitor,
    readable: &IndexVec<Var, bool>,
) -> Vec<Definition> {
    let circuit = &stage.circuit;
    let mut places = IndexVec::<Var, Option<usize>>::filled(None, circuit.vars());
    let mut definitions: Vec<Definition> = Vec::new();
    for (index, &(when, lit)) in monitor.conjuncts.iter().enumerate() {
        if when == When::First {
            continue;
        }
        let undefined = |&(input, _): &(Var, Lit)| !readable[input] && places[input].is_none();
        for (input, value) in sides(circuit, lit).into_iter().flatten().filter(undefined) {
            if let Some(signal) = plain(&stage.origins, stage.first, input.lit()) {
                places[input] = Some(definitions.len());
                let first = (when == When::Always).then_some((value, index));
                definitions.push(Definition { input, signal, later: (value, index), first });
                break;
            }
        }
    }
    for (index, &(when, lit)) in monitor.conjuncts.iter().enumerate() {
        if when != When::First {
            continue;
        }
        for (input, value) in sides(circuit, lit).into_iter().flatten() {
            if let Some(place) = places[input]
                && definitions[place].first.is_none()
            {
                definitions[place].first = Some((value, index));
                break;
            }
        }
    }
    definitions
}

/// The inputs that the truth of `lit` gives a value, with that value.
fn sides(circuit: &Circuit, lit: Lit) -> [Option<(Var, Lit)>; 2] {
    let defined = |side: Lit, value: Lit| {
        let is_input = circuit.nodes[side.var()] == Node::Input;
        is_input.then(|| (side.var(), value.negate_if(side.is_negative())))
    };
    match equation(circuit, lit) {
        Some((one, other)) => [defined(one, other), defined(other, one)],
        None => [defined(lit, Lit::TRUE), None],
    }
}

/// As many of the definitions as it is easy to keep without a cycle.
fn without_cycles(circuit: &Circuit, mut definitions: Vec<Definition>) -> Vec<Definition> {
    for _ in 0..MOST_CYCLE_BREAKS {
        let cyclic = on_cycles(circuit, &definitions);
        if !cyclic.contains(&true) {
            return definitions;
        }
        definitions = definitions
            .into_iter()
            .filter_map(|definition| match definition.first {
                _ if !cyclic[definition.input] => Some(definition),
                // Perhaps only the first pair's equation is to blame.
                Some((_, index)) if index != definition.later.1 => {
                    Some(Definition { first: None, ..definition })
                }
                _ => None,
            })
            .collect();
    }
    Vec::new()
}

/// Defined inputs, at least one on some cycle if there is a cycle.
fn on_cycles(circuit: &Circuit, definitions: &[Definition]) -> IndexVec<Var, bool> {
    #[derive(Clone, Copy)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut places = IndexVec::<Var, Option<usize>>::filled(None, circuit.vars());
    for (place, definition) in definitions.iter().enumerate() {
        places[definition.input] = Some(place);
    }
    let mut cyclic = IndexVec::<Var, bool>::filled(false, circuit.vars());
    let mut marks = IndexVec::<Var, Mark>::filled(Mark::New, circuit.vars());
    // Between an open variable and its reader there is a defined input, for gates alone have
    // no cycle; the last one that is open will do.
    let mut open: Vec<Var> = Vec::new();
    let mut stack: Vec<(Var, bool)> = definitions.iter().map(|d| (d.input, false)).collect();
    while let Some((var, is_leaving)) = stack.pop() {
        if is_leaving {
            marks[var] = Mark::Done;
            if open.last() == Some(&var) {
                open.pop();
            }
            continue;
        }
        match marks[var] {
            Mark::Done => continue,
            Mark::Open => {
                if let Some(&input) = open.last() {
                    cyclic[input] = true;
                }
                continue;
            }
            Mark::New => {}
        }
        marks[var] = Mark::Open;
        stack.push((var, true));
        if let Some(place) = places[var] {
            let Definition { later, first, .. } = definitions[place];
            open.push(var);
            stack.extend([Some(later), first].into_iter().flatten().map(|(l, _)| (l.var(), false)));
        } else if let Node::And(left, right) = circuit.nodes[var] {
            stack.extend([(left.var(), false), (right.var(), false)]);
        }
    }
    cyclic
}

/// The circuit with the definitions in place of the inputs, what its signals are, and the facts
/// that say so. All variables keep their numbers. None if `started` is no signal of the user's.
fn functional(
    stage: &Stage,
    monitor: &Monitor,
    definitions: &[Definition],
) -> Option<(Circuit, Origins, Vec<[Lit; 2]>)> {
    let mut builder = Builder::new(stage)?;
    let mut is_used = vec![false; monitor.conjuncts.len()];
    let mut is_defined = IndexVec::<Var, bool>::filled(false, stage.circuit.vars());
    for definition in definitions {
        is_used[definition.later.1] = true;
        if let Some((_, index)) = definition.first {
            is_used[index] = true;
        }
        is_defined[definition.input] = true;
        builder.define(definition);
    }
    builder.circuit.inputs.retain(|&var| !is_defined.get_at(var).is_some_and(|&defined| defined));
    let mut next = Lit::TRUE;
    for (&(when, lit), _) in monitor.conjuncts.iter().zip(is_used).filter(|&(_, used)| !used) {
        let asked = match when {
            When::Always => lit,
            When::First => !builder.at_first(!lit),
            When::Later => !builder.after_first(!lit),
        };
        next = builder.and(next, asked, Origin::Signal(Lit::TRUE));
    }
    builder.circuit.set_next(monitor.lit.var(), next.negate_if(monitor.lit.is_negative()));
    let circuit = builder.circuit.finish().ok()?;
    Some((circuit, builder.origins, builder.facts))
}

struct Builder {
    circuit: Circuit,
    origins: Origins,
    first: Var,
    /// False if it is not needed.
    started: Lit,
    facts: Vec<[Lit; 2]>,
}

impl Builder {
    fn new(stage: &Stage) -> Option<Builder> {
        let first = stage.first;
        let (mut facts, mut literal) = (Vec::new(), Lit::FALSE);
        if let Some(started) = started(&stage.circuit) {
            let Origin::Signal(signal) = stage.origins[started.var()] else { return None };
            let signal = signal.negate_if(started.is_negative());
            // started ⇔ ¬first
            facts.extend([[signal, first.lit()], [!signal, !first.lit()]]);
            literal = started;
        }
        let (circuit, origins) = (stage.circuit.clone(), stage.origins.clone());
        Some(Builder { circuit, origins, first, started: literal, facts })
    }

    fn and(&mut self, left: Lit, right: Lit, origin: Origin) -> Lit {
        self.origins.push(origin);
        self.circuit.add_and(left, right).lit()
    }

    /// started ∧ lit
    fn after_first(&mut self, lit: Lit) -> Lit {
        let meaning = self.origins[lit.var()].after_first(self.first).negate_if(lit.is_negative());
        self.and(self.started, lit, Origin::AfterFirst(meaning))
    }

    /// ¬started ∧ lit
    fn at_first(&mut self, lit: Lit) -> Lit {
        let meaning = self.origins[lit.var()].at_first(self.first).negate_if(lit.is_negative());
        self.and(!self.started, lit, Origin::AtFirst(meaning))
    }

    /// Makes the input a gate; it keeps its meaning.
    fn define(&mut self, definition: &Definition) {
        let Definition { input, signal, later: (later, index), first } = *definition;
        let value = match first {
            Some((_, other)) if other == index => later,
            _ => {
                let first = match first {
                    Some((first, _)) => first,
                    None => {
                        self.origins.push(Origin::Signal(signal));
                        self.circuit.add_input().lit()
                    }
                };
                let (later, first) = (self.after_first(later), self.at_first(first));
                !self.and(!later, !first, Origin::Signal(!signal))
            }
        };
        self.circuit.nodes[input] = Node::And(value, Lit::TRUE);
        self.circuit.ands.push(input);
    }
}
