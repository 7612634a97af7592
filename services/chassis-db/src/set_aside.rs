//! Events that a consumer gave up: what of a seller's figures may be missing, until it is counted anew.
//!
//! Whole they lie in the dead-letter stream; here stands what a person or a program has to know of them.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, QueryDsl as _, QueryResult, Queryable,
    QueryableByName, Selectable, SelectableHelper as _, sql_query,
    sql_types::{BigInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::set_aside;

/// Events of one lane that are listed at most.
const MOST_LISTED: i64 = 100;

/// An event that was given up.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = set_aside)]
pub struct SetAside {
    /// The consumer group.
    pub consumer: String,
    /// The lane that its handler gave it: the seller, where that can be read.
    pub lane: Uuid,
    /// The event's own id.
    pub event_id: Uuid,
    /// The stream it came by.
    pub topic: String,
    /// What happened.
    pub kind: String,
    /// The aggregate it happened to.
    pub key: Uuid,
    /// Why.
    pub reason: String,
    /// When it was given up.
    pub set_aside_at: DateTime<Utc>,
}

/// Remembers an event; one that is given up again is known already.
#[tracing::instrument(name = "db.set_aside.record", skip_all, fields(event.id = %event.event_id))]
pub async fn record(conn: &mut AsyncPgConnection, event: &SetAside) -> QueryResult<()> {
    diesel::insert_into(set_aside::table).values(event).on_conflict_do_nothing().execute(conn).await?;
    Ok(())
}

/// Those of one lane, some at most, in the order of their ids; and whether there are more.
#[tracing::instrument(name = "db.set_aside.list", skip_all, fields(lane = %lane))]
pub async fn list(conn: &mut AsyncPgConnection, consumer: &str, lane: Uuid) -> QueryResult<(Vec<SetAside>, bool)> {
    let mut events = set_aside::table
        .filter(set_aside::consumer.eq(consumer).and(set_aside::lane.eq(lane)))
        .order(set_aside::event_id)
        .limit(MOST_LISTED + 1)
        .select(SetAside::as_select())
        .load(conn)
        .await?;
    let most = usize::try_from(MOST_LISTED).unwrap_or_default();
    let truncated = events.len() > most;
    events.truncate(most);
    Ok((events, truncated))
}

/// Forgets those of one lane that were given up before `before`: what they should have done is done.
#[tracing::instrument(name = "db.set_aside.settle", skip_all, fields(lane = %lane))]
pub async fn settle(
    conn: &mut AsyncPgConnection,
    consumer: &str,
    lane: Uuid,
    before: DateTime<Utc>,
) -> QueryResult<usize> {
    let settled = set_aside::consumer.eq(consumer).and(set_aside::lane.eq(lane));
    diesel::delete(set_aside::table.filter(settled.and(set_aside::set_aside_at.lt(before)))).execute(conn).await
}

/// How many each consumer has given up.
pub(crate) async fn counts(conn: &mut AsyncPgConnection) -> QueryResult<Vec<(String, i64)>> {
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = Text)]
        consumer: String,
        #[diesel(sql_type = BigInt)]
        events: i64,
    }
    let counts: Vec<Count> =
        sql_query("SELECT consumer, count(*) AS events FROM set_aside GROUP BY consumer").load(conn).await?;
    Ok(counts.into_iter().map(|Count { consumer, events }| (consumer, events)).collect())
}
