//! One delivery: what its handler makes of it, and what Redis is told.

use std::{
    panic::AssertUnwindSafe,
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use diesel_async::SimpleAsyncConnection as _;
use futures_util::FutureExt as _;
use pishkhan_chassis::{
    grpc::context::{self, RequestContext},
    telemetry::{self, Traced},
};
use redis::{RedisResult, aio::MultiplexedConnection, streams::StreamId};
use tokio::time::error::Elapsed;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use uuid::Uuid;

use super::{
    Consumer, Handler, HandlerError, Received, entry,
    lanes::{Cause, Lane, Lanes, Place, Waiting},
};
use crate::{
    bus,
    error::{self, DbError},
    inbox,
    set_aside::{self, SetAside},
};

/// What became of a delivered event.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Handled, now or before.
    Done,
    /// Trimmed away before it was handled.
    Missing,
    /// To be set aside, for this reason.
    Dead(String),
    /// Waits in its lane, after an attempt of this length.
    Later { why: Cause, took: Duration },
}

impl Outcome {
    pub(super) fn unreadable(problem: &str) -> Self {
        Self::Dead(format!("the entry cannot be read: {problem}"))
    }
}

impl<H: Handler> Consumer<H> {
    /// Handles a delivery, or lets it wait in its lane.
    pub(super) async fn handle_entry(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        waiting: Waiting,
        entry: &StreamId,
        stop: &CancellationToken,
    ) -> RedisResult<()> {
        let place = waiting.place;
        let event = match entry::parse(place.topic, entry) {
            Ok(event) => event,
            Err(problem) => {
                return self.settle(bus, lanes, &place, Some(entry), Outcome::unreadable(problem)).await;
            }
        };
        let key = self.handler.lane(&event);
        if lanes.is_taken(key) || lanes.is_away() || stop.is_cancelled() {
            lanes.add(key, waiting, Instant::now());
            return Ok(());
        }
        let mut lane = Lane::of(waiting);
        match self.attempt(bus, lanes, &mut lane, &event).await? {
            Outcome::Later { why, took } => {
                Self::put_off(lanes, key, event.id, lane, (why, took));
                Ok(())
            }
            outcome @ (Outcome::Done | Outcome::Missing | Outcome::Dead(_)) => {
                self.settle(bus, lanes, &place, Some(entry), outcome).await
            }
        }
    }

    /// Tells Redis what became of a delivery in the end.
    pub(super) async fn settle(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        place: &Place,
        entry: Option<&StreamId>,
        outcome: Outcome,
    ) -> RedisResult<()> {
        lanes.answered(matches!(outcome, Outcome::Done));
        match (outcome, entry) {
            (Outcome::Dead(reason), Some(entry)) => self.set_aside(bus, place.topic, entry, &reason).await?,
            (outcome, _) => {
                if let Outcome::Missing = outcome {
                    tracing::warn!(
                        consumer.group = H::GROUP,
                        stream.topic = place.topic,
                        stream.entry = %place,
                        "an event was trimmed away before it was handled"
                    );
                    count::<H>("missing");
                }
                let _acknowledged: i64 = redis::cmd("XACK")
                    .arg(bus::stream(&self.prefix, place.topic))
                    .arg(H::GROUP)
                    .arg(place.to_string())
                    .query_async(bus)
                    .await?;
            }
        }
        lanes.settled(place);
        Ok(())
    }

    /// Lets a lane wait whose first event was tried in vain.
    pub(super) fn put_off(lanes: &mut Lanes, key: Uuid, own: Uuid, lane: Lane, tried: (Cause, Duration)) {
        let (why, took) = tried;
        if lanes.put_off(key, own, lane, why, took) {
            tracing::error!(
                consumer.group = H::GROUP,
                event.id = %own,
                cause = ?why,
                "event {own} is not handled while others are: it lets them pass and is tried now and then"
            );
        }
    }

    /// Runs the handler over the first event of a lane, once. What is given up is remembered in the database first.
    pub(super) async fn attempt(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        lane: &mut Lane,
        event: &Received,
    ) -> RedisResult<Outcome> {
        let outcome = self.handle(bus, lanes, lane, event).await?;
        let Outcome::Dead(reason) = &outcome else { return Ok(outcome) };
        let (started, given_up) = (Instant::now(), self.given_up(event, reason));
        let recorded = self.db.transaction(async |conn| Ok::<_, DbError>(set_aside::record(conn, &given_up).await?));
        let Err(error) = recorded.await else { return Ok(outcome) };
        tracing::warn!(event.id = %event.id, error = error::chain(&error), "event {} cannot be set aside", event.id);
        Ok(Outcome::Later { why: Cause::of(&error.into()), took: started.elapsed() })
    }

    fn given_up(&self, event: &Received, reason: &str) -> SetAside {
        SetAside {
            consumer: H::GROUP.to_owned(),
            lane: self.handler.lane(event),
            event_id: event.id,
            topic: event.topic.clone(),
            kind: event.kind.clone(),
            key: event.key,
            reason: reason.to_owned(),
            set_aside_at: self.clock.now(),
        }
    }

    async fn handle(
        &self,
        bus: &mut MultiplexedConnection,
        lanes: &mut Lanes,
        lane: &mut Lane,
        event: &Received,
    ) -> RedisResult<Outcome> {
        self.hold(bus, lanes).await?;
        let apart = lane.apart;
        let Some(waiting) = lane.events.front_mut() else { return Ok(Outcome::Missing) };
        if waiting.taken_over {
            if waiting.begun >= self.options.max_deliveries {
                // It ended the process each time: not once more.
                return Ok(Outcome::Dead("no delivery came to an end".to_owned()));
            }
            waiting.begun += 1;
            waiting.taken_over = false;
            self.count_attempts(bus, waiting).await?;
        }
        let started = Instant::now();
        let Traced { span, traceparent, sampled } = telemetry::work(H::GROUP, event.traceparent.as_deref());
        let context = RequestContext { traceparent, sampled, ..RequestContext::new(event.id.to_string()) };
        let result = context::scope(context, self.apply(event)).instrument(span).await;
        let took = started.elapsed();
        metrics::histogram!("event_handle_seconds", "group" => H::GROUP).record(took);
        let (why, text) = match result {
            Ok(Ok(())) => {
                count::<H>("done");
                return Ok(Outcome::Done);
            }
            Ok(Err(HandlerError::Refused(reason))) => return Ok(Outcome::Dead(reason)),
            Ok(Err(error)) => (Cause::of(&error), error::chain(&error)),
            Err(_elapsed) => (Cause::Slow, "the handler took too long".to_owned()),
        };
        count::<H>(why.label());
        if why != Cause::Locked {
            tracing::warn!(event.id = %event.id, event.kind = event.kind, error = text, "event {} waits", event.id);
            if apart && why != Cause::Away && self.is_beyond_hope(&waiting.place) {
                return Ok(Outcome::Dead(text));
            }
        }
        if waiting.begun > 1 {
            // Its end was seen.
            waiting.begun = 1;
            self.count_attempts(bus, waiting).await?;
        }
        Ok(Outcome::Later { why, took })
    }

    /// Whether the event would soon be trimmed away.
    fn is_beyond_hope(&self, place: &Place) -> bool {
        let hope = TimeDelta::from_std(self.options.give_up_after).unwrap_or(TimeDelta::MAX);
        let Ok(millis) = i64::try_from(place.millis) else { return false };
        self.clock.now().timestamp_millis().saturating_sub(millis) > hope.num_milliseconds()
    }

    /// Lets Redis keep how many attempts were begun.
    async fn count_attempts(&self, bus: &mut MultiplexedConnection, waiting: &Waiting) -> RedisResult<()> {
        let Waiting { place, begun, taken_over: _ } = waiting;
        let mut claim = redis::cmd("XCLAIM");
        claim.arg(bus::stream(&self.prefix, place.topic)).arg(H::GROUP).arg(&self.name).arg(0).arg(place.to_string());
        let _ids: Vec<String> = claim.arg("RETRYCOUNT").arg(*begun).arg("JUSTID").query_async(bus).await?;
        Ok(())
    }

    /// One transaction: inbox row and effect.
    async fn apply(&self, event: &Received) -> Result<Result<(), HandlerError>, Elapsed> {
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
        let panicked = |_panic| Err(HandlerError::Failed("the handler panicked".into()));
        Ok(tokio::time::timeout(self.options.handler_timeout, guarded).await?.unwrap_or_else(panicked))
    }

    /// Moves an event to the dead-letter stream, from which a person can bring it back.
    async fn set_aside(
        &self,
        bus: &mut MultiplexedConnection,
        topic: &str,
        entry: &StreamId,
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
        pipe.arg("dead_reason").arg(reason).ignore();
        pipe.cmd("XACK").arg(&stream).arg(H::GROUP).arg(&entry.id).ignore();
        let () = pipe.query_async(bus).await?;
        count::<H>("dead");
        metrics::counter!("events_dead_lettered_total", "group" => H::GROUP, "topic" => topic.to_owned()).increment(1);
        let event_id: Option<String> = entry.get("event_id");
        tracing::error!(
            consumer.group = H::GROUP,
            stream.topic = topic,
            event.id = event_id,
            reason,
            "an event was set aside"
        );
        Ok(())
    }
}

fn count<H: Handler>(outcome: &'static str) {
    metrics::counter!("events_handled_total", "group" => H::GROUP, "outcome" => outcome).increment(1);
}
