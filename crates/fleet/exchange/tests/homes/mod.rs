//! The homes of exchanges, for tests: each can be opened many times, as many workers do.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use buttress_exchange::{Address, Exchange, Folder, Memory};
use buttress_testkit::RedisServer;

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

/// The exchange at an address.
pub fn open(address: &str) -> Arc<dyn Exchange> {
    Arc::from(Address::from_argument(address).unwrap().open(None).unwrap())
}

/// A server; a loud word, and none, if the program is not installed.
pub fn redis_server(options: &[&str]) -> Option<RedisServer> {
    let server = RedisServer::start_with(options);
    if server.is_none() {
        // Written past the test's captured output, so that it is seen.
        let words = "SKIPPED: redis-server is not installed, so the exchange in a Redis server is not tested";
        let _ = std::io::stderr().write_all(format!("{words}\n").as_bytes());
    }
    server
}

/// A folder for one test.
pub struct TempFolder {
    /// Where it is.
    pub path: PathBuf,
}

impl TempFolder {
    /// An empty folder.
    pub fn new() -> TempFolder {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("buttress-exchange-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        TempFolder { path }
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
