//! Products, brands and units, as they are read.

use pishkhan_chassis::{
    errors::{self, problem},
    paging::{self, fitting},
    parse, text,
};
use pishkhan_proto::catalogue::v1 as pb;
use serde::{Deserialize, Serialize};
use tonic::{Request, Status};
use uuid::Uuid;

use super::{CatalogueRpc, authorized, convert};
use crate::domain::{
    limits,
    listing::{
        BrandPage, BrandPosition, BrandSummary, Product, ProductFilter, ProductOrder, ProductPage, StockFilter, Window,
    },
    product::ProductHead,
};

/// Products of a page when the caller does not say.
const PAGE: u32 = 15;
/// Bytes of the products, or refused rows, of one page: a reply may have 4 MiB, and who counts pages shall seldom have to ask again.
pub(super) const BYTES: usize = 3 * 1024 * 1024;

impl CatalogueRpc {
    pub(super) async fn answer_list_products(
        &self,
        request: Request<pb::ListProductsRequest>,
    ) -> Result<pb::ListProductsResponse, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let (filter, order, window) = listing(request.into_inner())?;
        let page = self.0.list_products(seller_id, &filter, order, window).await?;
        Ok(page.into())
    }

    pub(super) async fn answer_get_product(
        &self,
        request: Request<pb::GetProductRequest>,
    ) -> Result<pb::GetProductResponse, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::GetProductRequest { seller_id: _, product_id } = request.into_inner();
        let found = self.0.get_product(seller_id, parse::uuid("product_id", &product_id)?).await?;
        Ok(pb::GetProductResponse { product: Some(found.into()) })
    }

    pub(super) async fn answer_list_brands(
        &self,
        request: Request<pb::ListBrandsRequest>,
    ) -> Result<pb::ListBrandsResponse, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::ListBrandsRequest { seller_id: _, page_size, page_token } = request.into_inner();
        let size = paging::page_size(page_size, limits::BRAND_PAGE, limits::BRAND_PAGE);
        Ok(self.0.list_brands(seller_id, last_brand(&page_token)?, size).await?.into())
    }

    pub(super) async fn answer_list_units(
        &self,
        request: Request<pb::ListUnitsRequest>,
    ) -> Result<pb::ListUnitsResponse, Status> {
        let pb::ListUnitsRequest {} = request.into_inner();
        let units = self.0.list_units().await?;
        Ok(pb::ListUnitsResponse { units: units.into_iter().map(pb::Unit::from).collect() })
    }
}

// === message -> query ===

fn listing(message: pb::ListProductsRequest) -> Result<(ProductFilter, ProductOrder, Window), Status> {
    let (order, in_stock) = (message.sort(), message.stock());
    let pb::ListProductsRequest { seller_id: _, search, brand_ids, sort, page_size, skip, stock } = message;
    let order = match order {
        // An order that is not known reads as none.
        pb::ProductSort::Unspecified if sort != 0 => return Err(errors::invalid_field("sort", problem::INVALID)),
        pb::ProductSort::Unspecified => ProductOrder::Title,
        pb::ProductSort::Newest => ProductOrder::Newest,
        pb::ProductSort::Oldest => ProductOrder::Oldest,
        pb::ProductSort::MostSales => ProductOrder::MostSold,
        pb::ProductSort::LeastSales => ProductOrder::LeastSold,
    };
    let stock = match in_stock {
        pb::StockFilter::Unspecified if stock != 0 => return Err(errors::invalid_field("stock", problem::INVALID)),
        pb::StockFilter::Unspecified => None,
        pb::StockFilter::Out => Some(StockFilter::Out),
        pb::StockFilter::Low => Some(StockFilter::Low),
    };
    let search = parse::optional_text("search", &search, limits::SEARCH)?.unwrap_or_default();
    if brand_ids.len() > limits::BRANDS {
        return Err(errors::invalid_field("brand_ids", convert::TOO_MANY));
    }
    let brand_ids: Vec<Uuid> =
        brand_ids.iter().map(|id| parse::uuid("brand_ids", id)).collect::<Result<_, Status>>()?;
    let window = Window {
        skip: number("skip", skip, i32::MAX)?,
        // Not cut to size silently: who goes on by counting would leave products out.
        size: match number("page_size", page_size, limits::PRODUCTS)? {
            0 => PAGE,
            size => size,
        },
    };
    Ok((ProductFilter { search: text::fold(&search), brand_ids, stock }, order, window))
}

fn number(field: &'static str, value: i32, most: i32) -> Result<u32, Status> {
    Ok(parse::in_range(field, value, 0..=most)?.unsigned_abs())
}

/// What a token of the list of brands holds: the last brand, and its name for those who look for it by that.
#[derive(Serialize, Deserialize)]
struct BrandCursor {
    n: String,
    b: Uuid,
}

fn last_brand(token: &str) -> Result<Option<Uuid>, Status> {
    if token.is_empty() {
        return Ok(None);
    }
    let BrandCursor { n: _, b: brand_id } = paging::decode_token(token)?;
    Ok(Some(brand_id))
}

// === domain -> message ===

impl From<BrandPage> for pb::ListBrandsResponse {
    fn from(page: BrandPage) -> Self {
        let BrandPage { brands, next } = page;
        let cursor = next.map(|BrandPosition { name_folded, brand_id }| BrandCursor { n: name_folded, b: brand_id });
        Self {
            brands: brands.into_iter().map(pb::BrandSummary::from).collect(),
            next_page_token: cursor.map(|cursor| paging::encode_token(&cursor)).unwrap_or_default(),
        }
    }
}

impl From<ProductPage> for pb::ListProductsResponse {
    fn from(page: ProductPage) -> Self {
        let ProductPage { products, total } = page;
        let (products, _) = fitting(products.into_iter().map(pb::Product::from), BYTES);
        Self { products, total_size: total }
    }
}

impl From<Product> for pb::Product {
    fn from(product: Product) -> Self {
        let Product { head, units_sold, created_at, types } = product;
        let ProductHead { product_id, code, title, category, brand, image_urls } = head;
        Self {
            product_id: product_id.to_string(),
            title,
            brand: brand.map(pb::Brand::from),
            image_urls,
            types: types.into_iter().map(pb::ProductType::from).collect(),
            units_sold,
            code,
            category,
            create_time: Some(parse::timestamp(created_at)),
        }
    }
}

impl From<BrandSummary> for pb::BrandSummary {
    fn from(summary: BrandSummary) -> Self {
        let BrandSummary { brand, products } = summary;
        Self { brand: Some(brand.into()), products }
    }
}
