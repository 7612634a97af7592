//! What a customer is called and where it is, as others are told.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A customer's title and region. Of two, the one with the later time is the later fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerNames {
    /// Whose customer.
    pub seller_id: Uuid,
    /// Which.
    pub customer_id: Uuid,
    /// Its title.
    pub title: String,
    /// Its region.
    pub activity_area: String,
    /// Since when both are so.
    pub changed_at: DateTime<Utc>,
}
