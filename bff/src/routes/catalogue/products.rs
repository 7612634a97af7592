//! Products, one type, units and brands, as they are read.

use actix_web::{
    get,
    web::{Data, Path, Query},
};
use pishkhan_proto::catalogue::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    reply::Reply,
    routes::store_head::store_head,
    session::Seller,
    wire::{
        catalogue::{
            products::{ProductBrandsReply, ProductReply, ProductsQuery, ProductsReply, UnitsReply},
            types::{StockReply, TypeDetailReply},
        },
        error::{BffError, ErrorReply},
        refusals::SellerReads,
    },
    worker::Worker,
};

/// Pages of brands that a store's filter is offered at most, from the first name on: five thousand brands.
const BRAND_PAGES: usize = 5;

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(list_products)
        .service(get_product)
        .service(get_product_type)
        .service(get_stock)
        .service(list_units)
        .service(list_product_brands);
}

/// A page of products with all their types, and what the page's head shows of the seller.
#[utoipa::path(
    tag = "market",
    params(ProductsQuery),
    responses(
        (status = 200, description = "A page of products; none past the last page", body = ProductsReply),
        (status = 400, description = "Malformed query", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/products-bind-app2")]
pub async fn list_products(
    worker: Data<Worker>,
    seller: Seller,
    query: Query<ProductsQuery>,
) -> Result<Reply<ProductsReply>, BffError> {
    let (page, request) = query.into_inner().into_request(seller.id())?;
    let (products, store) = tokio::try_join!(whole_page(&worker, &seller, request), store_head(&worker, &seller))?;
    Ok(Reply(ProductsReply::new(products, page, &store)))
}

/// The page that is asked for, put together where the catalogue gives its products in parts because they are large.
async fn whole_page(
    worker: &Worker,
    seller: &Seller,
    mut request: pb::ListProductsRequest,
) -> Result<pb::ListProductsResponse, BffError> {
    let mut whole = pb::ListProductsResponse::default();
    loop {
        let part = seller.ask("catalogue", worker.clients.catalogue().list_products(request.clone())).await?;
        let got = i32::try_from(part.products.len()).unwrap_or(i32::MAX);
        request.skip = request.skip.saturating_add(got);
        request.page_size = request.page_size.saturating_sub(got);
        whole.products.extend(part.products);
        whole.total_size = part.total_size;
        // A page size of 0 would ask for the usual one.
        if got == 0 || request.page_size < 1 || i64::from(request.skip) >= whole.total_size {
            return Ok(whole);
        }
    }
}

/// One product: a row for each of its types.
#[utoipa::path(
    tag = "market",
    params(("product_id" = String, Path, description = "Id of the product")),
    responses(
        (status = 200, description = "The product", body = ProductReply),
        (status = 404, description = "No such product", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/product-bind-app2/{product_id}")]
pub async fn get_product(
    worker: Data<Worker>,
    seller: Seller,
    product_id: Path<String>,
) -> Result<Reply<ProductReply>, BffError> {
    let request = pb::GetProductRequest { seller_id: seller.id(), product_id: product_id.into_inner() };
    let reply = seller.ask("catalogue", worker.clients.catalogue().get_product(request)).await?;
    Ok(Reply(reply.product.ok_or_else(BffError::not_found)?.into()))
}

/// What is shown of a type.
#[utoipa::path(
    tag = "market",
    params(("type_id" = String, Path, description = "Id of the type")),
    responses(
        (status = 200, description = "The type", body = TypeDetailReply),
        (status = 404, description = "No such type", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/product-type-detail/{type_id}")]
pub async fn get_product_type(
    worker: Data<Worker>,
    seller: Seller,
    type_id: Path<String>,
) -> Result<Reply<TypeDetailReply>, BffError> {
    let request = pb::GetProductTypeRequest { seller_id: seller.id(), type_id: type_id.into_inner() };
    let reply = seller.ask("catalogue", worker.clients.catalogue().get_product_type(request)).await?;
    Ok(Reply(reply.r#type.ok_or_else(BffError::not_found)?.into()))
}

/// What can still be sold of a type.
#[utoipa::path(
    tag = "market",
    params(("type_id" = String, Path, description = "Id of the type")),
    responses(
        (status = 200, description = "Stock", body = StockReply),
        (status = 404, description = "No such type", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/getMojoody-app2/{type_id}")]
pub async fn get_stock(
    worker: Data<Worker>,
    seller: Seller,
    type_id: Path<String>,
) -> Result<Reply<StockReply>, BffError> {
    let request = pb::GetStockRequest { seller_id: seller.id(), type_id: type_id.into_inner() };
    let reply = seller.ask("catalogue", worker.clients.catalogue().get_stock(request)).await?;
    Ok(Reply(reply.into()))
}

/// What types are sold in: the same for all sellers.
#[utoipa::path(
    tag = "market",
    responses(
        (status = 200, description = "The units", body = UnitsReply),
        SellerReads,
    )
)]
#[get("/market/units-app2")]
pub async fn list_units(worker: Data<Worker>, seller: Seller) -> Result<Reply<UnitsReply>, BffError> {
    let reply = seller.ask("catalogue", worker.clients.catalogue().list_units(pb::ListUnitsRequest {})).await?;
    Ok(Reply(reply.into()))
}

/// The brands of the seller's products, by name.
#[utoipa::path(
    tag = "market",
    responses(
        (status = 200, description = "The brands", body = ProductBrandsReply),
        SellerReads,
    )
)]
#[get("/market/product-brands-app2")]
pub async fn list_product_brands(worker: Data<Worker>, seller: Seller) -> Result<Reply<ProductBrandsReply>, BffError> {
    let (mut brands, mut page_token) = (Vec::new(), String::new());
    for _ in 0..BRAND_PAGES {
        let request = pb::ListBrandsRequest { seller_id: seller.id(), page_size: 0, page_token };
        let page = seller.ask("catalogue", worker.clients.catalogue().list_brands(request)).await?;
        brands.extend(page.brands);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    Ok(Reply(brands.into()))
}
