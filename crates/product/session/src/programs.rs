//! One program from its text to verdicts about each of its conditions.
//!
//! What follows from the annotations as they are written is decided first; facts about loops are inferred for the rest.
//! They count like the user's own annotations: a fact whose conditions are not all proved is dropped, and what leaned on it is
//! decided anew. Conditions are decided in parallel, each from a
//! copy of the same terms, so that no answer depends on another or on the number of threads. What fails is examined: a
//! small state is looked for, and a run that comes to it.

mod cache;
mod certify;
mod conditions;
mod core;
mod countermodel;
mod decided;
mod endless;
mod examine;
mod facts;
mod function_report;
mod inference;
mod known;
mod observer;
mod parallel;
mod proof;
mod prove;
mod replay;
mod report;
mod run;
mod settings;
mod stages;
mod termination;
mod unreturning;

pub use buttress_present::programs::{
    Cause, Comparison, FunctionPaths, PathConditions, PathStep, UnknownShown, explain, program_text,
};

pub use self::observer::{Event, Observer, Silent};
pub use self::prove::prove;
pub use self::report::{
    ConditionReport, ConditionVerdict, ConditionWord, CoreShown, DroppedShown, EndlessRun,
    EvidenceStatus, FactShown, FailingRun, Failure, FunctionReport, PathReport, Report,
    TerminationVerdict,
};
pub use self::settings::{Inference, Settings, Termination};
