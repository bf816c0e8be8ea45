//! The report as JSON, schema 1 (`docs/json.md`). Fields are added within a schema number, never
//! renamed or removed.

use buttress_budget::Exhausted;
use buttress_circuit::Trace;
use buttress_formats::{Diagnostic, smtlib};
use buttress_session::{hardware, numbers};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::{Answer, Word};
use crate::cut::{self, CutEntry, KnownEntry};
use crate::evidence::Written;
use crate::numbers::NumbersContentsEntry;
use crate::programs::ProgramContentsEntry;
use crate::select::justice_names;

/// The report of a run of `prove`.
#[derive(Serialize, JsonSchema)]
pub struct ReportDocument {
    /// One entry per file, in the order of the command line.
    pub files: Vec<FileEntry>,
    /// The exit code of the run, before --exit-zero.
    pub exit_code: u8,
}

/// The report on one file. A file that could not be read has errors and none of its contents.
#[derive(Serialize, JsonSchema, Clone)]
pub struct FileEntry {
    /// The path as it was given; `<stdin>` for standard input.
    pub file: String,
    /// What the file holds and what was found.
    #[serde(flatten)]
    pub contents: ContentsEntry,
    /// What is wrong with the file, or could not be written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ErrorEntry>,
    /// The exit code of this file alone.
    pub exit_code: u8,
}

/// What a file holds and what was found: of a circuit, of a system over numbers, or of a program.
#[derive(Serialize, JsonSchema, Clone)]
#[serde(untagged)]
pub enum ContentsEntry {
    /// A circuit.
    Circuit(Contents),
    /// A system over numbers.
    Numbers(NumbersContentsEntry),
    /// A program.
    Program(ProgramContentsEntry),
    /// Anything, cut off by a limit that nobody polled, or by an interrupt.
    Cut(CutEntry),
    /// It could not be read.
    Nothing(NoContents),
}

/// Nothing is known of a file that could not be read.
#[derive(Serialize, JsonSchema, Clone)]
#[schemars(extend("not" = { "anyOf": [{ "required": ["format"] }, { "required": ["unknown"] }] }))]
pub struct NoContents {}

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
    /// The counterexample; with -v or --trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<TraceEntry>,
}

/// A verdict.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum VerdictWord {
    /// The bad signal is never true.
    Proved,
    /// The bad signal can become true.
    False,
    /// An annotation of a program is too weak: a state that it allows violates the condition.
    Open,
    /// No answer.
    Unknown,
    /// Our fault: the evidence for an answer was not accepted.
    Rejected,
}

/// A counterexample. Each string has a 0 or 1 per latch or input, in the file's order.
#[derive(Serialize, JsonSchema, Clone)]
pub struct TraceEntry {
    /// The first value of each latch.
    pub initial: String,
    /// The inputs of each step; the property is bad in the last one.
    pub inputs: Vec<String>,
}

/// An evidence file that was written.
#[derive(Serialize, JsonSchema, Clone)]
pub struct EvidenceEntry {
    /// The position of the property.
    pub property: usize,
    /// `certificate`, `witness circuit`, `invariant`, `trace`, `waveform` or `annotated program`.
    pub kind: &'static str,
    /// Where it is.
    pub file: String,
}

/// One error in a file, or about it.
#[derive(Serialize, JsonSchema, Clone, Default)]
pub struct ErrorEntry {
    /// The code, for `buttress explain`; none if the file could not even be opened.
    pub code: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// The line, counted from 1; none inside binary data.
    pub line: Option<usize>,
    /// The column, counted from 1.
    pub column: Option<usize>,
    /// The position in bytes.
    pub offset: Option<usize>,
    /// What would have been right.
    pub expected: Option<String>,
    /// What may be done about it.
    pub help: Option<String>,
}

impl FileEntry {
    /// The entry of a file that was cut off.
    pub fn cut(file: &str, reason: Exhausted, known: Vec<KnownEntry>) -> FileEntry {
        let exit_code = cut::exit_code(&known);
        let contents = ContentsEntry::Cut(CutEntry { unknown: reason.to_string(), known });
        FileEntry { file: file.to_owned(), contents, errors: Vec::new(), exit_code }
    }

    /// The entry of a file that was worked on.
    pub fn done(
        file: &str,
        report: &hardware::Report,
        written: &Written,
        peak_memory: usize,
        with_traces: bool,
    ) -> FileEntry {
        let circuit = &report.model.circuit;
        let properties = report.properties.iter();
        let errors: Vec<ErrorEntry> = written.failures.iter().map(ErrorEntry::plain).collect();
        let contents = Contents {
            format: "aiger",
            inputs: circuit.inputs.len(),
            latches: circuit.latches.len(),
            ands: circuit.ands.len(),
            constraints: circuit.constraints.len(),
            justice_skipped: justice_names(&report.model),
            properties: properties
                .map(|property| PropertyEntry::of(property, with_traces))
                .collect(),
            evidence: evidence(written),
            seconds: report.elapsed.as_secs_f64(),
            peak_memory,
        };
        let contents = ContentsEntry::Circuit(contents);
        let exit_code = with_failures(report.exit_code(), &errors);
        FileEntry { file: file.to_owned(), contents, errors, exit_code }
    }

    /// The entry of a system over numbers that was worked on.
    pub fn of_numbers(
        file: &str,
        report: &numbers::Report,
        written: &Written,
        peak_memory: usize,
    ) -> FileEntry {
        let errors: Vec<ErrorEntry> = written.failures.iter().map(ErrorEntry::plain).collect();
        let contents = NumbersContentsEntry::of(report, evidence(written), peak_memory);
        let contents = ContentsEntry::Numbers(contents);
        let exit_code = with_failures(report.exit_code(), &errors);
        FileEntry { file: file.to_owned(), contents, errors, exit_code }
    }

    /// The entry of a program that was worked on.
    pub fn of_program(
        file: &str,
        contents: ProgramContentsEntry,
        failures: &[String],
    ) -> FileEntry {
        let errors: Vec<ErrorEntry> = failures.iter().map(ErrorEntry::plain).collect();
        let exit_code = with_failures(contents.exit_code(), &errors);
        let contents = ContentsEntry::Program(contents);
        FileEntry { file: file.to_owned(), contents, errors, exit_code }
    }

    /// The entry of a file that could not be read.
    pub fn broken(file: &str, errors: Vec<ErrorEntry>) -> FileEntry {
        let contents = ContentsEntry::Nothing(NoContents {});
        FileEntry { file: file.to_owned(), contents, errors, exit_code: 2 }
    }
}

/// The exit code of a file when evidence could not be written.
fn with_failures(exit_code: u8, errors: &[ErrorEntry]) -> u8 {
    match exit_code {
        4 => 4,
        _ if !errors.is_empty() => 2,
        code => code,
    }
}

/// The evidence files that were written.
pub fn evidence(written: &Written) -> Vec<EvidenceEntry> {
    let entry = |(property, kind, path): &(usize, &'static str, std::path::PathBuf)| {
        EvidenceEntry { property: *property, kind, file: path.display().to_string() }
    };
    written.files.iter().map(entry).collect()
}

impl PropertyEntry {
    /// The entry of one property.
    pub fn of(property: &hardware::PropertyReport, with_trace: bool) -> PropertyEntry {
        let answer = Answer::of(property);
        let figures = &property.figures;
        PropertyEntry {
            index: property.index,
            name: property.name.clone(),
            verdict: answer.word.into(),
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
            trace: answer.trace.filter(|_| with_trace).map(TraceEntry::of),
        }
    }
}

impl VerdictWord {
    /// As it is printed.
    pub fn as_str(self) -> &'static str {
        match self {
            VerdictWord::Proved => "proved",
            VerdictWord::False => "false",
            VerdictWord::Open => "open",
            VerdictWord::Unknown => "unknown",
            VerdictWord::Rejected => "rejected",
        }
    }
}

impl From<Word> for VerdictWord {
    fn from(word: Word) -> VerdictWord {
        match word {
            Word::Proved => VerdictWord::Proved,
            Word::False => VerdictWord::False,
            Word::Open => VerdictWord::Open,
            Word::Unknown => VerdictWord::Unknown,
            Word::Rejected => VerdictWord::Rejected,
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

impl ErrorEntry {
    /// An error without a place.
    pub fn plain(message: impl AsRef<str>) -> ErrorEntry {
        ErrorEntry { message: message.as_ref().to_owned(), ..ErrorEntry::default() }
    }

    /// The entry of an error in a script.
    pub fn in_script(error: &smtlib::Error) -> ErrorEntry {
        ErrorEntry {
            code: None,
            message: error.message.clone(),
            line: Some(error.place.line),
            column: Some(error.place.column),
            offset: Some(error.offset),
            expected: error.expected.clone(),
            help: error.hint.clone(),
        }
    }

    /// The entry of a message about a program.
    pub fn in_program(text: &str, diagnostic: &buttress_pi::Diagnostic) -> ErrorEntry {
        let (line, column) = diagnostic.span.place(text);
        ErrorEntry {
            code: Some(diagnostic.code),
            message: diagnostic.message.clone(),
            line: Some(line),
            column: Some(column),
            offset: Some(diagnostic.span.start as usize),
            expected: diagnostic.label.clone(),
            help: diagnostic.help.clone(),
        }
    }

    /// The entry of a diagnostic.
    pub fn of(diagnostic: &Diagnostic) -> ErrorEntry {
        ErrorEntry {
            code: Some(diagnostic.code.as_str()),
            message: diagnostic.message.clone(),
            line: diagnostic.place.map(|place| place.line),
            column: diagnostic.place.map(|place| place.column),
            offset: Some(diagnostic.offset),
            expected: diagnostic.expected.clone(),
            help: diagnostic.hint.clone(),
        }
    }
}
