//! Until when everything has been told.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryResult};
use diesel_async::RunQueryDsl;

use super::{Connection, schema::told_until};

/// Until when it has been; nobody else says so before the transaction ends.
#[tracing::instrument(name = "db.told_until.lock", skip_all)]
pub async fn lock(conn: &mut Connection) -> QueryResult<DateTime<Utc>> {
    told_until::table.select(told_until::until).for_update().first(conn).await
}

/// Sets until when it has been.
#[tracing::instrument(name = "db.told_until.set", skip_all)]
pub async fn set(conn: &mut Connection, until: DateTime<Utc>) -> QueryResult<()> {
    diesel::update(told_until::table).set(told_until::until.eq(until)).execute(conn).await.map(drop)
}
