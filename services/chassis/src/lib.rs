//! What every Pishkhan process needs: configuration, telemetry, lifecycle, health, the gRPC server and client,
//! errors, passports, access, clock, paging and Persian text.
//!
//! The crate knows nothing of the domain, the database or the generated contracts: access rules are read from the
//! descriptor bytes that the server is given.

pub mod access;
pub mod admin;
pub mod batches;
pub mod clock;
pub mod config;
pub mod digits;
pub mod errors;
pub mod grpc;
pub mod health;
pub mod https;
pub mod key_file;
pub mod lifecycle;
pub mod listen;
mod log_flood;
pub mod paging;
pub mod parse;
pub mod parts;
pub mod passport;
pub mod recent;
pub mod telemetry;
pub mod text;
pub mod texts;
pub mod throttle;
pub mod tls;
pub mod turns;
pub mod version;

/// An error of any kind, as tasks and servers hand it on.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
