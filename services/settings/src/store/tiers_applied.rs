//! Whether sellers' orders use their discount tiers.

use diesel::{NullableExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::schema::{seller, tiers_applied};

/// Whether the orders of a seller that is ready use its tiers: off until it is turned on.
#[tracing::instrument(name = "db.tiers_applied.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<bool>> {
    let mut conn = conn;
    let applied: Option<Option<bool>> = seller::table
        .find(seller_id)
        .filter(seller::ready)
        .left_join(tiers_applied::table)
        .select(tiers_applied::applied.nullable())
        .first(&mut conn)
        .await
        .optional()?;
    Ok(applied.map(Option::unwrap_or_default))
}

/// Turns the use of a seller's tiers on or off.
pub fn put(seller_id: Uuid, applied: bool) -> Statement {
    statement(
        "INSERT INTO tiers_applied (seller_id, applied) VALUES ($1, $2) \
         ON CONFLICT (seller_id) DO UPDATE SET applied = excluded.applied",
    )
    .bind(seller_id)
    .bind(applied)
    .changing(1)
}
