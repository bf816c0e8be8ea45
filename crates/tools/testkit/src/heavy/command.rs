//! A heavy input as a command with its files.

/// A command and the files that it names.
#[derive(Clone, Debug)]
pub struct Heavy {
    /// What it is made of, for tallies.
    pub kind: &'static str,
    /// The files, with their names, which have no folder.
    pub files: Vec<(String, Vec<u8>)>,
    /// The command and its options; files are named as above.
    pub arguments: Vec<String>,
}

impl Heavy {
    /// A command on one file.
    pub(super) fn on(
        kind: &'static str,
        command: &str,
        name: &str,
        text: impl Into<Vec<u8>>,
    ) -> Heavy {
        let arguments = command.split(' ').map(str::to_owned).chain([name.to_owned()]).collect();
        Heavy { kind, files: vec![(name.to_owned(), text.into())], arguments }
    }
}
