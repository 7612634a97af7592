//! Gives a session a new secret and a new handle.

use pishkhan_chassis_db::audit;
use serde_json::json;

use super::{App, AuthError, log_in::actor, random};
use crate::{
    domain::{
        secret::{self, HANDLE_BYTES, SECRET_BYTES, SecretHash},
        session::Session,
    },
    store::{sessions, users},
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
            .transaction(async |conn| {
                let found = sessions::find(conn, old_hash).await?;
                let live = found.filter(|session| secret::same(&session.handle, handle) && session.is_live(now));
                let user = live.ok_or(AuthError::SessionInvalid)?.user;
                users::lock(conn, user.user_id).await?;
                let (old_id, _) =
                    sessions::revoke(conn, old_hash, handle, now).await?.ok_or(AuthError::SessionInvalid)?;
                sessions::announce(conn, handle).await?;
                let (client_address, expires_at) = sessions::origin(conn, old_id).await?;
                sessions::insert(
                    conn,
                    sessions::NewSession {
                        session_id,
                        user_id: user.user_id,
                        secret_hash: SecretHash::of(&new_secret),
                        handle: &new_handle,
                        client_address: &client_address,
                        created_at: now,
                        expires_at,
                    },
                )
                .await?;
                let entry = audit::Entry {
                    actor: &actor(&user, request_id.clone()),
                    seller_id: user.seller_id,
                    action: "session.renewed",
                    entity: "session",
                    entity_id: session_id,
                    version: 1,
                    changes: json!({ "ended": [old_id] }),
                };
                audit::append(conn, now, audit_id, entry).await?;
                Ok::<_, AuthError>(Session { handle: new_handle.clone(), user, last_seen_at: now, expires_at })
            })
            .await?;
        self.forget(old_hash).await;
        Ok((session, secret::encode(&new_secret)))
    }
}
