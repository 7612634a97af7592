//! The cells of a file while they are read, and as they are kept: all texts in one buffer, eight bytes for each cell.

use std::fmt;

use super::{Limits, SheetError};

/// Bits of [`Place`] that say how long a text is; the others are its column.
const LENGTH_BITS: u32 = 24;

/// A file's rows, all cells as text without white space at their ends.
#[derive(Clone, PartialEq, Eq)]
pub struct Sheet {
    headings: Vec<String>,
    texts: String,
    /// Rows without any text are left out.
    rows: Vec<Line>,
    /// The cells of all rows, each row's from the left to the right.
    cells: Vec<Place>,
}

impl fmt::Debug for Sheet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.rows()).finish()
    }
}

/// A row: its number in the file, and where its cells end; they begin where those of the row before do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    number: u32,
    end: u32,
}

/// Where the text of a cell is, and in which column the cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    start: u32,
    length_and_column: u32,
}

impl Place {
    fn length(self) -> usize {
        index(self.length_and_column & ((1 << LENGTH_BITS) - 1))
    }

    fn column(self) -> usize {
        index(self.length_and_column >> LENGTH_BITS)
    }

    fn text(self, texts: &str) -> &str {
        let start = index(self.start);
        texts.get(start..start + self.length()).unwrap_or_default()
    }
}

/// Where a text lies in the buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    pub fn end(self) -> u32 {
        self.end
    }

    fn length(self) -> usize {
        index(self.end).saturating_sub(index(self.start))
    }

    fn text(self, texts: &str) -> &str {
        texts.get(index(self.start)..index(self.end)).unwrap_or_default()
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The cells of a row.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    texts: &'a str,
    cells: &'a [Place],
}

impl<'a> Row<'a> {
    /// The text in a column, counted from 0; empty when there is none.
    pub fn cell(&self, column: usize) -> &'a str {
        let found = self.cells.binary_search_by_key(&column, |cell| cell.column());
        found.ok().and_then(|place| self.cells.get(place)).map_or("", |cell| cell.text(self.texts))
    }

    /// The texts of all columns up to the last that has one.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let row = *self;
        let width = self.cells.last().map_or(0, |last| last.column() + 1);
        (0..width).map(move |column| row.cell(column))
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

impl Sheet {
    /// The first row.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Row numbers and cells below the headings.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (i32, Row<'_>)> {
        self.rows_from(0)
    }

    /// The same without the first `skipped`, which costs nothing to pass over.
    pub fn rows_from(&self, skipped: usize) -> impl ExactSizeIterator<Item = (i32, Row<'_>)> {
        let before = skipped.checked_sub(1).and_then(|before| self.rows.get(before));
        let mut start = before.map_or(0, |before| index(before.end));
        self.rows.get(skipped..).unwrap_or_default().iter().map(move |line| {
            let end = index(line.end);
            let cells = self.cells.get(start..end).unwrap_or_default();
            start = end;
            (i32::try_from(line.number).unwrap_or(i32::MAX), Row { texts: &self.texts, cells })
        })
    }
}

/// Gathers cells while they are read, and stops at the first limit.
pub(super) struct Grid<'a> {
    pub limits: &'a Limits,
    texts: String,
    headings: Option<(u32, Vec<String>)>,
    rows: Vec<Line>,
    cells: Vec<Place>,
    /// Bytes of all cells so far; a text that several cells share counts for each.
    shown: usize,
}

impl<'a> Grid<'a> {
    pub fn new(limits: &'a Limits) -> Self {
        Self { limits, texts: String::new(), headings: None, rows: Vec::new(), cells: Vec::new(), shown: 0 }
    }

    /// Keeps a text for cells that will show it.
    pub fn keep(&mut self, text: &str) -> Result<Span, SheetError> {
        let text = text.trim();
        let (start, end) = (self.texts.len(), self.texts.len() + text.len());
        let (Ok(from), Ok(to)) = (u32::try_from(start), u32::try_from(end)) else {
            return Err(SheetError::TooLarge("texts"));
        };
        if end > self.limits.text {
            return Err(SheetError::TooLarge("texts"));
        }
        self.texts.push_str(text);
        Ok(Span::new(from, to))
    }

    /// Puts a text at a row from 1 and a column from 0. A text of white space is none.
    ///
    /// Rows come from the top to the bottom and cells from the left to the right: whoever reads the file has to see
    /// to that.
    pub fn put(&mut self, row: u32, column: usize, text: &str) -> Result<(), SheetError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        Self::check(self.limits, row, column, text.len(), || text.chars().count())?;
        self.count(text.len())?;
        let span = self.keep(text)?;
        self.place(row, column, span)
    }

    /// Puts a text that is kept at a row and a column, as [`put`](Self::put) does.
    pub fn show(&mut self, row: u32, column: usize, span: Span) -> Result<(), SheetError> {
        let bytes = span.length();
        if bytes == 0 {
            return Ok(());
        }
        Self::check(self.limits, row, column, bytes, || span.text(&self.texts).chars().count())?;
        self.count(bytes)?;
        self.place(row, column, span)
    }

    fn check(
        limits: &Limits,
        row: u32,
        column: usize,
        bytes: usize,
        scalars: impl Fn() -> usize,
    ) -> Result<(), SheetError> {
        if column >= limits.columns {
            return Err(SheetError::TooManyColumns { limit: limits.columns });
        }
        // A scalar value has at least one byte: most cells need not be counted.
        if bytes > limits.cell && scalars() > limits.cell {
            return Err(SheetError::CellTooLong { row, limit: limits.cell });
        }
        Ok(())
    }

    fn count(&mut self, bytes: usize) -> Result<(), SheetError> {
        self.shown += bytes;
        if self.shown > self.limits.text { Err(SheetError::TooLarge("texts")) } else { Ok(()) }
    }

    fn place(&mut self, row: u32, column: usize, span: Span) -> Result<(), SheetError> {
        let (number, headings) = self.headings.get_or_insert_with(|| (row, Vec::new()));
        if *number == row {
            headings.resize(column, String::new());
            headings.push(span.text(&self.texts).to_owned());
            return Ok(());
        }
        if self.cells.len() >= self.limits.cells {
            return Err(SheetError::TooLarge("cells"));
        }
        let packed = || {
            let length = u32::try_from(span.length()).ok().filter(|length| *length < 1 << LENGTH_BITS)?;
            let column = u32::from(u8::try_from(column).ok()?) << LENGTH_BITS;
            Some(Place { start: span.start, length_and_column: column | length })
        };
        self.cells.push(packed().ok_or(SheetError::TooLarge("texts"))?);
        let end = u32::try_from(self.cells.len()).map_err(|_| SheetError::TooLarge("cells"))?;
        let rows = self.rows.len();
        match self.rows.last_mut() {
            Some(last) if last.number == row => last.end = end,
            Some(_) | None if rows >= self.limits.rows => {
                return Err(SheetError::TooManyRows { limit: self.limits.rows });
            }
            Some(_) | None => self.rows.push(Line { number: row, end }),
        }
        Ok(())
    }

    pub fn finish(self) -> Result<Sheet, SheetError> {
        let Self { limits: _, texts, headings, rows, cells, shown: _ } = self;
        match headings {
            Some((_, headings)) if !rows.is_empty() => Ok(Sheet { headings, texts, rows, cells }),
            _ => Err(SheetError::Empty),
        }
    }
}
