//! The service's settings, from the environment.

use pishkhan_chassis::config::{ConfigErrors, Env, ProcessConfig};
use pishkhan_chassis_db::DbConfig;

/// What the settings service is told from outside.
#[derive(Debug)]
pub struct Config {
    /// What every process has.
    pub process: ProcessConfig,
    /// The record.
    pub db: DbConfig,
    /// The auth service (`AUTH_URL`).
    pub auth_url: String,
}

impl Config {
    /// Reads the settings from `env`.
    pub fn read(env: Env) -> Result<Self, ConfigErrors> {
        env.build(|env| {
            let process = ProcessConfig::read(env, crate::SERVICE);
            let db = DbConfig::read(env);
            let auth_url = env.required("AUTH_URL");
            Some(Self { process: process?, db: db?, auth_url: auth_url? })
        })
    }
}
