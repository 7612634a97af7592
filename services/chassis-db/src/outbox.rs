//! Events on their way out: rows written with the change that they tell of.

use chrono::{DateTime, Utc};
use diesel::{
    Insertable, QueryResult, sql_query,
    sql_types::{Array, Binary, Nullable, Text, Timestamptz, Uuid as SqlUuid},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::telemetry;
use uuid::Uuid;

use crate::{fault, schema::outbox};

/// A fact that leaves the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Time-ordered id, by which consumers recognise a repetition.
    pub id: Uuid,
    /// The stream: `orders`.
    pub topic: &'static str,
    /// What happened: `order.registered`.
    pub kind: &'static str,
    /// The aggregate it happened to. Events of one aggregate are published in the order of their transactions.
    pub key: Uuid,
    /// The encoded protobuf message.
    pub payload: Vec<u8>,
    /// When it happened.
    pub occurred_at: DateTime<Utc>,
}

/// Events that one statement writes.
const BATCH: usize = 1_000;

#[derive(Insertable)]
#[diesel(table_name = outbox)]
struct Row<'a> {
    event_id: Uuid,
    topic: &'a str,
    kind: &'a str,
    key: Uuid,
    payload: Vec<u8>,
    traceparent: Option<String>,
    occurred_at: DateTime<Utc>,
}

/// Adds an event to the running transaction. It is sent after the commit, by the relay; the trace of the present span
/// goes with it.
#[tracing::instrument(name = "db.outbox.append", skip_all, fields(event.kind = event.kind, event.id = %event.id))]
pub async fn append(conn: &mut AsyncPgConnection, event: Event) -> QueryResult<()> {
    let Event { id, topic, kind, key, payload, occurred_at } = event;
    let traceparent = telemetry::current_traceparent();
    diesel::insert_into(outbox::table)
        .values(Row { event_id: id, topic, kind, key, payload, traceparent, occurred_at })
        .execute(conn)
        .await?;
    // Outside of `Db::transaction` nobody is woken; the relay's poll finds the row.
    if !fault::note_event() {
        tracing::debug!(event.id = %id, "an event was appended outside of a transaction of the pool");
    }
    Ok(())
}

/// Adds many events to the running transaction, in their order, with few statements. Otherwise as [`append`].
#[tracing::instrument(name = "db.outbox.append_all", skip_all, fields(events.count = events.len()))]
pub async fn append_all(conn: &mut AsyncPgConnection, events: Vec<Event>) -> QueryResult<()> {
    let traceparent = telemetry::current_traceparent();
    let mut events = events.into_iter().peekable();
    while events.peek().is_some() {
        let (mut ids, mut topics, mut kinds, mut keys) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut payloads, mut times) = (Vec::new(), Vec::new());
        for Event { id, topic, kind, key, payload, occurred_at } in events.by_ref().take(BATCH) {
            ids.push(id);
            topics.push(topic);
            kinds.push(kind);
            keys.push(key);
            payloads.push(payload);
            times.push(occurred_at);
        }
        // Ids are given out in the order of the rows that are inserted.
        sql_query(
            "INSERT INTO outbox (event_id, topic, kind, key, payload, traceparent, occurred_at) \
             SELECT event_id, topic, kind, key, payload, $7, occurred_at \
             FROM unnest($1, $2, $3, $4, $5, $6) WITH ORDINALITY \
               AS event (event_id, topic, kind, key, payload, occurred_at, position) ORDER BY position",
        )
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Text>, _>(topics)
        .bind::<Array<Text>, _>(kinds)
        .bind::<Array<SqlUuid>, _>(keys)
        .bind::<Array<Binary>, _>(payloads)
        .bind::<Array<Timestamptz>, _>(times)
        .bind::<Nullable<Text>, _>(&traceparent)
        .execute(conn)
        .await?;
        if !fault::note_event() {
            tracing::debug!("events were appended outside of a transaction of the pool");
        }
    }
    Ok(())
}
