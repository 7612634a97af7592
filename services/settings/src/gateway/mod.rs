//! Payment gateways outside of this house.

mod zarinpal;

pub use zarinpal::Zarinpal;
