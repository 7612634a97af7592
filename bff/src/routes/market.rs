//! `/market/…`: the store's type, and the orders of [`super::order`] and its neighbours; products are in
//! [`super::catalogue`].

use actix_web::{get, web::Data};
use pishkhan_proto::settings::v1 as settings;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{order, order_desk, order_list, order_page, order_settle, order_taking};
use crate::{
    reply::Reply,
    session::Seller,
    wire::{error::BffError, refusals::SellerReads, seller::SellerTypeReply},
    worker::Worker,
};

/// Adds the calls of this prefix.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(get_seller_type)
        .service(order_list::list_orders)
        .service(order_list::list_all_orders)
        .service(order::get_order)
        .service(order::update_order)
        .service(order::update_note)
        .service(order_settle::save_order)
        .service(order_settle::reopen_order)
        .service(order_settle::discard_order_changes)
        .service(order_settle::cancel_order)
        .service(order_settle::delete_order)
        .service(order_settle::save_order_cp)
        .service(order_settle::cancel_order_cp)
        .service(order_desk::get_sheet)
        .service(order_desk::revise_order)
        .service(order_desk::get_history)
        .service(order_desk::find_orders)
        .service(order_page::verify)
        .service(order_taking::get_guide)
        .service(order_taking::quote_order)
        .service(order_taking::place_order);
}

/// The store's type and whether it is active.
#[utoipa::path(
    tag = "market",
    responses(
        (status = 200, description = "Type and active flag", body = SellerTypeReply),
        SellerReads,
    )
)]
#[get("/market/get-seller-type-app2")]
pub async fn get_seller_type(worker: Data<Worker>, seller: Seller) -> Result<Reply<SellerTypeReply>, BffError> {
    let request = settings::GetSellerRequest { seller_id: seller.id() };
    match seller.ask("settings", worker.clients.settings().get_seller(request)).await {
        Ok(reply) => Ok(Reply(SellerTypeReply::new(reply.seller.as_ref()))),
        // A seller without a profile has an unknown type.
        Err(error) if error.is_not_found() => Ok(Reply(SellerTypeReply::new(None))),
        Err(error) => Err(error),
    }
}
