//! `/report/…`: the dashboard and the sales reports.

use actix_web::{
    HttpRequest, HttpResponse, Responder as _, get,
    http::StatusCode,
    web::{Data, Path, Query},
};
use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as orders, reports::v1 as pb};
use serde::Serialize;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{report_file, store_head::store_head};
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
        text::{self, Lang},
    },
    work::SharedTurn,
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

/// The service gives a report in parts of a thousand rows, the largest first. A report, and its file, has all of them or is
/// refused: this many parts are more than any store's products and customers, and what an answer may have in memory.
const PARTS: usize = 100;

/// A report that comes in parts, each asked for by the token of the one before it, which is empty on the last. One of
/// several parts waits for what `large` waits for.
async fn put_together<R, F>(
    mut ask: impl FnMut(String) -> F,
    large: impl Future<Output = Result<(), BffError>>,
) -> Result<Vec<R>, BffError>
where
    F: Future<Output = Result<(Vec<R>, String), BffError>>,
{
    let (mut rows, mut next) = ask(String::new()).await?;
    if !next.is_empty() {
        large.await?;
    }
    for _ in 1..PARTS {
        if next.is_empty() {
            break;
        }
        let (more, after) = ask(next).await?;
        rows.extend(more);
        next = after;
    }
    if next.is_empty() { Ok(rows) } else { Err(BffError::new(StatusCode::UNPROCESSABLE_ENTITY, text::REPORT_TOO_LONG)) }
}

/// What a report is answered as.
enum Wanted {
    /// Rows: those of one part at once, more of them under a turn.
    Rows(Option<SharedTurn>),
    Csv(SharedTurn),
    Xlsx(SharedTurn),
}

impl Wanted {
    /// Whoever wants a file has its turn before the rows are asked for: both are in memory together.
    async fn of(format: Format, worker: &Worker, seller: &Seller) -> Result<Self, BffError> {
        Ok(match format {
            Format::Json => Self::Rows(None),
            Format::Csv => Self::Csv(worker.work.file(&seller.id()).await?),
            Format::Xlsx => Self::Xlsx(worker.work.file(&seller.id()).await?),
        })
    }

    /// All rows of the report that `ask` gives in parts, as what is wanted. However many there are, the HTTP worker never
    /// has more than those of one part to turn into something else.
    async fn answer<R, F>(
        mut self,
        request: &HttpRequest,
        worker: &Worker,
        seller: &Seller,
        lang: Lang,
        ask: impl FnMut(String) -> F,
    ) -> Result<HttpResponse, BffError>
    where
        R: FileRow + Serialize + Send + 'static,
        F: Future<Output = Result<(Vec<R>, String), BffError>>,
    {
        let large = async {
            if let Self::Rows(turn) = &mut self {
                *turn = Some(worker.work.file(&seller.id()).await?);
            }
            Ok(())
        };
        let rows = put_together(ask, large).await?;
        match self {
            Self::Rows(None) => Ok(Reply(ReportReply { counts: rows }).respond_to(request)),
            Self::Rows(Some(turn)) => Reply(ReportReply { counts: rows }).respond_under(&turn, request).await,
            Self::Csv(turn) => report_file::csv(turn, rows, lang).await,
            Self::Xlsx(turn) => report_file::xlsx(turn, rows, lang).await,
        }
    }
}

/// A part's rows, as they are answered.
fn rows<P, R: From<P>>(part: Vec<P>) -> Vec<R> {
    part.into_iter().map(Into::into).collect()
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
    lang: Lang,
    n: Path<String>,
    range: Query<RangeQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, BffError> {
    let (format, days) = (format.format()?, day_span(&range.period(&n)?, worker.clock.now()));
    let wanted = Wanted::of(format, &worker, &seller).await?;
    let parts = |page_token| {
        let asked =
            pb::ListProductSalesRequest { seller_id: seller.id(), days: days.clone(), page_size: 0, page_token };
        let mut reports = worker.clients.reports();
        let seller = &seller;
        async move {
            let part = seller.ask("reports", reports.list_product_sales(asked)).await?;
            Ok((rows(part.rows), part.next_page_token))
        }
    };
    wanted.answer::<ProductSalesRow, _>(&request, &worker, &seller, lang, parts).await
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
    lang: Lang,
    n: Path<String>,
    range: Query<RangeQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, BffError> {
    let (format, days) = (format.format()?, day_span(&range.period(&n)?, worker.clock.now()));
    let wanted = Wanted::of(format, &worker, &seller).await?;
    let parts = |page_token| {
        let asked = pb::ListRegionSalesRequest { seller_id: seller.id(), days: days.clone(), page_size: 0, page_token };
        let mut reports = worker.clients.reports();
        let seller = &seller;
        async move {
            let part = seller.ask("reports", reports.list_region_sales(asked)).await?;
            Ok((rows(part.rows), part.next_page_token))
        }
    };
    wanted.answer::<RegionSalesRow, _>(&request, &worker, &seller, lang, parts).await
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
    lang: Lang,
    n: Path<String>,
    range: Query<RangeQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, BffError> {
    let (format, days) = (format.format()?, day_span(&range.period(&n)?, worker.clock.now()));
    let wanted = Wanted::of(format, &worker, &seller).await?;
    let parts = |page_token| {
        let asked =
            pb::ListCustomerSalesRequest { seller_id: seller.id(), days: days.clone(), page_size: 0, page_token };
        let mut reports = worker.clients.reports();
        let seller = &seller;
        async move {
            let part = seller.ask("reports", reports.list_customer_sales(asked)).await?;
            Ok((rows(part.rows), part.next_page_token))
        }
    };
    wanted.answer::<CustomerSalesRow, _>(&request, &worker, &seller, lang, parts).await
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
    use super::*;

    /// So many parts of two rows, numbered through.
    async fn together(parts: usize) -> Result<Vec<usize>, BffError> {
        let (mut asked, mut waited) = (0, false);
        let ask = |token| {
            assert_eq!(token, if asked == 0 { String::new() } else { format!("after {asked}") });
            asked += 1;
            let next = if asked < parts { format!("after {asked}") } else { String::new() };
            let part = (vec![2 * asked - 1, 2 * asked], next);
            async { Ok(part) }
        };
        let large = async {
            waited = true;
            Ok(())
        };
        let rows = put_together(ask, large).await;
        assert_eq!(waited, parts > 1, "one part is no large report");
        rows
    }

    #[actix_web::test]
    async fn a_report_in_parts_is_whole_again_or_none() {
        assert_eq!(together(1).await.unwrap(), [1, 2]);
        assert_eq!(together(3).await.unwrap(), [1, 2, 3, 4, 5, 6]);
        assert_eq!(together(PARTS).await.unwrap().len(), 2 * PARTS);
        let cut = together(PARTS + 1).await.unwrap_err();
        assert_eq!(actix_web::ResponseError::status_code(&cut), StatusCode::UNPROCESSABLE_ENTITY);
    }
}
