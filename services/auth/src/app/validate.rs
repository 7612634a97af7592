//! Says whose session this is, and mints the passports that the services behind accept.

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::passport::Claims;

use super::{App, AuthError};
use crate::{
    domain::{
        secret::{self, SecretHash},
        session::Session,
    },
    store::sessions,
};

/// The services that a person may be passed on to.
const AUDIENCES: [&str; 5] = ["auth", "settings", "orders", "catalogue", "reports"];

/// A passport for one service.
#[derive(Debug)]
pub struct Passport {
    /// The service.
    pub audience: &'static str,
    /// Signed.
    pub token: String,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

impl App {
    /// The live session that secret and handle name together, with a passport for each service.
    pub async fn validate(&self, secret: &str, handle: &str) -> Result<(Session, Vec<Passport>), AuthError> {
        let now = self.clock.now();
        let session = self.live_session(secret, handle, now).await?;
        let passports = AUDIENCES.map(|audience| self.passport(&session, audience, now)).into();
        Ok((session, passports))
    }

    /// The live session that secret and handle name together.
    pub(super) async fn live_session(
        &self,
        secret: &str,
        handle: &str,
        now: DateTime<Utc>,
    ) -> Result<Session, AuthError> {
        let secret_hash = SecretHash::of_text(secret).ok_or(AuthError::SessionInvalid)?;
        let session = match self.remembered(secret_hash, now).await {
            Some(session) => session,
            None => self.recorded(secret_hash, now).await?,
        };
        if secret::same(&session.handle, handle) && session.is_live(now) {
            Ok(session)
        } else {
            Err(AuthError::SessionInvalid)
        }
    }

    /// From the cache: only while ended sessions are heard of, and only if its use need not be written down.
    async fn remembered(&self, secret_hash: SecretHash, now: DateTime<Utc>) -> Option<Session> {
        let (session, read_at) = match self.cache.get(secret_hash).await {
            Ok(found) => found?,
            Err(error) => {
                metrics::counter!("auth_session_cache_failures_total").increment(1);
                tracing::debug!(%error, "the session cache is away");
                return None;
            }
        };
        let believed = self.revocations.is_live_since(&session.handle, read_at) && !session.use_counts(now);
        believed.then_some(session)
    }

    /// From the record.
    async fn recorded(&self, secret_hash: SecretHash, now: DateTime<Utc>) -> Result<Session, AuthError> {
        let conn = self.db.read().await?;
        let mut session = sessions::find(&conn, secret_hash).await?.ok_or(AuthError::SessionInvalid)?;
        if !session.is_live(now) {
            return Err(AuthError::SessionInvalid);
        }
        let used = session.use_counts(now);
        if used {
            sessions::touch(secret_hash, now).run(&conn).await?;
            session.last_seen_at = now;
        }
        drop(conn);
        if let Err(error) = self.cache.put(secret_hash, &session, now).await {
            tracing::debug!(%error, "the session cache is away");
        }
        Ok(session)
    }

    fn passport(&self, session: &Session, audience: &'static str, now: DateTime<Utc>) -> Passport {
        let user = &session.user;
        let claims = Claims {
            child: user.child_seller,
            sid: Some(session.handle.clone()),
            ..Claims::user(user.user_id, vec![user.role], user.seller_id, audience, now, self.clock.new_id())
        };
        let expires_at = now + TimeDelta::seconds(claims.exp - claims.iat);
        Passport { audience, token: self.signer.sign(&claims), expires_at }
    }
}
