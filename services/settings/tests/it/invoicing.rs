//! Invoices by the clock, in crashes and races, for large sellers; and how they are paid.

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use diesel_async::SimpleAsyncConnection as _;
use pishkhan_chassis::access::Actor;
use pishkhan_chassis_db::Db;
use pishkhan_proto::settings::v1::{
    self as pb,
    Cooperation::{Amount, Basket, Percentage},
    InvoiceLineKind::{Credit, Month},
    InvoiceState::{Draft, Paid, Payable},
};
use pishkhan_settings::{
    app::{
        SettingsError,
        invoices::{Billing, CountedPage, Making, Sales},
        stop::Stop,
    },
    domain::month,
    rpc::clients::{AuthUsers, ReportsSales},
};
use tonic::Code;
use uuid::Uuid;

use crate::{
    billing::{BillingApp, told},
    harness::{all, refusal, seller_id},
};

#[tokio::test]
async fn a_month_is_billed_ten_minutes_after_its_end() {
    let app = BillingApp::start(2).await;
    app.agree(1, (Percentage, 1_000), 140_507).await;
    app.order(1, 1, 14_050_701, 1_000).await;
    app.order(1, 2, 14_050_830, 2_000).await;
    app.set_clock("1405/08/30", 23 * 60 + 59);
    assert_eq!(app.billing.make_due_once().await.unwrap(), 1, "the month before");
    app.set_clock("1405/09/01", 9);
    assert_eq!(app.billing.make_due_once().await.unwrap(), 0);
    app.set_clock("1405/09/01", 10);
    assert_eq!(app.billing.make_due_once().await.unwrap(), 1);
    assert_eq!(app.billing.make_due_once().await.unwrap(), 0);
    assert_eq!(told(&app.invoice(1, 140_508).await.1), [(Month, 140_508, 1, 2_000, 200)]);
    let by = "audit_event WHERE action = 'invoice.made' AND actor_subject = 'service:settings'";
    assert_eq!(app.app.db.db_count(by).await, 2);
    // The second seller had no terms; once they are confirmed for the month, it is billed.
    app.agree(2, (Amount, 7), 140_508).await;
    assert_eq!(app.billing.make_due_once().await.unwrap(), 1);
    assert_eq!(app.invoice(2, 140_508).await.0.number, "1405-08-000002");
}

#[tokio::test]
async fn a_crash_leaves_a_draft_that_the_next_run_replaces() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Basket, 10), 140_507).await;
    app.order(1, 1, 14_050_701, 1_000).await;
    app.app.app.stop_points().set(Stop::InvoiceGathered);
    assert_eq!(refusal(app.make(140_507, Some(1)).await).1, "STOPPED");
    // Nobody but tools sees it, and it can't be paid or taken back.
    assert_eq!(app.list(1).await, []);
    let list = pb::ListInvoicesRequest { seller_id: seller_id(1).to_string(), ..Default::default() };
    let draft = app.tool().list_invoices(list).await.unwrap().into_inner().invoices.remove(0);
    assert_eq!((draft.state(), draft.number.as_str()), (Draft, ""));
    let get = pb::GetInvoiceRequest { seller_id: draft.seller_id.clone(), invoice_id: draft.invoice_id.clone() };
    assert_eq!(refusal(app.seller(1).get_invoice(get).await).1, "INVOICE_NOT_FOUND");
    assert_eq!(refusal(app.pay(&draft, "p").await).1, "INVOICE_NOT_FOUND");
    assert_eq!(refusal(app.void(&draft, "x").await).1, "INVOICE_NOT_PAYABLE");
    // Perhaps it is still being worked on.
    assert_eq!(app.make(140_507, None).await.unwrap(), (0, 1, 0));
    app.order(1, 2, 14_050_702, 2_000).await;
    app.lease_passes().await;
    assert_eq!(app.make(140_507, None).await.unwrap(), (1, 0, 0));
    let (invoice, lines) = app.invoice(1, 140_507).await;
    assert_eq!(told(&lines), [(Month, 140_507, 2, 3_000, 20)]);
    assert_ne!(invoice.invoice_id, draft.invoice_id);
    assert_eq!(app.app.db.db_count("commission_invoice").await, 1);
    assert_eq!(app.app.db.db_count("commission_invoice_order").await, 2);
    assert_eq!(app.app.db.db_count("audit_event WHERE action = 'invoice.made'").await, 1);
}

#[tokio::test]
async fn whoever_lost_its_draft_makes_nothing() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Basket, 10), 140_507).await;
    app.order(1, 1, 14_050_701, 1_000).await;
    app.app.app.stop_points().set(Stop::InvoiceGathered);
    app.make(140_507, Some(1)).await.unwrap_err();
    app.lease_passes().await;
    let actor = Actor::system("settings", "test");
    let month = month::Month::from_code(140_507).unwrap();
    // Eight at once: the draft of before is overdue, and one invoice comes of all of them.
    let makers = (0..8).map(|_| {
        let (billing, actor) = (app.billing.clone(), actor.clone());
        Box::pin(async move { billing.make(seller_id(1), month, &actor).await.unwrap() })
    });
    let made = all(makers).await;
    assert_eq!(made.iter().filter(|making| **making == Making::Made).count(), 1, "{made:?}");
    assert_eq!(app.app.db.db_count("commission_invoice").await, 1);
    assert_eq!(told(&app.invoice(1, 140_507).await.1), [(Month, 140_507, 1, 1_000, 10)]);
}

/// The sales, as a replica meets them that needs minutes for each page, while another whose clock is wrong looks on.
#[derive(Clone)]
struct Slow {
    sales: ReportsSales,
    db: Db,
    other: Billing<AuthUsers, ReportsSales>,
    met: Arc<Mutex<Vec<Making>>>,
}

impl Sales for Slow {
    async fn month_orders(
        &self,
        seller_id: Uuid,
        month: month::Month,
        page: Option<String>,
    ) -> Result<CountedPage, SettingsError> {
        let passes = "UPDATE commission_invoice SET held_until = held_until - interval '90 seconds'";
        self.db.transaction(async |conn| Ok::<_, SettingsError>(conn.batch_execute(passes).await?)).await?;
        let making = self.other.make(seller_id, month, &Actor::system("settings", "other")).await?;
        self.met.lock().unwrap().push(making);
        self.sales.month_orders(seller_id, month, page).await
    }
}

#[tokio::test]
async fn a_draft_that_takes_long_stays_with_who_makes_it() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Basket, 10), 140_505).await;
    for (order, month) in (1..).zip([140_505, 140_506]) {
        app.order(1, order, month * 100 + 1, 1_000).await;
        app.make(month, None).await.unwrap();
    }
    let met = Arc::new(Mutex::new(Vec::new()));
    let slow = Slow { sales: app.sales(), db: app.app.db.db(), other: app.ahead(), met: met.clone() };
    let slow = Billing::new(app.app.app.clone(), slow);
    let (actor, july) = (Actor::system("settings", "test"), month::Month::from_code(140_507).unwrap());
    assert_eq!(slow.make(seller_id(1), july, &actor).await.unwrap(), Making::Made);
    // The month itself, and the two before it that are compared.
    assert_eq!(*met.lock().unwrap(), [Making::Kept; 3]);
    assert_eq!(app.app.db.db_count("commission_invoice").await, 3);
}

#[tokio::test]
async fn a_month_whose_orders_are_all_gone_is_corrected_at_once() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Basket, 10), 140_507).await;
    app.reports_db
        .db_execute(&format!(
            "INSERT INTO contribution (seller_id, order_id, revision, applied_at, day_bucket, customer_id, activity_area,
                type_ids, units, amounts_toman, code)
            SELECT '{}', gen_random_uuid(), 1, now(), 14050701, gen_random_uuid(), '', ARRAY[gen_random_uuid()],
                ARRAY[1], ARRAY[100], 'code-' || n
            FROM generate_series(1, 8000) AS n",
            seller_id(1)
        ))
        .await;
    app.make(140_507, None).await.unwrap();
    app.reports_db.db_execute("DELETE FROM contribution").await;
    app.set_clock("1405/09/01", 60);
    // More rows in one page than a statement with parameters for each could take.
    assert_eq!(app.billing.make_due_once().await.unwrap(), 1);
    let (_, lines) = app.invoice(1, 140_508).await;
    assert_eq!((lines[1].orders, lines[1].sales_toman), (-8_000, -800_000));
}

#[tokio::test]
async fn workers_at_once_bill_each_seller_once() {
    let app = BillingApp::start(3).await;
    for seller in 1..=3 {
        app.agree(seller, (Basket, 10), 140_507).await;
        app.order(seller, 1, 14_050_701, 1_000).await;
    }
    let workers = (0..4).map(|_| {
        let billing = app.billing.clone();
        Box::pin(async move { billing.make_due_once().await.unwrap() })
    });
    assert_eq!(all(workers).await.iter().sum::<i32>(), 3);
    assert_eq!(app.app.db.db_count("commission_invoice WHERE state = 2").await, 3);
    let numbers = "(SELECT DISTINCT number FROM commission_invoice WHERE number ~ '^1405-07-00000[123]$') AS numbers";
    assert_eq!(app.app.db.db_count(numbers).await, 3);
}

#[tokio::test]
async fn an_invoice_that_cannot_be_made_keeps_no_other_from_it() {
    let app = BillingApp::start(3).await;
    for seller in 1..=3 {
        app.agree(seller, (Amount, 10), 140_507).await;
    }
    app.app.refuse("INSERT ON commission_invoice", 1).await;
    let request =
        |key: &str| pb::MakeInvoicesRequest { request_id: key.to_owned(), month: 140_507, seller_id: String::new() };
    let made = app.tool().make_invoices(request("a")).await.unwrap().into_inner();
    assert_eq!((made.made, made.kept, made.failed), (2, 0, 1));
    app.app.db.db_execute("DROP TRIGGER refuse ON commission_invoice").await;
    let made = app.tool().make_invoices(request("b")).await.unwrap().into_inner();
    assert_eq!((made.made, made.kept, made.failed), (1, 2, 0));
}

#[tokio::test]
async fn while_the_sales_are_away_nothing_is_made_up() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Amount, 10), 140_507).await;
    let failed = app.lonely.make_due_once().await.unwrap_err();
    assert_eq!(refusal::<()>(Err(failed.into())), (Code::Unavailable, "DEPENDENCY_DOWN".to_owned()));
    assert_eq!(app.list(1).await, []);
    app.lease_passes().await;
    assert_eq!(app.billing.make_due_once().await.unwrap(), 1);
}

#[tokio::test]
async fn a_month_that_the_reports_do_not_know_wholly_waits() {
    let app = BillingApp::start(2).await;
    for seller in 1..=2 {
        app.agree(seller, (Percentage, 1_000), 140_507).await;
        app.order(seller, 1, 14_050_701, 1_000).await;
    }
    // Reports were restored from a backup of the month's last day.
    let restored = "DELETE FROM contribution; UPDATE told_until SET until = '2026-10-22T20:29:59Z'";
    app.reports_db.db_execute(restored).await;
    let waiting = (Code::Unavailable, "DEPENDENCY_DOWN".to_owned());
    for _ in 0..2 {
        assert_eq!(app.billing.make_due_once().await.unwrap(), 0);
        assert_eq!(refusal(app.make(140_507, Some(1)).await), waiting);
        assert_eq!(refusal(app.make(140_507, None).await), waiting);
    }
    assert_eq!(app.app.db.db_count("commission_invoice").await, 0, "not even a draft");
    let said = app.make(140_507, Some(1)).await.unwrap_err();
    assert!(said.message().contains("2026-10-22 20:29:59 UTC"), "{}", said.message());
    // One seller's figures lack something that was set aside; the other's are whole.
    app.order(1, 1, 14_050_701, 1_000).await;
    app.reports_db
        .db_execute(&format!(
            "UPDATE told_until SET until = '2026-10-22T20:30:00Z';
            INSERT INTO set_aside (consumer, lane, event_id, topic, kind, key, reason, set_aside_at)
            VALUES ('reports.sales', '{}', gen_random_uuid(), 'orders', 'order.registered', gen_random_uuid(), 'x', now())",
            seller_id(2)
        ))
        .await;
    assert_eq!(app.billing.make_due_once().await.unwrap(), 1);
    assert_eq!(told(&app.invoice(1, 140_507).await.1), [(Month, 140_507, 1, 1_000, 100)]);
    assert_eq!(refusal(app.make(140_507, Some(2)).await), waiting);
    app.order(2, 1, 14_050_701, 1_000).await;
    app.reports_db.db_execute("DELETE FROM set_aside").await;
    assert_eq!(app.billing.make_due_once().await.unwrap(), 1);
    assert_eq!(told(&app.invoice(2, 140_507).await.1), [(Month, 140_507, 1, 1_000, 100)]);
}

#[tokio::test]
async fn ten_thousand_orders_are_billed_in_seconds() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Percentage, 250), 140_507).await;
    app.reports_db
        .db_execute(&format!(
            "INSERT INTO contribution (seller_id, order_id, revision, applied_at, day_bucket, customer_id, activity_area,
                type_ids, units, amounts_toman, code)
            SELECT '{}', gen_random_uuid(), 1, now(), 14050701 + n % 30, gen_random_uuid(), '',
                ARRAY[gen_random_uuid(), gen_random_uuid()], ARRAY[1, 2], ARRAY[n, 100000], 'code-' || n
            FROM generate_series(1, 10000) AS n;
            ANALYZE contribution",
            seller_id(1)
        ))
        .await;
    let begun = Instant::now();
    assert_eq!(app.make(140_507, None).await.unwrap(), (1, 0, 0));
    let first = begun.elapsed();
    let (invoice, lines) = app.invoice(1, 140_507).await;
    let sales = 10_000 * 100_000 + 10_000 * 10_001 / 2;
    assert_eq!(told(&lines), [(Month, 140_507, 10_000, sales, sales / 40)]);
    assert_eq!(app.app.db.db_count("commission_invoice_order").await, 10_000);
    // What it bills can be added up again from what it keeps.
    let kept = format!(
        "commission_invoice_order WHERE seller_id = '{}' HAVING sum(amount_toman) = {sales} AND sum(orders) = 10000",
        seller_id(1)
    );
    assert_eq!(app.app.db.db_count(&kept).await, 10_000);
    let last = pb::ListInvoiceOrdersRequest {
        seller_id: invoice.seller_id,
        invoice_id: invoice.invoice_id,
        line_id: lines[0].line_id.clone(),
        page_size: 100,
        skip: 9_950,
    };
    let page = app.seller(1).list_invoice_orders(last).await.unwrap().into_inner();
    assert_eq!((page.total, page.orders.len()), (10_000, 50));
    // The next month compares them all, and finds the one that has changed.
    app.reports_db.db_execute("UPDATE contribution SET amounts_toman = ARRAY[1, 0] WHERE code = 'code-5000'").await;
    app.set_clock("1405/09/01", 60);
    let begun = Instant::now();
    assert_eq!(app.billing.make_due_once().await.unwrap(), 1);
    let (invoice, lines) = app.invoice(1, 140_508).await;
    assert_eq!((lines[1].orders, lines[1].sales_toman), (0, -104_999));
    assert_eq!(app.orders(&invoice, &lines[1]).await.len(), 1);
    println!("10,000 orders: {first:?} to bill, {:?} to compare", begun.elapsed());
    assert!(first.as_secs() < 10 && begun.elapsed().as_secs() < 10);
}

#[tokio::test]
async fn an_invoice_is_paid_once_through_the_gateway() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Amount, 250_000), 140_507).await;
    app.make(140_507, None).await.unwrap();
    let (invoice, _) = app.invoice(1, 140_507).await;
    let payment = app.pay(&invoice, "p1").await.unwrap();
    assert_eq!((payment.amount_toman, payment.purpose()), (250_000, pb::PaymentPurpose::Invoice));
    assert_eq!((payment.subject_id.as_str(), payment.state()), (&*invoice.invoice_id, pb::PaymentState::Pending));
    // A second click, and the same one again.
    for key in ["p1", "p2"] {
        assert_eq!(app.pay(&invoice, key).await.unwrap().payment_id, payment.payment_id);
    }
    assert_eq!(app.awaited(&invoice).await.map(|awaited| awaited.payment_id), Some(payment.payment_id.clone()));
    assert_eq!(app.app.db.db_count("payment").await, 1);
    let settled = app.settle(&payment).await;
    assert_eq!((settled.state(), &settled.payment_id), (pb::PaymentState::Paid, &payment.payment_id));
    let (paid, _) = app.invoice(1, 140_507).await;
    assert_eq!((paid.state(), paid.gateway()), (Paid, pb::PaymentGateway::Sandbox));
    assert_eq!((&paid.payment_id, paid.pay_time.is_some()), (&payment.payment_id, true));
    assert!(!paid.payment_reference.is_empty() && app.awaited(&invoice).await.is_none());
    assert_eq!((paid.total_toman, &paid.number), (invoice.total_toman, &invoice.number));
    // Once more, from anywhere: nothing happens, and the payment is answered.
    app.settle(&payment).await;
    assert_eq!(app.invoice(1, 140_507).await.0, paid);
    for key in ["p1", "p3"] {
        let again = app.pay(&invoice, key).await.unwrap();
        assert_eq!((again.state(), again.payment_id), (pb::PaymentState::Paid, payment.payment_id.clone()));
    }
    assert_eq!(refusal(app.void(&invoice, "x").await), (Code::FailedPrecondition, "INVOICE_PAID".to_owned()));
    assert_eq!(app.app.db.db_count("audit_event WHERE action = 'invoice.paid'").await, 1);
}

#[tokio::test]
async fn money_for_an_invoice_that_was_taken_back_is_not_lost() {
    let app = BillingApp::start(1).await;
    app.agree(1, (Amount, 250_000), 140_507).await;
    app.make(140_507, None).await.unwrap();
    let (first, _) = app.invoice(1, 140_507).await;
    let payment = app.pay(&first, "p1").await.unwrap();
    app.void(&first, "wrong").await.unwrap();
    // Nothing has taken its place: it is paid after all.
    app.settle(&payment).await;
    assert_eq!(app.invoice(1, 140_507).await.0.state(), Paid);

    app.set_clock("1405/09/01", 60);
    app.make(140_508, None).await.unwrap();
    let (second, _) = app.invoice(1, 140_508).await;
    let payment = app.pay(&second, "p2").await.unwrap();
    app.void(&second, "wrong").await.unwrap();
    app.make(140_508, None).await.unwrap();
    // There is another one now: the next month gives the money back.
    assert_eq!(app.settle(&payment).await.state(), pb::PaymentState::Paid);
    assert_eq!(app.invoice(1, 140_508).await.0.state(), Payable);
    app.set_clock("1405/10/01", 60);
    app.make(140_509, None).await.unwrap();
    let (third, lines) = app.invoice(1, 140_509).await;
    assert_eq!(told(&lines), [(Month, 140_509, 0, 0, 250_000), (Credit, 140_509, 0, 0, -250_000)]);
    assert_eq!((third.total_toman, third.state()), (0, Paid));
    assert_eq!(app.app.db.db_count("audit_event WHERE action = 'invoice.overpaid'").await, 1);
}
