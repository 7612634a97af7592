//! What the catalogue's pages read and write.

pub mod text;
