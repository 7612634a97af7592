//! Sessions in Redis, for at most 30 s. PostgreSQL is the record; whatever goes wrong here costs time, not truth.

use std::time::Duration;

use chrono::{DateTime, Utc};
use pishkhan_chassis::passport::Role;
use redis::{AsyncCommands as _, ExistenceCheck, RedisResult, SetExpiry, SetOptions, aio::ConnectionManager};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::domain::{secret::SecretHash, session::Session, user::User};

/// How long a session is remembered.
const TTL: Duration = Duration::from_secs(30);
/// How long a revoked one is kept from being remembered again: longer than any look-up can be on its way.
const TOMBSTONE: Duration = Duration::from_mins(1);
const REVOKED: &str = "revoked";

/// What is remembered of a session.
#[derive(Serialize, Deserialize)]
struct Remembered {
    handle: String,
    user_id: Uuid,
    cellphone: String,
    username: String,
    first_name: String,
    last_name: String,
    role: Role,
    seller_id: Option<Uuid>,
    child_seller: bool,
    last_seen_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

/// The sessions that all replicas remember.
#[derive(Clone)]
pub struct SessionCache {
    redis: ConnectionManager,
    prefix: String,
}

impl SessionCache {
    /// Below `prefix` in Redis.
    pub fn new(redis: ConnectionManager, prefix: &str) -> Self {
        Self { redis, prefix: format!("{prefix}:auth:session:") }
    }

    fn key(&self, secret_hash: SecretHash) -> String {
        format!("{}{}", self.prefix, crate::domain::secret::encode(&secret_hash.0))
    }

    /// A session of the last seconds.
    pub async fn get(&self, secret_hash: SecretHash) -> RedisResult<Option<Session>> {
        let text: Option<String> = self.redis.clone().get(self.key(secret_hash)).await?;
        // A tombstone or another version's form is no session.
        Ok(text.and_then(|text| serde_json::from_str::<Remembered>(&text).ok()).map(Into::into))
    }

    /// Remembers a session, unless it was revoked meanwhile.
    pub async fn put(&self, secret_hash: SecretHash, session: &Session) -> RedisResult<()> {
        let text = serde_json::to_string(&Remembered::from(session.clone())).map_err(std::io::Error::from)?;
        let options =
            SetOptions::default().conditional_set(ExistenceCheck::NX).with_expiration(SetExpiry::EX(TTL.as_secs()));
        self.redis.clone().set_options(self.key(secret_hash), text, options).await
    }

    /// Forgets a session that has ended, and keeps late look-ups from bringing it back.
    pub async fn revoke(&self, secret_hash: SecretHash) -> RedisResult<()> {
        self.redis.clone().set_ex(self.key(secret_hash), REVOKED, TOMBSTONE.as_secs()).await
    }

    /// Forgets what is remembered, so that the next look-up asks the record.
    pub async fn forget(&self, secret_hash: SecretHash) -> RedisResult<()> {
        self.redis.clone().del(self.key(secret_hash)).await
    }
}

impl From<Session> for Remembered {
    fn from(session: Session) -> Self {
        let Session { handle, user, last_seen_at, expires_at } = session;
        let User { user_id, cellphone, username, first_name, last_name, role, seller_id, child_seller } = user;
        Self {
            handle,
            user_id,
            cellphone,
            username,
            first_name,
            last_name,
            role,
            seller_id,
            child_seller,
            last_seen_at,
            expires_at,
        }
    }
}

impl From<Remembered> for Session {
    fn from(remembered: Remembered) -> Self {
        let Remembered {
            handle,
            user_id,
            cellphone,
            username,
            first_name,
            last_name,
            role,
            seller_id,
            child_seller,
            last_seen_at,
            expires_at,
        } = remembered;
        let user = User { user_id, cellphone, username, first_name, last_name, role, seller_id, child_seller };
        Self { handle, user, last_seen_at, expires_at }
    }
}
