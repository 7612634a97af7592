//! Takes an invoice back.

use serde_json::json;
use uuid::Uuid;

use super::{Billing, finish::record};
use crate::{
    app::{
        SettingsError,
        write::{Moment, Write},
    },
    domain::invoice::{Invoice, InvoiceState},
    store::{invoice_drafts, invoices, sellers},
};

impl<U, S> Billing<U, S> {
    /// Takes an invoice that is not paid back; again, nothing happens.
    pub async fn void_invoice(&self, write: &Write, invoice_id: Uuid, reason: &str) -> Result<Invoice, SettingsError> {
        let moment = Moment::of(&self.app.clock);
        self.app
            .db
            .transaction(async |conn| {
                let seller_id = write.seller_id;
                sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let invoice = invoices::find(conn, seller_id, invoice_id).await?;
                let invoice = invoice.ok_or(SettingsError::InvoiceNotFound)?;
                match invoice.state {
                    InvoiceState::Payable => {}
                    InvoiceState::Void => return Ok(invoice),
                    InvoiceState::Paid => return Err(SettingsError::InvoicePaid),
                    InvoiceState::Draft => return Err(SettingsError::InvoiceNotPayable),
                }
                // It was gathered by what was billed until now.
                invoice_drafts::discard_draft(conn, seller_id).await?;
                invoices::void(conn, seller_id, invoice_id, reason, moment.now).await?;
                let changes = json!({ "number": invoice.number, "reason": reason });
                record(conn, moment, &write.actor, (seller_id, invoice_id), "invoice.voided", changes).await?;
                invoices::find(conn, seller_id, invoice_id).await?.ok_or(SettingsError::InvoiceNotFound)
            })
            .await
    }
}
