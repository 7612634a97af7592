//! Pages of what customers are called.

use pishkhan_chassis::{
    access::Caller,
    paging::{decode_token, encode_token, page_size},
};
use pishkhan_proto::orders::v1 as pb;
use tonic::Status;

use super::seller;
use crate::app::App;

/// Customers of a page: some 650 KiB with the longest names, where what a tool sends on may have 1 MiB.
const MAX_NAMES: u32 = 500;

pub(super) async fn page(
    app: &App,
    caller: &Caller,
    request: pb::ListCustomerNamesRequest,
) -> Result<pb::ListCustomerNamesResponse, Status> {
    let pb::ListCustomerNamesRequest { seller_id, page_size: size, page_token } = request;
    let after = if page_token.is_empty() { None } else { Some(decode_token(&page_token)?) };
    let limit = page_size(size, MAX_NAMES, MAX_NAMES) as usize;
    let (customers, more) = app.list_customer_names(seller(caller, &seller_id)?, after, limit).await?;
    let next = customers.last().filter(|_| more).map(|last| encode_token(&last.customer_id));
    Ok(pb::ListCustomerNamesResponse {
        customers: customers.into_iter().map(Into::into).collect(),
        next_page_token: next.unwrap_or_default(),
    })
}
