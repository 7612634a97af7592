//! What was saved of an order, and who did what to it.

use chrono::{DateTime, Utc};
use pishkhan_chassis_db::audit;
use uuid::Uuid;

use super::App;
use crate::{
    domain::{Difference, SavedRevision},
    error::OrdersError,
    store,
};

/// How much is told at most.
const MAX_REVISIONS: usize = 50;
const MAX_EVENTS: usize = 200;

/// Something that was done to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderEvent {
    /// When.
    pub at: DateTime<Utc>,
    /// By whom: the user id, `service:name` or `tool:name`.
    pub actor_subject: String,
    /// In which role.
    pub actor_role: String,
    /// What was done: `order.saved`.
    pub action: String,
    /// The order's version afterwards.
    pub version: i64,
    /// What differs.
    pub difference: Difference,
}

/// An order's past, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderHistory {
    /// What was saved.
    pub revisions: Vec<SavedRevision>,
    /// What was done.
    pub events: Vec<OrderEvent>,
    /// There is more than is told.
    pub truncated: bool,
}

impl App {
    /// An order's past.
    pub async fn history(&self, seller_id: Uuid, order_id: Uuid) -> Result<OrderHistory, OrdersError> {
        let (revisions, records) = (one_more(MAX_REVISIONS), one_more(MAX_EVENTS));
        let past = store::history::find(&mut *self.read().await?, seller_id, order_id, revisions, records).await?;
        let store::history::Past { mut revisions, records } = past.ok_or(OrdersError::OrderNotFound)?;
        let truncated = revisions.len() > MAX_REVISIONS || records.len() > MAX_EVENTS;
        revisions.truncate(MAX_REVISIONS);
        let events = records.into_iter().take(MAX_EVENTS).map(event).collect();
        Ok(OrderHistory { revisions, events, truncated })
    }
}

/// One more than is told shows whether there is more.
fn one_more(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1)
}

fn event(record: audit::Record) -> OrderEvent {
    let audit::Record { id, occurred_at, actor_subject, actor_role, request_id: _, action, version, changes } = record;
    let difference = serde_json::from_value(changes).unwrap_or_else(|error| {
        // The first rows did not say what was there before; they still tell who did what.
        tracing::debug!(audit.id = %id, error = &error as &dyn std::error::Error, "an audit row of an earlier form");
        Difference::default()
    });
    OrderEvent { at: occurred_at, actor_subject, actor_role, action, version, difference }
}
