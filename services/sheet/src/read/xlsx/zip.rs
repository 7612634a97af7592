//! The parts of a zip file, found in its bytes. Nothing is reserved for what the file claims: the directory is walked
//! where it lies, as far as its entries are there.

use std::io::{self, BufRead, Read};

use flate2::{Crc, bufread::DeflateDecoder};

use super::{Budget, OverBudget, unreadable};
use crate::SheetError;

/// Entries of the directory at most; a plain workbook has about ten.
const ENTRIES: u64 = 4_096;
/// Bytes that are unpacked at a time.
const CHUNK: usize = 32 * 1024;

const END: &[u8] = b"PK\x05\x06";
const END_SIZE: usize = 22;
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";
const LOCATOR_64_SIZE: usize = 20;
const ENTRY: &[u8] = b"PK\x01\x02";
const ENTRY_SIZE: usize = 46;
const LOCAL: &[u8] = b"PK\x03\x04";
const LOCAL_SIZE: usize = 30;
/// The kind of extra field that has what does not go into 32 bits.
const EXTRA_64: u16 = 1;

fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], SheetError> {
    let found = at.checked_add(N).and_then(|end| bytes.get(at..end)).and_then(|found| found.try_into().ok());
    found.ok_or_else(|| unreadable("the zip file ends too early"))
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, SheetError> {
    bytes_at(bytes, at).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Result<u32, SheetError> {
    bytes_at(bytes, at).map(u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> Result<u64, SheetError> {
    bytes_at(bytes, at).map(u64::from_le_bytes)
}

fn length_at(bytes: &[u8], at: usize) -> Result<usize, SheetError> {
    u16_at(bytes, at).map(usize::from)
}

fn place(number: u64) -> Result<usize, SheetError> {
    usize::try_from(number).map_err(|_| unreadable("a place outside of the zip file"))
}

/// A zip file whose directory was found.
pub(super) struct Archive<'a> {
    bytes: &'a [u8],
    directory: usize,
    entries: u64,
}

/// What the directory says of a part.
struct Entry<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    local: u64,
    /// Where the next entry begins.
    end: usize,
}

impl<'a> Archive<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, SheetError> {
        let last = bytes.len().checked_sub(END_SIZE).ok_or_else(|| unreadable("no zip file"))?;
        // A comment of at most 65,535 bytes may follow the end.
        let is_end = |at: &usize| {
            bytes.get(*at..).is_some_and(|rest| rest.starts_with(END))
                && length_at(bytes, at + 20).is_ok_and(|comment| at + END_SIZE + comment <= bytes.len())
        };
        let end = (last.saturating_sub(usize::from(u16::MAX))..=last).rev().find(is_end);
        let end = end.ok_or_else(|| unreadable("a zip file without its end"))?;
        let (mut entries, mut directory) = (u64::from(u16_at(bytes, end + 10)?), u64::from(u32_at(bytes, end + 16)?));
        let locator = end
            .checked_sub(LOCATOR_64_SIZE)
            .filter(|at| bytes_at(bytes, *at).is_ok_and(|found: [u8; 4]| found == LOCATOR_64));
        if let Some(locator) = locator {
            let end = place(u64_at(bytes, locator + 8)?)?;
            if bytes_at::<4>(bytes, end)? != END_64 {
                return Err(unreadable("a zip file without its end"));
            }
            (entries, directory) = (u64_at(bytes, end + 32)?, u64_at(bytes, end + 48)?);
        }
        if entries > ENTRIES {
            return Err(SheetError::TooLarge("parts"));
        }
        Ok(Self { bytes, directory: place(directory)?, entries })
    }

    /// The part of a name, in letters of any size, as it unpacks within the budget.
    pub fn part<'b>(&self, name: &str, budget: &'b mut Budget) -> Result<Option<Part<'a, 'b>>, SheetError> {
        let mut at = self.directory;
        for _ in 0..self.entries {
            let entry = self.entry(at)?;
            at = entry.end;
            if entry.name.eq_ignore_ascii_case(name.as_bytes()) {
                return self.unpack(&entry, budget).map(Some);
            }
        }
        Ok(None)
    }

    fn entry(&self, at: usize) -> Result<Entry<'a>, SheetError> {
        let bytes = self.bytes;
        if bytes_at::<4>(bytes, at)? != ENTRY {
            return Err(unreadable("the zip file's directory is broken"));
        }
        let name_end = at + ENTRY_SIZE + length_at(bytes, at + 28)?;
        let extra_end = name_end + length_at(bytes, at + 30)?;
        let end = extra_end + length_at(bytes, at + 32)?;
        let cut = || unreadable("the zip file ends too early");
        let name = bytes.get(at + ENTRY_SIZE..name_end).ok_or_else(cut)?;
        let extra = bytes.get(name_end..extra_end).ok_or_else(cut)?;
        let (unpacked, packed, local) = (u32_at(bytes, at + 24)?, u32_at(bytes, at + 20)?, u32_at(bytes, at + 42)?);
        // The large field has, in this order, only those that do not go into 32 bits.
        let mut large = large_fields(extra)?;
        let mut wide = |small: u32| match small {
            u32::MAX => large.split_at_checked(8).map_or_else(
                || Err(cut()),
                |(number, rest)| {
                    large = rest;
                    u64_at(number, 0)
                },
            ),
            small => Ok(u64::from(small)),
        };
        wide(unpacked)?;
        let (packed, local) = (wide(packed)?, wide(local)?);
        let (flags, method, crc) = (u16_at(bytes, at + 8)?, u16_at(bytes, at + 10)?, u32_at(bytes, at + 16)?);
        Ok(Entry { name, flags, method, crc, packed, local, end })
    }

    fn unpack<'b>(&self, entry: &Entry<'_>, budget: &'b mut Budget) -> Result<Part<'a, 'b>, SheetError> {
        if entry.flags & 1 != 0 {
            return Err(unreadable("a locked workbook"));
        }
        let local = place(entry.local)?;
        if bytes_at::<4>(self.bytes, local)? != LOCAL {
            return Err(unreadable("a part of the zip file is not where it should be"));
        }
        let name_and_extra = length_at(self.bytes, local + 26)? + length_at(self.bytes, local + 28)?;
        let start = local + LOCAL_SIZE + name_and_extra;
        let packed = start.checked_add(place(entry.packed)?).and_then(|end| self.bytes.get(start..end));
        let packed = packed.ok_or_else(|| unreadable("the zip file ends too early"))?;
        let source = match entry.method {
            0 => Source::Stored(packed),
            8 => Source::Deflated(DeflateDecoder::new(packed)),
            _ => return Err(unreadable("packed in an unusual way")),
        };
        let chunk = vec![0; CHUNK].into_boxed_slice();
        Ok(Part { source, wanted: entry.crc, crc: Crc::new(), chunk, start: 0, end: 0, node: 0, budget })
    }
}

/// The extra field of large numbers; empty when there is none.
fn large_fields(mut extra: &[u8]) -> Result<&[u8], SheetError> {
    while extra.len() >= 4 {
        let (kind, length) = (u16_at(extra, 0)?, length_at(extra, 2)?);
        let Some(field) = extra.get(4..4 + length) else { break };
        if kind == EXTRA_64 {
            return Ok(field);
        }
        extra = extra.get(4 + length..).unwrap_or_default();
    }
    Ok(&[])
}

enum Source<'a> {
    Stored(&'a [u8]),
    Deflated(DeflateDecoder<&'a [u8]>),
}

/// A part while it unpacks: no more than the budget has left, and no more of one XML node than
/// [`Budget::NODE`].
pub(super) struct Part<'a, 'b> {
    source: Source<'a>,
    wanted: u32,
    crc: Crc,
    chunk: Box<[u8]>,
    start: usize,
    end: usize,
    /// Bytes since the last node began.
    node: usize,
    pub budget: &'b mut Budget,
}

impl Part<'_, '_> {
    /// Whoever reads nodes says where each begins.
    pub fn begin_node(&mut self) {
        self.node = 0;
    }

    /// Unpacks the rest for nobody, to know that the part is whole.
    pub fn finish(&mut self) -> io::Result<()> {
        loop {
            self.begin_node();
            let length = self.fill_buf()?.len();
            if length == 0 {
                return Ok(());
            }
            self.consume(length);
        }
    }
}

impl Read for Part<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Part<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.node > Budget::NODE {
            return Err(io::Error::other(OverBudget("one text")));
        }
        if self.start == self.end {
            let length = match &mut self.source {
                Source::Stored(bytes) => bytes.read(&mut self.chunk)?,
                Source::Deflated(decoder) => decoder.read(&mut self.chunk)?,
            };
            let read = self.chunk.get(..length).unwrap_or_default();
            self.crc.update(read);
            self.budget.unpack(length)?;
            if length == 0 && self.crc.sum() != self.wanted {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a part of the zip file is damaged"));
            }
            (self.start, self.end) = (0, length);
        }
        Ok(self.chunk.get(self.start..self.end).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.start = (self.start + amount).min(self.end);
        self.node += amount;
    }
}
