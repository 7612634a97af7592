use actix_web::ResponseError as _;

use super::*;

fn product() -> pb::Product {
    let product_type = |number: i32| pb::ProductType {
        type_id: format!("t{number}"),
        product_id: "p".to_owned(),
        name: "۷۰۰ گرم".to_owned(),
        code: "P011-1".to_owned(),
        description: "توضیح".to_owned(),
        unit: Some(pb::Unit { unit_id: "u".to_owned(), name: "کارتن".to_owned(), numeric: false }),
        pieces_per_unit: 20,
        buy_price_toman: 63_000,
        sell_price_toman: 72_000,
        available: 12,
        active: true,
        row_order: number,
        product_image_urls: vec!["/images/products/P011.svg".to_owned()],
        version: 4,
        low_stock: 10,
        ..pb::ProductType::default()
    };
    pb::Product {
        product_id: "p".to_owned(),
        title: "اسپاگتی".to_owned(),
        brand: Some(pb::Brand { brand_id: "b".to_owned(), name: "زرخوشه".to_owned() }),
        image_urls: vec!["/images/products/P011.svg".to_owned()],
        types: vec![product_type(1), product_type(2)],
        code: "P011".to_owned(),
        ..pb::Product::default()
    }
}

#[test]
fn a_page_keeps_the_clients_names() {
    let mut product = product();
    product.types.truncate(1);
    let listed = pb::ListProductsResponse { products: vec![product], total_size: 31 };
    let store = StoreHead {
        title: "پخش آفتاب".to_owned(),
        background_url: "/images/banner.svg".to_owned(),
        story_url: "/images/shop.svg".to_owned(),
    };
    let reply = ProductsReply::new(listed, PageNumber { page: 1, limit: 15 }, &store);
    insta::assert_json_snapshot!(reply, @r#"
    {
      "product": [
        {
          "_id": "p",
          "title": "اسپاگتی",
          "code": "P011",
          "imgs": [
            {
              "src": "/images/products/P011.svg"
            }
          ],
          "brand": {
            "_id": "b",
            "name": "زرخوشه"
          },
          "productTypes": [
            {
              "_id": "t1",
              "nameNoeMahsool": "۷۰۰ گرم",
              "code": "P011-1",
              "tedadDarVahed": 20,
              "priceBuyOne": 63000,
              "priceSelOne": 72000,
              "mojoody": 12,
              "imgs": [],
              "toz": "توضیح",
              "rowOrder": 1,
              "vahed": "u",
              "isActive": true,
              "version": 4,
              "lowStock": 10
            }
          ]
        }
      ],
      "totalPages": 3,
      "total": 31,
      "sellerName": "پخش آفتاب",
      "sellerBackground": "/images/banner.svg",
      "sellerStory": "/images/shop.svg"
    }
    "#);
}

#[test]
fn the_types_of_a_product_are_rows_that_share_its_id() {
    let mut bare = product();
    bare.brand = None;
    bare.types.truncate(1);
    insta::assert_json_snapshot!(ProductReply::from(bare), @r#"
    {
      "product": [
        {
          "_id": "p",
          "title": "اسپاگتی",
          "code": "P011",
          "imgs": [
            {
              "src": "/images/products/P011.svg"
            }
          ],
          "brand": {
            "_id": "",
            "name": ""
          },
          "productType": {
            "_id": "t1",
            "nameNoeMahsool": "۷۰۰ گرم",
            "code": "P011-1",
            "tedadDarVahed": 20,
            "priceBuyOne": 63000,
            "priceSelOne": 72000,
            "mojoody": 12,
            "imgs": [],
            "toz": "توضیح",
            "rowOrder": 1,
            "vahed": "u",
            "isActive": true,
            "version": 4,
            "lowStock": 10
          }
        }
      ]
    }
    "#);
    let rows = ProductReply::from(product()).rows;
    let ids: Vec<_> = rows.iter().map(|row| (row.product_id.as_str(), row.product_type.type_id.as_str())).collect();
    assert_eq!(ids, [("p", "t1"), ("p", "t2")]);
}

#[test]
fn units_and_brands_keep_the_clients_names() {
    let unit = pb::Unit { unit_id: "u".to_owned(), name: "عدد".to_owned(), numeric: true };
    assert_eq!(
        serde_json::to_string(&UnitsReply::from(pb::ListUnitsResponse { units: vec![unit] })).unwrap(),
        r#"{"units":[{"_id":"u","name":"عدد","isNumeric":true}]}"#
    );
    let brand = Some(pb::Brand { brand_id: "b".to_owned(), name: "زرخوشه".to_owned() });
    let brands = vec![pb::BrandSummary { brand, products: 3 }];
    assert_eq!(
        serde_json::to_string(&ProductBrandsReply::from(brands)).unwrap(),
        r#"{"brands":[{"_id":"b","name":"زرخوشه","count":3}]}"#
    );
    assert_eq!(serde_json::to_string(&ChildnessReply { flag: true }).unwrap(), r#"{"flag":true}"#);
}

#[test]
fn a_query_is_read_or_refused_by_field() {
    let (page, request) = ProductsQuery {
        page: Some("۲".to_owned()),
        brands: Some("a, b,,".to_owned()),
        sort: Some("least-sales".to_owned()),
        stock: Some("low".to_owned()),
        search: Some("رب".to_owned()),
        ..ProductsQuery::default()
    }
    .into_request("s".to_owned())
    .unwrap();
    assert_eq!((page.limit, request.page_size, request.skip), (15, 15, 15));
    assert_eq!(
        (request.brand_ids, request.sort, request.stock),
        (vec!["a".to_owned(), "b".to_owned()], pb::ProductSort::LeastSales.into(), pb::StockFilter::Low.into())
    );
    assert_eq!((request.search.as_str(), request.seller_id.as_str()), ("رب", "s"));
    let plain = ProductsQuery::default().into_request("s".to_owned()).unwrap().1;
    assert_eq!((plain.skip, plain.page_size, plain.sort, plain.stock), (0, 15, 0, 0));
    let out = ProductsQuery { stock: Some("out".to_owned()), ..ProductsQuery::default() };
    assert_eq!(out.into_request("s".to_owned()).unwrap().1.stock, i32::from(pb::StockFilter::Out));
    for wrong in ["Newest", "sales", "1"] {
        let query = ProductsQuery { sort: Some(wrong.to_owned()), ..ProductsQuery::default() };
        let error = query.into_request("s".to_owned()).unwrap_err();
        assert_eq!(error.status_code(), 400);
        assert!(error.to_string().contains("sort:"), "{error}");
    }
    let query = ProductsQuery { stock: Some("few".to_owned()), ..ProductsQuery::default() };
    let error = query.into_request("s".to_owned()).unwrap_err();
    assert!(error.to_string().contains("stock:"), "{error}");
}
