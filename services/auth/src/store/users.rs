//! Users and their credentials.

use chrono::{DateTime, Utc};
use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, OptionalExtension as _, QueryDsl as _, QueryResult, Queryable,
    QueryableByName, Selectable, SelectableHelper as _,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::{passport::Role, text};
use pishkhan_chassis_db::{Statement, statement};
use uuid::Uuid;

use super::schema::{credential, user_account};
use crate::domain::{
    secret::SecretHash,
    user::{NewUser, User},
};

/// A user's row as the domain knows it.
#[derive(Queryable, QueryableByName, Selectable)]
#[diesel(table_name = user_account, check_for_backend(diesel::pg::Pg))]
pub(super) struct UserRow {
    user_id: Uuid,
    cellphone: String,
    username: String,
    first_name: String,
    last_name: String,
    role: String,
    seller_id: Option<Uuid>,
    child_seller: bool,
}

impl TryFrom<UserRow> for User {
    type Error = diesel::result::Error;

    fn try_from(row: UserRow) -> QueryResult<Self> {
        let UserRow { user_id, cellphone, username, first_name, last_name, role, seller_id, child_seller } = row;
        let role = role.parse::<Role>().map_err(|problem| {
            diesel::result::Error::DeserializationError(format!("user_account {user_id}: role {problem}").into())
        })?;
        Ok(Self { user_id, cellphone, username, first_name, last_name, role, seller_id, child_seller })
    }
}

/// A user's password.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = credential, check_for_backend(diesel::pg::Pg))]
pub struct Credential {
    /// Its hash.
    pub phc: String,
    changed_at: DateTime<Utc>,
}

impl Credential {
    /// Whether it is the same password: hashed anew by other parameters it is.
    pub fn is_same(&self, other: &Self) -> bool {
        self.changed_at == other.changed_at
    }
}

/// The user of a phone number, with the password; one who is shut out is nobody.
#[tracing::instrument(name = "db.user_account.find_by_cellphone", skip_all)]
pub async fn find_by_cellphone(conn: &AsyncPgConnection, cellphone: &str) -> QueryResult<Option<(User, Credential)>> {
    let mut conn = conn;
    let found: Option<(UserRow, Credential)> = user_account::table
        .inner_join(credential::table)
        .filter(user_account::cellphone.eq(cellphone).and(user_account::disabled_at.is_null()))
        .select((UserRow::as_select(), Credential::as_select()))
        .first(&mut conn)
        .await
        .optional()?;
    found.map(|(row, credential)| Ok((row.try_into()?, credential))).transpose()
}

/// Whether a user may come in.
pub struct Standing {
    /// Who it is.
    pub user: User,
    /// Shut out.
    pub disabled: bool,
    /// Whether somebody knows the password.
    pub chosen: bool,
}

/// The user of a phone number, also one who is shut out.
#[tracing::instrument(name = "db.user_account.standing", skip_all)]
pub async fn standing(conn: &AsyncPgConnection, cellphone: &str) -> QueryResult<Option<Standing>> {
    let mut conn = conn;
    let found: Option<(UserRow, Option<DateTime<Utc>>, bool)> = user_account::table
        .inner_join(credential::table)
        .filter(user_account::cellphone.eq(cellphone))
        .select((UserRow::as_select(), user_account::disabled_at, credential::chosen))
        .first(&mut conn)
        .await
        .optional()?;
    let standing = |(user, disabled_at, chosen): (UserRow, Option<DateTime<Utc>>, bool)| {
        Ok(Standing { user: user.try_into()?, disabled: disabled_at.is_some(), chosen })
    };
    found.map(standing).transpose()
}

/// The user of a seller.
#[tracing::instrument(name = "db.user_account.find_by_seller", skip_all, fields(seller.id = %seller_id))]
pub async fn find_by_seller(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<Option<User>> {
    let found: Option<UserRow> = user_account::table
        .filter(user_account::seller_id.eq(seller_id))
        .select(UserRow::as_select())
        .first(conn)
        .await
        .optional()?;
    found.map(TryInto::try_into).transpose()
}

/// A user's password.
#[tracing::instrument(name = "db.credential.find", skip_all, fields(user.id = %user_id))]
pub async fn credential_of(conn: &AsyncPgConnection, user_id: Uuid) -> QueryResult<Credential> {
    let mut conn = conn;
    credential::table.find(user_id).select(Credential::as_select()).first(&mut conn).await
}

/// Locks a user's row until the transaction ends, so that its sessions are counted by one at a time.
#[tracing::instrument(name = "db.user_account.lock", skip_all, fields(user.id = %user_id))]
pub async fn lock(conn: &AsyncPgConnection, user_id: Uuid) -> QueryResult<()> {
    statement("SELECT FROM user_account WHERE user_id = $1 FOR UPDATE").bind(user_id).run(conn).await.map(drop)
}

/// As [`lock`], the user whose session this is, if there is one.
#[tracing::instrument(name = "db.user_account.lock_of_session", skip_all)]
pub async fn lock_of_session(conn: &AsyncPgConnection, secret_hash: SecretHash) -> QueryResult<()> {
    statement(
        "SELECT FROM user_account \
         WHERE user_id = (SELECT s.user_id FROM session s WHERE s.secret_hash = $1) FOR UPDATE",
    )
    .bind(secret_hash.0.to_vec())
    .run(conn)
    .await
    .map(drop)
}

/// Writes phone number and user name, and the hash of a new password.
#[tracing::instrument(name = "db.user_account.update", skip_all, fields(user.id = %user.user_id))]
pub async fn update(conn: &AsyncPgConnection, user: &User, phc: Option<&str>, now: DateTime<Utc>) -> QueryResult<()> {
    statement("UPDATE user_account SET cellphone = $2, username = $3, username_folded = $4 WHERE user_id = $1")
        .bind(user.user_id)
        .bind(user.cellphone.clone())
        .bind(user.username.clone())
        .bind(text::fold(&user.username))
        .run(conn)
        .await?;
    if let Some(phc) = phc {
        set_password(user.user_id, phc, now).run(conn).await?;
    }
    Ok(())
}

/// Writes the hash of a new password; the instant tells it from the one before, however soon it comes. Links that the user
/// was given are good no more.
pub fn set_password(user_id: Uuid, phc: &str, now: DateTime<Utc>) -> Statement {
    statement(
        "WITH spent AS (UPDATE password_link SET used_at = $3 WHERE user_id = $1 AND used_at IS NULL) \
         UPDATE credential SET phc = $2, chosen = true, \
           changed_at = greatest($3, changed_at + interval '1 microsecond') \
         WHERE user_id = $1",
    )
    .bind(user_id)
    .bind(phc.to_owned())
    .bind(now)
}

/// Puts the hash of nobody's password in the place of a user's.
pub fn take_password(user_id: Uuid, nobody: &str, now: DateTime<Utc>) -> Statement {
    statement(
        "UPDATE credential SET phc = $2, chosen = false, \
           changed_at = greatest($3, changed_at + interval '1 microsecond') \
         WHERE user_id = $1",
    )
    .bind(user_id)
    .bind(nobody.to_owned())
    .bind(now)
}

/// Writes another hash of the same password.
pub fn rehash(user_id: Uuid, phc: &str) -> Statement {
    statement("UPDATE credential SET phc = $2 WHERE user_id = $1").bind(user_id).bind(phc.to_owned())
}

/// The hash of a password, and whether anybody knows it.
#[derive(Clone, Copy, Debug)]
pub struct NewCredential<'a> {
    /// The hash.
    pub phc: &'a str,
    /// Somebody has chosen the password.
    pub chosen: bool,
}

/// Inserts a user and the hash of its password.
#[tracing::instrument(name = "db.user_account.insert", skip_all, fields(user.id = %user_id))]
pub async fn insert(
    conn: &mut AsyncPgConnection,
    user_id: Uuid,
    user: &NewUser,
    new: NewCredential<'_>,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    let NewUser { cellphone, username, first_name, last_name, role, seller_id, child_seller } = user;
    diesel::insert_into(user_account::table)
        .values((
            user_account::user_id.eq(user_id),
            user_account::cellphone.eq(cellphone),
            user_account::username.eq(username),
            user_account::username_folded.eq(text::fold(username)),
            user_account::first_name.eq(first_name),
            user_account::last_name.eq(last_name),
            user_account::role.eq(role.as_str()),
            user_account::seller_id.eq(seller_id),
            user_account::child_seller.eq(child_seller),
            user_account::created_at.eq(now),
        ))
        .execute(conn)
        .await?;
    diesel::insert_into(credential::table)
        .values((
            credential::user_id.eq(user_id),
            credential::phc.eq(new.phc),
            credential::chosen.eq(new.chosen),
            credential::changed_at.eq(now),
        ))
        .execute(conn)
        .await
        .map(drop)
}
