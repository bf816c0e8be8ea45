//! Running the program, a few times at once.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

/// A question to the program and, once it has ended, the answer.
#[derive(Default)]
pub struct Run {
    /// What was typed.
    pub arguments: Vec<String>,
    /// What was given to standard input.
    pub stdin: Vec<u8>,
    /// The columns of the terminal, if not as ever.
    pub columns: Option<usize>,
    /// What was printed.
    pub stdout: String,
    /// What was noted.
    pub stderr: String,
    /// The exit code.
    pub code: i32,
}

/// The root of the project, in which all runs take place.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A run that is still to come; blanks part the arguments.
pub fn runs(arguments: &str) -> Run {
    let arguments = arguments.split_whitespace().map(str::to_owned).collect();
    Run { arguments, ..Run::default() }
}

/// Runs everything, as many at once as there are cores.
pub fn all(questions: Vec<Run>) -> Vec<Run> {
    let count = thread::available_parallelism().map_or(2, |cores| cores.get());
    let (pending, ended) = (Mutex::new(questions), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(|| {
                while let Some(run) = { pending.lock().unwrap().pop() } {
                    let run = run.ended();
                    ended.lock().unwrap().push(run);
                }
            });
        }
    });
    ended.into_inner().unwrap()
}

impl Run {
    /// With these bytes on standard input.
    pub fn hearing(self, stdin: &[u8]) -> Run {
        Run { stdin: stdin.to_vec(), ..self }
    }

    /// With these arguments, too.
    pub fn and(mut self, arguments: &[&str]) -> Run {
        self.arguments.extend(arguments.iter().map(|&argument| argument.to_owned()));
        self
    }

    /// In a terminal of so many columns.
    pub fn narrowed(self, columns: usize) -> Run {
        Run { columns: Some(columns), ..self }
    }

    /// The run, ended.
    pub fn ended(self) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_buttress"))
            // No folder can be made below a file: the cache of whoever runs the tests is left alone.
            .env("XDG_CACHE_HOME", env!("CARGO_BIN_EXE_buttress"))
            .args(&self.arguments)
            .current_dir(root())
            .env("NO_COLOR", "1")
            .envs(self.columns.map(|columns| ("COLUMNS", columns.to_string())))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Whoever does not want it closes it.
        let _ = child.stdin.take().unwrap().write_all(&self.stdin);
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        Run { stdout, stderr, code: output.status.code().unwrap_or(-1), ..self }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { arguments, code, stdout, stderr, .. } = self;
        write!(f, "buttress {}\nexit {code}\n{stderr}\n{stdout}", arguments.join(" "))
    }
}
