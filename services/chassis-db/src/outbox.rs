//! Events on their way out: rows written with the change that they tell of.

use chrono::{DateTime, Utc};
use diesel::{Insertable, QueryResult};
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
