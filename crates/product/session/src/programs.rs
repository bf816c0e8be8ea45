//! One program from its text to verdicts about each of its conditions.
//!
//! What follows from the annotations as they are written is decided first; facts about loops are inferred for the rest.
//! They count like the user's own annotations: a fact whose conditions are not all proved is dropped, and what leaned on it is
//! decided anew. Conditions are decided in parallel, each from a
//! copy of the same terms, so that no answer depends on another or on the number of threads. What fails is examined: a
//! small state is looked for, and a run that comes to it.

mod annotation_change;
mod array_diagram;
mod cache;
mod certify;
mod conditions;
mod contract_uses;
mod contracts;
mod core;
mod countermodel;
mod decided;
mod endless;
mod endless_message;
mod entries;
mod entry_writer;
mod examine;
mod facts;
mod failure_message;
mod finding;
mod function_report;
mod incomplete_message;
mod inference;
mod known;
mod message;
mod messages;
mod observer;
mod parallel;
mod pointers;
mod proof;
mod prove;
mod replay;
mod report;
mod run;
mod run_recorder;
mod settings;
mod stages;
mod state_drawing;
mod termination;
mod trail;
mod unranked_message;
mod unreturning;

pub use buttress_present::programs::{
    Cause, Comparison, FunctionPaths, LIMIT_CODE, PathConditions, PathStep, UnknownShown, explain,
    program_text,
};

pub use self::annotation_change::{
    Change, changed, fact_changes, with_conjunct, with_facts, without_conjunct,
};
pub use self::endless_message::{ENDLESS_CODE, endless_title};
pub use self::entries::{
    ConditionEntry, CoreEntry, EndlessEntry, FactEntry, FunctionEntry, PathEntry, PlaceEntry,
    PointersEntry, RankingEntry, RunEntry, StepEntry, ValueEntry,
};
pub use self::failure_message::NOTE_MARGIN;
pub use self::finding::{Finding, findings};
pub use self::incomplete_message::incomplete_title;
pub use self::message::{Message, Subject};
pub use self::messages::messages;
pub use self::observer::{Event, Observer, Silent};
pub use self::pointers::pointer_names;
pub use self::prove::prove;
pub use self::report::{
    ConditionReport, ConditionVerdict, ConditionWord, CoreShown, DroppedShown, EndlessRun,
    EvidenceStatus, FactShown, FailingRun, Failure, FunctionReport, PathReport, Report,
    TerminationVerdict,
};
pub use self::run_recorder::{RecordedStep, RunRecorder};
pub use self::settings::{Inference, Settings, Termination};
pub use self::trail::{ArrayEntry, PointerEntry, TrailEntry, TrailRecorder, TrailStepEntry};
pub use self::unranked_message::{UNRANKED_CODE, unranked_title};
