//! The contract of this service, `pishkhan.reports.v1`.

mod convert;
mod rebuild;
mod status;
mod token;

use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use pishkhan_chassis::access::{self, Caller};
use pishkhan_chassis::grpc::MAX_REQUEST_BYTES;
use pishkhan_chassis::parts::Parts;
use pishkhan_chassis::{errors, paging, parse};
use pishkhan_proto::activity::v1 as activity;
use pishkhan_proto::reports::v1 as pb;
use pishkhan_proto::reports::v1::reports_service_server::{ReportsService, ReportsServiceServer};
use tonic::service::Routes;
use tonic::{Request, Response, Status, Streaming};

use crate::app::Reports;
use crate::error::ReportsError;

/// Rows of a page at most, and when nothing is asked for.
const MAX_ROWS: u32 = 1_000;

/// The methods of the service.
#[derive(Debug, Clone)]
pub struct Rpc(Reports);

impl Rpc {
    /// Serves these figures.
    pub const fn new(reports: Reports) -> Self {
        Self(reports)
    }

    /// The routes of the service.
    pub fn routes(self) -> Routes {
        Routes::new(ReportsServiceServer::new(self).max_decoding_message_size(MAX_REQUEST_BYTES))
    }
}

/// A reply in messages.
type StreamOf<T> = BoxStream<'static, Result<T, Status>>;

/// A long reply, a message for each part of it.
fn stream<M, T>(parts: Parts<M, ReportsError>, message: impl Fn(Vec<M>) -> T + Send + 'static) -> Response<StreamOf<T>>
where
    M: Send + 'static,
{
    Response::new(parts.map(move |part| part.map(&message).map_err(status::of)).boxed())
}

#[tonic::async_trait]
impl ReportsService for Rpc {
    async fn get_sales_totals(
        &self,
        request: Request<pb::GetSalesTotalsRequest>,
    ) -> Result<Response<pb::GetSalesTotalsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetSalesTotalsRequest { seller_id, days } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let figures = self.0.totals(seller_id, convert::span(days)?).await.map_err(status::of)?;
        Ok(Response::new(pb::GetSalesTotalsResponse { figures: Some(figures.into()) }))
    }

    async fn list_product_sales(
        &self,
        request: Request<pb::ListProductSalesRequest>,
    ) -> Result<Response<pb::ListProductSalesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListProductSalesRequest { seller_id, days, page_size, page_token } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let span = convert::span(days)?;
        let after = token::read(&page_token, span)?;
        let size = paging::page_size(page_size, MAX_ROWS, MAX_ROWS);
        let page = self.0.by_product(seller_id, span, after, size).await.map_err(status::of)?;
        Ok(Response::new(pb::ListProductSalesResponse {
            rows: page.rows.into_iter().map(Into::into).collect(),
            next_page_token: token::write(page.next, span),
        }))
    }

    type StreamProductSalesStream = StreamOf<pb::StreamProductSalesResponse>;

    async fn stream_product_sales(
        &self,
        request: Request<pb::StreamProductSalesRequest>,
    ) -> Result<Response<Self::StreamProductSalesStream>, Status> {
        let caller = Caller::of(&request)?;
        let pb::StreamProductSalesRequest { seller_id, days } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let parts = self.0.all_by_product(seller_id, convert::span(days)?).await.map_err(status::of)?;
        Ok(stream(parts, |rows| pb::StreamProductSalesResponse { rows }))
    }

    async fn list_region_sales(
        &self,
        request: Request<pb::ListRegionSalesRequest>,
    ) -> Result<Response<pb::ListRegionSalesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListRegionSalesRequest { seller_id, days, page_size, page_token } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let span = convert::span(days)?;
        let after = token::read(&page_token, span)?;
        let size = paging::page_size(page_size, MAX_ROWS, MAX_ROWS);
        let page = self.0.by_region(seller_id, span, after, size).await.map_err(status::of)?;
        Ok(Response::new(pb::ListRegionSalesResponse {
            rows: page.rows.into_iter().map(Into::into).collect(),
            next_page_token: token::write(page.next, span),
        }))
    }

    type StreamRegionSalesStream = StreamOf<pb::StreamRegionSalesResponse>;

    async fn stream_region_sales(
        &self,
        request: Request<pb::StreamRegionSalesRequest>,
    ) -> Result<Response<Self::StreamRegionSalesStream>, Status> {
        let caller = Caller::of(&request)?;
        let pb::StreamRegionSalesRequest { seller_id, days } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let parts = self.0.all_by_region(seller_id, convert::span(days)?).await.map_err(status::of)?;
        Ok(stream(parts, |rows| pb::StreamRegionSalesResponse { rows }))
    }

    async fn list_customer_sales(
        &self,
        request: Request<pb::ListCustomerSalesRequest>,
    ) -> Result<Response<pb::ListCustomerSalesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListCustomerSalesRequest { seller_id, days, page_size, page_token } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let span = convert::span(days)?;
        let after = token::read(&page_token, span)?;
        let size = paging::page_size(page_size, MAX_ROWS, MAX_ROWS);
        let page = self.0.by_customer(seller_id, span, after, size).await.map_err(status::of)?;
        Ok(Response::new(pb::ListCustomerSalesResponse {
            rows: page.rows.into_iter().map(Into::into).collect(),
            next_page_token: token::write(page.next, span),
        }))
    }

    type StreamCustomerSalesStream = StreamOf<pb::StreamCustomerSalesResponse>;

    async fn stream_customer_sales(
        &self,
        request: Request<pb::StreamCustomerSalesRequest>,
    ) -> Result<Response<Self::StreamCustomerSalesStream>, Status> {
        let caller = Caller::of(&request)?;
        let pb::StreamCustomerSalesRequest { seller_id, days } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let parts = self.0.all_by_customer(seller_id, convert::span(days)?).await.map_err(status::of)?;
        Ok(stream(parts, |rows| pb::StreamCustomerSalesResponse { rows }))
    }

    async fn list_daily_sales(
        &self,
        request: Request<pb::ListDailySalesRequest>,
    ) -> Result<Response<pb::ListDailySalesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListDailySalesRequest { seller_id, days } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let rows = self.0.by_day(seller_id, convert::span(days)?).await.map_err(status::of)?;
        Ok(Response::new(pb::ListDailySalesResponse { rows: rows.into_iter().filter_map(convert::day).collect() }))
    }

    async fn list_month_orders(
        &self,
        request: Request<pb::ListMonthOrdersRequest>,
    ) -> Result<Response<pb::ListMonthOrdersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListMonthOrdersRequest { seller_id, month, page_size, page_token } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let month = convert::month(month)?;
        let after = token::read_month(&page_token, month)?;
        let size = paging::page_size(page_size, MAX_ROWS, MAX_ROWS);
        let page = self.0.month_orders(seller_id, month, after, size).await.map_err(status::of)?;
        let next = token::write_month(page.next, month);
        Ok(Response::new(convert::month_orders(page, next)))
    }

    async fn confirm_told(
        &self,
        request: Request<pb::ConfirmToldRequest>,
    ) -> Result<Response<pb::ConfirmToldResponse>, Status> {
        if Caller::of(&request)?.seller_id.is_some() {
            return Err(access::forbidden());
        }
        let until = parse::instant("until", request.into_inner().until)?;
        if !self.0.confirm_told(until).await.map_err(status::of)? {
            return Err(errors::invalid_field("until", errors::problem::OUT_OF_RANGE));
        }
        Ok(Response::new(pb::ConfirmToldResponse {}))
    }

    async fn list_set_aside_events(
        &self,
        request: Request<pb::ListSetAsideEventsRequest>,
    ) -> Result<Response<pb::ListSetAsideEventsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListSetAsideEventsRequest { seller_id } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let (events, truncated) = self.0.set_aside_events(seller_id).await.map_err(status::of)?;
        let events = events.into_iter().map(convert::set_aside).collect();
        Ok(Response::new(pb::ListSetAsideEventsResponse { events, truncated }))
    }

    async fn rebuild_reports(
        &self,
        request: Request<Streaming<pb::RebuildReportsRequest>>,
    ) -> Result<Response<pb::RebuildReportsResponse>, Status> {
        rebuild::run(&self.0, request).await.map(Response::new)
    }

    async fn list_activity(
        &self,
        request: Request<activity::ListActivityRequest>,
    ) -> Result<Response<activity::ListActivityResponse>, Status> {
        self.0.activity().list(request).await
    }
}
