//! Tells those who follow the orders how far they have been told, so that they know it when they lack something.
//!
//! Each such fact says since when it speaks and until when. Who has been told until then, or later, has been told
//! everything now; who has not lacks what was told in between, whatever the reason.

use std::time::Duration;

use chrono::TimeDelta;
use pishkhan_chassis_db::outbox;
use tokio_util::sync::CancellationToken;

use super::{App, Tx};
use crate::{error::OrdersError, publish, store};

/// How often it is told, by one of all processes.
const EVERY: TimeDelta = TimeDelta::minutes(1);
/// How often each process looks whether it is time.
const PERIOD: Duration = Duration::from_secs(20);
/// What happens is committed so soon afterwards.
const MARGIN: TimeDelta = TimeDelta::minutes(1);

impl App {
    /// Tells it again and again, until `stop`.
    pub async fn tell_until(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            if let Err(error) = self.tell_until_once().await {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "others are not told how far they have been told"
                );
            }
            stop.run_until_cancelled(tokio::time::sleep(PERIOD)).await;
        }
    }

    /// Tells it if it is time; whether it was.
    pub async fn tell_until_once(&self) -> Result<bool, OrdersError> {
        let (now, id) = (self.clock.now(), self.clock.new_id());
        let until = now - MARGIN;
        self.db
            .transaction(async |conn| -> Tx<bool> {
                let since = store::told::lock(conn).await?;
                if until - since < EVERY {
                    return Ok(false);
                }
                store::told::set(conn, until).await?;
                outbox::append_all(conn, vec![publish::told(id, since, until, now)]).await?;
                Ok(true)
            })
            .await
    }
}
