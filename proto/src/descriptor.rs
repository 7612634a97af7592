//! Encoded file descriptor sets, one per service, with all imports and custom options.

/// The contract of the auth service.
pub const AUTH: &[u8] = tonic::include_file_descriptor_set!("auth.descriptor");
/// The contract of the settings service.
pub const SETTINGS: &[u8] = tonic::include_file_descriptor_set!("settings.descriptor");
/// The contract of the orders service.
pub const ORDERS: &[u8] = tonic::include_file_descriptor_set!("orders.descriptor");
/// The contract of the catalogue service.
pub const CATALOGUE: &[u8] = tonic::include_file_descriptor_set!("catalogue.descriptor");
/// The contract of the reports service.
pub const REPORTS: &[u8] = tonic::include_file_descriptor_set!("reports.descriptor");
