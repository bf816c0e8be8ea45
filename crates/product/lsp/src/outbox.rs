//! What is sent to the client.

use std::collections::BTreeMap;

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{LogMessageParams, MessageType, ShowMessageParams};
use serde::Serialize;

/// Sends to the client.
pub(crate) struct Outbox {
    sender: Sender<Message>,
    next: i32,
    /// Requests without an answer yet, by method: whether another one is wanted then.
    asked: BTreeMap<&'static str, (RequestId, bool)>,
}

impl Outbox {
    /// An outbox in front of a connection.
    pub(crate) fn new(sender: Sender<Message>) -> Outbox {
        Outbox { sender, next: 0, asked: BTreeMap::new() }
    }

    /// Sends a message. A client that is gone needs none.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.sender.send(message.into());
    }

    /// Tells something.
    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        if let Ok(params) = serde_json::to_value(params) {
            self.send(Notification { method: method.to_owned(), params });
        }
    }

    /// Answers a request.
    pub(crate) fn answer(&self, id: RequestId, answer: Result<serde_json::Value, Refusal>) {
        match answer {
            Ok(result) => self.send(Response { id, response_result: Ok(result) }),
            Err(Refusal { code, text }) => self.send(Response::new_err(id, code as i32, text)),
        }
    }

    /// Writes to the client's log.
    pub(crate) fn log(&self, typ: MessageType, message: String) {
        self.notify("window/logMessage", LogMessageParams { typ, message });
    }

    /// Shows something to the user.
    pub(crate) fn show(&self, message: String) {
        self.notify("window/showMessage", ShowMessageParams { typ: MessageType::INFO, message });
    }

    /// Asks the client to ask again, unless it is about to.
    pub(crate) fn refresh(&mut self, method: &'static str) {
        if let Some((_, is_wanted)) = self.asked.get_mut(method) {
            *is_wanted = true;
            return;
        }
        self.next += 1;
        let id = RequestId::from(self.next);
        self.asked.insert(method, (id.clone(), false));
        let params = serde_json::Value::Null;
        self.send(Request { id, method: method.to_owned(), params });
    }

    /// The client has answered.
    pub(crate) fn answered(&mut self, id: &RequestId) {
        let found = self.asked.iter().find(|(_, (asked, _))| asked == id);
        let Some((method, is_wanted)) = found.map(|(method, (_, wanted))| (*method, *wanted))
        else {
            return;
        };
        self.asked.remove(method);
        if is_wanted {
            self.refresh(method);
        }
    }
}

/// Why a request has no result.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The protocol's code.
    pub(crate) code: ErrorCode,
    /// For a person.
    pub(crate) text: String,
}

impl Refusal {
    /// The request makes no sense.
    pub(crate) fn bad(text: impl Into<String>) -> Refusal {
        Refusal { code: ErrorCode::InvalidParams, text: text.into() }
    }

    /// The request makes sense and cannot be done.
    pub(crate) fn failed(text: impl Into<String>) -> Refusal {
        Refusal { code: ErrorCode::RequestFailed, text: text.into() }
    }
}
