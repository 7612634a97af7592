//! Who of the platform's own people may come in.

use futures_util::future::join3;
use pishkhan_chassis::{access::Actor, passport::Role};
use pishkhan_chassis_db::{Commit, audit};
use serde_json::json;
use uuid::Uuid;

use super::{App, AuthError, tool_tokens::page};
use crate::{
    domain::{
        secret::SecretHash,
        user::{Operator, User},
    },
    store::{operators, password_links, reset_codes, sessions, users},
};

impl App {
    /// Operators with phone numbers behind `after`, and whether there are more.
    pub async fn operators(&self, after: &str, limit: u32) -> Result<(Vec<Operator>, bool), AuthError> {
        let conn = self.db.read().await?;
        let found = operators::list(&conn, after, i64::from(limit) + 1, self.clock.now()).await?;
        Ok(page(found, limit))
    }

    /// Shuts an operator out at once: sessions end, and no password, link or code opens anything. Again it changes nothing.
    pub async fn disable_operator(&self, cellphone: &str, actor: Actor) -> Result<User, AuthError> {
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        let conn = self.db.read().await?;
        let found = users::standing(&conn, cellphone).await?.ok_or(AuthError::UserNotFound)?;
        drop(conn);
        let user_id = found.user.user_id;
        let (user, ended) = self
            .db
            .pipelined(async |tx| -> Result<Commit<(User, Vec<SecretHash>)>, AuthError> {
                let (locked, found, live) = tx
                    .begin(|conn| {
                        join3(
                            users::lock(conn, user_id),
                            users::standing(conn, cellphone),
                            sessions::live(conn, user_id, now),
                        )
                    })
                    .await?;
                locked?;
                let found = found?.filter(|found| found.user.user_id == user_id && found.user.role == Role::Operator);
                let users::Standing { user, disabled, chosen: _ } = found.ok_or(AuthError::UserNotFound)?;
                if disabled {
                    return Ok(Commit { value: (user, Vec::new()), writes: Vec::new() });
                }
                let live = live?;
                let ids: Vec<Uuid> = live.iter().map(|session| session.session_id).collect();
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id: None,
                    action: "operator.disabled",
                    entity: "user",
                    entity_id: user_id,
                    version: 1,
                    changes: json!({ "ended": ids }),
                };
                let mut writes = vec![
                    operators::disable(user_id, now).changing(1),
                    users::take_password(user_id, self.hashing.nobody(), now).changing(1),
                    password_links::use_up(user_id, now),
                    reset_codes::use_up(cellphone, now),
                ];
                writes.extend(sessions::end_all(&live, now));
                writes.push(audit::record(now, audit_id, entry));
                Ok(Commit { value: (user, live.into_iter().map(|session| session.secret_hash).collect()), writes })
            })
            .await?;
        for secret_hash in ended {
            self.forget(secret_hash).await;
        }
        Ok(user)
    }
}
