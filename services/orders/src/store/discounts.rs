//! Discount tiers and what they took off, as orders and revisions keep them.

use diesel::QueryResult;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use uuid::Uuid;

use super::corrupt;
use crate::domain::{Discount, Tiers};

/// None stand as null, so that orders without them cost nothing.
pub(super) fn tiers_to_store(tiers: &Tiers) -> QueryResult<Option<Value>> {
    if tiers.is_empty() { Ok(None) } else { to_store(tiers).map(Some) }
}

/// None stand as null.
pub(super) fn discounts_to_store(discounts: &[Discount]) -> QueryResult<Option<Value>> {
    if discounts.is_empty() { Ok(None) } else { to_store(discounts).map(Some) }
}

/// The tiers that stand in a row about an order.
pub(super) fn tiers(stored: Option<Value>, table: &'static str, order_id: Uuid) -> QueryResult<Tiers> {
    read(stored, table, order_id)
}

/// The discounts that stand in a row about an order.
pub(super) fn discounts(stored: Option<Value>, table: &'static str, order_id: Uuid) -> QueryResult<Vec<Discount>> {
    read(stored, table, order_id)
}

fn to_store(value: impl Serialize) -> QueryResult<Value> {
    serde_json::to_value(value).map_err(|error| diesel::result::Error::SerializationError(error.into()))
}

fn read<T: DeserializeOwned + Default>(stored: Option<Value>, table: &'static str, order_id: Uuid) -> QueryResult<T> {
    let read = stored.map(serde_json::from_value).transpose();
    read.map(Option::unwrap_or_default).map_err(|error| corrupt(table, &format!("{order_id}: {error}")))
}
