//! Our seal on what we give out and want back as it was: half of an HMAC-SHA256, in URL-safe base64.
//!
//! The first key signs. Ids of orders in the QR codes of paper invoices (rules 15) live for years, and every key
//! verifies them. Sessions and payments live for days at most, and the first two keys verify them.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use pishkhan_chassis::{
    config::Secret,
    key_file::{self, KEY_BYTES, Key, KeyFileError},
};
use sha2::Sha256;
use uuid::Uuid;

/// What a seal is for: one that was made for something else does not verify.
#[derive(Clone, Copy, Debug)]
pub struct Purpose {
    name: &'static [u8],
    /// So many of the newest keys verify.
    keys: usize,
}

/// The page of an order, of which the address stands on paper.
pub const ORDER: Purpose = Purpose { name: b"pishkhan/order-page/v1", keys: usize::MAX };
/// The way back from a gateway.
pub const PAYMENT: Purpose = Purpose { name: b"pishkhan/payment/v1", keys: 2 };
const SESSION: Purpose = Purpose { name: b"pishkhan/session/v1", keys: 2 };
const ID: usize = 16;
const TAG: usize = 16;
/// What SHA-256 works on at once; HMAC fills shorter keys up to it with zeros.
const BLOCK: usize = 64;

/// Makes seals and verifies them. Tags are compared in constant time.
#[derive(Clone, Debug)]
pub struct Seal {
    /// Filled up, the newest first; at least one.
    keys: Vec<Secret<[u8; BLOCK]>>,
}

impl Seal {
    /// Reads keys as they stand in their file.
    pub fn parse(text: &str) -> Result<Self, KeyFileError> {
        Ok(Self::new(&key_file::parse(text)?))
    }

    /// With at least one key, the newest first.
    pub fn new(keys: &[Key]) -> Self {
        let filled = |key: &Key| {
            let mut block = [0; BLOCK];
            block[..KEY_BYTES].copy_from_slice(key.expose());
            Secret::new(block)
        };
        Self { keys: keys.iter().map(filled).collect() }
    }

    /// The token of an id: the id and the seal, 43 URL-safe characters.
    pub fn token(&self, purpose: Purpose, id: Uuid) -> String {
        BASE64_URL_SAFE_NO_PAD.encode([id.into_bytes(), self.tag(purpose, &[id.as_bytes()])].concat())
    }

    /// The id of a token; none when no key of ours sealed it.
    pub fn open(&self, purpose: Purpose, token: &str) -> Option<Uuid> {
        // A longer text is no token and need not be decoded.
        let bytes = (token.len() == 43).then(|| BASE64_URL_SAFE_NO_PAD.decode(token).ok()).flatten()?;
        let (id, tag) = bytes.split_at_checked(ID)?;
        let uuid = Uuid::from_slice(id).ok()?;
        self.verifies(purpose, &[id], tag).then_some(uuid)
    }

    /// The seal of a session's secret and handle, neither of which has a NUL: 22 URL-safe characters.
    pub fn of_session(&self, secret: &str, handle: &str) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.tag(SESSION, &[secret.as_bytes(), &[0], handle.as_bytes()]))
    }

    /// Whether `seal` is ours and says that we gave these two out together.
    pub fn is_of_session(&self, seal: &str, secret: &str, handle: &str) -> bool {
        let tag = BASE64_URL_SAFE_NO_PAD.decode(seal);
        tag.is_ok_and(|tag| self.verifies(SESSION, &[secret.as_bytes(), &[0], handle.as_bytes()], &tag))
    }

    fn tag(&self, purpose: Purpose, content: &[&[u8]]) -> [u8; TAG] {
        let mut tag = [0; TAG];
        if let Some(key) = self.keys.first() {
            tag.copy_from_slice(&mac(key, purpose, content).finalize().into_bytes()[..TAG]);
        }
        tag
    }

    fn verifies(&self, purpose: Purpose, content: &[&[u8]], tag: &[u8]) -> bool {
        let verifies = |key| mac(key, purpose, content).verify_truncated_left(tag).is_ok();
        tag.len() == TAG && self.keys.iter().take(purpose.keys).any(verifies)
    }
}

fn mac(key: &Secret<[u8; BLOCK]>, purpose: Purpose, content: &[&[u8]]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new(key.expose().into());
    mac.update(purpose.name);
    for part in content {
        mac.update(part);
    }
    mac
}

#[cfg(test)]
mod tests {
    use base64::prelude::BASE64_STANDARD;

    use super::*;

    fn seal(keys: &[u8]) -> Seal {
        let lines: Vec<_> = keys.iter().map(|byte| BASE64_STANDARD.encode([*byte; KEY_BYTES])).collect();
        Seal::parse(&format!("# newest first\n\n{}\n", lines.join("\n"))).unwrap()
    }

    #[test]
    fn the_newest_key_signs_and_every_key_opens() {
        let id = Uuid::from_u128(0x019a_9e3a_0000_7000_8000_0000_0000_beef);
        let (old, both, new) = (seal(&[1]), seal(&[2, 1]), seal(&[2]));
        assert_eq!(old.token(ORDER, id).len(), 43);
        assert_eq!(both.open(ORDER, &old.token(ORDER, id)), Some(id));
        assert_eq!(both.token(ORDER, id), new.token(ORDER, id));
        assert_eq!(new.open(ORDER, &old.token(ORDER, id)), None);
        assert_eq!(old.open(PAYMENT, &old.token(ORDER, id)), None);
        let newer = seal(&[3, 2, 1]);
        assert_eq!(
            (newer.open(PAYMENT, &old.token(PAYMENT, id)), newer.open(ORDER, &old.token(ORDER, id))),
            (None, Some(id))
        );
        assert_eq!(newer.open(PAYMENT, &both.token(PAYMENT, id)), Some(id));
    }

    #[test]
    fn a_sessions_seal_is_verified_by_the_newest_two_keys_and_for_that_session_only() {
        let (oldest, older, newest) = (seal(&[1]), seal(&[2, 1]), seal(&[3, 2, 1]));
        let tag = older.of_session("secret", "handle");
        assert_eq!(tag.len(), 22);
        assert!(older.is_of_session(&tag, "secret", "handle") && newest.is_of_session(&tag, "secret", "handle"));
        assert!(!oldest.is_of_session(&tag, "secret", "handle"));
        let tag = oldest.of_session("secret", "handle");
        assert!(older.is_of_session(&tag, "secret", "handle") && !newest.is_of_session(&tag, "secret", "handle"));
        for (seal, secret, handle) in [
            (tag.as_str(), "secrethandle", ""),
            (&tag, "handle", "secret"),
            (&tag, "secret", "handles"),
            (&tag[1..], "secret", "handle"),
            ("", "secret", "handle"),
        ] {
            assert!(!oldest.is_of_session(seal, secret, handle), "{seal} {secret} {handle}");
        }
    }

    #[test]
    fn no_other_text_opens() {
        let seal = seal(&[1]);
        let token = seal.token(ORDER, Uuid::from_u128(7));
        for place in 0..token.len() {
            for other in ["A", "B", "_", "=", " ", "+"] {
                let mut forged = token.clone();
                forged.replace_range(place..=place, other);
                assert!(forged == token || seal.open(ORDER, &forged).is_none(), "{forged}");
            }
            assert_eq!(seal.open(ORDER, &token[..place]), None);
        }
        assert_eq!(seal.open(ORDER, &format!("{token}A")), None);
        assert_eq!(seal.open(ORDER, &format!("{token}=")), None);
    }

    #[test]
    fn keys_are_not_shown() {
        assert!(!format!("{:?}", seal(&[1])).contains('1'));
    }
}
