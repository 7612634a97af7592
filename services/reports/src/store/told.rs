//! Until when the facts about orders have been told without a gap.

use chrono::{DateTime, Utc};
use diesel::dsl::max;
use diesel::sql_types::{Nullable, Timestamptz};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryableByName};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::schema::{told_ahead, told_until};
use super::{Connection, StoreResult};

/// Until when everything has been told of all sellers; nobody else says more of it before the transaction ends.
#[tracing::instrument(name = "db.told_until.lock", skip_all)]
pub async fn lock(conn: &mut Connection) -> StoreResult<DateTime<Utc>> {
    Ok(told_until::table.select(told_until::until).for_update().first(conn).await?)
}

/// Sets until when everything has been told.
#[tracing::instrument(name = "db.told_until.set", skip_all)]
pub async fn set(conn: &mut Connection, until: DateTime<Utc>) -> StoreResult<()> {
    diesel::update(told_until::table).set(told_until::until.eq(until)).execute(conn).await?;
    diesel::delete(told_ahead::table.filter(told_ahead::until.le(until))).execute(conn).await?;
    Ok(())
}

/// Keeps what was told behind a gap. What goes on from something that is kept becomes one with it.
#[tracing::instrument(name = "db.told_ahead.keep", skip_all)]
pub async fn keep(conn: &mut Connection, since: DateTime<Utc>, until: DateTime<Utc>) -> StoreResult<()> {
    statement(
        "WITH longer AS (UPDATE told_ahead SET until = $2 WHERE until = $1 AND NOT EXISTS (
            SELECT FROM told_ahead WHERE until = $2) RETURNING until)
        INSERT INTO told_ahead (since, until) SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM longer) ON CONFLICT DO NOTHING",
    )
    .bind(since)
    .bind(until)
    .run(conn)
    .await?;
    Ok(())
}

/// How far what is kept goes on from an instant without a gap.
#[tracing::instrument(name = "db.told_ahead.reach", skip_all)]
pub async fn reach(conn: &mut Connection, from: DateTime<Utc>) -> StoreResult<Option<DateTime<Utc>>> {
    let on = told_ahead::table.filter(told_ahead::since.le(from)).filter(told_ahead::until.gt(from));
    Ok(on.select(max(told_ahead::until)).first(conn).await?)
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    until: Option<DateTime<Utc>>,
}

/// Until when a seller's figures have everything; none while something that was told of it is set aside.
#[tracing::instrument(name = "db.told_until.of_seller", skip_all)]
pub async fn of_seller(conn: &Connection, seller_id: Uuid, consumer: &str) -> StoreResult<Option<DateTime<Utc>>> {
    let rows: Vec<Row> = statement(
        "SELECT CASE WHEN EXISTS (SELECT FROM set_aside WHERE consumer = $2 AND lane = $1) THEN NULL ELSE until END AS until
        FROM told_until",
    )
    .bind(seller_id)
    .bind(consumer.to_owned())
    .rows(conn)
    .await?;
    Ok(rows.into_iter().find_map(|row| row.until))
}
