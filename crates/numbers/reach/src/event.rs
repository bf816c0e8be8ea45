//! What the engines tell an observer.

/// What an engine tells while it works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameEvent {
    /// No derivation of up to this height reaches `false`; so many lemmas are known.
    Level {
        /// The height.
        height: usize,
        /// The lemmas of all frames.
        lemmas: usize,
    },
}
