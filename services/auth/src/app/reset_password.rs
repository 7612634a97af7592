//! Sets a new password for somebody who has a code.

use futures_util::future::join4;
use pishkhan_chassis_db::{Commit, audit};
use serde_json::json;
use uuid::Uuid;

use super::{App, AuthError, log_in::actor};
use crate::{
    domain::{
        secret::SecretHash,
        throttle::{NO_NETWORK, network_of},
        user::check_password,
    },
    store::{reset_codes, sessions, users},
};

/// A try to set a new password.
pub struct ResetPassword {
    /// 11 Latin digits.
    pub cellphone: String,
    /// As it was typed.
    pub code: String,
    /// As it is to become.
    pub password: String,
    /// Of the person's device.
    pub client_address: String,
    /// Of the request.
    pub request_id: String,
}

impl App {
    /// Ends all sessions of the user, and begins none. Of two who use a code at the same time one wins.
    ///
    /// A try counts as soon as it is let through, so that no crowd passes before its first has failed.
    pub async fn reset_password(&self, command: ResetPassword) -> Result<(), AuthError> {
        let ResetPassword { cellphone, code, password, client_address, request_id } = command;
        check_password(&password).map_err(|problem| AuthError::InvalidFields(vec![problem]))?;
        let network = network_of(&client_address).unwrap_or_else(|| NO_NETWORK.to_owned());
        let now = self.clock.now();
        let conn = self.db.read().await?;
        let tried = reset_codes::take_try(&conn, &cellphone, &network, now).await?;
        let code_id = tried.into_iter().find(|code_id| self.reset_code(*code_id).is(&code));
        let code_id = code_id.ok_or_else(wrong)?;
        let (user, _) = users::find_by_cellphone(&conn, &cellphone).await?.ok_or_else(wrong)?;
        // Hashing takes its time; a connection is not kept waiting for it.
        drop(conn);
        let phc = self.hashing.hash(password).await?;
        let (user_id, audit_id) = (user.user_id, self.clock.new_id());
        let actor = actor(&user, None, request_id);
        let ended = self
            .db
            .pipelined(async |tx| -> Result<Commit<Vec<SecretHash>>, AuthError> {
                let (locked, unused, current, live) = tx
                    .begin(|conn| {
                        join4(
                            users::lock(conn, user_id),
                            reset_codes::is_unused(conn, code_id),
                            users::find_by_cellphone(conn, &cellphone),
                            sessions::live(conn, user_id, now),
                        )
                    })
                    .await?;
                locked?;
                // The phone number may be another one's by now.
                let same = current?.filter(|(found, _)| found.user_id == user_id);
                let (Some((user, _)), true) = (same, unused?) else { return Err(wrong()) };
                let live = live?;
                let ids: Vec<Uuid> = live.iter().map(|session| session.session_id).collect();
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id: user.seller_id,
                    action: "user.password_reset",
                    entity: "user",
                    entity_id: user_id,
                    version: 1,
                    changes: json!({ "client_address": client_address, "ended": ids }),
                };
                let mut writes =
                    vec![reset_codes::use_up(&cellphone, now), users::set_password(user_id, &phc, now).changing(1)];
                writes.extend(sessions::end_all(&live, now));
                writes.push(audit::record(now, audit_id, entry));
                Ok(Commit { value: live.into_iter().map(|session| session.secret_hash).collect(), writes })
            })
            .await?;
        for secret_hash in ended {
            self.forget(secret_hash).await;
        }
        // Who has forgotten a password has tried some before.
        self.throttle.forgive(&cellphone, &client_address).await;
        metrics::counter!("auth_passwords_reset_total").increment(1);
        Ok(())
    }
}

fn wrong() -> AuthError {
    metrics::counter!("auth_reset_codes_wrong_total").increment(1);
    AuthError::CodeWrong
}
