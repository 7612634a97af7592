//! The settings service against real PostgreSQL and the real auth service.

mod access;
mod create;
mod harness;
mod schema;
mod terms;
