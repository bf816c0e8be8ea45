//! What a failed operation on a file means: is the folder away, or does it refuse?

use std::io;
use std::path::Path;

use crate::error::ExchangeError;

/// What it means that an operation on this file failed.
pub(super) fn fault(path: &Path, error: &io::Error) -> ExchangeError {
    let path = path.display();
    let why = match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full; free some space",
        io::ErrorKind::QuotaExceeded => "the disk quota is used up; free some space",
        io::ErrorKind::FileTooLarge => "the file system takes no file of this size",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is mounted read-only",
        io::ErrorKind::PermissionDenied => {
            "no permission; the folder must be writable for all workers"
        }
        io::ErrorKind::NotADirectory => "there is a file where a folder should be",
        io::ErrorKind::IsADirectory => "there is a folder where a file should be",
        io::ErrorKind::InvalidFilename => "the file system does not take this name",
        io::ErrorKind::CrossesDevices
        | io::ErrorKind::Unsupported
        | io::ErrorKind::TooManyLinks => {
            "the file system has no hard links, which a shared folder needs"
        }
        io::ErrorKind::NotFound => {
            return ExchangeError::Away(format!("{path} is not there; is the share mounted?"));
        }
        io::ErrorKind::StaleNetworkFileHandle => {
            return ExchangeError::Away(format!("{path} is stale; the share was mounted anew"));
        }
        _ => return ExchangeError::Away(format!("{path}: {error}")),
    };
    ExchangeError::Refused(format!("{path}: {why} ({error})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_refuses_and_a_lost_share_is_away() {
        let of = |kind: io::ErrorKind| fault(Path::new("share"), &io::Error::from(kind));
        let refused = [
            io::ErrorKind::StorageFull,
            io::ErrorKind::QuotaExceeded,
            io::ErrorKind::ReadOnlyFilesystem,
            io::ErrorKind::PermissionDenied,
        ];
        for kind in refused {
            assert!(matches!(of(kind), ExchangeError::Refused(_)), "{kind}");
        }
        let away = [
            io::ErrorKind::NotFound,
            io::ErrorKind::StaleNetworkFileHandle,
            io::ErrorKind::TimedOut,
            io::ErrorKind::Other,
        ];
        for kind in away {
            assert!(matches!(of(kind), ExchangeError::Away(_)), "{kind}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_that_is_full() {
        use std::io::Write;
        let path = Path::new("/dev/full");
        let Ok(mut file) = std::fs::OpenOptions::new().write(true).open(path) else { return };
        let error = file.write_all(b"x").unwrap_err();
        assert!(fault(path, &error).to_string().contains("the disk is full"));
    }
}
