//! What tests ask of the orders over and over, and how the requests look.

use pishkhan_proto::activity::v1 as activity;
use pishkhan_proto::orders::v1::{self as pb, orders_service_client::OrdersServiceClient};
use tonic::Status;

use crate::house::{Client, House, Inner as _, Shop};

impl House {
    pub fn place_request(&self, shop: &Shop, lines: &[(usize, i64)]) -> pb::PlaceOrderRequest {
        pb::PlaceOrderRequest {
            request_id: self.key(),
            seller_id: shop.seller(),
            customer_code: "C1".to_owned(),
            lines: lines
                .iter()
                .map(|(number, quantity)| pb::NewLine {
                    type_code: format!("T{number}"),
                    quantity: *quantity,
                    ..Default::default()
                })
                .collect(),
            ..Default::default()
        }
    }

    pub async fn place(&self, shop: &Shop, lines: &[(usize, i64)]) -> pb::OrderSummary {
        let request = self.place_request(shop, lines);
        self.tool().place_order(request).await.inner().unwrap().order.unwrap()
    }

    pub async fn get(&self, shop: &Shop, order_id: &str) -> pb::Order {
        let request = pb::GetOrderRequest { seller_id: shop.seller(), order_id: order_id.to_owned() };
        self.seller(shop.seller_id).get_order(request).await.inner().unwrap().order.unwrap()
    }

    pub fn save_request(&self, shop: &Shop, order_id: &str) -> pb::SaveOrderRequest {
        pb::SaveOrderRequest {
            request_id: self.key(),
            seller_id: shop.seller(),
            order_id: order_id.to_owned(),
            version: None,
        }
    }

    pub async fn save(&self, shop: &Shop, order_id: &str) -> Result<pb::SaveOrderResponse, Status> {
        self.seller(shop.seller_id).save_order(self.save_request(shop, order_id)).await.inner()
    }

    pub fn cancel_request(&self, shop: &Shop, order_id: &str) -> pb::CancelOrderRequest {
        let pb::SaveOrderRequest { request_id, seller_id, order_id, version } = self.save_request(shop, order_id);
        pb::CancelOrderRequest { request_id, seller_id, order_id, version }
    }

    pub async fn cancel(&self, shop: &Shop, order_id: &str) -> Result<pb::CancelOrderResponse, Status> {
        self.seller(shop.seller_id).cancel_order(self.cancel_request(shop, order_id)).await.inner()
    }

    pub fn operator(&self) -> Client {
        OrdersServiceClient::new(self.server.as_operator())
    }

    pub fn delete_request(&self, shop: &Shop, order_id: &str) -> pb::DeleteOrderRequest {
        let pb::SaveOrderRequest { request_id, seller_id, order_id, version } = self.save_request(shop, order_id);
        pb::DeleteOrderRequest { request_id, seller_id, order_id, version }
    }

    pub async fn delete(&self, shop: &Shop, order_id: &str) -> Result<pb::DeleteOrderResponse, Status> {
        self.seller(shop.seller_id).delete_order(self.delete_request(shop, order_id)).await.inner()
    }

    pub fn reopen_request(&self, shop: &Shop, order_id: &str) -> pb::ReopenOrderRequest {
        let pb::SaveOrderRequest { request_id, seller_id, order_id, version } = self.save_request(shop, order_id);
        pb::ReopenOrderRequest { request_id, seller_id, order_id, version }
    }

    pub async fn reopen(&self, shop: &Shop, order_id: &str) -> Result<pb::ReopenOrderResponse, Status> {
        self.seller(shop.seller_id).reopen_order(self.reopen_request(shop, order_id)).await.inner()
    }

    pub fn discard_request(&self, shop: &Shop, order_id: &str) -> pb::DiscardOrderChangesRequest {
        let pb::SaveOrderRequest { request_id, seller_id, order_id, version } = self.save_request(shop, order_id);
        pb::DiscardOrderChangesRequest { request_id, seller_id, order_id, version }
    }

    pub async fn discard(&self, shop: &Shop, order_id: &str) -> Result<pb::DiscardOrderChangesResponse, Status> {
        self.seller(shop.seller_id).discard_order_changes(self.discard_request(shop, order_id)).await.inner()
    }

    /// A whole new order: lines as type number, quantity and price.
    pub fn revise_request(
        &self,
        shop: &Shop,
        order_id: &str,
        lines: &[(usize, i64, Option<i64>)],
    ) -> pb::ReviseOrderRequest {
        pb::ReviseOrderRequest {
            request_id: self.key(),
            seller_id: shop.seller(),
            order_id: order_id.to_owned(),
            lines: lines
                .iter()
                .map(|(number, quantity, price)| pb::RevisedLine {
                    type_id: shop.type_id(*number),
                    quantity: *quantity,
                    unit_price_toman: *price,
                })
                .collect(),
            ..Default::default()
        }
    }

    pub async fn revise(
        &self,
        shop: &Shop,
        request: pb::ReviseOrderRequest,
    ) -> Result<pb::ReviseOrderResponse, Status> {
        self.seller(shop.seller_id).revise_order(request).await.inner()
    }

    pub async fn history(&self, shop: &Shop, order_id: &str) -> pb::GetOrderHistoryResponse {
        let request = pb::GetOrderHistoryRequest { seller_id: shop.seller(), order_id: order_id.to_owned() };
        self.seller(shop.seller_id).get_order_history(request).await.inner().unwrap()
    }

    /// What was done of a shop's things of these kinds, newest first.
    pub async fn activity(&self, shop: &Shop, entities: &[&str]) -> activity::ListActivityResponse {
        let entities = entities.iter().map(|entity| (*entity).to_owned()).collect();
        let request = activity::ListActivityRequest { seller_id: shop.seller(), entities, ..Default::default() };
        self.seller(shop.seller_id).list_activity(request).await.inner().unwrap()
    }

    pub async fn public(&self, order_id: &str) -> Result<pb::GetPublicOrderResponse, Status> {
        let mut bff = OrdersServiceClient::new(self.server.as_service("bff"));
        bff.get_public_order(pb::GetPublicOrderRequest { order_id: order_id.to_owned() }).await.inner()
    }

    pub fn lines_request(
        &self,
        shop: &Shop,
        order_id: &str,
        lines: Vec<pb::LineChange>,
    ) -> pb::UpdateOrderLinesRequest {
        pb::UpdateOrderLinesRequest {
            request_id: self.key(),
            seller_id: shop.seller(),
            order_id: order_id.to_owned(),
            lines,
            version: None,
        }
    }

    pub async fn set_lines(
        &self,
        shop: &Shop,
        order_id: &str,
        lines: &[(usize, i64)],
    ) -> Result<pb::UpdateOrderLinesResponse, Status> {
        let lines = lines.iter().map(|(number, quantity)| shop.change(*number, *quantity)).collect();
        let request = self.lines_request(shop, order_id, lines);
        self.seller(shop.seller_id).update_order_lines(request).await.inner()
    }
}
