//! Links by which people set a password: of operators and sellers who have none yet, or none any more.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::{join, join3};
use pishkhan_chassis::{access::Actor, passport::Role};
use pishkhan_chassis_db::{Commit, audit};
use serde_json::json;
use uuid::Uuid;

use super::{App, AuthError, log_in::actor, random};
use crate::{
    domain::{
        secret::{self, SECRET_BYTES, SecretHash},
        user::{User, check_password},
    },
    store::{operators, password_links, reset_codes, sessions, users},
};

/// How long a link is good.
const VALID_FOR: TimeDelta = TimeDelta::hours(24);

/// A link for a user.
pub struct CreatePasswordLink {
    /// Of the user.
    pub cellphone: String,
    /// Only for a user of this role.
    pub role: Option<Role>,
    /// Only for the user of this seller.
    pub seller_id: Option<Uuid>,
    /// The password is taken away, all sessions end.
    pub reset: bool,
    /// An operator who was shut out is let in again.
    pub enable: bool,
    /// Who asks.
    pub actor: Actor,
}

/// A link that was made.
pub struct NewLink {
    /// Whose.
    pub user: User,
    /// What stands in it, which is shown this once.
    pub secret: String,
    /// Until when it is good.
    pub expires_at: DateTime<Utc>,
}

/// A password, by a link.
pub struct UsePasswordLink {
    /// What stands in the link.
    pub secret: String,
    /// As it is to become.
    pub password: String,
    /// Of the person's device.
    pub client_address: String,
    /// Of the request.
    pub request_id: String,
}

impl App {
    /// Makes a link; earlier ones of the user are good no more.
    pub async fn create_password_link(&self, command: CreatePasswordLink) -> Result<NewLink, AuthError> {
        let CreatePasswordLink { cellphone, role, seller_id, reset, enable, actor } = command;
        let secret = random::<SECRET_BYTES>()?;
        let (now, link_id, audit_id) = (self.clock.now(), self.clock.new_id(), self.clock.new_id());
        let expires_at = now + VALID_FOR;
        let conn = self.db.read().await?;
        let found = users::standing(&conn, &cellphone).await?.ok_or(AuthError::UserNotFound)?;
        drop(conn);
        let user_id = found.user.user_id;
        let (user, ended) = self
            .db
            .pipelined(async |tx| -> Result<Commit<(User, Vec<SecretHash>)>, AuthError> {
                let (locked, found, live) = tx
                    .begin(|conn| {
                        join3(
                            users::lock(conn, user_id),
                            users::standing(conn, &cellphone),
                            sessions::live(conn, user_id, now),
                        )
                    })
                    .await?;
                locked?;
                let found = found?.filter(|found| {
                    let user = &found.user;
                    user.user_id == user_id
                        && role.is_none_or(|role| user.role == role)
                        && (seller_id.is_none() || user.seller_id == seller_id)
                });
                let users::Standing { user, disabled, chosen } = found.ok_or(AuthError::UserNotFound)?;
                if disabled && !enable {
                    return Err(AuthError::UserDisabled);
                }
                if chosen && !reset {
                    return Err(AuthError::PasswordSet);
                }
                let live = live?;
                let ids: Vec<Uuid> = live.iter().map(|session| session.session_id).collect();
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id: user.seller_id,
                    action: "user.password_link_created",
                    entity: "user",
                    entity_id: user_id,
                    version: 1,
                    changes: json!({
                        "link": link_id, "expires": expires_at, "reset": reset, "enabled": disabled, "ended": ids,
                    }),
                };
                let mut writes = vec![password_links::use_up(user_id, now)];
                if chosen {
                    writes.push(users::take_password(user_id, self.hashing.nobody(), now).changing(1));
                    writes.push(reset_codes::use_up(&cellphone, now));
                    writes.extend(sessions::end_all(&live, now));
                }
                if disabled {
                    writes.push(operators::enable(user_id).changing(1));
                }
                writes.push(password_links::insert(link_id, user_id, SecretHash::of(&secret), now, expires_at));
                writes.push(audit::record(now, audit_id, entry));
                Ok(Commit { value: (user, live.into_iter().map(|session| session.secret_hash).collect()), writes })
            })
            .await?;
        for secret_hash in ended {
            self.forget(secret_hash).await;
        }
        Ok(NewLink { user, secret: secret::encode(&secret), expires_at })
    }

    /// Sets a password; the phone number to log in with. No session begins, and there is none to end: a link is made for a
    /// user whose password is nobody's, and any other password makes it wrong. Of two who use a link at the same time one
    /// wins.
    pub async fn use_password_link(&self, command: UsePasswordLink) -> Result<String, AuthError> {
        let UsePasswordLink { secret, password, client_address, request_id } = command;
        check_password(&password).map_err(|problem| AuthError::InvalidFields(vec![problem]))?;
        let secret_hash = SecretHash::of_text(&secret).ok_or_else(wrong)?;
        let now = self.clock.now();
        let conn = self.db.read().await?;
        let (link_id, user) = password_links::find(&conn, secret_hash, now).await?.ok_or_else(wrong)?;
        // Hashing takes its time; a connection is not kept waiting for it.
        drop(conn);
        let phc = self.hashing.hash(password).await?;
        let (user_id, audit_id) = (user.user_id, self.clock.new_id());
        let actor = actor(&user, None, request_id);
        let cellphone = self
            .db
            .pipelined(async |tx| -> Result<Commit<String>, AuthError> {
                let (locked, found) = tx
                    .begin(|conn| join(users::lock(conn, user_id), password_links::find(conn, secret_hash, now)))
                    .await?;
                locked?;
                let (_, User { cellphone, seller_id, .. }) = found?.ok_or_else(wrong)?;
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id,
                    action: "user.password_set",
                    entity: "user",
                    entity_id: user_id,
                    version: 1,
                    changes: json!({ "link": link_id, "client_address": client_address }),
                };
                let writes = vec![
                    reset_codes::use_up(&cellphone, now),
                    users::set_password(user_id, &phc, now).changing(1),
                    audit::record(now, audit_id, entry),
                ];
                Ok(Commit { value: cellphone, writes })
            })
            .await?;
        // Who waited for a link has tried some passwords before.
        self.throttle.forgive(&cellphone, &client_address).await;
        Ok(cellphone)
    }
}

fn wrong() -> AuthError {
    metrics::counter!("auth_password_links_wrong_total").increment(1);
    AuthError::LinkWrong
}
