//! Starts a session for a phone number and a password.

use chrono::{DateTime, Utc};
use futures_util::future::join4;
use pishkhan_chassis::{access::Actor, passport::Role};
use pishkhan_chassis_db::{Commit, Db, audit};
use serde_json::json;
use uuid::Uuid;

use super::{
    App, AuthError,
    own_sessions::{TOLD, TOLD_FOR},
    random,
    throttle::{KnownNetworks, Try},
};
use crate::{
    domain::{
        secret::{self, HANDLE_BYTES, SECRET_BYTES, SecretHash},
        session::{LIFETIME, MAX_PER_USER, Session, UserSession},
        throttle::{KNOWN_FOR, KNOWN_NETWORKS, Outcome, network_of},
        user::{PASSWORD_MAX, User, is_cellphone},
    },
    store::{
        networks, sessions,
        users::{self, Credential},
    },
};

/// A try to log in.
pub struct LogIn {
    /// 11 Latin digits.
    pub cellphone: String,
    /// As it was typed.
    pub password: String,
    /// Of the person's device.
    pub client_address: String,
    /// What that is; empty when it is unknown.
    pub device: String,
    /// Of the request.
    pub request_id: String,
}

/// A session that has begun.
pub struct LoggedIn {
    /// The session.
    pub session: Session,
    /// Its secret, which is shown this once.
    pub secret: String,
    /// Sessions of the user that had to make room, for this one or lately.
    pub evicted: Vec<UserSession>,
}

/// The user whose phone number and password were given.
struct Known {
    user: User,
    credential: Credential,
    /// Another hash of the same password, when the one that is stored is weaker than those of today.
    rehashed: Option<String>,
}

/// A session, those that made room for it, and those that made room lately.
type Started = (Session, Vec<UserSession>, Vec<UserSession>);

/// Where a phone has logged in from since an instant, by the record.
struct NetworksOf<'a> {
    db: &'a Db,
    cellphone: &'a str,
    since: DateTime<Utc>,
}

impl KnownNetworks for NetworksOf<'_> {
    async fn is_known(&self, network: &str) -> Result<bool, AuthError> {
        let mut conn = self.db.read().await?;
        Ok(networks::is_known(&mut conn, self.cellphone, network, self.since).await?)
    }
}

impl App {
    /// The new session.
    ///
    /// The throttle is asked before anything is looked up, and an unknown phone number costs the same work as a wrong
    /// password.
    pub async fn log_in(&self, command: LogIn) -> Result<LoggedIn, AuthError> {
        let LogIn { cellphone, password, client_address, device, request_id } = command;
        let attempt = self.enter(&cellphone, &client_address).await?;
        let started = match self.user_with(&cellphone, password).await {
            Ok(known) => self.start_session(known, &client_address, &device, request_id).await,
            Err(error) => Err(error),
        };
        let outcome = match &started {
            Ok(_) => Outcome::Succeeded,
            Err(AuthError::CredentialsWrong) => {
                metrics::counter!("auth_log_in_refused_total").increment(1);
                Outcome::Failed
            }
            // Nobody is locked out because this service had no time to look.
            Err(_) => Outcome::Undecided,
        };
        self.throttle.decide(attempt, outcome).await;
        started
    }

    /// Lets a try of a phone's password through, or says how long to wait.
    pub(super) async fn enter(&self, cellphone: &str, client_address: &str) -> Result<Try, AuthError> {
        let now = self.clock.now();
        let networks = NetworksOf { db: &self.db, cellphone, since: now - KNOWN_FOR };
        self.throttle.enter(cellphone, client_address, now, &networks).await
    }

    /// The user whose phone number and password these are.
    async fn user_with(&self, cellphone: &str, password: String) -> Result<Known, AuthError> {
        if password.chars().count() > PASSWORD_MAX {
            return Err(AuthError::CredentialsWrong);
        }
        let found = if is_cellphone(cellphone) {
            let conn = self.db.read().await?;
            users::find_by_cellphone(&conn, cellphone).await?
        } else {
            None
        };
        // Hashing takes its time; a connection is not kept waiting for it.
        let phc = found.as_ref().map(|(_, credential)| credential.phc.clone());
        let fits = self.hashing.verify(password.clone(), phc).await?;
        let (user, credential) = found.filter(|_| fits).ok_or(AuthError::CredentialsWrong)?;
        let rehashed = if self.hashing.is_weak(&credential.phc)? {
            // The next log-in is as good a time for it.
            let hashed = self.hashing.hash(password).await;
            hashed.inspect_err(|error| tracing::warn!(%error, "a password was not hashed anew")).ok()
        } else {
            None
        };
        Ok(Known { user, credential, rehashed })
    }

    async fn start_session(
        &self,
        known: Known,
        client_address: &str,
        device: &str,
        request_id: String,
    ) -> Result<LoggedIn, AuthError> {
        let Known { user, credential, rehashed } = known;
        let (secret, handle) = (random::<SECRET_BYTES>()?, secret::encode(&random::<HANDLE_BYTES>()?));
        let now = self.clock.now();
        let (session_id, audit_id) = (self.clock.new_id(), self.clock.new_id());
        let actor = actor(&user, Some(&handle), request_id);
        let (session, surplus, earlier) = self
            .db
            .pipelined(async |tx| -> Result<Commit<Started>, AuthError> {
                let user_id = user.user_id;
                let (locked, current, live, earlier) = tx
                    .begin(|conn| {
                        join4(
                            users::lock(conn, user_id),
                            users::find_by_cellphone(conn, &user.cellphone),
                            sessions::live(conn, user_id, now),
                            sessions::evicted(conn, user_id, now - TOLD_FOR, TOLD),
                        )
                    })
                    .await?;
                locked?;
                // Phone number or password may have changed while the old password was checked: that has ended the
                // sessions that there were, and this one would outlive it.
                let same = current?.filter(|(found, now)| found.user_id == user_id && now.is_same(&credential));
                let (user, _) = same.ok_or(AuthError::CredentialsWrong)?;
                let session = Session { handle: handle.clone(), user, last_seen_at: now, expires_at: now + LIFETIME };
                let mut surplus = live?;
                surplus.truncate((surplus.len() + 1).saturating_sub(MAX_PER_USER));
                let ids: Vec<Uuid> = surplus.iter().map(|surplus| surplus.session_id).collect();
                let mut writes = Vec::new();
                if let Some(phc) = &rehashed {
                    writes.push(users::rehash(user_id, phc));
                }
                if !ids.is_empty() {
                    writes.push(sessions::evict(ids.clone(), now));
                }
                writes.extend(surplus.iter().map(|surplus| sessions::announce(&surplus.handle)));
                writes.push(sessions::insert(sessions::NewSession {
                    session_id,
                    user_id,
                    secret_hash: SecretHash::of(&secret),
                    handle: &session.handle,
                    client_address,
                    device,
                    created_at: now,
                    expires_at: session.expires_at,
                }));
                if let Some(network) = network_of(client_address) {
                    writes.extend(networks::remember(user_id, &network, KNOWN_NETWORKS, now));
                }
                let entry = audit::Entry {
                    actor: &actor,
                    seller_id: session.user.seller_id,
                    action: "session.started",
                    entity: "session",
                    entity_id: session_id,
                    version: 1,
                    changes: json!({ "client_address": client_address, "ended": ids }),
                };
                writes.push(audit::record(now, audit_id, entry));
                Ok(Commit { value: (session, surplus, earlier?), writes })
            })
            .await?;
        for surplus in &surplus {
            self.forget(surplus.secret_hash).await;
        }
        let evicted = surplus.into_iter().chain(earlier).collect();
        Ok(LoggedIn { session, secret: secret::encode(&secret), evicted })
    }
}

/// The person as the audit knows it, with the handle of the session that it acts from.
pub(super) fn actor(user: &User, session: Option<&str>, request_id: String) -> Actor {
    let role = match user.role {
        Role::Seller => "seller",
        Role::Operator => "operator",
    };
    Actor { subject: user.user_id.to_string(), role: role.to_owned(), session: session.map(str::to_owned), request_id }
}
