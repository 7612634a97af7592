//! What the largest pictures leave behind in the process: nothing.

use std::{fs, time::Duration};

use image::{DynamicImage, Rgb, RgbImage, RgbaImage, codecs::jpeg::JpegEncoder, codecs::png::PngEncoder};
use pishkhan_testkit::{again_with_a_quick_allocator, eventually};
use tokio::time::Instant;

use crate::{
    harness::App,
    pictures::{of_product, upload},
};

/// A line of what the kernel tells of this process's memory, in bytes.
pub fn memory(line: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the kernel tells");
    let value = status.lines().find_map(|found| found.strip_prefix(line)).expect("the line is there");
    value.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1_024
}

/// The same in MB.
fn memory_mb(line: &str) -> u64 {
    memory(line) / 1_000_000
}

fn jpeg() -> Vec<u8> {
    let mut file = Vec::new();
    let picture = RgbImage::from_pixel(6_000, 4_000, Rgb([200, 90, 90]));
    JpegEncoder::new_with_quality(&mut file, 80).encode_image(&picture).expect("a JPEG can be written");
    file
}

fn png() -> Vec<u8> {
    let mut file = Vec::new();
    let picture = DynamicImage::ImageRgba8(RgbaImage::new(6_000, 4_000));
    picture.write_with_encoder(PngEncoder::new(&mut file)).expect("a PNG can be written");
    file
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_goes_back_after_the_largest_pictures() {
    if again_with_a_quick_allocator("memory::memory_goes_back_after_the_largest_pictures") {
        return;
    }
    let app = App::start().await;
    let (first, second) = (app.shop(&[1]).await, app.shop(&[1]).await);
    let (jpeg, png) = (jpeg(), png());
    // Whoever is told to come again does.
    let (_jpeg, _png) = tokio::join!(
        eventually("it has its turn", async || upload(&app, &first, of_product(&first), jpeg.clone()).await.ok()),
        eventually("it has its turn", async || upload(&app, &second, of_product(&second), png.clone()).await.ok()),
    );
    drop((jpeg, png));
    let most = memory_mb("VmHWM:");
    assert!(most > 150, "{most} MB is no peak");
    let done = Instant::now();
    // Its own memory: the pages of a debug build's code are the kernel's to take.
    while memory_mb("RssAnon:") >= 80 {
        assert!(done.elapsed() < Duration::from_mins(1), "{} MB of {most} are still there", memory_mb("RssAnon:"));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("{} MB of {most} after {:?}", memory_mb("RssAnon:"), done.elapsed());
}
