//! What orders hold, and what was answered to them last.

use chrono::{DateTime, Utc};
use diesel::{BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, sql_types as sql, upsert::excluded};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    StoreResult, corrupt,
    literal::literal,
    schema::{order_reservation, reservation},
};
use crate::domain::reservation::{Answer, Declaration, LastAnswer, Quantities, Shortage, Standing};

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

/// Locks the order's row until the transaction ends, and tells what was answered last. An order that comes for the first
/// time gets its row here, so that two first-timers take turns.
#[tracing::instrument(name = "db.order_reservation.lock", skip_all, fields(order.id = %order_id))]
pub async fn lock(conn: &mut AsyncPgConnection, seller_id: Uuid, order_id: Uuid) -> StoreResult<Option<LastAnswer>> {
    let (revision, outcome, shortages): (i64, Option<String>, serde_json::Value) =
        diesel::insert_into(order_reservation::table)
            .values((
                order_reservation::seller_id.eq(seller_id),
                order_reservation::order_id.eq(order_id),
                order_reservation::revision.eq(0_i64),
            ))
            .on_conflict((order_reservation::seller_id, order_reservation::order_id))
            .do_update()
            // Changes nothing; it locks the row and lets it be returned.
            .set(order_reservation::order_id.eq(excluded(order_reservation::order_id)))
            .returning((order_reservation::revision, order_reservation::outcome, order_reservation::shortages))
            .get_result(conn)
            .await?;
    let answer = match outcome.as_deref() {
        None if revision == 0 => return Ok(None),
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
pub async fn held(conn: &mut AsyncPgConnection, seller_id: Uuid, order_id: Uuid) -> StoreResult<Quantities> {
    let rows: Vec<(Uuid, i64)> = reservation::table
        .filter(reservation::seller_id.eq(seller_id).and(reservation::order_id.eq(order_id)))
        .select((reservation::type_id, reservation::quantity))
        .load(conn)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Remembers a refusal: what the order holds stays as it is.
#[tracing::instrument(name = "db.order_reservation.refuse", skip_all)]
pub async fn refuse(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    declaration: &Declaration,
    shortages: &[Shortage],
) -> StoreResult<()> {
    let order_id = declaration.order_id();
    let stored: Vec<StoredShortage> = shortages.iter().map(StoredShortage::from).collect();
    let stored = serde_json::to_value(stored)
        .map_err(|_| corrupt("order_reservation", order_id, "the shortages cannot be written"))?;
    diesel::update(order_reservation::table.find((seller_id, order_id)))
        .set((
            order_reservation::revision.eq(declaration.revision()),
            order_reservation::outcome.eq(SHORT),
            order_reservation::shortages.eq(stored),
        ))
        .execute(conn)
        .await?;
    Ok(())
}

/// Remembers that the order holds what it declared, in place of what it `held`.
#[tracing::instrument(name = "db.order_reservation.reserve", skip_all)]
pub async fn reserve(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    declaration: &Declaration,
    held: &Quantities,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let (order_id, lines) = (declaration.order_id(), declaration.lines());
    let line_count =
        i32::try_from(lines.len()).map_err(|_| corrupt("order_reservation", order_id, "too many lines"))?;
    let remember = diesel::update(order_reservation::table.find((seller_id, order_id))).set((
        order_reservation::revision.eq(declaration.revision()),
        order_reservation::outcome.eq(RESERVED),
        order_reservation::shortages.eq(serde_json::json!([])),
        order_reservation::applied_revision.eq(declaration.revision()),
        order_reservation::applied_at.eq(now),
        order_reservation::line_count.eq(line_count),
    ));
    let gone: Vec<Uuid> = held.keys().filter(|type_id| !lines.contains_key(type_id)).copied().collect();
    let give_back = diesel::delete(reservation::table).filter(
        reservation::seller_id
            .eq(seller_id)
            .and(reservation::order_id.eq(order_id))
            .and(reservation::type_id.eq_any(&gone)),
    );
    let (types, quantities): (Vec<Uuid>, Vec<i64>) =
        lines.iter().filter(|line| held.get(line.0) != Some(line.1)).unzip();
    let take = literal::<()>(
        "INSERT INTO reservation (seller_id, order_id, type_id, quantity) \
         SELECT ?, ?, l.type_id, l.quantity FROM unnest(?, ?) AS l (type_id, quantity) \
         ON CONFLICT (seller_id, order_id, type_id) DO UPDATE SET quantity = excluded.quantity",
    )
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Uuid, _>(order_id)
    .bind::<sql::Array<sql::Uuid>, _>(&types)
    .bind::<sql::Array<sql::BigInt>, _>(&quantities);
    // They touch different rows: all go out before the first answer is back.
    let conn = &*conn;
    let (mut first, mut second, mut third) = (conn, conn, conn);
    tokio::try_join!(remember.execute(&mut first), give_back.execute(&mut second), take.execute(&mut third))?;
    Ok(())
}

/// The order's id, the revision and the instant of what it holds, whether it is still of the page, and one of its lines.
type StandingRow = (Uuid, Option<i64>, Option<DateTime<Utc>>, bool, Option<Uuid>, Option<i64>);

/// A page of the orders that hold something, by their ids, and whether there are more. It ends before its orders hold more
/// than `lines` lines together, and has at least one. One statement reads orders and lines, so that the lines are those
/// of the revision; `OFFSET 0` keeps each order's lines a look-up of their own, however large the plan believes the page to be.
#[tracing::instrument(name = "db.order_reservation.page", skip_all)]
pub async fn page(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    after: Option<Uuid>,
    size: u32,
    lines: i64,
) -> StoreResult<(Vec<Standing>, bool)> {
    let rows: Vec<StandingRow> = literal::<(
        sql::Uuid,
        sql::Nullable<sql::BigInt>,
        sql::Nullable<sql::Timestamptz>,
        sql::Bool,
        sql::Nullable<sql::Uuid>,
        sql::Nullable<sql::BigInt>,
    )>(
        "SELECT o.order_id, o.applied_revision, o.applied_at, o.within, r.type_id, r.quantity \
         FROM (SELECT seller_id, order_id, applied_revision, applied_at, \
                      place = 1 OR (place <= ? AND held <= ?) AS within \
               FROM (SELECT seller_id, order_id, applied_revision, applied_at, \
                            row_number() OVER ids AS place, sum(line_count) OVER ids AS held \
                     FROM (SELECT seller_id, order_id, applied_revision, applied_at, line_count FROM order_reservation \
                           WHERE seller_id = ? AND order_id > ? AND line_count > 0 ORDER BY order_id LIMIT ?) holding \
                     WINDOW ids AS (ORDER BY order_id)) summed) o \
         LEFT JOIN LATERAL (SELECT type_id, quantity FROM reservation r \
               WHERE o.within AND r.seller_id = o.seller_id AND r.order_id = o.order_id OFFSET 0) r ON true \
         ORDER BY o.order_id",
    )
    .bind::<sql::BigInt, _>(i64::from(size))
    .bind::<sql::BigInt, _>(lines)
    .bind::<sql::Uuid, _>(seller_id)
    .bind::<sql::Uuid, _>(after.unwrap_or(Uuid::nil()))
    .bind::<sql::BigInt, _>(i64::from(size) + 1)
    .load(conn)
    .await?;
    let mut standings: Vec<Standing> = Vec::new();
    let mut more = false;
    for (order_id, revision, applied_at, within, type_id, quantity) in rows {
        if !within {
            more = true;
            break;
        }
        if standings.last().is_none_or(|last| last.order_id != order_id) {
            let (revision, applied_at) = revision
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
