//! Reads invoices, their lines and orders.

use pishkhan_chassis::digits;
use uuid::Uuid;

use super::{Billing, make::billed_type};
use crate::{
    app::SettingsError,
    domain::{
        invoice::{Invoice, InvoiceLine, InvoiceOrder, InvoiceState},
        payment::{Payment, Purpose},
    },
    store::{
        Connection, invoice_lines, invoice_orders,
        invoices::{self, Filter},
        payments, sellers,
    },
};

/// Which invoices of a seller are asked for.
#[derive(Clone, Debug)]
pub struct Listing {
    /// A part of the number; digits of any script.
    pub search: Option<String>,
    /// Whether drafts are shown: to tools only.
    pub drafts: bool,
    /// Behind this month's this invoice.
    pub after: Option<(i32, Uuid)>,
    /// At most so many.
    pub limit: usize,
}

/// Which orders of an invoice are asked for.
#[derive(Clone, Debug)]
pub struct ListOrders {
    /// The invoice.
    pub invoice_id: Uuid,
    /// Of this line only.
    pub line_id: Option<Uuid>,
    /// Whether those of a draft are shown: to tools only.
    pub drafts: bool,
    /// How many come before the page.
    pub skip: i64,
    /// At most so many.
    pub limit: i64,
}

/// A page of an invoice's orders.
#[derive(Clone, Debug)]
pub struct OrderPage {
    /// By line and id.
    pub orders: Vec<InvoiceOrder>,
    /// Orders of all pages.
    pub count: i64,
}

impl<U, S> Billing<U, S> {
    /// A seller's invoices, latest first, and whether there are more.
    pub async fn invoices(&self, seller_id: Uuid, listing: Listing) -> Result<(Vec<Invoice>, bool), SettingsError> {
        let Listing { search, drafts, after, limit } = listing;
        let mut conn = self.app.db.read().await?;
        billed(&mut conn, seller_id).await?;
        let filter = Filter { search: search.map(|part| digits::to_latin(&part)), drafts, after };
        let mut found = invoices::list(&mut conn, seller_id, &filter, limit + 1).await?;
        let more = found.len() > limit;
        found.truncate(limit);
        Ok((found, more))
    }

    /// An invoice with its lines, and the payment of it of which the gateway has not said what became. Drafts are shown to
    /// tools only.
    pub async fn invoice(
        &self,
        seller_id: Uuid,
        invoice_id: Uuid,
        drafts: bool,
    ) -> Result<(Invoice, Vec<InvoiceLine>, Option<Payment>), SettingsError> {
        let (gateway, purpose, subject_id) = (self.app.gateway.kind(), Purpose::Invoice, invoice_id.to_string());
        let mut conn = self.app.db.read().await?;
        billed(&mut conn, seller_id).await?;
        let invoice = shown(&mut conn, seller_id, invoice_id, drafts).await?;
        let lines = invoice_lines::list(&mut conn, seller_id, invoice_id).await?;
        let awaited = match invoice.state {
            InvoiceState::Payable => {
                payments::awaited(&mut conn, seller_id, gateway, purpose, Some(&subject_id)).await?
            }
            InvoiceState::Draft | InvoiceState::Paid | InvoiceState::Void => None,
        };
        Ok((invoice, lines, awaited))
    }

    /// The orders that an invoice, or one of its lines, was made from. A line that is not the invoice's has none.
    pub async fn invoice_orders(&self, seller_id: Uuid, wanted: ListOrders) -> Result<OrderPage, SettingsError> {
        let ListOrders { invoice_id, line_id, drafts, skip, limit } = wanted;
        let mut conn = self.app.db.read().await?;
        billed(&mut conn, seller_id).await?;
        shown(&mut conn, seller_id, invoice_id, drafts).await?;
        let orders = invoice_orders::page(&mut conn, seller_id, invoice_id, line_id, skip, limit).await?;
        Ok(OrderPage { orders, count: invoice_orders::count(&mut conn, seller_id, invoice_id, line_id).await? })
    }
}

/// Refuses sellers that are not there and those that are not billed.
async fn billed(conn: &mut Connection, seller_id: Uuid) -> Result<(), SettingsError> {
    billed_type(&sellers::find(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?)
}

async fn shown(
    conn: &mut Connection,
    seller_id: Uuid,
    invoice_id: Uuid,
    drafts: bool,
) -> Result<Invoice, SettingsError> {
    let found = invoices::find(conn, seller_id, invoice_id).await?;
    found.filter(|found| drafts || found.state != InvoiceState::Draft).ok_or(SettingsError::InvoiceNotFound)
}
