//! What a browser may do with a page: show it, with this stylesheet and this script, and nothing else.

use sha2::{Digest, Sha256};

/// The policy for a page with one script and one stylesheet. A page that is served may ask its own server.
pub fn policy(script: &str, style: &str, is_served: bool) -> String {
    let connect = if is_served { "; connect-src 'self'" } else { "" };
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'{connect}",
        base64(&Sha256::digest(script)),
        base64(&Sha256::digest(style)),
    )
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |place: usize| u32::from(chunk.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            match place <= chunk.len() {
                true => text.push(char::from(LETTERS[(bits >> (18 - 6 * place)) as usize & 63])),
                false => text.push('='),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn the_digest_is_the_one_that_browsers_make() {
        // Of the empty text.
        assert!(
            policy("", "", false).contains("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")
        );
        assert!(policy("", "", true).ends_with("connect-src 'self'"));
    }
}
