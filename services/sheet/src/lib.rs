//! Files of rows that people make in a spreadsheet: CSV and XLSX, read from bytes and written to bytes.
//!
//! What is read comes from strangers. So a file is known by its content, never by its name, and everything in it has a
//! limit: how far it unpacks, rows, columns, cells, and all texts together.

pub mod columns;
mod read;
mod write;

pub use read::{Limits, Sheet, SheetError};
pub use write::{Cell, Table, WriteError, XLSX};
