//! A seller's customers in memory, as far as they are listed by: searched, filtered and counted without a table.

use std::{cmp::Reverse, collections::HashSet};

use chrono::{DateTime, Utc};
use pishkhan_chassis::texts::Texts;
use uuid::Uuid;

use super::{CustomerCounts, CustomerFilter, CustomerSort, Span};

/// What a customer is listed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedCustomer {
    /// Its id.
    pub customer_id: Uuid,
    /// Its title in the form that titles are searched in.
    pub title_folded: String,
    /// Creation of its last order.
    pub last_order_at: Option<DateTime<Utc>>,
    /// Whether it has an open order.
    pub has_open_order: bool,
}

/// The customers that a seller has, in the order of their lists: newest activity first.
#[derive(Debug)]
pub struct CustomerIndex {
    titles: Texts,
    customers: Vec<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    customer_id: Uuid,
    last_order_at: Option<DateTime<Utc>>,
    has_open_order: bool,
}

impl Entry {
    /// Where it stands.
    fn position(&self) -> (DateTime<Utc>, Uuid) {
        (self.last_order_at.unwrap_or(DateTime::UNIX_EPOCH), self.customer_id)
    }

    fn ordered_in(&self, Span { start, end }: Span) -> bool {
        self.last_order_at.is_some_and(|at| start.is_none_or(|start| start <= at) && end.is_none_or(|end| at < end))
    }
}

/// Which part of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// From which end.
    pub sort: CustomerSort,
    /// Behind this customer, by activity and id.
    pub after: Option<(DateTime<Utc>, Uuid)>,
    /// Customers passed over.
    pub skip: usize,
    /// Customers at most.
    pub limit: usize,
}

/// A part of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundCustomers {
    /// The customers, in their order.
    pub customer_ids: Vec<Uuid>,
    /// Of all that match, whatever their open orders.
    pub counts: CustomerCounts,
}

impl CustomerIndex {
    /// Of these customers, in any order.
    pub fn new(customers: Vec<IndexedCustomer>) -> Self {
        let entry = |IndexedCustomer { customer_id, title_folded, last_order_at, has_open_order }| {
            (title_folded, Entry { customer_id, last_order_at, has_open_order })
        };
        Self::sorted(customers.into_iter().map(entry).collect())
    }

    fn sorted<T: AsRef<str>>(mut entries: Vec<(T, Entry)>) -> Self {
        // Mostly sorted already.
        entries.sort_by_key(|(_, entry)| Reverse(entry.position()));
        let bytes = entries.iter().map(|(title, _)| title.as_ref().len()).sum();
        let mut titles = Texts::with_capacity(entries.len(), bytes);
        let customers = entries.into_iter().map(|(title, entry)| {
            titles.push(title.as_ref());
            entry
        });
        Self { customers: customers.collect(), titles }
    }

    /// The index with these customers as they are now; those that the seller has no more are none.
    #[must_use]
    pub fn with(&self, changed: &[(Uuid, Option<IndexedCustomer>)]) -> Self {
        let changed_ids: HashSet<Uuid> = changed.iter().map(|(customer_id, _)| *customer_id).collect();
        let same = self.customers.iter().enumerate().filter(|(_, entry)| !changed_ids.contains(&entry.customer_id));
        let same = same.map(|(number, entry)| (self.titles.get(number), entry.clone()));
        let now = changed.iter().filter_map(|(_, now)| now.as_ref()).map(|now| {
            let IndexedCustomer { customer_id, title_folded, last_order_at, has_open_order } = now;
            let (customer_id, last_order_at, has_open_order) = (*customer_id, *last_order_at, *has_open_order);
            (title_folded.as_str(), Entry { customer_id, last_order_at, has_open_order })
        });
        Self::sorted(same.chain(now).collect())
    }

    /// A part of what the filter leaves.
    pub fn find(&self, filter: &CustomerFilter, part: Part) -> FoundCustomers {
        let CustomerFilter { last_order, search, has_open_order } = filter;
        let titled = search.as_deref().map(|search| self.titles.containing(search));
        let mut found = FoundCustomers::default();
        let mut left_to_skip = part.skip;
        let count = self.customers.len();
        for place in 0..count {
            let number = match part.sort {
                CustomerSort::Recent => place,
                CustomerSort::Silent => count - 1 - place,
            };
            let entry = &self.customers[number];
            if titled.as_ref().is_some_and(|titled| !titled[number])
                || last_order.is_some_and(|last_order| !entry.ordered_in(last_order))
            {
                continue;
            }
            found.counts.all += 1;
            found.counts.with_open_order += i64::from(entry.has_open_order);
            if has_open_order.is_some_and(|wanted| wanted != entry.has_open_order)
                || part.after.is_some_and(|after| match part.sort {
                    CustomerSort::Recent => entry.position() >= after,
                    CustomerSort::Silent => entry.position() <= after,
                })
            {
                continue;
            }
            if left_to_skip > 0 {
                left_to_skip -= 1;
            } else if found.customer_ids.len() < part.limit {
                found.customer_ids.push(entry.customer_id);
            }
        }
        found
    }

    /// Bytes on the heap.
    pub const fn heap_bytes(&self) -> usize {
        self.titles.heap_bytes() + self.customers.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests;
