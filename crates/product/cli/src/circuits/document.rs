//! The report on a circuit as JSON.

use buttress_circuit::Trace;
use buttress_session::hardware;
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::CircuitAnswer;
use super::invariant::literals;
use super::turns::TurnEntry;
use super::waves::{WavesEntry, waves};
use crate::json::EvidenceEntry;
use crate::select::justice_names;
use crate::verdict::VerdictWord;

/// What a circuit holds and what was found.
#[derive(Serialize, JsonSchema, Clone)]
pub struct Contents {
    /// The format of the file.
    #[schemars(extend("const" = "aiger"))]
    pub format: &'static str,
    /// Inputs.
    pub inputs: usize,
    /// Latches.
    pub latches: usize,
    /// And-gates.
    pub ands: usize,
    /// Invariant constraints.
    pub constraints: usize,
    /// The names of the justice properties, which are not checked.
    pub justice_skipped: Vec<String>,
    /// One entry per chosen property, in the file's order.
    pub properties: Vec<PropertyEntry>,
    /// The evidence files that were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<EvidenceEntry>,
    /// What engines did and when; with --pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<TurnEntry>,
    /// Wall-clock time of the run on this file.
    pub seconds: f64,
    /// The most bytes of memory the process has held so far.
    pub peak_memory: usize,
}

/// The report on one property.
#[derive(Serialize, JsonSchema, Clone)]
pub struct PropertyEntry {
    /// Its position in the file.
    pub index: usize,
    /// Its name: the symbol, or `bad` and the position.
    pub name: String,
    /// The verdict.
    pub verdict: VerdictWord,
    /// Did the checker accept evidence for this verdict?
    pub checked: bool,
    /// The engine that answered.
    pub engine: Option<&'static str>,
    /// The step in which a false property is bad; else how far the search is known to be clean.
    pub depth: usize,
    /// Clauses of the strengthening.
    pub clauses: Option<usize>,
    /// Clauses that were found before minimisation.
    pub clauses_found: usize,
    /// k, when the proof is by k-induction.
    pub k: Option<usize>,
    /// SAT queries of the engine that answered.
    pub queries: u64,
    /// Latches in the cone of the property and of the constraints.
    pub cone_latches: usize,
    /// From the start of the run to this answer.
    pub seconds: f64,
    /// Time spent on certifying and checking.
    pub checking_seconds: f64,
    /// LRAT steps that the checker replayed.
    pub lrat_steps: usize,
    /// Why there is no answer, or why it does not stand.
    pub reason: Option<String>,
    /// The code of the reason, for `buttress explain`; null if there is an answer.
    pub code: Option<&'static str>,
    /// The counterexample; with -v or --trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<TraceEntry>,
    /// The counterexample as waves; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waves: Option<WavesEntry>,
    /// The clauses of the strengthening, each a list of literals by their names; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strengthening: Option<Vec<Vec<String>>>,
}

/// A counterexample. Each string has a 0 or 1 per latch or input, in the file's order.
#[derive(Serialize, JsonSchema, Clone)]
pub struct TraceEntry {
    /// The first value of each latch.
    pub initial: String,
    /// The inputs of each step; the property is bad in the last one.
    pub inputs: Vec<String>,
}

impl Contents {
    /// The entry of a report.
    pub fn of(
        report: &hardware::Report,
        evidence: Vec<EvidenceEntry>,
        peak_memory: usize,
        with_traces: bool,
    ) -> Contents {
        let circuit = &report.model.circuit;
        let properties = report.properties.iter();
        Contents {
            format: "aiger",
            inputs: circuit.inputs.len(),
            latches: circuit.latches.len(),
            ands: circuit.ands.len(),
            constraints: circuit.constraints.len(),
            justice_skipped: justice_names(&report.model),
            properties: properties
                .map(|property| PropertyEntry::of(property, with_traces))
                .collect(),
            evidence,
            turns: Vec::new(),
            seconds: report.elapsed.as_secs_f64(),
            peak_memory,
        }
    }
}

impl Contents {
    /// With what only pictures need.
    pub fn with_pictures(mut self, report: &hardware::Report, turns: Vec<TurnEntry>) -> Contents {
        self.turns = turns;
        let model = &report.model;
        for (entry, property) in self.properties.iter_mut().zip(&report.properties) {
            let trace = CircuitAnswer::of(property).trace;
            entry.waves =
                trace.and_then(|it| waves(&model.circuit, &model.names, property.index, it));
            if let hardware::Status::Proved(proof) = &property.status {
                let clauses = proof.shown.iter().map(|clause| literals(model, clause));
                entry.strengthening = Some(clauses.collect());
            }
        }
        self
    }
}

impl PropertyEntry {
    /// The entry of one property.
    pub fn of(property: &hardware::PropertyReport, with_trace: bool) -> PropertyEntry {
        let answer = CircuitAnswer::of(property);
        let figures = &property.figures;
        PropertyEntry {
            index: property.index,
            name: property.name.clone(),
            verdict: answer.word,
            checked: answer.is_checked,
            engine: property.engine.map(|engine| engine.name()),
            depth: answer.trace.map_or(figures.depth, Trace::depth),
            clauses: answer.clauses,
            clauses_found: figures.clauses_found,
            k: answer.k,
            queries: figures.queries,
            cone_latches: figures.cone_latches,
            seconds: figures.elapsed.as_secs_f64(),
            checking_seconds: figures.checking.as_secs_f64(),
            lrat_steps: answer.statistics.lrat_steps,
            reason: answer.reason,
            code: answer.code,
            trace: answer.trace.filter(|_| with_trace).map(TraceEntry::of),
            waves: None,
            strengthening: None,
        }
    }
}

impl TraceEntry {
    fn of(trace: &Trace) -> TraceEntry {
        let bits = |values: &Vec<bool>| {
            values.iter().map(|&value| if value { '1' } else { '0' }).collect::<String>()
        };
        TraceEntry {
            initial: bits(&trace.initial),
            inputs: trace.inputs.iter().map(bits).collect(),
        }
    }
}
