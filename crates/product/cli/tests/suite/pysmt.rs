//! The program as pySMT drives it: pySMT is installed from the package index into a folder of this build,
//! and `drive.py` asks about pySMT's own example formulas through its generic solver interface.
//!
//! Without Python, or without the package index, the test says so and does nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The version that the dialogue was written against.
const PYSMT: &str = "pysmt==0.9.6";

/// A Python that has pySMT; the error says why there is none.
fn python() -> Result<PathBuf, String> {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pysmt");
    let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let run = |command: &mut Command| match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(error.to_string()),
    };
    if run(Command::new(&python).args(["-c", "import pysmt"])).is_ok() {
        return Ok(python);
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", PYSMT, "setuptools<81"]))?;
    Ok(python)
}

#[test]
fn pysmt_gets_right_answers_to_its_own_examples() {
    let python = match python() {
        Ok(python) => python,
        Err(why) => {
            eprintln!("SKIPPED: pySMT cannot be installed here, so nobody drives us: {why}");
            return;
        }
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/pysmt/drive.py");
    let run = Command::new(python).arg(script).arg(env!("CARGO_BIN_EXE_buttress")).output();
    let run = run.expect("Python starts");
    let output = String::from_utf8_lossy(&run.stdout);
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{output}{errors}");
    // All but a few are decided: what is left has products of unknowns.
    let figure = |name: &str| {
        let part = output.split([',', '\n']).find(|part| part.trim_end().ends_with(name));
        let number = part.and_then(|part| part.split_whitespace().next()?.parse::<usize>().ok());
        number.unwrap_or_else(|| panic!("no figure of {name}: {output}"))
    };
    assert!(figure("asked") >= 50 && figure("models") >= 20, "{output}");
    assert!(figure("unknown") <= 5, "{output}");
}
