//! The auth service against real PostgreSQL and Redis.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test by panicking")]

mod credentials;
mod harness;
mod messages;
mod operators;
mod own_password;
mod own_sessions;
mod password_links;
mod phones;
mod process;
mod reset;
mod reset_limits;
mod revocations;
mod round_trips;
mod schema;
mod sessions;
mod sms;
mod throttle;
mod timing;
mod tool_tokens;
mod users;
