//! What things are called, and where customers are.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::RegisteredOrder;

/// Who told a name, and when. Of two names of a thing the one that was told last stays, whichever comes first: an owner
/// knows what its things are called today, an order only what they were called on its day. So whatever an owner tells is
/// later than what any order tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// By the thing's owner, rather than by an order.
    pub by_owner: bool,
    /// When.
    pub at: DateTime<Utc>,
}

/// What things are called, by the latest facts among those that were learnt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Customers by their id.
    pub customers: BTreeMap<Uuid, (Source, CustomerName)>,
    /// Product types by their id.
    pub products: BTreeMap<Uuid, (Source, ProductName)>,
}

/// What a product type is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductName {
    /// The product.
    pub product_id: Uuid,
    /// The product's title.
    pub product_title: String,
    /// The type's name.
    pub type_name: String,
}

/// What a customer is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerName {
    /// Its title.
    pub title: String,
    /// Where it is, and its figures belong; none when an order tells: that one counts where it says.
    pub activity_area: Option<String>,
}

/// What the catalogue tells of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductNames {
    /// The product.
    pub product_id: Uuid,
    /// Its title.
    pub title: String,
    /// Its types and their names, or some of them.
    pub types: Vec<(Uuid, String)>,
    /// Since when.
    pub changed_at: DateTime<Utc>,
}

/// What the orders service tells of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerNames {
    /// The customer.
    pub customer_id: Uuid,
    /// Its title.
    pub title: String,
    /// Where it is.
    pub activity_area: String,
    /// Since when.
    pub changed_at: DateTime<Utc>,
}

impl Names {
    /// Adds what an order called its customer and products at an instant.
    pub fn learn(&mut self, order: &RegisteredOrder, told_at: DateTime<Utc>) {
        let source = Source { by_owner: false, at: told_at };
        let customer = CustomerName { title: order.customer_title.clone(), activity_area: None };
        keep_latest(&mut self.customers, order.customer_id, source, customer);
        for line in &order.lines {
            let name = ProductName {
                product_id: line.product_id,
                product_title: line.product_title.clone(),
                type_name: line.type_name.clone(),
            };
            keep_latest(&mut self.products, line.type_id, source, name);
        }
    }

    /// Adds what the catalogue calls a product and its types.
    pub fn learn_product(&mut self, product: ProductNames) {
        let ProductNames { product_id, title, types, changed_at } = product;
        let source = Source { by_owner: true, at: changed_at };
        for (type_id, type_name) in types {
            let name = ProductName { product_id, product_title: title.clone(), type_name };
            keep_latest(&mut self.products, type_id, source, name);
        }
    }

    /// Adds what the orders service calls a customer, and where it is.
    pub fn learn_customer(&mut self, customer: CustomerNames) {
        let CustomerNames { customer_id, title, activity_area, changed_at } = customer;
        let source = Source { by_owner: true, at: changed_at };
        let name = CustomerName { title, activity_area: Some(activity_area) };
        keep_latest(&mut self.customers, customer_id, source, name);
    }
}

fn keep_latest<T>(names: &mut BTreeMap<Uuid, (Source, T)>, id: Uuid, source: Source, name: T) {
    if names.get(&id).is_none_or(|(known, _)| *known <= source) {
        names.insert(id, (source, name));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::Line;

    const CUSTOMER: Uuid = Uuid::from_u128(2);
    const TYPE: Uuid = Uuid::from_u128(7);

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    /// A fact by who told it and when, which gives a name of its own.
    fn learn(names: &mut Names, by_owner: bool, seconds: i64) {
        let name = format!("{by_owner} {seconds}");
        if by_owner {
            let types = vec![(TYPE, name.clone())];
            let (product_id, changed_at) = (Uuid::from_u128(1), at(seconds));
            names.learn_product(ProductNames { product_id, title: name.clone(), types, changed_at });
            let (title, activity_area) = (name.clone(), name);
            names.learn_customer(CustomerNames { customer_id: CUSTOMER, title, activity_area, changed_at });
        } else {
            let line = Line {
                product_id: Uuid::from_u128(1),
                type_id: TYPE,
                product_title: name.clone(),
                type_name: name.clone(),
                units: 1,
                amount_toman: 1,
            };
            let order = RegisteredOrder {
                order_id: Uuid::from_u128(9),
                revision: 1,
                registered_at: at(0),
                customer_id: CUSTOMER,
                customer_title: name,
                activity_area: "where the order says".to_owned(),
                lines: vec![line],
                code: None,
            };
            names.learn(&order, at(seconds));
        }
    }

    proptest! {
        #[test]
        fn the_newest_name_stays_whichever_comes_first(
            facts in proptest::collection::vec((any::<bool>(), 0_i64..50), 1..12),
            picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..24),
        ) {
            // Some come early and again, in any order, and all come at last, backwards.
            let early = picks.iter().map(|pick| pick.get(&facts));
            let mut names = Names::default();
            for (by_owner, seconds) in early.chain(facts.iter().rev()) {
                learn(&mut names, *by_owner, *seconds);
            }
            // The owner's newest; only where the owner has told nothing, the newest order's.
            let owner = facts.iter().filter(|(by_owner, _)| *by_owner).map(|(_, seconds)| seconds).max();
            let order = facts.iter().filter(|(by_owner, _)| !by_owner).map(|(_, seconds)| seconds).max();
            let expected = match (owner, order) {
                (Some(seconds), _) => format!("true {seconds}"),
                (None, Some(seconds)) => format!("false {seconds}"),
                (None, None) => unreachable!("there is a fact"),
            };
            let (_, customer) = &names.customers[&CUSTOMER];
            let (_, product) = &names.products[&TYPE];
            prop_assert_eq!(&customer.title, &expected);
            prop_assert_eq!(&customer.activity_area, &owner.map(|_| expected.clone()));
            prop_assert_eq!((&product.product_title, &product.type_name), (&expected, &expected));
        }
    }
}
