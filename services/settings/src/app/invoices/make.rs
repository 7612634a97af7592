//! Makes invoices: for a seller, for all of them, by the clock.

use std::time::Duration;

use chrono::TimeDelta;
use pishkhan_chassis::access::Actor;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Billing, Sales};
use crate::{
    SERVICE,
    app::{SettingsError, stop::Stop},
    domain::{
        month::Month,
        seller::{Seller, SellerType},
    },
    store::{agreed_terms, invoice_drafts, invoices, sellers},
};

/// Sellers that are looked at together.
const SELLERS: i64 = 100;
/// A draft is left to whoever has begun it, or gathered a page into it, for so long. A process that needs longer loses
/// it, and nothing else.
pub(super) const LEASE: TimeDelta = TimeDelta::minutes(2);
/// How often the loop looks.
const PERIOD: Duration = Duration::from_mins(1);
/// What was sold in a month's last minutes has been told by then.
const SETTLING: TimeDelta = TimeDelta::minutes(10);

/// What became of a seller's month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// There is an invoice now that was not there before.
    Made,
    /// There was one, or somebody else is making it.
    Kept,
    /// Nothing is agreed for the month.
    WithoutTerms,
}

/// How many invoices were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// New ones.
    pub made: i32,
    /// There already.
    pub kept: i32,
    /// Sellers without terms for the month.
    pub without_terms: i32,
    /// Sellers whose invoice could not be made; the log says why.
    pub failed: i32,
}

impl Made {
    const fn count(&mut self, making: Making) {
        match making {
            Making::Made => self.made += 1,
            Making::Kept => self.kept += 1,
            Making::WithoutTerms => self.without_terms += 1,
        }
    }
}

/// An invoice in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    pub seller_id: Uuid,
    pub invoice_id: Uuid,
    pub month: Month,
}

enum Begun {
    Draft(Draft, Vec<Month>),
    Done(Making),
}

impl<U: Clone + Send + Sync + 'static, S: Sales> Billing<U, S> {
    /// Makes the invoices of a month that has ended, of one seller or of all that are billed.
    pub async fn make_invoices(
        &self,
        month: Month,
        seller_id: Option<Uuid>,
        actor: &Actor,
    ) -> Result<Made, SettingsError> {
        if month >= Month::at(self.app.clock.now()) {
            return Err(SettingsError::MonthNotOver);
        }
        let mut made = Made::default();
        if let Some(seller_id) = seller_id {
            made.count(self.make(seller_id, month, actor).await?);
            return Ok(made);
        }
        let mut after = None;
        loop {
            let page = invoices::sellers(&mut *self.app.db.read().await?, month, false, after, SELLERS).await?;
            let Some(last) = page.last() else { return Ok(made) };
            after = Some(*last);
            for seller_id in page {
                match self.make(seller_id, month, actor).await {
                    Ok(making) => made.count(making),
                    // The others would fare no better.
                    Err(away @ (SettingsError::SalesAway(_) | SettingsError::SalesIncomplete { until: Some(_) })) => {
                        return Err(away);
                    }
                    Err(error) => {
                        made.failed += 1;
                        not_made(seller_id, month, &error);
                    }
                }
            }
        }
    }

    /// Makes what is due and lets agreed terms begin, until `stop`.
    pub async fn run(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            if let Err(error) = self.app.begin_terms_once().await {
                tracing::warn!(error = &error as &dyn std::error::Error, "agreed terms did not begin");
            }
            if let Some(Err(error)) = stop.run_until_cancelled(self.make_due_once()).await {
                tracing::warn!(error = &error as &dyn std::error::Error, "invoices could not be made");
            }
            stop.run_until_cancelled(tokio::time::sleep(PERIOD)).await;
        }
    }

    /// Makes the invoices of the last month that are not there yet; how many were made. Those that were taken back stay so.
    /// Those whose sales are not complete wait.
    pub async fn make_due_once(&self) -> Result<i32, SettingsError> {
        let month = Month::at(self.app.clock.now() - SETTLING).previous();
        let (mut made, mut waiting, mut after) = (0, 0_u32, None);
        'sellers: loop {
            let page = invoices::sellers(&mut *self.app.db.read().await?, month, true, after, SELLERS).await?;
            let Some(last) = page.last() else { break };
            after = Some(*last);
            for seller_id in page {
                let actor = Actor::system(SERVICE, format!("{month}/{seller_id}"));
                match self.make(seller_id, month, &actor).await {
                    Ok(Making::Made) => made += 1,
                    Ok(Making::Kept | Making::WithoutTerms) => {}
                    // The others would fare no better.
                    Err(away @ SettingsError::SalesAway(_)) => return Err(away),
                    Err(incomplete @ SettingsError::SalesIncomplete { until }) => {
                        waiting += 1;
                        not_made(seller_id, month, &incomplete);
                        if until.is_some() {
                            break 'sellers;
                        }
                    }
                    Err(error) => not_made(seller_id, month, &error),
                }
            }
        }
        metrics::gauge!("invoices_waiting").set(waiting);
        Ok(made)
    }

    /// Makes the invoice of a seller's month.
    pub async fn make(&self, seller_id: Uuid, month: Month, actor: &Actor) -> Result<Making, SettingsError> {
        let (draft, earlier) = match self.begin(seller_id, month).await? {
            Begun::Draft(draft, earlier) => (draft, earlier),
            Begun::Done(making) => return Ok(making),
        };
        let gathered = match self.gather(draft, &earlier).await {
            Ok(Some(gathered)) => gathered,
            Ok(None) => return Ok(Making::Kept),
            Err(incomplete @ SettingsError::SalesIncomplete { .. }) => {
                self.let_go(draft).await?;
                return Err(incomplete);
            }
            Err(error) => return Err(error),
        };
        self.app.stop.pass(Stop::InvoiceGathered)?;
        self.finish(draft, gathered, actor).await
    }

    /// Throws a draft away, if it is there still.
    async fn let_go(&self, Draft { seller_id, invoice_id, month: _ }: Draft) -> Result<(), SettingsError> {
        self.app
            .db
            .transaction(async |conn| {
                sellers::lock(conn, seller_id).await?;
                if invoice_drafts::hold_draft(conn, seller_id, invoice_id, LEASE).await? {
                    invoice_drafts::discard_draft(conn, seller_id).await?;
                }
                Ok(())
            })
            .await
    }

    /// Writes a draft down, and finds the earlier months of which it corrects what was billed.
    async fn begin(&self, seller_id: Uuid, month: Month) -> Result<Begun, SettingsError> {
        let (now, invoice_id) = (self.app.clock.now(), self.app.clock.new_id());
        self.app
            .db
            .transaction(async |conn| {
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                billed_type(&seller)?;
                if invoices::of_month(conn, seller_id, month).await?.is_some() {
                    return Ok(Begun::Done(Making::Kept));
                }
                let Some(terms) = agreed_terms::of_month(conn, seller_id, month).await? else {
                    return Ok(Begun::Done(Making::WithoutTerms));
                };
                match invoice_drafts::is_held(conn, seller_id).await? {
                    Some(true) => return Ok(Begun::Done(Making::Kept)),
                    Some(false) => invoice_drafts::discard_draft(conn, seller_id).await?,
                    None => {}
                }
                invoice_drafts::begin(conn, seller_id, invoice_id, month, &terms.agreed, now).await?;
                invoice_drafts::hold_draft(conn, seller_id, invoice_id, LEASE).await?;
                let earlier = invoices::billed_months(conn, seller_id, month.year_before(), Some(month)).await?;
                Ok(Begun::Draft(Draft { seller_id, invoice_id, month }, earlier))
            })
            .await
    }
}

fn not_made(seller_id: Uuid, month: Month, error: &SettingsError) {
    tracing::error!(
        seller.id = %seller_id,
        error = error as &dyn std::error::Error,
        "the invoice {month} of seller {seller_id} is not made yet"
    );
}

/// Refuses sellers of the type that is not billed.
pub(super) const fn billed_type(seller: &Seller) -> Result<(), SettingsError> {
    match seller.seller_type {
        SellerType::Normal | SellerType::Special => Ok(()),
        SellerType::Exclusive => Err(SettingsError::NotForType),
    }
}
