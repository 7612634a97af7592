//! The registered orders, as the orders service tells of them.

use pishkhan_proto::orders::v1::{ListRegisteredOrdersRequest, OrderRegistered};

use crate::clients::{Clients, explain};

const PAGE: i32 = 500;

/// Hands over a seller's registered orders by their last saved revisions, page by page. Without any, one empty page.
pub async fn pages(
    clients: &Clients,
    seller_id: &str,
    mut take: impl AsyncFnMut(Vec<OrderRegistered>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut page_token = String::new();
    loop {
        let request = ListRegisteredOrdersRequest { seller_id: seller_id.to_owned(), page_size: PAGE, page_token };
        let page =
            clients.orders().list_registered_orders(request).await.map_err(|status| explain(&status))?.into_inner();
        take(page.orders).await?;
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return Ok(());
        }
    }
}
