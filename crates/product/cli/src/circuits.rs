//! Circuits: proved by the session, reported in every form.

mod answer;
mod certificate;
mod chosen;
mod document;
#[cfg(feature = "cli")]
mod evidence;
#[cfg(feature = "cli")]
mod human;
mod invariant;
#[cfg(feature = "cli")]
mod observer;
#[cfg(feature = "cli")]
mod prove;
#[cfg(feature = "cli")]
mod report;
mod stream;
mod turns;
#[cfg(feature = "cli")]
mod waveform;
mod waves;

pub use self::answer::{CircuitAnswer, obligations};
pub use self::certificate::certificate;
pub use self::chosen::chosen;
pub use self::document::{Contents, PropertyEntry};
#[cfg(feature = "cli")]
pub use self::evidence::{stimulus, witness_circuit};
pub use self::invariant::literals;
#[cfg(feature = "cli")]
pub use self::observer::CircuitsProgress;
#[cfg(feature = "cli")]
pub use self::prove::prove;
#[cfg(feature = "cli")]
pub use self::report::report;
pub use self::stream::CircuitsStream;
pub use self::turns::{TurnEntry, TurnRecorder};
