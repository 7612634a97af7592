//! Which orders of a seller are asked for, and how many there are.

use uuid::Uuid;

use super::{OrderStatus, Span};

/// Which orders are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrderFilter {
    /// Placed when.
    pub created: Span,
    /// Of this status.
    pub status: Option<OrderStatus>,
    /// With a line of one of these types; all when there are none.
    pub type_ids: Vec<Uuid>,
    /// Of customers that are in this area today.
    pub activity_area: Option<String>,
    /// Of this customer.
    pub customer_id: Option<Uuid>,
}

impl OrderFilter {
    /// Whether it asks for more than a time and a status: the orders are not counted then.
    pub const fn is_narrow(&self) -> bool {
        !self.type_ids.is_empty() || self.activity_area.is_some() || self.customer_id.is_some()
    }
}

/// How many orders of a time there are of each status; none where there are more than are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderCounts {
    /// Open ones.
    pub open: Option<i64>,
    /// Registered ones.
    pub registered: Option<i64>,
    /// Cancelled ones.
    pub cancelled: Option<i64>,
}

impl OrderCounts {
    /// Of any status.
    pub fn all(&self) -> Option<i64> {
        Some(self.open? + self.registered? + self.cancelled?)
    }
}
