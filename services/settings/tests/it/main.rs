//! The settings service against real PostgreSQL and the real auth service.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test by panicking")]

mod access;
mod create;
mod delivery;
mod edit;
mod harness;
mod lists;
mod schema;
mod terms;
mod versions;
