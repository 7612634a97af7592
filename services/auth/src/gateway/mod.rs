//! What messages go through: a gateway that is spoken to over HTTP, or the log.

mod http;
mod log;

pub use self::{http::HttpSender, log::LogSender};
