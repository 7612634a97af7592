//! The gRPC side: message to command, domain to message, error to status.

use futures_util::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use pishkhan_chassis::{
    access::Caller,
    errors::{self, problem},
    paging, parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::activity::v1 as activity;
use pishkhan_proto::catalogue::v1::{self as pb, catalogue_service_server::CatalogueService};
use prost::Message as _;
use tonic::{Request, Response, Status, Streaming};
use uuid::Uuid;

use crate::{app::Catalogue, domain::limits};

mod bulk;
mod convert;
mod edit;
mod images;
mod products;
mod rows;
mod status;

pub use pb::catalogue_service_server::CatalogueServiceServer;

/// The largest message of any method. Each method has its own limit besides, in the contract.
pub const MAX_MESSAGE_BYTES: usize = 8 * 1024 * 1024;
/// Rows of a page when the caller does not say.
const PAGE: u32 = 100;
/// Rows of a page at most.
const MAX_PAGE: u32 = 500;
/// Types of a page of names: some 700 KiB with the longest names, where what a tool sends on may have 1 MiB.
const MAX_NAMES: u32 = 400;

/// The service as it is served.
#[derive(Debug, Clone)]
pub struct CatalogueRpc(Catalogue);

impl CatalogueRpc {
    /// Serves the use cases.
    pub const fn new(catalogue: Catalogue) -> Self {
        Self(catalogue)
    }
}

/// The caller, and the seller that it asks for and may touch.
fn authorized<T>(request: &Request<T>, seller_id: impl Fn(&T) -> &str) -> Result<(Caller, Uuid), Status> {
    let caller = Caller::of(request)?;
    let seller_id = caller.seller(parse::uuid("seller_id", seller_id(request.get_ref()))?)?;
    Ok((caller, seller_id))
}

#[tonic::async_trait]
impl CatalogueService for CatalogueRpc {
    async fn batch_get_product_types(
        &self,
        request: Request<pb::BatchGetProductTypesRequest>,
    ) -> Result<Response<pb::BatchGetProductTypesResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::BatchGetProductTypesRequest { seller_id: _, type_ids, type_codes, for_order_lines } =
            request.into_inner();
        if type_ids.len() + type_codes.len() > limits::BATCH {
            let field = if type_codes.is_empty() { "type_ids" } else { "type_codes" };
            return Err(errors::invalid_field(field, convert::TOO_MANY));
        }
        let type_ids = type_ids.iter().map(|id| parse::uuid("type_ids", id)).collect::<Result<Vec<_>, _>>()?;
        let codes = type_codes.iter().map(|code| parse::text("type_codes", code, limits::CODE));
        let codes = codes.collect::<Result<Vec<_>, _>>()?;
        let types = self.0.batch_get_product_types(seller_id, &type_ids, &codes, for_order_lines).await?;
        Ok(Response::new(pb::BatchGetProductTypesResponse {
            types: types.into_iter().map(pb::ProductType::from).collect(),
        }))
    }

    async fn get_product_type(
        &self,
        request: Request<pb::GetProductTypeRequest>,
    ) -> Result<Response<pb::GetProductTypeResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::GetProductTypeRequest { seller_id: _, type_id } = request.into_inner();
        let found = self.0.get_product_type(seller_id, parse::uuid("type_id", &type_id)?).await?;
        Ok(Response::new(pb::GetProductTypeResponse { r#type: Some(found.into()) }))
    }

    async fn get_stock(&self, request: Request<pb::GetStockRequest>) -> Result<Response<pb::GetStockResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::GetStockRequest { seller_id: _, type_id } = request.into_inner();
        let available = self.0.get_stock(seller_id, parse::uuid("type_id", &type_id)?).await?;
        Ok(Response::new(pb::GetStockResponse { available }))
    }

    async fn batch_get_stock(
        &self,
        request: Request<pb::BatchGetStockRequest>,
    ) -> Result<Response<pb::BatchGetStockResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::BatchGetStockRequest { seller_id: _, type_ids, order_id } = request.into_inner();
        if type_ids.len() > limits::BATCH {
            return Err(errors::invalid_field("type_ids", convert::TOO_MANY));
        }
        let type_ids = type_ids.iter().map(|id| parse::uuid("type_ids", id)).collect::<Result<Vec<_>, _>>()?;
        let order_id = if order_id.is_empty() { None } else { Some(parse::uuid("order_id", &order_id)?) };
        let stocks = self.0.batch_get_stock(seller_id, &type_ids, order_id).await?;
        let message = |(type_id, available): (Uuid, i64)| pb::TypeStock { type_id: type_id.to_string(), available };
        Ok(Response::new(pb::BatchGetStockResponse { stocks: stocks.into_iter().map(message).collect() }))
    }

    async fn get_catalogue_counts(
        &self,
        request: Request<pb::GetCatalogueCountsRequest>,
    ) -> Result<Response<pb::GetCatalogueCountsResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let counts = self.0.get_counts(seller_id).await?;
        Ok(Response::new(counts.into()))
    }

    async fn list_product_types(
        &self,
        request: Request<pb::ListProductTypesRequest>,
    ) -> Result<Response<pb::ListProductTypesResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::ListProductTypesRequest { seller_id: _, page_size, page_token } = request.into_inner();
        let after = convert::type_position(&page_token)?;
        let page = self.0.list_product_types(seller_id, after, paging::page_size(page_size, PAGE, MAX_PAGE)).await?;
        Ok(Response::new(page.into()))
    }

    type StreamProductTypesStream = BoxStream<'static, Result<pb::StreamProductTypesResponse, Status>>;

    async fn stream_product_types(
        &self,
        request: Request<pb::StreamProductTypesRequest>,
    ) -> Result<Response<Self::StreamProductTypesStream>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let parts = self.0.all_product_types(seller_id).await?;
        let messages = parts.map_ok(|types| pb::StreamProductTypesResponse { types }).err_into();
        Ok(Response::new(messages.boxed()))
    }

    async fn set_reservation(
        &self,
        request: Request<pb::SetReservationRequest>,
    ) -> Result<Response<pb::SetReservationResponse>, Status> {
        let (caller, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let command = convert::set_reservation(request.into_inner(), seller_id, caller.actor())?;
        let answer = self.0.set_reservation(&command).await?;
        Ok(Response::new(answer.into()))
    }

    async fn import_products(
        &self,
        request: Request<pb::ImportProductsRequest>,
    ) -> Result<Response<pb::ImportProductsResponse>, Status> {
        let (caller, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let request = request.into_inner();
        let fingerprint = idempotency::fingerprint(&request.encode_to_vec());
        let command = convert::import_products(request, seller_id, caller.actor(), fingerprint)?;
        let report = self.0.import_products(&command).await?;
        Ok(Response::new(report.into()))
    }

    async fn verify_stock(
        &self,
        request: Request<pb::VerifyStockRequest>,
    ) -> Result<Response<pb::VerifyStockResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let found = self.0.verify_stock(seller_id).await?;
        Ok(Response::new(found.into()))
    }

    async fn list_set_aside_events(
        &self,
        request: Request<pb::ListSetAsideEventsRequest>,
    ) -> Result<Response<pb::ListSetAsideEventsResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let (events, truncated) = self.0.set_aside_events(seller_id).await?;
        let events = events.into_iter().map(convert::set_aside).collect();
        Ok(Response::new(pb::ListSetAsideEventsResponse { events, truncated }))
    }

    async fn recount_sales(
        &self,
        request: Request<pb::RecountSalesRequest>,
    ) -> Result<Response<pb::RecountSalesResponse>, Status> {
        let (caller, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let recounted = self.0.recount_sales(seller_id, &caller.actor()).await?;
        Ok(Response::new(recounted.into()))
    }

    async fn list_reservations(
        &self,
        request: Request<pb::ListReservationsRequest>,
    ) -> Result<Response<pb::ListReservationsResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::ListReservationsRequest { seller_id: _, page_size, page_token } = request.into_inner();
        let after = if page_token.is_empty() { None } else { Some(paging::decode_token(&page_token)?) };
        let (standings, next) =
            self.0.list_reservations(seller_id, after, paging::page_size(page_size, PAGE, MAX_PAGE)).await?;
        Ok(Response::new(pb::ListReservationsResponse {
            reservations: standings.into_iter().map(pb::Reservation::from).collect(),
            next_page_token: next.map(|order_id| paging::encode_token(&order_id)).unwrap_or_default(),
        }))
    }

    async fn list_product_names(
        &self,
        request: Request<pb::ListProductNamesRequest>,
    ) -> Result<Response<pb::ListProductNamesResponse>, Status> {
        let (_, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let pb::ListProductNamesRequest { seller_id: _, page_size, page_token } = request.into_inner();
        let after = if page_token.is_empty() { None } else { Some(paging::decode_token(&page_token)?) };
        let size = paging::page_size(page_size, MAX_NAMES, MAX_NAMES);
        let (products, next) = self.0.list_product_names(seller_id, after, size).await?;
        Ok(Response::new(pb::ListProductNamesResponse {
            products: products.into_iter().map(pb::ProductChanged::from).collect(),
            next_page_token: next.map(|position| paging::encode_token(&position)).unwrap_or_default(),
        }))
    }

    async fn list_products(
        &self,
        request: Request<pb::ListProductsRequest>,
    ) -> Result<Response<pb::ListProductsResponse>, Status> {
        self.answer_list_products(request).await.map(Response::new)
    }

    async fn get_product(
        &self,
        request: Request<pb::GetProductRequest>,
    ) -> Result<Response<pb::GetProductResponse>, Status> {
        self.answer_get_product(request).await.map(Response::new)
    }

    async fn list_brands(
        &self,
        request: Request<pb::ListBrandsRequest>,
    ) -> Result<Response<pb::ListBrandsResponse>, Status> {
        self.answer_list_brands(request).await.map(Response::new)
    }

    async fn list_units(
        &self,
        request: Request<pb::ListUnitsRequest>,
    ) -> Result<Response<pb::ListUnitsResponse>, Status> {
        self.answer_list_units(request).await.map(Response::new)
    }

    async fn edit_product_type(
        &self,
        request: Request<pb::EditProductTypeRequest>,
    ) -> Result<Response<pb::EditProductTypeResponse>, Status> {
        self.answer_edit_product_type(request).await.map(Response::new)
    }

    async fn upload_image(
        &self,
        request: Request<pb::UploadImageRequest>,
    ) -> Result<Response<pb::UploadImageResponse>, Status> {
        self.answer_upload_image(request).await.map(Response::new)
    }

    async fn remove_images(
        &self,
        request: Request<pb::RemoveImagesRequest>,
    ) -> Result<Response<pb::RemoveImagesResponse>, Status> {
        self.answer_remove_images(request).await.map(Response::new)
    }

    async fn get_image(&self, request: Request<pb::GetImageRequest>) -> Result<Response<pb::GetImageResponse>, Status> {
        self.answer_get_image(request).await.map(Response::new)
    }

    async fn preview_file(
        &self,
        request: Request<Streaming<pb::PreviewFileRequest>>,
    ) -> Result<Response<pb::PreviewFileResponse>, Status> {
        self.answer_preview_file(request).await.map(Response::new)
    }

    async fn preview_import(
        &self,
        request: Request<pb::PreviewImportRequest>,
    ) -> Result<Response<pb::PreviewImportResponse>, Status> {
        self.answer_preview_import(request).await.map(Response::new)
    }

    async fn commit_import(
        &self,
        request: Request<pb::CommitImportRequest>,
    ) -> Result<Response<pb::CommitImportResponse>, Status> {
        self.answer_commit_import(request).await.map(Response::new)
    }

    async fn list_failed_rows(
        &self,
        request: Request<pb::ListFailedRowsRequest>,
    ) -> Result<Response<pb::ListFailedRowsResponse>, Status> {
        self.answer_list_failed_rows(request).await.map(Response::new)
    }

    async fn list_activity(
        &self,
        request: Request<activity::ListActivityRequest>,
    ) -> Result<Response<activity::ListActivityResponse>, Status> {
        self.0.activity().list(request).await
    }
}

/// A request id: what a caller may use as an idempotency key.
fn request_id(value: &str) -> Result<String, Status> {
    if value.is_empty() {
        return Err(errors::invalid_field("request_id", problem::REQUIRED));
    }
    if value.len() > 128 || !value.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(errors::invalid_field("request_id", problem::INVALID));
    }
    Ok(value.to_owned())
}
