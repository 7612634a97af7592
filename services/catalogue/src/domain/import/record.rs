//! Brands, products and types as an import finds and leaves them.

use std::collections::HashMap;

use uuid::Uuid;

use crate::domain::stock::Level;

/// A brand that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandRecord {
    /// Its id.
    pub brand_id: Uuid,
    /// Its name.
    pub name: String,
    /// Its name in the form it is matched in.
    pub name_folded: String,
}

/// A product as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductRecord {
    /// Its id.
    pub product_id: Uuid,
    /// The seller's code.
    pub code: String,
    /// Its title.
    pub title: String,
    /// Its brand.
    pub brand_id: Option<Uuid>,
    /// Its category; empty for none.
    pub category: String,
    /// Its first picture.
    pub image_url: Option<String>,
    /// The highest position of its types.
    pub last_row_order: i32,
}

/// A type as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRecord {
    /// Its id.
    pub type_id: Uuid,
    /// Its product.
    pub product_id: Uuid,
    /// The seller's code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Its description; empty for none.
    pub description: String,
    /// The unit it is sold in.
    pub unit_id: Uuid,
    /// Pieces in one unit.
    pub pieces_per_unit: i32,
    /// What the shop pays for one piece.
    pub buy_price_toman: i64,
    /// The shop's shelf price of one piece.
    pub sell_price_toman: i64,
    /// The first picture of its own; without any, its product's shows.
    pub image_url: Option<String>,
    /// Its position among the product's types.
    pub row_order: i32,
    /// Whether it can be ordered.
    pub active: bool,
}

/// A stored type with its locked stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownType {
    /// The type.
    pub record: TypeRecord,
    /// How much there is.
    pub level: Level,
    /// Version of the stock row.
    pub version: i64,
}

/// What is stored already of that which a file names.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Brands by folded name.
    pub brands: HashMap<String, Uuid>,
    /// Products by code.
    pub products: HashMap<String, ProductRecord>,
    /// Types by code.
    pub types: HashMap<String, KnownType>,
}
