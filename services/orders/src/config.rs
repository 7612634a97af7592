//! Settings of the process, from the environment.

use pishkhan_chassis::{
    config::{Env, ProcessConfig},
    grpc::Transport,
};
use pishkhan_chassis_db::{DbConfig, bus::Redis};

/// What `orders` needs to run.
#[derive(Debug, Clone)]
pub struct Config {
    /// What every process needs.
    pub process: ProcessConfig,
    /// The database.
    pub db: DbConfig,
    /// The bus (`REDIS_URL`).
    pub redis: Redis,
    /// First part of all stream names (`PISHKHAN_STREAM_PREFIX`).
    pub stream_prefix: String,
    /// Where the catalogue is (`CATALOGUE_URL`).
    pub catalogue_url: String,
    /// Where the settings are (`SETTINGS_URL`).
    pub settings_url: String,
}

impl Config {
    /// Reads everything, so that all mistakes are reported together.
    pub fn read(env: &mut Env) -> Option<Self> {
        let process = ProcessConfig::read(env, "orders");
        let db = DbConfig::read(env);
        let redis = Redis::read(env);
        let stream_prefix = env.or("PISHKHAN_STREAM_PREFIX", "pishkhan".to_owned());
        let catalogue_url = Transport::url(env, "CATALOGUE_URL");
        let settings_url = Transport::url(env, "SETTINGS_URL");
        Some(Self {
            process: process?,
            db: db?,
            redis: redis?,
            stream_prefix,
            catalogue_url: catalogue_url?,
            settings_url: settings_url?,
        })
    }
}
