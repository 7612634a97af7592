//! Changes phone number, user name and password of a seller's user, at the word of the settings service.

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_chassis::{access::Actor, errors::problem};
use pishkhan_chassis_db::audit;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{App, AuthError, create_user::taken};
use crate::{
    domain::{
        secret::SecretHash,
        session::is_fresh,
        throttle::Outcome,
        user::{CredentialForm, PASSWORD_MAX, User},
    },
    store::{
        Connection, changes, sessions,
        users::{self, Credential},
    },
};

/// A session whose password has changed lives on for so long under its old secret.
const RENEW_WITHIN: TimeDelta = TimeDelta::seconds(60);

/// A change of credentials.
pub struct ChangeCredentials {
    /// Name of the change; the same again has no second effect.
    pub change_id: Uuid,
    /// Whose user it is.
    pub seller_id: Uuid,
    /// As they are to become.
    pub form: CredentialForm,
    /// Handle of the session that outlives the change; empty when there is none.
    pub session_handle: String,
    /// That it is the person who asks.
    pub proof: Proof,
    /// Who asks.
    pub actor: Actor,
}

/// How somebody who changes password or phone number proves to be the user.
pub enum Proof {
    /// A tool of the house asks: it has shown its own passport.
    None,
    /// By the current password; by a log-in of the last minutes when that is empty.
    Needed {
        /// As it was typed.
        current_password: String,
        /// Of the person's device.
        client_address: String,
    },
}

/// What has been proven, to be looked at again once nobody else can change it.
enum Proven {
    /// Nothing had to be.
    Nothing,
    /// This password is known.
    Password(Credential),
    /// The session that asks has to be fresh.
    Session,
}

impl Proven {
    /// Whether it is still so. The user's row is locked.
    async fn holds(
        &self,
        conn: &mut Connection,
        user_id: Uuid,
        session_handle: &str,
        now: DateTime<Utc>,
    ) -> Result<(), AuthError> {
        let holds = match self {
            Self::Nothing => true,
            Self::Password(known) => users::credential_of(conn, user_id).await?.is_same(known),
            Self::Session => {
                let end = sessions::end_of(conn, user_id, session_handle).await?;
                end.is_some_and(|expires_at| is_fresh(expires_at, now))
            }
        };
        if holds { Ok(()) } else { Err(current_password_wrong()) }
    }
}

pub(super) fn current_password_wrong() -> AuthError {
    AuthError::InvalidFields(vec![("current_password", problem::INVALID)])
}

impl App {
    /// The user as it stands. The same change again answers the same and does nothing.
    ///
    /// Another password or phone number ends all other sessions; another password asks the one that stays to be
    /// renewed soon.
    pub async fn change_credentials(&self, command: ChangeCredentials) -> Result<User, AuthError> {
        let ChangeCredentials { change_id, seller_id, form, session_handle, proof, actor } = command;
        let form = form.check().map_err(AuthError::InvalidFields)?;
        let proven = self.prove(change_id, seller_id, &form, proof).await?;
        let CredentialForm { cellphone, username, password } = form;
        let phc = match password {
            Some(password) => Some(self.hashing.hash(password).await?),
            None => None,
        };
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        let (user, stale) = self
            .db
            .transaction(async |conn| {
                let before = users::find_by_seller(conn, seller_id).await?.ok_or(AuthError::UserNotFound)?;
                users::lock(conn, before.user_id).await?;
                match changes::decide(conn, seller_id, change_id, true, now).await? {
                    (true, true) => proven.holds(conn, before.user_id, &session_handle, now).await?,
                    (true, false) => return Ok((before, Vec::new())),
                    (false, _) => return Err(AuthError::ChangeAbandoned),
                }
                let user = User { cellphone: cellphone.clone(), username: username.clone(), ..before.clone() };
                let changed = changed(&before, &user, phc.is_some());
                users::update(conn, &user, phc.as_deref(), now).await.map_err(taken)?;
                let live = sessions::live(conn, user.user_id, now).await?;
                if phc.is_some() || user.cellphone != before.cellphone {
                    let ended = || live.iter().filter(|session| session.handle != session_handle);
                    let ids: Vec<Uuid> = ended().map(|session| session.session_id).collect();
                    sessions::revoke_all(ids, now).run(conn).await?;
                    for session in ended() {
                        sessions::announce(&session.handle).run(conn).await?;
                    }
                }
                if phc.is_some() {
                    sessions::ask_to_renew(user.user_id, &session_handle, now + RENEW_WITHIN).run(conn).await?;
                }
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id: Some(seller_id),
                    action: "user.credentials_changed",
                    entity: "user",
                    entity_id: user.user_id,
                    version: 1,
                    changes: Value::Object(changed),
                };
                audit::append(conn, now, audit_id, entry).await?;
                let stale: Vec<SecretHash> = live.into_iter().map(|session| session.secret_hash).collect();
                Ok::<_, AuthError>((user, stale))
            })
            .await?;
        // What caches know of the user is not so any more, whether or not the session goes on.
        for secret_hash in stale {
            self.forget(secret_hash).await;
        }
        Ok(user)
    }

    /// Asks for the proof that a change needs. One that is decided already is only answered again and needs none.
    async fn prove(
        &self,
        change_id: Uuid,
        seller_id: Uuid,
        form: &CredentialForm,
        proof: Proof,
    ) -> Result<Proven, AuthError> {
        let Proof::Needed { current_password, client_address } = proof else { return Ok(Proven::Nothing) };
        let mut conn = self.db.read().await?;
        if changes::is_decided(&mut conn, seller_id, change_id).await? {
            return Ok(Proven::Nothing);
        }
        let user = users::find_by_seller(&mut conn, seller_id).await?.ok_or(AuthError::UserNotFound)?;
        if form.password.is_none() && form.cellphone == user.cellphone {
            return Ok(Proven::Nothing);
        }
        if current_password.is_empty() {
            return Ok(Proven::Session);
        }
        let known = users::credential_of(&conn, user.user_id).await?;
        // Waiting for a turn and hashing take their time; a connection is not kept for it.
        drop(conn);
        self.prove_password(&user.cellphone, current_password, &known, &client_address).await?;
        Ok(Proven::Password(known))
    }

    /// Whether somebody who is logged in knows the password. A wrong one counts as a try to log in.
    pub(super) async fn prove_password(
        &self,
        cellphone: &str,
        current_password: String,
        known: &Credential,
        client_address: &str,
    ) -> Result<(), AuthError> {
        let attempt = self.enter(cellphone, client_address).await?;
        let fits = if current_password.chars().count() > PASSWORD_MAX {
            Ok(false)
        } else {
            self.hashing.verify(current_password, Some(known.phc.clone())).await
        };
        let outcome = match &fits {
            Ok(true) => Outcome::Succeeded,
            Ok(false) => {
                metrics::counter!("auth_log_in_refused_total").increment(1);
                Outcome::Failed
            }
            Err(_) => Outcome::Undecided,
        };
        self.throttle.decide(attempt, outcome).await;
        if fits? { Ok(()) } else { Err(current_password_wrong()) }
    }

    /// Whether a change was done. One that was not will be refused from now on.
    pub async fn settle_credential_change(&self, seller_id: Uuid, change_id: Uuid) -> Result<bool, AuthError> {
        let now = self.clock.now();
        self.db
            .transaction(async |conn| {
                let (applied, _) = changes::decide(conn, seller_id, change_id, false, now).await?;
                Ok(applied)
            })
            .await
    }
}

/// What differs, for the audit. Of the password only that it does.
fn changed(before: &User, after: &User, password: bool) -> Map<String, Value> {
    let mut changed = Map::new();
    for (name, from, to) in
        [("cellphone", &before.cellphone, &after.cellphone), ("username", &before.username, &after.username)]
    {
        if from != to {
            changed.insert(name.to_owned(), json!({ "from": from, "to": to }));
        }
    }
    if password {
        changed.insert("password".to_owned(), json!({ "changed": true }));
    }
    changed
}
