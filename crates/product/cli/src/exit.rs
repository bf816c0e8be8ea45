//! Exit codes, and which of several counts (`buttress --help` lists them).

/// Something is false, or evidence was not accepted.
pub const FALSE: u8 = 1;
/// Bad usage, or bad input.
pub const USAGE: u8 = 2;
/// Something is unknown.
pub const UNKNOWN: u8 = 3;
/// A fault of ours.
pub const FAULT: u8 = 4;
/// The user has interrupted the run.
pub const INTERRUPTED: u8 = 130;

/// The worst of several exit codes: 4 before 2 before 1 before 3 before 0.
pub fn worst(codes: &[u8]) -> u8 {
    [FAULT, USAGE, FALSE, UNKNOWN].into_iter().find(|code| codes.contains(code)).unwrap_or(0)
}

/// The exit code of a file some of whose evidence could not be written.
pub fn with_failures(code: u8, has_failures: bool) -> u8 {
    match code {
        FAULT => FAULT,
        _ if has_failures => USAGE,
        code => code,
    }
}

/// The exit code of a run: with `exit_zero`, verdicts do not count.
pub fn of_run(code: u8, exit_zero: bool) -> u8 {
    if exit_zero && matches!(code, FALSE | UNKNOWN) { 0 } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_go_before_errors_before_verdicts() {
        assert_eq!(worst(&[0, 3, 1, 2, 4]), 4);
        assert_eq!(worst(&[0, 3, 1, 2]), 2);
        assert_eq!(worst(&[3, 1, 0]), 1);
        assert_eq!(worst(&[3, 0]), 3);
        assert_eq!(worst(&[]), 0);
    }
}
