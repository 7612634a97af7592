//! From a file that somebody sent to pictures of ours. Nothing of the file is kept but its pixels.
//!
//! A crate of its own because it is all arithmetic over pixels: the profiles of development optimise it, and with it the
//! generic code of `image` that it makes use of.

mod head;
mod watched;

use bytes::Bytes;
use image::{
    DynamicImage, ImageDecoder as _, ImageReader, Limits, RgbImage,
    codecs::jpeg::JpegEncoder,
    imageops::{self, FilterType},
};

use head::{Head, Kind};
use watched::Watched;

/// Pixels of a picture that is taken.
pub const PIXELS: u64 = 24_000_000;
/// How wide pictures are made; one that is smaller keeps its width.
pub const WIDTHS: [u16; 3] = [96, 320, 960];

/// Pixels of a small picture.
const SMALL: u64 = 2_000_000;
/// Out of 100; above it files grow faster than anybody sees.
const QUALITY: u8 = 82;
/// Bytes that decoding a large picture may take, and a small one.
const MEMORY: u64 = 256 * 1024 * 1024;
const SMALL_MEMORY: u64 = 64 * 1024 * 1024;
/// Bytes that the careful filter may take between its two steps, where each pixel is four numbers of four bytes.
const BETWEEN: u64 = 96 * 1024 * 1024;

/// What it takes to make the pictures of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// A third of a second of a core, and 64 MiB.
    Small,
    /// A second of a core, and 256 MiB.
    Large,
}

/// What a file was refused for; none of it is told to people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be read: {0}")]
pub struct Unreadable(pub String);

/// What the pictures of a file will take, as its head tells; refuses what would take more than it may. Decodes nothing.
pub fn weigh(file: &[u8]) -> Result<Weight, Unreadable> {
    head::read(file).map(weight)
}

fn weight(head: Head) -> Weight {
    if head.pixels() <= SMALL { Weight::Small } else { Weight::Large }
}

/// Decodes a JPEG, PNG or WebP, turns it as its camera was held, and makes JPEGs of it in all widths, the narrowest first.
///
/// The size that its head claims is looked at before anything is decoded. Takes up to a second of a core: call it where
/// that holds up nobody.
pub fn prepare(file: &[u8]) -> Result<[Bytes; 3], Unreadable> {
    let [narrow, middle, wide] = WIDTHS.map(u32::from);
    let whole = decode(file)?;
    // A quick way down to about twice the size first: the careful filter over all pixels would take several times as long.
    let rough = if whole.width() / wide >= 4 {
        let (width, height) = fit(&whole, wide * 2);
        imageops::thumbnail(&whole, width, height)
    } else {
        whole
    };
    let large = scaled(&rough, wide);
    let medium = scaled(&large, middle);
    let small = scaled(&medium, narrow);
    Ok([encode(&small)?, encode(&medium)?, encode(&large)?])
}

fn refused(problem: impl std::fmt::Display) -> Unreadable {
    Unreadable(problem.to_string())
}

fn decode(file: &[u8]) -> Result<RgbImage, Unreadable> {
    let head = head::read(file)?;
    let plain;
    let file = match head.kind {
        Kind::Png => {
            plain = head::plain_png(file);
            &plain
        }
        Kind::Jpeg => {
            head::check_jpeg(file)?;
            file
        }
        Kind::WebP => file,
    };
    let most = match weight(head) {
        Weight::Small => SMALL_MEMORY,
        Weight::Large => MEMORY,
    };
    let mut reader = ImageReader::with_format(Watched::new(file, most), head.kind.into());
    let mut limits = Limits::default();
    limits.max_image_width = Some(head::SIDE);
    limits.max_image_height = Some(head::SIDE);
    limits.max_alloc = Some(most);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    // What was looked at is what is decoded.
    if decoder.dimensions() != (head.width, head.height) {
        return Err(refused(format!("{:?} pixels, not as claimed", decoder.dimensions())));
    }
    // A file whose notes cannot be read is shown as it lies.
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let mut picture = flat(DynamicImage::from_decoder(decoder).map_err(refused)?);
    picture.apply_orientation(orientation);
    Ok(picture.into_rgb8())
}

/// The picture on white, where it can be seen through.
fn flat(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return DynamicImage::ImageRgb8(picture.into_rgb8());
    }
    let seen_through = picture.into_rgba8();
    let (width, height) = seen_through.dimensions();
    let mut on_white = RgbImage::new(width, height);
    for (above, pixel) in seen_through.pixels().zip(on_white.pixels_mut()) {
        let [red, green, blue, alpha] = above.0;
        pixel.0 = [red, green, blue].map(|colour| over_white(colour, alpha));
    }
    DynamicImage::ImageRgb8(on_white)
}

fn over_white(colour: u8, alpha: u8) -> u8 {
    let (colour, alpha) = (u16::from(colour), u16::from(alpha));
    // At most 255 · 255 + 127, which fits.
    let mixed = (colour * alpha + 255 * (255 - alpha) + 127) / 255;
    u8::try_from(mixed).unwrap_or(u8::MAX)
}

/// Width and height at most so wide, in the same proportion, and at least one pixel each.
fn fit(picture: &RgbImage, width: u32) -> (u32, u32) {
    let (own_width, own_height) = picture.dimensions();
    if own_width <= width {
        return (own_width, own_height);
    }
    let height = (u64::from(own_height) * u64::from(width) + u64::from(own_width) / 2) / u64::from(own_width);
    (width, u32::try_from(height).unwrap_or(u32::MAX).max(1))
}

fn scaled(picture: &RgbImage, width: u32) -> RgbImage {
    let (width, height) = fit(picture, width);
    if (width, height) == picture.dimensions() {
        return picture.clone();
    }
    // It makes the height first: of a strip as tall as a tower there is too much then, and the quick way has to do.
    if u64::from(picture.width()) * u64::from(height) * 16 > BETWEEN {
        return imageops::thumbnail(picture, width, height);
    }
    imageops::resize(picture, width, height, FilterType::Lanczos3)
}

fn encode(picture: &RgbImage) -> Result<Bytes, Unreadable> {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, QUALITY).encode_image(picture).map_err(refused)?;
    Ok(Bytes::from(file))
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
