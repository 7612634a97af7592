//! QR codes as pictures that need no request of their own.

use std::fmt::Write as _;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use qrcode::{Color, EcLevel, QrCode, types::QrError};

/// Light modules around the code, without which it cannot be read.
const QUIET: usize = 4;

/// A QR code of `text` as an SVG data URI; fails when the text is longer than any code holds.
pub fn svg_data_uri(text: &str) -> Result<String, QrError> {
    Ok(format!("data:image/svg+xml;base64,{}", BASE64_STANDARD.encode(svg(text)?)))
}

/// Black on white whatever the theme: cameras do not read the reverse.
fn svg(text: &str) -> Result<String, QrError> {
    // Level M mends 15 % of the code: paper is folded and stained.
    let code = QrCode::with_error_correction_level(text, EcLevel::M)?;
    let (width, colors) = (code.width(), code.to_colors());
    let side = width + 2 * QUIET;
    let mut path = String::new();
    for (row, modules) in colors.chunks(width).enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(|left, right| left == right) {
            if run.first() == Some(&Color::Dark) {
                let (x, y, length) = (column + QUIET, row + QUIET, run.len());
                // Writing to a text does not fail.
                let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
            }
            column += run.len();
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the dark path of our own SVG, `SCALE` pixels a module, as a camera would see it.
    fn read(svg: &str) -> String {
        const SCALE: usize = 4;
        let side: usize = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let dark = svg.rsplit(" d=\"").next().unwrap().split('"').next().unwrap();
        let mut modules = vec![false; side * side];
        for run in dark.split('z').filter(|run| !run.is_empty()) {
            let (start, rest) = run[1..].split_once('h').unwrap();
            let (x, y) = start.split_once(' ').unwrap();
            let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
            let length: usize = rest.split('v').next().unwrap().parse().unwrap();
            assert_eq!(rest, format!("{length}v1h-{length}"));
            modules[y * side + x..][..length].fill(true);
        }
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(side * SCALE, side * SCALE, |x, y| {
            if modules[y / SCALE * side + x / SCALE] { 0 } else { 255 }
        });
        let grids = picture.detect_grids();
        assert_eq!(grids.len(), 1);
        grids[0].decode().unwrap().1
    }

    #[test]
    fn what_is_encoded_is_read_again() {
        for text in [
            "https://panel.example/v/AZqeOgAAcACAAAAAAAC-7wABAgMEBQYHCAkKCwwNDg8",
            "http://localhost:8080/v/AZqeOgAAcACAAAAAAAC-7wABAgMEBQYHCAkKCwwNDg8",
            "https://a-long-name-of-a-panel.distribution.example.ir:8443/panel/v/AZqeOgAAcACAAAAAAAC-7wABAgMEBQYHCAkKCwwNDg8",
        ] {
            assert_eq!(read(&svg(text).unwrap()), text);
            let uri = svg_data_uri(text).unwrap();
            let bytes = BASE64_STANDARD.decode(uri.strip_prefix("data:image/svg+xml;base64,").unwrap()).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), svg(text).unwrap());
        }
        assert!(svg(&"x".repeat(3_000)).is_err());
    }
}
