//! The first visible sheet of a workbook: its shared texts and its cells, read as they unpack. Everything else in the
//! file, its formats among them, is never unpacked.

mod cells;
mod strings;
mod workbook;
mod xml;
mod zip;

use std::{fmt, io};

use self::zip::Archive;
use super::{Grid, SheetError};

/// What may still be unpacked and read, of all parts together.
struct Budget {
    bytes: u64,
    nodes: usize,
}

impl Budget {
    /// Bytes of one XML node at most, and of one text: the longest that a cell may hold, each letter escaped.
    const NODE: usize = 256 * 1024;

    fn unpack(&mut self, bytes: usize) -> io::Result<()> {
        let left = u64::try_from(bytes).ok().and_then(|bytes| self.bytes.checked_sub(bytes));
        self.bytes = left.ok_or_else(|| io::Error::other(OverBudget("bytes")))?;
        Ok(())
    }

    fn count_node(&mut self) -> Result<(), SheetError> {
        self.nodes = self.nodes.checked_sub(1).ok_or(SheetError::TooLarge("tags"))?;
        Ok(())
    }
}

/// What there was too much of, as it passes through readers of others.
#[derive(Debug)]
struct OverBudget(&'static str);

impl fmt::Display for OverBudget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "too many {}", self.0)
    }
}

impl std::error::Error for OverBudget {}

fn unreadable(what: impl fmt::Display) -> SheetError {
    SheetError::Unreadable(what.to_string())
}

/// An error of unpacking.
fn broken(error: &io::Error) -> SheetError {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<OverBudget>()) {
        Some(OverBudget(what)) => SheetError::TooLarge(what),
        None => unreadable(error),
    }
}

pub(super) fn read(bytes: &[u8], grid: &mut Grid<'_>) -> Result<(), SheetError> {
    let archive = Archive::open(bytes)?;
    let mut budget = Budget { bytes: grid.limits.unpacked, nodes: grid.limits.nodes };
    let parts = workbook::parts(&archive, &mut budget)?;
    let shared = match parts.strings.map(|name| archive.part(&name, &mut budget)).transpose()?.flatten() {
        Some(part) => strings::shared(part, grid)?,
        None => strings::Shared::default(),
    };
    let sheet = archive.part(&parts.sheet, &mut budget)?.ok_or_else(|| unreadable("no sheet"))?;
    cells::read(sheet, &shared, grid)
}

#[cfg(test)]
mod tests;
