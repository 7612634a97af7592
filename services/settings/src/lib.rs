//! What a seller has set up: profile, limits, delivery.

pub mod app;
pub mod config;
pub mod domain;
pub mod rpc;
pub mod store;

use diesel_migrations::{EmbeddedMigrations, embed_migrations};

/// The service's name: its database, its audience, its issuer.
pub const SERVICE: &str = "settings";

/// The schema of this service.
pub const MIGRATIONS: &[EmbeddedMigrations] = &[embed_migrations!()];
