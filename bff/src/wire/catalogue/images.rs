//! Pictures of products and types.

use serde::Serialize;
use utoipa::{PartialSchema, ToSchema, openapi};

use crate::wire::text::{Lang, Text};

/// A picture.
#[derive(Debug, Serialize, ToSchema)]
pub struct Image {
    /// Where it is. An uploaded one, `/media/{id}/960.jpg`, is there 96 and 320 pixels wide too.
    src: String,
}

/// Pictures at these addresses.
pub(super) fn images(addresses: Vec<String>) -> Vec<Image> {
    addresses.into_iter().map(|src| Image { src }).collect()
}

/// Answer of the uploads and removals.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImagesReply {
    message: String,
    #[serde(rename = "imgs")]
    images: Vec<Image>,
}

impl ImagesReply {
    /// What happened, and what shows now.
    pub fn new(text: Text, addresses: Vec<String>, lang: Lang) -> Self {
        Self { message: text.in_lang(lang).to_owned(), images: images(addresses) }
    }
}

/// The bytes of a file, for the document.
#[derive(Debug)]
pub struct FileBytes;

impl PartialSchema for FileBytes {
    fn schema() -> openapi::RefOr<openapi::schema::Schema> {
        openapi::ObjectBuilder::new()
            .schema_type(openapi::schema::Type::String)
            .format(Some(openapi::SchemaFormat::KnownFormat(openapi::KnownFormat::Binary)))
            .description(Some("The file as it is."))
            .into()
    }
}

impl ToSchema for FileBytes {}
