//! `/report/…`: the dashboard and the sales reports.

use actix_web::{
    HttpRequest, HttpResponse, Responder as _, get,
    http::StatusCode,
    web::{Data, Path, Query},
};
use futures_util::{StreamExt as _, TryStreamExt as _, stream::LocalBoxStream};
use pishkhan_chassis::grpc::client::PeerChannel;
use pishkhan_proto::{
    catalogue::v1 as catalogue,
    orders::v1 as orders,
    reports::v1::{self as pb, reports_service_client::ReportsServiceClient},
};
use serde::Serialize;
use tonic::{Response, Status};
use utoipa_actix_web::service_config::ServiceConfig;

use super::{long_report::LongReport, store_head::store_head};
use crate::{
    reply::Reply,
    session::Seller,
    wire::{
        error::{BffError, ErrorReply},
        period::{RangeQuery, day_span},
        refusals::SellerReads,
        report::{
            CustomerSalesRow, DashboardCounts, DashboardReply, FileRow, Format, FormatQuery, ProductCounts,
            ProductSalesRow, RegionSalesRow, ReportReply, SeriesReply,
        },
        text,
    },
    worker::Worker,
};

/// Adds the calls of this prefix.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(get_dashboard)
        .service(list_product_sales)
        .service(list_region_sales)
        .service(list_customer_sales)
        .service(list_daily_sales);
}

/// The store's title, its customers and products, and all its sales.
#[utoipa::path(
    tag = "report",
    responses(
        (status = 200, description = "The figures", body = DashboardReply),
        SellerReads,
    )
)]
#[get("/report/dashboard-nums-app2")]
pub async fn get_dashboard(worker: Data<Worker>, seller: Seller) -> Result<Reply<DashboardReply>, BffError> {
    let seller_id = seller.id();
    let mut shops = worker.clients.orders();
    let (mut goods, mut sales) = (worker.clients.catalogue(), worker.clients.reports());
    let (store, customers, products, sales) = tokio::try_join!(
        store_head(&worker, &seller),
        seller.ask(
            "orders",
            shops.get_customer_counts(orders::GetCustomerCountsRequest { seller_id: seller_id.clone() })
        ),
        seller.ask(
            "catalogue",
            goods.get_catalogue_counts(catalogue::GetCatalogueCountsRequest { seller_id: seller_id.clone() })
        ),
        seller.ask("reports", sales.get_sales_totals(pb::GetSalesTotalsRequest { seller_id, days: None })),
    )?;
    Ok(Reply(DashboardReply {
        counts: DashboardCounts {
            seller_title: store.title.clone(),
            total_customers: customers.totals.unwrap_or_default().all,
            totals: sales.figures.into(),
        },
        counts_products: ProductCounts { product_count: products.products },
    }))
}

/// Rows of a report, or of its file, at most: more than any store's products and customers, and what an answer may have in
/// memory. One that has more is refused, as it would not be whole.
const MAX_ROWS: usize = 100_000;

type Reports = ReportsServiceClient<PeerChannel>;
type Parts<R> = LocalBoxStream<'static, Result<Vec<R>, Status>>;

/// A report as the service gives it.
trait Report: FileRow + Serialize + Send + Sized + 'static {
    /// Its first rows, a thousand at most, and whether there are more.
    async fn first(
        reports: Reports,
        seller_id: String,
        days: Option<pb::DaySpan>,
    ) -> Result<Response<(Vec<Self>, bool)>, Status>;

    /// All of its rows as they are at one instant, in parts.
    async fn all(
        reports: Reports,
        seller_id: String,
        days: Option<pb::DaySpan>,
    ) -> Result<Response<Parts<Self>>, Status>;
}

impl Report for ProductSalesRow {
    async fn first(
        mut reports: Reports,
        seller_id: String,
        days: Option<pb::DaySpan>,
    ) -> Result<Response<(Vec<Self>, bool)>, Status> {
        let request = pb::ListProductSalesRequest { seller_id, days, page_size: 0, page_token: String::new() };
        let page = reports.list_product_sales(request).await?;
        Ok(page.map(|page| (rows(page.rows), !page.next_page_token.is_empty())))
    }

    async fn all(
        mut reports: Reports,
        seller_id: String,
        days: Option<pb::DaySpan>,
    ) -> Result<Response<Parts<Self>>, Status> {
        let parts = reports.stream_product_sales(pb::StreamProductSalesRequest { seller_id, days }).await?;
        Ok(parts.map(|parts| parts.map_ok(|part| rows(part.rows)).boxed_local()))
    }
}

impl Report for RegionSalesRow {
    async fn first(
        mut reports: Reports,
        seller_id: String,
        days: Option<pb::DaySpan>,
    ) -> Result<Response<(Vec<Self>, bool)>, Status> {
        let request = pb::ListRegionSalesRequest { seller_id, days, page_size: 0, page_token: String::new() };
        let page = reports.list_region_sales(request).await?;
        Ok(page.map(|page| (rows(page.rows), !page.next_page_token.is_empty())))
    }

    async fn all(
        mut reports: Reports,
        seller_id: String,
        days: Option<pb::DaySpan>,
    ) -> Result<Response<Parts<Self>>, Status> {
        let parts = reports.stream_region_sales(pb::StreamRegionSalesRequest { seller_id, days }).await?;
        Ok(parts.map(|parts| parts.map_ok(|part| rows(part.rows)).boxed_local()))
    }
}

impl Report for CustomerSalesRow {
    async fn first(
        mut reports: Reports,
        seller_id: String,
        days: Option<pb::DaySpan>,
    ) -> Result<Response<(Vec<Self>, bool)>, Status> {
        let request = pb::ListCustomerSalesRequest { seller_id, days, page_size: 0, page_token: String::new() };
        let page = reports.list_customer_sales(request).await?;
        Ok(page.map(|page| (rows(page.rows), !page.next_page_token.is_empty())))
    }

    async fn all(
        mut reports: Reports,
        seller_id: String,
        days: Option<pb::DaySpan>,
    ) -> Result<Response<Parts<Self>>, Status> {
        let parts = reports.stream_customer_sales(pb::StreamCustomerSalesRequest { seller_id, days }).await?;
        Ok(parts.map(|parts| parts.map_ok(|part| rows(part.rows)).boxed_local()))
    }
}

/// A part's rows, as they are answered.
fn rows<P, R: From<P>>(part: Vec<P>) -> Vec<R> {
    part.into_iter().map(Into::into).collect()
}

/// Puts all rows into something, part by part.
async fn fold<R, T>(
    mut parts: Parts<R>,
    mut into: T,
    mut add: impl AsyncFnMut(T, Vec<R>) -> Result<T, BffError>,
) -> Result<T, BffError> {
    let mut room = MAX_ROWS;
    while let Some(part) = parts.try_next().await? {
        let too_long = || BffError::new(StatusCode::UNPROCESSABLE_ENTITY, text::REPORT_TOO_LONG);
        room = room.checked_sub(part.len()).ok_or_else(too_long)?;
        into = add(into, part).await?;
    }
    Ok(into)
}

/// A report of some days as what is asked for. However many rows it has, those of one part are all that is in memory beside
/// what they are written into, and the HTTP worker never writes more than a thousand.
async fn answer<R: Report>(
    request: &HttpRequest,
    worker: &Worker,
    seller: &Seller,
    days: Option<pb::DaySpan>,
    format: Format,
) -> Result<HttpResponse, BffError> {
    let seller_id = seller.id();
    if format == Format::Json {
        let first = R::first(worker.clients.reports(), seller_id.clone(), days.clone());
        let (counts, more) = seller.ask("reports", first).await?;
        if !more {
            return Ok(Reply(ReportReply { counts }).respond_to(request));
        }
    }
    // Whoever wants more than a page has its turn before anything is asked.
    let turn = worker.work.file(&seller_id).await?;
    let all = seller.ask("reports", R::all(worker.clients.reports_for_files(), seller_id, days)).await?;
    let report = LongReport::new::<R>(format, request)?;
    let report = fold(all, report, async |report, part| report.with(&turn, part).await).await?;
    report.answer::<R>(&turn).await
}

/// Sales by product type, largest amount first.
#[utoipa::path(
    tag = "report",
    params(("n" = String, Path, description = "1 all, 2 today, 3 week, 4 month, 5 range"), RangeQuery, FormatQuery),
    responses(
        (status = 200, description = "The rows, or a file of them", content(
            (ReportReply<ProductSalesRow> = "application/json"),
            (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 400, description = "Malformed query", body = ErrorReply),
        (status = 404, description = "No such period", body = ErrorReply),
        (status = 422, description = "More than 100,000 rows", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/report/dashboard-basket-product-type-nums-app2/{n}")]
pub async fn list_product_sales(
    request: HttpRequest,
    worker: Data<Worker>,
    seller: Seller,
    n: Path<String>,
    range: Query<RangeQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, BffError> {
    let (format, days) = (format.format()?, day_span(&range.period(&n)?, worker.clock.now()));
    answer::<ProductSalesRow>(&request, &worker, &seller, days, format).await
}

/// Sales by activity area, largest amount first.
#[utoipa::path(
    tag = "report",
    params(("n" = String, Path, description = "1 all, 2 today, 3 week, 4 month, 5 range"), RangeQuery, FormatQuery),
    responses(
        (status = 200, description = "The rows, or a file of them", content(
            (ReportReply<RegionSalesRow> = "application/json"),
            (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 400, description = "Malformed query", body = ErrorReply),
        (status = 404, description = "No such period", body = ErrorReply),
        (status = 422, description = "More than 100,000 rows", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/report/dashboard-regions-nums-app2/{n}")]
pub async fn list_region_sales(
    request: HttpRequest,
    worker: Data<Worker>,
    seller: Seller,
    n: Path<String>,
    range: Query<RangeQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, BffError> {
    let (format, days) = (format.format()?, day_span(&range.period(&n)?, worker.clock.now()));
    answer::<RegionSalesRow>(&request, &worker, &seller, days, format).await
}

/// Sales by customer, largest amount first.
#[utoipa::path(
    tag = "report",
    params(("n" = String, Path, description = "1 all, 2 today, 3 week, 4 month, 5 range"), RangeQuery, FormatQuery),
    responses(
        (status = 200, description = "The rows, or a file of them", content(
            (ReportReply<CustomerSalesRow> = "application/json"),
            (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 400, description = "Malformed query", body = ErrorReply),
        (status = 404, description = "No such period", body = ErrorReply),
        (status = 422, description = "More than 100,000 rows", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/report/dashboard-customers-nums-app2/{n}")]
pub async fn list_customer_sales(
    request: HttpRequest,
    worker: Data<Worker>,
    seller: Seller,
    n: Path<String>,
    range: Query<RangeQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, BffError> {
    let (format, days) = (format.format()?, day_span(&range.period(&n)?, worker.clock.now()));
    answer::<CustomerSalesRow>(&request, &worker, &seller, days, format).await
}

/// Sales day by day, for the charts.
#[utoipa::path(
    tag = "report",
    params(("n" = String, Path, description = "1 all, 2 today, 3 week, 4 month, 5 range"), RangeQuery),
    responses(
        (status = 200, description = "The days that have sales", body = SeriesReply),
        (status = 400, description = "Malformed query", body = ErrorReply),
        (status = 404, description = "No such period", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/report/sales-series-app2/{n}")]
pub async fn list_daily_sales(
    worker: Data<Worker>,
    seller: Seller,
    n: Path<String>,
    range: Query<RangeQuery>,
) -> Result<Reply<SeriesReply>, BffError> {
    let days = day_span(&range.period(&n)?, worker.clock.now());
    let asked = pb::ListDailySalesRequest { seller_id: seller.id(), days };
    let reply = seller.ask("reports", worker.clients.reports().list_daily_sales(asked)).await?;
    Ok(Reply(reply.into()))
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    /// How many rows a report in parts of these sizes has.
    async fn counted(sizes: &[usize]) -> Result<usize, BffError> {
        let parts: Vec<_> = sizes.iter().map(|rows| Ok(vec![(); *rows])).collect();
        fold(stream::iter(parts).boxed_local(), 0, async |rows, part: Vec<()>| Ok(rows + part.len())).await
    }

    #[actix_web::test]
    async fn a_report_is_whole_or_refused() {
        assert_eq!(counted(&[]).await.unwrap(), 0);
        assert_eq!(counted(&[1_000, 1_000, 7]).await.unwrap(), 2_007);
        assert_eq!(counted(&[1_000; 100]).await.unwrap(), MAX_ROWS);
        for too_long in [&[1_000; 101][..], &[MAX_ROWS, 1]] {
            let cut = counted(too_long).await.unwrap_err();
            assert_eq!(actix_web::ResponseError::status_code(&cut), StatusCode::UNPROCESSABLE_ENTITY);
        }
        let broken = stream::iter([Ok(vec![()]), Err(Status::unavailable("the service is gone"))]).boxed_local();
        assert!(fold(broken, (), async |(), _part| Ok(())).await.is_err());
    }
}
