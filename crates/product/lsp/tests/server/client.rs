//! A client for tests: sends, waits for what it wants to hear, and keeps what it hears on the way.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use buttress_lsp::{Options, connect, serve};
use serde_json::{Value, json};

/// How long a test waits before it gives up on an answer that never comes.
const PATIENCE: Duration = Duration::from_secs(120);

/// The address of the text in most tests.
pub const URI: &str = "file:///project/a.pi";

/// A client and the server that it talks to, in threads of this process, over pipes of bytes.
pub struct Client {
    to_server: Option<Pipe>,
    from_server: crossbeam_channel::Receiver<Value>,
    server: Option<JoinHandle<bool>>,
    next: i64,
    /// The last diagnostics, by address.
    pub diagnostics: BTreeMap<String, Value>,
    /// The last status, by address.
    pub status: BTreeMap<String, Value>,
    /// All that was told and asked, in order.
    pub received: Vec<Value>,
}

/// The writing end of a pipe.
pub struct Pipe(crossbeam_channel::Sender<Vec<u8>>);

/// The reading end of a pipe.
struct PipeEnd {
    receiver: crossbeam_channel::Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for PipeEnd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            match self.receiver.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

fn pipe() -> (Pipe, PipeEnd) {
    let (sender, receiver) = crossbeam_channel::unbounded();
    (Pipe(sender), PipeEnd { receiver, rest: Vec::new() })
}

impl Client {
    /// A client that has said hello, and can do nothing special.
    pub fn plain() -> Client {
        Client::with(json!({}), json!(null))
    }

    /// A client that has said hello, with these capabilities and options.
    pub fn with(capabilities: Value, options: Value) -> Client {
        let mut client = Client::silent();
        let params = json!({
            "processId": null, "rootUri": "file:///project", "capabilities": capabilities,
            "initializationOptions": options,
        });
        let answer = client.ask("initialize", params);
        assert_eq!(answer["result"]["serverInfo"]["name"], "buttress", "{answer}");
        client.notify("initialized", json!({}));
        client
    }

    /// A client that has said nothing.
    pub fn silent() -> Client {
        let (to_server, server_reads) = pipe();
        let (server_writes, reads) = pipe();
        let (sender, from_server) = crossbeam_channel::unbounded();
        std::thread::spawn(move || {
            let mut reads = io::BufReader::new(reads);
            while let Some(value) = message(&mut reads) {
                if sender.send(value).is_err() {
                    return;
                }
            }
        });
        let server = std::thread::spawn(move || {
            let options = Options { timeout: Duration::from_secs(60), ..Options::default() };
            let (connection, transport) = connect(server_reads, server_writes).unwrap();
            let is_ended_well = serve(connection, options);
            transport.finish();
            is_ended_well
        });
        Client {
            to_server: Some(to_server),
            from_server,
            server: Some(server),
            next: 0,
            diagnostics: BTreeMap::new(),
            status: BTreeMap::new(),
            received: Vec::new(),
        }
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.to_server.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Sends a value as a message.
    pub fn send(&mut self, value: &Value) {
        let text = value.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Tells something.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, and waits for the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.until(|_, value| {
            (value["id"] == id && value.get("method").is_none()).then(|| value.clone())
        })
    }

    /// The result of what is asked.
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Asks about a place of a text.
    pub fn at(&mut self, method: &str, uri: &str, line: u32, character: u32) -> Value {
        self.result(method, json!({
            "textDocument": { "uri": uri }, "position": { "line": line, "character": character },
        }))
    }

    /// The fixes that are offered for a stretch of a line: title and edits.
    pub fn fixes(&mut self, uri: &str, line: u32) -> Vec<(String, Value)> {
        let diagnostics = self.diagnostics.get(uri).cloned().unwrap_or(json!([]));
        let actions = self.result("textDocument/codeAction", json!({
            "textDocument": { "uri": uri },
            "range": { "start": { "line": line, "character": 0 }, "end": { "line": line, "character": 999 } },
            "context": { "diagnostics": diagnostics },
        }));
        let actions = actions.as_array().cloned().unwrap_or_default();
        let fix = |action: &Value| {
            assert_eq!(action["kind"], "quickfix");
            (action["title"].as_str().unwrap().to_owned(), action["edit"]["changes"][uri].clone())
        };
        actions.iter().map(fix).collect()
    }

    /// Opens a text.
    pub fn open(&mut self, uri: &str, text: &str) {
        self.status.remove(uri);
        let language = if uri.ends_with(".pi") { "pi" } else { "smt2" };
        self.notify(
            "textDocument/didOpen",
            json!({
                "textDocument": { "uri": uri, "languageId": language, "version": 1, "text": text },
            }),
        );
    }

    /// Replaces a text.
    pub fn replace(&mut self, uri: &str, version: i32, text: &str) {
        self.change(uri, version, json!([{ "text": text }]));
    }

    /// Changes a text.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version }, "contentChanges": changes,
            }),
        );
    }

    /// Waits until every verdict on a version of a text is known; name and verdict of each.
    pub fn settled(&mut self, uri: &str, version: i32) -> Vec<(String, String)> {
        let is_done = |client: &Client| {
            let status = client.status.get(uri)?;
            let functions = status["functions"].as_array()?;
            let is_open = |it: &Value| it["status"] == "waiting" || it["status"] == "running";
            (status["version"] == version && !functions.iter().any(is_open)).then(|| {
                let word = |value: &Value| value.as_str().unwrap().to_owned();
                functions.iter().map(|it| (word(&it["name"]), word(&it["status"]))).collect()
            })
        };
        self.once(is_done)
    }

    /// Listens until something is so; it may be so already.
    pub fn once<T>(&mut self, wanted: impl Fn(&Client) -> Option<T>) -> T {
        match wanted(self) {
            Some(found) => found,
            None => self.until(|client, _| wanted(client)),
        }
    }

    /// Waits until a function is being proved.
    pub fn running(&mut self, uri: &str, place: usize) {
        self.once(|client| {
            let status = client.status.get(uri)?;
            (status["functions"][place]["status"] == "running").then_some(())
        });
    }

    /// The verdicts on a text that is settled.
    pub fn settled_now(&mut self, uri: &str) -> Vec<(String, String)> {
        let version = self.status[uri]["version"].as_i64().unwrap() as i32;
        self.settled(uri, version)
    }

    /// The diagnostics of a version of a text, once they are there: code and first line of each.
    pub fn complaints(&mut self, uri: &str) -> Vec<String> {
        let all = self.diagnostics.get(uri).cloned().unwrap_or(json!([]));
        let shown = all.as_array().unwrap().iter().map(|it| {
            let message = it["message"].as_str().unwrap().lines().next().unwrap_or_default();
            format!("{}: {message}", it["code"].as_str().unwrap_or("-"))
        });
        shown.collect()
    }

    /// Waits for diagnostics of a version.
    pub fn diagnosed(&mut self, uri: &str, version: i32) -> Value {
        self.until(|_, value| {
            let is_it = value["method"] == "textDocument/publishDiagnostics"
                && value["params"]["uri"] == uri
                && value["params"]["version"] == version;
            is_it.then(|| value["params"]["diagnostics"].clone())
        })
    }

    /// Listens until something is received that answers the question.
    pub fn until<T>(&mut self, wanted: impl Fn(&Client, &Value) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let value = self.from_server.recv_deadline(deadline);
            let value = value
                .unwrap_or_else(|error| panic!("{error}; received {:#?}", self.received.last()));
            self.note(&value);
            if let Some(found) = wanted(self, &value) {
                return found;
            }
        }
    }

    fn note(&mut self, value: &Value) {
        let uri = value["params"]["uri"].as_str().unwrap_or_default().to_owned();
        match value["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                self.diagnostics.insert(uri, value["params"]["diagnostics"].clone());
            }
            Some("buttress/status") => {
                self.status.insert(uri, value["params"].clone());
            }
            _ => {}
        }
        if value.get("method").is_some() {
            self.received.push(value.clone());
        }
        // What the server asks is answered, as every client does.
        if value.get("method").is_some() && value.get("id").is_some() {
            self.send(&json!({ "jsonrpc": "2.0", "id": value["id"], "result": null }));
        }
    }

    /// Says goodbye; did the server end as it should?
    pub fn close(mut self) -> bool {
        let answer = self.ask("shutdown", json!(null));
        assert_eq!(answer["result"], json!(null));
        self.notify("exit", json!(null));
        self.to_server = None;
        self.server.take().unwrap().join().unwrap()
    }

    /// Goes without a word; did the server think that right?
    pub fn vanish(mut self) -> bool {
        self.to_server = None;
        self.server.take().unwrap().join().unwrap()
    }
}

/// The next message from a server.
fn message(input: &mut impl io::BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        length = line.strip_prefix("Content-Length: ")?.trim().parse().ok()?;
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    let value: Value = serde_json::from_slice(&body).expect("the server sends JSON");
    assert_eq!(value["jsonrpc"], "2.0");
    Some(value)
}

/// A text after edits, as the protocol means them; columns are counted in UTF-16.
pub fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<Value> = edits.as_array().cloned().unwrap_or_default();
    let key = |edit: &Value| {
        let start = &edit["range"]["start"];
        (start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap())
    };
    edits.sort_by_key(key);
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        let (start, end) =
            (place(&text, &edit["range"]["start"]), place(&text, &edit["range"]["end"]));
        text.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text
}

/// The byte at a position, columns counted in UTF-16.
pub fn place(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut column = position["character"].as_u64().unwrap() as usize;
    for (at, letter) in text[start..].char_indices() {
        if column == 0 || letter == '\n' {
            return start + at;
        }
        column = column.saturating_sub(letter.len_utf16());
    }
    text.len()
}
