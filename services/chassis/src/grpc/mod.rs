//! The gRPC server and client that all processes use, and the context that travels between them.

pub mod client;
mod coalesced;
mod connection;
pub mod context;
mod deadline;
mod limit;
mod resolve;
pub mod server;
mod transport;

pub(crate) use transport::{MESH, MODE};
pub use transport::{Transport, UrlProblem};

/// The largest request message of a method that does not say otherwise (`max_request_mib`): pass it to a generated
/// server's `max_decoding_message_size`.
pub const MAX_REQUEST_BYTES: usize = 1024 * 1024;
/// The largest reply message: pass it to a generated client's `max_decoding_message_size` (it is tonic's default).
pub const MAX_REPLY_BYTES: usize = 4 * 1024 * 1024;

/// The header that carries the id of a request from process to process and into logs and audit rows.
pub const REQUEST_ID_HEADER: &str = "x-request-id";
