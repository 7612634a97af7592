//! The seller's own business: subscription, payments, commission invoices.

pub mod invoice;
pub mod payment;
pub mod subscription;
pub mod text;
