//! From a file that somebody sent to pictures of ours. Nothing of the file is kept but its pixels.
//!
//! A crate of its own because it is all arithmetic over pixels: the profiles of development optimise it, and with it the
//! generic code of `image` that it makes use of.

use std::io::Cursor;

use bytes::Bytes;
use image::{
    DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage,
    codecs::jpeg::JpegEncoder,
    imageops::{self, FilterType},
};

/// Pixels of a picture that is taken.
pub const PIXELS: u64 = 24_000_000;
/// How wide pictures are made; one that is smaller keeps its width.
pub const WIDTHS: [u16; 3] = [96, 320, 960];

/// Out of 100; above it files grow faster than anybody sees.
const QUALITY: u8 = 82;
/// Bytes that decoding may take: the largest picture with four channels of two bytes, and room to work.
const MEMORY: u64 = 256 * 1024 * 1024;
/// Longest side in pixels. With it a picture of one row cannot make buffers of odd shapes.
const SIDE: u32 = 24_000;

/// What a file was refused for; none of it is told to people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be read: {0}")]
pub struct Unreadable(pub String);

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
    let format = match image::guess_format(file) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) => format,
        Ok(format) => return Err(refused(format!("{format:?} is not taken"))),
        Err(error) => return Err(refused(error)),
    };
    if format == ImageFormat::Jpeg && !jpeg_ends(file) {
        return Err(refused("the file ends in the middle"));
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE);
    limits.max_image_height = Some(SIDE);
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXELS || width == 0 || height == 0 {
        return Err(refused(format!("{width} × {height} pixels")));
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
    imageops::resize(picture, width, height, FilterType::Lanczos3)
}

fn encode(picture: &RgbImage) -> Result<Bytes, Unreadable> {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, QUALITY).encode_image(picture).map_err(refused)?;
    Ok(Bytes::from(file))
}

/// Whether a JPEG's own end follows its pictures. The decoder would fill what is missing with grey.
fn jpeg_ends(file: &[u8]) -> bool {
    let mut at = 2;
    loop {
        // To the next marker: past the pixels, in which FF stands only before 00 and before restarts.
        let Some(found) = file
            .get(at..)
            .and_then(|rest| rest.windows(2).position(|pair| matches!(pair, [0xFF, 0x01..=0xCF | 0xD8..=0xFE])))
        else {
            return false;
        };
        at += found;
        match (file.get(at + 1), file.get(at + 2), file.get(at + 3)) {
            (Some(0xD9), ..) => return true,
            (Some(_), Some(high), Some(low)) => at += 2 + usize::from(u16::from_be_bytes([*high, *low])).max(2),
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests;
