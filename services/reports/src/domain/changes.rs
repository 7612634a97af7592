//! The difference that a fact makes.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::{Bucket, Contribution, Figures};

/// What has to be added to the figures of a seller. Figures that stay as they are do not appear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Of the seller as a whole.
    pub seller: BTreeMap<Bucket, Figures>,
    /// Of each product type.
    pub products: BTreeMap<(Bucket, Uuid), Figures>,
    /// Of each activity area.
    pub regions: BTreeMap<(Bucket, String), Figures>,
    /// Of each customer.
    pub customers: BTreeMap<(Bucket, Uuid), Figures>,
}

/// The sums do not fit into the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the figures are too large")]
pub struct TooLarge;

impl Changes {
    /// What changes when an order contributes `new` instead of `old`.
    ///
    /// # Errors
    /// [`TooLarge`] when the sums do not fit.
    pub fn between(old: Option<&Contribution>, new: Option<&Contribution>) -> Result<Self, TooLarge> {
        let mut changes = Self::default();
        if let Some(old) = old {
            changes.add(old, Figures::negated)?;
        }
        if let Some(new) = new {
            changes.add(new, std::convert::identity)?;
        }
        changes.seller.retain(|_, figures| *figures != Figures::ZERO);
        changes.products.retain(|_, figures| *figures != Figures::ZERO);
        changes.regions.retain(|_, figures| *figures != Figures::ZERO);
        changes.customers.retain(|_, figures| *figures != Figures::ZERO);
        Ok(changes)
    }

    fn add(&mut self, contribution: &Contribution, sign: fn(Figures) -> Figures) -> Result<(), TooLarge> {
        let whole = sign(contribution.whole().map_err(|_| TooLarge)?);
        for bucket in [Bucket::ALL, contribution.day.month_of_day(), contribution.day] {
            add_to(&mut self.seller, bucket, whole)?;
            add_to(&mut self.regions, (bucket, contribution.activity_area.clone()), whole)?;
            add_to(&mut self.customers, (bucket, contribution.customer_id), whole)?;
            for (&type_id, &figures) in &contribution.types {
                add_to(&mut self.products, (bucket, type_id), sign(figures))?;
            }
        }
        Ok(())
    }
}

fn add_to<K: Ord>(sums: &mut BTreeMap<K, Figures>, key: K, figures: Figures) -> Result<(), TooLarge> {
    let sum = sums.entry(key).or_insert(Figures::ZERO);
    *sum = sum.checked_add(figures).ok_or(TooLarge)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::Fact;

    /// The figures and the facts they come from, as the database keeps them.
    #[derive(Default)]
    struct Book {
        facts: BTreeMap<u8, Fact>,
        figures: Changes,
    }

    impl Book {
        fn apply(&mut self, order: u8, fact: &Fact) {
            let known = self.facts.get(&order);
            if !fact.supersedes(known) {
                return;
            }
            let old = known.and_then(|known| known.contribution.as_ref());
            let changes = Changes::between(old, fact.contribution.as_ref()).unwrap();
            self.figures.absorb(&changes);
            self.facts.insert(order, fact.clone());
        }
    }

    impl Changes {
        fn absorb(&mut self, other: &Self) {
            fn all<K: Ord + Clone>(sums: &mut BTreeMap<K, Figures>, other: &BTreeMap<K, Figures>) {
                for (key, &figures) in other {
                    add_to(sums, key.clone(), figures).unwrap();
                }
                sums.retain(|_, figures| *figures != Figures::ZERO);
            }
            all(&mut self.seller, &other.seller);
            all(&mut self.products, &other.products);
            all(&mut self.regions, &other.regions);
            all(&mut self.customers, &other.customers);
        }
    }

    fn contribution() -> impl Strategy<Value = Contribution> {
        let lines = proptest::collection::btree_map(0_u128..4, (1_i64..50, 0_i64..1_000_000), 1..4);
        (0_i32..70, 0_u128..3, 0_u8..3, lines).prop_map(|(day, customer, area, lines)| Contribution {
            day: Bucket::day("1404/12/01".parse::<pishkhan_calendar::JalaliDate>().unwrap().add_days(day)).unwrap(),
            customer_id: Uuid::from_u128(customer),
            activity_area: format!("area {area}"),
            types: lines
                .into_iter()
                .map(|(id, (units, amount_toman))| (Uuid::from_u128(id), Figures { orders: 1, units, amount_toman }))
                .collect(),
            code: None,
        })
    }

    /// A history of each order: revision n is registered or cancelled.
    fn histories() -> impl Strategy<Value = Vec<Vec<Option<Contribution>>>> {
        proptest::collection::vec(
            proptest::collection::vec(proptest::option::weighted(0.7, contribution()), 1..5),
            1..5,
        )
    }

    proptest! {
        #[test]
        fn any_order_of_facts_with_repeats_gives_the_figures_of_the_final_state(
            histories in histories(), picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..40),
        ) {
            let facts: Vec<(u8, Fact)> = (0_u8..)
                .zip(&histories)
                .flat_map(|(order, history)| {
                    (1_i64..).zip(history).map(move |(revision, contribution)| {
                        (order, Fact { revision, contribution: contribution.clone() })
                    })
                })
                .collect();
            // Some come early and again, in any order, and all come at last, backwards.
            let early = picks.iter().map(|pick| pick.get(&facts));
            let mut book = Book::default();
            for (order, fact) in early.chain(facts.iter().rev()) {
                book.apply(*order, fact);
            }

            let mut expected = Changes::default();
            for history in &histories {
                let last = history.last().and_then(Option::as_ref);
                expected.absorb(&Changes::between(None, last).unwrap());
            }
            prop_assert_eq!(book.figures, expected);
        }

        #[test]
        fn a_change_and_its_way_back_cancel_out(old in contribution(), new in contribution()) {
            let mut there = Changes::between(Some(&old), Some(&new)).unwrap();
            there.absorb(&Changes::between(Some(&new), Some(&old)).unwrap());
            prop_assert_eq!(there, Changes::default());
        }

        #[test]
        fn all_ways_of_looking_at_an_order_agree(contribution in contribution()) {
            let changes = Changes::between(None, Some(&contribution)).unwrap();
            for bucket in [Bucket::ALL, contribution.day.month_of_day(), contribution.day] {
                let whole = changes.seller[&bucket];
                prop_assert_eq!(whole, contribution.whole().unwrap());
                prop_assert_eq!(changes.regions[&(bucket, contribution.activity_area.clone())], whole);
                prop_assert_eq!(changes.customers[&(bucket, contribution.customer_id)], whole);
                let products = changes.products.iter().filter(|((of, _), _)| *of == bucket);
                let amount: i64 = products.map(|(_, figures)| figures.amount_toman).sum();
                prop_assert_eq!(amount, whole.amount_toman);
            }
        }

        #[test]
        fn the_same_again_changes_nothing(contribution in contribution()) {
            prop_assert_eq!(Changes::between(Some(&contribution), Some(&contribution)), Ok(Changes::default()));
        }
    }

    #[test]
    fn figures_that_do_not_fit_are_refused() {
        let huge = Contribution {
            day: Bucket::from_code(14_050_830).unwrap(),
            customer_id: Uuid::nil(),
            activity_area: String::new(),
            types: (0..2)
                .map(|id| (Uuid::from_u128(id), Figures { orders: 1, units: 1, amount_toman: i64::MAX / 2 + 1 }))
                .collect(),
            code: None,
        };
        assert_eq!(Changes::between(None, Some(&huge)), Err(TooLarge));
    }
}
