//! Streams of records in a server.

use ::redis::{RedisResult, Script, pipe};

use super::fault::is_flood;
use super::pool::Pool;
use super::wire::Wire;
use crate::cursor::Cursor;
use crate::error::Result;
use crate::key::Key;
use crate::limits::{LONGEST_RECORD, MOST_BYTES, MOST_RECORDS};

/// The one part of a stream, for the cursor.
const WHOLE: &str = "redis";

/// An entry as it is sent: its place, then the field and the record.
type Entry = (String, Vec<Vec<u8>>);

/// Appends records, many in one message.
pub(super) fn publish(pool: &Pool, stream: &Key, records: &[Vec<u8>], keep: usize) -> Result<()> {
    let records = records.iter().filter(|record| record.len() <= LONGEST_RECORD);
    let mut records = records.peekable();
    while records.peek().is_some() {
        let (mut adds, mut room) = (pipe(), MOST_BYTES);
        while let Some(record) = records.next_if(|_| room > 0 && adds.len() < MOST_RECORDS) {
            room = room.saturating_sub(record.len());
            adds.cmd("XADD").arg(stream.as_str()).arg("MAXLEN").arg("~").arg(keep.max(1));
            adds.arg("*").arg("r").arg(record).ignore();
        }
        pool.ask(|wire| adds.query::<()>(wire))?;
    }
    Ok(())
}

/// The records that the cursor has not met.
pub(super) fn read(
    pool: &Pool,
    bounded: &Script,
    stream: &Key,
    cursor: &mut Cursor,
    most: usize,
) -> Result<Vec<Vec<u8>>> {
    let most = most.min(MOST_RECORDS);
    if most == 0 {
        return Ok(Vec::new());
    }
    loop {
        let place = cursor.place(WHOLE).unwrap_or_default().to_owned();
        let batch = match pool.try_ask(|wire| Batch::ask(wire, stream, &place, most))? {
            Ok(batch) => batch,
            // Somebody wrote records that are far too long. The server leaves them out.
            Err(error) if is_flood(&error) => {
                let (place, passed, records) = pool.ask(|wire| {
                    let mut call = bounded.key(stream.as_str());
                    call.arg(&place).arg(most).arg(LONGEST_RECORD).arg(MOST_BYTES).invoke(wire)
                })?;
                Batch { place, passed, records }
            }
            Err(error) => return Err(pool.meaning(&error)),
        };
        cursor.set(WHOLE, &batch.place);
        let is_end = batch.passed == 0 && batch.place == place;
        if is_end || !batch.records.is_empty() {
            return Ok(batch.records);
        }
        // All were too long, or the stream begins anew: there may be more.
    }
}

/// What stands after a place.
struct Batch {
    /// Where to go on.
    place: String,
    /// How many entries there are.
    passed: usize,
    /// The records in them that are not too long.
    records: Vec<Vec<u8>>,
}

impl Batch {
    fn ask(wire: &mut Wire, stream: &Key, place: &str, most: usize) -> RedisResult<Batch> {
        let from = if place.is_empty() { "-".to_owned() } else { format!("({place}") };
        let mut ranges = pipe();
        ranges.cmd("XRANGE").arg(stream.as_str()).arg(from).arg("+").arg("COUNT").arg(most);
        ranges.cmd("XREVRANGE").arg(stream.as_str()).arg("+").arg("-").arg("COUNT").arg(1);
        // With room for what the protocol adds to each.
        wire.allow(MOST_BYTES + most * 64);
        let (entries, newest): (Vec<Entry>, Vec<Entry>) = ranges.query(wire)?;
        let passed = entries.len();
        let place = match (entries.last(), newest.first()) {
            (Some((last, _)), _) => last.clone(),
            // Nothing comes after the place, and the last entry is another one: the stream was lost, and the server's clock went back.
            (None, Some((newest, _))) if newest != place => String::new(),
            _ => place.to_owned(),
        };
        let records = entries.into_iter().filter_map(|(_, fields)| fields.into_iter().nth(1));
        let records = records.filter(|record| record.len() <= LONGEST_RECORD).collect();
        Ok(Batch { place, passed, records })
    }
}
