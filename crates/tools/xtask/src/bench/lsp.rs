//! `cargo xtask bench lsp`: how long an editor waits, on a program of 1,000 lines and 50 functions.
//!
//! The program is made here, so that everybody measures the same. Each edit changes one function; two waits are measured: until
//! the first diagnostics of the new text, and until the verdict on that function. The second is set beside the time
//! that `buttress prove --function` takes for the same text.

mod editor;
mod example;
mod report;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use self::editor::Editor;
use self::example::Example;
use self::report::{Report, Sample};
use super::common::Common;

const USAGE: &str = "\
usage: cargo xtask bench lsp [OPTIONS]

Opens a program of 1,000 lines and 50 functions in `buttress lsp`, edits function after function, and measures how
long an editor waits; writes Markdown.

  --edits N         edits to measure (default 25)
  --threads N       threads of the server (default 1)
  --out DIR         where to write (default bench/results)
  --name NAME       the written file's name (default lsp)
  --program PATH    the buttress to measure (default: a fresh build, profile dist)

Exit: 0 all well; 1 a verdict is missing or differs from the command line's; 2 usage.
";

/// How often a long proof is interrupted.
const INTERRUPTS: u64 = 10;

/// Measures; true when every verdict is right.
pub fn run(root: &Path, words: &[&str]) -> Result<bool, String> {
    if words.contains(&"--help") {
        print!("{USAGE}");
        return Ok(true);
    }
    let (common, edits, threads) = options(words)?;
    let program = super::program::program(root, common.program.as_deref())?;
    let folder = std::env::temp_dir().join(format!("buttress-bench-lsp-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let measured = measure(&program, &folder, edits, threads);
    // What is left there is small, and named after this process.
    let _ = fs::remove_dir_all(&folder);
    let mut report = measured?;
    report.is_fresh = common.program.is_none();
    println!("\n{}", report.summary());
    common.write_texts(root, &[("md", report.markdown())])?;
    Ok(report.is_right())
}

fn options(words: &[&str]) -> Result<(Common, usize, usize), String> {
    let mut common = Common::new("lsp", 0);
    let (mut edits, mut threads) = (25, 1);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let value = *words.next().ok_or_else(|| format!("{word} wants a value"))?;
        let number = || super::common::number(word, value).map(|number| number as usize);
        match word {
            "--edits" => edits = number()?,
            "--threads" => threads = number()?,
            "--out" | "--name" | "--program" => {
                common.set(word, value)?;
            }
            _ => return Err(format!("no such option: {word}\n\n{USAGE}")),
        }
    }
    Ok((common, edits, threads))
}

fn measure(program: &Path, folder: &Path, edits: usize, threads: usize) -> Result<Report, String> {
    let mut example = Example::new();
    let file = folder.join("example.pi");
    let mut editor = Editor::start(program, folder, threads)?;
    let opened = Instant::now();
    editor.open(&file, &example.text())?;
    let first = editor.diagnosed(1)? - opened;
    let all = editor.settled(1)? - opened;
    let mut samples = Vec::new();
    for number in 0..edits {
        let version = number as i64 + 2;
        let edit = example.edit(number);
        let sent = Instant::now();
        editor.change(version, &edit)?;
        let diagnostic = editor.diagnosed(version)? - sent;
        let (at, status) = editor.verdict(version, &edit.function)?;
        let verdict = at - sent;
        fs::write(&file, example.text()).map_err(|error| error.to_string())?;
        let (own, expected) = alone(program, &file, &edit.function, threads)?;
        let function = edit.function.clone();
        let kind = edit.kind;
        let is_right = status == expected;
        let sample = Sample { function, kind, diagnostic, verdict, own, status, is_right };
        println!("[{}/{edits}] {}", number + 1, sample.line());
        samples.push(sample);
        editor.settled(version)?;
    }
    let lines = example.text().lines().count();
    editor.close_text()?;
    let mut interrupted = Vec::new();
    for number in 0..INTERRUPTS {
        editor.open(&folder.join("pigeons.pi"), &example::pigeons(12))?;
        editor.running("Pigeons")?;
        // At another moment each time.
        std::thread::sleep(Duration::from_millis(20 + 331 * number));
        let closed = Instant::now();
        editor.close_text()?;
        interrupted.extend(editor.quiet().map(|quiet| quiet - closed));
    }
    editor.close()?;
    Ok(Report {
        is_fresh: true,
        interrupted,
        lines,
        functions: example.functions(),
        first,
        all,
        samples,
        threads,
    })
}

/// How long the command line takes for one function, reading included, and what it says.
fn alone(
    program: &Path,
    file: &Path,
    function: &str,
    threads: usize,
) -> Result<(f64, String), String> {
    let output = Command::new(program)
        .args(["prove", "--json", "--threads", &threads.to_string(), "--function", function])
        .arg(file)
        .output()
        .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    let document: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("no JSON from buttress prove: {error}"))?;
    let entry = &document["files"][0];
    let seconds = entry["seconds"].as_f64().unwrap_or(0.0);
    let verdict = entry["functions"][0]["verdict"].as_str().unwrap_or("none");
    Ok((seconds, verdict.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let (common, edits, threads) = options(&["--edits", "3", "--name", "x"]).unwrap();
        assert_eq!((common.name.as_str(), edits, threads), ("x", 3, 1));
        assert!(options(&["--edits"]).unwrap_err().contains("wants a value"));
        assert!(options(&["--colour", "x"]).unwrap_err().contains("no such option"));
    }
}
