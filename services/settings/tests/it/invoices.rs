//! What a month's sales come to, and how later changes are billed.

use pishkhan_proto::settings::v1::{
    self as pb,
    Cooperation::{Amount, Basket, Percentage},
    InvoiceLineKind::{Correction, Credit, Month},
    InvoiceState::{Paid, Payable, Void},
};
use tonic::Code;

use crate::{
    billing::{BillingApp, told},
    harness::{problems, refusal, seller_id},
};

#[tokio::test]
async fn each_kind_of_cooperation_comes_to_its_tomans() {
    let app = BillingApp::start(3).await;
    for (seller, terms) in [(1, (Percentage, 250)), (2, (Basket, 15_000)), (3, (Amount, 2_000_000))] {
        app.agree(seller, terms, 140_507).await;
        app.order(seller, 1, 14_050_701, 9_996_000).await;
        app.order(seller, 2, 14_050_730, 20).await;
        // The days before and after belong to others.
        app.order(seller, 3, 14_050_631, 1_000_000).await;
        app.order(seller, 4, 14_050_801, 1_000_000).await;
    }
    assert_eq!(app.make(140_507, None).await.unwrap(), (3, 0, 0));
    for (seller, total) in [(1, 249_901), (2, 30_000), (3, 2_000_000)] {
        let (invoice, lines) = app.invoice(seller, 140_507).await;
        assert_eq!(told(&lines), [(Month, 140_507, 2, 9_996_020, total)]);
        assert_eq!((invoice.orders, invoice.sales_toman, invoice.total_toman), (2, 9_996_020, total));
        assert_eq!((invoice.state(), invoice.payer.as_str()), (Payable, "پخش مهتاب"));
        assert_eq!(invoice.number, format!("1405-07-{seller:06}"));
        assert_eq!(app.orders(&invoice, &lines[0]).await, [(1, 9_996_000, 1), (2, 20, 1)]);
        assert_eq!((invoice.watermark.is_some(), invoice.pay_time, invoice.payment_id.as_str()), (true, None, ""));
        // 2026-12-01 is the agreed date; the tenth of Aban is before it.
        assert_eq!(invoice.due_date, "2026-12-01");
    }
    let orders = pb::ListInvoiceOrdersRequest {
        seller_id: seller_id(1).to_string(),
        invoice_id: app.invoice(1, 140_507).await.0.invoice_id,
        page_size: 1,
        skip: 1,
        ..Default::default()
    };
    let page = app.seller(1).list_invoice_orders(orders).await.unwrap().into_inner();
    assert_eq!((page.total, page.orders.len()), (2, 1));
    let pb::InvoiceOrder { code, day, .. } = page.orders[0].clone();
    assert_eq!((code.as_str(), day.as_str()), ("code-2", "2026-10-22"));
    assert_eq!(app.app.db.db_count("audit_event WHERE action = 'invoice.made' AND entity = 'invoice'").await, 3);
    // Again: everything is there.
    assert_eq!(app.make(140_507, None).await.unwrap(), (0, 3, 0));
    assert_eq!(app.make(140_507, Some(2)).await.unwrap(), (0, 1, 0));
}

#[tokio::test]
async fn a_month_without_sales_bills_what_is_fixed() {
    let app = BillingApp::start(3).await;
    app.agree(1, (Percentage, 250), 140_507).await;
    app.agree(2, (Amount, 700), 140_507).await;
    assert_eq!(app.make(140_507, None).await.unwrap(), (2, 0, 1));
    let (nothing, lines) = app.invoice(1, 140_507).await;
    assert_eq!((nothing.state(), nothing.total_toman, nothing.pay_time), (Paid, 0, None));
    assert_eq!(told(&lines), [(Month, 140_507, 0, 0, 0)]);
    assert_eq!(refusal(app.pay(&nothing, "p").await).1, "INVOICE_NOT_PAYABLE");
    let (fixed, _) = app.invoice(2, 140_507).await;
    assert_eq!((fixed.state(), fixed.total_toman), (Payable, 700));
    // Terms that are confirmed later are billed then.
    app.agree(3, (Amount, 800), 140_507).await;
    assert_eq!(app.make(140_507, None).await.unwrap(), (1, 2, 0));
}

#[tokio::test]
async fn each_month_is_billed_by_its_own_terms() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Percentage, 250), 140_507).await;
    app.agree(1, (Basket, 9_000), 140_508).await;
    app.order(1, 1, 14_050_705, 1_000_000).await;
    app.order(1, 2, 14_050_805, 1_000_000).await;
    app.make(140_507, None).await.unwrap();
    app.set_clock("1405/09/01", 60);
    // The earlier month changes as well: its correction is by its terms, not by those of today.
    app.order(1, 3, 14_050_706, 400_000).await;
    app.make(140_508, None).await.unwrap();
    assert_eq!(told(&app.invoice(1, 140_507).await.1), [(Month, 140_507, 1, 1_000_000, 25_000)]);
    let (invoice, lines) = app.invoice(1, 140_508).await;
    assert_eq!(told(&lines), [(Month, 140_508, 1, 1_000_000, 9_000), (Correction, 140_507, 1, 400_000, 10_000)]);
    assert_eq!((lines[1].cooperation(), lines[1].agreed_commission), (Percentage, 250));
    assert_eq!((invoice.total_toman, invoice.orders), (19_000, 1));
}

#[tokio::test]
async fn what_changes_later_is_a_line_of_the_next_invoice() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Percentage, 250), 140_507).await;
    for (order, toman) in [(1, 1_000_010), (2, 2_000_000), (3, 3_000_000)] {
        app.order(1, order, 14_050_710, toman).await;
    }
    app.name_customer(1, 1, "شیرین").await;
    app.name_customer(1, 2, "لادن").await;
    app.make(140_507, None).await.unwrap();
    let before = app.invoice(1, 140_507).await;
    assert_eq!(before.0.total_toman, 150_000);
    assert_eq!(app.customers(&before.0, &before.1[0]).await, ["شیرین", "لادن", ""]);
    // One is saved anew with less, one is cancelled, one had not been told in time.
    app.order(1, 1, 14_050_710, 1_000_000).await;
    app.cancel(1, 2).await;
    app.order(1, 4, 14_050_730, 4_000_000).await;
    app.name_customer(1, 1, "شیرینی").await;
    app.name_customer(1, 4, "مریم").await;
    app.set_clock("1405/09/01", 60);
    app.make(140_508, None).await.unwrap();
    let (second, lines) = app.invoice(1, 140_508).await;
    assert_eq!(told(&lines), [(Month, 140_508, 0, 0, 0), (Correction, 140_507, 0, 1_999_990, 50_000)]);
    assert_eq!(app.orders(&second, &lines[1]).await, [(1, -10, 0), (2, -2_000_000, -1), (4, 4_000_000, 1)]);
    assert_eq!(app.customers(&second, &lines[1]).await, ["شیرینی", "لادن", "مریم"]);
    assert_eq!(app.invoice(1, 140_507).await, before, "what was made stays as it is");
    assert_eq!(app.customers(&before.0, &before.1[0]).await, ["شیرین", "لادن", ""]);
    // The cancelled one is there again, as when an order's cancellation was a mistake of the facts. Its customer's name
    // is known from what was billed only.
    app.order(1, 2, 14_050_710, 2_000_000).await;
    app.reports_db.db_execute("TRUNCATE customer_label").await;
    app.set_clock("1405/10/01", 60);
    app.make(140_509, None).await.unwrap();
    let (third, lines) = app.invoice(1, 140_509).await;
    assert_eq!(told(&lines), [(Month, 140_509, 0, 0, 0), (Correction, 140_507, 1, 2_000_000, 50_000)]);
    assert_eq!(app.orders(&third, &lines[1]).await, [(2, 2_000_000, 1)]);
    assert_eq!(app.customers(&third, &lines[1]).await, ["لادن"]);
    // Nothing changes any more, so nothing is corrected; and all that was billed is the commission of what stands.
    app.set_clock("1405/11/01", 60);
    app.make(140_510, None).await.unwrap();
    assert_eq!(told(&app.invoice(1, 140_510).await.1), [(Month, 140_510, 0, 0, 0)]);
    let billed: i64 = app.list(1).await.iter().map(|invoice| invoice.total_toman).sum();
    assert_eq!(billed, (1_000_000 + 2_000_000 + 3_000_000 + 4_000_000) * 25 / 1_000);
}

#[tokio::test]
async fn changes_are_corrected_for_a_year() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Percentage, 1_000), 140_407).await;
    app.order(1, 1, 14_040_701, 1_000).await;
    app.order(1, 2, 14_040_801, 2_000).await;
    app.make(140_407, None).await.unwrap();
    app.make(140_408, None).await.unwrap();
    app.order(1, 1, 14_040_701, 5_000).await;
    app.order(1, 2, 14_040_801, 6_000).await;
    app.set_clock("1405/09/02", 0);
    app.make(140_508, None).await.unwrap();
    assert_eq!(
        told(&app.invoice(1, 140_508).await.1),
        [(Month, 140_508, 0, 0, 0), (Correction, 140_408, 0, 4_000, 400)]
    );
}

#[tokio::test]
async fn what_is_below_nothing_is_given_back_by_the_next_invoice() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Basket, 10_000), 140_507).await;
    for order in 1..=3 {
        app.order(1, order, 14_050_710, 500_000).await;
    }
    app.make(140_507, None).await.unwrap();
    for order in 1..=3 {
        app.cancel(1, order).await;
    }
    app.order(1, 4, 14_050_810, 500_000).await;
    app.set_clock("1405/09/01", 60);
    app.make(140_508, None).await.unwrap();
    let (below, lines) = app.invoice(1, 140_508).await;
    assert_eq!(told(&lines), [(Month, 140_508, 1, 500_000, 10_000), (Correction, 140_507, -3, -1_500_000, -30_000)]);
    assert_eq!((below.total_toman, below.state()), (0, Paid));
    // The next one does not use it up, the one after it does.
    app.order(1, 5, 14_050_910, 500_000).await;
    app.set_clock("1405/10/01", 60);
    app.make(140_509, None).await.unwrap();
    let (next, lines) = app.invoice(1, 140_509).await;
    assert_eq!(told(&lines), [(Month, 140_509, 1, 500_000, 10_000), (Credit, 140_509, 0, 0, -20_000)]);
    assert_eq!((next.total_toman, next.state()), (0, Paid));
    for order in 6..=8 {
        app.order(1, order, 14_051_010, 500_000).await;
    }
    app.set_clock("1405/11/01", 60);
    app.make(140_510, None).await.unwrap();
    let (last, lines) = app.invoice(1, 140_510).await;
    assert_eq!(told(&lines), [(Month, 140_510, 3, 1_500_000, 30_000), (Credit, 140_510, 0, 0, -10_000)]);
    assert_eq!((last.total_toman, last.state()), (20_000, Payable));
    assert_eq!(app.orders(&last, &lines[1]).await, []);
    // Taken back, it gives the credit again.
    app.void(&last, "wrong").await.unwrap();
    app.make(140_510, None).await.unwrap();
    assert_eq!(told(&app.invoice(1, 140_510).await.1), told(&lines));
}

#[tokio::test]
async fn an_invoice_that_is_taken_back_can_be_made_anew() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Percentage, 1_000), 140_506).await;
    app.order(1, 1, 14_050_601, 1_000).await;
    app.order(1, 2, 14_050_701, 2_000).await;
    app.make(140_506, None).await.unwrap();
    app.order(1, 1, 14_050_601, 5_000).await;
    app.make(140_507, None).await.unwrap();
    let (first, lines) = app.invoice(1, 140_507).await;
    assert_eq!(told(&lines), [(Month, 140_507, 1, 2_000, 200), (Correction, 140_506, 0, 4_000, 400)]);
    let void = app.void(&first, "wrong terms").await.unwrap();
    assert_eq!((void.state(), void.void_reason.as_str()), (Void, "wrong terms"));
    assert_eq!(app.void(&first, "again").await.unwrap(), void);
    assert_eq!(refusal(app.pay(&first, "p").await).1, "INVOICE_NOT_PAYABLE");
    // The clock does not make it anew: whoever took it back does.
    assert_eq!(app.billing.make_due_once().await.unwrap(), 0);
    app.propose(1, "x", (Percentage, 500)).await;
    let better = app.awaiting(1).await.unwrap();
    app.decide(&better, true, 140_507).await.unwrap();
    assert_eq!(app.make(140_507, None).await.unwrap(), (1, 0, 0));
    let (second, lines) = app.invoice(1, 140_507).await;
    // The correction counts again, by the terms of its own month.
    assert_eq!(told(&lines), [(Month, 140_507, 1, 2_000, 100), (Correction, 140_506, 0, 4_000, 400)]);
    assert_eq!((first.number.as_str(), second.number.as_str()), ("1405-07-000001", "1405-07-000002"));
    assert_eq!(app.list(1).await.len(), 3);
    // The month that the correction is of is taken back after it was corrected: what is billed twice is not.
    let (early, _) = app.invoice(1, 140_506).await;
    app.void(&early, "x").await.unwrap();
    app.make(140_506, None).await.unwrap();
    let (early, lines) = app.invoice(1, 140_506).await;
    assert_eq!(told(&lines), [(Month, 140_506, 1, 1_000, 100)]);
    assert_eq!(early.total_toman + 400, 500);
    app.app
        .db
        .assert_audit(&[
            "seller.created",
            "seller.changed",
            "terms.proposed",
            "terms.confirmed",
            "invoice.made",
            "invoice.made",
            "invoice.voided",
            "terms.proposed",
            "terms.confirmed",
            "invoice.made",
            "invoice.voided",
            "invoice.made",
        ])
        .await;
}

#[tokio::test]
async fn invoices_are_found_by_their_numbers_in_any_digits_latest_first() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Amount, 5), 140_503).await;
    for month in 140_503..=140_507 {
        app.make(month, None).await.unwrap();
    }
    let find = async |search: &str| -> Vec<i32> {
        let request = pb::ListInvoicesRequest {
            seller_id: seller_id(1).to_string(),
            search: search.to_owned(),
            ..Default::default()
        };
        let reply = app.seller(1).list_invoices(request).await.unwrap().into_inner();
        reply.invoices.iter().map(|invoice| invoice.month).collect()
    };
    assert_eq!(find("").await, [140_507, 140_506, 140_505, 140_504, 140_503]);
    for (search, found) in [
        ("1405-07", vec![140_507]),
        ("۱۴۰۵-۰۷", vec![140_507]),
        ("٠٦-000001", vec![140_506]),
        ("5-04", vec![140_504]),
        ("%", vec![]),
        ("_", vec![]),
        ("\\", vec![]),
        ("بیات", vec![]),
    ] {
        assert_eq!(find(search).await, found, "{search}");
    }
    let (mut token, mut months) = (String::new(), Vec::new());
    loop {
        let request = pb::ListInvoicesRequest {
            seller_id: seller_id(1).to_string(),
            search: "1405".to_owned(),
            page_size: 2,
            page_token: token,
        };
        let page = app.seller(1).list_invoices(request).await.unwrap().into_inner();
        assert!(page.invoices.len() <= 2);
        months.extend(page.invoices.iter().map(|invoice| invoice.month));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(months, [140_507, 140_506, 140_505, 140_504, 140_503]);
}

#[tokio::test]
async fn bad_requests_and_others_are_refused() {
    let app = BillingApp::start(2).await;
    for month in [140_508, 140_509, 140_601] {
        assert_eq!(refusal(app.make(month, None).await), (Code::FailedPrecondition, "MONTH_NOT_OVER".to_owned()));
    }
    for month in [0, 1405, 140_513, 139_912, -140_507] {
        assert_eq!(problems(app.make(month, None).await)[0].0, "month");
    }
    assert_eq!(refusal(app.make(140_507, Some(7)).await).1, "SELLER_NOT_FOUND");
    app.agree(1, (Amount, 5), 140_507).await;
    app.make(140_507, None).await.unwrap();
    let (invoice, _) = app.invoice(1, 140_507).await;
    let not_found = (Code::NotFound, "INVOICE_NOT_FOUND".to_owned());
    // Another seller with its own id, or with the other's.
    let mut other = app.seller(2);
    let mut get = pb::GetInvoiceRequest { seller_id: seller_id(2).to_string(), invoice_id: invoice.invoice_id.clone() };
    assert_eq!(refusal(other.get_invoice(get.clone()).await), not_found);
    get.seller_id = seller_id(1).to_string();
    assert_eq!(refusal(other.get_invoice(get).await), (Code::NotFound, "SELLER_NOT_FOUND".to_owned()));
    let orders = pb::ListInvoiceOrdersRequest {
        seller_id: seller_id(2).to_string(),
        invoice_id: invoice.invoice_id.clone(),
        ..Default::default()
    };
    assert_eq!(refusal(other.list_invoice_orders(orders.clone()).await), not_found);
    let back = pb::ListInvoiceOrdersRequest { skip: -1, ..orders };
    assert_eq!(problems(other.list_invoice_orders(back).await)[0].0, "skip");
    let foreign = pb::Invoice { seller_id: seller_id(2).to_string(), ..invoice.clone() };
    assert_eq!(refusal(app.pay(&foreign, "p").await), not_found);
    assert_eq!(refusal(app.void(&foreign, "x").await), not_found);
    assert_eq!(problems(app.void(&invoice, " ").await)[0].0, "reason");
    assert_eq!(problems(app.pay(&invoice, "").await)[0].0, "request_id");
    // Sellers make and take back nothing.
    let make = pb::MakeInvoicesRequest { request_id: "m".to_owned(), month: 140_507, seller_id: String::new() };
    assert_eq!(refusal(app.seller(1).make_invoices(make).await).0, Code::PermissionDenied);
    assert_eq!(app.invoice(1, 140_507).await.0, invoice);
}

#[tokio::test]
async fn exclusive_sellers_are_not_billed() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Amount, 5), 140_507).await;
    app.make(140_507, None).await.unwrap();
    let (invoice, _) = app.invoice(1, 140_507).await;
    app.app.db.db_execute("UPDATE seller SET type = 3").await;
    let forbidden = (Code::PermissionDenied, "FORBIDDEN".to_owned());
    let list = pb::ListInvoicesRequest { seller_id: seller_id(1).to_string(), ..Default::default() };
    assert_eq!(refusal(app.seller(1).list_invoices(list).await), forbidden);
    let get = pb::GetInvoiceRequest { seller_id: invoice.seller_id.clone(), invoice_id: invoice.invoice_id.clone() };
    assert_eq!(refusal(app.seller(1).get_invoice(get).await), forbidden);
    assert_eq!(refusal(app.pay(&invoice, "p").await), forbidden);
    assert_eq!(refusal(app.make(140_506, Some(1)).await), forbidden);
    assert_eq!(app.make(140_506, None).await.unwrap(), (0, 0, 0));
}
