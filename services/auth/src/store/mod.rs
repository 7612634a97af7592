//! PostgreSQL, which is the record, and Redis, which is a cache and a place for shared counters.

pub mod counters;
pub mod revocations;
pub mod schema;
pub mod session_cache;
pub mod sessions;
pub mod shared_keys;
pub mod users;
