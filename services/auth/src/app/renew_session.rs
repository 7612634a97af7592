//! Gives a session a new secret and a new handle.

use chrono::{DateTime, Utc};
use futures_util::future::join;
use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::{Commit, Statement, audit};
use serde_json::json;
use uuid::Uuid;

use super::{App, AuthError, log_in::actor, random};
use crate::{
    domain::{
        secret::{self, HANDLE_BYTES, SECRET_BYTES, SecretHash},
        session::Session,
    },
    store::{
        sessions::{self, LockedSession},
        users,
    },
};

/// What goes on in the place of a session: under another secret and handle, from the same device, until the same end.
pub(super) struct Heir {
    pub(super) session_id: Uuid,
    pub(super) secret: [u8; SECRET_BYTES],
    handle: String,
}

impl Heir {
    pub(super) fn new(clock: &SharedClock) -> Result<Self, AuthError> {
        let handle = secret::encode(&random::<HANDLE_BYTES>()?);
        Ok(Self { session_id: clock.new_id(), secret: random()?, handle })
    }

    /// Starts it.
    pub(super) fn start(&self, before: &LockedSession, now: DateTime<Utc>) -> Statement {
        sessions::insert(sessions::NewSession {
            session_id: self.session_id,
            user_id: before.session.user.user_id,
            secret_hash: SecretHash::of(&self.secret),
            handle: &self.handle,
            client_address: &before.client_address,
            device: &before.device,
            created_at: now,
            expires_at: before.expires_at,
        })
    }

    /// As it stands then.
    pub(super) fn session(&self, before: LockedSession, now: DateTime<Utc>) -> Session {
        let LockedSession { session, expires_at, .. } = before;
        Session { handle: self.handle.clone(), last_seen_at: now, expires_at, ..session }
    }
}

impl App {
    /// The session under its new secret, which is shown this once. The old one has ended; the absolute end stays.
    pub async fn renew_session(
        &self,
        secret: &str,
        handle: &str,
        request_id: String,
    ) -> Result<(Session, String), AuthError> {
        let old_hash = SecretHash::of_text(secret).ok_or(AuthError::SessionInvalid)?;
        let heir = Heir::new(&self.clock)?;
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        let session = self
            .db
            .pipelined(async |tx| -> Result<Commit<Session>, AuthError> {
                let (user_locked, found) = tx
                    .begin(|conn| join(users::lock_of_session(conn, old_hash), sessions::lock(conn, old_hash)))
                    .await?;
                user_locked?;
                let before = found?.filter(|found| found.is(handle, now)).ok_or(AuthError::SessionInvalid)?;
                let user = &before.session.user;
                let entry = audit::Entry {
                    actor: &actor(user, Some(handle), request_id.clone()),
                    seller_id: user.seller_id,
                    action: "session.renewed",
                    entity: "session",
                    entity_id: heir.session_id,
                    version: 1,
                    changes: json!({ "ended": [before.session_id] }),
                };
                let writes = vec![
                    sessions::revoke_all(vec![before.session_id], now).changing(1),
                    sessions::announce(handle),
                    heir.start(&before, now),
                    audit::record(now, audit_id, entry),
                ];
                Ok(Commit { value: heir.session(before, now), writes })
            })
            .await?;
        self.forget(old_hash).await;
        Ok((session, secret::encode(&heir.secret)))
    }
}
