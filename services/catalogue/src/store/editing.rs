//! What an edit reads under its locks, and what it writes.

use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, Queryable};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
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
    /// Pieces in one selling unit.
    pub pieces_per_unit: i32,
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
    version: i64,
}

/// Locks a type until the transaction ends. Whoever locks its stock too does so after this: imports go in that order.
#[tracing::instrument(name = "db.product_type.lock", skip_all)]
pub async fn lock(conn: &mut AsyncPgConnection, seller_id: Uuid, type_id: Uuid) -> StoreResult<Option<Stored>> {
    let row: Option<Row> = product_type::table
        .find((seller_id, type_id))
        .select((
            product_type::product_id,
            product_type::buy_price_toman,
            product_type::sell_price_toman,
            product_type::description,
            product_type::active,
            product_type::pieces_per_unit,
            product_type::version,
        ))
        .for_no_key_update()
        .first(conn)
        .await
        .optional()?;
    Ok(row.map(|row| {
        let Row { product_id, buy_price_toman, sell_price_toman, description, active, pieces_per_unit, version } = row;
        let terms = Terms { buy_price_toman, sell_price_toman, description, active };
        Stored { product_id, terms, pieces_per_unit, version }
    }))
}

/// Writes what was edited, which makes the type's next version.
#[tracing::instrument(name = "db.product_type.edit", skip_all)]
pub async fn update(conn: &mut AsyncPgConnection, seller_id: Uuid, type_id: Uuid, terms: &Terms) -> StoreResult<()> {
    let Terms { buy_price_toman, sell_price_toman, description, active } = terms;
    diesel::update(
        product_type::table.filter(product_type::seller_id.eq(seller_id).and(product_type::type_id.eq(type_id))),
    )
    .set((
        product_type::buy_price_toman.eq(buy_price_toman),
        product_type::sell_price_toman.eq(sell_price_toman),
        product_type::description.eq(description),
        product_type::active.eq(active),
        product_type::version.eq(product_type::version + 1),
    ))
    .execute(conn)
    .await?;
    Ok(())
}
