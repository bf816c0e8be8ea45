//! One run from file to checked verdicts: load, choose engines, run, certify, check, report.
//!
//! Plain functions without printing or arguments; `cli` and other front ends dress the results.
//! No verdict leaves this crate as proved or false unless `checker` has accepted its evidence.

mod engine;
mod evidence;
mod explain;
mod info;
mod numbers;
mod observer;
mod portfolio;
mod programs;
mod prove;
mod report;
mod settings;
mod solve;
mod store;
mod whole;

pub use explain::{
    CheckExplanation, Explanation, IndexClass, IndexRow, Instances, Outside, QuantifierExplanation,
    QuantifierKind, SortSize, StepShown, Steps, explain,
};
pub use info::{Info, PropertyInfo, info};
pub use numbers::{
    Border, CheckFigures, Circle, ClauseShown, Curve, Definition, Evident, FunctionsShown,
    InvariantLine, InvariantsReport, NumbersContents, NumbersEngine, NumbersError, NumbersEvent,
    NumbersExplanation, NumbersFigures, NumbersFormat, NumbersObserver, NumbersProperty,
    NumbersReport, NumbersSettings, NumbersSilent, NumbersStatus, Plot, PlotChoice, Point,
    RankingShown, Sign, Tale, TaleState, TaleStep, TemplateChoice, TerminationProof,
    TerminationReport, TerminationStatus, discover_invariants, explain_numbers, is_numbers,
    numbers_info, prove_numbers, svg, terminates,
};
pub use observer::{Event, Observer, Silent};
pub use programs::{
    Cause, Comparison, ConditionReport, ConditionVerdict, ConditionWord, CoreShown, DroppedShown,
    Ending, EndlessRun, FactShown, FailingRun, Failure, FunctionPaths, FunctionReport, Inference,
    PathConditions, PathReport, PathStep, ProgramEvidence, ProgramsEvent, ProgramsObserver,
    ProgramsReport, ProgramsSettings, ProgramsSilent, Termination, UnknownShown, explain_programs,
    program_text, prove_programs,
};
pub use prove::prove;
pub use report::{Fault, Figures, Proof, PropertyReport, Report, Status};
pub use settings::{EngineKind, Settings};
pub use solve::{
    Audience, CheckReport, CheckStatus, Column, Dialogue, KeyedTable, ModelShown, Picture,
    ProofShown, Rest, ScriptInfo, SolveFigures, SolveSettings, Strip, Unknown, script_info,
    stretch,
};
pub use whole::{PartFile, write_whole};
