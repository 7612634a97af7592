//! PostgreSQL, which is the record, and Redis, which is a cache and a place for shared counters.

pub mod activity;
pub mod changes;
pub mod counters;
pub mod networks;
pub mod operators;
pub mod password_links;
pub mod reset_codes;
pub mod schema;
pub mod session_cache;
pub mod sessions;
pub mod shared_keys;
pub mod tool_tokens;
pub mod users;

use std::time::Duration;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use pishkhan_chassis_db::bus::{Redis, SharedConnection};

/// A statement that failed, as use cases name it.
pub use diesel::result::Error as StoreError;
/// A connection to the record, as use cases name it.
pub use diesel_async::AsyncPgConnection as Connection;

/// A cache that takes longer than this costs more than it saves.
const REDIS_PATIENCE: Duration = Duration::from_millis(100);

/// Redis, not connected before it is needed, and given up soon when it does not answer.
pub fn connect_redis(redis: Redis) -> SharedConnection {
    redis.shared(REDIS_PATIENCE)
}

/// The schema of this service.
pub const MIGRATIONS: &[EmbeddedMigrations] = &[embed_migrations!()];
