//! Sessions in Redis, for at most 30 s. PostgreSQL is the record; whatever goes wrong here costs time, not truth.

use std::time::Duration;

use chrono::{DateTime, Utc};
use pishkhan_chassis::passport::Role;
use pishkhan_chassis_db::bus::SharedConnection;
use redis::{AsyncCommands as _, RedisResult, Script};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::domain::{secret::SecretHash, session::Session, user::User};

/// How long a session is remembered.
const TTL: Duration = Duration::from_secs(30);
/// How long a revoked one is kept from being remembered again: longer than any look-up can be on its way.
const TOMBSTONE: Duration = Duration::from_mins(1);
const REVOKED: &str = "revoked";
/// Remembers a session, unless a tombstone lies there: in one step, or a look-up that began before the session ended
/// could bring it back.
const PUT: &str = r"
if redis.call('GET', KEYS[1]) == ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return 1
";

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
    /// When the record was asked; not later than that.
    read_at: DateTime<Utc>,
}

/// The sessions that all replicas remember.
#[derive(Clone)]
pub struct SessionCache {
    redis: SharedConnection,
    prefix: String,
}

impl SessionCache {
    /// Below `prefix` in Redis.
    pub fn new(redis: SharedConnection, prefix: &str) -> Self {
        Self { redis, prefix: format!("{prefix}:auth:session:") }
    }

    fn key(&self, secret_hash: SecretHash) -> String {
        format!("{}{}", self.prefix, crate::domain::secret::encode(&secret_hash.0))
    }

    /// A session of the last seconds, and when it was read from the record.
    pub async fn get(&self, secret_hash: SecretHash) -> RedisResult<Option<(Session, DateTime<Utc>)>> {
        let text: Option<String> = self.redis.clone().get(self.key(secret_hash)).await?;
        // A tombstone or another version's form is no session.
        Ok(text.and_then(|text| serde_json::from_str::<Remembered>(&text).ok()).map(Into::into))
    }

    /// Remembers a session as it was at `read_at`, unless it was revoked meanwhile.
    pub async fn put(&self, secret_hash: SecretHash, session: &Session, read_at: DateTime<Utc>) -> RedisResult<()> {
        let text = serde_json::to_string(&Remembered::new(session.clone(), read_at)).map_err(std::io::Error::from)?;
        let script = Script::new(PUT);
        let mut call = script.prepare_invoke();
        call.key(self.key(secret_hash)).arg(text).arg(REVOKED).arg(TTL.as_secs());
        call.invoke_async::<i64>(&mut self.redis.clone()).await.map(drop)
    }

    /// Forgets a session that has ended, and keeps late look-ups from bringing it back.
    pub async fn revoke(&self, secret_hash: SecretHash) -> RedisResult<()> {
        self.redis.clone().set_ex(self.key(secret_hash), REVOKED, TOMBSTONE.as_secs()).await
    }
}

impl Remembered {
    fn new(session: Session, read_at: DateTime<Utc>) -> Self {
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
            read_at,
        }
    }
}

impl From<Remembered> for (Session, DateTime<Utc>) {
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
            read_at,
        } = remembered;
        let user = User { user_id, cellphone, username, first_name, last_name, role, seller_id, child_seller };
        (Session { handle, user, last_seen_at, expires_at }, read_at)
    }
}
