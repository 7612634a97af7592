//! All sellers, as the settings service lists them.

use pishkhan_proto::settings::v1::{ListSellersRequest, ListSellersResponse, SellerName};

use crate::clients::{Clients, again, explain};

/// Sellers listed in one call.
const PAGE: i32 = 100;

/// All of them, or why they cannot be listed.
pub async fn all(clients: &Clients) -> anyhow::Result<Vec<SellerName>> {
    let (mut all, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = ListSellersRequest { page_size: PAGE, page_token };
        let page = again(async || clients.settings().list_sellers(request.clone()).await).await;
        let ListSellersResponse { sellers, next_page_token } = page.map_err(|status| explain(&status))?;
        all.extend(sellers);
        if next_page_token.is_empty() {
            return Ok(all);
        }
        page_token = next_page_token;
    }
}
