//! What an edit reads under its locks, and what it writes.

use diesel::{QueryableByName, pg::Pg, sql_types as sql};
use diesel_async::AsyncPgConnection;
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

#[derive(QueryableByName)]
#[diesel(table_name = product_type, check_for_backend(Pg))]
struct Row {
    product_id: Uuid,
    buy_price_toman: i64,
    sell_price_toman: i64,
    description: String,
    active: bool,
    pieces_per_unit: i32,
    #[diesel(sql_type = sql::BigInt)]
    low_stock: i64,
    version: i64,
}

/// Locks a type until the transaction ends. Whoever locks its stock too does so after this: imports go in that order.
#[tracing::instrument(name = "db.product_type.lock", skip_all)]
pub async fn lock(conn: &AsyncPgConnection, seller_id: Uuid, type_id: Uuid) -> StoreResult<Option<Stored>> {
    let rows: Vec<Row> = statement(
        "SELECT t.product_id, t.buy_price_toman, t.sell_price_toman, t.description, t.active, t.pieces_per_unit, t.version, \
           (SELECT s.low_stock FROM stock s WHERE s.seller_id = t.seller_id AND s.type_id = t.type_id) AS low_stock \
         FROM product_type t WHERE t.seller_id = $1 AND t.type_id = $2 FOR NO KEY UPDATE OF t",
    )
    .bind(seller_id)
    .bind(type_id)
    .rows(conn)
    .await?;
    Ok(rows.into_iter().next().map(|row| {
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
    let Terms { buy_price_toman, sell_price_toman, description, active, pieces_per_unit, low_stock: _ } = terms;
    statement(
        "UPDATE product_type SET buy_price_toman = $3, sell_price_toman = $4, description = $5, active = $6, \
           pieces_per_unit = $7, version = version + 1 \
         WHERE seller_id = $1 AND type_id = $2",
    )
    .bind(seller_id)
    .bind(type_id)
    .bind(*buy_price_toman)
    .bind(*sell_price_toman)
    .bind(description.clone())
    .bind(*active)
    .bind(*pieces_per_unit)
    .changing(1)
}

/// Writes what is few of a type. The caller holds the lock of its stock.
pub fn update_low_stock(seller_id: Uuid, type_id: Uuid, low_stock: i64) -> Statement {
    statement("UPDATE stock SET low_stock = $3 WHERE seller_id = $1 AND type_id = $2")
        .bind(seller_id)
        .bind(type_id)
        .bind(low_stock)
        .changing(1)
}
