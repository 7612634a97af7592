use chrono::TimeDelta;
use pishkhan_memory::Held;
use proptest::{collection::vec, option, prelude::*, sample::select};

use super::*;

fn at(hour: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hour)
}

/// Of few titles and times, so that there are equals of each.
fn customer() -> impl Strategy<Value = IndexedCustomer> {
    let titles = select(vec!["", "ف", "فروشگاه", "کیان فروشگاه", "ab"]);
    (0_u128..30, titles, option::of(1_i64..5), any::<bool>()).prop_map(|(id, title, hour, has_open_order)| {
        IndexedCustomer {
            customer_id: Uuid::from_u128(id),
            title_folded: title.to_owned(),
            last_order_at: hour.map(at),
            has_open_order,
        }
    })
}

/// Each id once; of several the last.
fn once(customers: Vec<IndexedCustomer>) -> Vec<IndexedCustomer> {
    let mut seen = HashSet::new();
    customers.into_iter().rev().filter(|customer| seen.insert(customer.customer_id)).collect()
}

fn filter() -> impl Strategy<Value = CustomerFilter> {
    let span = (option::of(0_i64..6), option::of(0_i64..6));
    let span = span.prop_map(|(start, end)| Span { start: start.map(at), end: end.map(at) });
    let search = select(vec!["ف", "فروشگاه", "ن ف", "b", "x"]).prop_map(str::to_owned);
    (option::of(span), option::of(search), option::of(any::<bool>()))
        .prop_map(|(last_order, search, has_open_order)| CustomerFilter { last_order, search, has_open_order })
}

/// The list as one would write it down.
fn listed(customers: &[IndexedCustomer], filter: &CustomerFilter, part: Part) -> FoundCustomers {
    let position = |of: &IndexedCustomer| (of.last_order_at.unwrap_or(DateTime::UNIX_EPOCH), of.customer_id);
    let mut found: Vec<&IndexedCustomer> = customers
        .iter()
        .filter(|of| filter.search.as_ref().is_none_or(|search| of.title_folded.contains(search)))
        .filter(|of| match (filter.last_order, of.last_order_at) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(Span { start, end }), Some(at)) => {
                start.is_none_or(|start| start <= at) && end.is_none_or(|end| at < end)
            }
        })
        .collect();
    found.sort_by_key(|of| Reverse(position(of)));
    if part.sort == CustomerSort::Silent {
        found.reverse();
    }
    let open = found.iter().filter(|of| of.has_open_order).count();
    let counts = [found.len(), open].map(|count| i64::try_from(count).unwrap());
    let customer_ids = found
        .into_iter()
        .filter(|of| filter.has_open_order.is_none_or(|wanted| wanted == of.has_open_order))
        .filter(|of| match part.sort {
            CustomerSort::Recent => part.after.is_none_or(|after| position(of) < after),
            CustomerSort::Silent => part.after.is_none_or(|after| position(of) > after),
        })
        .skip(part.skip)
        .take(part.limit)
        .map(|of| of.customer_id)
        .collect();
    FoundCustomers { customer_ids, counts: CustomerCounts { all: counts[0], with_open_order: counts[1] } }
}

proptest! {
    #[test]
    fn any_list_is_what_one_would_write_down(
        customers in vec(customer(), 0..40), filter in filter(),
        after in option::of((0_i64..5, 0_u128..30)), skip in 0_usize..20, limit in 0_usize..20, silent: bool,
    ) {
        let customers = once(customers);
        let sort = if silent { CustomerSort::Silent } else { CustomerSort::Recent };
        let part = Part { sort, after: after.map(|(hour, id)| (at(hour), Uuid::from_u128(id))), skip, limit };
        prop_assert_eq!(CustomerIndex::new(customers.clone()).find(&filter, part), listed(&customers, &filter, part));
    }

    #[test]
    fn with_its_changes_an_index_is_the_one_that_would_be_read(
        customers in vec(customer(), 0..30), changed in vec((customer(), any::<bool>()), 0..10), filter in filter(),
    ) {
        let (before, gone): (Vec<_>, Vec<_>) = changed.into_iter().partition(|(_, connected)| *connected);
        let now = once(before.into_iter().map(|(customer, _)| customer).collect());
        let gone: Vec<Uuid> = gone
            .into_iter()
            .map(|(customer, _)| customer.customer_id)
            .filter(|id| now.iter().all(|of| of.customer_id != *id))
            .collect();
        let customers = once(customers);
        let changes: Vec<_> = now
            .iter()
            .map(|of| (of.customer_id, Some(of.clone())))
            .chain(gone.iter().map(|id| (*id, None)))
            .collect();
        let index = CustomerIndex::new(customers.clone()).with(&changes);
        let changed = |id: Uuid| changes.iter().any(|(changed, _)| *changed == id);
        let later: Vec<_> =
            customers.into_iter().filter(|of| !changed(of.customer_id)).chain(now.iter().cloned()).collect();
        let part = Part { sort: CustomerSort::Recent, after: None, skip: 0, limit: 100 };
        prop_assert_eq!(index.find(&filter, part), listed(&later, &filter, part));
        prop_assert_eq!(index.heap_bytes(), CustomerIndex::new(later).heap_bytes());
    }
}

#[test]
fn it_takes_the_memory_that_it_says() {
    let customers: Vec<IndexedCustomer> = (0..5_000)
        .map(|number| IndexedCustomer {
            customer_id: Uuid::from_u128(number),
            title_folded: "فروشگاه بزرگ برادران کیانی".to_owned(),
            last_order_at: Some(at(5)),
            has_open_order: false,
        })
        .collect();
    let before = Held::from_now().expect("our allocator tells");
    let index = CustomerIndex::new(customers.clone());
    let (told, held) = (u64::try_from(index.heap_bytes()).unwrap(), before.bytes());
    // The copy that it was made of is gone by now.
    assert!(held.abs_diff(told) < told / 10, "{told} bytes told, {held} held");
    assert!(told < 5_000 * 120, "{} bytes a customer", told / 5_000);
}
