//! Until when the facts about orders are known to be complete.

use chrono::{DateTime, Utc};

use super::Reports;
use crate::error::ReportsError;
use crate::store::{self, Connection};

/// Everything between two instants has been told of all sellers. Behind a gap that is of no use: it is said aloud, until
/// somebody has compared the figures with the orders.
pub async fn told(conn: &mut Connection, since: DateTime<Utc>, until: DateTime<Utc>) -> Result<(), ReportsError> {
    store::told::advance(conn, since, until).await?;
    let stands = store::told::find(conn).await?;
    metrics::gauge!("reports_told_until_seconds").set(f64::from(u32::try_from(stands.timestamp()).unwrap_or_default()));
    if stands < since {
        tracing::error!(
            "what happened to orders between {stands} and {since} was never told: see pishkhanctl check-figures"
        );
    }
    Ok(())
}

impl Reports {
    /// All sellers' figures were compared with their orders: whatever was not told until then is made up for. Tells
    /// whether that lies behind us; otherwise nothing has changed.
    pub async fn confirm_told(&self, until: DateTime<Utc>) -> Result<bool, ReportsError> {
        if until > self.clock.now() {
            return Ok(false);
        }
        store::told::confirm(&mut *self.db.read().await?, until).await?;
        Ok(true)
    }
}
