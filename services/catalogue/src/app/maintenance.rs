//! What is tidied up in the background.

use std::time::Duration;

use chrono::TimeDelta;
use pishkhan_chassis::lifecycle::LifecycleHandle;
use pishkhan_chassis_db::{DbError, idempotency};

use super::{Catalogue, CatalogueError};
use crate::store::previews;

/// How long stored replies are kept.
const REPLIES_KEPT: TimeDelta = TimeDelta::hours(24);
/// Files that one statement forgets; each may have tens of thousands of rows.
const IMPORTS_AT_ONCE: i64 = 10;
const EVERY: Duration = Duration::from_mins(10);

impl Catalogue {
    /// Forgets replies that nobody asks for any more; tells how many.
    pub async fn forget_old_replies(&self) -> Result<usize, CatalogueError> {
        let before = self.clock.now() - REPLIES_KEPT;
        let mut conn = self.db.read().await?;
        Ok(idempotency::purge(&mut conn, before).await.map_err(DbError::from)?)
    }

    /// Forgets files that were looked at and can't be committed any more; tells how many.
    pub async fn forget_old_imports(&self) -> Result<usize, CatalogueError> {
        let now = self.clock.now();
        let mut conn = self.db.read().await?;
        let mut forgotten = 0;
        loop {
            let count = previews::purge(&mut conn, now, IMPORTS_AT_ONCE).await?;
            forgotten += count;
            if count == 0 {
                return Ok(forgotten);
            }
        }
    }

    /// Tidies up until the soft stop.
    pub async fn maintain(self, lifecycle: LifecycleHandle) {
        let soft = lifecycle.soft();
        let mut ticks = tokio::time::interval(EVERY);
        loop {
            tokio::select! {
                () = soft.cancelled() => return,
                _ = ticks.tick() => {}
            }
            match self.forget_old_replies().await {
                Ok(0) => {}
                Ok(count) => tracing::debug!(replies.count = count, "old replies forgotten"),
                // The next round tries again; nothing depends on it meanwhile.
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "old replies could not be forgotten");
                }
            }
            match self.forget_old_imports().await {
                Ok(0) => {}
                Ok(count) => tracing::debug!(imports.count = count, "old imports forgotten"),
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "old imports could not be forgotten");
                }
            }
            match self.drop_unused_images().await {
                Ok(0) => {}
                Ok(count) => tracing::debug!(images.count = count, "unused pictures deleted"),
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "unused pictures could not be deleted");
                }
            }
        }
    }
}
