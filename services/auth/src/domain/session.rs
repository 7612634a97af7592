//! How long a session lives (rest.md, section 1).

use chrono::{DateTime, TimeDelta, Utc};

use uuid::Uuid;

use super::{secret::SecretHash, user::User};

/// A session ends when it is not used for this long.
pub const IDLE: TimeDelta = TimeDelta::hours(24);
/// A session ends after this long, whatever happens.
pub const LIFETIME: TimeDelta = TimeDelta::days(14);
/// Sessions of one user at most; the oldest ends.
pub const MAX_PER_USER: usize = 10;
/// A use is written down at most this often.
pub const SEEN_EVERY: TimeDelta = TimeDelta::minutes(1);

/// A log-in so short ago stands for the current password.
pub const FRESH: TimeDelta = TimeDelta::minutes(10);

/// The log-in of a session that ends at `expires_at`. A renewed session keeps its end, and so its log-in.
pub fn logged_in_at(expires_at: DateTime<Utc>) -> DateTime<Utc> {
    expires_at - LIFETIME
}

/// Whether the log-in of a session that ends at `expires_at` is fresh.
pub fn is_fresh(expires_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - logged_in_at(expires_at) <= FRESH
}

/// A session as its user is told of it, and what ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserSession {
    /// Of the session.
    pub session_id: Uuid,
    /// Public handle.
    pub handle: String,
    /// Of its secret.
    pub secret_hash: SecretHash,
    /// What logged in; empty when that is unknown.
    pub device: String,
    /// Where it logged in from.
    pub client_address: String,
    /// To the minute.
    pub last_seen_at: DateTime<Utc>,
    /// When it ends whatever happens.
    pub expires_at: DateTime<Utc>,
}

/// A session with its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Public, worthless without the secret.
    pub handle: String,
    /// Who it is.
    pub user: User,
    /// When it was last known to be used.
    pub last_seen_at: DateTime<Utc>,
    /// When it ends whatever happens.
    pub expires_at: DateTime<Utc>,
}

impl Session {
    /// Whether it has neither run out nor been left unused for too long.
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at && now < self.last_seen_at + IDLE
    }

    /// Whether this use is to be written down.
    pub fn use_counts(&self, now: DateTime<Utc>) -> bool {
        now >= self.last_seen_at + SEEN_EVERY
    }
}

#[cfg(test)]
mod tests {
    use pishkhan_chassis::passport::Role;

    use super::*;

    fn session(last_seen_at: DateTime<Utc>) -> Session {
        let user = User {
            user_id: Uuid::nil(),
            cellphone: "09121234567".to_owned(),
            username: "ali".to_owned(),
            first_name: String::new(),
            last_name: String::new(),
            role: Role::Operator,
            seller_id: None,
            child_seller: false,
        };
        Session { handle: "h".to_owned(), user, last_seen_at, expires_at: DateTime::UNIX_EPOCH + LIFETIME }
    }

    #[test]
    fn idle_and_absolute_ends_hold_to_the_second() {
        let start = DateTime::UNIX_EPOCH;
        let second = TimeDelta::seconds(1);
        assert!(session(start).is_live(start + IDLE - second));
        assert!(!session(start).is_live(start + IDLE));
        let late = start + LIFETIME - second;
        assert!(session(late).is_live(late));
        assert!(!session(late).is_live(start + LIFETIME));
    }

    #[test]
    fn a_log_in_is_fresh_for_ten_minutes() {
        let (start, ends) = (DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH + LIFETIME);
        assert!(is_fresh(ends, start + FRESH));
        assert!(!is_fresh(ends, start + FRESH + TimeDelta::seconds(1)));
    }

    #[test]
    fn a_use_counts_once_a_minute() {
        let start = DateTime::UNIX_EPOCH;
        assert!(!session(start).use_counts(start + TimeDelta::seconds(59)));
        assert!(session(start).use_counts(start + SEEN_EVERY));
    }
}
