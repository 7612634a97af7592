//! Rules: what a user, a password, a session and a throttle are. No I/O, no clock.

pub mod common;
pub mod message;
pub mod reset;
pub mod secret;
pub mod session;
pub mod throttle;
pub mod tool_token;
pub mod user;
