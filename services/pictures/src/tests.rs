use std::{fs, time::Duration};

use image::{Rgb, Rgba, RgbaImage, codecs::png::PngEncoder, codecs::webp::WebPEncoder};

use super::*;

/// What this thread has had of a core, whatever else the machine does.
pub(crate) fn core_time() -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(told.split(' ').next().unwrap().parse().unwrap())
}

/// Left half red, right half blue.
fn two_halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([250, 10, 10]) } else { Rgb([10, 10, 250]) })
}

fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, 95).encode_image(picture).unwrap();
    file
}

fn png(picture: impl Into<DynamicImage>) -> Vec<u8> {
    let mut file = Vec::new();
    picture.into().write_with_encoder(PngEncoder::new(&mut file)).unwrap();
    file
}

fn webp(picture: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    picture.write_with_encoder(WebPEncoder::new_lossless(&mut file)).unwrap();
    file
}

/// EXIF with an orientation, a place on the map and a name that must not survive.
fn exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x02".to_vec();
    exif.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    exif.extend([0x01, 0x0F, 0, 2, 0, 0, 0, 12, 0, 0, 0, 38]);
    exif.extend([0, 0, 0, 0]);
    exif.extend(b"GPS-SECRET!\0");
    exif
}

fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let exif = exif(orientation);
    let mut file = jpeg[..2].to_vec();
    file.extend([0xFF, 0xE1]);
    file.extend(u16::try_from(exif.len() + 2).unwrap().to_be_bytes());
    file.extend(exif);
    file.extend(&jpeg[2..]);
    file
}

pub(crate) fn chunk(kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
    let mut checked = kind.to_vec();
    checked.extend(data);
    chunk.extend(&checked);
    let mut crc = u32::MAX;
    for byte in checked {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    chunk.extend((!crc).to_be_bytes());
    chunk
}

/// A few bytes of PNG that claim to be so large.
fn claiming(width: u32, height: u32) -> Vec<u8> {
    let mut head = width.to_be_bytes().to_vec();
    head.extend(height.to_be_bytes());
    head.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(*b"IHDR", &head));
    file.extend(chunk(*b"IDAT", &[0x78, 0x9C, 0x63, 0, 0, 0, 2, 0, 1]));
    file.extend(chunk(*b"IEND", &[]));
    file
}

fn read(file: &Bytes) -> RgbImage {
    assert!(file.starts_with(&[0xFF, 0xD8, 0xFF]), "every file is a JPEG");
    image::load_from_memory(file).unwrap().into_rgb8()
}

/// The pictures of a file, the smallest first.
#[track_caller]
fn pictures(file: &[u8]) -> [RgbImage; 3] {
    prepare(file).unwrap().map(|file| read(&file))
}

#[track_caller]
fn near(picture: &RgbImage, x: u32, y: u32, wanted: [u8; 3]) {
    let found = picture.get_pixel(x, y).0;
    assert!(found.iter().zip(wanted).all(|(found, wanted)| found.abs_diff(wanted) < 12), "{found:?} is not {wanted:?}");
}

#[test]
fn each_kind_comes_out_in_three_widths() {
    let original = two_halves(1_600, 1_200);
    for file in [jpeg(&original), png(original.clone()), webp(&original)] {
        let [small, medium, large] = pictures(&file);
        assert_eq!(small.dimensions(), (96, 72));
        assert_eq!(medium.dimensions(), (320, 240));
        assert_eq!(large.dimensions(), (960, 720));
        for picture in [&small, &medium, &large] {
            near(picture, 5, 5, [250, 10, 10]);
            near(picture, picture.width() - 5, 5, [10, 10, 250]);
        }
    }
}

#[test]
fn nothing_is_made_larger_than_it_was() {
    let [small, medium, large] = pictures(&png(two_halves(200, 100)));
    assert_eq!((small.dimensions(), medium.dimensions(), large.dimensions()), ((96, 48), (200, 100), (200, 100)));
    for picture in pictures(&png(two_halves(1, 1))) {
        assert_eq!(picture.dimensions(), (1, 1));
    }
    let [small, _, large] = pictures(&png(two_halves(3_000, 2)));
    assert_eq!((small.dimensions(), large.dimensions()), ((96, 1), (960, 1)));
}

#[test]
fn a_picture_stands_as_its_camera_was_held_and_tells_nothing_else() {
    let plain = jpeg(&two_halves(64, 32));
    // 6: turned to the right by the camera's notes.
    let turned = prepare(&with_exif(&plain, 6)).unwrap();
    for file in &turned {
        let picture = read(file);
        assert_eq!(picture.dimensions(), (32, 64));
        near(&picture, 16, 5, [250, 10, 10]);
        near(&picture, 16, 58, [10, 10, 250]);
        let text = String::from_utf8_lossy(file);
        assert!(!text.contains("GPS-SECRET") && !text.contains("Exif"), "notes survived");
    }
    let mirrored = pictures(&with_exif(&plain, 2));
    near(&mirrored[2], 5, 5, [10, 10, 250]);
    let upright = pictures(&with_exif(&plain, 1));
    near(&upright[2], 5, 5, [250, 10, 10]);
}

#[test]
fn what_can_be_seen_through_lies_on_white() {
    let clear = RgbaImage::from_fn(40, 40, |x, _| match x {
        0..13 => Rgba([0, 0, 0, 0]),
        13..27 => Rgba([200, 0, 0, 128]),
        _ => Rgba([0, 100, 0, 255]),
    });
    let [_, _, large] = pictures(&png(clear));
    near(&large, 4, 20, [255, 255, 255]);
    near(&large, 20, 20, [227, 127, 127]);
    near(&large, 36, 20, [0, 100, 0]);
}

#[test]
fn grey_and_deep_colours_are_read() {
    let grey = image::GrayImage::from_pixel(20, 20, image::Luma([128]));
    near(&pictures(&png(grey))[2], 10, 10, [128, 128, 128]);
    let deep = image::ImageBuffer::<Rgba<u16>, _>::from_pixel(20, 20, Rgba([65_535, 0, 0, 65_535]));
    near(&pictures(&png(deep))[2], 10, 10, [255, 0, 0]);
}

#[test]
fn the_same_file_makes_the_same_files() {
    let file = jpeg(&two_halves(700, 300));
    assert_eq!(prepare(&file), prepare(&file));
    assert_ne!(prepare(&file), prepare(&jpeg(&two_halves(700, 302))));
}

#[test]
fn what_claims_too_many_pixels_is_refused_before_it_is_decoded() {
    let start = core_time();
    for (width, height) in [(50_000, 50_000), (24_000, 1_001), (1, 24_001), (0, 5), (u32::MAX, u32::MAX)] {
        prepare(&claiming(width, height)).unwrap_err();
    }
    let took = core_time().saturating_sub(start);
    assert!(took < Duration::from_millis(200), "{took:?}");
}

#[test]
fn files_that_end_in_the_middle_are_refused() {
    let original = two_halves(400, 300);
    for (kind, file) in [("jpeg", jpeg(&original)), ("png", png(original.clone())), ("webp", webp(&original))] {
        for share in [1, 10, 50, 90] {
            let length = file.len() * share / 100;
            assert!(prepare(&file[..length]).is_err(), "{share} % of a {kind} is no picture");
        }
    }
    let turned = with_exif(&jpeg(&original), 6);
    assert!(prepare(&turned[..turned.len() - 2]).is_err());
}

#[test]
fn other_kinds_are_refused_whatever_they_claim_to_be() {
    for file in [
        &b""[..],
        b"GIF89a\x01\0\x01\0\0\0\0;",
        b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>",
        b"<!doctype html><script>alert(1)</script>",
        b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0",
        b"\xFF\xD8\xFF",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\x10\0\0\0WEBPVP8 ",
    ] {
        assert!(prepare(file).is_err(), "{:?}", String::from_utf8_lossy(file));
    }
}

#[test]
fn what_hides_behind_or_in_a_picture_is_not_kept() {
    let hidden = b"<script>alert(1)</script>PK\x03\x04";
    let mut behind = jpeg(&two_halves(64, 64));
    behind.extend(hidden);
    let mut inside = b"\x89PNG\r\n\x1a\n".to_vec();
    let plain = png(two_halves(64, 64));
    inside.extend(&plain[8..33]);
    inside.extend(chunk(*b"tEXt", hidden));
    inside.extend(&plain[33..]);
    for file in [behind, inside] {
        for made in prepare(&file).unwrap() {
            assert!(!made.windows(8).any(|part| part == b"<script>"));
        }
    }
}

#[test]
fn the_largest_picture_that_is_taken_is_made_in_time() {
    let original =
        RgbImage::from_fn(6_000, 4_000, |x, y| Rgb([(x % 251) as u8, (y % 241) as u8, ((x + y) % 239) as u8]));
    let file = jpeg(&original);
    drop(original);
    let start = core_time();
    let [_, _, large] = pictures(&file);
    assert_eq!(large.dimensions(), (960, 640));
    let took = core_time().saturating_sub(start);
    assert!(took < Duration::from_secs(8), "{took:?}");
}
