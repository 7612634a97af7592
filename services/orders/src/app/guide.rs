//! What a customer buys, for whoever takes its next order.

use std::collections::HashMap;

use futures_util::future::join;
use uuid::Uuid;

use super::App;
use crate::{
    domain::{Customer, GUIDE_SPAN, Habit, MAX_GUIDE_ORDERS, Offer, TypeName, habits},
    error::OrdersError,
    store,
};

/// A type that a customer buys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuideType {
    /// How it buys it.
    pub habit: Habit,
    /// What is offered today.
    pub offer: Offer,
    /// What the shop pays for a selling unit, and the shelf price of one.
    pub unit_prices: (i64, i64),
}

/// What a customer buys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderGuide {
    /// The customer.
    pub customer: Customer,
    /// Most often bought first.
    pub types: Vec<GuideType>,
}

impl App {
    /// What a customer buys, most often bought first. What cannot be ordered any more is left out.
    pub async fn order_guide(&self, seller_id: Uuid, customer_id: Uuid) -> Result<OrderGuide, OrdersError> {
        let since = self.clock.now() - GUIDE_SPAN;
        let (customer, purchases) = {
            let conn = self.read().await?;
            join(
                store::customers::find_connected(&conn, seller_id, customer_id),
                store::purchases::of_customer(&conn, seller_id, customer_id, since, MAX_GUIDE_ORDERS),
            )
            .await
        };
        let customer = customer?.ok_or(OrdersError::CustomerNotFound)?;
        let habits = habits(&purchases?);
        if habits.is_empty() {
            return Ok(OrderGuide { customer, types: Vec::new() });
        }
        let names: Vec<TypeName> = habits.iter().map(|habit| TypeName::Id(habit.type_id)).collect();
        let offers = self.catalogue.offers(seller_id, &names).await?;
        let mut offers: HashMap<Uuid, Offer> = offers.into_iter().map(|offer| (offer.type_id, offer)).collect();
        let entry = |habit: Habit| {
            let offer = offers.remove(&habit.type_id).filter(|offer| offer.active)?;
            let unit_prices = offer.unit_prices().ok()?;
            Some(GuideType { habit, offer, unit_prices })
        };
        Ok(OrderGuide { customer, types: habits.into_iter().filter_map(entry).collect() })
    }
}
