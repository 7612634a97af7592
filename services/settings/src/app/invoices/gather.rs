//! Gathers a draft's orders: those of its month, and what earlier months differ from what was billed.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Billing, CountedOrder, CountedPage, Sales,
    make::{Draft, LEASE},
};
use crate::{
    app::SettingsError,
    domain::{
        invoice::{InvoiceOrder, differences},
        month::Month,
    },
    store::{
        invoice_drafts,
        invoice_orders::{self, Place},
    },
};

/// What a draft has gathered.
pub(super) struct Gathered {
    /// The line of its own month.
    pub month_line: Uuid,
    /// Until when the reports had been told of sales.
    pub watermark: Option<DateTime<Utc>>,
    /// Earlier months, each with the line of its correction.
    pub corrections: Vec<(Month, Uuid)>,
}

impl<U: Clone + Send + Sync + 'static, S: Sales> Billing<U, S> {
    /// Gathers all orders; none when somebody else has thrown the draft away.
    pub(super) async fn gather(&self, draft: Draft, earlier: &[Month]) -> Result<Option<Gathered>, SettingsError> {
        let month_line = self.app.clock.new_id();
        let Some(watermark) = self.gather_month(draft, draft.month, month_line).await? else { return Ok(None) };
        let mut corrections = Vec::new();
        for &month in earlier {
            let line_id = self.app.clock.new_id();
            if self.gather_month(draft, month, line_id).await?.is_none() {
                return Ok(None);
            }
            corrections.push((month, line_id));
        }
        Ok(Some(Gathered { month_line, watermark, corrections }))
    }

    /// Gathers what a month differs from what was billed of it, which at first is nothing. Ids go up in both, so that a
    /// page is compared with the part that it covers.
    async fn gather_month(
        &self,
        draft: Draft,
        month: Month,
        line_id: Uuid,
    ) -> Result<Option<Option<DateTime<Utc>>>, SettingsError> {
        let Draft { seller_id, invoice_id, .. } = draft;
        let place = Place { invoice_id, line_id, month };
        let (mut after, mut page, mut watermark) = (Uuid::nil(), None, None);
        loop {
            let first = page.is_none();
            let CountedPage { orders, next, watermark: latest, complete_until } =
                self.sales.month_orders(seller_id, month, page).await?;
            // Sales that are not there yet, or were lost, are not sales that never were.
            if complete_until.is_none_or(|until| draft.month.end().is_none_or(|end| until < end)) {
                return Err(SettingsError::SalesIncomplete { until: complete_until });
            }
            if first {
                watermark = latest;
            }
            let up_to = match (&next, orders.last()) {
                (Some(_), Some(last)) => last.order_id,
                (Some(_), None) => after,
                (None, _) => Uuid::max(),
            };
            let today: Vec<InvoiceOrder> = orders.into_iter().map(counted).collect();
            let held = self
                .app
                .db
                .transaction(async |conn| {
                    if !invoice_drafts::hold_draft(conn, seller_id, invoice_id, LEASE).await? {
                        return Ok(false);
                    }
                    let billed = invoice_orders::billed(conn, seller_id, month, after, up_to).await?;
                    let found = differences(today.clone(), billed);
                    invoice_orders::insert(conn, seller_id, place, &found).await?;
                    Ok::<_, SettingsError>(true)
                })
                .await?;
            match next {
                _ if !held => return Ok(None),
                Some(next) => (after, page) = (up_to, Some(next)),
                None => return Ok(Some(watermark)),
            }
        }
    }
}

fn counted(order: CountedOrder) -> InvoiceOrder {
    let CountedOrder { order_id, code, day, amount_toman, customer } = order;
    InvoiceOrder { order_id, code, day, amount_toman, orders: 1, customer }
}
