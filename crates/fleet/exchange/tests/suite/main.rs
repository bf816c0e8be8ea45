//! The tests of this crate, as one program: where one waits for a server, the next runs.

mod broker;
mod conformance;
mod folder_faults;
mod homes;
mod proxy;
mod redis_faults;
mod temp_folder;
