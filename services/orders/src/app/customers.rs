//! Reading customers.

use chrono::{DateTime, Utc};
use futures_util::future::join;
use pishkhan_chassis_db::{Opened, Snapshot};
use uuid::Uuid;

use super::App;
use crate::{
    domain::{Customer, CustomerCounts, CustomerFilter, CustomerIndex, CustomerSort, Part},
    error::OrdersError,
    store,
};

/// Up to here an unfiltered list is read from the end of the table's index: its place costs less than a look into memory.
const SHALLOW: u32 = 100;
/// Memory for all sellers' indexes, in bytes: a customer takes some 110.
pub(super) const INDEX_BYTES: u64 = 32 * 1024 * 1024;

/// A page of customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListCustomers {
    /// Whose customers.
    pub seller_id: Uuid,
    /// Which of them.
    pub filter: CustomerFilter,
    /// From which end of the list.
    pub sort: CustomerSort,
    /// Behind this customer, by activity and id.
    pub after: Option<(DateTime<Utc>, Uuid)>,
    /// How many to pass over.
    pub skip: u32,
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
    /// A seller's connected customers, by their activity.
    pub async fn list_customers(&self, query: ListCustomers) -> Result<CustomerPage, OrdersError> {
        let ListCustomers { seller_id, filter, sort, after, skip, limit } = query;
        // One more than asked tells whether there is a next page.
        let wanted = limit.saturating_add(1);
        let (mut customers, counts) = if filter.last_order.is_none() && filter.search.is_none() && skip < SHALLOW {
            let (skip, wanted) = (i64::from(skip), i64::try_from(wanted).unwrap_or(i64::MAX));
            let conn = self.read().await?;
            let page = store::customers::list(&conn, seller_id, filter.has_open_order, sort, after, skip, wanted);
            let (customers, counts) = join(page, store::customers::counts(&conn, seller_id)).await;
            (customers?, counts?)
        } else {
            let skip = usize::try_from(skip).unwrap_or(usize::MAX);
            self.list_by_index(seller_id, &filter, Part { sort, after, skip, limit: wanted }).await?
        };
        let more = customers.len() > limit;
        customers.truncate(limit);
        let next = customers
            .last()
            .filter(|_| more)
            .map(|last| (last.last_order_at.unwrap_or(DateTime::UNIX_EPOCH), last.customer_id));
        Ok(CustomerPage { customers, next, counts })
    }

    async fn list_by_index(
        &self,
        seller_id: Uuid,
        filter: &CustomerFilter,
        part: Part,
    ) -> Result<(Vec<Customer>, CustomerCounts), OrdersError> {
        let now = self.clock.now();
        let mut index = self.customer_indexes.open(seller_id, now, self.read_customers(seller_id)).await?;
        let mut found = index.find(filter, part);
        loop {
            let (customers, changed) = {
                let conn = self.read().await?;
                store::customers::of_index(&conn, seller_id, found.customer_ids.clone(), index.seen()).await?
            };
            if !changed || index.is_current() {
                return Ok((customers, found.counts));
            }
            index = self.renew_customers(seller_id, index).await?;
            let before = std::mem::replace(&mut found, index.find(filter, part));
            if index.is_current() && found == before {
                return Ok((customers, found.counts));
            }
        }
    }

    /// The index with what has changed since. Whoever waits for its turn at reading holds no connection.
    async fn renew_customers(
        &self,
        seller_id: Uuid,
        old: Opened<CustomerIndex>,
    ) -> Result<Opened<CustomerIndex>, OrdersError> {
        let changes = store::customers::index_changes(&*self.read().await?, seller_id, old.seen()).await?;
        if let Some((changes, seen)) = changes {
            let index = old.with(&changes);
            let heap_bytes = index.heap_bytes();
            return Ok(self.customer_indexes.put(seller_id, old.changed(index, heap_bytes, seen)));
        }
        let read = self.read_customers(seller_id);
        self.customer_indexes.reopen(seller_id, self.clock.now(), Some(&old), read).await
    }

    async fn read_customers(&self, seller_id: Uuid) -> Result<Snapshot<CustomerIndex>, OrdersError> {
        let now = self.clock.now();
        let (index, seen) = store::customers::read_index(&*self.read().await?, seller_id).await?;
        let heap_bytes = index.heap_bytes();
        Ok(Snapshot::new(index, heap_bytes, seen, now))
    }

    /// How many customers a seller has.
    pub async fn customer_counts(&self, seller_id: Uuid) -> Result<CustomerCounts, OrdersError> {
        Ok(store::customers::counts(&*self.read().await?, seller_id).await?)
    }
}
