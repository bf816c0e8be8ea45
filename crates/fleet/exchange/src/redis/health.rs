//! Is a server fit for work, and does it keep what it is told?

use std::collections::BTreeMap;

use super::server::Server;
use crate::error::{ExchangeError, Result};

/// The oldest version that has the commands we use (`XAUTOCLAIM`, ranges that leave out an end).
const OLDEST: (u32, u32) = (6, 2);

/// What the server says of itself (`INFO`), in words for people; a refusal if it is not fit.
pub(super) fn describe(server: &Server, info: &str) -> Result<String> {
    let pairs = info.lines().filter_map(|line| line.trim_end().split_once(':'));
    let facts: BTreeMap<&str, &str> = pairs.collect();
    let fact = |name: &str| facts.get(name).copied().unwrap_or("");
    let refused = |why: String| Err(ExchangeError::Refused(format!("{server}: {why}")));
    let version = fact("redis_version");
    let mut numbers = version.split('.').map(|part| part.parse().unwrap_or(0));
    let number = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if number < OLDEST {
        let (major, minor) = OLDEST;
        let why = format!("its version is \"{version}\"; {major}.{minor} or later is needed");
        return refused(why);
    }
    if fact("cluster_enabled") == "1" {
        return refused("clusters are not supported; use a single server".to_owned());
    }
    if fact("role") == "slave" {
        return refused("it is a read-only replica; use the primary's address".to_owned());
    }
    let mut words = format!("Redis {version} at {server}");
    let mut warn = |warning: &str| {
        words.push_str("; warning: ");
        words.push_str(warning);
    };
    if fact("aof_enabled") != "1" {
        warn(
            "it does not keep what it is told: append-only is off, and jobs and results are lost when it restarts (set appendonly yes)",
        );
    }
    let evicts = !matches!(fact("maxmemory_policy"), "noeviction" | "");
    if evicts && fact("maxmemory") != "0" {
        warn("it forgets keys when its memory is full (set maxmemory-policy noeviction)");
    }
    if server.is_exposed() {
        warn("what is sent can be read on the way (use rediss:// or a tunnel)");
    }
    if fact("aof_enabled") == "1" {
        words.push_str("; it keeps what it is told (append-only file)");
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(info: &str) -> String {
        let server = Server {
            host: "broker".to_owned(),
            port: 6379,
            database: 0,
            user: None,
            password: None,
            is_encrypted: true,
        };
        describe(&server, info).unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn what_a_server_says_of_itself() {
        let good = "redis_version:7.0.15\r\naof_enabled:1\r\nmaxmemory:0\r\nmaxmemory_policy:noeviction\r\nrole:master\r\n";
        assert_eq!(
            described(good),
            "Redis 7.0.15 at rediss://broker:6379; it keeps what it is told (append-only file)"
        );
        assert!(described(&good.replace("7.0.15", "6.0.9")).contains("6.2 or later is needed"));
        assert!(described(&good.replace("master", "slave")).contains("replica"));
        assert!(
            described(&good.replace("aof_enabled:1", "aof_enabled:0"))
                .contains("warning: it does not keep")
        );
        let evicting =
            good.replace("noeviction", "allkeys-lru").replace("maxmemory:0", "maxmemory:9");
        assert!(described(&evicting).contains("warning: it forgets"));
        assert!(described("nonsense").contains("6.2 or later"));
    }
}
