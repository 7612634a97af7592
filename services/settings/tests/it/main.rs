//! The settings service against real PostgreSQL and the real auth service.

mod access;
mod create;
mod delivery;
mod edit;
mod harness;
mod lists;
mod schema;
mod terms;
