//! Passports that people call with: recorded before anybody gets one, and listed.

use chrono::{DateTime, Utc};
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::{
    audit,
    idempotency::{self, Claim, Key},
};
use serde_json::json;
use uuid::Uuid;

use super::{App, AuthError};
use crate::{domain::tool_token::ToolToken, store::tool_tokens};

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
    pub expires_at: DateTime<Utc>,
    /// Who made it.
    pub minted_by: String,
    /// The tool that asks.
    pub actor: Actor,
}

impl App {
    /// Writes it down. The same request again changes nothing.
    pub async fn record_tool_token(&self, command: RecordToolToken) -> Result<(), AuthError> {
        let RecordToolToken { token_id, fingerprint, audience, scopes, seller_id, expires_at, minted_by, actor } =
            command;
        let (created_at, audit_id) = (self.clock.now(), self.clock.new_id());
        let request_id = token_id.to_string();
        let key = Key { seller_id: Uuid::nil(), operation: "RecordToolToken", request_id: &request_id, fingerprint };
        let tool = actor.subject.clone();
        let token = ToolToken { token_id, audience, scopes, seller_id, minted_by, tool, created_at, expires_at };
        self.db
            .transaction(async |conn| {
                if let Claim::Replay(_) = idempotency::claim(conn, &key, created_at).await? {
                    return Ok(());
                }
                let ToolToken { audience, scopes, minted_by, .. } = &token;
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id,
                    action: "tool_token.minted",
                    entity: "tool_token",
                    entity_id: token_id,
                    version: 1,
                    changes: json!({
                        "audience": audience, "scopes": scopes, "expires": expires_at, "minted_by": minted_by,
                    }),
                };
                audit::append(conn, created_at, audit_id, entry).await?;
                tool_tokens::insert(&token).run(conn).await?;
                idempotency::store(conn, &key, &[]).await?;
                Ok(())
            })
            .await
    }

    /// Those behind an instant and id, the newest first, and whether there are more.
    pub async fn tool_tokens(
        &self,
        after: Option<(DateTime<Utc>, Uuid)>,
        limit: u32,
    ) -> Result<(Vec<ToolToken>, bool), AuthError> {
        let conn = self.db.read().await?;
        let tokens = tool_tokens::list(&conn, after, i64::from(limit) + 1).await?;
        Ok(page(tokens, limit))
    }
}

/// The first `limit` rows, and whether there are more.
pub(super) fn page<T>(mut rows: Vec<T>, limit: u32) -> (Vec<T>, bool) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    (rows, more)
}
