//! The server as a client sees it: over its streams of bytes, and message by message.

mod cancel;
mod client;
mod edits;
mod nonsense;
mod programs;
mod scripts;
