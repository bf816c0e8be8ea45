//! Another solver as a process that lives as long as the contest does.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// What marks the end of the answers to one script.
const END: &str = "@end-of-script";

/// z3, told to forget everything after each script.
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

    /// Its answers to the checks of a script; an error is in the place of the answers.
    pub fn answers(&mut self, script: &str) -> io::Result<Result<Vec<String>, String>> {
        write!(self.input, "(reset)\n{script}\n(echo \"{END}\")\n")?;
        self.input.flush()?;
        let mut answers = Ok(Vec::new());
        loop {
            let Ok(line) = self.lines.recv_timeout(self.silence) else {
                return Err(io::Error::other("the process has ended, or says nothing"));
            };
            let line = line.trim();
            match &mut answers {
                _ if line == END => return Ok(answers),
                Ok(list) if ["sat", "unsat", "unknown", "timeout"].contains(&line) => {
                    list.push(line.to_owned());
                }
                Ok(_) if line.starts_with("(error") => answers = Err(line.to_owned()),
                _ => {}
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It ends by itself when its input does; this only does not wait for it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
