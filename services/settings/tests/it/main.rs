//! The settings service against real PostgreSQL and the real auth service.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test by panicking")]

mod access;
mod agreed;
mod bank;
mod billing;
mod create;
mod delivery;
mod edit;
mod grants;
mod harness;
mod invoices;
mod invoicing;
mod lists;
mod payments;
mod plans;
mod questions;
mod round_trips;
mod schema;
mod subscriptions;
mod terms;
mod versions;
mod zarinpal;
