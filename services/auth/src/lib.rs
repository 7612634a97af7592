//! Who somebody is: users, credentials, sessions, throttles, and the passports that the other services accept.

pub mod app;
pub mod config;
pub mod domain;
pub mod rpc;
pub mod store;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};

/// The service's name: its database, its audience, its issuer.
pub const SERVICE: &str = "auth";

/// The schema of this service.
pub const MIGRATIONS: &[EmbeddedMigrations] = &[embed_migrations!()];
