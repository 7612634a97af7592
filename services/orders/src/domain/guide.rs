//! What a customer buys, for whoever takes its next order.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

/// Orders older than this tell nothing.
pub const GUIDE_SPAN: TimeDelta = TimeDelta::days(90);
/// Of more orders, the last ones count.
pub const MAX_GUIDE_ORDERS: i64 = 100;
/// Types of a guide at most.
pub const MAX_GUIDE_TYPES: usize = 100;

/// What an order that counts as registered holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purchase {
    /// When the order was placed.
    pub ordered_at: DateTime<Utc>,
    /// Types and selling units.
    pub goods: Vec<(Uuid, i64)>,
}

/// How a customer buys a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Habit {
    /// The product type.
    pub type_id: Uuid,
    /// Selling units of the last order that holds it.
    pub last_quantity: i64,
    /// When that one was placed.
    pub last_ordered_at: DateTime<Utc>,
    /// How many orders hold it.
    pub times: i32,
}

/// The types of these purchases, which come newest first: most often bought first, then bought last. At most
/// [`MAX_GUIDE_TYPES`].
pub fn habits(purchases: &[Purchase]) -> Vec<Habit> {
    let mut places: HashMap<Uuid, usize> = HashMap::new();
    let mut habits: Vec<Habit> = Vec::new();
    for Purchase { ordered_at, goods } in purchases {
        for (type_id, quantity) in goods {
            if let Some(habit) = places.get(type_id).and_then(|place| habits.get_mut(*place)) {
                habit.times += 1;
            } else {
                places.insert(*type_id, habits.len());
                let (last_quantity, last_ordered_at) = (*quantity, *ordered_at);
                habits.push(Habit { type_id: *type_id, last_quantity, last_ordered_at, times: 1 });
            }
        }
    }
    // Stable: what was bought last, and further up in its order, stands first among equals.
    habits.sort_by_key(|habit| std::cmp::Reverse(habit.times));
    habits.truncate(MAX_GUIDE_TYPES);
    habits
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(minute * 60, 0).unwrap_or_default()
    }

    fn purchase(minute: i64, goods: &[(u128, i64)]) -> Purchase {
        let goods = goods.iter().map(|(type_id, quantity)| (Uuid::from_u128(*type_id), *quantity)).collect();
        Purchase { ordered_at: at(minute), goods }
    }

    #[test]
    fn what_is_bought_most_often_stands_first_with_its_last_quantity() {
        let purchases = [purchase(9, &[(3, 30), (1, 10)]), purchase(8, &[(2, 2), (1, 1)]), purchase(7, &[(4, 4)])];
        let found: Vec<_> = habits(&purchases)
            .into_iter()
            .map(|habit| (habit.type_id.as_u128(), habit.last_quantity, habit.last_ordered_at, habit.times))
            .collect();
        assert_eq!(found, [(1, 10, at(9), 2), (3, 30, at(9), 1), (2, 2, at(8), 1), (4, 4, at(7), 1)]);
        assert_eq!(habits(&[]), []);
    }

    #[test]
    fn a_guide_has_an_end() {
        let goods: Vec<(u128, i64)> = (1..=300).map(|type_id| (type_id, 1)).collect();
        let found = habits(&[purchase(2, &goods), purchase(1, &[(300, 1)])]);
        assert_eq!((found.len(), found[0].type_id), (MAX_GUIDE_TYPES, Uuid::from_u128(300)));
    }

    proptest! {
        #[test]
        fn every_type_is_counted_once_an_order(
            orders in prop::collection::vec(prop::collection::btree_map(0_u128..40, 1_i64..100, 0..20), 0..30),
        ) {
            let newest_first: Vec<Purchase> = (0_i64..)
                .zip(&orders)
                .map(|(number, goods)| {
                    let goods: Vec<_> = goods.iter().map(|(type_id, quantity)| (*type_id, *quantity)).collect();
                    purchase(1_000 - number, &goods)
                })
                .collect();
            let found = habits(&newest_first);
            let mut times: BTreeMap<u128, i32> = BTreeMap::new();
            for type_id in orders.iter().flat_map(BTreeMap::keys) {
                *times.entry(*type_id).or_default() += 1;
            }
            prop_assert_eq!(found.len(), times.len());
            prop_assert!(found.is_sorted_by_key(|habit| std::cmp::Reverse(habit.times)));
            for habit in &found {
                prop_assert_eq!(Some(&habit.times), times.get(&habit.type_id.as_u128()));
                let last = newest_first
                    .iter()
                    .find_map(|order| {
                        let line = order.goods.iter().find(|(type_id, _)| *type_id == habit.type_id)?;
                        Some((order.ordered_at, line.1))
                    });
                prop_assert_eq!(last, Some((habit.last_ordered_at, habit.last_quantity)));
            }
        }
    }
}
