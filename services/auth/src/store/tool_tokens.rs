//! Passports that were made for people to call with.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{QueryResult, QueryableByName, pg::Pg};
use diesel_async::AsyncPgConnection;
use pishkhan_chassis_db::{OldRows, Statement, statement};
use uuid::Uuid;

use super::schema::tool_token;
use crate::domain::tool_token::ToolToken;

/// They are listed for so long; the audit keeps them.
pub const OLD: OldRows = OldRows::new("tool_token", "created_at", TimeDelta::days(90));

/// Writes one down.
pub fn insert(token: &ToolToken) -> Statement {
    let ToolToken { token_id, audience, scopes, seller_id, minted_by, tool, created_at, expires_at } = token.clone();
    statement(
        "INSERT INTO tool_token (token_id, audience, scopes, seller_id, minted_by, tool, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(token_id)
    .bind(audience)
    .bind(scopes)
    .bind(seller_id)
    .bind(minted_by)
    .bind(tool)
    .bind(created_at)
    .bind(expires_at)
}

#[derive(QueryableByName)]
#[diesel(table_name = tool_token, check_for_backend(Pg))]
struct TokenRow {
    token_id: Uuid,
    audience: String,
    scopes: Vec<String>,
    seller_id: Option<Uuid>,
    minted_by: String,
    tool: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

/// Those behind an instant and id, the newest first: `limit` at most.
#[tracing::instrument(name = "db.tool_token.list", skip_all)]
pub async fn list(
    conn: &AsyncPgConnection,
    after: Option<(DateTime<Utc>, Uuid)>,
    limit: i64,
) -> QueryResult<Vec<ToolToken>> {
    let (at, token_id) = after.unzip();
    let rows: Vec<TokenRow> = statement(
        "SELECT token_id, audience, scopes, seller_id, minted_by, tool, created_at, expires_at FROM tool_token \
         WHERE (created_at, token_id) < (coalesce($1, 'infinity'), coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff')) \
         ORDER BY created_at DESC, token_id DESC LIMIT $3",
    )
    .bind(at)
    .bind(token_id)
    .bind(limit)
    .rows(conn)
    .await?;
    let token = |row: TokenRow| {
        let TokenRow { token_id, audience, scopes, seller_id, minted_by, tool, created_at, expires_at } = row;
        ToolToken { token_id, audience, scopes, seller_id, minted_by, tool, created_at, expires_at }
    };
    Ok(rows.into_iter().map(token).collect())
}
