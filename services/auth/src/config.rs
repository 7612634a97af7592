//! The service's settings, from the environment.

mod sms;
pub mod template;

use std::ops::RangeInclusive;

use pishkhan_chassis::{
    config::{Env, ProcessConfig},
    key_file::{self, Key},
};
use pishkhan_chassis_db::{DbConfig, bus::Redis};

pub use self::sms::{HttpGateway, SenderConfig, SmsConfig};
use crate::domain::user::PasswordCost;

/// What a password may cost. Above that a log-in takes seconds, and two of them half a gigabyte.
const MEMORY_KIB: RangeInclusive<u32> = PasswordCost::LEAST.memory_kib..=262_144;
const PASSWORD_KEYS: &str = "PASSWORD_KEYS_FILE";
const PASSES: RangeInclusive<u32> = PasswordCost::LEAST.passes..=16;

/// What the auth service is told from outside.
#[derive(Debug)]
pub struct Config {
    /// What every process has.
    pub process: ProcessConfig,
    /// The record.
    pub db: DbConfig,
    /// The cache and the shared counters (`REDIS_URL`).
    pub redis: Redis,
    /// Prefix of this house's keys in Redis (`PISHKHAN_STREAM_PREFIX`).
    pub redis_prefix: String,
    /// What hashing a password costs (`PASSWORD_MEMORY_KIB`, `PASSWORD_PASSES`).
    pub password_cost: PasswordCost,
    /// The keys that go into every hash (`PASSWORD_KEYS_FILE`); none: hashes are the passwords' alone.
    pub password_keys: Vec<Key>,
    /// Messages to phones.
    pub sms: SmsConfig,
}

impl Config {
    /// Reads everything, so that all mistakes are reported together.
    pub fn read(env: &mut Env) -> Option<Self> {
        let process = ProcessConfig::read(env, crate::SERVICE);
        let db = DbConfig::read(env);
        let redis = Redis::read(env);
        let redis_prefix = env.or("PISHKHAN_STREAM_PREFIX", "pishkhan".to_owned());
        let password_cost = password_cost(env);
        let password_keys = match env.optional::<String>(PASSWORD_KEYS) {
            Some(_) => key_file::from_env(env, PASSWORD_KEYS),
            None => Some(Vec::new()),
        };
        let sms = SmsConfig::read(env);
        Some(Self {
            process: process?,
            db: db?,
            redis: redis?,
            redis_prefix,
            password_cost,
            password_keys: password_keys?,
            sms: sms?,
        })
    }
}

fn password_cost(env: &mut Env) -> PasswordCost {
    PasswordCost {
        memory_kib: within(env, "PASSWORD_MEMORY_KIB", &MEMORY_KIB),
        passes: within(env, "PASSWORD_PASSES", &PASSES),
    }
}

/// A number of these; the least of them where nothing is said.
fn within(env: &mut Env, name: &'static str, range: &RangeInclusive<u32>) -> u32 {
    let value = env.or(name, *range.start());
    if !range.contains(&value) {
        env.problem(name, format!("must be from {} to {}", range.start(), range.end()));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cost, or what is wrong.
    fn cost(memory_kib: &'static str, passes: &'static str) -> Result<PasswordCost, Vec<String>> {
        let settings = [("PASSWORD_MEMORY_KIB", memory_kib), ("PASSWORD_PASSES", passes)];
        Env::from_map(settings.into_iter().filter(|(_, value)| !value.is_empty()))
            .build(|env| Some(password_cost(env)))
            .map_err(|errors| errors.0.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_password_costs_what_owasp_asks_at_least() {
        assert_eq!(cost("", ""), Ok(PasswordCost { memory_kib: 19_456, passes: 2 }));
        assert_eq!(cost("262144", "16"), Ok(PasswordCost { memory_kib: 262_144, passes: 16 }));
        let refused = ["PASSWORD_MEMORY_KIB: must be from 19456 to 262144", "PASSWORD_PASSES: must be from 2 to 16"];
        for (memory_kib, passes) in [("19455", "1"), ("262145", "17")] {
            assert_eq!(cost(memory_kib, passes), Err(refused.map(str::to_owned).to_vec()));
        }
    }
}
