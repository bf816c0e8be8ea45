//! An editor of few words: starts the server, edits, and notes when it hears what.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::example::Edit;

/// How long the editor waits for anything.
const PATIENCE: Duration = Duration::from_secs(120);

/// The editor.
pub struct Editor {
    server: Child,
    input: ChildStdin,
    /// Messages with the time at which they came.
    incoming: Receiver<(Instant, Value)>,
    uri: String,
    /// The last diagnostics: version and time.
    diagnosed: Option<(i64, Instant)>,
    /// The last status, and its time.
    status: Option<(Instant, Value)>,
}

impl Editor {
    /// Starts the server in a folder.
    pub fn start(program: &Path, folder: &Path, threads: usize) -> Result<Editor, String> {
        let mut server = Command::new(program)
            .args(["lsp", "--threads", &threads.to_string()])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
        let (Some(input), Some(output)) = (server.stdin.take(), server.stdout.take()) else {
            return Err("the server has no streams".to_owned());
        };
        let (sender, incoming) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(value) = message(&mut output) {
                if sender.send((Instant::now(), value)).is_err() {
                    return;
                }
            }
        });
        let mut editor =
            Editor { server, input, incoming, uri: String::new(), diagnosed: None, status: None };
        let hello = json!({ "processId": null, "rootUri": null, "capabilities": {} });
        editor.send(json!({ "id": 1, "method": "initialize", "params": hello }))?;
        editor.until(|_, value| value["id"] == 1)?;
        editor.send(json!({ "method": "initialized", "params": {} }))?;
        Ok(editor)
    }

    /// Opens a text as version 1.
    pub fn open(&mut self, file: &Path, text: &str) -> Result<(), String> {
        self.uri = format!("file://{}", file.display());
        let item = json!({ "uri": self.uri, "languageId": "pi", "version": 1, "text": text });
        self.send(json!({ "method": "textDocument/didOpen", "params": { "textDocument": item } }))
    }

    /// Makes an edit.
    pub fn change(&mut self, version: i64, edit: &Edit) -> Result<(), String> {
        let range = json!({
            "start": { "line": edit.line, "character": 0 },
            "end": { "line": edit.line, "character": edit.letters },
        });
        let params = json!({
            "textDocument": { "uri": self.uri, "version": version },
            "contentChanges": [{ "range": range, "text": edit.text }],
        });
        self.send(json!({ "method": "textDocument/didChange", "params": params }))
    }

    /// When the first diagnostics of a version came.
    pub fn diagnosed(&mut self, version: i64) -> Result<Instant, String> {
        self.until(|editor, _| editor.diagnosed.is_some_and(|(known, _)| known == version))?;
        self.diagnosed.map(|(_, at)| at).ok_or_else(|| "no diagnostics".to_owned())
    }

    /// When every function had its verdict.
    pub fn settled(&mut self, version: i64) -> Result<Instant, String> {
        self.until(|editor, _| {
            let functions = editor.functions(version);
            functions.is_some_and(|all| !all.is_empty() && all.iter().all(is_decided))
        })?;
        self.status.as_ref().map(|(at, _)| *at).ok_or_else(|| "no status".to_owned())
    }

    /// When a function had its verdict, and which.
    pub fn verdict(&mut self, version: i64, name: &str) -> Result<(Instant, String), String> {
        let find = |editor: &Editor| {
            let functions = editor.functions(version)?;
            let entry = functions.iter().find(|it| it["name"] == name)?;
            is_decided(entry).then(|| entry["status"].as_str().unwrap_or_default().to_owned())
        };
        self.until(|editor, _| find(editor).is_some())?;
        let at = self.status.as_ref().map(|(at, _)| *at);
        at.zip(find(self)).ok_or_else(|| "no status".to_owned())
    }

    /// Closes the text.
    pub fn close_text(&mut self) -> Result<(), String> {
        let params = json!({ "textDocument": { "uri": self.uri } });
        self.status = None;
        self.send(json!({ "method": "textDocument/didClose", "params": params }))
    }

    /// Waits until a function is being proved.
    pub fn running(&mut self, name: &str) -> Result<(), String> {
        self.until(|editor, _| {
            let status = editor.status.as_ref().map(|(_, status)| status);
            let functions = status.and_then(|status| status["functions"].as_array());
            functions.is_some_and(|all| {
                all.iter().any(|it| it["name"] == name && it["status"] == "running")
            })
        })
    }

    /// When no thread of the server proves any more; none where threads cannot be seen.
    pub fn quiet(&self) -> Option<Instant> {
        let tasks = format!("/proc/{}/task", self.server.id());
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let mut names = std::fs::read_dir(&tasks)
                .ok()?
                .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
            if !names.any(|name| name.trim() == "proof") {
                return Some(Instant::now());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    }

    /// Says goodbye.
    pub fn close(mut self) -> Result<(), String> {
        self.send(json!({ "id": 2, "method": "shutdown" }))?;
        self.until(|_, value| value["id"] == 2)?;
        self.send(json!({ "method": "exit" }))?;
        let status = self.server.wait().map_err(|error| error.to_string())?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status}")) }
    }

    fn functions(&self, version: i64) -> Option<&Vec<Value>> {
        let (_, status) = self.status.as_ref()?;
        status["functions"].as_array().filter(|_| status["version"] == version)
    }

    fn send(&mut self, mut message: Value) -> Result<(), String> {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the server does not listen: {error}"))
    }

    /// Listens until something is so; it may be so already.
    fn until(&mut self, is_so: impl Fn(&Editor, &Value) -> bool) -> Result<(), String> {
        let nothing = Value::Null;
        if is_so(self, &nothing) {
            return Ok(());
        }
        loop {
            let (at, value) = self
                .incoming
                .recv_timeout(PATIENCE)
                .map_err(|_| "the server says nothing any more".to_owned())?;
            let params = &value["params"];
            match value["method"].as_str() {
                Some("textDocument/publishDiagnostics") => {
                    let version = params["version"].as_i64().unwrap_or(0);
                    // The first of a version counts.
                    if self.diagnosed.is_none_or(|(known, _)| known != version) {
                        self.diagnosed = Some((version, at));
                    }
                }
                Some("buttress/status") => self.status = Some((at, params.clone())),
                _ => {}
            }
            if is_so(self, &value) {
                return Ok(());
            }
        }
    }
}

fn is_decided(entry: &Value) -> bool {
    !matches!(entry["status"].as_str(), Some("waiting" | "running") | None)
}

/// The next message.
fn message(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(':') {
            Some((_, value)) => length = value.trim().parse().ok()?,
            None => break,
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
