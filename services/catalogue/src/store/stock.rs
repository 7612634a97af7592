//! Stock rows, their locks, and the ledger.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use futures_util::future::join;
use pishkhan_chassis_db::{Statement, in_order, statement};
use uuid::Uuid;

use super::{StoreResult, corrupt};
use crate::domain::{
    reservation::{Quantities, Shelf},
    stock::{Difference, Level, Movement, MovementKind, Verification},
};

/// In whose name and by which request stock moves.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// The user, service or tool.
    pub actor: &'a str,
    /// The request.
    pub request_id: &'a str,
    /// The order and its revision, if an order moves it.
    pub order: Option<(Uuid, i64)>,
    /// When.
    pub occurred_at: DateTime<Utc>,
}

#[derive(QueryableByName)]
struct ShelfRow {
    #[diesel(sql_type = sql::Uuid)]
    type_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    product_title: String,
    #[diesel(sql_type = sql::Text)]
    type_name: String,
    #[diesel(sql_type = sql::Bool)]
    active: bool,
    #[diesel(sql_type = sql::BigInt)]
    version: i64,
    #[diesel(sql_type = sql::BigInt)]
    on_hand: i64,
    #[diesel(sql_type = sql::BigInt)]
    reserved: i64,
}

/// A level as the database has it; its checks allow no impossible one.
pub(super) fn level(type_id: Uuid, on_hand: i64, reserved: i64) -> StoreResult<Level> {
    Level::new(on_hand, reserved).ok_or_else(|| corrupt("stock", type_id, "more is reserved than on hand"))
}

/// Locks the stock rows of these types, in the order of their ids, until the transaction ends.
#[tracing::instrument(name = "db.stock.lock", skip_all)]
pub async fn lock(conn: &AsyncPgConnection, seller_id: Uuid, type_ids: &[Uuid]) -> StoreResult<Vec<Shelf>> {
    let rows: Vec<ShelfRow> = statement(
        "SELECT s.type_id, p.title AS product_title, t.name AS type_name, t.active, s.version, s.on_hand, s.reserved \
         FROM stock s \
         JOIN product_type t ON t.seller_id = s.seller_id AND t.type_id = s.type_id \
         JOIN product p ON p.seller_id = t.seller_id AND p.product_id = t.product_id \
         WHERE s.seller_id = $1 AND s.type_id = ANY($2) \
         ORDER BY s.type_id FOR UPDATE OF s",
    )
    .bind(seller_id)
    .bind(type_ids.to_vec())
    .rows(conn)
    .await?;
    rows.into_iter().map(shelf).collect()
}

/// As [`lock`], of the types of which an order wants more or less than it holds: what that is, is looked up here, so that
/// no answer has to be waited for in between.
#[tracing::instrument(name = "db.stock.lock_differing", skip_all, fields(order.id = %order_id))]
pub async fn lock_differing(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    order_id: Uuid,
    wanted: &Quantities,
) -> StoreResult<Vec<Shelf>> {
    let (types, quantities): (Vec<Uuid>, Vec<i64>) = wanted.iter().unzip();
    let rows: Vec<ShelfRow> = statement(
        "SELECT s.type_id, p.title AS product_title, t.name AS type_name, t.active, s.version, s.on_hand, s.reserved \
         FROM stock s \
         JOIN product_type t ON t.seller_id = s.seller_id AND t.type_id = s.type_id \
         JOIN product p ON p.seller_id = t.seller_id AND p.product_id = t.product_id \
         WHERE s.seller_id = $1 AND s.type_id = ANY(ARRAY( \
           SELECT coalesce(w.type_id, h.type_id) FROM unnest($3::uuid[], $4::bigint[]) AS w (type_id, quantity) \
           FULL JOIN (SELECT r.type_id, r.quantity FROM reservation r WHERE r.seller_id = $1 AND r.order_id = $2) AS h \
             ON h.type_id = w.type_id \
           WHERE w.quantity IS DISTINCT FROM h.quantity)) \
         ORDER BY s.type_id FOR UPDATE OF s",
    )
    .bind(seller_id)
    .bind(order_id)
    .bind(types)
    .bind(quantities)
    .rows(conn)
    .await?;
    rows.into_iter().map(shelf).collect()
}

#[derive(QueryableByName)]
struct AvailableRow {
    #[diesel(sql_type = sql::Uuid)]
    type_id: Uuid,
    #[diesel(sql_type = sql::BigInt)]
    available: i64,
}

/// What could be had of these types that are this seller's, in no order; by an order, what it has reserved included, as
/// [`plan`](crate::domain::reservation::plan) counts it.
#[tracing::instrument(name = "db.stock.available_to", skip_all)]
pub async fn available_to(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    type_ids: &[Uuid],
    order_id: Option<Uuid>,
) -> StoreResult<Vec<(Uuid, i64)>> {
    let rows: Vec<AvailableRow> = statement(
        "SELECT s.type_id, \
           CASE WHEN t.active THEN s.on_hand - s.reserved ELSE 0 END + coalesce(r.quantity, 0) AS available \
         FROM stock s \
         JOIN product_type t ON t.seller_id = s.seller_id AND t.type_id = s.type_id \
         LEFT JOIN reservation r ON r.seller_id = s.seller_id AND r.order_id = $3 AND r.type_id = s.type_id \
         WHERE s.seller_id = $1 AND s.type_id = ANY($2)",
    )
    .bind(seller_id)
    .bind(type_ids.to_vec())
    .bind(order_id)
    .rows(conn)
    .await?;
    Ok(rows.into_iter().map(|AvailableRow { type_id, available }| (type_id, available)).collect())
}

fn shelf(row: ShelfRow) -> StoreResult<Shelf> {
    let ShelfRow { type_id, product_title, type_name, active, version, on_hand, reserved } = row;
    Ok(Shelf { type_id, product_title, type_name, active, version, level: level(type_id, on_hand, reserved)? })
}

/// Moves stock and writes the ledger, at once. The rows must be locked; a row that is not as it was fails the transaction.
#[tracing::instrument(name = "db.stock.apply", skip_all, fields(movements.count = movements.len()))]
pub async fn apply(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    movements: &[Movement],
    origin: Origin<'_>,
) -> StoreResult<()> {
    let Some(moved) = movement(seller_id, movements, origin) else { return Ok(()) };
    if moved.run(conn).await? == movements.len() {
        Ok(())
    } else {
        Err(corrupt("stock", seller_id, "a locked row is not as it was"))
    }
}

/// The statement of [`apply`], for a transaction that writes all in one flight; `None` where nothing moves.
pub fn movement(seller_id: Uuid, movements: &[Movement], origin: Origin<'_>) -> Option<Statement> {
    if movements.is_empty() {
        return None;
    }
    let column = |value: fn(&Movement) -> i64| movements.iter().map(value).collect::<Vec<i64>>();
    let Origin { actor, request_id, order, occurred_at } = origin;
    let (order_id, revision) = order.unzip();
    let moved = statement(
        "WITH moved AS ( \
           UPDATE stock s SET on_hand = m.on_hand_after, reserved = m.reserved_after, version = s.version + 1 \
           FROM unnest($7::uuid[], $8::bigint[], $9::text[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[]) \
                AS m (type_id, version, kind, on_hand_before, reserved_before, on_hand_after, reserved_after) \
           WHERE s.seller_id = $1 AND s.type_id = m.type_id AND s.version = m.version \
             AND s.on_hand = m.on_hand_before AND s.reserved = m.reserved_before \
           RETURNING m.type_id, s.version, m.kind, m.on_hand_before, m.reserved_before, m.on_hand_after, \
             m.reserved_after) \
         INSERT INTO stock_movement (seller_id, type_id, version, kind, delta_on_hand, delta_reserved, on_hand_before, \
           on_hand_after, reserved_before, reserved_after, actor, order_id, revision, request_id, occurred_at) \
         SELECT $1, type_id, version, kind, on_hand_after - on_hand_before, reserved_after - reserved_before, \
           on_hand_before, on_hand_after, reserved_before, reserved_after, $2, $3, $4, $5, $6 FROM moved",
    )
    .bind(seller_id)
    .bind(actor.to_owned())
    .bind(order_id)
    .bind(revision)
    .bind(request_id.to_owned())
    .bind(occurred_at)
    .bind(movements.iter().map(|movement| movement.type_id).collect::<Vec<_>>())
    .bind(column(|movement| movement.version_before))
    .bind(movements.iter().map(|movement| movement.kind.as_str()).collect::<Vec<_>>())
    .bind(column(|movement| movement.before.on_hand()))
    .bind(column(|movement| movement.before.reserved()))
    .bind(column(|movement| movement.after.on_hand()))
    .bind(column(|movement| movement.after.reserved()));
    Some(moved.changing(movements.len()))
}

/// Moves what is on hand, as an import has worked it out, and writes the ledger. The rows are locked here, in the order of
/// their ids, in which the movements must be: whoever comes with several lots brings them in that order, too.
///
/// Orders may have reserved and released since the movements were worked out: what they hold stays theirs, and what can
/// be sold is as if they had come after the import. False when they hold more of a type than would be on hand: then
/// nothing of the transaction may stay.
#[tracing::instrument(name = "db.stock.restock", skip_all, fields(movements.count = movements.len()))]
pub async fn restock(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    movements: &[Movement],
    origin: Origin<'_>,
) -> StoreResult<bool> {
    if movements.is_empty() {
        return Ok(true);
    }
    let type_ids: Vec<Uuid> = movements.iter().map(|movement| movement.type_id).collect();
    // Locked by a statement of its own: the next one then sees what orders have left, and locks in no other order.
    let lock = statement(
        "SELECT FROM unnest($2::uuid[]) AS n (type_id) JOIN stock s ON s.seller_id = $1 AND s.type_id = n.type_id \
         ORDER BY s.type_id FOR UPDATE OF s",
    )
    .bind(seller_id)
    .bind(type_ids.clone());
    let Origin { actor, request_id, order: _, occurred_at } = origin;
    let column = |value: fn(&Movement) -> i64| movements.iter().map(value).collect::<Vec<i64>>();
    let move_all = statement(
        "WITH moved AS ( \
           UPDATE stock s SET on_hand = m.on_hand_after, version = s.version + 1 \
           FROM unnest($6::uuid[], $7::bigint[], $8::bigint[]) AS m (type_id, on_hand_before, on_hand_after) \
           WHERE s.seller_id = $1 AND s.type_id = m.type_id \
             AND s.on_hand = m.on_hand_before AND s.reserved <= m.on_hand_after \
           RETURNING s.type_id, s.version, s.reserved, m.on_hand_before, m.on_hand_after) \
         INSERT INTO stock_movement (seller_id, type_id, version, kind, delta_on_hand, delta_reserved, on_hand_before, \
           on_hand_after, reserved_before, reserved_after, actor, request_id, occurred_at) \
         SELECT $1, type_id, version, $2, on_hand_after - on_hand_before, 0, on_hand_before, on_hand_after, reserved, \
           reserved, $3, $4, $5 FROM moved",
    )
    .bind(seller_id)
    .bind(MovementKind::Import.as_str())
    .bind(actor.to_owned())
    .bind(request_id.to_owned())
    .bind(occurred_at)
    .bind(type_ids)
    .bind(column(|movement| movement.before.on_hand()))
    .bind(column(|movement| movement.after.on_hand()));
    let (locked, moved) = in_order(join(lock.run(conn), move_all.run(conn))).await;
    locked?;
    Ok(moved? == movements.len())
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = sql::BigInt)]
    types: i64,
}

#[derive(QueryableByName)]
struct DifferenceRow {
    #[diesel(sql_type = sql::Uuid)]
    type_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    code: String,
    #[diesel(sql_type = sql::BigInt)]
    row_on_hand: i64,
    #[diesel(sql_type = sql::BigInt)]
    ledger_on_hand: i64,
    #[diesel(sql_type = sql::BigInt)]
    row_reserved: i64,
    #[diesel(sql_type = sql::BigInt)]
    ledger_reserved: i64,
    #[diesel(sql_type = sql::BigInt)]
    reservations: i64,
}

/// Lets the rest of the transaction take longer than a request may: it sums a seller's whole ledger.
#[tracing::instrument(name = "db.stock.allow_time", skip_all)]
pub async fn allow_time(conn: &mut AsyncPgConnection) -> StoreResult<()> {
    conn.batch_execute("SET LOCAL statement_timeout = '100s'").await?;
    Ok(())
}

/// Compares the sums of the ledger, the stock rows and the reservations of all types. At most `limit` differences.
#[tracing::instrument(name = "db.stock.verify", skip_all)]
pub async fn verify(conn: &AsyncPgConnection, seller_id: Uuid, limit: usize) -> StoreResult<Verification> {
    let counted: Option<Counted> =
        statement("SELECT count(*) AS types FROM product_type WHERE seller_id = $1").bind(seller_id).row(conn).await?;
    let rows: Vec<DifferenceRow> = statement(
        "WITH ledger AS ( \
           SELECT type_id, sum(delta_on_hand)::bigint AS on_hand, sum(delta_reserved)::bigint AS reserved, \
             count(*) AS movements \
           FROM stock_movement WHERE seller_id = $1 GROUP BY type_id \
         ), held AS ( \
           SELECT type_id, sum(quantity)::bigint AS quantity FROM reservation WHERE seller_id = $1 GROUP BY type_id \
         ), compared AS ( \
           SELECT t.type_id, t.code, coalesce(s.on_hand, 0) AS row_on_hand, coalesce(l.on_hand, 0) AS ledger_on_hand, \
             coalesce(s.reserved, 0) AS row_reserved, coalesce(l.reserved, 0) AS ledger_reserved, \
             coalesce(h.quantity, 0) AS reservations, coalesce(s.version, -1) AS version, \
             coalesce(l.movements, 0) AS movements \
           FROM product_type t \
           LEFT JOIN stock s ON s.seller_id = t.seller_id AND s.type_id = t.type_id \
           LEFT JOIN ledger l ON l.type_id = t.type_id \
           LEFT JOIN held h ON h.type_id = t.type_id \
           WHERE t.seller_id = $1 \
         ) \
         SELECT type_id, code, row_on_hand, ledger_on_hand, row_reserved, ledger_reserved, reservations FROM compared \
         WHERE row_on_hand <> ledger_on_hand OR row_reserved <> ledger_reserved OR row_reserved <> reservations \
           OR version <> movements \
         ORDER BY type_id LIMIT $2",
    )
    .bind(seller_id)
    .bind(i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1))
    .rows(conn)
    .await?;
    let difference = |row: DifferenceRow| {
        let DifferenceRow { type_id, code, row_on_hand, ledger_on_hand, row_reserved, ledger_reserved, reservations } =
            row;
        Difference { type_id, code, row_on_hand, ledger_on_hand, row_reserved, ledger_reserved, reservations }
    };
    // One more than is told shows whether there are more.
    let truncated = rows.len() > limit;
    let types_checked = counted.map_or(0, |counted| counted.types);
    Ok(Verification { types_checked, differences: rows.into_iter().take(limit).map(difference).collect(), truncated })
}
