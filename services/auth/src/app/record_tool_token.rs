//! Records a passport that a person calls with.

use chrono::{DateTime, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    audit,
    idempotency::{self, Claim, Key},
};
use serde_json::json;
use uuid::Uuid;

use super::{App, AuthError};

/// What was made, by whom.
pub struct RecordToolToken {
    /// Of the passport.
    pub token_id: Uuid,
    /// Of the request.
    pub fingerprint: [u8; 32],
    /// The service that accepts it.
    pub audience: String,
    /// What may be called with it.
    pub scopes: Vec<String>,
    /// The one seller it is for.
    pub seller_id: Option<Uuid>,
    /// When it ends.
    pub expires: DateTime<Utc>,
    /// Who made it.
    pub minted_by: String,
    /// The tool that asks.
    pub actor: Actor,
}

impl App {
    /// Writes it down. The same request again changes nothing.
    pub async fn record_tool_token(&self, command: RecordToolToken) -> Result<(), AuthError> {
        let RecordToolToken { token_id, fingerprint, audience, scopes, seller_id, expires, minted_by, actor } = command;
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        let request_id = token_id.to_string();
        let key = Key { seller_id: Uuid::nil(), operation: "RecordToolToken", request_id: &request_id, fingerprint };
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(_) = idempotency::claim(conn, &key, now).await? {
                    return Ok(());
                }
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id,
                    action: "tool_token.minted",
                    entity: "tool_token",
                    entity_id: token_id,
                    version: 1,
                    changes: json!({
                        "audience": audience, "scopes": scopes, "expires": expires, "minted_by": minted_by,
                    }),
                };
                audit::append(conn, now, audit_id, entry).await?;
                idempotency::store(conn, &key, &[]).await?;
                Ok(())
            })
            .await
    }
}
