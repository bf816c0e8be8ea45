//! What all comparisons have in common: some options, runs on several threads, and what is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Options that every comparison knows.
#[derive(Debug)]
pub struct Common {
    /// Files named one by one.
    pub files: Vec<String>,
    /// A file of names.
    pub list: Option<PathBuf>,
    /// CPU seconds per run.
    pub timeout: u64,
    /// Files at the same time.
    pub jobs: usize,
    /// Address space per run, in megabytes.
    pub memory: u64,
    /// The folder to write to.
    pub out: Option<PathBuf>,
    /// The name of what is written.
    pub name: String,
    /// The program to measure.
    pub program: Option<PathBuf>,
}

impl Common {
    /// The defaults of a comparison.
    pub fn new(name: &str, timeout: u64) -> Common {
        Common {
            files: Vec::new(),
            list: None,
            timeout,
            jobs: 1,
            memory: 4096,
            out: None,
            name: name.to_owned(),
            program: None,
        }
    }

    /// Sets an option; false if it is not one of these.
    pub fn set(&mut self, word: &str, value: &str) -> Result<bool, String> {
        match word {
            "--list" => self.list = Some(PathBuf::from(value)),
            "--timeout" => self.timeout = number(word, value)?,
            "--jobs" => self.jobs = number(word, value)? as usize,
            "--memory" => self.memory = number(word, value)?,
            "--out" => self.out = Some(PathBuf::from(value)),
            "--name" => self.name = value.to_owned(),
            "--program" => self.program = Some(PathBuf::from(value)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The names of the files, if files or a list of them were named.
    pub fn named(&self) -> Result<Option<Vec<String>>, String> {
        match &self.list {
            Some(list) => {
                let text = fs::read_to_string(list)
                    .map_err(|error| format!("cannot read {}: {error}", list.display()))?;
                Ok(Some(text.split_whitespace().map(str::to_owned).collect()))
            }
            None if !self.files.is_empty() => Ok(Some(self.files.clone())),
            None => Ok(None),
        }
    }

    /// One row for each file, in the order in which they are ready, each told as soon as it is.
    pub fn rows<F: Sync, R: Send>(
        &self,
        files: &[F],
        row: impl Fn(&F) -> R + Sync,
        line: impl Fn(&R) -> String + Sync,
    ) -> Vec<R> {
        let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let row = row(file);
                        let mut rows =
                            rows.lock().expect("no thread panics while it holds the rows");
                        println!("[{}/{}] {}", rows.len() + 1, files.len(), line(&row));
                        rows.push(row);
                    }
                });
            }
        });
        rows.into_inner().expect("no thread panics while it holds the rows")
    }

    /// Writes what a run found, as CSV, Markdown and SVG.
    pub fn write(&self, root: &Path, [csv, md, svg]: [String; 3]) -> Result<(), String> {
        self.write_texts(root, &[("csv", csv), ("md", md), ("svg", svg)])
    }

    /// Writes texts, each with its suffix.
    pub fn write_texts(&self, root: &Path, texts: &[(&str, String)]) -> Result<(), String> {
        let folder = self.out.clone().unwrap_or_else(|| root.join("bench/results"));
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        for (suffix, text) in texts {
            let path = folder.join(format!("{}.{suffix}", self.name));
            fs::write(&path, text)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        let suffixes: Vec<&str> = texts.iter().map(|(suffix, _)| *suffix).collect();
        println!("written: {}/{}.{{{}}}", folder.display(), self.name, suffixes.join(","));
        Ok(())
    }
}

/// A whole number above 0.
pub fn number(option: &str, value: &str) -> Result<u64, String> {
    match value.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{option} wants a whole number above 0, found `{value}`")),
    }
}
