//! A table of texts out of the bytes of a file.

mod csv;
mod grid;
mod xlsx;

use grid::Grid;
pub use grid::{Row, Sheet};

/// How a file of the zip kind begins, which every XLSX is.
const ZIP: &[u8] = b"PK\x03\x04";
/// How a file of Excel 97 begins, and an XLSX with a password.
const COMPOUND: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];

/// How much a file may hold. Together they bound the memory that reading takes, whatever a file says of itself:
/// eight bytes a cell, four a shared text, and the texts themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Rows below the headings that have any text.
    pub rows: usize,
    /// Columns, 256 at most.
    pub columns: usize,
    /// Scalar values in one cell, 32,767 at most.
    pub cell: usize,
    /// Cells that have any text; also the texts that an XLSX may keep for its cells.
    pub cells: usize,
    /// Bytes of all cells together; also of the texts that an XLSX keeps for them. Below 4 GiB.
    pub text: usize,
    /// Bytes of all parts of an XLSX that are read, unpacked.
    pub unpacked: u64,
    /// Tags, texts and references in these parts.
    pub nodes: usize,
}

impl Limits {
    /// What a seller may send: a large catalogue with full descriptions. Costs at most 64 MiB, the file among them.
    pub const UPLOAD: Self = Self {
        rows: 40_000,
        columns: 64,
        cell: 4_096,
        cells: 2_000_000,
        text: 24 * 1024 * 1024,
        unpacked: 128 * 1024 * 1024,
        nodes: 24_000_000,
    };
    /// What whoever operates the platform may read. Costs at most 192 MiB beside the file.
    pub const TOOL: Self = Self {
        rows: 250_000,
        columns: 256,
        cell: 32_767,
        cells: 6_000_000,
        text: 96 * 1024 * 1024,
        unpacked: 512 * 1024 * 1024,
        nodes: 72_000_000,
    };
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// No row has any text, or only the headings are there.
    #[error("the file has no rows")]
    Empty,
    /// A text file in another encoding.
    #[error("the file is not UTF-8: save it as CSV UTF-8")]
    NotUtf8,
    /// Neither a CSV nor an XLSX, or a broken one; also an XLSX with a password.
    #[error("the file is no CSV or XLSX that can be read: {0}")]
    Unreadable(String),
    /// A quoted cell of a CSV without its second quote.
    #[error("row {row}: a quote is not closed")]
    OpenQuote {
        /// The row, as the spreadsheet counts.
        row: u32,
    },
    /// Too many rows.
    #[error("the file has more than {limit} rows")]
    TooManyRows {
        /// How many it may have.
        limit: usize,
    },
    /// Too many columns.
    #[error("the file has more than {limit} columns")]
    TooManyColumns {
        /// How many it may have.
        limit: usize,
    },
    /// A cell that is too long.
    #[error("row {row}: a cell has more than {limit} characters")]
    CellTooLong {
        /// The row, as the spreadsheet counts.
        row: u32,
        /// How many characters it may have.
        limit: usize,
    },
    /// More than may be unpacked or held.
    #[error("the file holds too much ({0}): divide it into several files, each with the sheet of rows alone")]
    TooLarge(&'static str),
}

impl Sheet {
    /// Reads a file; its content says which kind it is.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Self, SheetError> {
        let mut grid = Grid::new(limits);
        if bytes.starts_with(ZIP) {
            xlsx::read(bytes, &mut grid)?;
        } else if bytes.starts_with(COMPOUND) {
            return Err(SheetError::Unreadable("an old or locked workbook".to_owned()));
        } else {
            csv::read(bytes, &mut grid)?;
        }
        grid.finish()
    }
}

#[cfg(test)]
mod tests;
