//! Files of rows that people make in a spreadsheet: CSV and XLSX, read from bytes and written to bytes.
//!
//! What is read comes from strangers. So a file is known by its content, never by its name; nothing that it says of
//! itself is believed; and everything in it has a limit: how far it unpacks, its tags, rows, columns, cells, and all texts
//! together. They add up to a promise on memory, which `tests/memory.rs` keeps with a collection of hostile files.

pub mod columns;
mod read;
mod write;

pub use read::{Limits, Row, Sheet, SheetError};
pub use write::{Cell, Table, WriteError, XLSX};
