//! Invoices: message ↔ command.

use chrono::NaiveDate;
use pishkhan_chassis::{
    access::{Caller, CallerKind},
    paging::{decode_token, encode_token, page_size},
    parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::settings::v1::{self as pb, invoice_service_server::InvoiceService};
use prost::Message;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{
    agreed::{cooperation, month},
    one_or_all,
    payments::{payment, return_seal},
};
use crate::{
    app::{
        create_seller::Users,
        invoices::{Billing, ListOrders, Listing, Made, OrderPage, Sales},
        write::Write,
    },
    domain::{
        invoice::{Invoice, InvoiceLine, InvoiceOrder, InvoiceState, LineKind, PaidBy},
        payment::GatewayKind,
    },
};

/// Characters of what is searched for.
const SEARCH_MAX: usize = 64;
const REASON_MAX: usize = 300;

/// Serves the invoices.
#[derive(Clone)]
pub struct InvoiceRpc<U, S>(pub Billing<U, S>);

#[tonic::async_trait]
impl<U: Users, S: Sales> InvoiceService for InvoiceRpc<U, S> {
    async fn list_invoices(
        &self,
        request: Request<pb::ListInvoicesRequest>,
    ) -> Result<Response<pb::ListInvoicesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListInvoicesRequest { seller_id, search, page_size: size, page_token } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let listing = Listing {
            search: parse::optional_text("search", &search, SEARCH_MAX)?,
            drafts: caller.kind == CallerKind::Tool,
            after: if page_token.is_empty() { None } else { Some(decode_token(&page_token)?) },
            limit: page_size(size, 100, 100) as usize,
        };
        let (found, more) = self.0.invoices(seller_id, listing).await?;
        let last = found.last().filter(|_| more).map(|last| encode_token(&(last.month.code(), last.invoice_id)));
        Ok(Response::new(pb::ListInvoicesResponse {
            invoices: found.into_iter().map(Into::into).collect(),
            next_page_token: last.unwrap_or_default(),
        }))
    }

    async fn get_invoice(
        &self,
        request: Request<pb::GetInvoiceRequest>,
    ) -> Result<Response<pb::GetInvoiceResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetInvoiceRequest { seller_id, invoice_id } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let invoice_id = parse::uuid("invoice_id", &invoice_id)?;
        let drafts = caller.kind == CallerKind::Tool;
        let (invoice, lines, awaited) = self.0.invoice(seller_id, invoice_id, drafts).await?;
        let lines = lines.into_iter().map(Into::into).collect();
        let awaited = awaited.map(|found| payment(self.0.app(), found));
        Ok(Response::new(pb::GetInvoiceResponse { invoice: Some(invoice.into()), lines, awaited }))
    }

    async fn list_invoice_orders(
        &self,
        request: Request<pb::ListInvoiceOrdersRequest>,
    ) -> Result<Response<pb::ListInvoiceOrdersResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::ListInvoiceOrdersRequest { seller_id, invoice_id, line_id, page_size: size, skip } =
            request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let wanted = ListOrders {
            invoice_id: parse::uuid("invoice_id", &invoice_id)?,
            line_id: parse::optional_uuid("line_id", &line_id)?,
            drafts: caller.kind == CallerKind::Tool,
            skip: parse::in_range("skip", skip, 0..=i32::MAX)?.into(),
            limit: page_size(size, 50, 100).into(),
        };
        let OrderPage { orders, count } = self.0.invoice_orders(seller_id, wanted).await?;
        let orders = orders.into_iter().map(Into::into).collect();
        Ok(Response::new(pb::ListInvoiceOrdersResponse { orders, total: count }))
    }

    async fn pay_invoice(
        &self,
        request: Request<pb::PayInvoiceRequest>,
    ) -> Result<Response<pb::PayInvoiceResponse>, Status> {
        let caller = Caller::of(&request)?;
        let mut message = request.into_inner();
        let invoice_id = parse::uuid("invoice_id", &message.invoice_id)?;
        let seal = return_seal(&mut message.return_seal)?;
        let write = write(&caller, &message.seller_id, &message.request_id, &message)?;
        let paid = self.0.pay_invoice(&write, invoice_id, seal).await?;
        Ok(Response::new(pb::PayInvoiceResponse { payment: Some(payment(self.0.app(), paid)) }))
    }

    async fn make_invoices(
        &self,
        request: Request<pb::MakeInvoicesRequest>,
    ) -> Result<Response<pb::MakeInvoicesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::MakeInvoicesRequest { request_id, month: code, seller_id } = request.into_inner();
        // What was made before stays as it is: the same again makes nothing new.
        parse::text("request_id", &request_id, 64)?;
        let month = month("month", code)?;
        let seller_id = one_or_all(&caller, &seller_id)?;
        let Made { made, kept, without_terms, failed } =
            self.0.make_invoices(month, seller_id, &caller.actor()).await?;
        Ok(Response::new(pb::MakeInvoicesResponse { made, kept, without_terms, failed }))
    }

    async fn void_invoice(
        &self,
        request: Request<pb::VoidInvoiceRequest>,
    ) -> Result<Response<pb::VoidInvoiceResponse>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let invoice_id = parse::uuid("invoice_id", &message.invoice_id)?;
        let reason = parse::text("reason", &message.reason, REASON_MAX)?;
        let write = write(&caller, &message.seller_id, &message.request_id, &message)?;
        let invoice = self.0.void_invoice(&write, invoice_id, &reason).await?;
        Ok(Response::new(pb::VoidInvoiceResponse { invoice: Some(invoice.into()) }))
    }
}

fn write(caller: &Caller, seller_id: &str, request_id: &str, message: &impl Message) -> Result<Write, Status> {
    Ok(Write {
        seller_id: caller.seller(parse::uuid("seller_id", seller_id)?)?,
        request_id: parse::text("request_id", request_id, 64)?,
        fingerprint: idempotency::fingerprint(&message.encode_to_vec()),
        version: None,
        actor: caller.actor(),
    })
}

impl From<Invoice> for pb::Invoice {
    fn from(invoice: Invoice) -> Self {
        let state = match invoice.state {
            InvoiceState::Draft => pb::InvoiceState::Draft,
            InvoiceState::Payable => pb::InvoiceState::Payable,
            InvoiceState::Paid => pb::InvoiceState::Paid,
            InvoiceState::Void => pb::InvoiceState::Void,
        };
        let (mut gateway, mut payment_id, mut payment_reference) = Default::default();
        let pay_time = invoice.paid_by.map(|paid| {
            let PaidBy { payment_id: id, gateway: through, reference, paid_at } = paid;
            gateway = match through {
                GatewayKind::Sandbox => pb::PaymentGateway::Sandbox,
                GatewayKind::Zarinpal => pb::PaymentGateway::Zarinpal,
            };
            (payment_id, payment_reference) = (Uuid::to_string(&id), reference);
            parse::timestamp(paid_at)
        });
        Self {
            invoice_id: invoice.invoice_id.to_string(),
            seller_id: invoice.seller_id.to_string(),
            number: invoice.number.unwrap_or_default(),
            month: invoice.month.code(),
            state: state.into(),
            create_time: Some(parse::timestamp(invoice.created_at)),
            payer: invoice.payer,
            cooperation: cooperation(invoice.cooperation).into(),
            agreed_commission: invoice.commission,
            due_date: invoice.due_date.as_ref().map(NaiveDate::to_string).unwrap_or_default(),
            orders: invoice.orders,
            sales_toman: invoice.sales_toman,
            total_toman: invoice.total_toman,
            watermark: invoice.watermark.map(parse::timestamp),
            pay_time,
            gateway: gateway.into(),
            payment_id,
            payment_reference,
            void_reason: invoice.void_reason,
        }
    }
}

impl From<InvoiceLine> for pb::InvoiceLine {
    fn from(line: InvoiceLine) -> Self {
        let InvoiceLine { line_id, kind, month, cooperation: how, commission, orders, sales_toman, amount_toman } =
            line;
        let kind = match kind {
            LineKind::Month => pb::InvoiceLineKind::Month,
            LineKind::Correction => pb::InvoiceLineKind::Correction,
            LineKind::Credit => pb::InvoiceLineKind::Credit,
        };
        Self {
            line_id: line_id.to_string(),
            kind: kind.into(),
            month: month.code(),
            cooperation: cooperation(how).into(),
            agreed_commission: commission,
            orders,
            sales_toman,
            amount_toman,
        }
    }
}

impl From<InvoiceOrder> for pb::InvoiceOrder {
    fn from(order: InvoiceOrder) -> Self {
        let InvoiceOrder { order_id, code, day, amount_toman, orders, customer } = order;
        Self {
            order_id: order_id.to_string(),
            code,
            day: day.to_string(),
            amount_toman,
            orders: orders.into(),
            customer_name: customer,
        }
    }
}
