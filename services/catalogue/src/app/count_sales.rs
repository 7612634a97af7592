//! Facts about orders become units sold, inside the transaction of the consumer.

use futures_util::future::{join, join3};
use pishkhan_chassis_db::in_order;
use uuid::Uuid;

use super::CatalogueError;
use crate::{
    domain::sale::Sale,
    store::{Connection, import, sales},
};

/// What a fact did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// It is the latest now.
    Changed,
    /// A later fact, or the same one, was known: nothing has changed.
    Known,
}

/// Puts what an order counts for in the place of what it counted for before. The same fact again, or an older one,
/// changes nothing.
pub async fn count_sale(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    sale: Sale,
) -> Result<Counted, CatalogueError> {
    let conn = &*conn;
    // The seller before any product, as imports do: so neither can wait for the other halfway, nor can two facts of one
    // seller.
    let (locked, known, products) = in_order(join3(
        import::lock_seller(conn, seller_id),
        sales::find(conn, seller_id, order_id),
        sales::known_products(conn, seller_id, sale.units.keys()),
    ))
    .await;
    locked?;
    let (known, products) = (known?, products?);
    if !sale.supersedes(known.as_ref()) {
        return Ok(Counted::Known);
    }
    let sale = sale.of(&products);
    let difference = sale.difference(known.as_ref());
    let (put, added) =
        join(sales::put(conn, seller_id, order_id, &sale), sales::add(conn, seller_id, &difference)).await;
    put?;
    added?;
    Ok(Counted::Changed)
}
