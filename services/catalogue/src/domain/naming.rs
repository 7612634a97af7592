//! What a product and its types are called, as others are told.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The names of a product. Of two, the one with the later time is the later fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductNames {
    /// Whose product.
    pub seller_id: Uuid,
    /// Which.
    pub product_id: Uuid,
    /// Its title.
    pub title: String,
    /// Its types and their names; of a page, or of a product of very many types, some of them.
    pub types: Vec<(Uuid, String)>,
    /// Since when all is called so.
    pub changed_at: DateTime<Utc>,
}

/// Behind which type a page of names begins: its product, and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NamePosition {
    /// The product.
    pub product_id: Uuid,
    /// The type's position among the product's types.
    pub row_order: i32,
}
