//! Gives a session a new secret and a new handle.

use futures_util::future::join;
use pishkhan_chassis_db::{Commit, audit};
use serde_json::json;

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

impl App {
    /// The session under its new secret, which is shown this once. The old one has ended; the absolute end stays.
    pub async fn renew_session(
        &self,
        secret: &str,
        handle: &str,
        request_id: String,
    ) -> Result<(Session, String), AuthError> {
        let old_hash = SecretHash::of_text(secret).ok_or(AuthError::SessionInvalid)?;
        let (new_secret, new_handle) = (random::<SECRET_BYTES>()?, secret::encode(&random::<HANDLE_BYTES>()?));
        let (now, session_id, audit_id) = (self.clock.now(), self.clock.new_id(), self.clock.new_id());
        let session = self
            .db
            .pipelined(async |tx| -> Result<Commit<Session>, AuthError> {
                let (user_locked, found) = tx
                    .begin(|conn| join(users::lock_of_session(conn, old_hash), sessions::lock(conn, old_hash)))
                    .await?;
                user_locked?;
                let live = found?.filter(|LockedSession { session, .. }| {
                    secret::same(&session.handle, handle) && session.is_live(now)
                });
                let LockedSession { session_id: old_id, session, client_address, expires_at } =
                    live.ok_or(AuthError::SessionInvalid)?;
                let user = session.user;
                let start = sessions::insert(sessions::NewSession {
                    session_id,
                    user_id: user.user_id,
                    secret_hash: SecretHash::of(&new_secret),
                    handle: &new_handle,
                    client_address: &client_address,
                    created_at: now,
                    expires_at,
                });
                let entry = audit::Entry {
                    actor: &actor(&user, request_id.clone()),
                    seller_id: user.seller_id,
                    action: "session.renewed",
                    entity: "session",
                    entity_id: session_id,
                    version: 1,
                    changes: json!({ "ended": [old_id] }),
                };
                let writes = vec![
                    sessions::revoke_all(vec![old_id], now).changing(1),
                    sessions::announce(handle),
                    start,
                    audit::record(now, audit_id, entry),
                ];
                let session = Session { handle: new_handle.clone(), user, last_seen_at: now, expires_at };
                Ok(Commit { value: session, writes })
            })
            .await?;
        self.forget(old_hash).await;
        Ok((session, secret::encode(&new_secret)))
    }
}
