//! The outbox as the relay reads and marks it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryResult, Queryable, QueryableByName,
    Selectable, SelectableHelper as _,
    dsl::sql,
    result::Error::NotFound,
    sql_query,
    sql_types::{BigInt, Bool, Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::future::join;
use uuid::Uuid;

use super::{BATCH, REPUBLISH_CHUNK};
use crate::{in_order, schema::outbox, statement::statement};

/// Bytes of events that are read, and sent to Redis, at once: a hundred orders of 500 lines are more. An event that is
/// larger goes alone.
const BYTES: i64 = 4 * 1024 * 1024;
/// From so many bytes on it may be their number that ended a batch: an event is rarely longer than what was left then.
const ALMOST: usize = 256 * 1024;

/// Whether the batch ends where it does because no more is sent at once.
pub(super) fn is_full(rows: &[Row]) -> bool {
    rows.len() == usize::from(BATCH) || rows.iter().map(|row| row.payload.len()).sum::<usize>() > ALMOST
}

#[derive(Debug, Queryable, QueryableByName, Selectable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
pub(super) struct Row {
    pub id: i64,
    pub event_id: Uuid,
    pub topic: String,
    pub kind: String,
    pub key: Uuid,
    pub payload: Vec<u8>,
    pub traceparent: Option<String>,
    pub occurred_at: DateTime<Utc>,
    pub publish_batch: Option<i64>,
}

#[derive(QueryableByName)]
struct Lock {
    #[diesel(sql_type = Bool)]
    taken: bool,
}

/// Takes a lock that one connection per database holds, until it is closed.
pub(crate) async fn try_lock(conn: &mut AsyncPgConnection, key: i64) -> QueryResult<bool> {
    let lock: Lock =
        sql_query("SELECT pg_try_advisory_lock($1) AS taken").bind::<BigInt, _>(key).get_result(conn).await?;
    Ok(lock.taken)
}

/// The last publication of each topic.
pub(super) async fn load_heads(conn: &mut AsyncPgConnection) -> QueryResult<BTreeMap<String, i64>> {
    let heads: Vec<(String, Option<i64>)> = outbox::table
        .filter(outbox::publish_batch.is_not_null())
        .group_by(outbox::topic)
        .select((outbox::topic, diesel::dsl::max(outbox::publish_batch)))
        .load(conn)
        .await?;
    Ok(heads.into_iter().filter_map(|(topic, head)| Some((topic, head?))).collect())
}

/// Up to where the outbox stands still.
#[derive(QueryableByName)]
pub(super) struct Horizon {
    /// Whatever wrote events under a lower transaction id has ended.
    #[diesel(sql_type = BigInt)]
    settled_before: i64,
    /// The oldest transaction that is writing events; none: there is none.
    #[diesel(sql_type = Nullable<BigInt>)]
    oldest_writer: Option<i64>,
}

#[derive(QueryableByName)]
struct LastId {
    #[diesel(sql_type = BigInt)]
    last_id: i64,
}

/// The oldest transaction of this database that holds the lock which every writer of the outbox holds from before it
/// takes an id until after its commit shows. Prepared transactions hold it too; a savepoint's part belongs to its
/// transaction. `pg_locks` knows 32 bits of a transaction's id: the others follow from the next one to be given.
const HORIZON: &str = "WITH held AS MATERIALIZED ( \
       SELECT locktype, database, relation, virtualtransaction, transactionid, mode FROM pg_locks WHERE granted \
     ), present AS ( \
       SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next_xid \
     ), writing AS ( \
       SELECT (p.next_xid - x.transactionid::text::bigint) & 4294967295 AS age, p.next_xid \
       FROM present p, held w JOIN held x ON x.virtualtransaction = w.virtualtransaction \
       WHERE w.locktype = 'relation' AND w.relation = 'outbox'::regclass AND w.mode = 'RowExclusiveLock' \
         AND w.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()) \
         AND x.locktype = 'transactionid' AND x.mode = 'ExclusiveLock' \
     ), oldest AS ( \
       SELECT min(next_xid - age) AS xid FROM writing WHERE age < 2147483648 \
     ) \
     SELECT coalesce(o.xid, p.next_xid) AS settled_before, o.xid AS oldest_writer FROM present p, oldest o";

/// The waiting rows that no running transaction can still get in front of, and whether there is one that might.
///
/// Ids are taken before commit: a row is left alone while a transaction older than its own is writing events, and so is
/// every later row, so that two events of one aggregate never swap places. A row that becomes visible late is simply
/// found later, since what is published is marked row by row.
///
/// The server's own horizon (`pg_snapshot_xmin`) would do, but it waits for every transaction of every database beside
/// this one. Ours is sound because of the order in which things are read. First the last id that was taken: whoever took
/// it or one before holds the lock by now, or has ended. Then the holders of the lock. Then, by a later snapshot, the
/// rows up to that id: a writer of one of them has either been seen holding the lock, and its transaction is not below
/// the horizon, or it had ended, and its rows are all visible.
pub(super) async fn load_waiting(conn: &mut AsyncPgConnection) -> QueryResult<(Vec<Row>, bool)> {
    let conn = &*conn;
    // The server answers in the order of asking.
    let (last, horizon) = in_order(join(
        statement("SELECT last_value AS last_id FROM outbox_id_seq").row::<LastId>(conn),
        statement(HORIZON).row::<Horizon>(conn),
    ))
    .await;
    let (LastId { last_id }, Horizon { settled_before, oldest_writer }) =
        (last?.ok_or(NotFound)?, horizon?.ok_or(NotFound)?);
    let rows = statement(WAITING).bind(last_id).bind(settled_before.to_string()).rows(conn).await?;
    Ok((rows, oldest_writer.is_some()))
}

// Each poll asks all this, many times a second: as literals, which each connection parses once. What may be sent is the
// beginning of what waits. How long a payload is, its row tells without it.
const WAITING: &str = "SELECT id, event_id, topic, kind, key, payload, traceparent, occurred_at, publish_batch FROM outbox \
     WHERE publish_batch IS NULL AND id <= $1 AND xid < $2::xid8 \
       AND id < coalesce((SELECT min(o.id) FROM outbox o WHERE o.publish_batch IS NULL AND o.xid >= $2::xid8), \
         9223372036854775807) \
       AND id <= coalesce((SELECT max(w.id) FROM (SELECT l.id, row_number() OVER (ORDER BY l.id) AS place, \
           sum(octet_length(l.payload)) OVER (ORDER BY l.id) AS bytes \
         FROM (SELECT id, payload FROM outbox WHERE publish_batch IS NULL ORDER BY id LIMIT 500) l) w \
         WHERE w.place = 1 OR w.bytes <= 4194304), 0) \
     ORDER BY id LIMIT 500";
const _: () = assert!(BATCH == 500 && BYTES == 4_194_304, "as the statement has them");

/// Whether a topic has published rows after a publication.
pub(super) async fn is_published_after(conn: &mut AsyncPgConnection, topic: &str, mark: i64) -> QueryResult<bool> {
    let later = outbox::table.filter(outbox::topic.eq(topic).and(outbox::publish_batch.gt(mark)));
    diesel::select(diesel::dsl::exists(later)).get_result(conn).await
}

/// The next published rows of a topic after a publication: whole batches, but for the last when there are as many rows as
/// are read at once.
pub(super) async fn load_published_after(
    conn: &mut AsyncPgConnection,
    topic: &str,
    mark: i64,
) -> QueryResult<Vec<Row>> {
    let fits = sql::<Bool>(
        "publish_batch <= coalesce((SELECT max(w.publish_batch) FROM (SELECT l.publish_batch, \
           rank() OVER (ORDER BY l.publish_batch) AS place, \
           sum(octet_length(l.payload)) OVER (ORDER BY l.publish_batch) AS bytes \
           FROM (SELECT publish_batch, payload FROM outbox WHERE topic = ",
    )
    .bind::<Text, _>(topic)
    .sql(" AND publish_batch > ")
    .bind::<BigInt, _>(mark)
    .sql(" ORDER BY publish_batch, id LIMIT ")
    .bind::<BigInt, _>(i64::from(REPUBLISH_CHUNK))
    .sql(") l) w WHERE w.place = 1 OR w.bytes <= ")
    .bind::<BigInt, _>(BYTES)
    .sql("), 0)");
    outbox::table
        .filter(outbox::topic.eq(topic).and(outbox::publish_batch.gt(mark)).and(fits))
        .order((outbox::publish_batch, outbox::id))
        .limit(i64::from(REPUBLISH_CHUNK))
        .select(Row::as_select())
        .load(conn)
        .await
}

/// Writes down the publication that carried the rows.
pub(super) async fn mark(
    conn: &mut AsyncPgConnection,
    rows: &[Row],
    batch: i64,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    diesel::update(outbox::table.filter(outbox::id.eq_any(&ids)))
        .set((outbox::publish_batch.eq(batch), outbox::published_at.eq(now)))
        .execute(conn)
        .await?;
    Ok(())
}
