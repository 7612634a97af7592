//! Makes a draft an invoice, in one transaction.

use std::collections::BTreeMap;

use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::audit;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    Billing, Sales,
    gather::Gathered,
    make::{Draft, LEASE, Making},
};
use crate::{
    app::{SettingsError, write::Moment},
    domain::{
        agreed::Agreed,
        invoice::{Base, InvoiceLine, LineKind, due},
        month::Month,
    },
    store::{
        Connection, StoreError, agreed_terms,
        invoice_drafts::{self, Finished},
        invoice_lines, invoice_orders, invoices, sellers,
    },
};

impl<U: Clone + Send + Sync + 'static, S: Sales> Billing<U, S> {
    /// Lines, sum and number.
    pub(super) async fn finish(
        &self,
        draft: Draft,
        gathered: Gathered,
        actor: &Actor,
    ) -> Result<Making, SettingsError> {
        let (moment, credit_line) = (Moment::of(&self.app.clock), self.app.clock.new_id());
        let Draft { seller_id, invoice_id, month } = draft;
        self.app
            .db
            .transaction(async |conn| {
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                if !invoice_drafts::hold_draft(conn, seller_id, invoice_id, LEASE).await? {
                    return Ok(Making::Kept);
                }
                // Perhaps they were changed while the orders were gathered.
                let Some(terms) = agreed_terms::of_month(conn, seller_id, month).await? else {
                    invoice_drafts::discard_draft(conn, seller_id).await?;
                    return Ok(Making::WithoutTerms);
                };
                let lines = lines(conn, draft, &gathered, terms.agreed, credit_line).await?;
                let sum_toman = lines.iter().try_fold(0_i64, |sum, line| sum.checked_add(line.amount_toman));
                let sum_toman = sum_toman.ok_or(SettingsError::TooLarge)?;
                invoice_lines::insert(conn, seller_id, invoice_id, &lines).await?;
                let number = invoice_drafts::next_number(conn, month).await?;
                let base = lines
                    .first()
                    .map_or(Base::default(), |line| Base { orders: line.orders, sales_toman: line.sales_toman });
                let finished = Finished {
                    number: number.clone(),
                    created_at: moment.now,
                    payer: seller.title,
                    agreed: terms.agreed,
                    due_date: terms.agreed.due_date(month),
                    base,
                    sum_toman,
                    watermark: gathered.watermark,
                };
                invoice_drafts::finish(conn, seller_id, invoice_id, finished).await?;
                let changes = json!({
                    "number": number,
                    "month": month.code(),
                    "lines": lines.len(),
                    "orders": base.orders,
                    "sales_toman": base.sales_toman,
                    "sum_toman": sum_toman,
                });
                record(conn, moment, actor, (seller_id, invoice_id), "invoice.made", changes).await?;
                Ok(Making::Made)
            })
            .await
    }
}

/// What the invoice consists of: its month, the earlier months that have changed, what is given back.
async fn lines(
    conn: &mut Connection,
    draft: Draft,
    gathered: &Gathered,
    agreed: Agreed,
    credit_line: Uuid,
) -> Result<Vec<InvoiceLine>, SettingsError> {
    let Draft { seller_id, invoice_id, month } = draft;
    let sums = invoice_orders::sums(conn, seller_id, invoice_id).await?;
    let mut lines = vec![line(conn, seller_id, &sums, (gathered.month_line, LineKind::Month, month), agreed).await?];
    for &(month, line_id) in &gathered.corrections {
        if !sums.contains_key(&line_id) {
            continue;
        }
        // Taken back while the orders were gathered; then the draft would be gone.
        let billed = invoices::of_month(conn, seller_id, month).await?.ok_or(SettingsError::InvoiceNotFound)?;
        let agreed = Agreed { cooperation: billed.cooperation, commission: billed.commission, payment_date: None };
        lines.push(line(conn, seller_id, &sums, (line_id, LineKind::Correction, month), agreed).await?);
    }
    let carried = invoices::carried(conn, seller_id).await?;
    if carried != 0 {
        lines.push(InvoiceLine {
            line_id: credit_line,
            kind: LineKind::Credit,
            month,
            cooperation: agreed.cooperation,
            commission: agreed.commission,
            orders: 0,
            sales_toman: 0,
            amount_toman: carried,
        });
    }
    Ok(lines)
}

async fn line(
    conn: &mut Connection,
    seller_id: Uuid,
    sums: &BTreeMap<Uuid, Base>,
    (line_id, kind, month): (Uuid, LineKind, Month),
    agreed: Agreed,
) -> Result<InvoiceLine, SettingsError> {
    let base = sums.get(&line_id).copied().unwrap_or_default();
    let billed = invoice_lines::billed(conn, seller_id, month).await?;
    let amount_toman = due(&agreed, billed, base).ok_or(SettingsError::TooLarge)?;
    let Agreed { cooperation, commission, payment_date: _ } = agreed;
    let Base { orders, sales_toman } = base;
    Ok(InvoiceLine { line_id, kind, month, cooperation, commission, orders, sales_toman, amount_toman })
}

/// Records what happened to an invoice.
pub(super) async fn record(
    conn: &mut Connection,
    moment: Moment,
    actor: &Actor,
    (seller_id, invoice_id): (Uuid, Uuid),
    action: &'static str,
    changes: Value,
) -> Result<(), StoreError> {
    let version = if action == "invoice.made" { 1 } else { 2 };
    let seller_id = Some(seller_id);
    let entry = audit::Entry { actor, seller_id, action, entity: "invoice", entity_id: invoice_id, version, changes };
    audit::append(conn, moment.now, moment.audit_id, entry).await
}
