//! The `-app2` surface as JSON: readable fields here, the client's historical names on the wire.
//!
//! Legacy names exist in this folder alone, as serde renames. Each type converts from or to a contract message and is
//! frozen by a snapshot.

pub mod activity;
pub mod billing;
pub mod catalogue;
pub mod customer;
pub mod error;
pub mod number;
pub mod object;
pub mod order;
pub mod order_find;
pub mod order_history;
pub mod order_list;
pub mod order_page;
pub mod order_sheet;
pub mod order_taking;
pub mod period;
pub mod refusals;
pub mod report;
pub mod seller;
pub mod sessions;
pub mod settings;
pub mod store_head;
pub mod text;
pub mod time;
pub mod user;

use serde::Serialize;
use utoipa::ToSchema;

/// An answer that only says what happened.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageReply {
    /// For people to read.
    pub message: String,
}

impl MessageReply {
    /// Says `text` in `lang`.
    pub fn new(text: text::Text, lang: text::Lang) -> Self {
        Self { message: text.in_lang(lang).to_owned() }
    }
}
