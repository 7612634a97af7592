//! Comma-separated values: the text as it is, cut where it is read, so that nothing is ever there twice.

use std::borrow::Cow;

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
    let mut cells = Cells { rest: text, separator: separator(text), line: 1, longest: grid.limits.cell };
    // The number of a row is that of the line where it begins: a quoted cell may have several.
    let (mut row, mut column) = (1, 0);
    while !cells.rest.is_empty() {
        let cell = cells.next()?;
        grid.put(row, column, &cell)?;
        if cells.at_end_of_row()? {
            (row, column) = (cells.line, 0);
        } else {
            column += 1;
        }
    }
    Ok(())
}

/// What is still to be read.
struct Cells<'a> {
    rest: &'a str,
    separator: u8,
    line: u32,
    /// Scalar values of a cell at most.
    longest: usize,
}

impl<'a> Cells<'a> {
    /// Takes `length` bytes, which end where a character does.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// The next cell. What parts it from the following one stays.
    fn next(&mut self) -> Result<Cow<'a, str>, SheetError> {
        let Some(quoted) = self.rest.strip_prefix('"') else { return Ok(Cow::Borrowed(self.plain())) };
        let row = self.line;
        self.rest = quoted;
        let mut cell = Cow::Borrowed(self.before_quote(row)?);
        // Two quotes stand for one.
        while let Some(more) = self.rest.strip_prefix('"') {
            self.rest = more;
            let cell = cell.to_mut();
            cell.push('"');
            cell.push_str(self.before_quote(row)?);
            // A scalar value has at most four bytes. Checked here too: this is the one text that is copied together.
            if cell.len() > 4 * self.longest {
                return Err(SheetError::CellTooLong { row, limit: self.longest });
            }
        }
        // What follows the second quote belongs to the cell too, as every reader takes it.
        let after = self.plain();
        if !after.is_empty() {
            cell.to_mut().push_str(after);
        }
        Ok(cell)
    }

    fn plain(&mut self) -> &'a str {
        let ends = |byte: u8| byte == self.separator || byte == b'\n' || byte == b'\r';
        let length = self.rest.bytes().position(ends).unwrap_or(self.rest.len());
        self.take(length)
    }

    /// The text up to the next quote, which is passed.
    fn before_quote(&mut self, row: u32) -> Result<&'a str, SheetError> {
        let length = self.rest.find('"').ok_or(SheetError::OpenQuote { row })?;
        let text = self.take(length);
        self.rest = self.rest.get(1..).unwrap_or_default();
        let lines = text.bytes().filter(|byte| *byte == b'\n').count();
        self.pass_lines(lines)?;
        Ok(text)
    }

    /// Passes what follows a cell, and says whether it was the last of its row.
    fn at_end_of_row(&mut self) -> Result<bool, SheetError> {
        let ended = self.rest.bytes().next().is_none_or(|byte| byte != self.separator);
        if ended && self.rest.starts_with("\r\n") {
            self.take(1);
        }
        if !self.rest.is_empty() {
            // All of these have one byte.
            self.take(1);
        }
        if ended {
            self.pass_lines(1)?;
        }
        Ok(ended)
    }

    fn pass_lines(&mut self, count: usize) -> Result<(), SheetError> {
        let line = u32::try_from(count).ok().and_then(|count| self.line.checked_add(count));
        self.line = line.ok_or(SheetError::TooLarge("rows"))?;
        Ok(())
    }
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
