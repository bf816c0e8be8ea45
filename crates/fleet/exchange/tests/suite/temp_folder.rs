//! Folders that go away with a test.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder for one test.
pub struct TempFolder {
    /// Where it is.
    pub path: PathBuf,
}

impl TempFolder {
    /// An empty folder.
    pub fn new() -> TempFolder {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("buttress-exchange-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        TempFolder { path }
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
