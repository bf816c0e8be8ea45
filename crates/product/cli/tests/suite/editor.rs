//! Real editors: Neovim's own client, headless and scripted, talks to the program as it is built.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// A program with a subscript that can be wrong, and with one function that is right.
const PROGRAM: &str = "@pre true
@post true
int Get(int[] a, int i) {
  return a[i];
}

@pre n >= 0
@post rv = 2 * n
int Double(int n) {
  int i := 0;
  int s := 0;
  while
    @L: i <= n
    (i < n) {
    i := i + 1;
    s := s + 2;
  }
  return s;
}
";

/// Starts the server, sends messages, and closes its input: the exit code, and what was said.
fn served(messages: &[&str]) -> (Option<i32>, String) {
    served_with(&[], messages)
}

/// The same with further arguments.
fn served_with(arguments: &[&str], messages: &[&str]) -> (Option<i32>, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_buttress"))
        .args(["lsp", "--stdio"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    for message in messages {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
    }
    drop(input);
    let output = server.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_program_serves_and_ends() {
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let shutdown = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    let (code, said) = served(&[hello, shutdown, exit]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("Content-Length: ") && said.contains("\"id\":2"), "{said}");
    assert_eq!(served(&[hello, exit]).0, Some(1), "it was not asked to shut down");
    assert_eq!(served(&[hello]).0, Some(1), "the editor has gone");
    assert_eq!(served(&[]), (Some(1), String::new()));
}

/// Entries without content count as large ones, and take no room.
#[test]
fn the_cache_of_an_editor_is_bounded() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("editor-cache");
    fs::create_dir_all(&folder).unwrap();
    let entry = folder.join(format!("{}.proof", "a".repeat(32)));
    fs::File::create(&entry).unwrap().set_len(1 << 30).unwrap();
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    served_with(&["--cache", folder.to_str().unwrap()], &[hello]);
    assert!(!entry.exists());
}

#[test]
fn neovim_opens_edits_sees_and_fixes() {
    let is_there = Command::new("nvim").arg("--version").stdout(Stdio::null()).status();
    if !is_there.is_ok_and(|status| status.success()) {
        // Not captured: whoever runs the tests is to see it.
        let _ = writeln!(io::stderr(), "SKIPPED: neovim is not installed, so no editor was tried");
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("neovim");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("example.pi");
    fs::write(&file, PROGRAM).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_buttress")).parent().unwrap();
    let known = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program.to_path_buf()].into_iter().chain(env::split_paths(&known)));
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-S"])
        .arg(own.join("tests/suite/editor/check.lua"))
        .current_dir(&folder)
        .env("PATH", path.unwrap())
        .env("XDG_STATE_HOME", &folder)
        .env("XDG_CACHE_HOME", &folder)
        .env("XDG_DATA_HOME", &folder)
        .env("BUTTRESS_LUA", own.join("../../../editors/neovim/buttress.lua"))
        .env("BUTTRESS_FILE", &file)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let all = format!("{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{all}");
    for step in ["opened", "edited", "mended", "fixed", "accepted", "renamed"] {
        assert!(said.lines().any(|line| line.trim() == step), "{step} is missing:\n{all}");
    }
}
