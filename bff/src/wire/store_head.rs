//! What pages show of a store.

use pishkhan_proto::settings::v1 as pb;

/// What the head of a page shows of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreHead {
    /// Its name.
    pub title: String,
    /// The picture behind the head.
    pub background_url: String,
    /// The picture of its story.
    pub story_url: String,
}

impl From<pb::Seller> for StoreHead {
    fn from(seller: pb::Seller) -> Self {
        Self { title: seller.title, background_url: seller.background_url, story_url: seller.story_url }
    }
}
