//! Products and their types, as they are shown.

use uuid::Uuid;

/// What a type is sold in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unit {
    /// Its id, the same everywhere.
    pub unit_id: Uuid,
    /// Its name.
    pub name: String,
    /// Whether it counts single pieces.
    pub numeric: bool,
}

/// A maker's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brand {
    /// Its id.
    pub brand_id: Uuid,
    /// Its name.
    pub name: String,
}

/// What the types of a product have in common.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProductHead {
    /// The product's id.
    pub product_id: Uuid,
    /// The seller's own code.
    pub code: String,
    /// Its title.
    pub title: String,
    /// Its category; empty for none.
    pub category: String,
    /// Its maker's name.
    pub brand: Option<Brand>,
    /// Its pictures.
    pub image_urls: Vec<String>,
}

/// What is a type's own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeDetails {
    /// Its id.
    pub type_id: Uuid,
    /// The seller's own code.
    pub code: String,
    /// Its name among the product's types.
    pub name: String,
    /// A description, which may be empty.
    pub description: String,
    /// What it is sold in.
    pub unit: Unit,
    /// Pieces in one selling unit, at least 1.
    pub pieces_per_unit: i32,
    /// What the shop pays for one piece.
    pub buy_price_toman: i64,
    /// The shop's shelf price of one piece.
    pub sell_price_toman: i64,
    /// Selling units that can still be sold.
    pub available: i64,
    /// Whether it can be ordered.
    pub active: bool,
    /// Position among the product's types, from 1.
    pub row_order: i32,
    /// Its pictures.
    pub image_urls: Vec<String>,
    /// Grows with each change of the type itself, not of its stock.
    pub version: i64,
    /// So many selling units that can still be sold, or fewer, are few.
    pub low_stock: i64,
}

/// One variant of a product, with all that is shown of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductType {
    /// Its product.
    pub product: ProductHead,
    /// Its own.
    pub details: TypeDetails,
}

/// Where a page of the list of types ends: types are sorted by their product's title, the product, and their order in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypePosition {
    /// The product's title in the form it is sorted by.
    pub title_folded: String,
    /// The product.
    pub product_id: Uuid,
    /// The type's position in the product.
    pub row_order: i32,
}

/// A page of the list of types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypePage {
    /// The types.
    pub types: Vec<ProductType>,
    /// The last one's place, if there are more.
    pub next: Option<TypePosition>,
}

/// How much a seller's catalogue holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Products.
    pub products: i64,
    /// Types of all products.
    pub types: i64,
}
