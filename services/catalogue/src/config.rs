//! Settings, read once from the environment.

use pishkhan_chassis::config::{Env, ProcessConfig};
use pishkhan_chassis_db::DbConfig;

/// The name of the process: audience, issuer, database role.
pub const SERVICE: &str = "catalogue";

/// What the process is told.
#[derive(Debug, Clone)]
pub struct Config {
    /// What all processes are told.
    pub process: ProcessConfig,
    /// The database.
    pub db: DbConfig,
}

impl Config {
    /// Reads all settings; notes every mistake.
    pub fn read(env: &mut Env) -> Option<Self> {
        let process = ProcessConfig::read(env, SERVICE);
        let db = DbConfig::read(env);
        Some(Self { process: process?, db: db? })
    }
}
