//! Secrets of sessions, and what is kept of them.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// Bytes of a session's secret.
pub const SECRET_BYTES: usize = 32;
/// Bytes of a session's public handle.
pub const HANDLE_BYTES: usize = 16;

/// SHA-256 of a secret: what a session is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SecretHash(pub [u8; 32]);

impl SecretHash {
    /// Of the secret's bytes.
    pub fn of(secret: &[u8; SECRET_BYTES]) -> Self {
        Self(Sha256::digest(secret).into())
    }

    /// Of a secret as the cookie has it; none when it is not one of ours.
    pub fn of_text(text: &str) -> Option<Self> {
        let bytes: [u8; SECRET_BYTES] = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        Some(Self::of(&bytes))
    }
}

/// Whether this has the form of a public handle.
pub fn is_handle(text: &str) -> bool {
    BASE64_URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == HANDLE_BYTES)
}

/// Random bytes as they travel in a cookie.
pub fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Compares without telling by the time where the first difference is.
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_secret_is_looked_up() {
        let secret = [7; SECRET_BYTES];
        assert!(SecretHash::of_text(&encode(&secret)) == Some(SecretHash::of(&secret)));
        for text in ["", "abc", &encode(&[7; 31]), &encode(&[7; 33]), "!!!!", &format!("{}=", encode(&secret))] {
            assert!(SecretHash::of_text(text).is_none(), "{text}");
        }
    }

    #[test]
    fn the_hash_is_sha_256() {
        let expected = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
        let hash = SecretHash::of(&[0; SECRET_BYTES]).0;
        assert_eq!(hash.map(|byte| format!("{byte:02x}")).concat(), expected);
    }
}
