//! A reader at a terminal: one shell in a folder of its own, with the examples in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Between what commands print; nothing prints it by chance.
const MARK: &str = "\u{1}ended";

/// A command that was typed, and what became of it.
pub struct Ending {
    pub printed: Vec<String>,
    pub code: i32,
}

/// A folder that a page is tried in.
pub struct Session {
    folder: PathBuf,
}

impl Session {
    /// A folder with a copy of the examples. Readers of guides stand among them: if it is `flat`, their files lie in the folder itself.
    pub fn new(name: &str, examples: &Path, is_flat: bool) -> Session {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(name);
        // What an earlier run has left is not what a reader starts with.
        let _ = fs::remove_dir_all(&folder);
        copy(examples, &folder.join("examples"));
        if is_flat {
            for kind in ["hardware", "formulas", "numbers", "programs"] {
                copy(&examples.join(kind), &folder);
            }
        }
        Session { folder }
    }

    /// Saves a file.
    pub fn save(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("the folder is above it")).expect("can be made");
        fs::write(path, text).expect("the file can be written");
    }

    /// Types commands, one after the other, in one shell, so that `$?` and variables are those that a reader has.
    pub fn typed(&self, commands: &[&str]) -> Vec<Ending> {
        let script: String = commands
            .iter()
            .map(|command| {
                format!("{command}\n_code=$?; echo; echo '{MARK}' $_code; (exit $_code)\n")
            })
            .collect();
        let program = Path::new(env!("CARGO_BIN_EXE_buttress"));
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", program.parent().expect("a folder").display());
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec 2>&1\n{script}")).current_dir(&self.folder);
        for (name, _) in std::env::vars() {
            if name.starts_with("BUTTRESS") || name.starts_with("XDG_") {
                shell.env_remove(name);
            }
        }
        // With one thread the same input gives the same run.
        shell.env("PATH", path).env("NO_COLOR", "1").env("BUTTRESS_THREADS", "1");
        shell.env("HOME", &self.folder).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        let output = shell.output().expect("there is a shell");
        let text = String::from_utf8_lossy(&output.stdout);
        let mut endings = Vec::new();
        let mut printed: Vec<String> = Vec::new();
        for line in text.lines() {
            let Some(code) = line.strip_prefix(MARK) else {
                printed.push(line.to_owned());
                continue;
            };
            // The line before the mark, and blank ones, which nobody sees.
            while printed.last().is_some_and(String::is_empty) {
                printed.pop();
            }
            let code = code.trim().parse().expect("a shell's exit code");
            endings.push(Ending { printed: std::mem::take(&mut printed), code });
        }
        endings
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(from).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        let target = to.join(path.file_name().expect("it has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("the file can be copied");
        }
    }
}
