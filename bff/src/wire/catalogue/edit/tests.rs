use actix_web::ResponseError as _;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn body(row: &Value) -> EditTypeBody {
    serde_json::from_value(json!({"_TypeRow": row, "_sellerId": "s-1", "_productId": "p"})).unwrap()
}

fn row(changed: &Value) -> Value {
    let mut row = json!({
        "_id": "t", "f3": 48, "f6": 54_000, "f7": 63_000, "f8": 1, "f9": "x", "f10": null, "f11": "توضیح", "f12": true, "version": 3,
    });
    for (field, value) in changed.as_object().unwrap() {
        row[field] = value.clone();
    }
    row
}

fn read(changed: &Value) -> Result<pb::EditProductTypeRequest, BffError> {
    body(&row(changed)).into_request("r".to_owned(), "s-1".to_owned())
}

#[test]
fn numbers_come_in_any_digits_and_flags_as_zero_or_one() {
    let plain = read(&json!({})).unwrap();
    assert_eq!(
        plain,
        pb::EditProductTypeRequest {
            request_id: "r".to_owned(),
            seller_id: "s-1".to_owned(),
            type_id: "t".to_owned(),
            product_id: "p".to_owned(),
            available: 48,
            buy_price_toman: 54_000,
            sell_price_toman: 63_000,
            description: "توضیح".to_owned(),
            active: true,
            version: Some(3),
            available_read: None,
            pieces_per_unit: None,
            low_stock: None,
        }
    );
    let typed = json!({"f3": " ۴۸ ", "f6": "۵۴٬۰۰۰", "f7": "٦٣,000", "f12": 1, "version": "۳"});
    assert_eq!(read(&typed).unwrap(), plain);
    for (flag, active) in [(json!(false), false), (json!(0), false), (json!("۰"), false), (json!("1"), true)] {
        assert_eq!(read(&json!({ "f12": flag })).unwrap().active, active);
    }
    assert_eq!(read(&json!({"version": null, "f11": ""})).unwrap().version, None);
    assert_eq!(read(&json!({"mojoody": "۴۸"})).unwrap().available_read, Some(48));
    let package = read(&json!({"tedadDarVahed": "۲۴", "lowStock": 0})).unwrap();
    assert_eq!((package.pieces_per_unit, package.low_stock), (Some(24), Some(0)));
}

#[test]
fn each_wrong_field_is_named_as_the_client_names_it() {
    let fields = |changed: &Value| {
        let error = read(changed).unwrap_err();
        assert_eq!(error.status_code(), 400);
        error
            .to_string()
            .split_whitespace()
            .filter_map(|word| word.strip_suffix(':'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for wrong in [json!(""), json!(" "), json!(null), json!("x"), json!(1.5), json!("99999999999999999999")] {
        for field in ["f3", "f6", "f7"] {
            let named = fields(&json!({field: wrong}));
            assert!(named.contains(&format!("_TypeRow.{field}")), "{field} {wrong}: {named:?}");
        }
    }
    for wrong in [json!(null), json!(2), json!("بله"), json!(""), json!(-1)] {
        assert!(fields(&json!({ "f12": wrong })).contains(&"_TypeRow.f12".to_owned()), "{wrong}");
    }
    for field in ["version", "mojoody", "tedadDarVahed", "lowStock"] {
        assert!(fields(&json!({field: "x"})).contains(&format!("_TypeRow.{field}")));
    }
    let nothing: EditTypeBody = serde_json::from_value(json!({})).unwrap();
    let said = nothing.into_request("r".to_owned(), "s".to_owned()).unwrap_err().to_string();
    for field in
        ["_TypeRow._id", "_productId", "_TypeRow.f3", "_TypeRow.f6", "_TypeRow.f7", "_TypeRow.f11", "_TypeRow.f12"]
    {
        assert!(said.contains(&format!("{field}:")), "{field}: {said}");
    }
}

#[test]
fn another_seller_is_nobody() {
    let ask = |named: Value| {
        let body = json!({"_TypeRow": row(&json!({})), "_sellerId": named, "_productId": "p"});
        let body: EditTypeBody = serde_json::from_value(body).unwrap();
        body.into_request("r".to_owned(), "s-1".to_owned()).map_err(|error| error.status_code().as_u16())
    };
    for own in [json!("s-1"), json!(" S-1 "), json!(""), json!(null)] {
        assert!(ask(own).is_ok());
    }
    for other in [json!("s-2"), json!("nonsense")] {
        assert_eq!(ask(other).unwrap_err(), 404);
    }
}

#[test]
fn the_answer_keeps_the_clients_names() {
    let reply = EditTypeReply::new(
        pb::ProductType {
            type_id: "t".to_owned(),
            name: "۷۰۰ گرم".to_owned(),
            code: "P011-1".to_owned(),
            description: "توضیح".to_owned(),
            unit: Some(pb::Unit { unit_id: "u".to_owned(), name: "کارتن".to_owned(), numeric: false }),
            pieces_per_unit: 20,
            buy_price_toman: 63_000,
            sell_price_toman: 72_000,
            available: 12,
            active: true,
            row_order: 2,
            version: 4,
            low_stock: 10,
            ..pb::ProductType::default()
        },
        Lang::Fa,
    );
    insta::assert_json_snapshot!(reply, @r#"
    {
      "message": "تغییرات با موفقیت ذخیره شد.",
      "productType": {
        "_id": "t",
        "nameNoeMahsool": "۷۰۰ گرم",
        "code": "P011-1",
        "tedadDarVahed": 20,
        "priceBuyOne": 63000,
        "priceSelOne": 72000,
        "mojoody": 12,
        "imgs": [],
        "toz": "توضیح",
        "rowOrder": 2,
        "vahed": "u",
        "isActive": true,
        "version": 4,
        "lowStock": 10,
        "f8": 9000,
        "f9": 12.5,
        "f10": 1260000
      }
    }
    "#);
}

#[test]
fn percents_are_rounded_half_up_once() {
    for (buy, sell, basis_points) in [
        (0, 0, 0),
        (5, 0, 0),
        (0, 7, 10_000),
        (7, 7, 0),
        (2, 3, 3_333),
        (1, 3, 6_667),
        // 0.005 %, and a hair less.
        (19_999, 20_000, 1),
        (20_000, 20_001, 0),
        (i64::MIN, i64::MAX, 10_000),
        (i64::MIN, 1, i32::MAX),
    ] {
        assert_eq!(share(profit(buy, sell), sell), basis_points, "{buy} {sell}");
    }
}

proptest! {
    #[test]
    fn the_percent_is_the_nearest_there_is(sell in 0_i64..=i64::MAX, share_of in 0.0_f64..=1.2) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "any buy price will do")]
        let buy = (sell as f64 * share_of) as i64;
        let profit = profit(buy, sell);
        prop_assert!(profit >= 0 && (profit == 0 || profit == sell - buy));
        let found = i128::from(share(profit, sell));
        prop_assert!((0..=10_000).contains(&found));
        // Twice the distance to the exact share is at most one whole, and a half is rounded up.
        let distance = found * i128::from(sell) - i128::from(profit) * 10_000;
        prop_assert!(-i128::from(sell) < 2 * distance || sell == 0);
        prop_assert!(2 * distance <= i128::from(sell));
    }

    #[test]
    fn no_price_overflows(buy: i64, sell: i64, pieces: i32) {
        let edited = EditedType::from(pb::ProductType {
            buy_price_toman: buy, sell_price_toman: sell, pieces_per_unit: pieces, ..pb::ProductType::default()
        });
        prop_assert!(edited.profit_toman >= 0);
        if let Some(exact) = buy.checked_mul(i64::from(pieces)) {
            prop_assert_eq!(edited.unit_price_toman, exact);
        }
    }
}
