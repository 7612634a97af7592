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
    let event = house.told().await.pop().unwrap();
    assert_eq!(<pb::OrderRegistered as prost::Message>::decode(event.payload.as_slice()).unwrap(), own[0]);

    assert_refused(list("x".to_owned(), String::new()).await, Code::InvalidArgument, "INVALID_FIELD");
    assert_refused(list(shop.seller(), "zz".to_owned()).await, Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn an_order_of_500_lines_with_the_longest_names_fits_into_a_page() {
    let house = House::build().await;
    let shop = house.shop(&[99]).await;
    // Four bytes a letter: as many as a name may have.
    house
        .db
        .db_execute(&format!(
            "INSERT INTO sales_order (seller_id, order_id, customer_id, code, status, reopened, version, revision,
                last_revision_sent, created_at, registered_at, delivery_approximate, tax_basis_points, shipping_toman,
                seller_title, grand_toman, customer_note, seller_note)
             SELECT seller_id, md5(number::text)::uuid, customer_id, number, 1, false, 2, 1, 1, now(), now(), false, 0, 0,
                '', 0, '', ''
             FROM customer, generate_series(1, 6) AS number WHERE seller_id = '{seller}';
             INSERT INTO order_revision (seller_id, order_id, revision, saved_at, actor_subject, actor_role, grand_toman,
                lines)
             SELECT '{seller}', md5(number::text)::uuid, 1, now(), '', '', 0, (
                SELECT jsonb_agg(jsonb_build_object('type_id', gen_random_uuid(), 'product_id', gen_random_uuid(),
                    'product_title', repeat(U&'\\+01F4E6', 200), 'type_name', repeat(U&'\\+01F4E6', 200),
                    'unit_name', '', 'image_url', '', 'pieces_per_unit', 1, 'quantity', 1000000,
                    'unit_price_toman', 1000000000000, 'unit_sell_price_toman', 0))
                FROM generate_series(1, 500))
             FROM generate_series(1, 6) AS number",
            seller = shop.seller_id,
        ))
        .await;
    let (mut sizes, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = pb::ListRegisteredOrdersRequest { seller_id: shop.seller(), page_size: 500, page_token };
        let page = house.tool().list_registered_orders(request).await.inner().unwrap();
        assert!(page.orders.iter().all(|order| order.lines.len() == 500));
        // What a tool sends on has to fit into a request.
        assert!(prost::Message::encoded_len(&page) < pishkhan_chassis::grpc::MAX_REQUEST_BYTES - 1_000);
        sizes.push(page.orders.len());
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(sizes, [1; 6]);
}
