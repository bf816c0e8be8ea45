//! Building a circuit anew, with some of its variables replaced by simpler signals.

use buttress_circuit::{Circuit, Node, Property, Reset, cone_of};
use buttress_prop::{IndexVec, Lit, Var};

use crate::builder::CircuitBuilder;

/// For each variable, the signal to use in its place; itself, if it stays.
///
/// Invariant: a replacement comes before what it replaces in the order constant, inputs,
/// latches, gates, and is not itself replaced.
pub(crate) type Substitution = IndexVec<Var, Lit>;

/// A circuit made from another, and where the other's signals went.
pub(crate) struct Rebuilt {
    /// The new circuit.
    pub(crate) circuit: Circuit,
    /// For each old variable its new signal; none if nothing reads it any more.
    pub(crate) map: IndexVec<Var, Option<Lit>>,
}

/// The substitution that changes nothing.
pub(crate) fn identity(circuit: &Circuit) -> Substitution {
    (0..circuit.vars() as u32).map(|index| Var(index).lit()).collect()
}

/// The circuit under `substitution`, hashed, without what nothing reads.
///
/// Resets must be values or free; `normalise` sees to that.
pub(crate) fn rebuild(circuit: &Circuit, substitution: &Substitution) -> Rebuilt {
    let mut graph = CircuitBuilder::with_capacity(circuit.ands.len());
    let mut map = IndexVec::<Var, Lit>::filled(Lit::FALSE, circuit.vars());
    let stays = |var: Var| substitution[var] == var.lit();
    for &input in circuit.inputs.iter().filter(|&&var| stays(var)) {
        map[input] = graph.circuit.add_input().lit();
    }
    for latch in circuit.latches.iter().filter(|latch| stays(latch.var)) {
        map[latch.var] = graph.circuit.add_latch(latch.reset).lit();
    }
    let sources = circuit.inputs.iter().copied().chain(circuit.latches.iter().map(|l| l.var));
    for var in sources.filter(|&var| !stays(var)) {
        map[var] = signal(&map, substitution[var]);
    }
    for &var in &circuit.ands {
        map[var] = match circuit.nodes[var] {
            Node::And(left, right) if stays(var) => {
                graph.and(signal(&map, left), signal(&map, right))
            }
            _ => signal(&map, substitution[var]),
        };
    }
    for latch in circuit.latches.iter().filter(|latch| stays(latch.var)) {
        graph.circuit.set_next(map[latch.var].var(), signal(&map, latch.next));
    }
    let constraints = circuit.constraints.iter().map(|&lit| signal(&map, lit)).collect();
    graph.circuit.constraints = conjuncts(&graph.circuit, constraints);
    graph.circuit.properties =
        circuit.properties.iter().map(|p| Property { bad: signal(&map, p.bad) }).collect();
    let (circuit, places) = compressed(&graph.circuit);
    let place = |lit: &Lit| places[lit.var()].map(|var| var.lit().negate_if(lit.is_negative()));
    Rebuilt { circuit, map: map.iter().map(place).collect() }
}

/// The new signal of an old literal.
pub(crate) fn signal(map: &IndexVec<Var, Lit>, lit: Lit) -> Lit {
    map[lit.var()].negate_if(lit.is_negative())
}

/// Constraints with conjunctions taken apart, each once, without those that are true.
pub(crate) fn conjuncts(circuit: &Circuit, constraints: Vec<Lit>) -> Vec<Lit> {
    let mut seen = IndexVec::<Lit, bool>::filled(false, 2 * circuit.vars());
    seen[Lit::TRUE] = true;
    let mut conjuncts = Vec::new();
    let mut stack: Vec<Lit> = constraints.into_iter().rev().collect();
    while let Some(lit) = stack.pop() {
        if std::mem::replace(&mut seen[lit], true) {
            continue;
        }
        match circuit.nodes[lit.var()] {
            Node::And(left, right) if lit.is_positive() => stack.extend([right, left]),
            _ => conjuncts.push(lit),
        }
    }
    conjuncts
}

/// The cone of the properties and constraints, renumbered: inputs, latches, gates in order.
/// Also where each variable went.
pub(crate) fn compressed(circuit: &Circuit) -> (Circuit, IndexVec<Var, Option<Var>>) {
    let bads = circuit.properties.iter().map(|property| property.bad);
    let cone = cone_of(circuit, bads.chain(circuit.constraints.iter().copied()));
    let mut places = IndexVec::<Var, Option<Var>>::filled(None, circuit.vars());
    places[Var(0)] = Some(Var(0));
    let mut small = Circuit::new();
    for &input in circuit.inputs.iter().filter(|&&var| cone.contains(var)) {
        places[input] = Some(small.add_input());
    }
    let latches = || circuit.latches.iter().filter(|latch| cone.contains(latch.var));
    for latch in latches() {
        debug_assert!(!matches!(latch.reset, Reset::Signal(_)));
        places[latch.var] = Some(small.add_latch(latch.reset));
    }
    let place = |places: &IndexVec<Var, Option<Var>>, lit: Lit| {
        let var = places[lit.var()].expect("the cone is closed");
        var.lit().negate_if(lit.is_negative())
    };
    for &var in circuit.ands.iter().filter(|&&var| cone.contains(var)) {
        if let Node::And(left, right) = circuit.nodes[var] {
            places[var] = Some(small.add_and(place(&places, left), place(&places, right)));
        }
    }
    for latch in latches() {
        if let Some(var) = places[latch.var] {
            small.set_next(var, place(&places, latch.next));
        }
    }
    small.constraints = circuit.constraints.iter().map(|&lit| place(&places, lit)).collect();
    small.properties =
        circuit.properties.iter().map(|p| Property { bad: place(&places, p.bad) }).collect();
    debug_assert!(small.clone().finish().is_ok());
    (small, places)
}
