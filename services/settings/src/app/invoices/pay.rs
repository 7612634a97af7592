//! Pays invoices.

use pishkhan_chassis::{access::Actor, clock::SharedClock};
use serde_json::json;
use uuid::Uuid;

use super::{Billing, finish::record, make::billed_type};
use crate::{
    app::{
        SettingsError,
        payments::Subject,
        write::{Moment, Write},
    },
    domain::{
        invoice::{Invoice, InvoiceState, PaidBy},
        payment::Payment,
        seller::Seller,
    },
    store::{Connection, invoice_drafts, invoices, sellers},
};

impl<U, S> Billing<U, S> {
    /// Begins the payment of an invoice, or answers the one that is open, or the one that has paid it.
    pub async fn pay_invoice(
        &self,
        write: &Write,
        invoice_id: Uuid,
        return_seal: String,
    ) -> Result<Payment, SettingsError> {
        if let Some(paid) = self.paid_with(write.seller_id, invoice_id).await? {
            return Ok(paid);
        }
        match self.app.pay(write, "PayInvoice", &Subject::Invoice(invoice_id), return_seal).await {
            // Perhaps because it was paid at this moment.
            Err(SettingsError::InvoiceNotPayable) => {
                self.paid_with(write.seller_id, invoice_id).await?.ok_or(SettingsError::InvoiceNotPayable)
            }
            begun => begun,
        }
    }

    /// The payment of a paid invoice; none while it is to be paid.
    async fn paid_with(&self, seller_id: Uuid, invoice_id: Uuid) -> Result<Option<Payment>, SettingsError> {
        let mut conn = self.app.db.read().await?;
        billed_type(&sellers::find(&mut conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?)?;
        let found = invoices::find(&mut conn, seller_id, invoice_id).await?;
        drop(conn);
        let Invoice { state, paid_by, .. } =
            found.filter(|found| found.state != InvoiceState::Draft).ok_or(SettingsError::InvoiceNotFound)?;
        match (state, paid_by) {
            (InvoiceState::Payable, _) => Ok(None),
            (_, Some(PaidBy { payment_id, .. })) => self.app.payment(seller_id, payment_id).await.map(Some),
            (_, None) => Err(SettingsError::InvoiceNotPayable),
        }
    }
}

/// What an invoice of a seller, who is locked, costs, in tomans.
pub async fn price(conn: &mut Connection, seller: &Seller, invoice_id: Uuid) -> Result<i64, SettingsError> {
    billed_type(seller)?;
    let invoice = invoices::find(conn, seller.seller_id, invoice_id).await?.ok_or(SettingsError::InvoiceNotFound)?;
    match invoice.state {
        InvoiceState::Payable => Ok(invoice.total_toman),
        InvoiceState::Draft | InvoiceState::Paid | InvoiceState::Void => Err(SettingsError::InvoiceNotPayable),
    }
}

/// A payment for an invoice of a seller, who is locked, is paid: so is the invoice. Money that comes for one that needs
/// none any more is given back by the next invoice.
pub async fn invoice_paid(
    conn: &mut Connection,
    clock: &SharedClock,
    actor: &Actor,
    payment: &Payment,
) -> Result<(), SettingsError> {
    let (moment, seller_id) = (Moment::of(clock), payment.seller_id);
    let invoice_id: Uuid = payment.subject_id.parse().map_err(|_| SettingsError::InvoiceNotFound)?;
    let invoice = invoices::find(conn, seller_id, invoice_id).await?.ok_or(SettingsError::InvoiceNotFound)?;
    let paid_by = PaidBy {
        payment_id: payment.payment_id,
        gateway: payment.gateway,
        reference: payment.reference.clone(),
        paid_at: payment.paid_at.unwrap_or(moment.now),
    };
    let changes = json!({ "payment_id": payment.payment_id, "amount_toman": payment.amount_toman });
    // The payer did not know that it was taken back meanwhile, and nothing has taken its place.
    let standing = invoices::of_month(conn, seller_id, invoice.month).await?;
    if standing.is_none() {
        // It may be about to be made anew.
        invoice_drafts::discard_draft(conn, seller_id).await?;
        invoices::restore(conn, seller_id, invoice_id).await?;
    }
    if invoices::mark_paid(conn, seller_id, invoice_id, &paid_by).await? {
        return Ok(record(conn, moment, actor, (seller_id, invoice_id), "invoice.paid", changes).await?);
    }
    let standing = standing.ok_or(SettingsError::InvoiceNotFound)?;
    tracing::warn!(seller.id = %seller_id, payment.id = %payment.payment_id, "an invoice was paid twice");
    // What is gathered at this moment does not know of it.
    invoice_drafts::discard_draft(conn, seller_id).await?;
    invoices::give_back(conn, seller_id, standing.invoice_id, payment.amount_toman).await?;
    Ok(record(conn, moment, actor, (seller_id, standing.invoice_id), "invoice.overpaid", changes).await?)
}
