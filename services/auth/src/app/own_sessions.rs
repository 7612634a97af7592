//! What people see of their own sessions, and how they end them.

use chrono::TimeDelta;
use futures_util::future::{join, join3};
use pishkhan_chassis_db::{Commit, audit};
use serde_json::json;
use uuid::Uuid;

use super::{App, AuthError, log_in::actor};
use crate::{
    domain::{
        secret,
        session::{IDLE, UserSession},
    },
    store::{sessions, users},
};

/// For how long a user is told that a session had to make room: whoever did not come for longer is logged out anyway.
pub(super) const TOLD_FOR: TimeDelta = IDLE;
/// Of how many at most.
pub(super) const TOLD: i64 = 10;

/// Which of a user's sessions.
#[derive(Clone, Copy)]
pub enum Which {
    /// This one.
    One(Uuid),
    /// All but the one that asks.
    Others,
}

/// A user's own sessions.
pub struct OwnSessions {
    /// The live ones, the one used last first.
    pub live: Vec<UserSession>,
    /// Those that had to make room lately.
    pub evicted: Vec<UserSession>,
}

impl App {
    /// The sessions of the user whose session secret and handle name together.
    pub async fn own_sessions(&self, secret: &str, handle: &str) -> Result<OwnSessions, AuthError> {
        let now = self.clock.now();
        let user_id = self.live_session(secret, handle, now).await?.user.user_id;
        let conn = self.db.read().await?;
        let (live, evicted) =
            join(sessions::live(&conn, user_id, now), sessions::evicted(&conn, user_id, now - TOLD_FOR, TOLD)).await;
        let mut live = live?;
        // Of two that were used in the same minute the one that asks stands first.
        live.sort_by_key(|session| std::cmp::Reverse((session.last_seen_at, secret::same(&session.handle, handle))));
        Ok(OwnSessions { live, evicted: evicted? })
    }

    /// Ends sessions of the user whose session secret and handle name together. Those that are over already are fine.
    pub async fn end_sessions(
        &self,
        secret: &str,
        handle: &str,
        which: Which,
        request_id: String,
    ) -> Result<(), AuthError> {
        let now = self.clock.now();
        let user = self.live_session(secret, handle, now).await?.user;
        let user_id = user.user_id;
        let actor = actor(&user, Some(handle), request_id);
        let ended = self
            .db
            .pipelined(async |tx| -> Result<Commit<Vec<UserSession>>, AuthError> {
                let named = async |conn| match which {
                    Which::One(session_id) => sessions::is_of(conn, user_id, session_id).await,
                    Which::Others => Ok(true),
                };
                let (locked, live, named) = tx
                    .begin(|conn| join3(users::lock(conn, user_id), sessions::live(conn, user_id, now), named(conn)))
                    .await?;
                locked?;
                if !named? {
                    return Err(AuthError::SessionNotFound);
                }
                let live = live?;
                // The one that asks may have been ended by another one just now.
                let asks = live.iter().find(|session| secret::same(&session.handle, handle));
                let by = asks.ok_or(AuthError::SessionInvalid)?.session_id;
                let ended: Vec<UserSession> = live
                    .into_iter()
                    .filter(|session| match which {
                        Which::One(session_id) => session.session_id == session_id,
                        Which::Others => session.session_id != by,
                    })
                    .collect();
                let mut writes =
                    vec![sessions::revoke_all(ended.iter().map(|session| session.session_id).collect(), now)];
                for session in &ended {
                    writes.push(sessions::announce(&session.handle));
                    let entry = audit::Entry {
                        actor: &actor,
                        seller_id: user.seller_id,
                        action: "session.ended",
                        entity: "session",
                        entity_id: session.session_id,
                        version: 2,
                        changes: json!({ "by": by }),
                    };
                    writes.push(audit::record(now, self.clock.new_id(), entry));
                }
                Ok(Commit { value: ended, writes })
            })
            .await?;
        for session in ended {
            self.forget(session.secret_hash).await;
        }
        Ok(())
    }
}
