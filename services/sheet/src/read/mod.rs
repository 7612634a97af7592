//! A table of texts out of the bytes of a file.

mod csv;
mod xlsx;

use std::collections::BTreeMap;

/// How a file of the zip kind begins, which every XLSX is.
const ZIP: &[u8] = b"PK\x03\x04";
/// How a file of Excel 97 begins, and an XLSX with a password.
const COMPOUND: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];

/// How much a file may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Rows below the headings that have any text.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// Scalar values in one cell.
    pub cell: usize,
    /// Bytes of all cells together.
    pub text: usize,
    /// Bytes of an XLSX when all its parts are unpacked.
    pub unpacked: u64,
}

impl Limits {
    /// What a seller may send: a large catalogue with full descriptions.
    pub const UPLOAD: Self =
        Self { rows: 40_000, columns: 64, cell: 4_096, text: 24 * 1024 * 1024, unpacked: 128 * 1024 * 1024 };
    /// What whoever operates the platform may read: any sheet that a spreadsheet can hold.
    pub const TOOL: Self =
        Self { rows: 1_048_576, columns: 256, cell: 32_767, text: 512 * 1024 * 1024, unpacked: 2 * 1024 * 1024 * 1024 };
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
    #[error("the file holds too much")]
    TooLarge,
}

/// A file's rows, all cells as text without white space at their ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    headings: Vec<String>,
    /// Row number in the file and cells; rows without any text are left out.
    rows: Vec<(i32, Vec<String>)>,
}

impl Sheet {
    /// Reads a file; its content says which kind it is.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Self, SheetError> {
        let mut grid = Grid { limits, rows: BTreeMap::new(), text: 0 };
        if bytes.starts_with(ZIP) {
            xlsx::read(bytes, &mut grid)?;
        } else if bytes.starts_with(COMPOUND) {
            return Err(SheetError::Unreadable("an old or locked workbook".to_owned()));
        } else {
            csv::read(bytes, &mut grid)?;
        }
        grid.finish()
    }

    /// The first row.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Row numbers and cells below the headings.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (i32, &[String])> {
        self.rows.iter().map(|(number, cells)| (*number, cells.as_slice()))
    }
}

/// Gathers cells while they are read, and stops at the first limit.
struct Grid<'a> {
    limits: &'a Limits,
    /// By the row's number from 1: a workbook may bring its rows in any order.
    rows: BTreeMap<u32, Vec<String>>,
    text: usize,
}

impl Grid<'_> {
    /// Puts a text at a row from 1 and a column from 0. A text of white space is none.
    fn put(&mut self, row: u32, column: usize, text: &str) -> Result<(), SheetError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        let Limits { rows, columns, cell, text: bytes, unpacked: _ } = *self.limits;
        if column >= columns {
            return Err(SheetError::TooManyColumns { limit: columns });
        }
        // A scalar value has at most four bytes: most cells need not be counted.
        if text.len() > cell && text.chars().count() > cell {
            return Err(SheetError::CellTooLong { row, limit: cell });
        }
        self.text += text.len();
        if self.text > bytes {
            return Err(SheetError::TooLarge);
        }
        let cells = self.rows.entry(row).or_default();
        if cells.len() <= column {
            cells.resize(column + 1, String::new());
        }
        if let Some(place) = cells.get_mut(column) {
            text.clone_into(place);
        }
        // The headings are a row too.
        if self.rows.len() > rows + 1 { Err(SheetError::TooManyRows { limit: rows }) } else { Ok(()) }
    }

    fn finish(self) -> Result<Sheet, SheetError> {
        let mut rows = self.rows.into_iter();
        let Some((_, headings)) = rows.next() else { return Err(SheetError::Empty) };
        let rows: Vec<(i32, Vec<String>)> =
            rows.map(|(number, cells)| (i32::try_from(number).unwrap_or(i32::MAX), cells)).collect();
        if rows.is_empty() { Err(SheetError::Empty) } else { Ok(Sheet { headings, rows }) }
    }
}

#[cfg(test)]
mod tests;
