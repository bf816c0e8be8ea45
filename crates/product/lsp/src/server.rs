//! The server: takes messages as they come, reads what was changed, has it proved, and tells.

mod handling;
mod lifecycle;
mod schedule;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError, select};
use lsp_server::{Connection, Message};

use self::lifecycle::Lifecycle;
use crate::client::Client;
use crate::document::Document;
use crate::options::Options;
use crate::outbox::Outbox;
use crate::proving::Prover;

/// Serves a client until it says `exit` or is gone; true if it said so in the right order.
pub fn serve(connection: Connection, options: Options) -> bool {
    let Connection { sender, receiver } = connection;
    let mut server = Server::new(Outbox::new(sender), options);
    let is_ended_well = server.run(&receiver);
    let Options { cache, trim, .. } = &server.prover.options;
    if let Some(folder) = cache {
        trim(folder);
    }
    is_ended_well
}

/// What the server knows.
struct Server {
    lifecycle: Lifecycle,
    client: Client,
    outbox: Outbox,
    /// By their addresses.
    documents: BTreeMap<String, Document>,
    prover: Prover,
    /// Edits so far.
    edits: u64,
    /// Has something happened since the status was told?
    is_stale: bool,
}

impl Server {
    fn new(outbox: Outbox, options: Options) -> Server {
        Server {
            lifecycle: Lifecycle::Fresh,
            client: Client::default(),
            outbox,
            documents: BTreeMap::new(),
            prover: Prover::new(options),
            edits: 0,
            is_stale: false,
        }
    }

    /// Until the end; true if that came in the right order.
    fn run(&mut self, receiver: &Receiver<Message>) -> bool {
        let wait = Duration::from_secs(3600);
        loop {
            let outcomes = self.prover.outcomes().clone();
            let pause =
                self.next_due().map_or(wait, |due| due.saturating_duration_since(Instant::now()));
            select! {
                recv(receiver) -> message => match message {
                    Ok(message) => self.receive(message),
                    Err(_) => return self.lifecycle.is_ended_well(),
                },
                recv(outcomes) -> done => {
                    if let Ok((number, outcome)) = done {
                        self.finish(number, outcome);
                    }
                }
                default(pause) => {}
            }
            // What has come in the meantime is taken before anything is read or proved.
            loop {
                if self.lifecycle.is_over() {
                    return self.lifecycle.is_ended_well();
                }
                match receiver.try_recv() {
                    Ok(message) => self.receive(message),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return self.lifecycle.is_ended_well(),
                }
            }
            self.settle();
        }
    }
}
