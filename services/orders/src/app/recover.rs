//! Finishing the intents that nobody works on any more, and telling how many wait.

use std::time::Duration;

use futures_util::StreamExt as _;
use tokio_util::sync::CancellationToken;

use super::{App, settle::Reply};
use crate::{
    domain::{Backlog, LEASE, Settlement, rest_after},
    error::OrdersError,
    store,
};

/// How often overdue intents are looked for.
const PERIOD: Duration = Duration::from_secs(1);
/// Overdue intents taken at a time, and how many are worked on side by side.
const BATCH: i64 = 64;
const WIDTH: usize = 4;
/// Characters of an error that are kept.
const MAX_ERROR: usize = 500;

impl App {
    /// Finishes intents that nobody works on any more, until `stop`.
    pub async fn recover(&self, stop: CancellationToken) {
        let mut stuck = 0;
        while !stop.is_cancelled() {
            let taken = self.recover_overdue().await;
            if let Err(error) = self.recover_resets().await {
                tracing::warn!(error = &error as &dyn std::error::Error, "resets of accounts could not be finished");
            }
            match self.backlog().await {
                Ok(backlog) => {
                    if backlog.stuck > stuck {
                        tracing::error!(
                            intents.waiting = backlog.waiting,
                            intents.stuck = backlog.stuck,
                            intents.oldest_seconds = backlog.oldest.num_seconds(),
                            "orders cannot be settled with the stock: see pishkhanctl intents list"
                        );
                    }
                    stuck = backlog.stuck;
                }
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "waiting intents could not be counted");
                }
            }
            match taken {
                // There may be more.
                Ok(taken) if taken == usize::try_from(BATCH).unwrap_or(usize::MAX) => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "overdue intents could not be looked for");
                }
            }
            stop.run_until_cancelled(tokio::time::sleep(PERIOD)).await;
        }
    }

    /// How much waits, which the metrics tell from now on.
    pub async fn backlog(&self) -> Result<Backlog, OrdersError> {
        let backlog = store::settlements::backlog(&mut *self.read().await?).await?;
        let gauge = |count: i64| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        metrics::gauge!("order_intents_waiting").set(gauge(backlog.waiting));
        metrics::gauge!("order_intents_stuck").set(gauge(backlog.stuck));
        metrics::gauge!("order_intents_oldest_seconds").set(backlog.oldest.as_seconds_f64());
        Ok(backlog)
    }

    /// Takes a batch of overdue intents and works on each once. Returns how many were taken.
    pub async fn recover_overdue(&self) -> Result<usize, OrdersError> {
        let taken = store::settlements::take_overdue(&mut *self.read().await?, LEASE, BATCH).await?;
        let count = taken.len();
        let mut work = futures_util::stream::iter(taken.into_iter().map(|(intent, attempts)| async move {
            let (order_id, revision) = (intent.order_id, intent.revision);
            if self.try_again(intent, attempts).await.is_ok() {
                tracing::info!(order.id = %order_id, order.revision = revision, "order {order_id} was settled late");
            }
        }))
        .buffer_unordered(WIDTH);
        while work.next().await.is_some() {}
        Ok(count)
    }

    /// Works on an intent that was taken. When that comes to nothing, it rests.
    pub(super) async fn try_again(&self, intent: Settlement, attempts: i32) -> Result<Reply, OrdersError> {
        let (seller_id, order_id, revision) = (intent.seller_id, intent.order_id, intent.revision);
        let error = match self.settle(intent).await {
            Ok(reply) => return Ok(reply),
            Err(error) => error,
        };
        let rest = rest_after(attempts);
        tracing::warn!(
            order.id = %order_id,
            order.revision = revision,
            intent.attempts = attempts,
            intent.rest_seconds = rest.num_seconds(),
            error = &error as &dyn std::error::Error,
            "order {order_id} is not settled yet"
        );
        let cause: String = error.to_string().chars().filter(|char| *char != '\0').take(MAX_ERROR).collect();
        let rested = async {
            let mut conn = self.read().await?;
            Ok::<_, OrdersError>(
                store::settlements::rest(&mut conn, (seller_id, order_id), attempts, rest, &cause).await?,
            )
        };
        if let Err(error) = rested.await {
            // It comes again when the lease is over.
            tracing::warn!(order.id = %order_id, error = &error as &dyn std::error::Error, "an intent was not put to rest");
        }
        Err(error)
    }
}
