//! Changes of orders that still are as they were looked at, written together.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use pishkhan_chassis::batches::Work;
use pishkhan_chassis_db::{Db, Statement, audit, idempotency};
use uuid::Uuid;

use super::{entry_of_order, lines::Edit};
use crate::{
    domain::Order,
    error::OrdersError,
    store::{
        self,
        lines::{Changes, OrderPlace},
    },
};

/// A change that is decided about, if the order still is as it was seen.
pub(super) struct SeenEdit {
    pub edit: Arc<Edit>,
    /// As it was seen.
    pub before: Order,
    pub now: DateTime<Utc>,
    /// `None`: nothing changes, and only the reply is stored.
    pub change: Option<SeenChange>,
    pub reply: Vec<u8>,
}

pub(super) struct SeenChange {
    pub after: Order,
    pub grand_toman: i64,
    pub lines: Changes,
    pub action: &'static str,
    pub audit_id: Uuid,
    /// What differs, for the audit.
    pub difference: serde_json::Value,
}

/// Writes such changes of several orders, of whichever sellers, with their audit entries and replies by one statement.
pub(super) struct SeenEdits {
    pub db: Db,
}

impl Work for SeenEdits {
    type Item = SeenEdit;
    /// Whether it was changed. Where not, the order has to be locked and looked at again: somebody was faster or has it
    /// locked, the request came before, or nobody knows whether it was done.
    type Answer = bool;
    type Key = (Uuid, Uuid);

    const NAME: &'static str = "order_edits";
    const PATIENCE: Duration = Duration::from_millis(20);

    fn key(item: &SeenEdit) -> Self::Key {
        (item.before.seller_id, item.before.order_id)
    }

    async fn run(&self, edits: Vec<SeenEdit>) -> Vec<bool> {
        let found = self.db.at_once(|| statement(&edits)).await.unwrap_or_else(|error| {
            // Each is tried alone now, and whose fault it is will be told so.
            let error = &error as &dyn std::error::Error;
            tracing::warn!(error, edits = edits.len(), "changes of orders could not be written together");
            Vec::new()
        });
        (0..).zip(&edits).map(|(place, _)| found.contains(&place)).collect()
    }
}

fn statement(edits: &[SeenEdit]) -> Result<Statement, OrdersError> {
    let placed = || (0_i32..).zip(edits).map(|(place, edit)| (place, edit, edit.edit.key()));
    let changes: Vec<(i32, &SeenEdit, &SeenChange)> =
        placed().filter_map(|(place, edit, _)| Some((place, edit, edit.change.as_ref()?))).collect();
    let mut then = Vec::new();
    if !changes.is_empty() {
        let orders: Vec<_> =
            changes.iter().map(|(place, _, change)| (*place, &change.after, change.grand_toman)).collect();
        then.push(store::orders::update_all(&orders)?);
        let lines = changes.iter().map(|(place, _, SeenChange { after, lines, .. })| {
            (OrderPlace { place: *place, seller_id: after.seller_id, order_id: after.order_id }, lines)
        });
        then.extend(store::lines::change_all(&lines.collect::<Vec<_>>()));
        let entries = changes.iter().map(|(place, edit, change)| {
            let actor = &edit.edit.asker.actor;
            let entry = entry_of_order(actor, change.action, &change.after, change.difference.clone());
            (*place, edit.now, change.audit_id, entry)
        });
        then.push(audit::record_all(entries.collect()));
    }
    let replies = placed().map(|(place, edit, key)| (place, key, edit.reply.clone(), edit.now));
    then.push(idempotency::record_all(replies.collect()));
    let seen: Vec<_> = placed().map(|(place, edit, key)| (place, &edit.before, key)).collect();
    Ok(store::orders::still_seen(&seen).guard(then))
}
