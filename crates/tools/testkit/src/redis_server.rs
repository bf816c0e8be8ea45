//! A Redis server of a test's own: on a free port of this machine, with a folder that goes with it.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take to begin or to end.
const PATIENCE: Duration = Duration::from_secs(20);

/// A Redis server with an append-only file. It ends when it is dropped.
#[derive(Debug)]
pub struct RedisServer {
    /// Where it listens, on the loopback interface only.
    pub port: u16,
    folder: PathBuf,
    options: Vec<String>,
    process: Option<Child>,
}

impl RedisServer {
    /// Starts a server; none if the program `redis-server` is not installed. A test that gets none says loudly that it was skipped.
    pub fn start() -> Option<RedisServer> {
        RedisServer::start_with(&[])
    }

    /// Starts a server with further options, as on its command line.
    pub fn start_with(options: &[&str]) -> Option<RedisServer> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let name = format!("buttress-redis-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let mut server = RedisServer { port: 0, folder, options, process: None };
        // Between the choice of a port and its use, somebody else may take it.
        for _ in 0..5 {
            server.port = free_port();
            match server.try_restart() {
                Ok(true) => return Some(server),
                Ok(false) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
                Err(error) => panic!("redis-server cannot be started: {error}"),
            }
        }
        panic!("redis-server ends as soon as it is started");
    }

    /// The address, `redis://127.0.0.1:PORT`.
    pub fn address(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Kills the server without a warning, as a crash does.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended by itself.
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Starts the server again where it was, with the data that it kept.
    pub fn restart(&mut self) {
        assert!(self.try_restart().expect("redis-server was started before"), "it ends at once");
    }

    /// Forgets all that the server kept; it must not be running.
    pub fn forget(&self) {
        let _ = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(&self.folder).expect("a folder for temporary files");
    }

    /// Starts the program and waits until it answers; false if it ends instead.
    fn try_restart(&mut self) -> io::Result<bool> {
        self.kill();
        let mut command = Command::new("redis-server");
        command.args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--save", ""]);
        command.args(["--appendonly", "yes", "--dir"]).arg(&self.folder).args(&self.options);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut process = command.spawn()?;
        let begin = Instant::now();
        while !self.answers() {
            if process.try_wait()?.is_some() || begin.elapsed() > PATIENCE {
                let _ = process.kill();
                process.wait()?;
                return Ok(false);
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.process = Some(process);
        Ok(true)
    }

    /// Does it answer, be it only that it wants a password?
    fn answers(&self) -> bool {
        let ask = || -> io::Result<bool> {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
            stream.set_read_timeout(Some(Duration::from_secs(1)))?;
            stream.write_all(b"PING\r\n")?;
            let mut answer = [0; 5];
            stream.read_exact(&mut answer)?;
            Ok(matches!(&answer, b"+PONG" | b"-NOAU"))
        };
        ask().unwrap_or(false)
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A port that nobody listens on, outside of the range that systems take for outgoing connections: of those, one could have the port of a
/// server that was killed, and keep it from coming back.
fn free_port() -> u16 {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let port = |number: u32| {
        let offset = std::process::id().wrapping_mul(331).wrapping_add(number);
        10_000 + u16::try_from(offset % 20_000).unwrap_or(0)
    };
    let mut ports = (0..1_000).map(|_| port(ASKED.fetch_add(1, Ordering::Relaxed)));
    ports.find(is_free).expect("a free port")
}
