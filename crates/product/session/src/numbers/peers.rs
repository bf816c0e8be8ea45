//! Others who work on the same system elsewhere. They tell each other what they have shown to be inductive; nothing that is heard is believed.

/// Others who work on the same system.
pub trait Peers: Send + Sync {
    /// Tells what was shown to be inductive here for the property at this position: a `define-fun` for each predicate of the system that
    /// engines see. Does not wait.
    fn export(&self, property: usize, definitions: String);

    /// What others have told about the property since the last call. Does not wait.
    fn import(&self, property: usize) -> Vec<String>;
}
