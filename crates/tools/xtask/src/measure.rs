//! One run of a program under limits, with the CPU seconds the kernel counted for it.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a run may use.
#[derive(Clone, Copy)]
pub struct Allowance {
    /// CPU seconds; the kernel ends the run after them.
    pub cpu: u64,
    /// Seconds by the clock, for a run that waits for something.
    pub wall: u64,
    /// Address space in megabytes.
    pub memory: u64,
}

/// How a run went.
pub struct Measured {
    /// The exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// What it printed, on standard output and then on standard error.
    pub text: String,
    /// The part of it on standard output.
    pub output: String,
    /// CPU seconds, user and system.
    pub cpu: f64,
    /// The most memory it held, in megabytes.
    pub memory: u64,
}

/// Runs a program and waits for its end.
pub fn measure(program: &str, arguments: &[String], allowance: Allowance) -> io::Result<Measured> {
    // The shell sets the limits and then becomes the program, so that the limits and the
    // CPU seconds are those of one process.
    let script = "ulimit -v \"$1\"; ulimit -t \"$2\"; shift 2; exec \"$@\"";
    let mut child = Command::new("sh")
        .args(["-c", script, "sh"])
        .arg((allowance.memory * 1024).to_string())
        .arg(allowance.cpu.to_string())
        .arg(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let output = reader(child.stdout.take());
    let errors = reader(child.stderr.take());
    end_by(&mut child, Instant::now() + Duration::from_secs(allowance.wall))?;
    let used = wait(&mut child)?;
    let output = output.join().unwrap_or_default();
    let errors = errors.join().unwrap_or_default();
    Ok(Measured { text: format!("{output}\n{errors}"), output, ..used })
}

fn reader(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What was read before an error is still worth having.
            stream.read_to_end(&mut bytes).unwrap_or_default();
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Returns when the child has ended; kills it at the deadline. It is not reaped yet.
///
/// Where the system has no `/proc`, this returns at once and the CPU limit alone holds.
fn end_by(child: &mut Child, deadline: Instant) -> io::Result<()> {
    let mut pause = Duration::from_millis(1);
    while is_running(child.id()) {
        if Instant::now() >= deadline {
            return child.kill();
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    Ok(())
}

/// Is the process there and not yet a zombie?
fn is_running(id: u32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    // The name stands in brackets and may hold anything; the state follows it.
    let state = stat.rsplit_once(')').map_or("", |(_, rest)| rest.trim_start());
    !state.starts_with('Z')
}

#[cfg(unix)]
fn wait(child: &mut Child) -> io::Result<Measured> {
    use wait4::Wait4;
    let used = child.wait4()?;
    let cpu = used.rusage.utime + used.rusage.stime;
    Ok(Measured {
        code: used.status.code(),
        text: String::new(),
        output: String::new(),
        cpu: cpu.as_secs_f64(),
        memory: used.rusage.maxrss / (1024 * 1024),
    })
}

#[cfg(not(unix))]
fn wait(_: &mut Child) -> io::Result<Measured> {
    Err(io::Error::other("CPU seconds are measured on Unix only"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, allowance: Allowance) -> Measured {
        measure("sh", &["-c".to_owned(), script.to_owned()], allowance).unwrap()
    }

    const PLENTY: Allowance = Allowance { cpu: 20, wall: 20, memory: 4096 };

    #[test]
    fn output_and_code_are_kept() {
        let run = shell("echo answer; echo note >&2; exit 20", PLENTY);
        assert_eq!((run.code, run.output.as_str()), (Some(20), "answer\n"));
        assert!(run.text.contains("note"));
        assert!(run.cpu < 1.0);
    }

    #[test]
    fn the_kernel_ends_a_run_at_its_cpu_limit() {
        let run = shell("while :; do :; done", Allowance { cpu: 1, ..PLENTY });
        assert_eq!(run.code, None);
        assert!((0.5..3.0).contains(&run.cpu), "{}", run.cpu);
    }

    #[test]
    fn a_run_that_waits_is_ended_by_the_clock() {
        let start = Instant::now();
        let run = shell("exec sleep 15", Allowance { wall: 1, ..PLENTY });
        assert!(start.elapsed() < Duration::from_secs(10));
        assert_eq!(run.code, None);
    }
}
