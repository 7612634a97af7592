//! Events on their way out: rows written with the change that they tell of.

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use pishkhan_chassis::telemetry;
use uuid::Uuid;

use crate::{
    fault,
    statement::{Statement, statement},
};

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

/// Adds an event to the running transaction. It is sent after the commit, by the relay; the trace of the present span
/// goes with it.
#[tracing::instrument(name = "db.outbox.append", skip_all, fields(event.kind = event.kind, event.id = %event.id))]
pub async fn append(conn: &mut AsyncPgConnection, event: Event) -> QueryResult<()> {
    record(event).run(conn).await?;
    Ok(())
}

/// The statement of [`append`], for a transaction that writes all in one flight. To be made in its work.
pub fn record(event: Event) -> Statement {
    let Event { id, topic, kind, key, payload, occurred_at } = event;
    // Outside of a transaction of the pool nobody is woken; the relay's poll finds the row.
    if !fault::note_event() {
        tracing::debug!(event.id = %id, "an event was appended outside of a transaction of the pool");
    }
    statement(
        "INSERT INTO outbox (event_id, topic, kind, key, payload, traceparent, occurred_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id)
    .bind(topic)
    .bind(kind)
    .bind(key)
    .bind(payload)
    .bind(telemetry::current_traceparent())
    .bind(occurred_at)
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
        statement(
            "INSERT INTO outbox (event_id, topic, kind, key, payload, traceparent, occurred_at) \
             SELECT event_id, topic, kind, key, payload, $7, occurred_at \
             FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bytea[], $6::timestamptz[]) \
               WITH ORDINALITY AS event (event_id, topic, kind, key, payload, occurred_at, position) ORDER BY position",
        )
        .bind(ids)
        .bind(topics)
        .bind(kinds)
        .bind(keys)
        .bind(payloads)
        .bind(times)
        .bind(traceparent.clone())
        .run(conn)
        .await?;
        if !fault::note_event() {
            tracing::debug!("events were appended outside of a transaction of the pool");
        }
    }
    Ok(())
}
