//! What orders hold, and what was answered to them last.

use chrono::{DateTime, Utc};
use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryableByName, sql_types as sql};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::{DbError, Statement, statement};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{StoreResult, corrupt, schema::reservation};
use crate::domain::reservation::{Answer, Declaration, LastAnswer, Plan, Quantities, Shortage, Standing};

const RESERVED: &str = "reserved";
const SHORT: &str = "short";

/// A short line as the answer keeps it.
#[derive(Serialize, Deserialize)]
struct StoredShortage {
    type_id: Uuid,
    product_title: String,
    type_name: String,
    available: i64,
    requested: i64,
}

impl From<&Shortage> for StoredShortage {
    fn from(shortage: &Shortage) -> Self {
        let Shortage { type_id, product_title, type_name, available, requested } = shortage.clone();
        Self { type_id, product_title, type_name, available, requested }
    }
}

impl From<StoredShortage> for Shortage {
    fn from(stored: StoredShortage) -> Self {
        let StoredShortage { type_id, product_title, type_name, available, requested } = stored;
        Self { type_id, product_title, type_name, available, requested }
    }
}

#[derive(QueryableByName)]
struct AnswerRow {
    #[diesel(sql_type = sql::BigInt)]
    revision: i64,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    outcome: Option<String>,
    #[diesel(sql_type = sql::Jsonb)]
    shortages: serde_json::Value,
}

/// Locks the order's row until the transaction ends, and tells what was answered last. An order that comes for the first
/// time has no row to lock: whoever answers it first makes the row, and [`is_answered_meanwhile`] tells the others.
#[tracing::instrument(name = "db.order_reservation.lock", skip_all, fields(order.id = %order_id))]
pub async fn lock(conn: &AsyncPgConnection, seller_id: Uuid, order_id: Uuid) -> StoreResult<Option<LastAnswer>> {
    let row: Option<AnswerRow> = statement(
        "SELECT revision, outcome, shortages FROM order_reservation WHERE seller_id = $1 AND order_id = $2 \
         FOR NO KEY UPDATE",
    )
    .bind(seller_id)
    .bind(order_id)
    .row(conn)
    .await?;
    let Some(AnswerRow { revision, outcome, shortages }) = row else { return Ok(None) };
    let answer = match outcome.as_deref() {
        Some(RESERVED) => Answer::Reserved,
        Some(SHORT) => {
            let stored: Vec<StoredShortage> = serde_json::from_value(shortages)
                .map_err(|_| corrupt("order_reservation", order_id, "the stored shortages cannot be read"))?;
            Answer::Short(stored.into_iter().map(Shortage::from).collect())
        }
        None | Some(_) => return Err(corrupt("order_reservation", order_id, "the outcome is not one of ours")),
    };
    Ok(Some(LastAnswer { revision, answer }))
}

/// What the order holds.
#[tracing::instrument(name = "db.reservation.of_order", skip_all, fields(order.id = %order_id))]
pub async fn held(conn: &AsyncPgConnection, seller_id: Uuid, order_id: Uuid) -> StoreResult<Quantities> {
    let mut conn = conn;
    let rows: Vec<(Uuid, i64)> = reservation::table
        .filter(reservation::seller_id.eq(seller_id).and(reservation::order_id.eq(order_id)))
        .select((reservation::type_id, reservation::quantity))
        .load(&mut conn)
        .await?;
    Ok(rows.into_iter().collect())
}

/// The statements that remember what a declaration came to, after the revision `last` of the order whose row is locked:
/// that it holds what it declared in place of what it `held`, or that it was short and holds what it did.
pub fn answer(
    seller_id: Uuid,
    declaration: &Declaration,
    last: Option<i64>,
    held: &Quantities,
    plan: &Plan,
    now: DateTime<Utc>,
) -> StoreResult<Vec<Statement>> {
    let (order_id, lines) = (declaration.order_id(), declaration.lines());
    let shortages: Vec<StoredShortage> = match plan {
        Plan::Apply(_) => Vec::new(),
        Plan::Refuse(shortages) => shortages.iter().map(StoredShortage::from).collect(),
    };
    let shortages = serde_json::to_value(shortages)
        .map_err(|_| corrupt("order_reservation", order_id, "the shortages cannot be written"))?;
    let line_count =
        i32::try_from(lines.len()).map_err(|_| corrupt("order_reservation", order_id, "too many lines"))?;
    let (outcome, applied) = match plan {
        Plan::Apply(_) => (RESERVED, Some((declaration.revision(), now, line_count))),
        Plan::Refuse(_) => (SHORT, None),
    };
    let remembered = match last {
        None => statement(
            "INSERT INTO order_reservation (seller_id, order_id, revision, outcome, shortages, applied_revision, \
               applied_at, line_count) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce($8, 0))",
        ),
        Some(_) => statement(
            "UPDATE order_reservation SET revision = $3, outcome = $4, shortages = $5, \
               applied_revision = coalesce($6, applied_revision), applied_at = coalesce($7, applied_at), \
               line_count = coalesce($8, line_count) \
             WHERE seller_id = $1 AND order_id = $2 AND revision < $3",
        ),
    };
    let remembered = remembered
        .bind(seller_id)
        .bind(order_id)
        .bind(declaration.revision())
        .bind(outcome)
        .bind(shortages)
        .bind(applied.map(|(revision, ..)| revision))
        .bind(applied.map(|(_, at, _)| at))
        .bind(applied.map(|(.., count)| count))
        .changing(1);
    let mut writes = vec![remembered];
    if applied.is_some() {
        writes.extend(hold(seller_id, order_id, held, lines));
    }
    Ok(writes)
}

/// Replaces the lines that an order `held` with those that it holds from now on, by writing what differs.
fn hold(seller_id: Uuid, order_id: Uuid, held: &Quantities, lines: &Quantities) -> Vec<Statement> {
    let mut writes = Vec::new();
    let gone: Vec<Uuid> = held.keys().filter(|type_id| !lines.contains_key(type_id)).copied().collect();
    if !gone.is_empty() {
        let rows = gone.len();
        let sql = "DELETE FROM reservation WHERE seller_id = $1 AND order_id = $2 AND type_id = ANY($3)";
        writes.push(statement(sql).bind(seller_id).bind(order_id).bind(gone).changing(rows));
    }
    let (types, quantities): (Vec<Uuid>, Vec<i64>) =
        lines.iter().filter(|line| held.get(line.0) != Some(line.1)).unzip();
    if !types.is_empty() {
        let rows = types.len();
        let taken = statement(
            "INSERT INTO reservation (seller_id, order_id, type_id, quantity) \
             SELECT $1, $2, l.type_id, l.quantity FROM unnest($3::uuid[], $4::bigint[]) AS l (type_id, quantity) \
             ON CONFLICT (seller_id, order_id, type_id) DO UPDATE SET quantity = excluded.quantity",
        );
        writes.push(taken.bind(seller_id).bind(order_id).bind(types).bind(quantities).changing(rows));
    }
    writes
}

/// Whether a transaction failed because an order that had no row was answered meanwhile.
pub fn is_answered_meanwhile(error: &DbError) -> bool {
    error.is_unique_violation("order_reservation_pkey")
}

/// An order beside one of the lines that it holds.
#[derive(QueryableByName)]
struct StandingRow {
    #[diesel(sql_type = sql::Uuid)]
    order_id: Uuid,
    #[diesel(sql_type = sql::Nullable<sql::BigInt>)]
    applied_revision: Option<i64>,
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    applied_at: Option<DateTime<Utc>>,
    /// Whether it is still of the page.
    #[diesel(sql_type = sql::Bool)]
    within: bool,
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    type_id: Option<Uuid>,
    #[diesel(sql_type = sql::Nullable<sql::BigInt>)]
    quantity: Option<i64>,
}

/// A page of the orders that hold something, by their ids, and whether there are more. It ends before its orders hold more
/// than `lines` lines together, and has at least one. One statement reads orders and lines, so that the lines are those
/// of the revision; `OFFSET 0` keeps each order's lines a look-up of their own, however large the plan believes the page to be.
#[tracing::instrument(name = "db.order_reservation.page", skip_all)]
pub async fn page(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    after: Option<Uuid>,
    size: u32,
    lines: i64,
) -> StoreResult<(Vec<Standing>, bool)> {
    let rows: Vec<StandingRow> = statement(
        "SELECT o.order_id, o.applied_revision, o.applied_at, o.within, r.type_id, r.quantity \
         FROM (SELECT seller_id, order_id, applied_revision, applied_at, \
                      place = 1 OR (place <= $3 AND held <= $4) AS within \
               FROM (SELECT seller_id, order_id, applied_revision, applied_at, \
                            row_number() OVER ids AS place, sum(line_count) OVER ids AS held \
                     FROM (SELECT seller_id, order_id, applied_revision, applied_at, line_count FROM order_reservation \
                           WHERE seller_id = $1 AND order_id > $2 AND line_count > 0 ORDER BY order_id LIMIT $5) holding \
                     WINDOW ids AS (ORDER BY order_id)) summed) o \
         LEFT JOIN LATERAL (SELECT type_id, quantity FROM reservation r \
               WHERE o.within AND r.seller_id = o.seller_id AND r.order_id = o.order_id OFFSET 0) r ON true \
         ORDER BY o.order_id",
    )
    .bind(seller_id)
    .bind(after.unwrap_or_default())
    .bind(i64::from(size))
    .bind(lines)
    .bind(i64::from(size) + 1)
    .rows(conn)
    .await?;
    let mut standings: Vec<Standing> = Vec::new();
    let mut more = false;
    for StandingRow { order_id, applied_revision, applied_at, within, type_id, quantity } in rows {
        if !within {
            more = true;
            break;
        }
        if standings.last().is_none_or(|last| last.order_id != order_id) {
            let (revision, applied_at) = applied_revision
                .zip(applied_at)
                .ok_or_else(|| corrupt("order_reservation", order_id, "it holds lines that no revision reserved"))?;
            standings.push(Standing { order_id, revision, applied_at, lines: Quantities::new() });
        }
        if let Some((standing, line)) = standings.last_mut().zip(type_id.zip(quantity)) {
            standing.lines.extend([line]);
        }
    }
    Ok((standings, more))
}
