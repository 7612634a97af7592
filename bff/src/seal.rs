//! Sealed ids: what the QR code of a paper invoice carries instead of the order's bare id (rules 15).
//!
//! A token is the id's sixteen bytes and half of an HMAC-SHA256 over them, in URL-safe base64. Paper lives for years:
//! the first key signs, every key verifies.

use std::{fs, io, path::Path};

use base64::{
    Engine as _,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use pishkhan_chassis::config::Secret;
use sha2::Sha256;
use uuid::Uuid;

/// What the seal is for; a key that sealed something else would not open these.
const PURPOSE: &[u8] = b"pishkhan/order-page/v1";
const ID: usize = 16;
const TAG: usize = 16;
const KEY: usize = 32;
/// What SHA-256 works on at once; HMAC fills shorter keys up to it with zeros.
const BLOCK: usize = 64;

/// The keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The file cannot be read.
    #[error("the seal keys could not be read")]
    Read(#[from] io::Error),
    /// A line is not a key; its content is not told.
    #[error("line {0} of the seal keys is not 32 bytes in base64")]
    Key(usize),
    /// No line is a key.
    #[error("there is no seal key")]
    None,
}

/// Seals ids of orders, and opens what it sealed.
#[derive(Clone, Debug)]
pub struct Seal {
    /// Filled up.
    keys: Vec<Secret<[u8; BLOCK]>>,
}

impl Seal {
    /// Reads a file with one key a line: 32 bytes in base64. Empty lines and those that begin with `#` are left out.
    pub fn from_file(path: &Path) -> Result<Self, SealError> {
        Self::parse(&fs::read_to_string(path)?)
    }

    /// Reads keys as they stand in their file.
    pub fn parse(text: &str) -> Result<Self, SealError> {
        let lines = text.lines().map(str::trim).zip(1..);
        let keys: Vec<_> = lines
            .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
            .map(|(line, number)| {
                let bytes = BASE64_STANDARD.decode(line).map_err(|_| SealError::Key(number))?;
                if bytes.len() != KEY {
                    return Err(SealError::Key(number));
                }
                let mut key = [0; BLOCK];
                key[..KEY].copy_from_slice(&bytes);
                Ok(Secret::new(key))
            })
            .collect::<Result<_, _>>()?;
        if keys.is_empty() { Err(SealError::None) } else { Ok(Self { keys }) }
    }

    /// The token of an order: 43 URL-safe characters.
    pub fn token(&self, order_id: Uuid) -> String {
        let mut bytes = order_id.as_bytes().to_vec();
        if let Some(key) = self.keys.first() {
            bytes.extend_from_slice(&mac(key, order_id).finalize().into_bytes()[..TAG]);
        }
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The order of a token; none when no key of ours sealed it. Tags are compared in constant time.
    pub fn open(&self, token: &str) -> Option<Uuid> {
        // A longer text is no token and need not be decoded.
        let bytes = (token.len() == 43).then(|| BASE64_URL_SAFE_NO_PAD.decode(token).ok()).flatten()?;
        let (id, tag) = bytes.split_at_checked(ID)?;
        let order_id = Uuid::from_slice(id).ok()?;
        let sealed =
            tag.len() == TAG && self.keys.iter().any(|key| mac(key, order_id).verify_truncated_left(tag).is_ok());
        sealed.then_some(order_id)
    }
}

fn mac(key: &Secret<[u8; BLOCK]>, order_id: Uuid) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new(key.expose().into());
    mac.update(PURPOSE);
    mac.update(order_id.as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(keys: &[u8]) -> Seal {
        let lines: Vec<_> = keys.iter().map(|byte| BASE64_STANDARD.encode([*byte; KEY])).collect();
        Seal::parse(&format!("# newest first\n\n{}\n", lines.join("\n"))).unwrap()
    }

    #[test]
    fn the_newest_key_signs_and_every_key_opens() {
        let id = Uuid::from_u128(0x019a_9e3a_0000_7000_8000_0000_0000_beef);
        let (old, both, new) = (seal(&[1]), seal(&[2, 1]), seal(&[2]));
        assert_eq!(old.token(id).len(), 43);
        assert_eq!(both.open(&old.token(id)), Some(id));
        assert_eq!(both.token(id), new.token(id));
        assert_eq!(new.open(&old.token(id)), None);
    }

    #[test]
    fn no_other_text_opens() {
        let seal = seal(&[1]);
        let token = seal.token(Uuid::from_u128(7));
        for place in 0..token.len() {
            for other in ["A", "B", "_", "=", " ", "+"] {
                let mut forged = token.clone();
                forged.replace_range(place..=place, other);
                assert!(forged == token || seal.open(&forged).is_none(), "{forged}");
            }
            assert_eq!(seal.open(&token[..place]), None);
        }
        assert_eq!(seal.open(&format!("{token}A")), None);
        assert_eq!(seal.open(&format!("{token}=")), None);
    }

    #[test]
    fn a_file_of_keys_says_which_line_is_none_and_never_quotes_it() {
        let good = BASE64_STANDARD.encode([1; KEY]);
        for (text, problem) in [
            ("# nothing\n\n".to_owned(), "there is no seal key"),
            (format!("{good}\nsecret"), "line 2 of the seal keys is not 32 bytes in base64"),
            (BASE64_STANDARD.encode([1; 31]), "line 1 of the seal keys is not 32 bytes in base64"),
        ] {
            assert_eq!(Seal::parse(&text).unwrap_err().to_string(), problem);
        }
        assert!(!format!("{:?}", seal(&[1])).contains('1'));
    }
}
