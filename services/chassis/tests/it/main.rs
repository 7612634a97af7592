//! The chassis end to end: a small service over real sockets, with the real server stack and the real client.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod access;
mod admin;
mod client;
mod keyring;
mod mutual;
mod overload;
mod probe;
mod rotation;
mod shutdown;
mod telemetry;
mod tls;
