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

use super::{ISSUER_TOOL, PublicKey, Signer};
use crate::config::Profile;

const KEYRING: &str = "keyring.json";
/// What the names of keys begin with that were made in the dev profile.
const DEVELOPMENT: &str = "dev-";
/// What the names of our tests' keys begin with, whose secrets are published.
const TESTS: &str = "test-";

/// A key file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read.
    #[error("{path} cannot be read: {source}")]
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
    /// Whoever has developed with it has its secret.
    #[error("the key {kid} was made for development")]
    Development {
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool: Option<String>,
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
        let Self { kid, issuer, tool, seed } = self;
        let seed: Option<[u8; 32]> = BASE64_STANDARD.decode(seed).ok().and_then(|seed| seed.try_into().ok());
        let seed = seed.ok_or_else(|| KeyError::Format {
            path: path.to_owned(),
            problem: "the seed is not 32 bytes in base64".to_owned(),
        })?;
        let signer = Signer::from_seed(issuer, kid, &seed);
        Ok(match tool {
            Some(tool) => signer.of_tool(tool),
            None => signer,
        })
    }
}

impl Keyring {
    /// A ring without keys is a mistake: nobody could call.
    pub(super) fn read(path: &Path) -> Result<Self, KeyError> {
        let ring: Self = read_json(path)?;
        if ring.keys.is_empty() {
            return Err(KeyError::Format { path: path.to_owned(), problem: "it has no keys".to_owned() });
        }
        Ok(ring)
    }

    /// The same. In production a key of development is a mistake too.
    pub(super) fn read_for(profile: Profile, path: &Path) -> Result<Self, KeyError> {
        let ring = Self::read(path)?;
        match ring.keys.iter().find(|key| profile == Profile::Production && is_of_development(&key.kid)) {
            Some(known) => Err(KeyError::Development { kid: known.kid.clone() }),
            None => Ok(ring),
        }
    }

    /// The ring of a folder; an empty one when there is none yet.
    fn of(dir: &Path) -> io::Result<Self> {
        let path = dir.join(KEYRING);
        if path.exists() { Self::read(&path).map_err(io::Error::other) } else { Ok(Self::default()) }
    }

    /// Replaced in one step: who reads it meanwhile has the old or the new ring, never half of one.
    fn write(&self, dir: &Path) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        let draft = dir.join(format!("{KEYRING}.new"));
        fs::write(&draft, text)?;
        fs::rename(&draft, dir.join(KEYRING))
    }
}

/// Whether others have the secret of a key of this name.
pub(super) fn is_of_development(kid: &str) -> bool {
    kid.starts_with(DEVELOPMENT) || kid.starts_with(TESTS)
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
/// Keys of the keyring whose secret lies elsewhere stay in it, so that keys can be rotated. Production takes none that was
/// made in the dev profile.
pub fn generate_keys(dir: &Path, issuers: &[&str], profile: Profile) -> io::Result<()> {
    let signers = issuers.iter().map(|issuer| signer_of(dir, issuer, None, profile)).collect::<io::Result<Vec<_>>>()?;
    put_into_ring(dir, &signers)
}

/// Makes `dir/tool-{name}.key`, a tool's own key, and puts it into the ring; one that exists stays as it is.
///
/// # Errors
/// Names are 1 to 32 letters a-z, digits and hyphens, and begin with a letter; `token-…` and `pishkhanctl` are the names
/// that tools without a key of their own go by.
pub fn generate_tool_key(dir: &Path, name: &str, profile: Profile) -> io::Result<PathBuf> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let good = (1..=32).contains(&name.len()) && name.bytes().all(plain) && name.as_bytes()[0].is_ascii_lowercase();
    if !good || name == "pishkhanctl" || name.starts_with("token-") {
        return Err(io::Error::other(format!("{name} can be no tool's name: a-z, 0-9 and hyphens, 32 at most")));
    }
    put_into_ring(dir, &[signer_of(dir, ISSUER_TOOL, Some(name), profile)?])?;
    Ok(key_file(dir, ISSUER_TOOL, Some(name)))
}

/// A key of a ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyStanding {
    /// As it stands in the ring.
    pub key: PublicKey,
    /// The file of its secret, if that lies beside the ring.
    pub secret: Option<PathBuf>,
}

/// All keys of a folder's ring.
pub fn list_keys(dir: &Path) -> io::Result<Vec<KeyStanding>> {
    let keys = Keyring::read(&dir.join(KEYRING)).map_err(io::Error::other)?.keys;
    let standing = |key: PublicKey| {
        let file = key_file(dir, &key.issuer, key.tool.as_deref());
        let is_here = file.exists() && Signer::from_file(&file).is_ok_and(|signer| signer.public_key() == key);
        KeyStanding { key, secret: is_here.then_some(file) }
    };
    Ok(keys.into_iter().map(standing).collect())
}

/// Takes a key out of a folder's ring; a tool's secret that lies beside it is removed, so that the next one is another.
///
/// # Errors
/// No such key; or the last one of a process, which would be refused by all others.
pub fn revoke_key(dir: &Path, kid: &str) -> io::Result<()> {
    let keys = list_keys(dir)?;
    let Some(KeyStanding { key: revoked, secret }) = keys.iter().find(|standing| standing.key.kid == kid).cloned()
    else {
        return Err(io::Error::other(format!("the ring has no key {kid}")));
    };
    let left: Vec<PublicKey> = keys.into_iter().map(|standing| standing.key).filter(|key| key.kid != kid).collect();
    let is_tool = revoked.issuer == ISSUER_TOOL;
    if !is_tool && !left.iter().any(|key| key.issuer == revoked.issuer) {
        let issuer = revoked.issuer;
        return Err(io::Error::other(format!("{kid} is the only key of {issuer}: make another one first")));
    }
    Keyring { keys: left }.write(dir)?;
    match secret.filter(|_| is_tool) {
        Some(file) => fs::remove_file(file),
        None => Ok(()),
    }
}

fn key_file(dir: &Path, issuer: &str, tool: Option<&str>) -> PathBuf {
    dir.join(tool.map_or_else(|| format!("{issuer}.key"), |tool| format!("{issuer}-{tool}.key")))
}

fn put_into_ring(dir: &Path, signers: &[Signer]) -> io::Result<()> {
    let mut ring = Keyring::of(dir)?;
    let missing = signers.iter().map(Signer::public_key).filter(|key| !ring.keys.contains(key));
    let missing: Vec<_> = missing.collect();
    if missing.is_empty() {
        return Ok(());
    }
    ring.keys.extend(missing);
    ring.write(dir)
}

/// The key of a folder; it is made where it is missing.
fn signer_of(dir: &Path, issuer: &str, tool: Option<&str>, profile: Profile) -> io::Result<Signer> {
    fs::create_dir_all(dir)?;
    let path = key_file(dir, issuer, tool);
    if path.exists() {
        let signer = Signer::from_file(&path).map_err(io::Error::other)?;
        if signer.issuer() != issuer || signer.tool() != tool {
            return Err(io::Error::other(format!("{} belongs to the issuer {}", path.display(), signer.issuer())));
        }
        return Ok(signer);
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(io::Error::other)?;
    let name = Signer::from_seed(issuer, "", &seed).key.verifying_key();
    let [a, b, c, d, ..] = name.to_bytes();
    let of = tool.map_or_else(|| issuer.to_owned(), |tool| format!("{issuer}-{tool}"));
    let mark = if profile == Profile::Dev { DEVELOPMENT } else { "" };
    let kid = format!("{mark}{of}-{a:02x}{b:02x}{c:02x}{d:02x}");
    let seed = BASE64_STANDARD.encode(seed);
    let file = KeyFile { kid, issuer: issuer.to_owned(), tool: tool.map(str::to_owned), seed };
    let mut out = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
    out.write_all(&serde_json::to_vec(&file)?)?;
    out.sync_all()?;
    file.signer(&path).map_err(io::Error::other)
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
        generate_keys(&dir.0, &["auth", "orders"], Profile::Production).unwrap();
        let first = fs::read(dir.0.join("auth.key")).unwrap();
        generate_keys(&dir.0, &["auth", "orders", "tool"], Profile::Production).unwrap();
        assert_eq!(fs::read(dir.0.join("auth.key")).unwrap(), first, "an existing key was replaced");
        assert_eq!(fs::metadata(dir.0.join("tool.key")).unwrap().permissions().mode() & 0o777, 0o600);

        let verifier =
            Verifier::from_keyring_file(&dir.0.join("keyring.json"), "catalogue", Profile::Production).unwrap();
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
        generate_keys(&dir.0, &["auth"], Profile::Production).unwrap();
        fs::remove_file(dir.0.join("auth.key")).unwrap();
        generate_keys(&dir.0, &["auth"], Profile::Production).unwrap();
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
        assert!(
            generate_keys(&dir.0, &["auth"], Profile::Production)
                .unwrap_err()
                .to_string()
                .contains("belongs to the issuer orders")
        );
    }

    #[test]
    fn weak_repeated_and_broken_public_keys_are_refused() {
        let weak = PublicKey {
            kid: "w".to_owned(),
            issuer: "auth".to_owned(),
            tool: None,
            public: BASE64_STANDARD.encode([0; 32]),
        };
        assert!(matches!(Verifier::new([weak], "orders"), Err(KeyError::Public { .. })));
        let good = Signer::from_seed("auth", "a", &[7; 32]).public_key();
        assert!(matches!(Verifier::new([good.clone(), good], "orders"), Err(KeyError::Repeated { .. })));
    }

    #[test]
    fn a_tool_has_a_key_of_its_own_that_is_taken_back() {
        let dir = Dir::new();
        generate_keys(&dir.0, &["auth", "tool"], Profile::Production).unwrap();
        let file = generate_tool_key(&dir.0, "ci", Profile::Production).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let first = Signer::from_file(&file).unwrap();
        assert_eq!((first.issuer(), first.tool()), ("tool", Some("ci")));
        generate_tool_key(&dir.0, "ci", Profile::Production).unwrap();
        let keys = list_keys(&dir.0).unwrap();
        assert_eq!(keys.iter().filter(|key| key.key == first.public_key()).count(), 1, "{keys:?}");
        assert!(keys.iter().all(|key| key.secret.is_some()));

        let kid = first.public_key().kid;
        assert!(kid.starts_with("tool-ci-"), "{kid}");
        revoke_key(&dir.0, &kid).unwrap();
        assert!(!file.exists(), "the next one would be the same");
        assert_eq!(list_keys(&dir.0).unwrap().len(), 2);
        assert!(revoke_key(&dir.0, &kid).unwrap_err().to_string().contains("has no key"));
        generate_tool_key(&dir.0, "ci", Profile::Production).unwrap();
        assert_ne!(Signer::from_file(&file).unwrap().public_key(), first.public_key());
    }

    #[test]
    fn a_process_keeps_a_key() {
        let dir = Dir::new();
        generate_keys(&dir.0, &["auth", "orders"], Profile::Production).unwrap();
        let old = Signer::from_file(&dir.0.join("auth.key")).unwrap().public_key().kid;
        assert!(revoke_key(&dir.0, &old).unwrap_err().to_string().contains("only key of auth"));
        fs::rename(dir.0.join("auth.key"), dir.0.join("auth.key.old")).unwrap();
        generate_keys(&dir.0, &["auth", "orders"], Profile::Production).unwrap();
        revoke_key(&dir.0, &old).unwrap();
        assert!(list_keys(&dir.0).unwrap().iter().all(|key| key.secret.is_some()));
        assert!(dir.0.join("auth.key").exists());
    }

    #[test]
    fn strange_names_are_no_tools() {
        let dir = Dir::new();
        for name in ["", "CI", "1st", "-ci", "../auth", "a/b", "token-1", "pishkhanctl", "کاوه", &"a".repeat(33)] {
            assert!(generate_tool_key(&dir.0, name, Profile::Production).is_err(), "{name}");
        }
        assert!(!dir.0.exists(), "nothing was made");
    }
}
