//! Who changed what: one row per change, written in the change's own transaction and never edited.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods as _, QueryDsl as _, QueryResult, Queryable, QueryableByName, Selectable, SelectableHelper as _,
    sql_types as sql,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::access::Actor;
use uuid::Uuid;

use crate::{
    schema::audit_event,
    statement::{Statement, statement},
};

/// One change, about to be recorded.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// Who did it.
    pub actor: &'a Actor,
    /// Whose data it is; none for what belongs to no seller.
    pub seller_id: Option<Uuid>,
    /// What was done: `order.saved`.
    pub action: &'static str,
    /// The kind of thing changed: `order`.
    pub entity: &'static str,
    /// The thing changed.
    pub entity_id: Uuid,
    /// Its version after the change.
    pub version: i64,
    /// What differs. No secrets, no personal data beyond what the entity itself holds.
    pub changes: serde_json::Value,
}

/// One recorded change.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = audit_event, check_for_backend(diesel::pg::Pg))]
pub struct Record {
    /// Time-ordered id.
    pub id: Uuid,
    /// When it happened.
    pub occurred_at: DateTime<Utc>,
    /// User id, `service:name` or `tool:name`.
    pub actor_subject: String,
    /// The role it acted in.
    pub actor_role: String,
    /// The request that did it.
    pub request_id: String,
    /// What was done.
    pub action: String,
    /// The thing's version after the change.
    pub version: i64,
    /// What differs.
    pub changes: serde_json::Value,
}

/// Records a change that happened at `now`, under a new time-ordered `id`.
#[tracing::instrument(name = "db.audit_event.append", skip_all, fields(audit.action = entry.action))]
pub async fn append(conn: &mut AsyncPgConnection, now: DateTime<Utc>, id: Uuid, entry: Entry<'_>) -> QueryResult<()> {
    record(now, id, entry).run(conn).await?;
    Ok(())
}

/// The statement of [`append`], for a transaction that writes all in one flight.
pub fn record(now: DateTime<Utc>, id: Uuid, entry: Entry<'_>) -> Statement {
    record_all(vec![(0, now, id, entry)])
}

/// As [`record`] for several changes, each with its place behind a [guard](Statement::guard).
pub fn record_all(entries: Vec<(i32, DateTime<Utc>, Uuid, Entry<'_>)>) -> Statement {
    fn column<'e, T>(entries: &[(i32, DateTime<Utc>, Uuid, Entry<'e>)], value: impl Fn(&Entry<'e>) -> T) -> Vec<T> {
        entries.iter().map(|(.., entry)| value(entry)).collect()
    }
    statement(
        "INSERT INTO audit_event (seller_id, id, occurred_at, actor_subject, actor_role, actor_session, request_id, \
           action, entity, entity_id, version, changes) \
         SELECT each.seller_id, each.id, each.occurred_at, each.actor_subject, each.actor_role, each.actor_session, \
           each.request_id, each.action, each.entity, each.entity_id, each.version, each.changes \
         FROM unnest($1::integer[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], \
           $8::text[], $9::text[], $10::text[], $11::uuid[], $12::bigint[], $13::jsonb[]) \
           AS each (place, seller_id, id, occurred_at, actor_subject, actor_role, actor_session, request_id, action, entity, \
           entity_id, version, changes)",
    )
    .bind(entries.iter().map(|(place, ..)| *place).collect::<Vec<_>>())
    .bind(column(&entries, |entry| entry.seller_id.unwrap_or_default()))
    .bind(entries.iter().map(|(_, _, id, _)| *id).collect::<Vec<_>>())
    .bind(entries.iter().map(|(_, at, ..)| *at).collect::<Vec<_>>())
    .bind(column(&entries, |entry| entry.actor.subject.clone()))
    .bind(column(&entries, |entry| entry.actor.role.clone()))
    .bind(column(&entries, |entry| entry.actor.session.clone()))
    .bind(column(&entries, |entry| entry.actor.request_id.clone()))
    .bind(column(&entries, |entry| entry.action))
    .bind(column(&entries, |entry| entry.entity))
    .bind(column(&entries, |entry| entry.entity_id))
    .bind(column(&entries, |entry| entry.version))
    .bind(entries.into_iter().map(|(.., entry)| entry.changes).collect::<Vec<_>>())
}

/// The latest changes of one thing, newest first.
#[tracing::instrument(name = "db.audit_event.list", skip_all)]
pub async fn list(
    conn: &mut AsyncPgConnection,
    seller_id: Option<Uuid>,
    entity: &str,
    entity_id: Uuid,
    limit: i64,
) -> QueryResult<Vec<Record>> {
    audit_event::table
        .filter(audit_event::seller_id.eq(seller_id.unwrap_or_default()))
        .filter(audit_event::entity.eq(entity))
        .filter(audit_event::entity_id.eq(entity_id))
        .order((audit_event::occurred_at.desc(), audit_event::id.desc()))
        .limit(limit)
        .select(Record::as_select())
        .load(conn)
        .await
}

/// One recorded change of a seller's things, with what the thing is called now.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Told {
    /// Time-ordered id.
    #[diesel(sql_type = sql::Uuid)]
    pub id: Uuid,
    /// When it happened.
    #[diesel(sql_type = sql::Timestamptz)]
    pub occurred_at: DateTime<Utc>,
    /// User id, `service:name` or `tool:name`.
    #[diesel(sql_type = sql::Text)]
    pub actor_subject: String,
    /// The role it acted in.
    #[diesel(sql_type = sql::Text)]
    pub actor_role: String,
    /// The handle of a person's session.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub actor_session: Option<String>,
    /// What was done.
    #[diesel(sql_type = sql::Text)]
    pub action: String,
    /// The kind of thing changed.
    #[diesel(sql_type = sql::Text)]
    pub entity: String,
    /// The thing changed.
    #[diesel(sql_type = sql::Uuid)]
    pub entity_id: Uuid,
    /// What differs.
    #[diesel(sql_type = sql::Jsonb)]
    pub changes: serde_json::Value,
    /// What the thing is called now.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub title: Option<String>,
}

/// The statement of [`of_seller`]: `$title` is what the thing of a row `a` is called, as an expression of SQL.
#[macro_export]
macro_rules! audit_of_seller {
    ($title:literal) => {
        concat!(
            "SELECT a.id, a.occurred_at, a.actor_subject, a.actor_role, a.actor_session, a.action, a.entity, a.entity_id, \
               a.changes, ",
            $title,
            " AS title \
             FROM audit_event a \
             WHERE a.seller_id = $1 AND a.id < $2 AND (cardinality($3::text[]) = 0 OR a.entity = ANY ($3)) \
             ORDER BY a.id DESC LIMIT $4"
        )
    };
}

/// What was done of a seller's things before an entry, the newest first; of these kinds of things, or of all for none.
#[tracing::instrument(name = "db.audit_event.of_seller", skip_all, fields(seller.id = %seller_id))]
pub async fn of_seller(
    conn: &mut AsyncPgConnection,
    sql: &'static str,
    seller_id: Uuid,
    before: Uuid,
    entities: Vec<String>,
    limit: i64,
) -> QueryResult<Vec<Told>> {
    statement(sql).bind(seller_id).bind(before).bind(entities).bind(limit).load(conn).await
}
