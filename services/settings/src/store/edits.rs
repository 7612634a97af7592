//! Changes of profiles that wait for auth.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, Insertable, OptionalExtension as _, QueryDsl as _, QueryResult,
    Queryable, Selectable, SelectableHelper as _, result::Error,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::access::Actor;
use uuid::Uuid;

use super::{schema::seller_edit, sellers::SellerRow};
use crate::domain::seller::Seller;

/// A change of a profile that waits for auth to change the credentials with it.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What auth knows the change by.
    pub change_id: Uuid,
    /// The caller's name for the request.
    pub request_id: String,
    /// Of the request, without the password.
    pub fingerprint: [u8; 32],
    /// As the profile is to become.
    pub profile: Seller,
    /// Whether it opens or closes the store; if not, `profile.active` says nothing.
    pub switches: bool,
    /// Whether the session that asked has to be renewed.
    pub renew_session: bool,
    /// Who asked.
    pub actor: Actor,
    /// When the recovery loop may take it.
    pub due_at: DateTime<Utc>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = seller_edit, check_for_backend(diesel::pg::Pg))]
struct EditRow {
    seller_id: Uuid,
    change_id: Uuid,
    request_id: String,
    fingerprint: Vec<u8>,
    profile: serde_json::Value,
    renew_session: bool,
    actor_subject: String,
    actor_role: String,
    actor_request: String,
    due_at: DateTime<Utc>,
    switches: bool,
    actor_session: Option<String>,
}

impl TryFrom<EditRow> for Edit {
    type Error = Error;

    fn try_from(row: EditRow) -> QueryResult<Self> {
        let EditRow {
            seller_id,
            change_id,
            request_id,
            fingerprint,
            profile,
            renew_session,
            actor_subject,
            actor_role,
            actor_request,
            due_at,
            switches,
            actor_session,
        } = row;
        let bad = |what: String| Error::DeserializationError(format!("seller_edit {seller_id}: {what}").into());
        let profile: SellerRow = serde_json::from_value(profile).map_err(|error| bad(error.to_string()))?;
        Ok(Self {
            change_id,
            request_id,
            fingerprint: fingerprint.try_into().map_err(|_| bad("fingerprint".to_owned()))?,
            profile: profile.try_into()?,
            switches,
            renew_session,
            actor: Actor {
                subject: actor_subject,
                role: actor_role,
                session: actor_session,
                request_id: actor_request,
            },
            due_at,
        })
    }
}

/// The edit of a seller that is not settled.
#[tracing::instrument(name = "db.seller_edit.find", skip_all, fields(seller.id = %seller_id))]
pub async fn find(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<Edit>> {
    let row: Option<EditRow> =
        seller_edit::table.find(seller_id).select(EditRow::as_select()).first(conn).await.optional()?;
    row.map(TryInto::try_into).transpose()
}

/// Writes an edit down before auth is asked.
#[tracing::instrument(name = "db.seller_edit.insert", skip_all, fields(seller.id = %edit.profile.seller_id))]
pub async fn insert(conn: &mut AsyncPgConnection, edit: Edit) -> QueryResult<()> {
    let Edit { change_id, request_id, fingerprint, profile, switches, renew_session, actor, due_at } = edit;
    let seller_id = profile.seller_id;
    let Actor { subject: actor_subject, role: actor_role, session: actor_session, request_id: actor_request } = actor;
    let profile = serde_json::to_value(SellerRow::from(profile))
        .map_err(|error| Error::SerializationError(format!("seller_edit {seller_id}: {error}").into()))?;
    let row = EditRow {
        seller_id,
        change_id,
        request_id,
        fingerprint: fingerprint.to_vec(),
        profile,
        renew_session,
        actor_subject,
        actor_role,
        actor_request,
        due_at,
        switches,
        actor_session,
    };
    diesel::insert_into(seller_edit::table).values(row).execute(conn).await.map(drop)
}

/// Takes an edit away; whether it was there.
#[tracing::instrument(name = "db.seller_edit.delete", skip_all, fields(seller.id = %seller_id))]
pub async fn delete(conn: &mut AsyncPgConnection, seller_id: Uuid, change_id: Uuid) -> QueryResult<bool> {
    let deleted = diesel::delete(seller_edit::table)
        .filter(seller_edit::seller_id.eq(seller_id).and(seller_edit::change_id.eq(change_id)))
        .execute(conn)
        .await?;
    Ok(deleted == 1)
}

/// The sellers with an edit that is overdue, the oldest first.
#[tracing::instrument(name = "db.seller_edit.overdue", skip_all)]
pub async fn overdue(conn: &mut AsyncPgConnection, now: DateTime<Utc>, limit: i64) -> QueryResult<Vec<Edit>> {
    let rows: Vec<EditRow> = seller_edit::table
        .filter(seller_edit::due_at.le(now))
        .order(seller_edit::due_at)
        .limit(limit)
        .select(EditRow::as_select())
        .load(conn)
        .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}
