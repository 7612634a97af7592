//! What the settings page calls, by theme; the paths begin with `/seller`, `/user` and `/market`.

mod choices;
mod delivery;
mod lists;
mod profile;
mod tiers_applied;

use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    reply::Reply,
    session::Seller,
    wire::{MessageReply, settings::text::SAVED, text::Lang},
};

/// Adds the calls.
pub fn configure(config: &mut ServiceConfig) {
    profile::configure(config);
    choices::configure(config);
    lists::configure(config);
    delivery::configure(config);
    tiers_applied::configure(config);
}

/// Whose data is meant: the seller's own, unless the body names somebody, whom the service then looks at.
fn own(seller: &Seller, named: Option<String>) -> String {
    named.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).unwrap_or_else(|| seller.id())
}

fn saved(lang: Lang) -> Reply<MessageReply> {
    Reply(MessageReply::new(SAVED, lang))
}
