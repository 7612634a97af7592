//! What the head of a page shows of the seller's store.

use std::sync::Arc;

use pishkhan_proto::settings::v1 as pb;

use crate::{
    session::Seller,
    wire::{error::BffError, store_head::StoreHead},
    worker::Worker,
};

/// The head of the seller's own store: as settings has it, or as it was in the last seconds.
pub async fn store_head(worker: &Worker, seller: &Seller) -> Result<Arc<StoreHead>, BffError> {
    let (seller_id, now_s) = (seller.id(), worker.clock.now().timestamp());
    if let Some(known) = worker.stores.get(&seller_id, now_s) {
        return Ok(known);
    }
    let asked = worker.stores.asking();
    let request = pb::GetSellerRequest { seller_id: seller_id.clone() };
    let found = seller.ask("settings", worker.clients.settings().get_seller(request)).await?;
    let head = Arc::new(StoreHead::from(found.seller.unwrap_or_default()));
    worker.stores.put(&seller_id, Arc::clone(&head), asked, now_s);
    Ok(head)
}
