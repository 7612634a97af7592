//! Passports: short-lived signed statements of who calls, for one audience.
//!
//! A passport is a compact JWS with exactly the header `{"alg":"EdDSA","typ":"pishkhan+jwt","kid":…}`. The verifier is
//! closed: no other algorithm, type or header field exists for it, and a key speaks only for its own issuer.

use std::{
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use chrono::{DateTime, TimeDelta, Utc};
use ed25519_dalek::{Signer as _, SigningKey};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{config::Env, key_file};

mod keys;
mod verifier;

use keys::KeyFile;
pub use keys::{KeyError, KeyStanding, generate_keys, generate_tool_key, list_keys, revoke_key};
pub use verifier::Verifier;

/// The issuer that alone may speak for people.
pub const ISSUER_AUTH: &str = "auth";
/// The issuer of internal tools, which alone may carry scopes.
pub const ISSUER_TOOL: &str = "tool";
/// The process that calls for people: their passports are made out to it.
const HOLDER_FOR_PEOPLE: &str = "bff";
/// How long a passport is usually valid.
pub const LIFETIME: TimeDelta = TimeDelta::seconds(60);
/// A passport that claims to be valid for longer is refused.
pub const MAX_LIFETIME: TimeDelta = TimeDelta::minutes(5);
/// How far two machines' clocks may lie apart.
pub const SKEW: TimeDelta = TimeDelta::seconds(5);

const ALGORITHM: &str = "EdDSA";
const TYPE: &str = "pishkhan+jwt";

/// What a person may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A seller, for its own store.
    Seller,
    /// An operator of the panel, for all stores.
    Operator,
}

impl Role {
    /// The name in passports, access rules and audit rows.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seller => "seller",
            Self::Operator => "operator",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Role {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "seller" => Ok(Self::Seller),
            "operator" => Ok(Self::Operator),
            _ => Err("must be seller or operator"),
        }
    }
}

/// What a passport says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Who signed: `auth`, `bff`, `orders`, …, `tool`.
    pub iss: String,
    /// Who calls: a user id, `service:orders` or `tool:name`.
    pub sub: String,
    /// The one service this is for.
    pub aud: String,
    /// What a user may do; empty for services and tools.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<Role>,
    /// The seller a user or a tool acts for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seller_id: Option<Uuid>,
    /// Whether the seller is a child of another one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub child: bool,
    /// What a tool may call: `pishkhan.orders.v1.OrdersService/PlaceOrder`, `orders.*` or `*`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
    /// A handle of the session, for logs and revocation; never its secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
    /// The process this passport was made out to; none: the one that signed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// When it was signed, in seconds since 1970.
    pub iat: i64,
    /// When it ends, in seconds since 1970.
    pub exp: i64,
    /// The id of this passport.
    pub jti: Uuid,
}

impl Claims {
    /// A passport by which a service speaks for itself.
    pub fn service(issuer: &str, audience: &str, now: DateTime<Utc>, jti: Uuid) -> Self {
        Self {
            iss: issuer.to_owned(),
            sub: format!("service:{issuer}"),
            aud: audience.to_owned(),
            roles: Vec::new(),
            seller_id: None,
            child: false,
            scopes: Vec::new(),
            sid: None,
            act: None,
            iat: now.timestamp(),
            exp: (now + LIFETIME).timestamp(),
            jti,
        }
    }

    /// A passport of a user, as `auth` issues it to the BFF.
    pub fn user(
        user_id: Uuid,
        roles: Vec<Role>,
        seller_id: Option<Uuid>,
        audience: &str,
        now: DateTime<Utc>,
        jti: Uuid,
    ) -> Self {
        let act = Some(HOLDER_FOR_PEOPLE.to_owned());
        Self { sub: user_id.to_string(), roles, seller_id, act, ..Self::service(ISSUER_AUTH, audience, now, jti) }
    }

    /// A passport of an internal tool.
    pub fn tool(
        name: &str,
        scopes: Vec<String>,
        seller_id: Option<Uuid>,
        audience: &str,
        now: DateTime<Utc>,
        jti: Uuid,
    ) -> Self {
        Self { sub: format!("tool:{name}"), scopes, seller_id, ..Self::service(ISSUER_TOOL, audience, now, jti) }
    }

    /// The tool that calls: `ci` of `tool:ci` and of `tool:ci/token-…`.
    fn tool_name(&self) -> Option<&str> {
        let name = self.sub.strip_prefix("tool:")?.split('/').next()?;
        (!name.is_empty()).then_some(name)
    }

    /// Whether these claims are such as their issuer may make.
    fn is_within_the_issuers_right(&self) -> bool {
        let for_itself = self.sub == format!("service:{}", self.iss);
        let plain = self.roles.is_empty() && self.scopes.is_empty();
        match self.iss.as_str() {
            ISSUER_TOOL => self.roles.is_empty() && !self.child && self.tool_name().is_some(),
            ISSUER_AUTH if !for_itself => {
                let whose = !self.roles.contains(&Role::Seller) || self.seller_id.is_some();
                let theirs = !self.roles.is_empty() && self.scopes.is_empty() && self.act.is_some();
                theirs && whose && Uuid::try_parse(&self.sub).is_ok()
            }
            _ => for_itself && plain && self.seller_id.is_none() && !self.child,
        }
    }
}

fn holder(issuer: &str, tool: Option<&str>) -> String {
    tool.map_or_else(|| issuer.to_owned(), |tool| format!("{issuer}/{tool}"))
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    alg: String,
    typ: String,
    kid: String,
}

/// Why a token is not a passport for us. The caller learns only that it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PassportError {
    /// Not three base64url parts of a sensible length, or not the claims we know.
    #[error("the token is not a passport")]
    Malformed,
    /// Another algorithm, type or header field.
    #[error("the header is not that of a passport")]
    Header,
    /// No key of that name.
    #[error("the key is not known")]
    UnknownKey,
    /// The signature does not fit.
    #[error("the signature does not fit")]
    Signature,
    /// Signed with the key of another issuer, or of another tool.
    #[error("the key is another issuer's")]
    Issuer,
    /// For another service.
    #[error("the passport is for another service")]
    Audience,
    /// The issuer may not say that.
    #[error("the issuer may not claim that")]
    Authority,
    /// No longer valid.
    #[error("the passport has expired")]
    Expired,
    /// Signed in the future.
    #[error("the passport is not valid yet")]
    NotYetValid,
    /// Shown by another process than the one it was made out to.
    #[error("the passport was made out to another process")]
    Holder,
    /// Valid for too long, or not at all.
    #[error("the passport's lifetime is not allowed")]
    Lifetime,
}

/// Signs passports with one process's own key.
pub struct Signer {
    issuer: String,
    /// The one tool that it speaks for, if it is a tool's own key.
    tool: Option<String>,
    key: SigningKey,
    kid: String,
    /// The encoded header and the dot: the same for all passports of a key.
    prefix: String,
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").field("issuer", &self.issuer).field("kid", &self.kid).finish_non_exhaustive()
    }
}

impl Signer {
    /// The key of `process`, which `PASSPORT_KEY_FILE` names. What is wrong is noted; in production also that others may
    /// read it, or have it.
    pub fn from_env(env: &mut Env, process: &str) -> Option<Arc<Self>> {
        const NAME: &str = "PASSPORT_KEY_FILE";
        let path: PathBuf = env.required(NAME)?;
        env.guard(NAME);
        let problem = match Self::from_file(&path) {
            Ok(signer) if signer.issuer == process => {
                if keys::is_of_development(&signer.kid) || key_file::is_of_tests(signer.key.as_bytes()) {
                    env.problem_in_production(NAME, key_file::KNOWN);
                }
                return Some(Arc::new(signer));
            }
            Ok(signer) => format!("{} is the key of {}, not of {process}", path.display(), signer.issuer),
            Err(error) => error.to_string(),
        };
        env.problem(NAME, problem);
        None
    }

    /// Reads a key file as [`generate_keys`] writes it.
    pub fn from_file(path: &Path) -> Result<Self, KeyError> {
        KeyFile::read(path)?.signer(path)
    }

    /// A signer from a seed, for tests and key generation.
    pub fn from_seed(issuer: impl Into<String>, kid: impl Into<String>, seed: &[u8; 32]) -> Self {
        let kid = kid.into();
        // The three fields are escaped by serde_json, so any kid gives a sound header.
        let header = serde_json::json!({ "alg": ALGORITHM, "typ": TYPE, "kid": kid }).to_string();
        let prefix = format!("{}.", BASE64_URL_SAFE_NO_PAD.encode(header));
        Self { issuer: issuer.into(), tool: None, key: SigningKey::from_bytes(seed), kid, prefix }
    }

    /// The same, as the key of one tool.
    #[must_use]
    pub fn of_tool(self, name: impl Into<String>) -> Self {
        Self { tool: Some(name.into()), ..self }
    }

    /// The one tool that it speaks for.
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// Whose key this is.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The process that has this key, as its certificate names it: `orders`, or `tool/ci` of a tool's own.
    pub fn holder(&self) -> String {
        holder(&self.issuer, self.tool.as_deref())
    }

    /// The public half, for a keyring.
    pub fn public_key(&self) -> PublicKey {
        PublicKey {
            kid: self.kid.clone(),
            issuer: self.issuer.clone(),
            tool: self.tool.clone(),
            public: BASE64_STANDARD.encode(self.key.verifying_key()),
        }
    }

    /// Signs the claims as they are; whether the issuer may make them is the verifier's question.
    ///
    /// # Panics
    /// Never: claims are strings, numbers and ids, which are always JSON.
    pub fn sign(&self, claims: &Claims) -> String {
        let claims = serde_json::to_vec(claims).expect("claims are plain JSON");
        let mut token = self.prefix.clone();
        BASE64_URL_SAFE_NO_PAD.encode_string(claims, &mut token);
        let signature = self.key.sign(token.as_bytes());
        token.push('.');
        BASE64_URL_SAFE_NO_PAD.encode_string(signature.to_bytes(), &mut token);
        token
    }

    /// What only this key makes of `content`, and always the same of the same: its signatures are deterministic
    /// (RFC 8032).
    pub fn mark(&self, content: &[u8]) -> [u8; 64] {
        // No passport begins so.
        self.key.sign(&[b"pishkhan/mark/v1\0", content].concat()).to_bytes()
    }
}

/// A public key as it stands in the keyring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicKey {
    /// The key's name.
    pub kid: String,
    /// The only issuer it speaks for.
    pub issuer: String,
    /// The only tool it speaks for; for all that have no key of their own when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The 32 bytes in base64.
    pub public: String,
}

#[cfg(test)]
mod tests;
