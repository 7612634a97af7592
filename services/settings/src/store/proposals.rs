//! Terms that sellers propose.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable, Selectable,
    SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis_db::cached;
use uuid::Uuid;

use super::{StoreError, bad, cooperation, cooperation_code, month, schema::terms_proposal};
use crate::domain::{
    agreed::{Agreed, Proposal, ProposalState},
    month::Month,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = terms_proposal, check_for_backend(diesel::pg::Pg))]
struct Row {
    seller_id: Uuid,
    proposal_id: Uuid,
    cooperation: i16,
    commission: i64,
    payment_date: Option<NaiveDate>,
    state: i16,
    created_at: DateTime<Utc>,
    decided_at: Option<DateTime<Utc>>,
    from_month: Option<i32>,
}

const fn code(state: ProposalState) -> i16 {
    match state {
        ProposalState::Awaiting => 1,
        ProposalState::Confirmed => 2,
        ProposalState::Refused => 3,
        ProposalState::Superseded => 4,
    }
}

impl TryFrom<Row> for Proposal {
    type Error = StoreError;

    fn try_from(row: Row) -> QueryResult<Self> {
        let Row {
            seller_id,
            proposal_id,
            cooperation: kind,
            commission,
            payment_date,
            state,
            created_at,
            decided_at,
            from_month,
        } = row;
        let state = match state {
            1 => ProposalState::Awaiting,
            2 => ProposalState::Confirmed,
            3 => ProposalState::Refused,
            4 => ProposalState::Superseded,
            other => return Err(bad("terms_proposal", seller_id, format_args!("state {other}"))),
        };
        let cooperation = cooperation("terms_proposal", seller_id, kind)?;
        Ok(Self {
            proposal_id,
            seller_id,
            agreed: Agreed { cooperation, commission, payment_date },
            state,
            created_at,
            decided_at,
            from: from_month.map(|code| month("terms_proposal", seller_id, code)).transpose()?,
        })
    }
}

/// The seller's proposal that awaits its decision.
#[tracing::instrument(name = "db.terms_proposal.awaiting", skip_all, fields(seller.id = %seller_id))]
pub async fn awaiting(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Proposal>> {
    let row: Option<Row> = terms_proposal::table
        .filter(terms_proposal::seller_id.eq(seller_id))
        .filter(terms_proposal::state.eq(code(ProposalState::Awaiting)))
        .select(Row::as_select())
        .first(conn)
        .await
        .optional()?;
    row.map(TryInto::try_into).transpose()
}

/// A proposal of the seller.
#[tracing::instrument(name = "db.terms_proposal.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid, proposal_id: Uuid) -> QueryResult<Option<Proposal>> {
    let row: Option<Row> =
        terms_proposal::table.find((seller_id, proposal_id)).select(Row::as_select()).first(conn).await.optional()?;
    row.map(TryInto::try_into).transpose()
}

/// Proposals of a state behind one of them, oldest first; of one seller or of all.
#[tracing::instrument(name = "db.terms_proposal.list", skip_all)]
pub async fn list(
    conn: &mut AsyncPgConnection,
    seller_id: Option<Uuid>,
    state: ProposalState,
    after: Option<Uuid>,
    limit: usize,
) -> QueryResult<Vec<Proposal>> {
    let mut query = terms_proposal::table
        .filter(terms_proposal::state.eq(code(state)))
        .order(terms_proposal::proposal_id)
        .limit(i64::try_from(limit).unwrap_or(i64::MAX))
        .select(Row::as_select())
        .into_boxed();
    if let Some(seller_id) = seller_id {
        query = query.filter(terms_proposal::seller_id.eq(seller_id));
    }
    if let Some(after) = after {
        query = query.filter(terms_proposal::proposal_id.gt(after));
    }
    let rows: Vec<Row> = query.load(conn).await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Writes down what a seller, who is locked, proposes.
#[tracing::instrument(name = "db.terms_proposal.insert", skip_all, fields(seller.id = %seller_id))]
pub async fn insert(conn: &mut AsyncPgConnection, seller_id: Uuid, proposal: Proposal) -> QueryResult<()> {
    let Proposal { proposal_id, seller_id: _, agreed, state, created_at, decided_at, from } = proposal;
    let Agreed { cooperation, commission, payment_date } = agreed;
    let row = Row {
        seller_id,
        proposal_id,
        cooperation: cooperation_code(cooperation),
        commission,
        payment_date,
        state: code(state),
        created_at,
        decided_at,
        from_month: from.map(Month::code),
    };
    diesel::insert_into(terms_proposal::table).values(row).execute(conn).await.map(drop)
}

/// Says what became of a proposal of a seller who is locked.
#[tracing::instrument(name = "db.terms_proposal.decide", skip_all, fields(seller.id = %seller_id))]
pub async fn decide(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    proposal_id: Uuid,
    state: ProposalState,
    decided_at: DateTime<Utc>,
    from: Option<Month>,
) -> QueryResult<()> {
    cached(diesel::update(terms_proposal::table.find((seller_id, proposal_id))).set((
        terms_proposal::state.eq(code(state)),
        terms_proposal::decided_at.eq(decided_at),
        terms_proposal::from_month.eq(from.map(Month::code)),
    )))
    .execute(conn)
    .await
    .map(drop)
}
