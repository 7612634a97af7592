//! A file on its way to its decoder, for as long as the decoder keeps within its budget.

use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom};

use pishkhan_memory::Held;

/// Bytes that a decoder is given at a time; it is looked at before each.
const STEP: usize = 4 * 1024;

/// A file that ends with an error when whoever reads it has allocated too much.
///
/// Some formats let a few bytes ask for a thousand times as many, in places that no head tells of: the code tables of
/// lossless `WebP` are 4 KiB for each twelve bytes.
pub(crate) struct Watched<'a> {
    file: Cursor<&'a [u8]>,
    held: Option<Held>,
    most: u64,
}

impl<'a> Watched<'a> {
    /// To be read on this thread, which may allocate `most` bytes meanwhile.
    pub(crate) fn new(file: &'a [u8], most: u64) -> Self {
        Self { file: Cursor::new(file), held: Held::from_now(), most }
    }
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let held = self.held.as_ref().map_or(u64::MAX, Held::bytes);
        if held > self.most {
            return Err(io::Error::other(format!("decoding takes {held} bytes of memory")));
        }
        let rest = self.file.fill_buf()?;
        Ok(rest.get(..STEP).unwrap_or(rest))
    }

    fn consume(&mut self, amount: usize) {
        self.file.consume(amount);
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

impl Seek for Watched<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
