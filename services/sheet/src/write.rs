//! A table as the bytes of a workbook.

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

/// The number format of amounts.
const GROUPED: &str = "#,##0";

/// Why a workbook cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the workbook cannot be written")]
pub struct WriteError(#[from] XlsxError);

/// What stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell<'a> {
    /// A text, which stays one whatever it begins with.
    Text(&'a str),
    /// A whole number below 2^53, shown with marks between its thousands.
    Number(i64),
}

/// A workbook of one sheet, which grows row by row.
pub struct Table {
    workbook: Workbook,
    next_row: u32,
    number: Format,
    literal: Format,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Table").field("next_row", &self.next_row).finish_non_exhaustive()
    }
}

impl Table {
    /// A table with its headings, which stay in view. Columns are as wide as is asked, in characters.
    pub fn new(headings: &[(&str, u8)], right_to_left: bool) -> Result<Self, WriteError> {
        let mut workbook = Workbook::new();
        let bold = Format::new().set_bold();
        let sheet = workbook.add_worksheet();
        sheet.set_right_to_left(right_to_left);
        sheet.set_freeze_panes(1, 0)?;
        for (column, (heading, width)) in (0_u16..).zip(headings) {
            sheet.write_string_with_format(0, column, *heading, &bold)?;
            sheet.set_column_width(column, *width)?;
        }
        let number = Format::new().set_num_format(GROUPED);
        Ok(Self { workbook, next_row: 1, number, literal: Format::new().set_quote_prefix() })
    }

    /// Adds a row. An empty text leaves its cell out.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) -> Result<(), WriteError> {
        let Self { workbook, next_row, number, literal } = self;
        let sheet: &mut Worksheet = workbook.worksheet_from_index(0)?;
        for (column, cell) in (0_u16..).zip(cells) {
            match cell {
                Cell::Text("") => {}
                // A typed text is no formula; the prefix keeps it one when somebody edits the cell.
                Cell::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
                    sheet.write_string_with_format(*next_row, column, text, literal)?;
                }
                Cell::Text(text) => {
                    sheet.write_string(*next_row, column, text)?;
                }
                #[expect(clippy::cast_precision_loss, reason = "a workbook knows no other number")]
                Cell::Number(value) => {
                    sheet.write_number_with_format(*next_row, column, value as f64, number)?;
                }
            }
        }
        *next_row += 1;
        Ok(())
    }

    /// The bytes of the workbook.
    pub fn finish(mut self) -> Result<Vec<u8>, WriteError> {
        Ok(self.workbook.save_to_buffer()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Sheet};

    #[test]
    fn what_is_written_reads_the_same() {
        let mut table = Table::new(&[("کد نوع", 12), ("قیمت خرید", 12), ("توضیح", 40)], true).unwrap();
        let texts = ["=1+1", "+98", "-5", "@SUM(A1)", "۱۲٫۵", " a < b & \"c\" "];
        for (number, text) in (0..).zip(texts) {
            table.row([Cell::Text("0012"), Cell::Number(number * 1_000_000_000_000), Cell::Text(text)]).unwrap();
        }
        table.row([Cell::Text(""), Cell::Number(7), Cell::Text("")]).unwrap();
        let sheet = Sheet::parse(&table.finish().unwrap(), &Limits::UPLOAD).unwrap();
        assert_eq!(sheet.headings(), ["کد نوع", "قیمت خرید", "توضیح"]);
        let rows: Vec<(i32, Vec<String>)> = sheet.rows().map(|(row, cells)| (row, cells.to_vec())).collect();
        for (place, text) in texts.into_iter().enumerate() {
            let number = if place == 0 { "0".to_owned() } else { format!("{place}000000000000") };
            assert_eq!(rows[place].1, ["0012", number.as_str(), text.trim()]);
        }
        assert_eq!(rows[texts.len()], (8, vec![String::new(), "7".to_owned()]));
    }
}
