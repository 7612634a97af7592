//! The kit itself: a served service tells its callers apart, a database is one's own and goes away.
#![expect(clippy::unwrap_used, reason = "what a test cannot do without, it demands")]

mod database;
mod server;
