//! An archive (`tar.gz`) that is a function of its contents: names in order, one owner, one time.

use std::collections::BTreeMap;
use std::fmt::Write;

use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};

/// The time of every file, in seconds: some unpackers dislike zero.
const TIME: u64 = 1_000_000_000;

/// Files in a folder.
pub struct Archive {
    folder: String,
    files: BTreeMap<String, (u32, Vec<u8>)>,
}

impl Archive {
    /// An archive of one folder.
    pub fn new(folder: &str) -> Archive {
        Archive { folder: folder.to_owned(), files: BTreeMap::new() }
    }

    /// Adds a text.
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), (0o644, bytes.into()));
    }

    /// Adds something to run.
    pub fn add_program(&mut self, path: impl Into<String>, bytes: Vec<u8>) {
        self.files.insert(path.into(), (0o755, bytes));
    }

    /// The bytes of the archive.
    pub fn packed(&self) -> Result<Vec<u8>, String> {
        let cannot = |error: std::io::Error| format!("cannot pack {}: {error}", self.folder);
        let gzip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        let mut builder = Builder::new(gzip);
        for (path, (mode, bytes)) in &self.files {
            let mut header = Header::new_gnu();
            header.set_entry_type(EntryType::Regular);
            header.set_mode(*mode);
            header.set_uid(0);
            header.set_gid(0);
            header.set_mtime(TIME);
            header.set_size(bytes.len() as u64);
            let path = format!("{}/{path}", self.folder);
            builder.append_data(&mut header, path, bytes.as_slice()).map_err(cannot)?;
        }
        builder.into_inner().and_then(|gzip| gzip.finish()).map_err(cannot)
    }
}

/// SHA-256, in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn the_order_of_adding_leaves_no_trace_and_everything_is_in_it() {
        let mut one = Archive::new("a-1");
        one.add("README.md", "read");
        one.add_program("bin/a", vec![1, 2]);
        let mut other = Archive::new("a-1");
        other.add_program("bin/a", vec![1, 2]);
        other.add("README.md", "read");
        let bytes = one.packed().unwrap();
        assert_eq!(bytes, other.packed().unwrap());
        let mut archive = tar::Archive::new(GzDecoder::new(bytes.as_slice()));
        let mut seen = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut text = Vec::new();
            entry.read_to_end(&mut text).unwrap();
            let header = entry.header();
            assert_eq!((header.mtime().unwrap(), header.uid().unwrap()), (TIME, 0));
            seen.push((entry.path().unwrap().display().to_string(), header.mode().unwrap(), text));
        }
        let expected =
            [("a-1/README.md", 0o644, b"read".to_vec()), ("a-1/bin/a", 0o755, vec![1, 2])];
        assert_eq!(seen, expected.map(|(path, mode, text)| (path.to_owned(), mode, text)));
    }

    #[test]
    fn digests_are_those_of_everybody() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(digest(b""), empty);
    }
}
