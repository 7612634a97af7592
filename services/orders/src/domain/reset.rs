use chrono::{DateTime, Utc};
use uuid::Uuid;

/// An account is reset: its customers have left the list, and its subscription is to be ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountReset {
    /// Whose account.
    pub seller_id: Uuid,
    /// Names the reset to the settings, however often they are asked.
    pub reset_id: Uuid,
    /// When it was decided. What is bought later stays.
    pub decided_at: DateTime<Utc>,
    /// How often it was tried, this try included.
    pub attempts: i32,
}
