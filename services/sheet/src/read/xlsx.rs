//! The first sheet of a workbook.

use std::io::{Cursor, Read as _};

use calamine::{DataRef, Reader as _, Xlsx};
use zip::ZipArchive;

use super::{Grid, SheetError};

/// Parts of a workbook at most; a plain one has about ten.
const PARTS: usize = 4_096;

pub(super) fn read(bytes: &[u8], grid: &mut Grid<'_>) -> Result<(), SheetError> {
    measure(bytes, grid.limits.unpacked)?;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let name = workbook.sheet_names().first().cloned();
    let name = name.ok_or_else(|| SheetError::Unreadable("no sheet".to_owned()))?;
    // Cell by cell: as a range, two cells at opposite corners would ask for seventeen billion in between.
    let mut cells = workbook.worksheet_cells_reader(&name).map_err(unreadable)?;
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        grid.put(row.saturating_add(1), column, &text(cell.get_value()))?;
    }
    Ok(())
}

/// Unpacks everything once, into nothing: the sizes that a zip file tells of itself are only claims.
fn measure(bytes: &[u8], limit: u64) -> Result<(), SheetError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if archive.len() > PARTS {
        return Err(SheetError::TooLarge);
    }
    let mut left = limit;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(unreadable)?;
        let read = std::io::copy(&mut part.take(left + 1), &mut std::io::sink()).map_err(unreadable)?;
        left = left.checked_sub(read).ok_or(SheetError::TooLarge)?;
    }
    Ok(())
}

/// A cell as it reads: whole numbers without a fraction; of a formula, what it came to.
fn text(cell: &DataRef<'_>) -> String {
    match cell {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(time) => time.to_string(),
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => String::new(),
    }
}

fn unreadable(error: impl std::fmt::Display) -> SheetError {
    SheetError::Unreadable(error.to_string())
}
