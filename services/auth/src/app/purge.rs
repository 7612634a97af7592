//! Forgets what is of no use any more.

use std::time::Duration;

use chrono::TimeDelta;
use pishkhan_chassis_db::idempotency;
use tokio_util::sync::CancellationToken;

use super::{App, AuthError};
use crate::{
    domain::throttle::KNOWN_FOR,
    store::{networks, sessions},
};

const EVERY: Duration = Duration::from_hours(1);
/// Ended sessions are kept for a while, for those who ask what happened.
const SESSIONS_KEPT: TimeDelta = TimeDelta::days(30);
const REPLIES_KEPT: TimeDelta = TimeDelta::hours(24);

impl App {
    /// Purges now and then until `stop`.
    pub async fn purge_regularly(self, stop: CancellationToken) {
        loop {
            match self.purge().await {
                Ok(sessions) => tracing::info!(sessions, "purged"),
                Err(error) => tracing::warn!(error = &error as &dyn std::error::Error, "could not purge"),
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    /// Purges once; how many sessions.
    pub async fn purge(&self) -> Result<usize, AuthError> {
        let now = self.clock.now();
        let mut conn = self.db.read().await?;
        idempotency::purge(&mut conn, now - REPLIES_KEPT).await?;
        networks::purge(&mut conn, now - KNOWN_FOR).await?;
        Ok(sessions::purge(&mut conn, now - SESSIONS_KEPT).await?)
    }
}
