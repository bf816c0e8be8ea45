//! Proofs of earlier runs, kept in a folder.
//!
//! A proof is found again by the text of its condition, taken out of its program: whatever else was edited, the
//! same condition has the same text. Nothing that is found is trusted: the checker must accept it for
//! the condition at hand, else the entry is as good as absent.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use buttress_checker::pi::check_proof;
use buttress_programs_certify::{Condition, Proof};

use crate::atomic_file::write_whole;
use crate::limits::LARGEST_KEPT;

/// A folder of proofs.
#[derive(Clone, Copy)]
pub(super) struct Cache<'a> {
    folder: &'a Path,
}

/// What the first line of an entry begins with.
const MAGIC: &str = "buttress-kept-proof 1 core";

/// The name of the file that a proof of a condition is kept in.
fn key(condition: &Condition) -> String {
    format!("{}.proof", fingerprint(condition.texts()))
}

/// A name for texts: other texts have another one.
pub(super) fn fingerprint(texts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let mut hashes = [0xcbf2_9ce4_8422_2325_u64, 0x6c62_272e_07bb_0142];
    for text in texts {
        for hash in &mut hashes {
            *hash = text.as_ref().as_bytes().iter().chain(b"\n").fold(*hash, mix);
        }
    }
    format!("{:016x}{:016x}", hashes[0], hashes[1])
}

/// Writes an entry. A folder that cannot be written to costs time and nothing else.
pub(super) fn write(folder: &Path, name: &str, text: &str) {
    // Nobody may read half an entry, and other processes write to the same folder.
    let _ =
        fs::create_dir_all(folder).and_then(|()| write_whole(&folder.join(name), text.as_bytes()));
}

/// Reads an entry, which counts as used from then on: what was not used for long goes first.
pub(super) fn read(folder: &Path, name: &str) -> Option<String> {
    let mut file = File::open(folder.join(name)).ok()?;
    let length = file.metadata().ok().filter(fs::Metadata::is_file)?.len();
    if length > LARGEST_KEPT {
        return None;
    }
    let mut text = String::new();
    file.by_ref().take(LARGEST_KEPT).read_to_string(&mut text).ok()?;
    // Where this is not allowed, an entry looks older than it is.
    let _ = file.set_modified(SystemTime::now());
    Some(text)
}

impl<'a> Cache<'a> {
    /// The proofs in a folder, which need not exist yet.
    pub(super) fn new(folder: &'a PathBuf) -> Cache<'a> {
        Cache { folder }
    }

    /// A proof of a condition that the checker accepts.
    pub(super) fn find(&self, condition: &Condition) -> Option<Proof> {
        let text = read(self.folder, &key(condition))?;
        let (first, body) = text.split_once('\n')?;
        let places = first.strip_prefix(MAGIC)?.split_whitespace();
        let core: Vec<usize> = places.map(str::parse).collect::<Result<_, _>>().ok()?;
        // A core that names too little would only make facts look unneeded, and their conditions fail later.
        if core.iter().any(|place| *place >= condition.formulas.len()) {
            return None;
        }
        check_proof(condition.terms.clone(), &condition.formulas, body.as_bytes()).ok()?;
        Some(Proof { core, body: body.to_owned() })
    }

    /// Keeps a proof.
    pub(super) fn keep(&self, condition: &Condition, proof: &Proof) {
        let core: Vec<String> = proof.core.iter().map(usize::to_string).collect();
        let text = format!("{MAGIC} {}\n{}", core.join(" "), proof.body);
        write(self.folder, &key(condition), &text);
    }
}
