//! One message: what it changes, and what is answered. Whatever happens, there is an answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use lsp_server::{ErrorCode, Message, Notification, Request};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, ExecuteCommandParams, InitializeParams, MessageType,
    PublishDiagnosticsParams,
};
use serde_json::Value;

use super::Server;
use super::lifecycle::Lifecycle;
use crate::capabilities::{PROVE_COMMAND, RUN_COMMAND, SHOW_COMMAND, capabilities};
use crate::client::Client;
use crate::document::Document;
use crate::limits::IDLE;
use crate::outbox::Refusal;
use crate::requests::{self, understood};

impl Server {
    /// Takes a message.
    pub(super) fn receive(&mut self, message: Message) {
        match message {
            Message::Request(Request { id, method, params }) => {
                let answer = catch_unwind(AssertUnwindSafe(|| self.request(&method, params)));
                let answer = answer.unwrap_or_else(|_| Err(fault(&method)));
                self.outbox.answer(id, answer);
            }
            Message::Notification(Notification { method, params }) => {
                let done = catch_unwind(AssertUnwindSafe(|| self.notification(&method, params)));
                if let Err(refusal) = done.unwrap_or_else(|_| Err(fault(&method))) {
                    let text = format!("{method}: {}", refusal.text);
                    self.outbox.log(MessageType::WARNING, text);
                }
            }
            Message::Response(response) => self.outbox.answered(&response.id),
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        let refused = |code, text: &str| Err(Refusal { code, text: text.to_owned() });
        match (self.lifecycle, method) {
            (Lifecycle::Fresh, "initialize") => self.initialize(params),
            (Lifecycle::Fresh, _) => {
                refused(ErrorCode::ServerNotInitialized, "`initialize` comes first")
            }
            (Lifecycle::Serving, "shutdown") => {
                self.lifecycle = Lifecycle::Closed;
                let open: Vec<String> = self.documents.keys().cloned().collect();
                open.iter().for_each(|uri| self.prover.cancel(uri));
                self.documents.clear();
                Ok(Value::Null)
            }
            (Lifecycle::Serving, "initialize") => {
                refused(ErrorCode::InvalidRequest, "`initialize` comes once")
            }
            (Lifecycle::Serving, "workspace/executeCommand") => self.command(understood(params)?),
            (Lifecycle::Serving, _) => {
                let is_ours =
                    method.starts_with("textDocument/") || method == "buttress/counterexample";
                if !is_ours {
                    return refused(ErrorCode::MethodNotFound, &format!("{method} is not known"));
                }
                let uri = requests::subject(&params)?;
                self.refresh(&uri);
                let unknown = || Refusal::bad(format!("{uri} is not open"));
                let document = self.documents.get_mut(&uri).ok_or_else(unknown)?;
                let analysis = document.read();
                requests::answer(method, params, document, &analysis, &self.client)
            }
            (Lifecycle::Closed | Lifecycle::Over(_), _) => {
                refused(ErrorCode::InvalidRequest, "the server was shut down")
            }
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = understood(params)?;
        self.client = Client::new(&params);
        let wishes = params.initialization_options.unwrap_or_default();
        self.prover.options = self.prover.options.clone().with_wishes(wishes);
        self.lifecycle = Lifecycle::Serving;
        serde_json::to_value(capabilities(self.client.encoding))
            .map_err(|error| Refusal::failed(error.to_string()))
    }

    /// A command of a lens, or of the user.
    fn command(&mut self, params: ExecuteCommandParams) -> Result<Value, Refusal> {
        let (uri, name) = requests::command_subject(&params.arguments)?;
        let uri = uri.as_str().to_owned();
        self.refresh(&uri);
        let unknown = || Refusal::bad(format!("{uri} is not open"));
        let document = self.documents.get_mut(&uri).ok_or_else(unknown)?;
        match params.command.as_str() {
            PROVE_COMMAND => {
                document.due = Some(Instant::now());
                if let Some(name) = name {
                    // What the user points at comes first, and is looked at anew.
                    (self.edits, self.is_stale) = (self.edits + 1, true);
                    document.ask_anew(&name, self.edits);
                }
                Ok(Value::Null)
            }
            RUN_COMMAND | SHOW_COMMAND => {
                let analysis = document.read();
                let name = name.as_deref();
                let (value, shown) =
                    requests::counterexample(document, &self.client, &analysis, name, None)?;
                if let Some(text) = shown {
                    self.outbox.show(text);
                }
                Ok(value)
            }
            other => Err(Refusal::bad(format!("there is no command {other}"))),
        }
    }

    fn notification(&mut self, method: &str, params: Value) -> Result<(), Refusal> {
        if method == "exit" {
            self.lifecycle = Lifecycle::Over(self.lifecycle == Lifecycle::Closed);
            return Ok(());
        }
        if self.lifecycle != Lifecycle::Serving {
            return Ok(());
        }
        match method {
            "textDocument/didOpen" => {
                let params: DidOpenTextDocumentParams = understood(params)?;
                let uri = params.text_document.uri.as_str().to_owned();
                self.prover.cancel(&uri);
                let document = Document::open(params.text_document, self.client.encoding);
                self.documents.insert(uri, document);
            }
            "textDocument/didChange" => {
                let params: DidChangeTextDocumentParams = understood(params)?;
                let uri = params.text_document.uri.as_str().to_owned();
                // At once, before anything is read.
                self.prover.cancel(&uri);
                let on_idle = self.prover.options.on_idle;
                let document = self.known(&uri)?;
                document.change(params.text_document.version, params.content_changes);
                document.due = on_idle.then(|| Instant::now() + IDLE);
            }
            "textDocument/didSave" => {
                let params: DidSaveTextDocumentParams = understood(params)?;
                let uri = params.text_document.uri.as_str().to_owned();
                self.known(&uri)?.due = Some(Instant::now());
            }
            "textDocument/didClose" => {
                let params: DidCloseTextDocumentParams = understood(params)?;
                let uri = params.text_document.uri;
                self.prover.cancel(uri.as_str());
                self.documents.remove(uri.as_str());
                let nothing =
                    PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
                self.outbox.notify("textDocument/publishDiagnostics", nothing);
            }
            // What is not known and not needed is passed over.
            _ => {}
        }
        Ok(())
    }

    fn known(&mut self, uri: &str) -> Result<&mut Document, Refusal> {
        self.documents.get_mut(uri).ok_or_else(|| Refusal::bad(format!("{uri} is not open")))
    }
}

fn fault(method: &str) -> Refusal {
    let text = format!("buttress itself failed on {method}");
    Refusal { code: ErrorCode::InternalError, text }
}
