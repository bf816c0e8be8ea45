//! Another solver as a process that lives as long as the contest does.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What marks the end of the answers to one script.
const END: &str = "@end-of-script";

/// z3, told to forget everything after each script.
#[derive(Debug)]
pub struct Peer {
    child: Child,
    input: ChildStdin,
    /// Its lines, read by a thread of their own so that waiting can end.
    lines: Receiver<String>,
    /// How long a line may take: the process does not keep to its own limit in every case.
    silence: Duration,
}

impl Peer {
    /// Starts it; each check of a script has so many milliseconds.
    pub fn start(program: &str, milliseconds: u64) -> io::Result<Peer> {
        let mut child = Command::new(program)
            .args(["-in", &format!("-t:{milliseconds}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let gone = || io::Error::other("the process has no pipes");
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(gone)?);
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let silence = Duration::from_secs(10) + Duration::from_millis(10 * milliseconds);
        Ok(Peer { child, input, lines, silence })
    }

    /// All that it says to a script, line by line.
    pub fn said(&mut self, script: &str) -> io::Result<Vec<String>> {
        write!(self.input, "(reset)\n{script}\n(echo \"{END}\")\n")?;
        self.input.flush()?;
        let mut said = Vec::new();
        loop {
            let Ok(line) = self.lines.recv_timeout(self.silence) else {
                return Err(io::Error::other("the process has ended, or says nothing"));
            };
            match line.trim() {
                END => return Ok(said),
                line => said.push(line.to_owned()),
            }
        }
    }

    /// Its answers to the checks of a script; an error is in the place of the answers.
    pub fn answers(&mut self, script: &str) -> io::Result<Result<Vec<String>, String>> {
        let mut said = self.said(script)?;
        if let Some(error) = said.iter().find(|line| line.starts_with("(error")) {
            return Ok(Err(error.clone()));
        }
        said.retain(|line| ["sat", "unsat", "unknown", "timeout"].contains(&line.as_str()));
        Ok(Ok(said))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It ends by itself when its input does; this only does not wait for it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where a program is. What a version manager put on the search path only points to it, slowly.
pub fn located(program: &str) -> PathBuf {
    let real = Command::new("pyenv").args(["which", program]).stderr(Stdio::null()).output().ok();
    let real = real.filter(|real| real.status.success());
    let real = real.map(|real| PathBuf::from(String::from_utf8_lossy(&real.stdout).trim()));
    real.unwrap_or_else(|| Path::new(program).to_path_buf())
}
