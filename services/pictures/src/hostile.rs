//! Files that are made to cost as much as they can.

use std::fs;

use image::{DynamicImage, ImageBuffer, Rgba, codecs::png::PngEncoder};

use crate::{MEMORY, SMALL_MEMORY, Unreadable, Weight, prepare, tests::core_time, weigh};

fn jpeg_segment(file: &mut Vec<u8>, marker: u8, content: &[u8]) {
    file.extend([0xFF, marker]);
    file.extend(u16::try_from(content.len() + 2).unwrap().to_be_bytes());
    file.extend(content);
}

/// A progressive JPEG: one pass that brings the picture, and so many that bring nothing.
fn progressive(width: u16, height: u16, components: u8, empty_passes: usize) -> Vec<u8> {
    let mut file = vec![0xFF, 0xD8];
    jpeg_segment(&mut file, 0xDB, &[&[0][..], &[1; 64]].concat());
    let [high, low, wide, narrow] = [height.to_be_bytes(), width.to_be_bytes()].concat()[..] else { unreachable!() };
    let mut frame = vec![8, high, low, wide, narrow, components];
    let mut scan = vec![components];
    for component in 1..=components {
        frame.extend([component, 0x11, 0]);
        scan.extend([component, 0]);
    }
    jpeg_segment(&mut file, 0xC2, &frame);
    // The code 0 and one bit: a little more or less than the block before; or sixteen thousand and more blocks of nothing.
    let code = |class: u8, symbol: u8| [&[class, 1][..], &[0; 15], &[symbol]].concat();
    jpeg_segment(&mut file, 0xC4, &code(0x00, 1));
    jpeg_segment(&mut file, 0xC4, &code(0x10, 0xE0));
    scan.extend([0, 0, 0]);
    jpeg_segment(&mut file, 0xDA, &scan);
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    file.extend(vec![0b0100_0100; blocks * usize::from(components) / 4 + 1]);
    for pass in 0..empty_passes {
        let coefficient = u8::try_from(1 + pass % 63).unwrap();
        jpeg_segment(&mut file, 0xDA, &[1, 1, 0, coefficient, coefficient, 0]);
        // Each code is one bit and 14 more that tell how many blocks: all of them are none.
        file.extend(vec![0; (blocks / 16_384 + 1) * 15 / 8 + 1]);
    }
    file.extend([0xFF, 0xD9]);
    file
}

fn deep_png(width: u32, height: u32) -> Vec<u8> {
    let picture = ImageBuffer::<Rgba<u16>, _>::from_raw(width, height, vec![9; (width * height * 4) as usize]).unwrap();
    let mut file = Vec::new();
    DynamicImage::ImageRgba16(picture).write_with_encoder(PngEncoder::new(&mut file)).unwrap();
    file
}

fn chunks(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap().to_le_bytes();
    [&name[..], &length, content, &[0][..content.len() % 2]].concat()
}

fn webp(parts: &[Vec<u8>]) -> Vec<u8> {
    let parts = [b"WEBP".to_vec(), parts.concat()].concat();
    chunks(*b"RIFF", &parts)
}

/// The canvas of a WebP.
fn canvas(flags: u8, side: u32) -> Vec<u8> {
    let side = (side - 1).to_le_bytes();
    chunks(*b"VP8X", &[&[flags, 0, 0, 0], &side[..3], &side[..3]].concat())
}

/// A lossless picture that claims a size, and ends there.
fn lossless(width: u32, height: u32) -> Vec<u8> {
    let size = (width - 1) | (height - 1) << 14;
    chunks(*b"VP8L", &[&[0x2F][..], &size.to_le_bytes(), &[0; 9]].concat())
}

#[track_caller]
fn refusal(file: &[u8]) -> String {
    let Unreadable(why) = prepare(file).unwrap_err();
    why
}

#[test]
fn what_a_head_claims_decides_before_anything_is_decoded() {
    let begun = core_time();
    let moving = webp(&[canvas(0x02, 10), chunks(*b"ANIM", &[0; 6])]);
    let larger_than_its_canvas = webp(&[canvas(0, 10), lossless(16_000, 16_000)]);
    for (file, why) in [
        (progressive(6_001, 4_000, 1, 0), "6001 × 4000 pixels"),
        (progressive(6_000, 4_000, 1, 32), "33 passes"),
        (moving, "a moving picture"),
        (larger_than_its_canvas, "16000 × 16000 pixels"),
        (webp(&[lossless(16_000, 16_000)]), "16000 × 16000 pixels"),
        (webp(&[canvas(0, 20_000)]), "20000 × 20000 pixels"),
    ] {
        let refusal = refusal(&file);
        assert!(refusal.contains(why), "{refusal} is not {why}");
    }
    // Together they would be more than a gigabyte of pixels.
    let took = core_time().saturating_sub(begun);
    assert!(took.as_secs() < 2, "{took:?}");
    let two = progressive(8, 8, 1, 0);
    assert!(refusal(&[&two[..two.len() - 2], &two[2..]].concat()).contains("2 frames"));
}

#[test]
fn a_weight_is_told_by_the_head_alone() {
    let large = progressive(6_000, 4_000, 3, 0);
    assert_eq!(weigh(&large[..120]), Ok(Weight::Large));
    assert_eq!(weigh(&progressive(1_600, 1_200, 3, 0)), Ok(Weight::Small));
    assert_eq!(weigh(&webp(&[canvas(0x10, 2_000), lossless(2_000, 2_000)])), Ok(Weight::Large));
    assert!(weigh(&large[..20]).is_err());
}

#[test]
fn what_unpacks_in_a_png_is_never_unpacked() {
    let plain = deep_png(20, 20);
    // A profile that is none: whoever reads it would refuse the file, or unpack it.
    let packed = [b"x\0\0".to_vec(), vec![0x55; 100_000]].concat();
    let [profile, text] = [*b"iCCP", *b"zTXt"].map(|name| crate::tests::chunk(name, &packed));
    let file = [&plain[..33], &profile, &text, &plain[33..]].concat();
    assert_eq!(prepare(&file).unwrap(), prepare(&plain).unwrap());
    assert_eq!(crate::head::plain_png(&file), plain);
}

/// The most that this process has had in memory since it was last asked to forget it, in KiB.
fn peak_kib(forget: bool) -> u64 {
    if forget {
        fs::write("/proc/self/clear_refs", "5").unwrap();
    }
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// In a process that has done nothing else (nextest gives each test its own) this is what it takes; elsewhere it is less,
/// for what was freed before is used again.
#[track_caller]
fn assert_within_budget(file: &[u8]) {
    let (before, begun) = (peak_kib(true), core_time());
    let made = prepare(file);
    let (took, peak) = (core_time().saturating_sub(begun), peak_kib(false).saturating_sub(before));
    made.unwrap();
    assert!(peak < MEMORY / 1_024, "{peak} KiB");
    assert!(took.as_secs() < 8, "{took:?}");
}

#[test]
fn three_channels_in_many_passes_are_within_the_budget() {
    assert_within_budget(&progressive(6_000, 4_000, 3, 31));
}

#[test]
fn four_channels_in_many_passes_are_within_the_budget() {
    assert!(refusal(&progressive(6_000, 4_000, 4, 0)).contains("6000 × 4000 pixels"));
    assert_within_budget(&progressive(4_000, 4_000, 4, 31));
}

#[test]
fn channels_of_two_bytes_are_within_the_budget() {
    assert!(refusal(&deep_png(16_001, 1_000)).contains("16001 × 1000 pixels"));
    assert_within_budget(&deep_png(4_000, 4_000));
}

#[test]
fn a_tower_just_too_wide_is_within_the_budget() {
    assert_within_budget(&progressive(961, 24_000, 3, 0));
}

#[test]
fn a_tower_of_twice_the_width_is_within_the_budget() {
    assert_within_budget(&progressive(1_900, 12_630, 3, 0));
}

/// Bits as a lossless WebP has them: the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn put(&mut self, value: u32, count: usize) {
        for bit in 0..count {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::try_from(value >> bit & 1).unwrap() << (self.count % 8);
            self.count += 1;
        }
    }

    /// A code that means one symbol, which takes no bits.
    fn only(&mut self, symbol: u32) {
        self.put(0b101, 3);
        self.put(symbol, 8);
    }

    /// A code of eleven symbols, of one to ten bits: its table has a thousand entries, and it is written in twelve bytes.
    fn large_table(&mut self) {
        self.put(0, 1);
        // The lengths of codes have codes of their own: six of three bits, four of four.
        self.put(10, 4);
        for length in [0, 0, 0, 3, 3, 3, 3, 3, 0, 3, 4, 4, 4, 4] {
            self.put(length, 3);
        }
        // Eleven lengths are told.
        self.put(1, 1);
        self.put(1, 3);
        self.put(9, 4);
        for length in (1..=10).chain([10_u32]) {
            let (code, bits) = if length <= 6 { (length - 1, 3) } else { (12 + length - 7, 4) };
            // The first bit of a code is its highest.
            self.put(code.reverse_bits() >> (32 - bits), bits);
        }
    }
}

/// A picture of 16 × 16 pixels that names 65,536 groups of five codes: 3.8 MB that ask for 1.3 GB.
fn many_tables() -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0x2F, 8);
    bits.put(15, 14);
    bits.put(15, 14);
    // No alpha, version 0, no transform, no cache of colours, but groups, one for each 4 × 4 pixels.
    bits.put(0, 4);
    bits.put(0, 1);
    bits.put(0, 1);
    bits.put(1, 1);
    bits.put(0, 3);
    // The picture of the groups: all of it is the last group.
    bits.put(0, 1);
    for symbol in [255, 255, 0, 0, 0] {
        bits.only(symbol);
    }
    for _ in 0..65_536 * 5 {
        bits.large_table();
    }
    webp(&[chunks(*b"VP8L", &bits.bytes)])
}

#[test]
fn tables_that_would_fill_memory_are_not_made() {
    let file = many_tables();
    assert!(file.len() < 5 * 1024 * 1024, "it can be uploaded: {}", file.len());
    assert_eq!(weigh(&file), Ok(Weight::Small), "its head tells nothing of it");
    let before = peak_kib(true);
    let refusal = refusal(&file);
    let peak = peak_kib(false).saturating_sub(before);
    assert!(refusal.contains("bytes of memory"), "{refusal}");
    assert!(peak < SMALL_MEMORY / 1_024 + 16 * 1_024, "{peak} KiB for a small picture");
}
