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
        "ReviseOrder" => client.revise_order(pb::ReviseOrderRequest::default()).await.map(drop),
        "ReopenOrder" => client.reopen_order(pb::ReopenOrderRequest::default()).await.map(drop),
        "DiscardOrderChanges" => {
            client.discard_order_changes(pb::DiscardOrderChangesRequest::default()).await.map(drop)
        }
        "DeleteOrder" => client.delete_order(pb::DeleteOrderRequest::default()).await.map(drop),
        "GetOrderHistory" => client.get_order_history(pb::GetOrderHistoryRequest::default()).await.map(drop),
        "FindOrdersByCode" => client.find_orders_by_code(pb::FindOrdersByCodeRequest::default()).await.map(drop),
        "GetPublicOrder" => client.get_public_order(pb::GetPublicOrderRequest::default()).await.map(drop),
        "PlaceOrder" => client.place_order(pb::PlaceOrderRequest::default()).await.map(drop),
        "ImportOrders" => client.import_orders(pb::ImportOrdersRequest::default()).await.map(drop),
        "ListRegisteredOrders" => {
            client.list_registered_orders(pb::ListRegisteredOrdersRequest::default()).await.map(drop)
        }
        "ListIntents" => client.list_intents(pb::ListIntentsRequest::default()).await.map(drop),
        "RetryIntent" => client.retry_intent(pb::RetryIntentRequest::default()).await.map(drop),
        "ReconcileReservations" => {
            client.reconcile_reservations(pb::ReconcileReservationsRequest::default()).await.map(drop)
        }
        other => panic!("{other} is no method of the contract"),
    }
}

/// Method, and whether sellers, operators, tools and the bff in its own name may call it.
const METHODS: [(&str, [bool; 4]); 22] = [
    ("ListCustomers", [true, false, true, false]),
    ("GetCustomerCounts", [true, false, true, true]),
    ("ListCustomerOrders", [true, false, true, false]),
    ("GetOrder", [true, true, true, false]),
    ("UpdateOrderLines", [true, false, true, false]),
    ("UpdateOrderNote", [true, false, true, false]),
    ("ReviseOrder", [true, true, true, false]),
    ("ReopenOrder", [true, false, true, false]),
    ("DiscardOrderChanges", [true, false, true, false]),
    ("SaveOrder", [true, true, true, false]),
    ("CancelOrder", [true, true, true, false]),
    ("DeleteOrder", [true, true, true, false]),
    ("GetOrderHistory", [true, true, true, false]),
    ("FindOrdersByCode", [false, true, true, false]),
    ("GetPublicOrder", [false, false, false, true]),
    ("ImportCustomers", [false, false, true, false]),
    ("PlaceOrder", [false, false, true, false]),
    ("ImportOrders", [false, false, true, false]),
    ("ListRegisteredOrders", [false, false, true, false]),
    ("ListIntents", [false, false, true, false]),
    ("RetryIntent", [false, false, true, false]),
    ("ReconcileReservations", [false, false, true, false]),
];

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
    let own = Uuid::from_u128(5);
    for (method, [seller, operator, tool, bff]) in METHODS {
        refused(house.server.as_nobody(), method, Code::Unauthenticated).await;
        refused(house.server.as_service("catalogue"), method, Code::PermissionDenied).await;
        refused(house.server.as_tool(&["catalogue.*"], None), method, Code::PermissionDenied).await;
        for (caller, allowed) in [
            (house.server.as_seller(own), seller),
            (house.server.as_operator(), operator),
            (house.server.as_tool(&["orders.*"], None), tool),
            (house.server.as_service("bff"), bff),
        ] {
            if allowed {
                let_in(caller, method).await;
            } else {
                refused(caller, method, Code::PermissionDenied).await;
            }
        }
    }
    let table = pishkhan_chassis::access::AccessTable::from_descriptor(pishkhan_proto::descriptor::ORDERS).unwrap();
    let ours = table.paths().filter(|path| path.starts_with("/pishkhan.orders."));
    assert_eq!(ours.count(), METHODS.len(), "each method of the contract stands above");
    assert_eq!(house.db.db_count("audit_event").await, 0);
}
