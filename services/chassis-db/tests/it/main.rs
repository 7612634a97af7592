//! The crate against real PostgreSQL and Redis.

#![expect(clippy::unwrap_used, reason = "what a test cannot do without, it demands")]

mod abandoned;
mod connections;
mod consumer;
mod events;
mod housekeeping;
mod idempotency;
mod lanes;
mod migrate;
mod pipelined;
mod record;
mod relay;
mod roles;
mod statement;
mod support;
mod tls;
mod trace;
mod transaction;
mod waiting;
