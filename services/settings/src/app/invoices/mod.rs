//! Commission invoices, one per seller and Jalali month.
//!
//! 1. A draft is written down; the month's orders are gathered into it page by page, and with them what has changed in
//!    earlier months since these were billed.
//! 2. One transaction makes it an invoice: its lines, what it comes to, its number.
//!
//! A process that dies in between leaves a draft, which the next run throws away. A seller has one draft at a time, and
//! whoever throws one away is the only one who goes on. What an invoice bills is the sum of the orders that it keeps.

mod finish;
mod gather;
mod make;
mod pay;
mod read;
mod void;

use std::future::Future;

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

pub(super) use self::pay::{invoice_paid, price};
pub use self::{
    make::{Made, Making},
    read::{ListOrders, Listing, OrderPage},
};
use super::{App, SettingsError};
use crate::domain::month::Month;

/// An order as the reports count it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedOrder {
    /// The order.
    pub order_id: Uuid,
    /// Its code; empty when it is not known.
    pub code: String,
    /// Its registration's day in Tehran.
    pub day: NaiveDate,
    /// Tomans without tax and shipping.
    pub amount_toman: i64,
    /// What its customer is called now; empty when that is not known.
    pub customer: String,
}

/// A page of a month's orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedPage {
    /// In the order of their ids.
    pub orders: Vec<CountedOrder>,
    /// What to ask for the next page with; none on the last one.
    pub next: Option<String>,
    /// When the latest fact about the seller's orders was taken in.
    pub watermark: Option<DateTime<Utc>>,
    /// Until when everything that happened to the seller's orders is counted; none when that is not known.
    pub complete_until: Option<DateTime<Utc>>,
}

/// Who counts the sales.
pub trait Sales: Clone + Send + Sync + 'static {
    /// A page of the orders that count for a seller's month; the first one without `page`.
    fn month_orders(
        &self,
        seller_id: Uuid,
        month: Month,
        page: Option<String>,
    ) -> impl Future<Output = Result<CountedPage, SettingsError>> + Send;
}

/// The invoices. `U` is who keeps the users, `S` who counts the sales.
#[derive(Clone)]
pub struct Billing<U, S> {
    app: App<U>,
    sales: S,
}

impl<U, S> Billing<U, S> {
    /// Puts the parts together.
    pub const fn new(app: App<U>, sales: S) -> Self {
        Self { app, sales }
    }

    /// What the use cases of sellers work with.
    pub const fn app(&self) -> &App<U> {
        &self.app
    }
}
