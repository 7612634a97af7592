//! Use cases, one file each, one transaction each.

pub mod change_credentials;
pub mod change_password;
pub mod create_user;
pub mod error;
pub mod get_user;
pub mod hashing;
pub mod log_in;
pub mod log_out;
pub mod operators;
pub mod own_sessions;
pub mod password_links;
pub mod renew_session;
pub mod reset_password;
pub mod revocations;
pub mod send_reset_code;
pub mod sms;
pub mod throttle;
pub mod tool_tokens;
pub mod validate;

use std::sync::Arc;

use pishkhan_activity::Activity;
use pishkhan_chassis::{clock::SharedClock, passport::Signer};
use pishkhan_chassis_db::{Db, DbError, Housekeeping, idempotency};
use tokio::sync::Notify;

pub use self::error::AuthError;
use self::{hashing::Hashing, revocations::Revocations, sms::Messages, throttle::Throttle};
use crate::store::{self, counters::Counters, session_cache::SessionCache, shared_keys};

/// Name of the key that phone numbers are hashed with before they are counted.
const THROTTLE_KEY: &str = "throttle";

/// What the use cases work with.
#[derive(Clone)]
pub struct App {
    db: Db,
    clock: SharedClock,
    signer: Arc<Signer>,
    cache: SessionCache,
    hashing: Arc<Hashing>,
    throttle: Arc<Throttle>,
    revocations: Revocations,
    messages: Messages,
    /// Wakes the loop that sends messages.
    written: Arc<Notify>,
}

impl App {
    /// Puts the parts together. Reads, or makes, the key that replicas share: the database has to answer.
    pub async fn new(
        db: Db,
        clock: SharedClock,
        signer: Arc<Signer>,
        cache: SessionCache,
        counters: Counters,
        hashing: Arc<Hashing>,
        messages: Messages,
    ) -> Result<Self, AuthError> {
        let candidate = random()?;
        let now = clock.now();
        let mut conn = db.read().await?;
        let key = shared_keys::get_or_create(&mut conn, THROTTLE_KEY, &candidate, now).await.map_err(DbError::from)?;
        drop(conn);
        Ok(Self {
            throttle: Arc::new(Throttle::new(counters, key)),
            hashing,
            revocations: Revocations::default(),
            written: Arc::default(),
            messages,
            db,
            clock,
            signer,
            cache,
        })
    }

    /// What is remembered of a request with a password in it.
    pub fn secret_fingerprint(&self, request: &[u8]) -> [u8; 32] {
        idempotency::secret_fingerprint(request, &self.signer)
    }

    /// What forgets old sessions, changes of credentials, networks, codes, links and tools' passports, beside what every service forgets.
    pub fn housekeeping(&self) -> Housekeeping {
        let old = [
            store::sessions::OLD,
            store::changes::OLD,
            store::networks::OLD,
            store::reset_codes::OLD,
            store::password_links::OLD,
            store::tool_tokens::OLD,
        ];
        Housekeeping::new(self.db.clone(), self.clock.clone()).and(old)
    }

    /// What was done of sellers' things, as the audit tells it.
    pub fn activity(&self) -> Activity {
        Activity::new(self.db.clone(), store::activity::OF_SELLER)
    }

    /// The word of ended sessions.
    pub fn revocations(&self) -> &Revocations {
        &self.revocations
    }
}

/// Bytes that nobody can foresee.
fn random<const N: usize>() -> Result<[u8; N], AuthError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(AuthError::Entropy)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::random;
    use crate::domain::secret::{HANDLE_BYTES, SECRET_BYTES};

    /// Ids of which none comes twice, and of whose bytes none comes more often than chance has it.
    fn assert_random<const N: usize>() {
        let ids: Vec<[u8; N]> = (0..10_000).map(|_| random().unwrap()).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
        let mut counts = [0_u32; 256];
        ids.iter().flatten().for_each(|byte| counts[usize::from(*byte)] += 1);
        let expected = f64::from(u32::try_from(ids.len() * N).unwrap()) / 256.0;
        let chi_squared: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        // 255 degrees of freedom: beyond six standard deviations once in some ten million runs.
        assert!((120.0..391.0).contains(&chi_squared), "{chi_squared}");
    }

    #[test]
    fn nobody_foresees_a_secret_or_a_handle() {
        assert_random::<SECRET_BYTES>();
        assert_random::<HANDLE_BYTES>();
    }
}
