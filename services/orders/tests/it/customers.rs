use pishkhan_proto::orders::v1 as pb;
use tonic::Code;

use crate::house::{House, Inner as _, Shop, assert_refused, customer_row};

async fn list(
    house: &House,
    shop: &Shop,
    change: impl FnOnce(&mut pb::ListCustomersRequest),
) -> Result<pb::ListCustomersResponse, tonic::Status> {
    let mut request = pb::ListCustomersRequest { seller_id: shop.seller(), page_size: 100, ..Default::default() };
    change(&mut request);
    house.seller(shop.seller_id).list_customers(request).await.inner()
}

fn codes(response: &pb::ListCustomersResponse) -> Vec<&str> {
    response.customers.iter().map(|customer| customer.code.as_str()).collect()
}

#[tokio::test]
async fn an_import_takes_good_rows_and_explains_the_others() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    let changed =
        pb::CustomerRow { mobile: "۰۹۳۵۱۲۳۴۵۶۷".to_owned(), ..customer_row(1, "C1", "the first customer") };
    let rows = vec![
        changed,
        customer_row(2, "C2", "second"),
        pb::CustomerRow { mobile: "0912".to_owned(), ..customer_row(3, "C3", "third") },
        customer_row(4, "C2", "again"),
        customer_row(5, "", "no code"),
    ];
    let request = pb::ImportCustomersRequest { request_id: house.key(), seller_id: shop.seller(), rows: rows.clone() };
    let report = house.tool().import_customers(request.clone()).await.inner().unwrap();
    assert_eq!((report.created, report.updated, report.unchanged), (1, 1, 0));
    let problems: Vec<_> = report
        .problems
        .iter()
        .map(|problem| (problem.row, problem.column.as_str(), problem.problem.as_str()))
        .collect();
    assert_eq!(
        problems,
        [
            (3, "mobile", "NOT_A_MOBILE_NUMBER"),
            (4, "customer_code", "DUPLICATE_CODE"),
            (5, "customer_code", "REQUIRED")
        ]
    );
    assert_eq!(report.problems[0].value, "0912");
    // The same request gives the same answer; the same rows in a new one change nothing.
    assert_eq!(house.tool().import_customers(request.clone()).await.inner().unwrap(), report);
    let again = house.import_customers(&shop, rows.clone()).await;
    assert_eq!((again.created, again.updated, again.unchanged), (0, 0, 2));
    let twisted = pb::ImportCustomersRequest { rows: rows[..1].to_vec(), ..request };
    let refused = house.tool().import_customers(twisted).await.inner();
    assert_refused(refused, Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED");

    let all = list(&house, &shop, |_| {}).await.unwrap();
    assert_eq!(codes(&all), ["C2", "C1"], "without orders the newest stands first");
    assert_eq!((all.customers[1].mobile.as_str(), all.total_size), ("09351234567", 2));
    house.db.assert_audit(&["customer.imported", "customer.imported"]).await;
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn texts_are_stored_clean() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    let typed = pb::CustomerRow {
        shop_name: "\u{202E}می\u{200C}وه\u{1B}".to_owned(),
        address: "قم\0\r\nپلاک ۲\u{2069}".to_owned(),
        ..customer_row(1, "C\u{0}7", "علی\tرضا\u{2066}")
    };
    assert_eq!(house.import_customers(&shop, vec![typed]).await.created, 1);
    let all = list(&house, &shop, |request| request.search = "علی رضا".to_owned()).await.unwrap();
    let found = &all.customers[0];
    assert_eq!((found.code.as_str(), found.title.as_str()), ("C7", "علی رضا"));
    assert_eq!((found.shop_name.as_str(), found.address.as_str()), ("می\u{200C}وه", "قم\nپلاک ۲"));
}

#[tokio::test]
async fn imports_at_the_same_time_make_each_customer_once() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    let rows: Vec<_> = (0..20).map(|number| customer_row(number, &format!("D{number}"), "shop")).collect();
    let imports = (0..6).map(|_| house.import_customers(&shop, rows.clone()));
    let reports = futures_util::future::join_all(imports).await;
    assert_eq!(reports.iter().map(|report| report.created).sum::<i32>(), 20);
    assert_eq!(reports.iter().map(|report| report.unchanged).sum::<i32>(), 100);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn too_many_rows_are_refused() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    let rows = vec![customer_row(1, "X", "x"); 501];
    let request = pb::ImportCustomersRequest { request_id: house.key(), seller_id: shop.seller(), rows };
    assert_refused(house.tool().import_customers(request).await.inner(), Code::InvalidArgument, "INVALID_FIELD");
    assert_eq!(house.counts(&shop).await.all, 1);
}

#[tokio::test]
async fn searches_fold_letters_and_take_signs_literally() {
    let house = House::build().await;
    let shop = house.shop(&[]).await;
    let rows = [("A", "سوپرمارکت كيان"), ("B", "فروشگاه گل‌یخ"), ("D", "100% fresh_one"), ("E", r"back\slash")];
    let rows = rows.iter().map(|(code, title)| customer_row(1, code, title)).collect();
    assert_eq!(house.import_customers(&shop, rows).await.problems, []);
    for (search, expected) in [
        ("کیان", vec!["A"]),
        ("كيا", vec!["A"]),
        ("گل یخ", vec!["B"]),
        ("FRESH_", vec!["D"]),
        ("۱۰۰%", vec!["D"]),
        ("%", vec!["D"]),
        ("_", vec!["D"]),
        (r"\", vec!["E"]),
        ("nothing like it", vec![]),
    ] {
        let found = list(&house, &shop, |request| search.clone_into(&mut request.search)).await.unwrap();
        assert_eq!(codes(&found), expected, "{search}");
        assert_eq!(found.total_size, i64::try_from(expected.len()).unwrap());
        assert_eq!(found.totals.unwrap().all, found.total_size);
    }
    assert_eq!(list(&house, &shop, |request| "   ".clone_into(&mut request.search)).await.unwrap().total_size, 5);
    let long = list(&house, &shop, |request| request.search = "x".repeat(101)).await;
    assert_refused(long, Code::InvalidArgument, "INVALID_FIELD");
}

/// Customers C1 to C7; C1 to C5 ordered, one an hour, and the order of each second one is registered.
async fn busy_shop(house: &House) -> Shop {
    let shop = house.shop(&[50]).await;
    let rows = (2..=7).map(|number| customer_row(number, &format!("C{number}"), &format!("shop {number}"))).collect();
    house.import_customers(&shop, rows).await;
    for number in 1..=5 {
        let request =
            pb::PlaceOrderRequest { customer_code: format!("C{number}"), ..house.place_request(&shop, &[(1, 1)]) };
        let order = house.tool().place_order(request).await.inner().unwrap().order.unwrap();
        if number % 2 == 0 {
            house.save(&shop, &order.order_id).await.unwrap();
        }
        house.clock.advance(chrono::TimeDelta::hours(1));
    }
    shop
}

#[tokio::test]
async fn customers_stand_by_their_last_order_and_are_filtered_by_it() {
    let house = House::build().await;
    let start = house.now();
    let shop = busy_shop(&house).await;
    let all = list(&house, &shop, |_| {}).await.unwrap();
    assert_eq!(codes(&all), ["C5", "C4", "C3", "C2", "C1", "C7", "C6"]);
    let silent = pb::CustomerSort::Silent;
    let quiet = list(&house, &shop, |request| request.set_sort(silent)).await.unwrap();
    assert_eq!(
        codes(&quiet),
        ["C6", "C7", "C1", "C2", "C3", "C4", "C5"],
        "whoever never ordered, then who did long ago"
    );
    assert_eq!((quiet.totals, quiet.total_size), (all.totals, all.total_size));
    let mut by_token = Vec::new();
    let mut token = Some(String::new());
    while let Some(page_token) = token {
        let page = list(&house, &shop, |request| {
            request.set_sort(silent);
            (request.page_size, request.page_token) = (2, page_token);
        });
        let page = page.await.unwrap();
        by_token.extend(codes(&page).into_iter().map(str::to_owned));
        token = Some(page.next_page_token).filter(|token| !token.is_empty());
    }
    assert_eq!(by_token, codes(&quiet), "page after page");
    let quiet_open = list(&house, &shop, |request| {
        request.set_sort(silent);
        request.has_open_order = Some(true);
    });
    assert_eq!(codes(&quiet_open.await.unwrap()), ["C1", "C3", "C5"]);
    let unknown = list(&house, &shop, |request| request.sort = 9).await;
    assert_refused(unknown, Code::InvalidArgument, "INVALID_FIELD");
    assert_eq!(all.totals.unwrap(), pb::CustomerTotals { all: 7, with_open_order: 3, without_open_order: 4 });
    let open = list(&house, &shop, |request| request.has_open_order = Some(true)).await.unwrap();
    assert_eq!((codes(&open), open.total_size), (vec!["C5", "C3", "C1"], 3));
    assert_eq!(open.totals.unwrap().all, 7, "the totals are of all, whatever their open orders");
    let closed = list(&house, &shop, |request| request.has_open_order = Some(false)).await.unwrap();
    assert_eq!((codes(&closed), closed.total_size), (vec!["C4", "C2", "C7", "C6"], 4));

    let at = |hours| Some(pishkhan_chassis::parse::timestamp(start + chrono::TimeDelta::hours(hours)));
    let span = |start_time, end_time| Some(pb::TimeSpan { start_time, end_time });
    let inside = list(&house, &shop, |request| request.last_order = span(at(1), at(4))).await.unwrap();
    assert_eq!((codes(&inside), inside.total_size), (vec!["C4", "C3", "C2"], 3));
    assert_eq!(inside.totals.unwrap(), pb::CustomerTotals { all: 3, with_open_order: 1, without_open_order: 2 });
    let quiet_inside = list(&house, &shop, |request| {
        request.set_sort(silent);
        (request.last_order, request.skip) = (span(at(1), at(4)), 1);
    });
    assert_eq!(codes(&quiet_inside.await.unwrap()), ["C3", "C4"], "also from memory");
    let since = list(&house, &shop, |request| request.last_order = span(at(4), None)).await.unwrap();
    assert_eq!(codes(&since), ["C5"]);
    let until = list(&house, &shop, |request| request.last_order = span(None, at(1))).await.unwrap();
    assert_eq!(codes(&until), ["C1"], "customers without an order ordered at no time");
    let both = list(&house, &shop, |request| {
        request.last_order = span(at(1), at(4));
        request.has_open_order = Some(true);
        "shop".clone_into(&mut request.search);
    });
    assert_eq!(codes(&both.await.unwrap()), ["C3"]);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn pages_by_token_and_by_number_agree() {
    let house = House::build().await;
    let shop = busy_shop(&house).await;
    let all = list(&house, &shop, |_| {}).await.unwrap();
    for size in 1..=4 {
        let (mut paged, mut token, mut skip) = (Vec::new(), String::new(), 0);
        loop {
            let page = list(&house, &shop, |request| {
                request.page_size = size;
                request.page_token.clone_from(&token);
            })
            .await
            .unwrap();
            let skipped =
                list(&house, &shop, |request| (request.page_size, request.skip) = (size, skip)).await.unwrap();
            assert_eq!(skipped.customers, page.customers);
            skip += size;
            paged.extend(page.customers);
            token = page.next_page_token;
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(paged, all.customers);
    }
    let default = list(&house, &shop, |request| request.page_size = 0).await.unwrap();
    assert_eq!(default.customers.len(), 7);
    let bad = list(&house, &shop, |request| "zz".clone_into(&mut request.page_token)).await;
    assert_refused(bad, Code::InvalidArgument, "INVALID_FIELD");
    let bad = list(&house, &shop, |request| request.skip = -1).await;
    assert_refused(bad, Code::InvalidArgument, "INVALID_FIELD");
}

#[tokio::test]
async fn another_sellers_customers_do_not_exist() {
    let house = House::build().await;
    let (ours, theirs) = (house.shop(&[]).await, house.shop(&[]).await);
    let foreign = list(&house, &ours, |request| request.seller_id = theirs.seller()).await;
    assert_refused(foreign, Code::NotFound, "SELLER_NOT_FOUND");
    let counts = pb::GetCustomerCountsRequest { seller_id: theirs.seller() };
    let foreign = house.seller(ours.seller_id).get_customer_counts(counts).await.inner();
    assert_refused(foreign, Code::NotFound, "SELLER_NOT_FOUND");
    // The same code is another customer for another seller.
    let own = list(&house, &ours, |_| {}).await.unwrap().customers;
    let other = list(&house, &theirs, |_| {}).await.unwrap().customers;
    assert_eq!((own.len(), other.len()), (1, 1));
    assert_ne!(own[0].customer_id, other[0].customer_id);
    // A tool for one seller reaches no other.
    let tool = house.server.as_tool(&["orders.*"], Some(ours.seller_id));
    let mut tool = pb::orders_service_client::OrdersServiceClient::new(tool);
    let rows = vec![customer_row(1, "X", "x")];
    let request = pb::ImportCustomersRequest { request_id: house.key(), seller_id: theirs.seller(), rows };
    assert_refused(tool.import_customers(request).await.inner(), Code::NotFound, "SELLER_NOT_FOUND");
    assert_eq!(house.counts(&theirs).await.all, 1);
}
