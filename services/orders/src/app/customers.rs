//! Reading customers.

use chrono::{DateTime, Utc};
use futures_util::future::join;
use uuid::Uuid;

use super::App;
use crate::{
    domain::{Customer, CustomerCounts, CustomerFilter},
    error::OrdersError,
    store,
};

/// A page of customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListCustomers {
    /// Whose customers.
    pub seller_id: Uuid,
    /// Which of them.
    pub filter: CustomerFilter,
    /// Behind this customer, by activity and id.
    pub after: Option<(DateTime<Utc>, Uuid)>,
    /// How many to pass over.
    pub skip: i64,
    /// How many to give.
    pub limit: usize,
}

/// What a page holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerPage {
    /// The customers.
    pub customers: Vec<Customer>,
    /// Where the next page begins, if there is one.
    pub next: Option<(DateTime<Utc>, Uuid)>,
    /// Of all that match, whatever their open orders.
    pub counts: CustomerCounts,
}

impl App {
    /// A seller's connected customers, newest activity first.
    pub async fn list_customers(&self, query: ListCustomers) -> Result<CustomerPage, OrdersError> {
        let ListCustomers { seller_id, filter, after, skip, limit } = query;
        let conn = self.read().await?;
        // One more than asked tells whether there is a next page.
        let wanted = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let (mut customers, counts) = if filter.last_order.is_none() && filter.search.is_none() {
            let page = store::customers::list(&conn, seller_id, filter.has_open_order, after, skip, wanted);
            let (customers, counts) = join(page, store::customers::counts(&conn, seller_id)).await;
            (customers?, counts?)
        } else {
            store::customers::search(&conn, seller_id, &filter, after, skip, wanted).await?
        };
        let more = customers.len() > limit;
        customers.truncate(limit);
        let next = customers
            .last()
            .filter(|_| more)
            .map(|last| (last.last_order_at.unwrap_or(DateTime::UNIX_EPOCH), last.customer_id));
        Ok(CustomerPage { customers, next, counts })
    }

    /// How many customers a seller has.
    pub async fn customer_counts(&self, seller_id: Uuid) -> Result<CustomerCounts, OrdersError> {
        Ok(store::customers::counts(&*self.read().await?, seller_id).await?)
    }
}
