//! What a file says of itself, looked at before anything of it is decoded.

use image::ImageFormat;

use crate::{PIXELS, Unreadable, refused};

/// Longest side in pixels. With it a picture of one row cannot make buffers of odd shapes.
pub(crate) const SIDE: u32 = 24_000;
/// Passes over a JPEG's pixels. Encoders make about ten, at most 18; a few bytes are enough for one more.
const SCANS: usize = 32;
/// Pixels of a picture whose channels have two bytes or are four for print: it is there twice for a moment.
const DEEP_PIXELS: u64 = 16_000_000;
/// What a PNG's pixels need of it, and which way up it is; texts, colour profiles and animations may unpack to anything.
const PNG_CHUNKS: [&[u8]; 6] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"eXIf"];
/// Bytes of a PNG's note on which way up it is; cameras' are smaller.
const PNG_NOTE: usize = 64 * 1024;

/// The kinds that are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Jpeg,
    Png,
    WebP,
}

impl From<Kind> for ImageFormat {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Jpeg => Self::Jpeg,
            Kind::Png => Self::Png,
            Kind::WebP => Self::WebP,
        }
    }
}

/// Kind and size of a picture, as its head claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) kind: Kind,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Head {
    pub(crate) fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    fn check(self, most: u64) -> Result<Self, Unreadable> {
        let Self { kind, width, height } = self;
        if self.pixels() == 0 || self.pixels() > most || width > SIDE || height > SIDE {
            return Err(refused(format!("a {kind:?} of {width} × {height} pixels")));
        }
        Ok(self)
    }
}

/// Reads the head. Takes no longer than to step over the file's parts.
pub(crate) fn read(file: &[u8]) -> Result<Head, Unreadable> {
    let head = match file {
        [0xFF, 0xD8, 0xFF, ..] => jpeg(file),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => png(file),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => webp(file),
        _ => return Err(refused("a kind of file that is not taken")),
    };
    head.unwrap_or_else(|| Err(refused("the file ends in its head")))
}

/// A part of a file: a marker or name, and what it holds.
struct Part<'a, const N: usize> {
    name: [u8; N],
    content: &'a [u8],
    /// Where the next one begins.
    end: usize,
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn little(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

// === JPEG ===

/// The next marker from `at` on, and its segment: past the pixels, in which FF stands only before 00 and restarts.
fn segment(file: &[u8], at: usize) -> Option<Part<'_, 1>> {
    let rest = file.get(at..)?;
    let at = at + rest.windows(2).position(|pair| matches!(pair, [0xFF, 0x01..=0xCF | 0xD8..=0xFE]))?;
    let name = [*file.get(at + 1)?];
    if name == [0xD9] {
        return Some(Part { name, content: &[], end: at + 2 });
    }
    let length = usize::try_from(number(file.get(at + 2..at + 4)?)).ok()?.max(2);
    let end = at + 2 + length;
    Some(Part { name, content: file.get(at + 4..end)?, end })
}

fn jpeg(file: &[u8]) -> Option<Result<Head, Unreadable>> {
    let mut at = 2;
    loop {
        let Part { name: [marker], content, end } = segment(file, at)?;
        at = end;
        match marker {
            // Baseline, extended and progressive.
            0xC0..=0xC2 => {
                let (height, width) = (number(content.get(1..3)?), number(content.get(3..5)?));
                let most = if *content.get(5)? > 3 { DEEP_PIXELS } else { PIXELS };
                return Some(Head { kind: Kind::Jpeg, width, height }.check(most));
            }
            0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                return Some(Err(refused("a kind of JPEG that is not taken")));
            }
            0xD8..=0xDA => return Some(Err(refused("a JPEG without a size"))),
            _ => {}
        }
    }
}

/// Whether a JPEG is whole and no more than a picture: its own end follows its pixels (the decoder would fill what is
/// missing with grey), there is one picture, and not too many passes over it.
pub(crate) fn check_jpeg(file: &[u8]) -> Result<(), Unreadable> {
    let (mut at, mut frames, mut scans) = (2, 0, 0);
    while let Some(Part { name: [marker], end, .. }) = segment(file, at) {
        at = end;
        match marker {
            0xD9 => return Ok(()),
            0xD8 => return Err(refused("a picture in a picture")),
            0xC0..=0xC2 => frames += 1,
            0xDA => scans += 1,
            _ => {}
        }
        if frames > 1 || scans > SCANS {
            return Err(refused(format!("{frames} frames in {scans} passes")));
        }
    }
    Err(refused("the file ends in the middle"))
}

// === PNG ===

fn chunk(file: &[u8], at: usize) -> Option<Part<'_, 4>> {
    let length = usize::try_from(number(file.get(at..at + 4)?)).ok()?;
    let name = file.get(at + 4..at + 8)?.try_into().ok()?;
    let end = at.checked_add(length)?.checked_add(12)?;
    Some(Part { name, content: file.get(at + 8..end - 4)?, end: end.min(file.len()) })
}

fn png(file: &[u8]) -> Option<Result<Head, Unreadable>> {
    let Part { name, content, .. } = chunk(file, 8)?;
    if &name != b"IHDR" {
        return Some(Err(refused("a PNG without a size")));
    }
    let (width, height) = (number(content.get(..4)?), number(content.get(4..8)?));
    let deep = *content.get(8)? == 16;
    Some(Head { kind: Kind::Png, width, height }.check(if deep { DEEP_PIXELS } else { PIXELS }))
}

/// The PNG with nothing in it but its pixels.
pub(crate) fn plain_png(file: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(file.len());
    let mut at = 8.min(file.len());
    plain.extend_from_slice(&file[..at]);
    while let Some(Part { name, content, end }) = chunk(file, at) {
        if PNG_CHUNKS.contains(&name.as_slice()) && (&name != b"eXIf" || content.len() <= PNG_NOTE) {
            plain.extend_from_slice(&file[at..end]);
        }
        at = end;
    }
    plain
}

// === WebP ===

fn riff(file: &[u8], at: usize) -> Option<Part<'_, 4>> {
    let name = file.get(at..at + 4)?.try_into().ok()?;
    let length = usize::try_from(little(file.get(at + 4..at + 8)?)).ok()?;
    let end = at.checked_add(8)?.checked_add(length)?;
    Some(Part { name, content: file.get(at + 8..end)?, end: end + length % 2 })
}

fn webp(file: &[u8]) -> Option<Result<Head, Unreadable>> {
    let mut at = 12;
    // The canvas and the picture on it each claim a size; the picture stands behind the canvas.
    loop {
        let Part { name, content, end } = riff(file, at)?;
        at = end;
        let (width, height) = match &name {
            b"VP8 " => (little(content.get(6..8)?) & 0x3FFF, little(content.get(8..10)?) & 0x3FFF),
            b"VP8L" => {
                let size = little(content.get(1..5)?);
                ((size & 0x3FFF) + 1, ((size >> 14) & 0x3FFF) + 1)
            }
            b"VP8X" if content.first()? & 0x02 != 0 => return Some(Err(refused("a moving picture"))),
            b"VP8X" => (little(content.get(4..7)?) + 1, little(content.get(7..10)?) + 1),
            b"ANIM" | b"ANMF" => return Some(Err(refused("a moving picture"))),
            _ => continue,
        };
        let head = Head { kind: Kind::WebP, width, height }.check(PIXELS);
        if head.is_err() || &name != b"VP8X" {
            return Some(head);
        }
    }
}
