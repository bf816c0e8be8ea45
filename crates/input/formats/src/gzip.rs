//! Transparent decompression, with a bound on what it may inflate to.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use crate::limits::MOST_INFLATED;
use crate::{Code, Diagnostic};

/// The bytes themselves, or what they inflate to if they begin as a gzip file does.
///
/// Offsets are kept as `u32`, so that a plain file is bounded too.
pub fn inflated(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Diagnostic> {
    inflated_within(bytes, MOST_INFLATED)
}

fn inflated_within(bytes: &[u8], limit: u64) -> Result<Cow<'_, [u8]>, Diagnostic> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        if bytes.len() >= u32::MAX as usize {
            let message = format!("the file has {} bytes, 4 GiB or more", bytes.len());
            return Err(Diagnostic::in_binary(Code::TooLarge, 0, message));
        }
        return Ok(Cow::Borrowed(bytes));
    }
    let mut text = Vec::new();
    let decoder = MultiGzDecoder::new(bytes);
    match decoder.take(limit + 1).read_to_end(&mut text) {
        Ok(_) if text.len() as u64 > limit => {
            let message = format!("the compressed file inflates to more than {limit} bytes");
            Err(Diagnostic::in_binary(Code::Gzip, 0, message))
        }
        Ok(_) => Ok(Cow::Owned(text)),
        Err(error) => {
            let message = format!("the compressed file is damaged ({error})");
            Err(Diagnostic::in_binary(Code::Gzip, text.len(), message)
                .hinting("the offset counts the bytes inflated before the damage"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn plain_bytes_stay_and_compressed_ones_inflate() {
        assert_eq!(&*inflated(b"plain").unwrap(), b"plain");
        assert_eq!(&*inflated(&gzip(b"text")).unwrap(), b"text");
        let two = [gzip(b"one "), gzip(b"two")].concat();
        assert_eq!(&*inflated(&two).unwrap(), b"one two");
    }

    #[test]
    fn a_bomb_is_refused() {
        let bomb = gzip(&vec![0; 100_000]);
        assert!(bomb.len() < 1000);
        assert!(inflated_within(&bomb, 100_000).is_ok());
        let error = inflated_within(&bomb, 99_999).unwrap_err();
        assert_eq!(error.code, Code::Gzip);
        assert!(error.message.contains("more than 99999 bytes"), "{error}");
    }

    #[test]
    fn damage_is_told() {
        let mut bytes = gzip(b"some text that is long enough to be damaged");
        bytes.truncate(bytes.len() - 9);
        assert_eq!(inflated(&bytes).unwrap_err().code, Code::Gzip);
        assert_eq!(inflated(&[0x1f, 0x8b]).unwrap_err().code, Code::Gzip);
    }
}
