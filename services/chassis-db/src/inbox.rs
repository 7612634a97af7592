//! Events already handled, remembered in the transaction of their effect.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryResult};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::inbox;

/// Claims an event for a consumer: `false` if it has been handled before. Waits for a concurrent holder to end.
#[tracing::instrument(name = "db.inbox.claim", skip_all, fields(event.id = %event_id))]
pub async fn claim(
    conn: &mut AsyncPgConnection,
    consumer: &str,
    event_id: Uuid,
    now: DateTime<Utc>,
) -> QueryResult<bool> {
    let inserted = diesel::insert_into(inbox::table)
        .values((inbox::consumer.eq(consumer), inbox::event_id.eq(event_id), inbox::handled_at.eq(now)))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(inserted == 1)
}

/// Those of the events that a consumer has handled before.
#[tracing::instrument(name = "db.inbox.known", skip_all, fields(events.count = event_ids.len()))]
pub async fn known(conn: &mut AsyncPgConnection, consumer: &str, event_ids: &[Uuid]) -> QueryResult<HashSet<Uuid>> {
    let known: Vec<Uuid> = inbox::table
        .filter(inbox::consumer.eq(consumer).and(inbox::event_id.eq_any(event_ids)))
        .select(inbox::event_id)
        .load(conn)
        .await?;
    Ok(known.into_iter().collect())
}
