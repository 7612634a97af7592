//! One delivery: what its handler makes of it, and what Redis is told.

use std::{panic::AssertUnwindSafe, time::Instant};

use diesel_async::SimpleAsyncConnection as _;
use futures_util::FutureExt as _;
use pishkhan_chassis::telemetry;
use redis::{RedisResult, aio::MultiplexedConnection, streams::StreamId};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::{
    Consumer, FIRST_BACKOFF, Handler, HandlerError, LONGEST_BACKOFF, Outcome, Received, entry,
    lanes::{Lanes, Waiting},
};
use crate::{bus, error, inbox};

impl<H: Handler> Consumer<H> {
    /// Handles one delivery and tells Redis what became of it.
    pub(super) async fn handle_entry(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        topic: &'static str,
        entry: &StreamId,
        deliveries: u32,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        let outcome = match entry::parse(topic, entry, deliveries) {
            Err(problem) => Outcome::Dead(format!("the entry cannot be read: {problem}")),
            // It ended the process each time: not once more.
            Ok(_) if deliveries > self.options.max_deliveries => Outcome::Dead("no delivery came to an end".to_owned()),
            Ok(event) => {
                let lane = self.handler.lane(&event);
                let outcome = if lanes.is_taken(lane) {
                    Outcome::Locked
                } else {
                    self.handle_event(bus, topic, entry, &event, stop).await?
                };
                if let Outcome::Locked = outcome {
                    let waiting = Waiting { topic, entry: entry.clone(), event };
                    lanes.add(lane, waiting, Instant::now() + self.options.lock_retry);
                    Self::show(lanes);
                }
                outcome
            }
        };
        self.settle(bus, topic, entry, deliveries, outcome).await
    }

    /// Tells Redis what became of a delivery.
    pub(super) async fn settle(
        &self,
        bus: &mut MultiplexedConnection,
        topic: &str,
        entry: &StreamId,
        deliveries: u32,
        outcome: Outcome,
    ) -> RedisResult<()> {
        let label = match &outcome {
            Outcome::Done => "done",
            Outcome::Later => "later",
            Outcome::Locked => "locked",
            Outcome::Dead(_) => "dead",
        };
        metrics::counter!("events_handled_total", "group" => H::GROUP, "outcome" => label).increment(1);
        match outcome {
            Outcome::Done => {
                let _acknowledged: i64 = redis::cmd("XACK")
                    .arg(bus::stream(&self.prefix, topic))
                    .arg(H::GROUP)
                    .arg(&entry.id)
                    .query_async(bus)
                    .await?;
                Ok(())
            }
            Outcome::Later | Outcome::Locked => Ok(()),
            Outcome::Dead(reason) => self.set_aside(bus, topic, entry, deliveries, &reason).await,
        }
    }

    /// Runs the handler until it has an outcome. While the database is away it waits here, holding on to the event.
    pub(super) async fn handle_event(
        &self,
        bus: &mut MultiplexedConnection,
        topic: &str,
        entry: &StreamId,
        event: &Received,
        stop: &CancellationToken,
    ) -> RedisResult<Outcome> {
        let span = telemetry::span_with_parent(H::GROUP, event.traceparent.as_deref());
        self.attempt(bus, topic, entry, event, stop).instrument(span).await
    }

    async fn attempt(
        &self,
        bus: &mut MultiplexedConnection,
        topic: &str,
        entry: &StreamId,
        event: &Received,
        stop: &CancellationToken,
    ) -> RedisResult<Outcome> {
        let mut backoff = FIRST_BACKOFF;
        loop {
            let started = Instant::now();
            let result = self.apply(event).await;
            metrics::histogram!("event_handle_seconds", "group" => H::GROUP).record(started.elapsed());
            let error = match result {
                Ok(()) => return Ok(Outcome::Done),
                Err(HandlerError::Refused(reason)) => return Ok(Outcome::Dead(reason)),
                Err(HandlerError::Database(error)) if error.is_lock_wait() => return Ok(Outcome::Locked),
                Err(HandlerError::Database(error)) if error.is_outage() => error,
                Err(error) => {
                    let text = error::chain(&error);
                    tracing::warn!(
                        event.id = %event.id,
                        event.kind = event.kind,
                        event.deliveries = event.deliveries,
                        error = text,
                        "event {} was not handled",
                        event.id
                    );
                    let last = event.deliveries >= self.options.max_deliveries;
                    return Ok(if last { Outcome::Dead(text) } else { Outcome::Later });
                }
            };
            tracing::warn!(event.id = %event.id, error = error::chain(&error), "event {} waits for the database", event.id);
            if stop.run_until_cancelled(tokio::time::sleep(backoff)).await.is_none() {
                return Ok(Outcome::Later);
            }
            backoff = (backoff * 2).min(LONGEST_BACKOFF);
            // Still ours: resets the idle time and counts no delivery.
            let mut keep = redis::cmd("XCLAIM");
            keep.arg(bus::stream(&self.prefix, topic))
                .arg(H::GROUP)
                .arg(&self.name)
                .arg(0)
                .arg(&entry.id)
                .arg("JUSTID");
            let _ids: Vec<String> = keep.query_async(bus).await?;
        }
    }

    /// One transaction: inbox row and effect.
    async fn apply(&self, event: &Received) -> Result<(), HandlerError> {
        let now = self.clock.now();
        let lock_wait = format!("SET LOCAL lock_timeout = {}", self.options.lock_wait.as_millis());
        let transaction = self.db.transaction(async |conn| {
            conn.batch_execute(&lock_wait).await?;
            if inbox::claim(conn, H::GROUP, event.id, now).await? {
                self.handler.handle(conn, event).await?;
            }
            Ok::<(), HandlerError>(())
        });
        let guarded = AssertUnwindSafe(transaction).catch_unwind();
        match tokio::time::timeout(self.options.handler_timeout, guarded).await {
            Ok(Ok(result)) => result,
            Ok(Err(_panic)) => Err(HandlerError::Failed("the handler panicked".into())),
            Err(_elapsed) => Err(HandlerError::Failed("the handler took too long".into())),
        }
    }

    /// Moves an event to the dead-letter stream, from which a person can bring it back.
    async fn set_aside(
        &self,
        bus: &mut MultiplexedConnection,
        topic: &str,
        entry: &StreamId,
        deliveries: u32,
        reason: &str,
    ) -> RedisResult<()> {
        let stream = bus::stream(&self.prefix, topic);
        let mut pipe = redis::pipe();
        pipe.atomic();
        pipe.cmd("XADD").arg(bus::dead_letters(&self.prefix, topic)).arg("*");
        for (field, value) in entry::fields(entry) {
            pipe.arg(field).arg(value);
        }
        pipe.arg("dead_group").arg(H::GROUP).arg("dead_entry").arg(&entry.id);
        pipe.arg("dead_deliveries").arg(deliveries).arg("dead_reason").arg(reason).ignore();
        pipe.cmd("XACK").arg(&stream).arg(H::GROUP).arg(&entry.id).ignore();
        let () = pipe.query_async(bus).await?;
        metrics::counter!("events_dead_lettered_total", "group" => H::GROUP, "topic" => topic.to_owned()).increment(1);
        let event_id: Option<String> = entry.get("event_id");
        tracing::error!(
            consumer.group = H::GROUP,
            stream.topic = topic,
            event.id = event_id,
            event.deliveries = deliveries,
            reason,
            "an event was set aside"
        );
        Ok(())
    }
}
