//! What `buttress cache` prints as JSON.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::folder::{entries, total};
use crate::limits::CACHE_BYTES;

/// The cache as it is now.
#[derive(Serialize, JsonSchema)]
pub struct CacheDocument {
    /// Its folder; null if the system does not say where this user has one.
    pub folder: Option<String>,
    /// How many entries it has.
    pub entries: usize,
    /// The bytes that they take on a disk, about.
    pub bytes: u64,
    /// It holds no more bytes after a program was proved.
    pub bound: u64,
    /// Of `clean`: how many entries are gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<usize>,
    /// The exit code.
    pub exit_code: u8,
}

impl CacheDocument {
    /// What lies in this folder.
    pub fn of(folder: Option<&Path>) -> CacheDocument {
        let found = folder.map(entries).unwrap_or_default();
        CacheDocument {
            folder: folder.map(|folder| folder.display().to_string()),
            entries: found.len(),
            bytes: total(&found),
            bound: CACHE_BYTES,
            removed: None,
            exit_code: 0,
        }
    }
}
