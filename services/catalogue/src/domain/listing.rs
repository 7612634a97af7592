//! Products as they are listed: with all their types, searched, filtered and sorted.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::product::{Brand, ProductHead, TypeDetails};

/// A product with all that is shown of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// What its types have in common.
    pub head: ProductHead,
    /// Selling units of all its types in registered orders.
    pub units_sold: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Its types, by their position.
    pub types: Vec<TypeDetails>,
}

/// What a list goes by. Each order is total, so that pages neither repeat a product nor leave one out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProductOrder {
    /// By title, as Persian readers expect.
    #[default]
    Title,
    /// The latest first.
    Newest,
    /// The earliest first.
    Oldest,
    /// The most units sold first; equals by title.
    MostSold,
    /// The fewest units sold first; equals by title.
    LeastSold,
}

/// What can still be sold of a type that can be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockFilter {
    /// Nothing.
    Out,
    /// At most what is few of it.
    Low,
}

/// Which products a list shows. An empty filter shows all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProductFilter {
    /// Part of a title, in the form that titles are matched in.
    pub search: String,
    /// Any of these brands.
    pub brand_ids: Vec<Uuid>,
    /// With a type of which there is so much.
    pub stock: Option<StockFilter>,
}

impl ProductFilter {
    /// Whether it shows all products.
    pub const fn is_empty(&self) -> bool {
        self.search.is_empty() && self.brand_ids.is_empty() && self.stock.is_none()
    }
}

/// Which part of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Products passed over.
    pub skip: u32,
    /// Products at most.
    pub size: u32,
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductPage {
    /// The products.
    pub products: Vec<Product>,
    /// How many the whole list has.
    pub total: i64,
}

/// Where a page of the list of brands ends. Brands are sorted by their names, and none goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandPosition {
    /// The brand's name in the form it is sorted by.
    pub name_folded: String,
    /// The brand.
    pub brand_id: Uuid,
}

/// A page of the list of brands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandPage {
    /// The brands.
    pub brands: Vec<BrandSummary>,
    /// The last one's place, if there are more.
    pub next: Option<BrandPosition>,
}

/// A brand and how many products bear it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandSummary {
    /// The brand.
    pub brand: Brand,
    /// Its products.
    pub products: i64,
}
