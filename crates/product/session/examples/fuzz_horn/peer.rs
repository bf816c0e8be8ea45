//! Another solver, started anew for each script: a time limit that it cannot miss.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use buttress_testkit::harness::located;
use buttress_testkit::horn::HornOracleVerdict;

/// z3, whose engine for Horn clauses is Spacer.
pub struct Peer {
    program: PathBuf,
    seconds: u64,
}

impl Peer {
    /// The program, if it can be run; each script has so many seconds.
    pub fn new(program: &str, seconds: u64) -> io::Result<Peer> {
        let peer = Peer { program: located(program), seconds };
        Command::new(&peer.program).arg("--version").stdout(Stdio::null()).status()?;
        Ok(peer)
    }

    /// What it says of a script: `sat` means that the predicates can be interpreted, so it is safe.
    pub fn answer(&self, script: &str) -> io::Result<HornOracleVerdict> {
        let mut child = Command::new(&self.program)
            .args(["-in", &format!("-T:{}", self.seconds)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(script.as_bytes())?;
        }
        let output = child.wait_with_output()?;
        Ok(match String::from_utf8_lossy(&output.stdout).lines().next() {
            Some("sat") => HornOracleVerdict::Safe,
            Some("unsat") => HornOracleVerdict::Unsafe,
            _ => HornOracleVerdict::Open,
        })
    }
}
