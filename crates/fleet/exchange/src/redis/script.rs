//! What the server does in one piece: small programs in its own language, Lua.
//!
//! They also bound what is sent back: whatever others wrote, no answer is larger than `limits` says.

use ::redis::Script;

/// A value that is not too long, or else its size. `ARGV`: the most bytes.
pub(super) const GET: &str = "
local size = redis.call('STRLEN', KEYS[1])
if size > tonumber(ARGV[1]) then return size end
return redis.call('GET', KEYS[1])";

/// Writes a value unless there is one, and sends the one that stands. One that is too long was written by no worker, and gives way.
/// `ARGV`: the most bytes, the value.
pub(super) const SETTLE: &str = "
if redis.call('STRLEN', KEYS[1]) > tonumber(ARGV[1]) then redis.call('DEL', KEYS[1]) end
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SET', KEYS[1], ARGV[2]) end
return redis.call('GET', KEYS[1])";

/// Erases a value if it is this one.
pub(super) const RETRACT: &str = "
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1";

/// The records after a place, without those that are too long: the new place, how many entries were passed, and the records. Three times
/// as slow as `XRANGE`, so asked only when the answer to that is too large.
/// `ARGV`: the place or nothing, the most records, the longest record, the most bytes.
pub(super) const READ: &str = "
local last, most, longest, room = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local from = '-'
if last ~= '' then from = '(' .. last end
local passed, records = 0, {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', most)) do
  if room <= 0 then break end
  passed = passed + 1
  last = entry[1]
  local record = entry[2][2]
  if #record <= longest then
    room = room - #record - 1
    records[#records + 1] = record
  end
end
return {last, passed, records}";

/// The fields of a table and their values, in turn. `ARGV`: the most fields, the longest value, the longest name, the most bytes.
pub(super) const NOTES: &str = "
local most, longest, name, room = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local notes = {}
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  local size = redis.call('HSTRLEN', KEYS[1], field)
  if size <= longest and #field <= name then
    room = room - size - #field
    if room < 0 or #notes >= 2 * most then break end
    notes[#notes + 1] = field
    notes[#notes + 1] = redis.call('HGET', KEYS[1], field)
  end
end
return notes";

/// Adds a job unless its name is in the index and the job in the stream. `KEYS`: jobs, index. `ARGV`: name, job.
pub(super) const ENQUEUE: &str = "
local place = redis.call('HGET', KEYS[2], ARGV[1])
if place and #redis.call('XRANGE', KEYS[1], place, place) > 0 then return 0 end
place = redis.call('XADD', KEYS[1], '*', 'id', ARGV[1], 'job', ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], place)
return 1";

/// Takes the first job whose holder was silent, else the first that nobody holds: name, job, deliveries, place. One that cannot be
/// read is dropped, because nobody could do it.
/// `KEYS`: jobs. `ARGV`: worker, milliseconds of silence, the longest job, the longest name.
pub(super) const TAKE: &str = "
local function lease(entry)
  local fields = {}
  for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
  local id, job = fields['id'], fields['job']
  if id and job and #job <= tonumber(ARGV[3]) and #id <= tonumber(ARGV[4]) then
    local pending = redis.call('XPENDING', KEYS[1], 'workers', entry[1], entry[1], 1)
    return {id, job, pending[1][4], entry[1]}
  end
  redis.call('XACK', KEYS[1], 'workers', entry[1])
  redis.call('XDEL', KEYS[1], entry[1])
end
local start = '0-0'
repeat
  local claimed = redis.call('XAUTOCLAIM', KEYS[1], 'workers', ARGV[1], ARGV[2], start, 'COUNT', 1)
  start = claimed[1]
  for _, entry in ipairs(claimed[2]) do
    local found = entry and entry[2] and lease(entry)
    if found then return found end
  end
until start == '0-0'
while true do
  local read = redis.call('XREADGROUP', 'GROUP', 'workers', ARGV[1], 'COUNT', 1, 'STREAMS', KEYS[1], '>')
  if not read then return false end
  local found = lease(read[1][2][1])
  if found then return found end
end";

/// Gives a sign of life, if the job is still held by this worker and was not handed out since. `KEYS`: jobs. `ARGV`: place, worker, deliveries.
pub(super) const RENEW: &str = "
local pending = redis.call('XPENDING', KEYS[1], 'workers', ARGV[1], ARGV[1], 1, ARGV[2])
if #pending == 0 or pending[1][4] ~= tonumber(ARGV[3]) then return 0 end
return #redis.call('XCLAIM', KEYS[1], 'workers', ARGV[2], 0, ARGV[1], 'JUSTID')";

/// Ends a job, if it is still held by this worker and was not handed out since. `KEYS`: jobs, index. `ARGV`: place, worker, deliveries, name.
pub(super) const FINISH: &str = "
local pending = redis.call('XPENDING', KEYS[1], 'workers', ARGV[1], ARGV[1], 1, ARGV[2])
if #pending == 0 or pending[1][4] ~= tonumber(ARGV[3]) then return 0 end
redis.call('XACK', KEYS[1], 'workers', ARGV[1])
redis.call('XDEL', KEYS[1], ARGV[1])
if redis.call('HGET', KEYS[2], ARGV[4]) == ARGV[1] then redis.call('HDEL', KEYS[2], ARGV[4]) end
return 1";

/// Takes jobs back. `KEYS`: jobs, index. `ARGV`: names.
pub(super) const WITHDRAW: &str = "
for _, id in ipairs(ARGV) do
  local place = redis.call('HGET', KEYS[2], id)
  if place then
    redis.call('XACK', KEYS[1], 'workers', place)
    redis.call('XDEL', KEYS[1], place)
    redis.call('HDEL', KEYS[2], id)
  end
end
return 1";

/// All jobs: name, job, and the worker who holds it. `KEYS`: jobs. `ARGV`: the most jobs, the longest job, the longest name, the most bytes.
pub(super) const QUEUE: &str = "
local most, longest, name, room = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local holders = {}
local pending = redis.pcall('XPENDING', KEYS[1], 'workers', '-', '+', most)
if not pending['err'] then
  for _, held in ipairs(pending) do holders[held[1]] = held[2] end
end
local jobs = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', most)) do
  local fields = {}
  for i = 1, #entry[2], 2 do fields[entry[2][i]] = entry[2][i + 1] end
  local id, job = fields['id'], fields['job']
  if id and job and #job <= longest and #id <= name then
    room = room - #job - #id
    if room < 0 then break end
    jobs[#jobs + 1] = {id, job, holders[entry[1]] or false}
  end
end
return jobs";

/// All programs, with their digests, by which the server knows them after the first time.
pub(super) struct Scripts {
    pub(super) get: Script,
    pub(super) settle: Script,
    pub(super) retract: Script,
    pub(super) read: Script,
    pub(super) notes: Script,
    pub(super) enqueue: Script,
    pub(super) take: Script,
    pub(super) renew: Script,
    pub(super) finish: Script,
    pub(super) withdraw: Script,
    pub(super) queue: Script,
}

impl Scripts {
    /// Computes the digests.
    pub(super) fn new() -> Scripts {
        Scripts {
            get: Script::new(GET),
            settle: Script::new(SETTLE),
            retract: Script::new(RETRACT),
            read: Script::new(READ),
            notes: Script::new(NOTES),
            enqueue: Script::new(ENQUEUE),
            take: Script::new(TAKE),
            renew: Script::new(RENEW),
            finish: Script::new(FINISH),
            withdraw: Script::new(WITHDRAW),
            queue: Script::new(QUEUE),
        }
    }
}
