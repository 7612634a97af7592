//! The registered orders, as the orders service tells of them.

use std::collections::VecDeque;

use pishkhan_proto::orders::v1::{ListRegisteredOrdersRequest, OrderRegistered};

use crate::clients::{Clients, explain};

/// Orders of one page at most; large ones make pages shorter.
const PAGE: i32 = 500;

/// A seller's registered orders by their last saved revisions, in the order of their ids. Holds one page at a time.
pub struct Registered<'a> {
    clients: &'a Clients,
    seller_id: &'a str,
    page: VecDeque<OrderRegistered>,
    /// Where the next page begins; none behind the last one.
    token: Option<String>,
}

impl<'a> Registered<'a> {
    /// From the first one on.
    pub fn of(clients: &'a Clients, seller_id: &'a str) -> Self {
        Self { clients, seller_id, page: VecDeque::new(), token: Some(String::new()) }
    }

    /// The next page, if there is one; a seller without orders has one empty page.
    pub async fn next_page(&mut self) -> anyhow::Result<Option<Vec<OrderRegistered>>> {
        let Some(page_token) = self.token.take() else { return Ok(None) };
        let request = ListRegisteredOrdersRequest { seller_id: self.seller_id.to_owned(), page_size: PAGE, page_token };
        let answer = self.clients.orders().list_registered_orders(request).await;
        let page = answer.map_err(|status| explain(&status))?.into_inner();
        self.token = Some(page.next_page_token).filter(|token| !token.is_empty());
        Ok(Some(page.orders))
    }

    /// The next order, if there is one.
    pub async fn next(&mut self) -> anyhow::Result<Option<OrderRegistered>> {
        while self.page.is_empty() {
            let Some(page) = self.next_page().await? else { return Ok(None) };
            self.page = page.into();
        }
        Ok(self.page.pop_front())
    }
}
