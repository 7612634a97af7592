//! Resets of accounts that wait for the settings.
//!
//! Leases and rests are reckoned by the database's clock alone, as those of intents.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, QueryableByName, Selectable, SelectableHelper as _,
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::{Connection, schema::account_reset, settlements::microseconds};
use crate::domain::AccountReset;

#[derive(Queryable, QueryableByName, Selectable)]
#[diesel(table_name = account_reset, check_for_backend(diesel::pg::Pg))]
struct Row {
    seller_id: Uuid,
    reset_id: Uuid,
    decided_at: DateTime<Utc>,
    attempts: i32,
}

impl From<Row> for AccountReset {
    fn from(row: Row) -> Self {
        let Row { seller_id, reset_id, decided_at, attempts } = row;
        Self { seller_id, reset_id, decided_at, attempts }
    }
}

/// Writes a reset, in place of an earlier one that still waits: it ends all that the earlier one does. Its writer has it
/// for the length of the lease.
#[tracing::instrument(name = "db.account_reset.put", skip_all, fields(seller.id = %seller_id))]
pub async fn put(
    conn: &mut Connection,
    seller_id: Uuid,
    reset_id: Uuid,
    decided_at: DateTime<Utc>,
    lease: TimeDelta,
) -> QueryResult<AccountReset> {
    let row: Row = statement(
        "INSERT INTO account_reset AS r (seller_id, reset_id, decided_at, attempts, lease_until) \
         VALUES ($1, $2, $3, 1, clock_timestamp() + $4 * interval '1 microsecond') \
         ON CONFLICT (seller_id) DO UPDATE SET reset_id = excluded.reset_id, attempts = 1, \
           decided_at = greatest(r.decided_at, excluded.decided_at), lease_until = excluded.lease_until \
         RETURNING seller_id, reset_id, decided_at, attempts",
    )
    .bind(seller_id)
    .bind(reset_id)
    .bind(decided_at)
    .bind(microseconds(lease))
    .get_result(conn)
    .await?;
    Ok(row.into())
}

/// The seller's reset that waits.
#[tracing::instrument(name = "db.account_reset.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut Connection, seller_id: Uuid) -> QueryResult<Option<AccountReset>> {
    let row = account_reset::table.find(seller_id).select(Row::as_select()).first(conn).await.optional()?;
    Ok(row.map(Into::into))
}

/// Removes a reset that is done; a later one stays.
#[tracing::instrument(name = "db.account_reset.remove", skip_all, fields(seller.id = %seller_id))]
pub async fn remove(conn: &mut Connection, seller_id: Uuid, reset_id: Uuid) -> QueryResult<()> {
    statement("DELETE FROM account_reset WHERE seller_id = $1 AND reset_id = $2")
        .bind(seller_id)
        .bind(reset_id)
        .run(conn)
        .await
        .map(drop)
}

/// Takes resets of any seller that nobody has and that rest no more, with the number of the try that begins.
#[tracing::instrument(name = "db.account_reset.take_overdue", skip_all)]
pub async fn take_overdue(conn: &mut Connection, lease: TimeDelta, limit: i64) -> QueryResult<Vec<AccountReset>> {
    let taken: Vec<Row> = statement(
        "WITH due AS ( \
           SELECT seller_id FROM account_reset WHERE lease_until <= now() \
           ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED) \
         UPDATE account_reset r SET lease_until = clock_timestamp() + $1 * interval '1 microsecond', \
           attempts = r.attempts + 1 \
         FROM due WHERE r.seller_id = due.seller_id \
         RETURNING r.seller_id, r.reset_id, r.decided_at, r.attempts",
    )
    .bind(microseconds(lease))
    .bind(limit)
    .load(conn)
    .await?;
    Ok(taken.into_iter().map(Into::into).collect())
}

/// A try has come to nothing: the reset rests, unless somebody else has taken or finished it meanwhile.
#[tracing::instrument(name = "db.account_reset.rest", skip_all, fields(seller.id = %seller_id))]
pub async fn rest(conn: &mut Connection, seller_id: Uuid, reset: &AccountReset, pause: TimeDelta) -> QueryResult<()> {
    statement(
        "UPDATE account_reset SET lease_until = clock_timestamp() + $4 * interval '1 microsecond' \
         WHERE seller_id = $1 AND reset_id = $2 AND attempts = $3",
    )
    .bind(seller_id)
    .bind(reset.reset_id)
    .bind(reset.attempts)
    .bind(microseconds(pause))
    .run(conn)
    .await
    .map(drop)
}

/// How many wait, of all sellers.
#[tracing::instrument(name = "db.account_reset.waiting", skip_all)]
pub async fn waiting(conn: &mut Connection) -> QueryResult<i64> {
    account_reset::table.count().get_result(conn).await
}
