//! The homes of exchanges, for tests: each can be opened many times, as many workers do.

use std::sync::Arc;

use buttress_exchange::{Exchange, Folder, Memory};
use buttress_testkit::RedisServer;

use crate::broker::{open, redis_server};
use crate::temp_folder::TempFolder;

/// A home that goes away with the test.
pub enum Home {
    /// In this process: all workers have the same.
    Memory(Arc<Memory>),
    /// A folder.
    Folder(TempFolder),
    /// A server.
    Redis(RedisServer),
}

impl Home {
    /// A memory.
    pub fn memory() -> Option<Home> {
        Some(Home::Memory(Arc::new(Memory::new())))
    }

    /// A folder.
    pub fn folder() -> Option<Home> {
        Some(Home::Folder(TempFolder::new()))
    }

    /// A server, if the program is installed.
    pub fn redis() -> Option<Home> {
        redis_server(&[]).map(Home::Redis)
    }

    /// Another worker's view of the home.
    pub fn open(&self) -> Arc<dyn Exchange> {
        match self {
            Home::Memory(memory) => memory.clone(),
            Home::Folder(folder) => Arc::new(Folder::open(&folder.path).unwrap()),
            Home::Redis(server) => open(&server.address()),
        }
    }
}
