//! A table of texts out of a CSV or XLSX file.

use std::path::Path;

use anyhow::{Context as _, bail};
use calamine::{Data, Reader as _, open_workbook_auto};

/// A file's rows, all cells as text.
#[derive(Debug)]
pub struct Sheet {
    headings: Vec<String>,
    /// Row number in the file and cells; rows without any text are left out.
    rows: Vec<(i32, Vec<String>)>,
}

impl Sheet {
    /// Reads a file by its ending.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        let rows = match ending.as_str() {
            "csv" => csv_rows(&std::fs::read(file).with_context(|| format!("{} can't be read", file.display()))?)?,
            "xlsx" => xlsx_rows(file)?,
            _ => bail!("{} is neither .csv nor .xlsx", file.display()),
        };
        let mut numbered = (1_i32..).zip(rows).filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
        let Some((_, headings)) = numbered.next() else { bail!("{} is empty", file.display()) };
        Ok(Self { headings, rows: numbered.collect() })
    }

    /// The first row.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Row numbers and cells below the headings.
    pub fn rows(&self) -> impl Iterator<Item = (i32, &[String])> {
        self.rows.iter().map(|(number, cells)| (*number, cells.as_slice()))
    }
}

fn csv_rows(bytes: &[u8]) -> anyhow::Result<Vec<Vec<String>>> {
    let text = std::str::from_utf8(bytes).context("the file is not UTF-8: save it as CSV UTF-8")?;
    // Excel puts a mark before the first heading.
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record)? {
        // The reader passes over empty lines, and says where they began; the numbers have to stay those of the file.
        let (line, byte) = record.position().map_or((0, 0), |position| (position.line(), position.byte()));
        let ahead = text.as_bytes().get(usize::try_from(byte)?..).unwrap_or_default();
        let passed = ahead.iter().take_while(|byte| byte.is_ascii_control()).filter(|byte| **byte == b'\n').count();
        let line = usize::try_from(line)? + passed;
        while rows.len() + 1 < line {
            rows.push(Vec::new());
        }
        rows.push(record.iter().map(|cell| cell.trim().to_owned()).collect());
    }
    Ok(rows)
}

fn xlsx_rows(file: &Path) -> anyhow::Result<Vec<Vec<String>>> {
    let mut workbook = open_workbook_auto(file).with_context(|| format!("{} can't be read", file.display()))?;
    let Some(range) = workbook.worksheet_range_at(0) else { bail!("{} has no sheet", file.display()) };
    let range = range?;
    let above = range.start().map_or(0, |(row, _)| row);
    let mut rows: Vec<Vec<String>> = (0..above).map(|_| Vec::new()).collect();
    rows.extend(range.rows().map(|row| row.iter().map(cell_text).collect()));
    Ok(rows)
}

/// A cell as it reads: whole numbers without a fraction.
fn cell_text(cell: &Data) -> String {
    cell.to_string().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_numbers_are_those_of_the_file() {
        let rows = csv_rows("\u{feff}a,b\n\n1,\"x\ny\"\n2,z\n".as_bytes()).unwrap();
        assert_eq!(rows[0], ["a", "b"]);
        assert!(rows[1].is_empty());
        assert_eq!(rows[2], ["1", "x\ny"]);
        assert!(csv_rows(&[0xff, 0xfe]).is_err());
    }

    #[test]
    fn a_whole_number_in_a_workbook_has_no_fraction() {
        assert_eq!(cell_text(&Data::Float(112_000.0)), "112000");
        assert_eq!(cell_text(&Data::Int(5)), "5");
        assert_eq!(cell_text(&Data::String(" ۵ ".to_owned())), "۵");
        assert_eq!(cell_text(&Data::Empty), "");
    }

    #[test]
    fn a_workbook_reads_like_a_text_file() {
        let folder = std::env::temp_dir().join(format!("pishkhanctl-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("customers.xlsx");
        let mut workbook = rust_xlsxwriter::Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write_string(0, 0, "کد مشتری").unwrap().write_string(0, 1, "موبایل").unwrap();
        sheet.write_string(2, 0, "C1").unwrap().write_number(2, 1, 9_000_000_001.0).unwrap();
        workbook.save(&file).unwrap();
        let read = Sheet::read(&file).unwrap();
        assert_eq!(read.headings(), ["کد مشتری", "موبایل"]);
        assert_eq!(read.rows().collect::<Vec<_>>(), [(3, &["C1".to_owned(), "9000000001".to_owned()][..])]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
