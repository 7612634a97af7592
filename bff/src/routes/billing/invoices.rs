//! Commission invoices.

use actix_web::{
    get, post,
    web::{Data, Path, Query},
};
use pishkhan_proto::settings::v1 as pb;
use utoipa_actix_web::service_config::ServiceConfig;

use super::gateway::return_seal;
use crate::{
    idempotency::RequestKey,
    reply::Reply,
    session::{After, Seller},
    wire::{
        billing::{
            invoice::{InvoiceListQuery, InvoiceListReply, InvoiceOrdersQuery, InvoiceOrdersReply, InvoiceReply},
            payment::PaymentReply,
        },
        customer::PageNumber,
        error::{BffError, ErrorReply},
        refusals::{SellerReads, SellerWrites},
        text::Lang,
    },
    worker::Worker,
};

/// The list shows so many, the latest: one comes a month.
const LIST: i32 = 100;

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    config.service(list_invoices).service(get_invoice).service(list_invoice_orders).service(pay_invoice);
}

/// The seller's commission invoices, latest first. Not for sellers of type 3.
#[utoipa::path(
    tag = "market",
    params(InvoiceListQuery),
    responses(
        (status = 200, description = "The invoices", body = InvoiceListReply),
        SellerReads,
    )
)]
#[get("/market/invoice-list-app2")]
pub async fn list_invoices(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
    query: Query<InvoiceListQuery>,
) -> Result<Reply<InvoiceListReply>, BffError> {
    let request = pb::ListInvoicesRequest {
        seller_id: seller.id(),
        search: query.into_inner().search.unwrap_or_default(),
        page_size: LIST,
        page_token: String::new(),
    };
    let reply = seller.ask("settings", worker.clients.invoices().list_invoices(request)).await?;
    Ok(Reply(InvoiceListReply::new(reply, lang)))
}

/// An invoice with what it is made of.
#[utoipa::path(
    tag = "market",
    params(("invoice_id" = String, Path, description = "Id of the invoice")),
    responses(
        (status = 200, description = "The invoice", body = InvoiceReply),
        (status = 404, description = "No such invoice", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/invoice-app2/{invoice_id}")]
pub async fn get_invoice(
    worker: Data<Worker>,
    seller: Seller,
    lang: Lang,
    invoice_id: Path<String>,
) -> Result<Reply<InvoiceReply>, BffError> {
    let (mut invoices, mut sellers) = (worker.clients.invoices(), worker.clients.settings());
    let request = pb::GetInvoiceRequest { seller_id: seller.id(), invoice_id: invoice_id.into_inner() };
    let (invoice, profile) = tokio::try_join!(
        seller.ask("settings", invoices.get_invoice(request)),
        seller.ask("settings", sellers.get_seller(pb::GetSellerRequest { seller_id: seller.id() })),
    )?;
    let active = profile.seller.is_some_and(|seller| seller.active);
    Ok(Reply(InvoiceReply::new(invoice, active, lang)))
}

/// The orders that an invoice, or one of its lines, was made from.
#[utoipa::path(
    tag = "market",
    params(("invoice_id" = String, Path, description = "Id of the invoice"), InvoiceOrdersQuery),
    responses(
        (status = 200, description = "A page of orders", body = InvoiceOrdersReply),
        (status = 400, description = "Malformed query", body = ErrorReply),
        (status = 404, description = "No such invoice or line", body = ErrorReply),
        SellerReads,
    )
)]
#[get("/market/invoice-orders-app2/{invoice_id}")]
pub async fn list_invoice_orders(
    worker: Data<Worker>,
    seller: Seller,
    invoice_id: Path<String>,
    query: Query<InvoiceOrdersQuery>,
) -> Result<Reply<InvoiceOrdersReply>, BffError> {
    let InvoiceOrdersQuery { line, page, limit } = query.into_inner();
    let page = PageNumber::parse(page.as_deref(), limit.as_deref())?;
    let request = pb::ListInvoiceOrdersRequest {
        seller_id: seller.id(),
        invoice_id: invoice_id.into_inner(),
        line_id: line.unwrap_or_default(),
        page_size: page.limit,
        skip: page.skip(),
    };
    let reply = seller.ask("settings", worker.clients.invoices().list_invoice_orders(request)).await?;
    Ok(Reply(InvoiceOrdersReply::new(reply, page)))
}

/// Begins the payment of an invoice, or answers the one that is open or done.
#[utoipa::path(
    tag = "market",
    params(
        ("invoice_id" = String, Path, description = "Id of the invoice"),
        RequestKey,
    ),
    responses(
        (status = 200, description = "The payment: its payer goes to the gateway", body = PaymentReply),
        (status = 400, description = "Malformed idempotency key", body = ErrorReply),
        (status = 404, description = "No such invoice", body = ErrorReply),
        (status = 409, description = "Nothing is to be paid", body = ErrorReply),
        (status = 422, description = "The key was used for another request", body = ErrorReply),
        SellerWrites,
    )
)]
#[post("/market/invoice-pay-app2/{invoice_id}")]
pub async fn pay_invoice(
    worker: Data<Worker>,
    lang: Lang,
    invoice_id: Path<String>,
    After(seller, key): After<Seller, RequestKey>,
) -> Result<Reply<PaymentReply>, BffError> {
    let seller_id = seller.id();
    let return_seal = return_seal(&seller_id, &key.0, &worker.seal);
    let request =
        pb::PayInvoiceRequest { request_id: key.0, seller_id, invoice_id: invoice_id.into_inner(), return_seal };
    let _turn = worker.work.payment(&seller.id()).await?;
    let reply = seller.ask("settings", worker.clients.invoices_with_gateway().pay_invoice(request)).await?;
    Ok(Reply(PaymentReply::new(reply.payment, lang)))
}
