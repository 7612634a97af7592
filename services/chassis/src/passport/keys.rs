//! Key files: one secret per issuer, one keyring for everybody.

use std::{
    fs, io,
    io::Write as _,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use ed25519_dalek::VerifyingKey;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{PublicKey, Signer};

const KEYRING: &str = "keyring.json";

/// A key file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read.
    #[error("cannot read {path}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not what it should be.
    #[error("{path} is not a key file: {problem}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong; never its content.
        problem: String,
    },
    /// A public key that is no point of the curve.
    #[error("the public key {kid} is not valid")]
    Public {
        /// The key's name.
        kid: String,
    },
    /// Two keys of one name.
    #[error("the key {kid} is in the keyring twice")]
    Repeated {
        /// The key's name.
        kid: String,
    },
}

/// `NAME.key`: an issuer's secret.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyFile {
    kid: String,
    issuer: String,
    seed: String,
}

/// `keyring.json`: the public keys of all issuers.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keyring {
    pub(super) keys: Vec<PublicKey>,
}

impl KeyFile {
    pub(super) fn read(path: &Path) -> Result<Self, KeyError> {
        read_json(path)
    }

    pub(super) fn signer(self, path: &Path) -> Result<Signer, KeyError> {
        let Self { kid, issuer, seed } = self;
        let seed: Option<[u8; 32]> = BASE64_STANDARD.decode(seed).ok().and_then(|seed| seed.try_into().ok());
        let seed = seed.ok_or_else(|| KeyError::Format {
            path: path.to_owned(),
            problem: "the seed is not 32 bytes in base64".to_owned(),
        })?;
        Ok(Signer::from_seed(issuer, kid, &seed))
    }
}

impl Keyring {
    pub(super) fn read(path: &Path) -> Result<Self, KeyError> {
        read_json(path)
    }
}

pub(super) fn decode_public(text: &str) -> Option<VerifyingKey> {
    let bytes: [u8; 32] = BASE64_STANDARD.decode(text).ok()?.try_into().ok()?;
    VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak())
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, KeyError> {
    let text = fs::read(path).map_err(|source| KeyError::Read { path: path.to_owned(), source })?;
    // The parser's message may quote what it read: only the place is told.
    serde_json::from_slice(&text).map_err(|error| KeyError::Format {
        path: path.to_owned(),
        problem: format!("line {}, column {}", error.line(), error.column()),
    })
}

/// Makes what is missing of `dir/{issuer}.key` (mode 0600) and `dir/keyring.json`; what exists stays as it is.
///
/// Keys of the keyring whose secret lies elsewhere stay in it, so that keys can be rotated.
pub fn generate_keys(dir: &Path, issuers: &[&str]) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    let path = dir.join(KEYRING);
    let mut keyring = if path.exists() { Keyring::read(&path).map_err(io::Error::other)? } else { Keyring::default() };
    let mut changed = !path.exists();
    for issuer in issuers {
        let signer = signer_of(&dir.join(format!("{issuer}.key")), issuer)?;
        let public = signer.public_key();
        if !keyring.keys.contains(&public) {
            keyring.keys.push(public);
            changed = true;
        }
    }
    if changed {
        let mut text = serde_json::to_vec_pretty(&keyring)?;
        text.push(b'\n');
        // Replaced in one step: a process that starts meanwhile reads the old or the new ring, never half of one.
        let draft = dir.join(format!("{KEYRING}.new"));
        fs::write(&draft, text)?;
        fs::rename(&draft, &path)?;
    }
    Ok(())
}

fn signer_of(path: &Path, issuer: &str) -> io::Result<Signer> {
    if path.exists() {
        let signer = Signer::from_file(path).map_err(io::Error::other)?;
        if signer.issuer() != issuer {
            return Err(io::Error::other(format!("{} belongs to the issuer {}", path.display(), signer.issuer())));
        }
        return Ok(signer);
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(io::Error::other)?;
    let name = Signer::from_seed(issuer, "", &seed).key.verifying_key();
    let [a, b, c, d, ..] = name.to_bytes();
    let kid = format!("{issuer}-{a:02x}{b:02x}{c:02x}{d:02x}");
    let file = KeyFile { kid: kid.clone(), issuer: issuer.to_owned(), seed: BASE64_STANDARD.encode(seed) };
    let mut out = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    out.write_all(&serde_json::to_vec(&file)?)?;
    out.sync_all()?;
    Ok(Signer::from_seed(issuer, kid, &seed))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use chrono::{TimeZone, Utc};
    use uuid::Uuid;

    use super::*;
    use crate::{
        clock::{Clock, SystemClock},
        passport::{Claims, Verifier},
    };

    struct Dir(PathBuf);

    impl Dir {
        fn new() -> Self {
            Self(std::env::temp_dir().join(format!("pishkhan-keys-{}", SystemClock.new_id())))
        }
    }

    impl Drop for Dir {
        fn drop(&mut self) {
            if let Err(error) = fs::remove_dir_all(&self.0) {
                eprintln!("cannot remove {}: {error}", self.0.display());
            }
        }
    }

    #[test]
    fn keys_are_made_once_and_fit_together() {
        let dir = Dir::new();
        generate_keys(&dir.0, &["auth", "orders"]).unwrap();
        let first = fs::read(dir.0.join("auth.key")).unwrap();
        generate_keys(&dir.0, &["auth", "orders", "tool"]).unwrap();
        assert_eq!(fs::read(dir.0.join("auth.key")).unwrap(), first, "an existing key was replaced");
        assert_eq!(fs::metadata(dir.0.join("tool.key")).unwrap().permissions().mode() & 0o777, 0o600);

        let verifier = Verifier::from_keyring_file(&dir.0.join("keyring.json"), "catalogue").unwrap();
        let now = Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap();
        for issuer in ["auth", "orders"] {
            let signer = Signer::from_file(&dir.0.join(format!("{issuer}.key"))).unwrap();
            let claims = Claims::service(issuer, "catalogue", now, Uuid::from_u128(1));
            assert_eq!(verifier.verify(&signer.sign(&claims), now), Ok(claims));
        }
    }

    #[test]
    fn a_rotated_key_stays_in_the_ring() {
        let dir = Dir::new();
        generate_keys(&dir.0, &["auth"]).unwrap();
        fs::remove_file(dir.0.join("auth.key")).unwrap();
        generate_keys(&dir.0, &["auth"]).unwrap();
        assert_eq!(Keyring::read(&dir.0.join(KEYRING)).unwrap().keys.len(), 2);
    }

    #[test]
    fn broken_files_are_named_and_never_quoted() {
        let dir = Dir::new();
        fs::create_dir_all(&dir.0).unwrap();
        let path = dir.0.join("auth.key");
        fs::write(&path, r#"{"kid":"k","issuer":"auth","seed":"c2VjcmV0"}"#).unwrap();
        let error = Signer::from_file(&path).unwrap_err().to_string();
        assert!(error.contains("32 bytes") && !error.contains("c2VjcmV0"), "{error}");
        fs::write(&path, r#"{"kid":"k","issuer":"auth","seed":7}"#).unwrap();
        assert!(Signer::from_file(&path).unwrap_err().to_string().contains("line 1"));
        assert!(matches!(Signer::from_file(&dir.0.join("none.key")), Err(KeyError::Read { .. })));
        fs::write(&path, r#"{"kid":"k","issuer":"orders","seed":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}"#)
            .unwrap();
        assert!(generate_keys(&dir.0, &["auth"]).unwrap_err().to_string().contains("belongs to the issuer orders"));
    }

    #[test]
    fn weak_repeated_and_broken_public_keys_are_refused() {
        let weak =
            PublicKey { kid: "w".to_owned(), issuer: "auth".to_owned(), public: BASE64_STANDARD.encode([0; 32]) };
        assert!(matches!(Verifier::new([weak], "orders"), Err(KeyError::Public { .. })));
        let good = Signer::from_seed("auth", "a", &[7; 32]).public_key();
        assert!(matches!(Verifier::new([good.clone(), good], "orders"), Err(KeyError::Repeated { .. })));
    }
}
