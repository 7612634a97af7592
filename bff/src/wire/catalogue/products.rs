//! Products with their types, units and brands.

use pishkhan_proto::catalogue::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::images::{Image, images};
use crate::wire::{customer::PageNumber, error::BffError, store_head::StoreHead, text::FIELD_INVALID};

/// Products a page has when the client names no limit (part 2, section 9).
const DEFAULT_LIMIT: &str = "15";

/// Query of `GET /market/products-bind-app2`.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProductsQuery {
    /// From 1.
    pub page: Option<String>,
    /// 1 to 100; 15 when absent.
    pub limit: Option<String>,
    /// Part of a title, at most 100 characters.
    pub search: Option<String>,
    /// Ids of brands with commas between them, at most 100; products of any of them.
    pub brands: Option<String>,
    /// default (by title), newest, oldest, most-sales or least-sales.
    pub sort: Option<String>,
    /// out or low: products with a type that can be ordered of which nothing is left, or at most its lowStock.
    pub stock: Option<String>,
}

impl ProductsQuery {
    /// The page, and the request for the catalogue.
    pub fn into_request(self, seller_id: String) -> Result<(PageNumber, pb::ListProductsRequest), BffError> {
        let Self { page, limit, search, brands, sort, stock } = self;
        let page = PageNumber::parse(page.as_deref(), limit.as_deref().or(Some(DEFAULT_LIMIT)))?;
        let sort = match sort.as_deref().map_or("", str::trim) {
            "" | "default" => pb::ProductSort::Unspecified,
            "newest" => pb::ProductSort::Newest,
            "oldest" => pb::ProductSort::Oldest,
            "most-sales" => pb::ProductSort::MostSales,
            "least-sales" => pb::ProductSort::LeastSales,
            _ => return Err(BffError::field("sort", FIELD_INVALID)),
        };
        let stock = match stock.as_deref().map_or("", str::trim) {
            "" => pb::StockFilter::Unspecified,
            "out" => pb::StockFilter::Out,
            "low" => pb::StockFilter::Low,
            _ => return Err(BffError::field("stock", FIELD_INVALID)),
        };
        let brands = brands.unwrap_or_default();
        let request = pb::ListProductsRequest {
            seller_id,
            search: search.unwrap_or_default(),
            brand_ids: brands.split(',').map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect(),
            sort: sort.into(),
            page_size: page.limit,
            skip: page.skip(),
            stock: stock.into(),
        };
        Ok((page, request))
    }
}

/// The brand of a product; both fields are empty when it has none.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductBrand {
    #[serde(rename = "_id")]
    brand_id: String,
    name: String,
}

impl From<Option<pb::Brand>> for ProductBrand {
    fn from(brand: Option<pb::Brand>) -> Self {
        let pb::Brand { brand_id, name } = brand.unwrap_or_default();
        Self { brand_id, name }
    }
}

/// A type of a product, as it is sold.
#[derive(Debug, Serialize, ToSchema)]
pub struct CatalogueType {
    #[serde(rename = "_id")]
    type_id: String,
    #[serde(rename = "nameNoeMahsool")]
    name: String,
    /// The seller's own code, as in product files.
    code: String,
    /// At least 1.
    #[serde(rename = "tedadDarVahed")]
    pieces_per_unit: i32,
    /// Tomans for a piece.
    #[serde(rename = "priceBuyOne")]
    buy_price_toman: i64,
    /// Tomans for a piece.
    #[serde(rename = "priceSelOne")]
    sell_price_toman: i64,
    /// What can still be sold, in selling units.
    #[serde(rename = "mojoody")]
    available: i64,
    /// Its own ones; without any, its product's show in their place.
    #[serde(rename = "imgs")]
    images: Vec<Image>,
    /// At most 300 characters.
    #[serde(rename = "toz")]
    description: String,
    /// From 1.
    #[serde(rename = "rowOrder")]
    row_order: i32,
    /// Id of its unit.
    #[serde(rename = "vahed")]
    unit_id: String,
    #[serde(rename = "isActive")]
    active: bool,
    /// To be sent with a change, which is then refused if somebody was faster.
    version: i64,
    /// So many selling units that can still be sold, or fewer, are few: 10 until somebody sets it.
    #[serde(rename = "lowStock")]
    low_stock: i64,
}

impl From<pb::ProductType> for CatalogueType {
    fn from(product_type: pb::ProductType) -> Self {
        let pb::ProductType {
            type_id,
            product_id: _,
            product_title: _,
            brand: _,
            name,
            description,
            unit,
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            available,
            active,
            row_order,
            image_urls,
            product_image_urls: _,
            code,
            product_code: _,
            category: _,
            version,
            low_stock,
        } = product_type;
        Self {
            type_id,
            name,
            code,
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            available,
            images: images(image_urls),
            description,
            row_order,
            unit_id: unit.unwrap_or_default().unit_id,
            active,
            version,
            low_stock,
        }
    }
}

/// A product with its types, by their row order.
#[derive(Debug, Serialize, ToSchema)]
pub struct CatalogueProduct {
    #[serde(rename = "_id")]
    product_id: String,
    title: String,
    /// The seller's own code.
    code: String,
    #[serde(rename = "imgs")]
    images: Vec<Image>,
    brand: ProductBrand,
    #[serde(rename = "productTypes")]
    types: Vec<CatalogueType>,
}

impl From<pb::Product> for CatalogueProduct {
    fn from(product: pb::Product) -> Self {
        let pb::Product {
            product_id,
            title,
            brand,
            image_urls,
            types,
            units_sold: _,
            code,
            create_time: _,
            category: _,
        } = product;
        Self {
            product_id,
            title,
            code,
            images: images(image_urls),
            brand: brand.into(),
            types: types.into_iter().map(Into::into).collect(),
        }
    }
}

/// Answer of `GET /market/products-bind-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductsReply {
    #[serde(rename = "product")]
    products: Vec<CatalogueProduct>,
    #[serde(rename = "totalPages")]
    total_pages: i64,
    /// How many products match in all.
    total: i64,
    #[serde(rename = "sellerName")]
    seller_title: String,
    #[serde(rename = "sellerBackground")]
    seller_background_url: String,
    #[serde(rename = "sellerStory")]
    seller_story_url: String,
}

impl ProductsReply {
    /// A page of the seller's products.
    pub fn new(reply: pb::ListProductsResponse, page: PageNumber, store: &StoreHead) -> Self {
        let pb::ListProductsResponse { products, total_size } = reply;
        Self {
            products: products.into_iter().map(Into::into).collect(),
            total_pages: page.total_pages(total_size),
            total: total_size,
            seller_title: store.title.clone(),
            seller_background_url: store.background_url.clone(),
            seller_story_url: store.story_url.clone(),
        }
    }
}

/// One type of the product that is asked for. The rows of a product have its `_id` in common.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductTypeRow {
    #[serde(rename = "_id")]
    product_id: String,
    title: String,
    /// The seller's own code of the product.
    code: String,
    #[serde(rename = "imgs")]
    images: Vec<Image>,
    brand: ProductBrand,
    #[serde(rename = "productType")]
    product_type: CatalogueType,
}

/// Answer of `GET /market/product-bind-app2/{productId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductReply {
    #[serde(rename = "product")]
    rows: Vec<ProductTypeRow>,
}

impl From<pb::Product> for ProductReply {
    fn from(product: pb::Product) -> Self {
        let pb::Product {
            product_id,
            title,
            brand,
            image_urls,
            types,
            units_sold: _,
            code,
            create_time: _,
            category: _,
        } = product;
        let row = |product_type: pb::ProductType| ProductTypeRow {
            product_id: product_id.clone(),
            title: title.clone(),
            code: code.clone(),
            images: images(image_urls.clone()),
            brand: brand.clone().into(),
            product_type: product_type.into(),
        };
        Self { rows: types.into_iter().map(row).collect() }
    }
}

/// What types are sold in.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnitRow {
    #[serde(rename = "_id")]
    unit_id: String,
    name: String,
    /// Whether it counts single pieces: exactly one unit does, all others are packages.
    #[serde(rename = "isNumeric")]
    numeric: bool,
}

/// Answer of `GET /market/units-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnitsReply {
    units: Vec<UnitRow>,
}

impl From<pb::ListUnitsResponse> for UnitsReply {
    fn from(reply: pb::ListUnitsResponse) -> Self {
        let row = |pb::Unit { unit_id, name, numeric }| UnitRow { unit_id, name, numeric };
        Self { units: reply.units.into_iter().map(row).collect() }
    }
}

/// A brand of the seller's products.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandCount {
    #[serde(rename = "_id")]
    brand_id: String,
    name: String,
    /// Products of the brand.
    count: i64,
}

/// Answer of `GET /market/product-brands-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductBrandsReply {
    brands: Vec<BrandCount>,
}

impl From<Vec<pb::BrandSummary>> for ProductBrandsReply {
    fn from(brands: Vec<pb::BrandSummary>) -> Self {
        let row = |pb::BrandSummary { brand, products }| {
            let pb::Brand { brand_id, name } = brand.unwrap_or_default();
            BrandCount { brand_id, name, count: products }
        };
        Self { brands: brands.into_iter().map(row).collect() }
    }
}

/// Answer of `GET /user/seller/checkChildness-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChildnessReply {
    /// Whether the seller is a child of another one, who alone changes the catalogue.
    pub flag: bool,
}

#[cfg(test)]
mod tests;
