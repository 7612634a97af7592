//! Pictures to be uploaded.

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};

use crate::http::Visitor;

/// A PNG of one colour (red, green, blue).
pub fn png(width: u32, height: u32, colour: [u8; 3]) -> Vec<u8> {
    let mut pixels = ZlibEncoder::new(Vec::new(), Compression::fast());
    let row: Vec<u8> = std::iter::once(0).chain(colour.repeat(width as usize)).collect();
    for _ in 0..height {
        pixels.write_all(&row).unwrap();
    }
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes()[..], &[8, 2, 0, 0, 0]].concat();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in [(b"IHDR", head), (b"IDAT", pixels.finish().unwrap()), (b"IEND", Vec::new())] {
        let mut sum = flate2::Crc::new();
        sum.update(name);
        sum.update(&content);
        file.extend(u32::try_from(content.len()).unwrap().to_be_bytes());
        file.extend(name);
        file.extend(&content);
        file.extend(sum.sum().to_be_bytes());
    }
    file
}

/// Puts a picture at `owner`, such as `product-image-app2/{id}`; its address.
pub async fn upload(seller: &Visitor, owner: &str) -> String {
    let answer = seller.post(&format!("/market/{owner}")).body("image/png", png(8, 6, [200, 30, 30])).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["imgs"][0]["src"].as_str().unwrap().to_owned()
}
