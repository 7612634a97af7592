//! Pages of registered orders, which end where the rows or the bytes do.

use pishkhan_chassis::paging::{PAGE_BYTES, PageBudget, encode_token};
use pishkhan_proto::orders::v1 as pb;
use tonic::Status;
use uuid::Uuid;

use crate::app::App;

/// Orders of the first read of a page. Of large ones few fit, and what is read beyond the page is read for nothing.
const FIRST_READ: usize = 8;
/// Orders of every further read: with 500 lines each they take some 30 MiB on their way into messages, never more.
const READ: usize = 64;

/// The orders behind `after`, at most `limit` of them and at most [`PAGE_BYTES`], and at least one if there are any.
pub(super) async fn page(
    app: &App,
    seller_id: Option<Uuid>,
    mut after: Option<(Uuid, Uuid)>,
    limit: usize,
) -> Result<pb::ListRegisteredOrdersResponse, Status> {
    let (mut orders, mut budget) = (Vec::new(), PageBudget::new(PAGE_BYTES));
    loop {
        let wanted = (limit - orders.len()).min(if orders.is_empty() { FIRST_READ } else { READ });
        let (found, more) = app.registered_orders(seller_id, after, wanted).await?;
        let mut full = false;
        for order in found {
            let place = (order.seller_id, order.order_id);
            let message = pb::OrderRegistered::from(order);
            if !budget.takes(&message) {
                full = true;
                break;
            }
            orders.push(message);
            after = Some(place);
        }
        if full || !more || orders.len() == limit {
            let next = after.filter(|_| full || more).map(|last| encode_token(&last));
            return Ok(pb::ListRegisteredOrdersResponse { orders, next_page_token: next.unwrap_or_default() });
        }
    }
}
