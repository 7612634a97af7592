//! Uploaded pictures: their ids, sizes and addresses, and whose they are.

use std::fmt;

use uuid::Uuid;

/// Bytes of an uploaded file.
pub const FILE_BYTES: usize = 5 * 1024 * 1024;

/// The id of a picture: 32 hex digits that follow from its seller and its contents. Nobody guesses it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ImageId(String);

impl ImageId {
    const LENGTH: usize = 32;

    /// The id that follows from a digest of the seller and the contents.
    pub fn of_digest(digest: [u8; 32]) -> Self {
        let mut id = String::with_capacity(Self::LENGTH);
        for byte in digest.iter().take(Self::LENGTH / 2) {
            for digit in [byte >> 4, byte & 15] {
                id.extend(char::from_digit(u32::from(digit), 16));
            }
        }
        Self(id)
    }

    /// An id that somebody sent; only the one spelling counts.
    pub fn parse(text: &str) -> Option<Self> {
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == Self::LENGTH && text.bytes().all(hex)).then(|| Self(text.to_owned()))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Under which address pages show the picture; smaller ones are found by the number.
    pub fn address(&self) -> String {
        format!("/media/{}/{}.jpg", self.0, Width::Large.pixels())
    }

    /// The picture of ours that an address shows, if it does.
    pub fn of_address(address: &str) -> Option<Self> {
        let id = address.strip_prefix("/media/")?.split('/').next()?;
        Self::parse(id).filter(|id| id.address() == address)
    }
}

/// Whether an address is of a picture of ours: an uploaded one, or one that is shipped with the panel (`/images/…`).
/// Any other place could watch who looks at it, and change what it shows.
pub fn is_ours(address: &str) -> bool {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_' | b'.');
    let shipped = address.strip_prefix("/images/").is_some_and(|path| {
        path.split('/').all(|name| !name.is_empty() && !name.starts_with('.') && name.bytes().all(plain))
    });
    shipped || ImageId::of_address(address).is_some()
}

impl fmt::Display for ImageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How wide a picture is kept, at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// For rows of small pictures.
    Small,
    /// For cards.
    Medium,
    /// For whole pages.
    Large,
}

impl Width {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// The width in pixels; a smaller original keeps its own.
    pub const fn pixels(self) -> u16 {
        match self {
            Self::Small => 96,
            Self::Medium => 320,
            Self::Large => 960,
        }
    }

    /// The width of so many pixels.
    pub fn of_pixels(pixels: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|width| i32::from(width.pixels()) == pixels)
    }
}

/// One file of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ImageFile {
    /// The picture.
    pub image_id: ImageId,
    /// Its width.
    pub width: Width,
}

impl ImageFile {
    /// Its name in a store, made of nothing but hex digits and the width: `ab/abcd…/960.jpg`.
    pub fn key(&self) -> String {
        let id = self.image_id.as_str();
        let first = id.get(..2).unwrap_or_default();
        format!("{first}/{id}/{}.jpg", self.width.pixels())
    }
}

/// Whose picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureOwner {
    /// A product's.
    Product(Uuid),
    /// A type's own.
    Type(Uuid),
}

impl PictureOwner {
    /// The id of the product or type.
    pub const fn id(self) -> Uuid {
        match self {
            Self::Product(id) | Self::Type(id) => id,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_the_one_spelling_is_an_id() {
        let good = "00ff00ff00ff00ff00ff00ff00ff00ab";
        assert_eq!(ImageId::parse(good).map(|id| id.to_string()).as_deref(), Some(good));
        for bad in
            ["", "00", "../../../../etc/passwd", &good.to_uppercase(), &format!("{good}0"), &good.replace('a', "g")]
        {
            assert_eq!(ImageId::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn only_our_own_addresses_name_a_picture() {
        let id = ImageId::parse(&"7".repeat(32)).unwrap();
        assert_eq!(id.address(), format!("/media/{}/960.jpg", "7".repeat(32)));
        assert_eq!(ImageId::of_address(&id.address()), Some(id.clone()));
        for other in [
            "/images/products/X.svg",
            "/media/7/960.jpg",
            &format!("/media/{id}/96.jpg"),
            &format!("https://x{}", id.address()),
        ] {
            assert_eq!(ImageId::of_address(other), None, "{other}");
        }
    }

    #[test]
    fn an_address_elsewhere_is_not_ours() {
        for ours in [format!("/media/{}/960.jpg", "7".repeat(32)).as_str(), "/images/products/P011-2.svg", "/images/a"]
        {
            assert!(is_ours(ours), "{ours}");
        }
        for other in [
            "https://elsewhere.example/images/a.svg",
            "//elsewhere.example/images/a.svg",
            "/images/",
            "/images//elsewhere.example/a.svg",
            "/images/../auth/logout",
            "/images/a?b=https://elsewhere.example",
            "/images/%2e%2e/auth",
            "/images/\\elsewhere.example",
            "/media/7/960.jpg",
            "/market/anything",
            "javascript:alert(1)",
        ] {
            assert!(!is_ours(other), "{other}");
        }
    }

    #[test]
    fn three_widths_are_kept() {
        assert_eq!(Width::ALL.map(Width::pixels), pishkhan_pictures::WIDTHS);
        assert_eq!(
            (Width::of_pixels(320), Width::of_pixels(0), Width::of_pixels(-96)),
            (Some(Width::Medium), None, None)
        );
    }

    proptest! {
        #[test]
        fn any_digest_makes_an_id_that_is_read_back(digest: [u8; 32]) {
            let id = ImageId::of_digest(digest);
            prop_assert_eq!(ImageId::parse(id.as_str()), Some(id));
        }
    }
}
