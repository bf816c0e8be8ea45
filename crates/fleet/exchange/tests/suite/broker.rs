//! Exchanges in servers of a test's own.

use std::io::Write;
use std::sync::Arc;

use buttress_exchange::{Address, Exchange};
use buttress_testkit::RedisServer;

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
