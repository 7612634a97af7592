//! Which changes of credentials were done.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryResult, dsl::exists};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::OldRows;
use uuid::Uuid;

use super::schema::credential_change;

/// Long after anybody asks again: settings settle a change within minutes of their own recovery.
pub const OLD: OldRows = OldRows::new("credential_change", "created_at", TimeDelta::days(90));

/// Whether it stands decided if a seller's change was done.
#[tracing::instrument(name = "db.credential_change.is_decided", skip_all, fields(seller.id = %seller_id))]
pub async fn is_decided(conn: &mut AsyncPgConnection, seller_id: Uuid, change_id: Uuid) -> QueryResult<bool> {
    diesel::select(exists(credential_change::table.find((seller_id, change_id)))).get_result(conn).await
}

/// Decides that a change was done, or never will be, unless that is decided already; what stands decided then, and
/// whether this call has decided it. Waits for a concurrent decision.
#[tracing::instrument(name = "db.credential_change.decide", skip_all, fields(seller.id = %seller_id))]
pub async fn decide(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    change_id: Uuid,
    applied: bool,
    now: DateTime<Utc>,
) -> QueryResult<(bool, bool)> {
    let inserted = diesel::insert_into(credential_change::table)
        .values((
            credential_change::change_id.eq(change_id),
            credential_change::seller_id.eq(seller_id),
            credential_change::applied.eq(applied),
            credential_change::created_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    if inserted == 1 {
        return Ok((applied, true));
    }
    let decided =
        credential_change::table.find((seller_id, change_id)).select(credential_change::applied).first(conn).await?;
    Ok((decided, false))
}
