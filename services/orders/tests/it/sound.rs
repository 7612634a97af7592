//! What must hold whatever has happened.

use pishkhan_proto::{catalogue::v1 as catalogue, orders::v1 as pb};

use crate::house::{House, Inner as _, Shop};

impl House {
    /// What must hold whenever nothing is being settled: the stock holds exactly the saved revisions, its ledger adds
    /// up, and the counts are what counting gives.
    pub async fn assert_sound(&self, shop: &Shop) {
        let seller = shop.seller();
        assert_eq!(self.db.db_count("settlement").await, 0, "nothing is being settled");
        let verify = catalogue::VerifyStockRequest { seller_id: seller.clone() };
        let verified = self.catalogue_tool().verify_stock(verify).await.inner().unwrap();
        assert_eq!(verified.differences, []);
        let list =
            catalogue::ListReservationsRequest { seller_id: seller.clone(), page_size: 500, ..Default::default() };
        let mut held: Vec<(String, Vec<(String, i64)>)> = self
            .catalogue_tool()
            .list_reservations(list)
            .await
            .inner()
            .unwrap()
            .reservations
            .into_iter()
            .filter(|reservation| !reservation.lines.is_empty())
            .map(|reservation| {
                let lines = reservation.lines.into_iter().map(|line| (line.type_id, line.quantity));
                (reservation.order_id, sorted(lines))
            })
            .collect();
        held.sort();
        let list = pb::ListRegisteredOrdersRequest { seller_id: seller.clone(), page_size: 500, ..Default::default() };
        let mut saved: Vec<(String, Vec<(String, i64)>)> = self
            .tool()
            .list_registered_orders(list)
            .await
            .inner()
            .unwrap()
            .orders
            .into_iter()
            .map(|order| (order.order_id, sorted(order.lines.into_iter().map(|line| (line.type_id, line.quantity)))))
            .collect();
        saved.sort();
        assert_eq!(held, saved, "the stock holds what is saved");

        let of = |table: &str| format!("{table} WHERE seller_id = '{seller}'");
        let counts = self.counts(shop).await;
        assert_eq!(counts.all, self.db.db_count(&of("customer")).await);
        assert_eq!(counts.with_open_order, self.db.db_count(&format!("{} AND open_orders > 0", of("customer"))).await);
        let miscounted = "customer c WHERE open_orders <> (SELECT count(*) FROM sales_order o WHERE o.seller_id = c.seller_id \
             AND o.customer_id = c.customer_id AND o.status = 0 AND o.deleted_at IS NULL) OR last_order_at IS DISTINCT FROM (SELECT \
             max(created_at) FROM sales_order o WHERE o.seller_id = c.seller_id AND o.customer_id = c.customer_id AND o.deleted_at IS NULL)";
        assert_eq!(self.db.db_count(miscounted).await, 0, "customers know their orders");
        let bought = "customer_purchase p JOIN sales_order o USING (seller_id, order_id) JOIN order_revision r \
             USING (seller_id, order_id, revision) WHERE p.customer_id = o.customer_id AND p.ordered_at = o.created_at \
             AND p.type_ids::text[] = ARRAY(SELECT line->>'type_id' FROM jsonb_array_elements(r.lines) AS line) \
             AND p.quantities::text[] = ARRAY(SELECT line->>'quantity' FROM jsonb_array_elements(r.lines) AS line)";
        assert_eq!(self.db.db_count(&format!("{bought} AND seller_id = '{seller}'")).await, as_count(saved.len()));
        assert_eq!(self.db.db_count(&of("customer_purchase")).await, as_count(saved.len()), "what is saved is bought");
    }
}

fn as_count(length: usize) -> i64 {
    i64::try_from(length).unwrap()
}

fn sorted(lines: impl Iterator<Item = (String, i64)>) -> Vec<(String, i64)> {
    let mut lines: Vec<_> = lines.collect();
    lines.sort();
    lines
}
