//! What the catalogue's pages read and write.

pub mod bulk;
pub mod edit;
pub mod field;
pub mod images;
pub mod paste;
pub mod products;
pub mod sheet;
pub mod text;
pub mod types;
