//! Taking customers off a seller's list.

use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryResult, dsl::exists, select};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::cached;
use uuid::Uuid;

use super::{
    Connection,
    customers::with_open_orders,
    schema::{customer, settlement},
};

/// The ids of a seller's connected customers, locked in their order: whoever places or takes over an order of one of
/// them waits until the transaction ends, or has come before.
#[tracing::instrument(name = "db.customer.lock_connected", skip_all)]
pub async fn lock_all(conn: &mut Connection, seller_id: Uuid) -> QueryResult<Vec<Uuid>> {
    customer::table
        .filter(customer::seller_id.eq(seller_id))
        .filter(customer::connected)
        .order(customer::customer_id)
        .select(customer::customer_id)
        .for_no_key_update()
        .load(conn)
        .await
}

/// Whether an order of the seller is open or being settled; those of disconnected customers, too.
#[tracing::instrument(name = "db.customer.any_open_order", skip_all)]
pub async fn any_open_order(conn: &mut Connection, seller_id: Uuid) -> QueryResult<bool> {
    let open = customer::table.filter(customer::seller_id.eq(seller_id)).filter(with_open_orders());
    let settling = settlement::table.filter(settlement::seller_id.eq(seller_id));
    cached(select(exists(open).or(exists(settling)))).get_result(conn).await
}

/// Takes all customers off a seller's list; the caller has locked them. Tells how many there were.
#[tracing::instrument(name = "db.customer.disconnect_all", skip_all)]
pub async fn disconnect_all(conn: &mut Connection, seller_id: Uuid) -> QueryResult<usize> {
    diesel::update(customer::table.filter(customer::seller_id.eq(seller_id)).filter(customer::connected))
        .set(customer::connected.eq(false))
        .execute(conn)
        .await
}
