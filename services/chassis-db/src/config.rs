//! How a service reaches its database.

use std::time::Duration;

use pishkhan_chassis::config::{Env, Secret};

/// Settings of the connection pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DbConfig {
    /// `postgresql://…`, over TCP or a unix socket (`DATABASE_URL`).
    pub url: Secret<String>,
    /// Connections at most (`DATABASE_POOL_SIZE`); four already saturate two cores.
    pub pool_size: usize,
    /// How long a request waits for a connection; below every RPC deadline.
    pub wait: Duration,
    /// Longest statement. Zero: no limit.
    pub statement_timeout: Duration,
    /// Longest wait for a row or table lock; above the server's `deadlock_timeout` (1 s), so that a deadlock is told from a
    /// long wait. Zero: no limit.
    pub lock_timeout: Duration,
    /// Plan each prepared statement once. Without it PostgreSQL plans a bound `LIMIT` anew at every execution. Off for
    /// reports, whose parameters are skewed.
    pub generic_plans: bool,
    /// Connections are replaced at this age, so that plans and caches of the server process do not grow old.
    pub max_age: Duration,
}

impl DbConfig {
    /// The usual settings for a database.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: Secret::new(url.into()),
            pool_size: 4,
            wait: Duration::from_secs(2),
            statement_timeout: Duration::from_secs(5),
            lock_timeout: Duration::from_secs(2),
            generic_plans: true,
            max_age: Duration::from_mins(30),
        }
    }

    /// Reads `DATABASE_URL` and `DATABASE_POOL_SIZE`; the rest as in [`DbConfig::new`].
    pub fn read(env: &mut Env) -> Option<Self> {
        let url = env.secret("DATABASE_URL");
        if url.as_ref().is_some_and(|url| url.expose().parse::<tokio_postgres::Config>().is_err()) {
            env.problem("DATABASE_URL", "is not a PostgreSQL URL");
        }
        let pool_size: usize = env.or("DATABASE_POOL_SIZE", 4);
        // A nested checkout must not wait for itself.
        if pool_size < 2 {
            env.problem("DATABASE_POOL_SIZE", "must be at least 2");
        }
        Some(Self { pool_size, ..Self::new(url?.expose().clone()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_enough() {
        let env = Env::from_map([("DATABASE_URL", "postgresql://orders@%2Frun%2Fpg/pishkhan_orders")]);
        let config = env.build(DbConfig::read).unwrap();
        assert_eq!(config, DbConfig::new("postgresql://orders@%2Frun%2Fpg/pishkhan_orders"));
        assert!(config.generic_plans);
    }

    #[test]
    fn mistakes_are_reported_without_the_password() {
        let env = Env::from_map([("DATABASE_URL", "mysql://u:hunter2@h/d"), ("DATABASE_POOL_SIZE", "1")]);
        let errors = env.build(DbConfig::read).unwrap_err().to_string();
        assert!(errors.contains("DATABASE_URL: is not a PostgreSQL URL"), "{errors}");
        assert!(errors.contains("DATABASE_POOL_SIZE: must be at least 2"), "{errors}");
        assert!(!errors.contains("hunter2"), "{errors}");
    }
}
