//! Intents that wait for the stock's answer.

use chrono::{DateTime, Utc};
use diesel::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, Selectable,
    SelectableHelper as _, pg::Pg,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, corrupt, schema::settlement};
use crate::domain::{Settlement, SettlementKind};

#[derive(Queryable, Selectable, Insertable)]
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
    request_id: String,
    fingerprint: Vec<u8>,
    created_at: DateTime<Utc>,
    attempts: i32,
    lease_until: DateTime<Utc>,
}

/// Writes an intent. Its writer works on it until `lease_until`.
#[tracing::instrument(name = "db.settlement.insert", skip_all, fields(order.id = %intent.order_id))]
pub async fn insert(
    conn: &mut Connection,
    intent: &Settlement,
    now: DateTime<Utc>,
    lease_until: DateTime<Utc>,
) -> QueryResult<()> {
    let Settlement {
        seller_id,
        order_id,
        revision,
        kind,
        lines,
        effective_at,
        actor_subject,
        actor_role,
        request_id,
        fingerprint,
    } = intent;
    let (type_ids, quantities) = lines.iter().copied().unzip();
    diesel::insert_into(settlement::table)
        .values(Row {
            seller_id: *seller_id,
            order_id: *order_id,
            revision: *revision,
            kind: match kind {
                SettlementKind::Save => 0,
                SettlementKind::Cancel => 1,
                SettlementKind::Takeover => 2,
                SettlementKind::Delete => 3,
            },
            type_ids,
            quantities,
            effective_at: *effective_at,
            actor_subject: actor_subject.clone(),
            actor_role: actor_role.clone(),
            request_id: request_id.clone(),
            fingerprint: fingerprint.to_vec(),
            created_at: now,
            attempts: 1,
            lease_until,
        })
        .execute(conn)
        .await?;
    Ok(())
}

/// What is being settled of an order.
#[tracing::instrument(name = "db.settlement.find", skip_all, fields(order.id = %order_id))]
pub async fn find(conn: &mut Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<Option<Settlement>> {
    let row: Option<Row> =
        settlement::table.find((seller_id, order_id)).select(Row::as_select()).first(conn).await.optional()?;
    row.map(intent).transpose()
}

/// Removes an intent, by its revision; false when somebody else has finished it.
#[tracing::instrument(name = "db.settlement.remove", skip_all, fields(order.id = %order_id))]
pub async fn remove(conn: &mut Connection, seller_id: Uuid, order_id: Uuid, revision: i64) -> QueryResult<bool> {
    let removed =
        diesel::delete(settlement::table.find((seller_id, order_id)).filter(settlement::revision.eq(revision)))
            .execute(conn)
            .await?;
    Ok(removed == 1)
}

/// Asks for a later revision from now on: the stock knows one that is not older than the intent's.
#[tracing::instrument(name = "db.settlement.raise", skip_all, fields(order.id = %order_id))]
pub async fn raise(conn: &mut Connection, seller_id: Uuid, order_id: Uuid, from: i64, to: i64) -> QueryResult<bool> {
    let raised = diesel::update(settlement::table.find((seller_id, order_id)).filter(settlement::revision.eq(from)))
        .set(settlement::revision.eq(to))
        .execute(conn)
        .await?;
    Ok(raised == 1)
}

/// Takes intents of any seller whose lease is over, for whoever works on the backlog.
#[tracing::instrument(name = "db.settlement.take_overdue", skip_all)]
pub async fn take_overdue(
    conn: &mut Connection,
    now: DateTime<Utc>,
    lease_until: DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<Settlement>> {
    let overdue: Vec<(Uuid, Uuid)> = settlement::table
        .filter(settlement::lease_until.le(now))
        .order(settlement::lease_until)
        .limit(limit)
        .select((settlement::seller_id, settlement::order_id))
        .for_update()
        .skip_locked()
        .load(conn)
        .await?;
    let mut taken = Vec::with_capacity(overdue.len());
    for (seller_id, order_id) in overdue {
        let row: Row = diesel::update(settlement::table.find((seller_id, order_id)))
            .set((settlement::lease_until.eq(lease_until), settlement::attempts.eq(settlement::attempts + 1)))
            .returning(Row::as_returning())
            .get_result(conn)
            .await?;
        taken.push(intent(row)?);
    }
    Ok(taken)
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
        request_id,
        fingerprint,
        created_at: _,
        attempts: _,
        lease_until: _,
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
        request_id,
        fingerprint,
    })
}
