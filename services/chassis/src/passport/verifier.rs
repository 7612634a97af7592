//! Checks passports offline, with the public keys of the ring.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::Duration,
};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use ed25519_dalek::{Signature, VerifyingKey};

use super::{
    ALGORITHM, Claims, Header, ISSUER_TOOL, MAX_LIFETIME, PassportError, PublicKey, SKEW, TYPE, holder,
    keys::{self, KeyError, Keyring},
};
use crate::config::{Env, Profile};

const MAX_TOKEN_LEN: usize = 4_096;
/// Verified tokens that are remembered, so that a token used for many calls costs one signature check.
pub(super) const REMEMBERED: usize = 1_024;
/// How often the file of the ring is looked at.
const PERIOD: Duration = Duration::from_secs(5);
/// 1 while the file of the ring can't be used, and the keys of before count.
const UNREADABLE: &str = "passport_keyring_unreadable";

/// Checks passports offline, for one audience.
#[derive(Clone)]
pub struct Verifier {
    inner: Arc<VerifierInner>,
    period: Duration,
}

struct VerifierInner {
    audience: &'static str,
    /// Where the ring is read again.
    file: Option<RingFile>,
    ring: RwLock<Arc<Ring>>,
}

struct RingFile {
    path: PathBuf,
    profile: Profile,
}

impl RingFile {
    fn read(&self) -> Result<Ring, KeyError> {
        Ring::new(Keyring::read_for(self.profile, &self.path)?.keys)
    }
}

/// Keys that count, and what they have been seen to have signed.
struct Ring {
    keys: BTreeMap<String, Key>,
    verified: Mutex<HashMap<String, Verified>>,
}

#[derive(Clone)]
struct Verified {
    claims: Claims,
    /// The process that alone may show it: whom it was made out to, or who signed it.
    holder: String,
}

#[derive(PartialEq, Eq)]
struct Key {
    issuer: String,
    tool: Option<String>,
    public: VerifyingKey,
}

impl Ring {
    /// Two keys of one name are an error.
    fn new(public_keys: impl IntoIterator<Item = PublicKey>) -> Result<Self, KeyError> {
        let mut keys = BTreeMap::new();
        for PublicKey { kid, issuer, tool, public } in public_keys {
            let public = keys::decode_public(&public).ok_or_else(|| KeyError::Public { kid: kid.clone() })?;
            if keys.insert(kid.clone(), Key { issuer, tool, public }).is_some() {
                return Err(KeyError::Repeated { kid });
            }
        }
        Ok(Self { keys, verified: Mutex::default() })
    }

    /// Whether the key may speak for who calls: a tool's own key for that tool alone, and no other for it.
    fn is_of(&self, key: &Key, claims: &Claims) -> bool {
        if claims.iss != key.issuer {
            return false;
        }
        match (claims.tool_name().filter(|_| claims.iss == ISSUER_TOOL), &key.tool) {
            (name, Some(tool)) => name == Some(tool),
            (Some(name), None) => !self.keys.values().any(|other| other.tool.as_deref() == Some(name)),
            (None, None) => true,
        }
    }

    fn verified(&self) -> std::sync::MutexGuard<'_, HashMap<String, Verified>> {
        self.verified.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verifier")
            .field("audience", &self.inner.audience)
            .field("keys", &self.ring().keys.keys())
            .finish_non_exhaustive()
    }
}

impl Verifier {
    /// The keyring that `PASSPORT_KEYRING_FILE` names; what is wrong with it is noted.
    pub fn from_env(env: &mut Env, audience: &'static str) -> Option<Self> {
        const NAME: &str = "PASSPORT_KEYRING_FILE";
        let path: PathBuf = env.required(NAME)?;
        let read = Self::from_keyring_file(&path, audience, env.profile());
        read.map_err(|error| env.problem(NAME, error.to_string())).ok()
    }

    /// Reads the keyring file. [`follow`](Self::follow) reads it again.
    pub fn from_keyring_file(path: &Path, audience: &'static str, profile: Profile) -> Result<Self, KeyError> {
        let file = RingFile { path: path.to_owned(), profile };
        Ok(Self::with(file.read()?, Some(file), audience))
    }

    /// A verifier for the given keys. Two keys of one name are an error.
    pub fn new(public_keys: impl IntoIterator<Item = PublicKey>, audience: &'static str) -> Result<Self, KeyError> {
        Ok(Self::with(Ring::new(public_keys)?, None, audience))
    }

    fn with(ring: Ring, file: Option<RingFile>, audience: &'static str) -> Self {
        let inner = VerifierInner { audience, file, ring: RwLock::new(Arc::new(ring)) };
        Self { inner: Arc::new(inner), period: PERIOD }
    }

    /// Sets how often the file of the ring is looked at.
    #[must_use]
    pub const fn every(mut self, period: Duration) -> Self {
        self.period = period;
        self
    }

    fn ring(&self) -> Arc<Ring> {
        Arc::clone(&self.inner.ring.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps to the keyring file, for ever: a key counts, or counts no more, within seconds. Calls that are being answered
    /// go on. A file that can't be used changes nothing, and is told in the log.
    pub async fn follow(self) {
        let Some(file) = &self.inner.file else { return std::future::pending().await };
        let mut good = true;
        // The gauge is there before anything has gone wrong.
        metrics::gauge!(UNREADABLE).set(0.0);
        loop {
            tokio::time::sleep(self.period).await;
            // It blocks for as long as some KiB from the page cache take.
            let read = file.read();
            if let Some(error) = read.as_ref().err().filter(|_| good) {
                let error: &dyn std::error::Error = error;
                tracing::error!(error, "the keyring can't be used: the keys of before count");
            }
            good = read.is_ok();
            metrics::gauge!(UNREADABLE).set(f64::from(u8::from(!good)));
            if let Ok(ring) = read {
                self.replace(ring);
            }
        }
    }

    /// Puts another ring in the place of this one, if it has other keys.
    fn replace(&self, ring: Ring) {
        let before = self.ring();
        let names = |ring: &Ring, other: &Ring| -> Vec<String> {
            let is_new = |kid: &&String| other.keys.get(*kid) != ring.keys.get(*kid);
            ring.keys.keys().filter(is_new).cloned().collect()
        };
        let (come, gone) = (names(&ring, &before), names(&before, &ring));
        if come.is_empty() && gone.is_empty() {
            return;
        }
        tracing::info!(?come, ?gone, "the keyring has changed");
        *self.inner.ring.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ring);
    }

    /// The service whose passports are accepted.
    pub fn audience(&self) -> &'static str {
        self.inner.audience
    }

    /// The claims of a passport, if it is one, for us, and valid now.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Result<Claims, PassportError> {
        self.verified(token, now).map(|verified| verified.claims)
    }

    /// The same, shown by a process that has proven who it is: what was made out to another is worth nothing to it.
    pub fn verify_shown_by(&self, process: &str, token: &str, now: DateTime<Utc>) -> Result<Claims, PassportError> {
        let Verified { claims, holder } = self.verified(token, now)?;
        if holder == process { Ok(claims) } else { Err(PassportError::Holder) }
    }

    fn verified(&self, token: &str, now: DateTime<Utc>) -> Result<Verified, PassportError> {
        let ring = self.ring();
        // A signature stays good; only time has to be looked at again.
        let remembered = ring.verified().get(token).cloned();
        if let Some(verified) = remembered {
            check_time(&verified.claims, now)?;
            return Ok(verified);
        }
        let fresh = self.verify_signed(&ring, token)?;
        check_time(&fresh.claims, now)?;
        let mut verified = ring.verified();
        if verified.len() >= REMEMBERED {
            verified.retain(|_, other| check_time(&other.claims, now).is_ok());
            if verified.len() >= REMEMBERED {
                verified.clear();
            }
        }
        verified.insert(token.to_owned(), fresh.clone());
        Ok(fresh)
    }

    /// Tokens that need no signature check.
    #[cfg(test)]
    pub(super) fn remembered(&self) -> usize {
        self.ring().verified().len()
    }

    /// Everything that does not depend on time.
    fn verify_signed(&self, ring: &Ring, token: &str) -> Result<Verified, PassportError> {
        if token.len() > MAX_TOKEN_LEN {
            return Err(PassportError::Malformed);
        }
        let (signed, signature) = token.rsplit_once('.').ok_or(PassportError::Malformed)?;
        let (header, claims) = signed.split_once('.').ok_or(PassportError::Malformed)?;
        let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| PassportError::Header)?;
        if header.alg != ALGORITHM || header.typ != TYPE {
            return Err(PassportError::Header);
        }
        let key = ring.keys.get(&header.kid).ok_or(PassportError::UnknownKey)?;
        let signature = Signature::from_slice(&decode(signature)?).map_err(|_| PassportError::Signature)?;
        key.public.verify_strict(signed.as_bytes(), &signature).map_err(|_| PassportError::Signature)?;
        let claims: Claims = serde_json::from_slice(&decode(claims)?).map_err(|_| PassportError::Malformed)?;
        if !ring.is_of(key, &claims) {
            return Err(PassportError::Issuer);
        }
        if claims.aud != self.inner.audience {
            return Err(PassportError::Audience);
        }
        if !claims.is_within_the_issuers_right() {
            return Err(PassportError::Authority);
        }
        let lifetime = claims.exp.saturating_sub(claims.iat);
        if lifetime <= 0 || lifetime > MAX_LIFETIME.num_seconds() {
            return Err(PassportError::Lifetime);
        }
        let holder = claims.act.clone().unwrap_or_else(|| holder(&key.issuer, key.tool.as_deref()));
        Ok(Verified { claims, holder })
    }
}

fn decode(part: &str) -> Result<Vec<u8>, PassportError> {
    BASE64_URL_SAFE_NO_PAD.decode(part).map_err(|_| PassportError::Malformed)
}

fn check_time(claims: &Claims, now: DateTime<Utc>) -> Result<(), PassportError> {
    let now = now.timestamp();
    if now >= claims.exp.saturating_add(SKEW.num_seconds()) {
        return Err(PassportError::Expired);
    }
    if now < claims.iat.saturating_sub(SKEW.num_seconds()) {
        return Err(PassportError::NotYetValid);
    }
    Ok(())
}
