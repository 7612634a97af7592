//! A table as the bytes of a workbook.
//!
//! Written down row by row into what is packed already, so that a large workbook costs little more than its bytes: no
//! library does that without a file on the disk.

use std::{
    fmt::{self, Write as _},
    io::{self, Cursor, Write as _},
};

use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

/// The content type of a workbook.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Rows of a sheet, and characters of a cell, that spreadsheets know.
const MOST_ROWS: u32 = 1_048_576;
const LONGEST: usize = 32_767;
/// Rows that decide how wide columns are when nobody says; they wait for that.
const FITTED_ROWS: u32 = 1_000;
/// Columns are no wider than this by themselves, in characters.
const WIDEST: usize = 80;
/// Bytes that are packed at a time.
const PACKED: usize = 32 * 1024;
/// Beside the sheet: what is in the file, and the styles. Cells name these by their places: none, of headings, of amounts,
/// of texts that look like something else.
const PARTS: [(&str, &str); 5] = [
    ("[Content_Types].xml", include_str!("write/content-types.xml")),
    ("_rels/.rels", include_str!("write/relations.xml")),
    ("xl/workbook.xml", include_str!("write/workbook.xml")),
    ("xl/_rels/workbook.xml.rels", include_str!("write/workbook-relations.xml")),
    ("xl/styles.xml", include_str!("write/styles.xml")),
];
const PLAIN: u8 = 0;
const HEADING: u8 = 1;
const AMOUNT: u8 = 2;
const LITERAL: u8 = 3;

/// Why a workbook cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A text is longer than a cell may be.
    #[error("a cell has at most {LONGEST} characters")]
    TooLong,
    /// There are more rows than a sheet may have.
    #[error("a sheet has at most {MOST_ROWS} rows")]
    TooManyRows,
    /// It cannot be packed.
    #[error("the workbook cannot be packed")]
    Zip(#[from] ZipError),
    /// It cannot be packed.
    #[error("the workbook cannot be packed")]
    Io(#[from] io::Error),
}

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
    zip: Box<ZipWriter<Cursor<Vec<u8>>>>,
    /// What is not packed yet.
    xml: String,
    rows: u32,
    right_to_left: bool,
    /// The columns' widths in characters, until they are decided.
    fitted: Option<Vec<usize>>,
}

impl fmt::Debug for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Table").field("rows", &self.rows).finish_non_exhaustive()
    }
}

impl Table {
    /// A table with its headings, which stay in view. Columns are as wide as is asked, in characters.
    pub fn new(headings: &[(&str, u8)], right_to_left: bool) -> Result<Self, WriteError> {
        let mut table = Self::empty(right_to_left)?;
        table.begin(headings.iter().map(|(_, width)| usize::from(*width)))?;
        table.line(headings.iter().map(|(heading, _)| Cell::Text(heading)), Some(HEADING))?;
        Ok(table)
    }

    /// The same, with columns as wide as what stands in their first thousand rows.
    pub fn fitted(headings: &[&str], right_to_left: bool) -> Result<Self, WriteError> {
        let mut table = Self { fitted: Some(vec![0; headings.len()]), ..Self::empty(right_to_left)? };
        table.line(headings.iter().map(|heading| Cell::Text(heading)), Some(HEADING))?;
        Ok(table)
    }

    fn empty(right_to_left: bool) -> Result<Self, WriteError> {
        let mut zip = Box::new(ZipWriter::new(Cursor::new(Vec::new())));
        for (name, part) in PARTS {
            zip.start_file(name, SimpleFileOptions::default())?;
            zip.write_all(part.as_bytes())?;
        }
        zip.start_file("xl/worksheets/sheet1.xml", SimpleFileOptions::default())?;
        Ok(Self { zip, xml: String::new(), rows: 0, right_to_left, fitted: None })
    }

    /// Writes all that stands before the rows.
    fn begin(&mut self, widths: impl Iterator<Item = usize>) -> Result<(), WriteError> {
        let mut head = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
             <worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetViews>\
             <sheetView{} tabSelected=\"1\" workbookViewId=\"0\">\
             <pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>\
             <sheetFormatPr defaultRowHeight=\"15\"/><cols>",
            if self.right_to_left { " rightToLeft=\"1\"" } else { "" },
        );
        for (column, width) in (1..).zip(widths) {
            // The margins of a cell take some of its width.
            push(
                &mut head,
                format_args!("<col min=\"{column}\" max=\"{column}\" width=\"{width}.7\" customWidth=\"1\"/>"),
            );
        }
        head.push_str("</cols><sheetData>");
        Ok(self.zip.write_all(head.as_bytes())?)
    }

    /// Adds a row. An empty text leaves its cell out.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) -> Result<(), WriteError> {
        self.line(cells, None)
    }

    fn line<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>, style: Option<u8>) -> Result<(), WriteError> {
        let Self { xml, rows, fitted, .. } = self;
        if *rows == MOST_ROWS {
            return Err(WriteError::TooManyRows);
        }
        *rows += 1;
        push(xml, format_args!("<row r=\"{rows}\">"));
        for (column, cell) in (0..).zip(cells) {
            let width = push_cell(xml, *rows, column, cell, style)?;
            if let Some(widest) = fitted.as_mut().and_then(|widths| widths.get_mut(column)) {
                *widest = width.min(WIDEST).max(*widest);
            }
        }
        xml.push_str("</row>");
        if *rows >= FITTED_ROWS {
            self.decide_widths()?;
        }
        if self.fitted.is_none() && self.xml.len() >= PACKED {
            self.pack()?;
        }
        Ok(())
    }

    fn decide_widths(&mut self) -> Result<(), WriteError> {
        // A sign more: letters have different widths.
        self.fitted.take().map_or(Ok(()), |widths| self.begin(widths.into_iter().map(|width| width + 1)))
    }

    fn pack(&mut self) -> Result<(), WriteError> {
        self.zip.write_all(self.xml.as_bytes())?;
        self.xml.clear();
        Ok(())
    }

    /// The bytes of the workbook.
    pub fn finish(mut self) -> Result<Vec<u8>, WriteError> {
        self.decide_widths()?;
        self.xml.push_str("</sheetData></worksheet>");
        self.pack()?;
        Ok(self.zip.finish()?.into_inner())
    }
}

fn push(xml: &mut String, text: fmt::Arguments<'_>) {
    // A string takes all.
    let _never = xml.write_fmt(text);
}

/// Writes a cell; tells how many characters it shows.
fn push_cell(
    xml: &mut String,
    row: u32,
    column: usize,
    cell: Cell<'_>,
    style: Option<u8>,
) -> Result<usize, WriteError> {
    let mut open = |style: u8| {
        xml.push_str("<c r=\"");
        push_column(xml, column);
        push(xml, format_args!("{row}\""));
        if style != PLAIN {
            push(xml, format_args!(" s=\"{style}\""));
        }
    };
    match cell {
        Cell::Text("") => Ok(0),
        Cell::Text(text) => {
            let length = text.chars().count();
            if length > LONGEST {
                return Err(WriteError::TooLong);
            }
            // A typed text is no formula; the prefix keeps it one when somebody edits the cell.
            let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
            open(style.unwrap_or(if formula { LITERAL } else { PLAIN }));
            xml.push_str(" t=\"inlineStr\"><is><t xml:space=\"preserve\">");
            push_text(xml, text);
            xml.push_str("</t></is></c>");
            Ok(length)
        }
        Cell::Number(value) => {
            open(style.unwrap_or(AMOUNT));
            let start = xml.len();
            push(xml, format_args!("><v>{value}</v></c>"));
            let digits = xml.len() - start - "><v></v></c>".len();
            Ok(digits + digits / 3)
        }
    }
}

/// The letters of a column from 0: A to Z, AA and so on.
fn push_column(xml: &mut String, column: usize) {
    if let Some(before) = (column / 26).checked_sub(1) {
        push_column(xml, before);
    }
    xml.extend(u8::try_from(column % 26).ok().map(|letter| char::from(b'A' + letter)));
}

/// A text as XML. What XML cannot hold is written as spreadsheets do, `_x0001_`, and so is what looks like that.
fn push_text(xml: &mut String, text: &str) {
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '_' if is_escape(rest) => xml.push_str("_x005F_"),
            '\t' | '\n' => xml.push(character),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => push(xml, format_args!("_x{:04X}_", u32::from(character))),
            other => xml.push(other),
        }
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
    }
}

/// Whether a text begins as `_x005F_` does.
fn is_escape(text: &str) -> bool {
    let digits = text.strip_prefix("_x").and_then(|rest| rest.get(..5)).and_then(|digits| digits.strip_suffix('_'));
    digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
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
    fn what_xml_can_not_hold_reads_the_same() {
        let texts = ["a\u{1}b", "_x0041_", "_x_x005F_", "\r\n\u{fffe}\u{ffff}x", "<a>&\"'</a>", "]]>", "یک‌دو 𐎠"];
        let mut table = Table::fitted(&["a"], true).unwrap();
        for text in texts {
            table.row([Cell::Text(text)]).unwrap();
        }
        let sheet = Sheet::parse(&table.finish().unwrap(), &Limits::UPLOAD).unwrap();
        let read: Vec<&str> = sheet.rows().map(|(_, cells)| cells.cell(0)).collect();
        assert_eq!(read, texts.map(str::trim));
        let mut table = Table::fitted(&["a"], true).unwrap();
        assert!(matches!(table.row([Cell::Text(&"ا".repeat(LONGEST + 1))]), Err(WriteError::TooLong)));
    }

    #[test]
    fn columns_are_named_as_in_a_spreadsheet() {
        let name = |column| {
            let mut name = String::new();
            push_column(&mut name, column);
            name
        };
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(name), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
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
