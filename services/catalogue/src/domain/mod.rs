//! The rules of the catalogue: pure, without I/O, clock or framework.

pub mod editing;
pub mod import;
pub mod limits;
pub mod listing;
pub mod naming;
pub mod picture;
pub mod product;
pub mod product_index;
pub mod reservation;
pub mod sale;
pub mod stock;
