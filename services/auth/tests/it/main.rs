//! The auth service against real PostgreSQL and Redis.

mod credentials;
mod harness;
mod revocations;
mod round_trips;
mod schema;
mod sessions;
mod throttle;
mod users;
