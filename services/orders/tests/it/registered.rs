use pishkhan_proto::orders::v1::{self as pb, orders_service_client::OrdersServiceClient};
use tonic::Code;

use crate::house::{House, Inner as _, assert_refused};

#[tokio::test]
async fn what_counts_is_told_page_by_page_and_by_saved_revision() {
    let house = House::build().await;
    let (shop, other) = (house.shop(&[99]).await, house.shop(&[99]).await);
    let mut expected = Vec::new();
    for number in 0..5 {
        let order = house.place(&shop, &[(1, 2)]).await;
        house.save(&shop, &order.order_id).await.unwrap();
        match number {
            // Reopened: counts as it was saved.
            1 => drop(house.set_lines(&shop, &order.order_id, &[(1, 9)]).await.unwrap()),
            3 => {
                house.cancel(&shop, &order.order_id).await.unwrap();
                continue;
            }
            _ => {}
        }
        expected.push((order.order_id, 1, 2));
    }
    // Open: does not count.
    house.place(&shop, &[(1, 2)]).await;
    let theirs = house.place(&other, &[(1, 2)]).await;
    house.save(&other, &theirs.order_id).await.unwrap();

    let list = |seller_id: String, page_token: String| {
        let request = pb::ListRegisteredOrdersRequest { seller_id, page_size: 2, page_token };
        let mut client = house.tool();
        async move { client.list_registered_orders(request).await.inner() }
    };
    let collect = async |seller_id: String| {
        let (mut found, mut token) = (Vec::new(), String::new());
        loop {
            let page = list(seller_id.clone(), token).await.unwrap();
            found.extend(page.orders);
            token = page.next_page_token;
            if token.is_empty() {
                return found;
            }
        }
    };
    expected.sort();
    let seen = |orders: &[pb::OrderRegistered]| -> Vec<(String, i64, i64)> {
        orders.iter().map(|order| (order.order_id.clone(), order.revision, order.lines[0].quantity)).collect()
    };
    assert_eq!(seen(&collect(shop.seller()).await), expected);
    assert_eq!(collect(String::new()).await.len(), 5, "all sellers");
    // A tool for one seller is told of that one.
    let one = house.server.as_tool(&["orders.*"], Some(other.seller_id));
    let request = pb::ListRegisteredOrdersRequest::default();
    let own = OrdersServiceClient::new(one).list_registered_orders(request).await.inner().unwrap().orders;
    assert_eq!(seen(&own), [(theirs.order_id, 1, 2)]);
    // What is listed is what was published last.
    let event = house.db.outbox().await.pop().unwrap();
    assert_eq!(<pb::OrderRegistered as prost::Message>::decode(event.payload.as_slice()).unwrap(), own[0]);

    assert_refused(list("x".to_owned(), String::new()).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(list(shop.seller(), "zz".to_owned()).await, Code::InvalidArgument, "INVALID_FIELD");
}
