//! Discount tiers on their way from the settings into orders, revisions and facts.

use pishkhan_proto::orders::v1 as pb;
use prost::Message as _;
use tonic::{Code, Status};

use crate::house::{House, Inner as _, Shop, assert_refused};

const VOLUME: u8 = 1;
const AMOUNT: u8 = 2;
const UNIT: u8 = 3;

impl House {
    /// Makes these the shop's tiers, each by its list, bounds and basis points, and turns them on.
    async fn tiers(&self, shop: &Shop, tiers: &[(u8, i64, i64, i32)]) {
        let seller = shop.seller();
        let first = format!(
            "DELETE FROM discount_tier WHERE seller_id = '{seller}'; INSERT INTO tiers_applied VALUES ('{seller}', true) \
             ON CONFLICT (seller_id) DO UPDATE SET applied = true"
        );
        let tiers = tiers.iter().enumerate().map(|(at, (kind, from, to, off))| {
            let id = self.key();
            format!("INSERT INTO discount_tier VALUES ('{seller}', {kind}, '{id}', {at}, {from}, {to}, {off})")
        });
        let statements: Vec<String> = std::iter::once(first).chain(tiers).collect();
        self.db_settings(&statements.join("; ")).await;
    }

    async fn update(&self, shop: &Shop, order_id: &str, quantity: i64) -> Result<pb::UpdateOrderLinesResponse, Status> {
        self.seller(shop.seller_id).update_order_lines(self.change(shop, order_id, quantity)).await.inner()
    }

    fn change(&self, shop: &Shop, order_id: &str, quantity: i64) -> pb::UpdateOrderLinesRequest {
        pb::UpdateOrderLinesRequest {
            request_id: self.key(),
            seller_id: shop.seller(),
            order_id: order_id.to_owned(),
            lines: vec![shop.change(1, quantity)],
            version: None,
        }
    }

    async fn totals(&self, shop: &Shop, order_id: &str) -> pb::OrderTotals {
        self.get(shop, order_id).await.totals.unwrap()
    }

    fn reopen_of(&self, shop: &Shop, order_id: &str) -> pb::ReopenOrderRequest {
        let (request_id, seller_id) = (self.key(), shop.seller());
        pb::ReopenOrderRequest { request_id, seller_id, order_id: order_id.to_owned(), version: None }
    }

    async fn discard_of(&self, shop: &Shop, order_id: &str) {
        let (request_id, seller_id) = (self.key(), shop.seller());
        let request =
            pb::DiscardOrderChangesRequest { request_id, seller_id, order_id: order_id.to_owned(), version: None };
        self.seller(shop.seller_id).discard_order_changes(request).await.inner().unwrap();
    }
}

fn discount(kind: pb::DiscountKind, type_id: &str, tier: (i64, i64, i32), amount_toman: i64) -> pb::Discount {
    let (from, to, basis_points) = tier;
    pb::Discount { kind: kind.into(), type_id: type_id.to_owned(), from, to, basis_points, amount_toman }
}

/// Type 1 costs 12,000 a package, type 2 24,000.
#[tokio::test]
async fn an_order_names_each_tier_that_it_uses_and_tells_reports_what_is_left() {
    let house = House::build().await;
    let shop = house.shop(&[50, 50]).await;
    house.tiers(&shop, &[(VOLUME, 1, 50, 1_000), (UNIT, 10, 10, 2_500), (AMOUNT, 1, 1_000_000, 333)]).await;
    let order = house.place(&shop, &[(1, 10), (2, 3)]).await;
    let stored = house.get(&shop, &order.order_id).await;
    let totals = stored.totals.unwrap();
    // 120,000 less 25 %, 72,000 less 10 %: 154,800 less 3.33 %
    let expected = [
        discount(pb::DiscountKind::Unit, &shop.type_id(1), (10, 10, 2_500), 30_000),
        discount(pb::DiscountKind::Volume, &shop.type_id(2), (1, 50, 1_000), 7_200),
        discount(pb::DiscountKind::Amount, "", (1, 1_000_000, 333), 5_155),
    ];
    assert_eq!(totals.discounts, expected);
    assert_eq!((totals.discount_toman, totals.purchase_toman), (42_355, 149_645));
    assert_eq!((totals.tax_toman, totals.grand_toman), (13_468, 149_645 + 13_468 + 350_000));
    assert_eq!((order.grand_toman, stored.summary.unwrap().grand_toman), (totals.grand_toman, totals.grand_toman));
    assert_eq!(stored.lines.iter().map(|line| line.total_toman).collect::<Vec<_>>(), [120_000, 72_000]);

    house.save(&shop, &order.order_id).await.unwrap();
    assert_eq!(house.totals(&shop, &order.order_id).await, totals);
    let told = house.told().await;
    let fact = pb::OrderRegistered::decode(told[0].payload.as_slice()).unwrap();
    // 5,155 by 90,000 and 64,800: 2,997.09 and 2,157.91
    let amounts: Vec<i64> = fact.lines.iter().map(|line| line.amount_toman).collect();
    assert_eq!(amounts, [87_003, 62_642]);
    assert_eq!(amounts.iter().sum::<i64>(), totals.purchase_toman);
    let request = pb::ListRegisteredOrdersRequest { seller_id: shop.seller(), ..Default::default() };
    let listed = house.tool().list_registered_orders(request).await.inner().unwrap();
    assert_eq!(listed.orders, [fact]);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn minimums_are_about_what_an_order_comes_to_before_discounts() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    house.tiers(&shop, &[(VOLUME, 1, 50, 5_000)]).await;
    let minimum = format!("UPDATE seller_limits SET min_order_toman = 24000 WHERE seller_id = '{}'", shop.seller());
    house.db_settings(&minimum).await;
    let order = house.place(&shop, &[(1, 2)]).await;
    assert_eq!(house.totals(&shop, &order.order_id).await.purchase_toman, 12_000);
    let below = house.tool().place_order(house.place_request(&shop, &[(1, 1)])).await.inner();
    assert_refused(below, Code::FailedPrecondition, "BELOW_MIN_AMOUNT");
}

#[tokio::test]
async fn tiers_are_read_at_each_change_and_frozen_by_saving() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    let order = house.place(&shop, &[(1, 10)]).await.order_id;
    let off = async || house.totals(&shop, &order).await.discount_toman;
    house.tiers(&shop, &[(UNIT, 1, 100, 1_000)]).await;
    assert_eq!(off().await, 0, "what was placed before stays until it is changed");
    // The same lines are no change.
    assert_eq!(house.update(&shop, &order, 10).await.unwrap().totals.unwrap().discount_toman, 0);
    let changed = house.update(&shop, &order, 9).await.unwrap().totals.unwrap();
    assert_eq!((changed.discount_toman, off().await), (10_800, 10_800));

    house.save(&shop, &order).await.unwrap();
    let saved = house.totals(&shop, &order).await;
    house.tiers(&shop, &[(UNIT, 1, 100, 5_000)]).await;
    assert_eq!(house.totals(&shop, &order).await, saved, "a registered order's figures never change");
    house.seller(shop.seller_id).reopen_order(house.reopen_of(&shop, &order)).await.inner().unwrap();
    assert_eq!(house.totals(&shop, &order).await, saved, "opening it changes nothing yet");
    let changed = house.update(&shop, &order, 10).await.unwrap().totals.unwrap();
    assert_eq!((changed.discount_toman, changed.discounts[0].basis_points), (60_000, 5_000));
    house.discard_of(&shop, &order).await;
    assert_eq!(house.totals(&shop, &order).await, saved, "discarding goes back to the saved tiers");

    // A change reopens a registered order and reads them, too; none while they are turned off.
    assert_eq!(house.update(&shop, &order, 20).await.unwrap().totals.unwrap().discount_toman, 120_000);
    let history = house.db.db_count(
        "audit_event WHERE action = 'order.lines_changed' AND changes -> 'discount_toman' = '{\"from\": 10800, \"to\": 120000}'",
    );
    assert_eq!(history.await, 1);
    house.save(&shop, &order).await.unwrap();
    house.db_settings(&format!("UPDATE tiers_applied SET applied = false WHERE seller_id = '{}'", shop.seller())).await;
    assert_eq!(off().await, 120_000);
    let plain = house.update(&shop, &order, 21).await.unwrap().totals.unwrap();
    assert_eq!((plain.discount_toman, plain.discounts.len(), plain.purchase_toman), (0, 0, 252_000));
    house.save(&shop, &order).await.unwrap();
    assert_eq!(house.db.db_count("sales_order WHERE tiers IS NULL").await, 1);
    let kept = "order_revision WHERE (tiers -> 'unit' -> 0 ->> 'basis_points', discounts -> 0 ->> 'amount_toman') IN \
                (('1000', '10800'), ('5000', '120000'))";
    assert_eq!(house.db.db_count(kept).await, 2, "each revision keeps its own");
    assert_eq!(house.db.db_count("order_revision WHERE tiers IS NULL AND discounts IS NULL").await, 1);
    house.assert_sound(&shop).await;
}

#[tokio::test]
async fn a_revised_order_reads_them_and_a_note_does_not() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    let order = house.place(&shop, &[(1, 10)]).await.order_id;
    house.tiers(&shop, &[(AMOUNT, 0, 1_000_000, 1_000)]).await;
    let request = pb::ReviseOrderRequest {
        request_id: house.key(),
        seller_id: shop.seller(),
        order_id: order.clone(),
        lines: vec![pb::RevisedLine { type_id: shop.type_id(1), quantity: 10, unit_price_toman: None }],
        seller_note: Some("a note".to_owned()),
        paper_bill_toman: Some(5),
        ..Default::default()
    };
    house.terms.calls();
    let noted = house.seller(shop.seller_id).revise_order(request.clone()).await.inner().unwrap();
    assert_eq!((noted.totals.unwrap().discount_toman, house.terms.calls()), (0, 0));
    let shipping = pb::ReviseOrderRequest { request_id: house.key(), shipping_toman: Some(1), ..request.clone() };
    let shipped = house.seller(shop.seller_id).revise_order(shipping).await.inner().unwrap();
    assert_eq!((shipped.totals.unwrap().discount_toman, house.terms.calls()), (12_000, 1));
    let mut cheaper = pb::ReviseOrderRequest { request_id: house.key(), ..request };
    cheaper.lines[0].unit_price_toman = Some(1_000);
    let cheaper = house.seller(shop.seller_id).revise_order(cheaper).await.inner().unwrap();
    assert_eq!((cheaper.totals.unwrap().discount_toman, house.terms.calls()), (1_000, 1));
}

#[tokio::test]
async fn the_settings_are_asked_once_for_a_change_and_for_nothing_else() {
    let house = House::build().await;
    let shop = house.shop(&[50]).await;
    house.tiers(&shop, &[(UNIT, 1, 100, 1_000)]).await;
    let order = house.place(&shop, &[(1, 10)]).await.order_id;
    assert_eq!(house.terms.calls(), 1);
    let more = house.change(&shop, &order, 12);
    let first = house.seller(shop.seller_id).update_order_lines(more.clone()).await.inner().unwrap();
    assert_eq!(house.terms.calls(), 1);
    house.update(&shop, &order, 11).await.unwrap();
    assert_eq!(house.terms.calls(), 1, "fewer, too: the catalogue need not be asked, the tiers may have changed");

    house.terms.cut(true);
    for quantity in [10, 13] {
        let refused = house.update(&shop, &order, quantity).await;
        assert_refused(refused, Code::Unavailable, "DEPENDENCY_DOWN");
    }
    assert_eq!(house.get(&shop, &order).await.lines[0].quantity, 11, "nothing has changed");
    // What was done is told again, and what changes no sum goes on.
    assert_eq!(house.seller(shop.seller_id).update_order_lines(more).await.inner().unwrap(), first);
    house.terms.calls();
    house.update(&shop, &order, 11).await.unwrap();
    house.save(&shop, &order).await.unwrap();
    house.seller(shop.seller_id).reopen_order(house.reopen_of(&shop, &order)).await.inner().unwrap();
    house.discard_of(&shop, &order).await;
    assert_eq!(house.terms.calls(), 0);
}

/// Edits and the seller's own change of tiers at the same time: an order always comes to what its own tiers give.
#[tokio::test]
async fn orders_and_tiers_may_change_at_the_same_time() {
    let house = House::build().await;
    let shop = house.shop(&[500]).await;
    let order = house.place(&shop, &[(1, 10)]).await.order_id;
    let edits = (1..=12).map(|quantity| house.update(&shop, &order, quantity * 5));
    let tiers = async {
        for off in [100, 500, 1_000, 2_000] {
            house.tiers(&shop, &[(UNIT, 1, 100, off)]).await;
        }
    };
    let (edits, ()) = futures_util::future::join(futures_util::future::join_all(edits), tiers).await;
    for edit in edits {
        let totals = edit.unwrap().totals.unwrap();
        let off = totals.discounts.first().map_or(0, |discount| i64::from(discount.basis_points));
        let full = totals.units * 12_000;
        assert_eq!((totals.discount_toman, totals.purchase_toman), (full * off / 10_000, full - full * off / 10_000));
    }
    house.save(&shop, &order).await.unwrap();
    house.assert_sound(&shop).await;
}
