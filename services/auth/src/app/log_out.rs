//! Ends a session.

use pishkhan_chassis_db::{Commit, audit};
use serde_json::json;

use super::{App, AuthError, log_in::actor};
use crate::{
    domain::secret::{self, SecretHash, is_handle},
    store::sessions::{self, LockedSession},
};

impl App {
    /// Ends the session that secret and handle name together. One that is over already, or never was, is fine.
    pub async fn log_out(&self, secret: &str, handle: &str, request_id: &str) -> Result<(), AuthError> {
        let Some(secret_hash) = SecretHash::of_text(secret).filter(|_| is_handle(handle)) else { return Ok(()) };
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        self.db
            .pipelined(async |tx| -> Result<Commit<()>, AuthError> {
                let found = tx.begin(|conn| sessions::lock(conn, secret_hash)).await??;
                let named = found.filter(|found| secret::same(&found.session.handle, handle));
                let Some(LockedSession { session_id, session, .. }) = named else {
                    return Ok(Commit::without_writes(()));
                };
                let user = &session.user;
                let entry = audit::Entry {
                    actor: &actor(user, Some(handle), request_id.to_owned()),
                    seller_id: user.seller_id,
                    action: "session.ended",
                    entity: "session",
                    entity_id: session_id,
                    version: 2,
                    changes: json!({}),
                };
                let writes = vec![
                    sessions::revoke_all(vec![session_id], now).changing(1),
                    sessions::announce(handle),
                    audit::record(now, audit_id, entry),
                ];
                Ok(Commit { value: (), writes })
            })
            .await?;
        self.forget(secret_hash).await;
        Ok(())
    }

    /// Tells the cache that a session has ended.
    pub(super) async fn forget(&self, secret_hash: SecretHash) {
        if let Err(error) = self.cache.revoke(secret_hash).await {
            // Replicas hear of it from the record as well.
            tracing::warn!(%error, "the cache could not be told of an ended session");
        }
    }
}
