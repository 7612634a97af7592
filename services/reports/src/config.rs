//! The settings of this process.

use std::time::Duration;

use pishkhan_chassis::config::{Env, ProcessConfig};
use pishkhan_chassis_db::{DbConfig, bus::Redis};

/// The name of this service: its passports' audience, its database role, its name in logs.
pub const SERVICE: &str = "reports";

/// Everything this process is told.
#[derive(Debug)]
pub struct Config {
    /// What all processes are told.
    pub process: ProcessConfig,
    /// The database.
    pub database: DbConfig,
    /// Where events come from (`REDIS_URL`).
    pub redis: Redis,
    /// What the names of the streams begin with (`PISHKHAN_STREAM_PREFIX`).
    pub stream_prefix: String,
}

impl Config {
    /// Reads all settings.
    pub fn read(env: &mut Env) -> Option<Self> {
        let process = ProcessConfig::read(env, SERVICE);
        let database = DbConfig::read(env);
        let redis = Redis::read(env);
        let stream_prefix = env.or("PISHKHAN_STREAM_PREFIX", "pishkhan".to_owned());
        Some(Self { process: process?, database: for_reports(database?), redis: redis?, stream_prefix })
    }
}

/// Facts about one seller take turns; behind a rebuild of a long history they wait longer than requests elsewhere may.
#[must_use]
pub fn for_reports(database: DbConfig) -> DbConfig {
    DbConfig { lock_timeout: Duration::from_secs(12), statement_timeout: Duration::from_secs(15), ..database }
}

#[cfg(test)]
mod tests {
    use pishkhan_chassis::{config::Profile, passport::generate_keys};
    use pishkhan_testkit::TestFolder;

    use super::*;

    #[test]
    fn all_mistakes_are_reported_together() {
        let errors =
            Env::from_map([("TLS_MODE", "mesh"), ("DATABASE_POOL_SIZE", "1")]).build(Config::read).unwrap_err();
        let names: Vec<&str> = errors.0.iter().map(|problem| problem.name.as_str()).collect();
        assert_eq!(
            names,
            ["PASSPORT_KEY_FILE", "PASSPORT_KEYRING_FILE", "DATABASE_URL", "DATABASE_POOL_SIZE", "REDIS_URL"]
        );
    }

    #[test]
    fn the_usual_settings_are_enough() {
        let folder = TestFolder::new();
        generate_keys(folder.path(), &[SERVICE], Profile::Production).unwrap();
        let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let env = Env::from_map([
            ("TLS_MODE", "mesh".to_owned()),
            ("PASSPORT_KEY_FILE", file("reports.key")),
            ("PASSPORT_KEYRING_FILE", file("keyring.json")),
            ("DATABASE_URL", "postgresql://reports@%2Frun%2Fpg/pishkhan_reports".to_owned()),
            ("REDIS_URL", "redis+unix:///run/redis.sock".to_owned()),
        ]);
        let config = env.build(Config::read).unwrap();
        assert_eq!((config.process.service, config.stream_prefix.as_str()), ("reports", "pishkhan"));
        assert!(config.database.lock_timeout < config.database.statement_timeout);
    }
}
