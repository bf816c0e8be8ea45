//! An exchange in a Redis server.
//!
//! Keys are those of `Key`, and three more: `buttress:1:blob:DIGEST`, the stream `buttress:1:jobs` with its group `workers`, and the
//! table `buttress:1:jobs:index` from the names of jobs to their places in the stream. What has to happen in one piece is a script (`script`).

mod fault;
mod health;
mod pool;
mod script;
mod server;
mod stream;
mod wire;

pub(crate) use server::Server;

use std::time::Duration;

use ::redis::{RedisResult, Value, cmd};

use crate::cursor::Cursor;
use crate::digest::Digest;
use crate::error::{ExchangeError, Result};
use crate::exchange::Exchange;
use crate::key::Key;
use crate::lease::{JobId, Lease, Queue, QueuedJob};
use crate::limits::{
    LARGEST_BLOB, LONGEST_NAME, LONGEST_VALUE, MOST_ENTRIES, MOST_TABLE_BYTES, absent_if_large,
    at_most,
};
use crate::password::Password;

use fault::is_groupless;
use pool::Pool;
use script::Scripts;
use wire::Wire;

/// The stream of all jobs.
const JOBS: &str = "buttress:1:jobs";
/// From names of jobs to places in the stream.
const INDEX: &str = "buttress:1:jobs:index";
/// The group of all workers.
const GROUP: &str = "workers";

/// An exchange in a Redis server. It connects when it is asked something, and again after the connection was lost.
pub struct Redis {
    pool: Pool,
    scripts: Scripts,
}

/// A job as the server sends it: its name, its text, who holds it.
type SentJob = (Vec<u8>, Vec<u8>, Option<Vec<u8>>);

impl Redis {
    /// The exchange in this server, which need not be there yet.
    pub(crate) fn open(server: &Server, password: Option<Password>) -> Result<Redis> {
        Ok(Redis { pool: Pool::new(server, password)?, scripts: Scripts::new() })
    }

    /// A value of at most so many bytes, from a script that sends the size of a longer one.
    fn bounded(
        &self,
        most: usize,
        question: impl Fn(&mut Wire) -> RedisResult<Value>,
    ) -> Result<Option<Vec<u8>>> {
        match self.pool.ask(question)? {
            Value::Nil => Ok(None),
            Value::BulkString(bytes) => Ok(Some(bytes)),
            Value::Int(size) => {
                Err(ExchangeError::TooLarge { size: usize::try_from(size).unwrap_or(0), most })
            }
            _ => Err(self.strange()),
        }
    }

    /// Somebody else writes to these keys.
    fn strange(&self) -> ExchangeError {
        let why = "a key of the exchange holds something else; use a database of its own";
        ExchangeError::Refused(format!("{}: {why}", self.pool.server()))
    }

    /// Asks about jobs; if there is no group, because the server began anew, nothing is held.
    fn ask_group<T>(&self, question: impl Fn(&mut Wire) -> RedisResult<T>) -> Result<Option<T>> {
        match self.pool.try_ask(question)? {
            Ok(answer) => Ok(Some(answer)),
            Err(error) if is_groupless(&error) => Ok(None),
            Err(error) => Err(self.pool.meaning(&error)),
        }
    }

    fn make_group(&self) -> Result<()> {
        let made = self.pool.try_ask(|wire| {
            let mut create = cmd("XGROUP");
            create.arg("CREATE").arg(JOBS).arg(GROUP).arg("0").arg("MKSTREAM");
            create.query::<()>(wire)
        })?;
        match made {
            // Another worker was faster.
            Err(error) if error.code() == Some("BUSYGROUP") => Ok(()),
            other => other.map_err(|error| self.pool.meaning(&error)),
        }
    }
}

fn blob(digest: Digest) -> String {
    Key::new(&["blob", &digest.to_string()]).to_string()
}

impl Exchange for Redis {
    fn put(&self, bytes: &[u8]) -> Result<Digest> {
        at_most(LARGEST_BLOB, bytes.len())?;
        let digest = Digest::of(bytes);
        // Written even if it is there: what is there may be damaged.
        self.pool.ask(|wire| cmd("SET").arg(blob(digest)).arg(bytes).query::<()>(wire))?;
        Ok(digest)
    }

    fn get(&self, digest: Digest, most: usize) -> Result<Option<Vec<u8>>> {
        let script = &self.scripts.get;
        let bytes = self.bounded(most, |wire| script.key(blob(digest)).arg(most).invoke(wire))?;
        match &bytes {
            Some(bytes) if Digest::of(bytes) != digest => Err(ExchangeError::Corrupt(digest)),
            _ => Ok(bytes),
        }
    }

    fn publish(&self, stream: &Key, records: &[Vec<u8>], keep: usize) -> Result<()> {
        stream::publish(&self.pool, stream, records, keep)
    }

    fn read(&self, stream: &Key, cursor: &mut Cursor, most: usize) -> Result<Vec<Vec<u8>>> {
        stream::read(&self.pool, &self.scripts.read, stream, cursor, most)
    }

    fn enqueue(&self, id: &JobId, job: &[u8]) -> Result<bool> {
        at_most(LONGEST_NAME, id.0.len())?;
        at_most(LONGEST_VALUE, job.len())?;
        let script = &self.scripts.enqueue;
        self.pool.ask(|wire| script.key(JOBS).key(INDEX).arg(&id.0).arg(job).invoke(wire))
    }

    fn take(&self, worker: &str, lease: Duration) -> Result<Option<Lease>> {
        at_most(LONGEST_NAME, worker.len())?;
        let silence = u64::try_from(lease.as_millis()).unwrap_or(u64::MAX >> 12);
        let script = &self.scripts.take;
        let ask = || {
            self.ask_group(|wire| {
                let mut call = script.key(JOBS);
                call.arg(worker).arg(silence).arg(LONGEST_VALUE).arg(LONGEST_NAME);
                call.invoke::<Option<(Vec<u8>, Vec<u8>, u64, String)>>(wire)
            })
        };
        let taken = match ask()? {
            Some(taken) => taken,
            None => {
                self.make_group()?;
                ask()?.flatten()
            }
        };
        Ok(taken.map(|(id, job, deliveries, place)| Lease {
            id: JobId(String::from_utf8_lossy(&id).into_owned()),
            job,
            worker: worker.to_owned(),
            lease,
            deliveries,
            place,
        }))
    }

    fn renew(&self, lease: &Lease) -> Result<bool> {
        let script = &self.scripts.renew;
        let held = self.ask_group(|wire| {
            let mut call = script.key(JOBS);
            call.arg(&lease.place).arg(&lease.worker).arg(lease.deliveries).invoke(wire)
        })?;
        Ok(held.unwrap_or(false))
    }

    fn finish(&self, lease: &Lease) -> Result<bool> {
        let script = &self.scripts.finish;
        let held = self.ask_group(|wire| {
            let mut call = script.key(JOBS);
            call.key(INDEX).arg(&lease.place).arg(&lease.worker).arg(lease.deliveries);
            call.arg(&lease.id.0).invoke(wire)
        })?;
        Ok(held.unwrap_or(false))
    }

    fn withdraw(&self, ids: &[JobId]) -> Result<()> {
        let script = &self.scripts.withdraw;
        for ids in ids.chunks(MOST_ENTRIES) {
            self.pool.ask(|wire| {
                let mut call = script.key(JOBS);
                call.key(INDEX);
                for id in ids {
                    call.arg(&id.0);
                }
                call.invoke::<()>(wire)
            })?;
        }
        Ok(())
    }

    fn queue(&self) -> Result<Queue> {
        let script = &self.scripts.queue;
        let jobs: Vec<SentJob> = self.pool.ask(|wire| {
            let mut call = script.key(JOBS);
            call.arg(MOST_ENTRIES).arg(LONGEST_VALUE).arg(LONGEST_NAME).arg(MOST_TABLE_BYTES);
            call.invoke(wire)
        })?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let mut queue = Queue::default();
        for (id, job, worker) in jobs {
            let worker = worker.map(text);
            let part = if worker.is_some() { &mut queue.running } else { &mut queue.waiting };
            part.push(QueuedJob { id: JobId(text(id)), job, worker });
        }
        Ok(queue)
    }

    fn settle(&self, key: &Key, value: &[u8]) -> Result<Vec<u8>> {
        at_most(LONGEST_VALUE, value.len())?;
        let script = &self.scripts.settle;
        self.pool.ask(|wire| script.key(key.as_str()).arg(LONGEST_VALUE).arg(value).invoke(wire))
    }

    fn settled(&self, key: &Key) -> Result<Option<Vec<u8>>> {
        let script = &self.scripts.get;
        let ask = |wire: &mut Wire| script.key(key.as_str()).arg(LONGEST_VALUE).invoke(wire);
        absent_if_large(self.bounded(LONGEST_VALUE, ask))
    }

    fn retract(&self, key: &Key, value: &[u8]) -> Result<()> {
        let script = &self.scripts.retract;
        self.pool.ask(|wire| script.key(key.as_str()).arg(value).invoke(wire))
    }

    fn note(&self, table: &Key, field: &str, value: &[u8]) -> Result<()> {
        at_most(LONGEST_NAME, field.len())?;
        at_most(LONGEST_VALUE, value.len())?;
        self.pool.ask(|wire| cmd("HSET").arg(table.as_str()).arg(field).arg(value).query(wire))
    }

    fn notes(&self, table: &Key) -> Result<Vec<(String, Vec<u8>)>> {
        let script = &self.scripts.notes;
        let notes: Vec<(Vec<u8>, Vec<u8>)> = self.pool.ask(|wire| {
            let mut call = script.key(table.as_str());
            call.arg(MOST_ENTRIES).arg(LONGEST_VALUE).arg(LONGEST_NAME).arg(MOST_TABLE_BYTES);
            call.invoke(wire)
        })?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(notes.into_iter().map(|(field, value)| (text(field), value)).collect())
    }

    fn erase(&self, table: &Key, field: &str) -> Result<()> {
        self.pool.ask(|wire| cmd("HDEL").arg(table.as_str()).arg(field).query(wire))
    }

    fn describe(&self) -> Result<String> {
        let info: String = self.pool.ask(|wire| cmd("INFO").query(wire))?;
        let words = health::describe(self.pool.server(), &info)?;
        // Is the account allowed to run scripts?
        self.pool.ask(|wire| cmd("EVAL").arg("return 1").arg(0).query::<()>(wire))?;
        Ok(words)
    }
}
