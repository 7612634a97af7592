//! The rows of a whole file, held as small as they are, and what can be said of each before the catalogue is asked.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasher as _, RandomState},
    mem,
};

use super::row::{CELLS, Problem, RawRow, Row, Units, check, problem};
use crate::domain::limits;

/// Rows of a file that are compared with the catalogue at a time; a product's are never parted.
const BATCH: usize = limits::ROWS_OF_PRODUCT;
/// Bytes of their texts, if they are of several products.
const BATCH_BYTES: usize = 1024 * 1024;
/// Bytes of texts that are turned from one form into another at a time.
const PORTION: usize = 256 * 1024;
/// Rows of a portion.
const ROWS: usize = 500;
/// Bytes of a buffer of texts.
const TEXTS: usize = 1024 * 1024;

/// Why a file has no room for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// There are too many rows.
    #[error("a file may have {} rows", limits::FILE)]
    TooManyRows,
    /// There is too much text.
    #[error("the rows of a file may have {} bytes of text", limits::FILE_BYTES)]
    TooLarge,
    /// A row is known by its number.
    #[error("rows stand in the order of their numbers")]
    OutOfOrder,
}

/// The rows of a file as they stand there: their texts one after the other, and 68 bytes for each row.
#[derive(Debug, Default)]
pub struct RawFile {
    /// Of which none grows: one that is copied into a larger one is there twice.
    texts: Vec<String>,
    rows: Vec<Place>,
    bytes: usize,
}

/// In which of the texts a row is, where it begins there, and where its cells end.
#[derive(Debug, Clone, Copy)]
struct Place {
    row: i32,
    texts: u32,
    start: u32,
    ends: [u32; CELLS],
}

impl RawFile {
    /// Adds a row below the others.
    pub fn push(&mut self, raw: &RawRow) -> Result<(), FileError> {
        if self.rows.len() >= limits::FILE {
            return Err(FileError::TooManyRows);
        }
        if self.rows.last().is_some_and(|last| last.row >= raw.row) {
            return Err(FileError::OutOfOrder);
        }
        let cells = raw.cells();
        let bytes = cells.iter().map(|(_, text)| text.len()).sum::<usize>();
        if self.bytes + bytes > limits::FILE_BYTES {
            return Err(FileError::TooLarge);
        }
        if self.texts.last().is_none_or(|texts| texts.capacity() - texts.len() < bytes) {
            self.texts.push(String::with_capacity(bytes.max(TEXTS)));
        }
        let (count, Some(texts)) = (self.texts.len(), self.texts.last_mut()) else { return Err(FileError::TooLarge) };
        // All of these stay far below 4 GiB.
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let mut found = Place { row: raw.row, texts: small(count - 1), start: small(texts.len()), ends: [0; CELLS] };
        for (end, (_, text)) in found.ends.iter_mut().zip(cells) {
            texts.push_str(text);
            *end = small(texts.len());
        }
        self.bytes += bytes;
        self.rows.push(found);
        Ok(())
    }

    /// How many rows there are.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row at `index`, counted from 0; an empty one beyond the end.
    pub fn row(&self, index: u32) -> RawRow {
        let Some(Place { row, texts, start, ends }) = self.rows.get(place(index)) else { return RawRow::default() };
        let texts = self.texts.get(place(*texts)).map_or("", String::as_str);
        let (mut start, mut ends) = (place(*start), ends.iter());
        RawRow::of_cells(*row, || {
            let end = ends.next().map_or(start, |end| place(*end));
            let text = texts.get(start..end).unwrap_or_default().to_owned();
            start = end;
            text
        })
    }

    /// Bytes of the texts of the row at `index`.
    fn bytes(&self, index: u32) -> usize {
        self.rows.get(place(index)).map_or(0, |found| place(found.ends[CELLS - 1] - found.start))
    }

    /// The rows at `indices` in portions that cost little, whatever stands in them.
    pub fn portions<'a>(&'a self, indices: &'a [u32]) -> impl Iterator<Item = &'a [u32]> {
        let mut rest = indices;
        std::iter::from_fn(move || {
            let mut bytes = 0;
            let fits = rest.iter().take(ROWS).take_while(|index| {
                bytes += self.bytes(**index);
                bytes <= PORTION
            });
            // One row has its portion, however large it is.
            let (portion, after) = rest.split_at_checked(fits.count().max(1))?;
            rest = after;
            Some(portion)
        })
    }
}

fn place(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A file's rows, told apart by what they say themselves.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    /// The places of the rows that may be taken, in their order. All rows of a product are in one batch.
    pub batches: Vec<Vec<u32>>,
    /// The places of the others.
    pub refused: Vec<u32>,
    /// Of those that are good by themselves: why they do not go with the rows before them.
    unfit: HashMap<u32, &'static str>,
}

impl Sorted {
    /// Looks at all rows. What the catalogue has is not asked.
    pub fn of(file: &RawFile, units: &Units) -> Self {
        Self::bounded(file, units, limits::ROWS_OF_PRODUCT, BATCH)
    }

    /// At most so many rows of a product, which have to fit into a batch.
    fn bounded(file: &RawFile, units: &Units, of_product: usize, of_batch: usize) -> Self {
        // Codes are told apart by 64 bits, mixed anew for each file.
        let hasher = RandomState::new();
        let mut sorted = Self::default();
        let (mut types, mut products) = (HashSet::new(), HashMap::<u64, usize>::new());
        let mut rows_of_products: Vec<Vec<u32>> = Vec::new();
        for index in (0..).take(file.len()) {
            let Ok(row) = check(&file.row(index), units) else {
                sorted.refused.push(index);
                continue;
            };
            if !types.insert(hasher.hash_one(&row.type_code)) {
                sorted.refuse(index, problem::DUPLICATE);
                continue;
            }
            let next = rows_of_products.len();
            let product = *products.entry(hasher.hash_one(&row.product_code)).or_insert(next);
            if product == next {
                rows_of_products.push(Vec::new());
            }
            match rows_of_products.get_mut(product) {
                Some(rows) if rows.len() < of_product => rows.push(index),
                _ => sorted.refuse(index, problem::TOO_MANY_TYPES),
            }
        }
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for mut rows in rows_of_products {
            let more: usize = rows.iter().map(|index| file.bytes(*index)).sum();
            if batch.len() + rows.len() > of_batch || bytes + more > BATCH_BYTES {
                sorted.close(mem::take(&mut batch));
                bytes = 0;
            }
            batch.append(&mut rows);
            bytes += more;
        }
        sorted.close(batch);
        sorted
    }

    fn refuse(&mut self, index: u32, problem: &'static str) {
        self.refused.push(index);
        self.unfit.insert(index, problem);
    }

    fn close(&mut self, mut batch: Vec<u32>) {
        if !batch.is_empty() {
            batch.sort_unstable();
            self.batches.push(batch);
        }
    }

    /// Everything that is wrong with the refused row at `index`.
    pub fn problems(&self, file: &RawFile, index: u32, units: &Units) -> Vec<Problem> {
        match check(&file.row(index), units) {
            Ok(row) => {
                let problem = self.unfit.get(&index).copied().unwrap_or(problem::INVALID);
                vec![Problem::new(row.row, "type_code", &row.type_code, problem)]
            }
            Err(problems) => problems,
        }
    }

    /// The rows at `indices`, which are good ones.
    pub fn good(file: &RawFile, indices: &[u32], units: &Units) -> Vec<Row> {
        indices.iter().filter_map(|index| check(&file.row(*index), units).ok()).collect()
    }
}

#[cfg(test)]
mod tests;
