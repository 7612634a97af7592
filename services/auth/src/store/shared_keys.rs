//! Keys that all replicas share: the first one to ask makes them.

use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods as _, QueryDsl as _, QueryResult};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::schema::shared_key;

/// The key of that name; `candidate` becomes it if there is none yet.
#[tracing::instrument(name = "db.shared_key.get_or_create", skip_all)]
pub async fn get_or_create(
    conn: &mut AsyncPgConnection,
    name: &str,
    candidate: &[u8; 32],
    now: DateTime<Utc>,
) -> QueryResult<Vec<u8>> {
    diesel::insert_into(shared_key::table)
        .values((shared_key::name.eq(name), shared_key::value.eq(candidate.as_slice()), shared_key::created_at.eq(now)))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    shared_key::table.find(name).select(shared_key::value).first(conn).await
}
