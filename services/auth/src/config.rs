//! The service's settings, from the environment.

mod sms;
pub mod template;

use pishkhan_chassis::config::{ConfigErrors, Env, ProcessConfig, Profile, Secret};
use pishkhan_chassis_db::DbConfig;

pub use self::sms::{HttpGateway, SenderConfig, SmsConfig};

/// What the auth service is told from outside.
#[derive(Debug)]
pub struct Config {
    /// What every process has.
    pub process: ProcessConfig,
    /// The record.
    pub db: DbConfig,
    /// The cache and the shared counters (`REDIS_URL`).
    pub redis_url: Secret<String>,
    /// Prefix of this house's keys in Redis (`PISHKHAN_STREAM_PREFIX`).
    pub redis_prefix: String,
    /// Messages to phones.
    pub sms: SmsConfig,
}

impl Config {
    /// Reads the settings from `env`.
    pub fn read(env: Env) -> Result<Self, ConfigErrors> {
        env.build(|env| {
            let process = ProcessConfig::read(env, crate::SERVICE);
            let db = DbConfig::read(env);
            let redis_url = env.secret("REDIS_URL");
            let redis_prefix = env.or("PISHKHAN_STREAM_PREFIX", "pishkhan".to_owned());
            let profile = process.as_ref().map_or(Profile::Production, |process| process.profile);
            let sms = SmsConfig::read(env, profile);
            Some(Self { process: process?, db: db?, redis_url: redis_url?, redis_prefix, sms: sms? })
        })
    }
}
