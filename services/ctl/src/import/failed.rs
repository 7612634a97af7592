//! The rows that were refused, in a file that can be mended and imported again.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use pishkhan_sheet::Sheet;

use super::problem::{Problem, words};

/// The last column says why; an import passes over it.
const WHY: &str = "problems";

/// Writes the refused rows beside the file, whole or not at all, and says where.
pub fn write(file: &Path, sheet: &Sheet, by_row: &BTreeMap<i32, Vec<Problem>>) -> anyhow::Result<PathBuf> {
    let width = sheet.headings().iter().position(|heading| heading == WHY).unwrap_or(sheet.headings().len());
    // Excel takes a file without the mark for a Latin one.
    let mut writer = csv::WriterBuilder::new().from_writer("\u{feff}".as_bytes().to_vec());
    writer.write_record(sheet.headings().iter().take(width).map(String::as_str).chain([WHY]))?;
    for (number, cells) in sheet.rows() {
        let Some(problems) = by_row.get(&number) else { continue };
        let why: Vec<String> =
            problems.iter().map(|problem| format!("{}: {}", problem.column, words(&problem.code))).collect();
        let why = why.join("; ");
        let cells = (0..width).map(|place| cells.get(place).map_or("", String::as_str));
        writer.write_record(cells.chain([why.as_str()]))?;
    }
    let path = target(file);
    let half = path.with_extension("csv.part");
    std::fs::write(&half, writer.into_inner()?)?;
    std::fs::rename(&half, &path)?;
    Ok(path)
}

/// `prices.xlsx` → `prices.failed.csv`; a file of refused rows is written over.
fn target(file: &Path) -> PathBuf {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("import");
    let stem = stem.strip_suffix(".failed").unwrap_or(stem);
    file.with_file_name(format!("{stem}.failed.csv"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::read;

    #[test]
    fn refused_rows_can_be_read_again() {
        let folder = std::env::temp_dir().join(format!("pishkhanctl-failed-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("prices.csv");
        std::fs::write(&file, "a,b\n1,\"x,y\"\n2,z\n").unwrap();
        let problem = Problem { row: 2, column: "a".into(), value: "1".into(), code: "TOO_LONG".into() };
        let path = write(&file, &read(&file).unwrap(), &BTreeMap::from([(2, vec![problem])])).unwrap();
        assert_eq!(path, folder.join("prices.failed.csv"));
        let again = read(&path).unwrap();
        assert_eq!(again.headings(), ["a", "b", WHY]);
        let rows: Vec<_> = again.rows().collect();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].1, ["1", "x,y", "a: too long"]);
        assert_eq!(target(&path), path);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
