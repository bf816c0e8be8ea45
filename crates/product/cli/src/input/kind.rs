//! What a reader takes a file for.

/// What a reader takes a file for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// AIGER.
    Circuit,
    /// SMT-LIB; systems over numbers are scripts, too.
    Script,
    /// A program in pi.
    Program,
}
