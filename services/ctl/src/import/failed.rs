//! The rows that were refused, in a file that can be mended and imported again.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use pishkhan_sheet::{Cell, Sheet, Table};

use super::problem::{Problem, words};

/// The last column says why; an import passes over it.
const WHY: &str = "problems";

/// Writes the refused rows beside the file, whole or not at all, and says where.
///
/// A workbook, whatever the file was: in a CSV a spreadsheet would run a cell that begins like a formula, and here it
/// is a text that reads back as it was.
pub fn write(file: &Path, sheet: &Sheet, by_row: &BTreeMap<i32, Vec<Problem>>) -> anyhow::Result<PathBuf> {
    let width = sheet.headings().iter().position(|heading| heading == WHY).unwrap_or(sheet.headings().len());
    let headings: Vec<&str> = sheet.headings().iter().take(width).map(String::as_str).chain([WHY]).collect();
    let mut table = Table::fitted(&headings, false)?;
    for (number, cells) in sheet.rows() {
        let Some(problems) = by_row.get(&number) else { continue };
        let why: Vec<String> =
            problems.iter().map(|problem| format!("{}: {}", problem.column, words(&problem.code))).collect();
        let why = why.join("; ");
        table.row((0..width).map(|place| cells.cell(place)).chain([why.as_str()]).map(Cell::Text))?;
    }
    let path = target(file);
    let half = path.with_extension("xlsx.part");
    std::fs::write(&half, table.finish()?)?;
    std::fs::rename(&half, &path)?;
    Ok(path)
}

/// `prices.csv` → `prices.failed.xlsx`; a file of refused rows is written over.
fn target(file: &Path) -> PathBuf {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("import");
    let stem = stem.strip_suffix(".failed").unwrap_or(stem);
    file.with_file_name(format!("{stem}.failed.xlsx"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::read;

    #[test]
    fn refused_rows_can_be_read_again_and_none_becomes_a_formula() {
        let folder = std::env::temp_dir().join(format!("pishkhanctl-failed-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("prices.csv");
        std::fs::write(&file, "a,b\n1,\"x,y\"\n2,z\n=cmd|'/c calc'!A1,+98\n").unwrap();
        let problem = |row| Problem { row, column: "a".into(), value: "1".into(), code: "TOO_LONG".into() };
        let by_row = BTreeMap::from([(2, vec![problem(2)]), (4, vec![problem(4)])]);
        let path = write(&file, &read(&file).unwrap(), &by_row).unwrap();
        assert_eq!(path, folder.join("prices.failed.xlsx"));
        assert!(std::fs::read(&path).unwrap().starts_with(b"PK"), "a workbook, whose texts are no formulas");
        let again = read(&path).unwrap();
        assert_eq!(again.headings(), ["a", "b", WHY]);
        let rows: Vec<Vec<&str>> = again.rows().map(|(_, row)| row.iter().collect()).collect();
        let why = "a: too long";
        assert_eq!(rows, [["1", "x,y", why], ["=cmd|'/c calc'!A1", "+98", why]]);
        assert_eq!(target(&path), path);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
