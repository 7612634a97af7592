//! Rules: what a seller, its limits and its delivery are. No I/O, no clock.

pub mod check;
pub mod choice;
pub mod delivery;
pub mod list;
pub mod payment;
pub mod profile;
pub mod section;
pub mod seller;
pub mod subscription;
