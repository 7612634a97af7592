//! The tool itself against the real services, which run in the test's own process.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail the test by panicking")]

mod billing;
mod house;
mod many_orders;
mod reconcile;
