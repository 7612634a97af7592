//! Rules: what a seller, its limits and its delivery are. No I/O, no clock.

pub mod agreed;
pub mod check;
pub mod choice;
pub mod delivery;
pub mod invoice;
pub mod list;
pub mod month;
pub mod payment;
pub mod profile;
pub mod section;
pub mod seller;
pub mod subscription;
