//! Our own faults: a short report file, one line for the user, exit code 4.

use std::backtrace::Backtrace;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::panic::PanicHookInfo;

use crate::{diagnostics, exit};

/// From now on, a panic in any thread writes a report and ends the program.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        let message = described(panic);
        let trace = Backtrace::force_capture();
        let place = report(&format!("{message}\n\n{trace}\n"));
        let _ = writeln!(io::stderr(), "\nerror: buttress itself failed: {message}\n{place}");
        std::process::exit(i32::from(exit::FAULT));
    }));
}

/// From now on, a panic in any thread writes a report, and whoever started the thread goes on.
pub fn install_lasting() {
    std::panic::set_hook(Box::new(|panic| {
        let message = described(panic);
        let trace = Backtrace::force_capture();
        let place = report(&format!("{message}\n\n{trace}\n"));
        let _ = writeln!(io::stderr(), "error: buttress itself failed: {message}\n{place}");
    }));
}

/// Writes a report about a fault of ours, and says in a line where it is.
pub fn report(fault: &str) -> String {
    if cfg!(target_family = "wasm") {
        // There is no folder for it.
        return "note: please report this with the input".to_owned();
    }
    let path = std::env::temp_dir().join(format!("buttress-report-{}.txt", std::process::id()));
    let arguments: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let text = format!(
        "buttress {}\n{} {}\ncommand: {}\n\n{fault}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        arguments.join(" "),
    );
    // Nothing that lies there already is overwritten or followed.
    let file = OpenOptions::new().write(true).create_new(true).open(&path);
    match file.and_then(|mut file| file.write_all(text.as_bytes())) {
        Ok(()) => format!("note: a report is in {}; please send it with the input", path.display()),
        Err(_) => "note: please report this with the command and the input".to_owned(),
    }
}

/// The report on a fault of ours, and a line for the user.
pub fn rejected(file: &str, property: &str, reason: &str) -> String {
    let place = report(&format!("{file}, {property}: {reason}"));
    let message = format!("the evidence for {property} does not stand: this is our fault");
    format!("{}\n{place}", diagnostics::plain(&message))
}

fn described(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or(payload.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("a panic without words");
    match panic.location() {
        Some(location) => format!("{text} ({}:{})", location.file(), location.line()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_written_once_and_never_over_another() {
        let line = report("the roof leaks");
        let path = line.strip_prefix("note: a report is in ").and_then(|rest| rest.split_once(';'));
        let path = path.map(|(path, _)| path.to_owned()).expect(&line);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("buttress ") && text.ends_with("the roof leaks\n"), "{text}");
        assert_eq!(report("again"), "note: please report this with the command and the input");
        std::fs::remove_file(path).unwrap();
    }
}
