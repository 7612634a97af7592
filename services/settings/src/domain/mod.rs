//! Rules: what a seller, its limits and its delivery are. No I/O, no clock.

pub mod check;
pub mod delivery;
pub mod seller;
