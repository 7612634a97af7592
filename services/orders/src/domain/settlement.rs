//! Agreeing with the stock: an intent, and what comes of it.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    line::OrderLine,
    reservation::Reservation,
    tiers::{Discount, Tiers},
};

/// What is being settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettlementKind {
    /// An order is registered.
    Save,
    /// An order is cancelled.
    Cancel,
    /// An order is deleted.
    Delete,
    /// An order that another system had registered is taken over; refused, it leaves nothing behind.
    Takeover,
}

/// An intent: written before the stock is asked, removed when the answer is committed or the intent undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// Whose order it is.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// What the stock is asked for. The same revision always asks the same and is always answered the same.
    pub revision: i64,
    /// What is decided.
    pub kind: SettlementKind,
    /// The order's whole reservation: types and selling units.
    pub lines: Vec<(Uuid, i64)>,
    /// When it happened, if not when it is committed.
    pub effective_at: Option<DateTime<Utc>>,
    /// The user id, `service:name` or `tool:name` of who decided.
    pub actor_subject: String,
    /// The role it acted in.
    pub actor_role: String,
    /// The handle of a person's session.
    pub actor_session: Option<String>,
    /// The deciding request.
    pub request_id: String,
    /// Its fingerprint.
    pub fingerprint: [u8; 32],
}

impl Settlement {
    /// What the stock is asked for.
    pub fn reservation(&self) -> Reservation {
        Reservation {
            seller_id: self.seller_id,
            order_id: self.order_id,
            revision: self.revision,
            lines: self.lines.clone(),
            actor: self.actor_subject.clone(),
        }
    }
}

/// A line that the stock could not give.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Shortage {
    /// The product type.
    pub type_id: Uuid,
    /// Title of its product.
    pub product_title: String,
    /// Its name.
    pub type_name: String,
    /// What the order could have had in all.
    pub available: i64,
}

/// What a registered order counts for, by its last saved revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredOrder {
    /// Whose order it is.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// `1405-08-000123`.
    pub code: String,
    /// The saved revision.
    pub revision: i64,
    /// When it was first registered.
    pub registered_at: DateTime<Utc>,
    /// Who ordered.
    pub customer_id: Uuid,
    /// The customer's title now.
    pub customer_title: String,
    /// The customer's region now.
    pub activity_area: String,
    /// The saved lines.
    pub lines: Vec<OrderLine>,
    /// What was taken off when it was saved.
    pub discounts: Vec<Discount>,
}

/// What was registered, once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedRevision {
    /// From 1, with gaps where the stock refused.
    pub revision: i64,
    /// When.
    pub saved_at: DateTime<Utc>,
    /// By whom: the user id, `service:name` or `tool:name`.
    pub actor_subject: String,
    /// In which role.
    pub actor_role: String,
    /// Purchase, tax and shipping.
    pub grand_toman: i64,
    /// Shipping; unknown of revisions from before it could change.
    pub shipping_toman: Option<i64>,
    /// The discount tiers that it used.
    pub tiers: Tiers,
    /// What they took off.
    pub discounts: Vec<Discount>,
    /// The saved lines.
    pub lines: Vec<OrderLine>,
}
