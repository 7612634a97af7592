//! What an edit reads under its locks, and what it writes.

use diesel::{OptionalExtension as _, QueryDsl as _, Queryable};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::{StoreResult, schema::product_type};
use crate::domain::editing::Terms;

/// What stands of a type besides its stock.
#[derive(Debug, Clone)]
pub struct Stored {
    /// Its product.
    pub product_id: Uuid,
    /// What can be edited.
    pub terms: Terms,
    /// Its version.
    pub version: i64,
}

#[derive(Queryable)]
struct Row {
    product_id: Uuid,
    buy_price_toman: i64,
    sell_price_toman: i64,
    description: String,
    active: bool,
    pieces_per_unit: i32,
    low_stock: i64,
    version: i64,
}

/// Locks a type until the transaction ends. Whoever locks its stock too does so after this: imports go in that order.
#[tracing::instrument(name = "db.product_type.lock", skip_all)]
pub async fn lock(conn: &AsyncPgConnection, seller_id: Uuid, type_id: Uuid) -> StoreResult<Option<Stored>> {
    let mut conn = conn;
    let row: Option<Row> = product_type::table
        .find((seller_id, type_id))
        .select((
            product_type::product_id,
            product_type::buy_price_toman,
            product_type::sell_price_toman,
            product_type::description,
            product_type::active,
            product_type::pieces_per_unit,
            product_type::low_stock,
            product_type::version,
        ))
        .for_no_key_update()
        .first(&mut conn)
        .await
        .optional()?;
    Ok(row.map(|row| {
        let Row {
            product_id,
            buy_price_toman,
            sell_price_toman,
            description,
            active,
            pieces_per_unit,
            low_stock,
            version,
        } = row;
        let terms = Terms { buy_price_toman, sell_price_toman, description, active, pieces_per_unit, low_stock };
        Stored { product_id, terms, version }
    }))
}

/// Writes what was edited, which makes the type's next version. The caller holds its lock.
pub fn update(seller_id: Uuid, type_id: Uuid, terms: &Terms) -> Statement {
    let Terms { buy_price_toman, sell_price_toman, description, active, pieces_per_unit, low_stock } = terms;
    statement(
        "UPDATE product_type SET buy_price_toman = $3, sell_price_toman = $4, description = $5, active = $6, \
           pieces_per_unit = $7, low_stock = $8, version = version + 1 \
         WHERE seller_id = $1 AND type_id = $2",
    )
    .bind(seller_id)
    .bind(type_id)
    .bind(*buy_price_toman)
    .bind(*sell_price_toman)
    .bind(description.clone())
    .bind(*active)
    .bind(*pieces_per_unit)
    .bind(*low_stock)
    .changing(1)
}
