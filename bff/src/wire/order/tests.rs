use super::*;

fn line(product: &str, type_id: &str, quantity: i64) -> pb::OrderLine {
    pb::OrderLine {
        type_id: type_id.to_owned(),
        product_id: product.to_owned(),
        product_title: format!("محصول {product}"),
        type_name: "۷۰۰ گرم".to_owned(),
        unit_name: "کارتن".to_owned(),
        image_url: "/images/products/P011.svg".to_owned(),
        pieces_per_unit: 20,
        quantity,
        unit_price_toman: 1_260_000,
        unit_sell_price_toman: 1_440_000,
        total_toman: 1_260_000 * quantity,
    }
}

#[test]
fn lines_of_one_product_stand_together() {
    let products = products(vec![line("a", "1", 1), line("b", "2", 1), line("a", "3", 2)]);
    let shape: Vec<_> = products.iter().map(|product| (product.product_id.as_str(), product.options.len())).collect();
    assert_eq!(shape, [("a", 2), ("b", 1)]);
}

#[test]
fn an_order_keeps_the_clients_names() {
    let order = pb::Order {
        summary: Some(pb::OrderSummary {
            status: pb::OrderStatus::Open.into(),
            version: 7,
            code: "1405-08-000123".to_owned(),
            reopened: true,
            revision: 2,
            create_time: Some(prost_types::Timestamp { seconds: 1_795_250_400, nanos: 0 }),
            delivery_date: "2026-11-23".to_owned(),
            customer: Some(pb::Customer {
                title: "حسن رضایی".to_owned(),
                mobile: "09000000001".to_owned(),
                landline: "02133000001".to_owned(),
                shop_name: "برادران".to_owned(),
                ..pb::Customer::default()
            }),
            ..pb::OrderSummary::default()
        }),
        lines: vec![line("a", "1", 3), line("a", "2", 1)],
        totals: Some(pb::OrderTotals {
            shipping_toman: 350_000,
            discount_toman: 200_000,
            discounts: vec![
                pb::Discount {
                    kind: pb::DiscountKind::Unit.into(),
                    type_id: "1".to_owned(),
                    from: 3,
                    to: 1_000,
                    basis_points: 550,
                    amount_toman: 150_000,
                },
                pb::Discount {
                    kind: pb::DiscountKind::Amount.into(),
                    from: 0,
                    to: 5_000_000,
                    basis_points: 100,
                    amount_toman: 50_000,
                    ..pb::Discount::default()
                },
            ],
            ..pb::OrderTotals::default()
        }),
        tax_basis_points: 900,
        customer_note: "زنگ بزنید".to_owned(),
        seller_note: String::new(),
        settling: false,
        paper_bill_toman: None,
    };
    // The catalogue does not know the other type.
    let stocks = vec![catalogue::TypeStock { type_id: "1".to_owned(), available: 64 }];
    insta::assert_json_snapshot!(OrderReply::new(order, stocks, Lang::Fa), @r#"
    {
      "joz": {
        "products": [
          {
            "_id": "a",
            "name": "محصول a",
            "image": "/images/products/P011.svg",
            "options": [
              {
                "type": "۷۰۰ گرم",
                "typeId": "1",
                "quantity": 3,
                "initialPrice": 1260000,
                "initialPrice2": 1440000,
                "price": 3780000,
                "package": "کارتن",
                "mojoody": 64
              },
              {
                "type": "۷۰۰ گرم",
                "typeId": "2",
                "quantity": 1,
                "initialPrice": 1260000,
                "initialPrice2": 1440000,
                "price": 1260000,
                "package": "کارتن",
                "mojoody": null
              }
            ]
          }
        ],
        "shippingCost": 350000,
        "taxRate": 9,
        "discount": 200000,
        "discounts": [
          {
            "scope": "line",
            "typeId": "1",
            "title": "تخفیف واحدی: ۳ تا ۱٬۰۰۰ بسته از این محصول",
            "percent": 5.5,
            "amount": 150000
          },
          {
            "scope": "order",
            "title": "تخفیف مبلغی: سفارش ۰ تا ۵٬۰۰۰٬۰۰۰ تومان",
            "percent": 1,
            "amount": 50000
          }
        ]
      },
      "toz": "زنگ بزنید",
      "toz2": "",
      "status": 0,
      "version": 7,
      "Code": "1405-08-000123",
      "reopened": true,
      "revision": 2,
      "customerName": "حسن رضایی",
      "customerCellPhone": "09000000001",
      "customerTelephone": "02133000001",
      "customerOnvanFrooshgah": "برادران",
      "createdAtS": "1405/08/30 - 12:10",
      "orderDateTimeServeS": "1405/09/02"
    }
    "#);
}

#[test]
fn a_changed_status_keeps_the_clients_names() {
    let (status, version) = (pb::OrderStatus::Registered.into(), 9);
    let reply = StatusReply::saved(pb::SaveOrderResponse { status, version }, Lang::Fa);
    insta::assert_json_snapshot!(reply, @r#"
    {
      "message": "ذخیره سفارش با موفقیت انجام شد",
      "status": 1,
      "version": 9
    }
    "#);
    let reply = StatusReply::discarded(pb::DiscardOrderChangesResponse { status, version }, Lang::Fa);
    assert_eq!((reply.message, reply.status), ("تغییرات سفارش کنار گذاشته شد.", 1));
    let status = pb::OrderStatus::Open.into();
    let reply = StatusReply::reopened(pb::ReopenOrderResponse { status, version }, Lang::Fa);
    assert_eq!((reply.message, reply.status), ("سفارش برای ویرایش باز شد.", 0));
    let status = pb::OrderStatus::Cancelled.into();
    let reply = StatusReply::cancelled(pb::CancelOrderResponse { status, version }, Lang::Fa);
    assert_eq!((reply.message, reply.status), ("لغو با موفقیت انجام شد.", 2));
}

#[test]
fn the_worked_orders_totals_keep_the_clients_names() {
    let totals = pb::OrderTotals {
        purchase_toman: 9_996_000,
        sales_toman: 11_568_000,
        tax_toman: 899_640,
        shipping_toman: 350_000,
        grand_toman: 11_245_640,
        profit_toman: 1_572_000,
        profit_percent_e4: 135_892,
        units: 15,
        ..pb::OrderTotals::default()
    };
    insta::assert_json_snapshot!(OrderTotals::new(totals, Lang::Fa), @r#"
    {
      "discount": 0,
      "discounts": [],
      "totalPurchase": 9996000,
      "totalPurchase2": 11568000,
      "tax": 899640,
      "shippingCost": 350000,
      "totalOrder": 11245640,
      "countKol": 15,
      "profit": 1572000,
      "percent": 13.5892
    }
    "#);
}

#[test]
fn what_the_client_computed_is_not_read() {
    let body: UpdateOrderBody = serde_json::from_str(
        r#"{"products":[{"_id":"a","name":"x","options":[{"typeId":"1","quantity":2,"price":5,"initialPrice":7}]}],"totalPurchase":"nonsense","version":3}"#,
    )
    .unwrap();
    let request = body.into_request("r".to_owned(), "s".to_owned(), "o".to_owned());
    assert_eq!(request.version, Some(3));
    assert_eq!(request.lines, [pb::LineChange { type_id: "1".to_owned(), quantity: 2, unit_price_toman: Some(7) }]);
}
