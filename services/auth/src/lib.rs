//! Who somebody is: users, credentials, sessions, throttles, and the passports that the other services accept.

pub mod app;
pub mod cli;
pub mod config;
pub mod domain;
pub mod gateway;
pub mod rpc;
pub mod store;

// The allocator comes with it.
use pishkhan_memory as _;

pub use store::MIGRATIONS;

/// The service's name: its database, its audience, its issuer.
pub const SERVICE: &str = "auth";
