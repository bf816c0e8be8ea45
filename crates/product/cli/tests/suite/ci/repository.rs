//! A git repository in a folder of its own, for one test.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A repository; it goes away with the value.
pub struct Repository(PathBuf);

impl Repository {
    /// An empty repository.
    pub fn new() -> Repository {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("buttress-ci-{}-{number}", std::process::id());
        let repository = Repository(std::env::temp_dir().join(name));
        std::fs::create_dir_all(repository.folder()).unwrap();
        repository.git(&["init", "--quiet"]);
        repository
    }

    /// Its folder.
    pub fn folder(&self) -> PathBuf {
        self.0.join("repository")
    }

    /// A folder beside it, for what a pipeline keeps elsewhere.
    pub fn beside(&self) -> &Path {
        &self.0
    }

    /// A path in it.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder().join(path)
    }

    /// Writes a file, and the folders that it needs.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Reads a file.
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Commits everything; the commit's name.
    pub fn commit(&self) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "a change"]);
        self.git(&["rev-parse", "HEAD"]).trim().to_owned()
    }

    fn git(&self, words: &[&str]) -> String {
        let identity = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"];
        let output = Command::new("git")
            .args(identity)
            .args(words)
            .current_dir(self.folder())
            // Not the settings of whoever runs the tests.
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .expect("git is there");
        assert!(output.status.success(), "git {words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
