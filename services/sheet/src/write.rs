//! A table as the bytes of a workbook.

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

/// The content type of a workbook.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
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
    fitted: bool,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Table").field("next_row", &self.next_row).finish_non_exhaustive()
    }
}

impl Table {
    /// A table with its headings, which stay in view. Columns are as wide as is asked, in characters.
    pub fn new(headings: &[(&str, u8)], right_to_left: bool) -> Result<Self, WriteError> {
        let mut table = Self::headed(headings.iter().map(|(heading, _)| *heading), right_to_left)?;
        let sheet = table.workbook.worksheet_from_index(0)?;
        for (column, (_, width)) in (0_u16..).zip(headings) {
            sheet.set_column_width(column, *width)?;
        }
        Ok(table)
    }

    /// The same, with columns as wide as what stands in them in the end.
    pub fn fitted(headings: &[&str], right_to_left: bool) -> Result<Self, WriteError> {
        Ok(Self { fitted: true, ..Self::headed(headings.iter().copied(), right_to_left)? })
    }

    fn headed<'a>(headings: impl Iterator<Item = &'a str>, right_to_left: bool) -> Result<Self, WriteError> {
        let mut workbook = Workbook::new();
        let bold = Format::new().set_bold();
        let sheet = workbook.add_worksheet();
        sheet.set_right_to_left(right_to_left);
        sheet.set_freeze_panes(1, 0)?;
        for (column, heading) in (0_u16..).zip(headings) {
            sheet.write_string_with_format(0, column, heading, &bold)?;
        }
        let number = Format::new().set_num_format(GROUPED);
        Ok(Self { workbook, next_row: 1, number, literal: Format::new().set_quote_prefix(), fitted: false })
    }

    /// Adds a row. An empty text leaves its cell out.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) -> Result<(), WriteError> {
        let Self { workbook, next_row, number, literal, fitted: _ } = self;
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
        if self.fitted {
            self.workbook.worksheet_from_index(0)?.autofit();
        }
        Ok(self.workbook.save_to_buffer()?)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read as _};

    use zip::ZipArchive;

    use super::*;
    use crate::{Limits, Sheet};

    /// The sheet of a workbook as it is written down.
    fn xml(workbook: &[u8]) -> String {
        let mut archive = ZipArchive::new(Cursor::new(workbook)).unwrap();
        let mut text = String::new();
        archive.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut text).unwrap();
        text
    }

    /// The widths of its columns, in characters.
    fn widths(xml: &str) -> Vec<f64> {
        let columns = xml.split("<col ").skip(1).map(|column| column.split("width=\"").nth(1).unwrap());
        columns.map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect()
    }

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
        let rows: Vec<(i32, Vec<&str>)> = sheet.rows().map(|(row, cells)| (row, cells.iter().collect())).collect();
        for (place, text) in texts.into_iter().enumerate() {
            let number = if place == 0 { "0".to_owned() } else { format!("{place}000000000000") };
            assert_eq!(rows[place].1, ["0012", number.as_str(), text.trim()]);
        }
        assert_eq!(rows[texts.len()], (8, vec!["", "7"]));
    }

    #[test]
    fn headings_stay_in_view_and_the_language_decides_where_the_first_column_is() {
        for right_to_left in [true, false] {
            let tables = [Table::new(&[("نام", 9)], right_to_left), Table::fitted(&["نام"], right_to_left)];
            for table in tables {
                let xml = xml(&table.unwrap().finish().unwrap());
                assert_eq!(xml.contains("rightToLeft=\"1\""), right_to_left);
                assert!(xml.contains("state=\"frozen\""), "{xml}");
            }
        }
    }

    #[test]
    fn columns_are_as_wide_as_is_asked_or_as_what_stands_in_them() {
        let mut asked = Table::new(&[("a", 10), ("b", 30)], false).unwrap();
        let mut fitted = Table::fitted(&["a", "b"], false).unwrap();
        for table in [&mut asked, &mut fitted] {
            table.row([Cell::Text("a text of some thirty letters"), Cell::Number(1_000_000)]).unwrap();
        }
        let [asked, fitted] = [asked, fitted].map(|table| widths(&xml(&table.finish().unwrap())));
        assert!(asked[0] < 12.0 && asked[1] > 29.0, "{asked:?}");
        assert!(fitted[0] > 20.0 && (6.0..20.0).contains(&fitted[1]), "{fitted:?}");
    }
}
