//! Circuits: proved by the session, reported in every form.

mod answer;
mod document;
mod evidence;
mod human;
mod invariant;
mod observer;
mod prove;
mod report;
mod turns;
mod waveform;
mod waves;

pub use self::answer::{CircuitAnswer, obligations};
pub use self::document::{Contents, PropertyEntry};
pub use self::evidence::{stimulus, witness_circuit};
pub use self::observer::{CircuitsProgress, CircuitsStream};
pub use self::prove::prove;
pub use self::report::report;
pub use self::turns::{TurnEntry, TurnRecorder};
