//! Passports that people call with.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A passport that was made for a person. The passport itself is nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolToken {
    /// Of the passport.
    pub token_id: Uuid,
    /// The service that accepts it.
    pub audience: String,
    /// What may be called with it.
    pub scopes: Vec<String>,
    /// The one seller it is for.
    pub seller_id: Option<Uuid>,
    /// Who made it.
    pub minted_by: String,
    /// Whose passport asked for it.
    pub tool: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}
