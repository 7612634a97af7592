//! Until when the facts about orders have been told without a gap.

use chrono::{DateTime, Utc};
use diesel::sql_types::{Nullable, Timestamptz};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryableByName};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use super::schema::told_until;
use super::{Connection, StoreResult};

/// Everything between two instants has been told: whoever had everything until the first has it until the second.
#[tracing::instrument(name = "db.told_until.advance", skip_all)]
pub async fn advance(conn: &mut Connection, since: DateTime<Utc>, until: DateTime<Utc>) -> StoreResult<()> {
    let without_gap = told_until::until.ge(since);
    let row = diesel::update(told_until::table).filter(without_gap).filter(told_until::until.lt(until));
    row.set(told_until::until.eq(until)).execute(conn).await?;
    Ok(())
}

/// Everything until then is known to be here, gap or not.
#[tracing::instrument(name = "db.told_until.confirm", skip_all)]
pub async fn confirm(conn: &mut Connection, until: DateTime<Utc>) -> StoreResult<()> {
    let row = diesel::update(told_until::table).filter(told_until::until.lt(until));
    row.set(told_until::until.eq(until)).execute(conn).await?;
    Ok(())
}

/// Until when everything has been told of all sellers.
#[tracing::instrument(name = "db.told_until.find", skip_all)]
pub async fn find(conn: &mut Connection) -> StoreResult<DateTime<Utc>> {
    Ok(told_until::table.select(told_until::until).first(conn).await?)
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
