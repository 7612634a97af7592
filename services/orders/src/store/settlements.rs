//! Intents that wait for the stock's answer.
//!
//! Leases and rests are reckoned by the database's clock alone: the processes that share the work have one each, and they
//! differ.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, IntoSql as _, OptionalExtension as _, QueryDsl as _,
    QueryResult, Queryable, QueryableByName, Selectable, SelectableHelper as _,
    dsl::{count, count_star, min},
    pg::{Pg, data_types::PgInterval},
    sql_types::{Integer, Interval, Timestamptz},
};
use diesel_async::RunQueryDsl;
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::{Connection, corrupt, schema::settlement};
use crate::domain::{Backlog, Goods, STUCK_AFTER, Settlement, SettlementKind, Waiting};

diesel::define_sql_function! {
    /// The database's time when the transaction began. It stays the same, so that an index can be looked up by it.
    #[sql_name = "now"]
    fn transaction_time() -> Timestamptz;
}
diesel::infix_operator!(Earlier, " - ", Timestamptz, backend: Pg);

fn interval(span: TimeDelta) -> diesel::dsl::AsExprOf<PgInterval, Interval> {
    PgInterval::from_microseconds(microseconds(span)).into_sql::<Interval>()
}

/// As statements bind a span of time.
pub(super) fn microseconds(span: TimeDelta) -> i64 {
    span.num_microseconds().unwrap_or(i64::MAX)
}

/// Whether an intent is older than [`STUCK_AFTER`].
macro_rules! stuck {
    () => {
        settlement::created_at.le(Earlier::new(transaction_time(), interval(STUCK_AFTER)))
    };
}

#[derive(Queryable, QueryableByName, Selectable)]
#[diesel(table_name = settlement, check_for_backend(Pg))]
struct Row {
    seller_id: Uuid,
    order_id: Uuid,
    revision: i64,
    kind: i16,
    type_ids: Vec<Uuid>,
    quantities: Vec<i64>,
    effective_at: Option<DateTime<Utc>>,
    actor_subject: String,
    actor_role: String,
    actor_session: Option<String>,
    request_id: String,
    fingerprint: Vec<u8>,
}

/// An intent, and the number of the try that begins.
#[derive(QueryableByName)]
struct TakenRow {
    #[diesel(embed)]
    intent: Row,
    #[diesel(sql_type = Integer)]
    attempts: i32,
}

impl TakenRow {
    fn read(self) -> QueryResult<(Settlement, i32)> {
        Ok((intent(self.intent)?, self.attempts))
    }
}

/// How an intent has fared: when it was decided and is due, how often it was tried and why in vain, whether it is stuck.
type Fare = (DateTime<Utc>, DateTime<Utc>, i32, String, bool);

/// Writes an intent. Its writer has it for the length of the lease.
pub fn insert(intent: &Settlement, lease: TimeDelta) -> Statement {
    let (type_ids, quantities): (Vec<Uuid>, Vec<i64>) = intent.lines.iter().copied().unzip();
    let kind: i16 = match intent.kind {
        SettlementKind::Save => 0,
        SettlementKind::Cancel => 1,
        SettlementKind::Takeover => 2,
        SettlementKind::Delete => 3,
    };
    statement(
        "INSERT INTO settlement (seller_id, order_id, revision, kind, type_ids, quantities, effective_at, actor_subject, \
           actor_role, actor_session, request_id, fingerprint, created_at, attempts, lease_until) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp(), 1, \
           clock_timestamp() + $13 * interval '1 microsecond')",
    )
    .bind(intent.seller_id)
    .bind(intent.order_id)
    .bind(intent.revision)
    .bind(kind)
    .bind(type_ids)
    .bind(quantities)
    .bind(intent.effective_at)
    .bind(intent.actor_subject.clone())
    .bind(intent.actor_role.clone())
    .bind(intent.actor_session.clone())
    .bind(intent.request_id.clone())
    .bind(intent.fingerprint.to_vec())
    .bind(microseconds(lease))
}

/// What is being settled of an order.
#[tracing::instrument(name = "db.settlement.find", skip_all, fields(order.id = %order_id))]
pub async fn find(conn: &Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<Settlement>> {
    let mut conn = conn;
    let row: Option<Row> =
        settlement::table.find((seller_id, order_id)).select(Row::as_select()).first(&mut conn).await.optional()?;
    row.map(intent).transpose()
}

/// Removes an intent, by its revision. Only who holds the order's lock does so, or raises the revision.
pub fn remove(seller_id: Uuid, order_id: Uuid, revision: i64) -> Statement {
    statement("DELETE FROM settlement WHERE seller_id = $1 AND order_id = $2 AND revision = $3")
        .bind(seller_id)
        .bind(order_id)
        .bind(revision)
        .changing(1)
}

/// Asks for a later revision from now on: the stock knows one that is not older than the intent's. Only who holds the
/// order's lock does so.
pub fn raise(seller_id: Uuid, order_id: Uuid, from: i64, to: i64) -> Statement {
    statement("UPDATE settlement SET revision = $4 WHERE seller_id = $1 AND order_id = $2 AND revision = $3")
        .bind(seller_id)
        .bind(order_id)
        .bind(from)
        .bind(to)
        .changing(1)
}

/// Takes intents of any seller that nobody has and that rest no more, for whoever works on the backlog. With each comes
/// the number of the try that begins.
#[tracing::instrument(name = "db.settlement.take_overdue", skip_all)]
pub async fn take_overdue(conn: &mut Connection, lease: TimeDelta, limit: i64) -> QueryResult<Vec<(Settlement, i32)>> {
    let taken: Vec<TakenRow> = statement(
        "WITH due AS ( \
           SELECT seller_id, order_id, lease_until FROM settlement WHERE lease_until <= now() \
           ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED), \
         taken AS ( \
           UPDATE settlement s SET lease_until = clock_timestamp() + $1 * interval '1 microsecond', \
             attempts = s.attempts + 1 \
           FROM due WHERE s.seller_id = due.seller_id AND s.order_id = due.order_id \
           RETURNING s.*, due.lease_until AS due_at) \
         SELECT seller_id, order_id, revision, kind, type_ids, quantities, effective_at, actor_subject, actor_role, \
           actor_session, request_id, fingerprint, attempts \
         FROM taken ORDER BY due_at",
    )
    .bind(microseconds(lease))
    .bind(limit)
    .load(conn)
    .await?;
    taken.into_iter().map(TakenRow::read).collect()
}

/// Takes an intent, whoever has it and however long it would have rested; with it comes the number of the try that begins.
#[tracing::instrument(name = "db.settlement.take", skip_all, fields(order.id = %order_id))]
pub async fn take(
    conn: &mut Connection,
    seller_id: Uuid,
    order_id: Uuid,
    lease: TimeDelta,
) -> QueryResult<Option<(Settlement, i32)>> {
    let taken: Option<TakenRow> = statement(
        "UPDATE settlement SET lease_until = clock_timestamp() + $3 * interval '1 microsecond', attempts = attempts + 1 \
         WHERE seller_id = $1 AND order_id = $2 \
         RETURNING seller_id, order_id, revision, kind, type_ids, quantities, effective_at, actor_subject, actor_role, \
           actor_session, request_id, fingerprint, attempts",
    )
    .bind(seller_id)
    .bind(order_id)
    .bind(microseconds(lease))
    .get_result(conn)
    .await
    .optional()?;
    taken.map(TakenRow::read).transpose()
}

/// A try has come to nothing: the intent rests, unless somebody else has taken or finished it meanwhile.
#[tracing::instrument(name = "db.settlement.rest", skip_all, fields(order.id = %order_id))]
pub async fn rest(
    conn: &mut Connection,
    (seller_id, order_id): (Uuid, Uuid),
    attempts: i32,
    rest: TimeDelta,
    error: &str,
) -> QueryResult<()> {
    statement(
        "UPDATE settlement SET lease_until = clock_timestamp() + $4 * interval '1 microsecond', last_error = $5 \
         WHERE seller_id = $1 AND order_id = $2 AND attempts = $3",
    )
    .bind(seller_id)
    .bind(order_id)
    .bind(attempts)
    .bind(microseconds(rest))
    .bind(error.to_owned())
    .run(conn)
    .await?;
    Ok(())
}

/// Intents that wait, in the order of seller and order: a seller's, or those of all sellers.
#[tracing::instrument(name = "db.settlement.list", skip_all)]
pub async fn list(
    conn: &mut Connection,
    seller_id: Option<Uuid>,
    after: Option<(Uuid, Uuid)>,
    limit: i64,
) -> QueryResult<Vec<Waiting>> {
    let fare =
        (settlement::created_at, settlement::lease_until, settlement::attempts, settlement::last_error, stuck!());
    let mut query = settlement::table
        .order((settlement::seller_id, settlement::order_id))
        .limit(limit)
        .select((Row::as_select(), fare))
        .into_boxed();
    if let Some(seller_id) = seller_id {
        query = query.filter(settlement::seller_id.eq(seller_id));
    }
    if let Some((seller, order)) = after {
        query = query.filter(
            settlement::seller_id.ge(seller).and(settlement::seller_id.gt(seller).or(settlement::order_id.gt(order))),
        );
    }
    let rows: Vec<(Row, Fare)> = query.load(conn).await?;
    let waiting = |(row, (created_at, due_at, attempts, last_error, stuck)): (Row, Fare)| {
        Ok(Waiting { settlement: intent(row)?, attempts, created_at, due_at, last_error, stuck })
    };
    rows.into_iter().map(waiting).collect()
}

/// What these orders will hold when the stock agrees to their intents; those without one are left out.
#[tracing::instrument(name = "db.settlement.goods", skip_all)]
pub async fn goods(conn: &mut Connection, seller_id: Uuid, order_ids: &[Uuid]) -> QueryResult<BTreeMap<Uuid, Goods>> {
    let rows: Vec<(Uuid, Vec<Uuid>, Vec<i64>)> = settlement::table
        .filter(settlement::seller_id.eq(seller_id))
        .filter(settlement::order_id.eq_any(order_ids))
        .select((settlement::order_id, settlement::type_ids, settlement::quantities))
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(|(order_id, types, units)| (order_id, types.into_iter().zip(units).collect())).collect())
}

/// How much waits, of all sellers.
#[tracing::instrument(name = "db.settlement.backlog", skip_all)]
pub async fn backlog(conn: &mut Connection) -> QueryResult<Backlog> {
    use diesel::AggregateExpressionMethods as _;
    let (waiting, stuck, oldest, now): (i64, i64, Option<DateTime<Utc>>, DateTime<Utc>) = settlement::table
        .select((
            count_star(),
            count(settlement::order_id).aggregate_filter(stuck!()),
            min(settlement::created_at),
            transaction_time(),
        ))
        .first(conn)
        .await?;
    let oldest = oldest.map_or(TimeDelta::zero(), |oldest| (now - oldest).max(TimeDelta::zero()));
    Ok(Backlog { waiting, stuck, oldest })
}

fn intent(row: Row) -> QueryResult<Settlement> {
    let Row {
        seller_id,
        order_id,
        revision,
        kind,
        type_ids,
        quantities,
        effective_at,
        actor_subject,
        actor_role,
        actor_session,
        request_id,
        fingerprint,
    } = row;
    let kind = match kind {
        0 => SettlementKind::Save,
        1 => SettlementKind::Cancel,
        2 => SettlementKind::Takeover,
        3 => SettlementKind::Delete,
        _ => return Err(corrupt("settlement", &order_id)),
    };
    let fingerprint = fingerprint.try_into().map_err(|_| corrupt("settlement", &order_id))?;
    let lines = type_ids.into_iter().zip(quantities).collect();
    Ok(Settlement {
        seller_id,
        order_id,
        revision,
        kind,
        lines,
        effective_at,
        actor_subject,
        actor_role,
        actor_session,
        request_id,
        fingerprint,
    })
}
