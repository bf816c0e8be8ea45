//! A page in a file of its own, and whatever opens pages here.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Writes a page to a new file among the temporary ones, for the user alone. The error is one line for the user.
pub fn temporary(page: &str) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir();
    for number in 0..1_000 {
        let path = folder.join(format!("buttress-{}-{number}.html", std::process::id()));
        let mut options = OpenOptions::new();
        // New: whatever is there already is somebody else's.
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        let written = options.open(&path).and_then(|mut file| file.write_all(page.as_bytes()));
        match written {
            Ok(()) => return Ok(fs::canonicalize(&path).unwrap_or(path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(format!("{} cannot be written: {error}", path.display())),
        }
    }
    Err(format!("no page can be written in {}", folder.display()))
}

/// Opens a page; false if there is nobody to open it for.
pub fn open(path: &Path) -> bool {
    let has_display = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut command = match () {
        () if cfg!(target_os = "macos") => Command::new("open"),
        () if cfg!(windows) => {
            let mut command = Command::new("cmd");
            command.args(["/C", "start", ""]);
            command
        }
        () if has_display("DISPLAY") || has_display("WAYLAND_DISPLAY") => Command::new("xdg-open"),
        () => return false,
    };
    command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
