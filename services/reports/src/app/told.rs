//! Until when the facts about orders are known to be complete.

use chrono::{DateTime, Utc};

use super::Reports;
use crate::error::ReportsError;
use crate::store::{self, Connection};

/// Everything between two instants has been told of all sellers. Behind a gap that is of no use until the gap is closed: by
/// what another process takes in at the same time, or by somebody who compares the figures with the orders. The gauge tells
/// when it stays.
pub async fn told(conn: &mut Connection, since: DateTime<Utc>, until: DateTime<Utc>) -> Result<(), ReportsError> {
    let stands = store::told::lock(conn).await?;
    if until > stands {
        store::told::keep(conn, since, until).await?;
    }
    let stands = follow(conn, stands).await?;
    if stands < since {
        tracing::warn!(
            "what happened to orders between {stands} and {since} has not been told: if that stays so, see pishkhanctl check-figures"
        );
    }
    Ok(())
}

/// Goes on from an instant as far as there is no gap; where that is.
async fn follow(conn: &mut Connection, from: DateTime<Utc>) -> Result<DateTime<Utc>, ReportsError> {
    let mut stands = from;
    while let Some(further) = store::told::reach(conn, stands).await? {
        stands = further;
    }
    if stands > from {
        store::told::set(conn, stands).await?;
    }
    metrics::gauge!("reports_told_until_seconds").set(f64::from(u32::try_from(stands.timestamp()).unwrap_or_default()));
    Ok(stands)
}

impl Reports {
    /// All sellers' figures were compared with their orders: whatever was not told until then is made up for. Tells
    /// whether that lies behind us; otherwise nothing has changed.
    pub async fn confirm_told(&self, until: DateTime<Utc>) -> Result<bool, ReportsError> {
        if until > self.clock.now() {
            return Ok(false);
        }
        self.db
            .transaction(async |conn| {
                let stands = store::told::lock(conn).await?;
                if until > stands {
                    store::told::set(conn, until).await?;
                    follow(conn, until).await?;
                }
                Ok(true)
            })
            .await
    }
}
