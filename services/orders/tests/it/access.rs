//! Who may call what.

use pishkhan_proto::orders::v1::{self as pb, orders_service_client::OrdersServiceClient};
use pishkhan_testkit::TestCaller;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::house::House;

/// Every method, called with an empty request.
async fn call(caller: TestCaller, method: &str) -> Result<(), Status> {
    let mut client = OrdersServiceClient::new(caller);
    match method {
        "ListCustomers" => client.list_customers(pb::ListCustomersRequest::default()).await.map(drop),
        "GetCustomerCounts" => client.get_customer_counts(pb::GetCustomerCountsRequest::default()).await.map(drop),
        "ImportCustomers" => client.import_customers(pb::ImportCustomersRequest::default()).await.map(drop),
        "ListCustomerOrders" => client.list_customer_orders(pb::ListCustomerOrdersRequest::default()).await.map(drop),
        "GetOrder" => client.get_order(pb::GetOrderRequest::default()).await.map(drop),
        "UpdateOrderLines" => client.update_order_lines(pb::UpdateOrderLinesRequest::default()).await.map(drop),
        "UpdateOrderNote" => client.update_order_note(pb::UpdateOrderNoteRequest::default()).await.map(drop),
        "SaveOrder" => client.save_order(pb::SaveOrderRequest::default()).await.map(drop),
        "CancelOrder" => client.cancel_order(pb::CancelOrderRequest::default()).await.map(drop),
        "PlaceOrder" => client.place_order(pb::PlaceOrderRequest::default()).await.map(drop),
        "ImportOrders" => client.import_orders(pb::ImportOrdersRequest::default()).await.map(drop),
        "ListRegisteredOrders" => {
            client.list_registered_orders(pb::ListRegisteredOrdersRequest::default()).await.map(drop)
        }
        other => panic!("{other} is no method of the contract"),
    }
}

const SELLER: [&str; 8] = [
    "ListCustomers",
    "GetCustomerCounts",
    "ListCustomerOrders",
    "GetOrder",
    "UpdateOrderLines",
    "UpdateOrderNote",
    "SaveOrder",
    "CancelOrder",
];
const TOOLS_ONLY: [&str; 4] = ["ImportCustomers", "PlaceOrder", "ImportOrders", "ListRegisteredOrders"];

#[tokio::test]
async fn each_method_is_open_to_its_callers_only() {
    let house = House::build().await;
    let refused = async |caller: TestCaller, method: &str, code: Code| {
        assert_eq!(call(caller, method).await.map_err(|status| status.code()), Err(code), "{method}");
    };
    // An empty request that is let in is refused for what it lacks, or answered.
    let let_in = async |caller: TestCaller, method: &str| {
        let code = call(caller, method).await.map_err(|status| status.code());
        assert!(matches!(code, Ok(()) | Err(Code::InvalidArgument)), "{method}: {code:?}");
    };
    let seller = Uuid::from_u128(5);
    for method in SELLER.into_iter().chain(TOOLS_ONLY) {
        refused(house.server.as_nobody(), method, Code::Unauthenticated).await;
        refused(house.server.as_operator(), method, Code::PermissionDenied).await;
        refused(house.server.as_service("catalogue"), method, Code::PermissionDenied).await;
        refused(house.server.as_tool(&["catalogue.*"], None), method, Code::PermissionDenied).await;
        let_in(house.server.as_tool(&["orders.*"], None), method).await;
        let bff = house.server.as_service("bff");
        if method == "GetCustomerCounts" {
            let_in(bff, method).await;
        } else {
            refused(bff, method, Code::PermissionDenied).await;
        }
    }
    for method in SELLER {
        let_in(house.server.as_seller(seller), method).await;
    }
    for method in TOOLS_ONLY {
        refused(house.server.as_seller(seller), method, Code::PermissionDenied).await;
    }
    assert_eq!(house.db.db_count("audit_event").await, 0);
}
