//! Sets another password for somebody who is logged in and knows the one of today.

use futures_util::future::{join, join4};
use pishkhan_chassis_db::{Commit, audit};
use serde_json::json;
use uuid::Uuid;

use super::{App, AuthError, change_credentials::current_password_wrong, log_in::actor, renew_session::Heir};
use crate::{
    domain::{
        secret::{self, SecretHash},
        session::Session,
        user::check_password,
    },
    store::{sessions, users},
};

/// A change of a person's own password.
pub struct ChangePassword {
    /// Of the session that asks.
    pub secret: String,
    /// Of the same session.
    pub handle: String,
    /// As it was typed.
    pub current_password: String,
    /// As it is to become.
    pub password: String,
    /// Of the person's device.
    pub client_address: String,
    /// Of the request.
    pub request_id: String,
}

impl App {
    /// The session that goes on, under a new secret, which is shown this once. All others have ended, and so has the old
    /// one: the same again finds no session.
    pub async fn change_password(&self, command: ChangePassword) -> Result<(Session, String), AuthError> {
        let ChangePassword { secret, handle, current_password, password, client_address, request_id } = command;
        check_password(&password).map_err(|problem| AuthError::InvalidFields(vec![problem]))?;
        let old_hash = SecretHash::of_text(&secret).ok_or(AuthError::SessionInvalid)?;
        let now = self.clock.now();
        let user = self.live_session(&secret, &handle, now).await?.user;
        let user_id = user.user_id;
        let conn = self.db.read().await?;
        // In this order: a session that still lives after the password was read was not ended by a change of that
        // password. Who was is told so, and not that the current password is wrong.
        let (known, asks) = join(users::credential_of(&conn, user_id), sessions::find(&conn, old_hash)).await;
        let known = known?;
        if !asks?.is_some_and(|asks| asks.is_live(now)) {
            return Err(AuthError::SessionInvalid);
        }
        // Waiting for a turn and hashing take their time; a connection is not kept for it.
        drop(conn);
        self.prove_password(&user.cellphone, current_password, &known, &client_address).await?;
        let phc = self.hashing.hash(password).await?;
        let (heir, audit_id) = (Heir::new(&self.clock)?, self.clock.new_id());
        let actor = actor(&user, Some(&handle), request_id);
        let (session, ended) = self
            .db
            .pipelined(async |tx| -> Result<Commit<(Session, Vec<SecretHash>)>, AuthError> {
                let (locked, credential, found, live) = tx
                    .begin(|conn| {
                        join4(
                            users::lock(conn, user_id),
                            users::credential_of(conn, user_id),
                            sessions::lock(conn, old_hash),
                            sessions::live(conn, user_id, now),
                        )
                    })
                    .await?;
                locked?;
                let asks = found?.filter(|found| found.is(&handle, now)).ok_or(AuthError::SessionInvalid)?;
                if !credential?.is_same(&known) {
                    return Err(current_password_wrong());
                }
                let live = live?;
                let ids: Vec<Uuid> = live.iter().map(|session| session.session_id).collect();
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id: user.seller_id,
                    action: "user.password_changed",
                    entity: "user",
                    entity_id: user_id,
                    version: 1,
                    changes: json!({ "client_address": client_address, "ended": ids }),
                };
                let mut writes = vec![users::set_password(user_id, &phc, now).changing(1)];
                writes.extend(sessions::end_all(&live, now));
                writes.push(heir.start(&asks, now));
                writes.push(audit::record(now, audit_id, entry));
                let session = heir.session(asks, now);
                Ok(Commit { value: (session, live.into_iter().map(|session| session.secret_hash).collect()), writes })
            })
            .await?;
        for secret_hash in ended {
            self.forget(secret_hash).await;
        }
        Ok((session, secret::encode(&heir.secret)))
    }
}
