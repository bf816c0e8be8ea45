//! Frames: a record with its length and the beginning of its digest, so that a half-written one is noticed.

use crate::digest::Digest;
use crate::limits::LONGEST_RECORD;

/// Bytes of the length and the checksum.
const HEADER: usize = 4 + 8;

/// What stands at the beginning of some bytes of a stream.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Frame<'a> {
    /// A record, and the bytes of its frame.
    Record(&'a [u8], usize),
    /// A record that is too long to be taken; so many bytes are to be skipped.
    TooLong(u64),
    /// No whole frame yet: a writer is not done, or never will be. Zeros, which a file shows where data has not arrived, are no frame.
    Tail,
}

/// Appends a record as a frame.
pub(super) fn append(frames: &mut Vec<u8>, record: &[u8]) {
    let length = u32::try_from(record.len()).expect("records are at most LONGEST_RECORD bytes");
    frames.extend_from_slice(&length.to_be_bytes());
    frames.extend_from_slice(&Digest::of(record).prefix());
    frames.extend_from_slice(record);
}

/// The first frame.
pub(super) fn first(bytes: &[u8]) -> Frame<'_> {
    let Some((length, rest)) = bytes.split_first_chunk::<4>() else { return Frame::Tail };
    let length = u32::from_be_bytes(*length);
    let Some((checksum, rest)) = rest.split_first_chunk::<8>() else { return Frame::Tail };
    if length as usize > LONGEST_RECORD {
        return Frame::TooLong(HEADER as u64 + u64::from(length));
    }
    match rest.get(..length as usize) {
        Some(record) if Digest::of(record).prefix() == *checksum => {
            Frame::Record(record, HEADER + record.len())
        }
        _ => Frame::Tail,
    }
}

/// How many records these frames hold.
pub(super) fn count(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while let Some((length, _)) = bytes.split_first_chunk::<4>() {
        let end = HEADER + u32::from_be_bytes(*length) as usize;
        let Some(rest) = bytes.get(end..) else { break };
        bytes = rest;
        count += 1;
    }
    count
}

/// Two texts in one: a field and its value, a job's name and the job. What comes after them is free.
pub(super) fn pair(first: &[u8], second: &[u8]) -> Vec<u8> {
    let length = |part: &[u8]| u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&length(first), first, &length(second), second].concat()
}

/// The parts of a pair; none if it is damaged.
pub(super) fn split_pair(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let part = |bytes: &[u8]| -> Option<usize> {
        Some(u32::from_be_bytes(*bytes.first_chunk::<4>()?) as usize)
    };
    let (first, rest) = bytes.get(4..)?.split_at_checked(part(bytes)?)?;
    let (second, _) = rest.get(4..)?.split_at_checked(part(rest)?)?;
    Some((first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_beginning_of_a_frame_is_a_record() {
        let mut frames = Vec::new();
        append(&mut frames, b"one");
        let whole = frames.len();
        for end in 0..whole {
            assert_eq!(first(&frames[..end]), Frame::Tail);
            let mut filled = frames[..end].to_vec();
            filled.resize(whole, 0);
            assert_eq!(first(&filled), Frame::Tail);
        }
        append(&mut frames, b"");
        assert_eq!(first(&frames), Frame::Record(b"one", whole));
        assert_eq!(first(&frames[whole..]), Frame::Record(b"", HEADER));
        assert_eq!(count(&frames), 2);
        assert_eq!(count(&frames[..frames.len() - 1]), 1);
    }

    #[test]
    fn damaged_pairs_are_none() {
        let bytes = pair(b"field", b"value");
        assert_eq!(split_pair(&bytes), Some((&b"field"[..], &b"value"[..])));
        for end in 0..bytes.len() {
            assert_eq!(split_pair(&bytes[..end]), None);
        }
        assert_eq!(split_pair(&[255; 12]), None);
    }
}
