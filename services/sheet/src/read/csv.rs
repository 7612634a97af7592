//! Comma-separated values.

use super::{Grid, SheetError};

/// What may part the cells: Excel writes what the system's language asks for.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

pub(super) fn read(bytes: &[u8], grid: &mut Grid<'_>) -> Result<(), SheetError> {
    let text = std::str::from_utf8(bytes).map_err(|_| SheetError::NotUtf8)?;
    // Excel puts a mark before the first heading.
    let text = text.trim_start_matches('\u{feff}');
    if text.contains('\0') {
        return Err(SheetError::Unreadable("no text file".to_owned()));
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(text))
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let unreadable = |error: csv::Error| SheetError::Unreadable(error.to_string());
    while reader.read_record(&mut record).map_err(unreadable)? {
        // The reader passes over empty lines, and says where they began; the numbers have to stay those of the file.
        let (line, byte) = record.position().map_or((1, 0), |position| (position.line(), position.byte()));
        let ahead = usize::try_from(byte).ok().and_then(|byte| text.as_bytes().get(byte..)).unwrap_or_default();
        let passed = ahead.iter().take_while(|byte| byte.is_ascii_control()).filter(|byte| **byte == b'\n').count();
        let row =
            u32::try_from(line).ok().zip(u32::try_from(passed).ok()).and_then(|(line, more)| line.checked_add(more));
        let row = row.ok_or(SheetError::TooLarge)?;
        for (column, cell) in record.iter().enumerate() {
            grid.put(row, column, cell)?;
        }
    }
    Ok(())
}

/// What parts the headings, outside of quotes; a comma when nothing does.
fn separator(text: &str) -> u8 {
    let headings = text.trim_start().lines().next().unwrap_or_default();
    let count = |separator: u8| {
        let mut quoted = false;
        let parts = headings.bytes().filter(|byte| {
            quoted ^= *byte == b'"';
            !quoted && *byte == separator
        });
        parts.count()
    };
    // The first of those that come equally often: `max_by_key` takes the last.
    SEPARATORS.into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}
