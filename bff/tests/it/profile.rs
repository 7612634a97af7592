//! The store and its goods.

use serde_json::json;

use crate::house::House;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_and_its_goods() {
    let house = House::build().await;
    let (seller, other) = (house.seller().await, house.other_seller().await);
    let store = &house.first;
    let id = store.seller_id.to_string();
    let titles = ["حداقل مبلغ ارسال سفارش", "حداقل خرید بسته", "هزینه ارسال", "مالیات و ارزش افزوده"];
    let limits = [json!(0), json!(0), json!(350_000), json!(9)];
    let rows = |title: &str, value: &str| -> Vec<_> {
        titles.iter().zip(&limits).map(|(name, limit)| json!({ title: name, value: limit })).collect()
    };
    let profile = json!({"seller": [{
        "_id": id, "isActive": true,
        "profile": {"cellPhone": "09120000001", "username": "arman", "password": "**********"},
        "seller": {
            "_id": id, "SellerType": 1, "SellerTitle": "پخش آفتاب مهرگان", "SellerRepresentative": "آرمان نیک‌پی",
            "SellerCode": "1001", "SellerNationalCode": "0012345679", "SellerWorkStartDate": "",
            "SellerUpdatePrice": "", "SellerNationalCard": false, "SellerTypeOfCollaboration": 0,
            "SellerAgreedCommission": 0, "SellerAgreedCommissionPayDateTime": "",
            "SellerAccountNumberOrBankCardNumber": "", "SellerShabaNumber": "",
            "SellerAddress": "تهران، جاده مخصوص کرج", "SellerStoryUrl": "/images/shop.svg",
            "SellerBackgroundImgUrl": "/images/banner.svg",
            "SellerHaddagalKharidErsalSefareshIds": rows("OnvanMahdoodiyat", "Meghdar"),
        },
        "productTypeCount": 6,
        "proposal": null,
    }], "version": 1});
    assert_eq!(seller.read("/user/seller-bind-app2").await, profile);
    let english =
        seller.get("/seller/HaddagalKharidErsalSefaresh-list-app2").header("accept-language", "en").send().await;
    assert_eq!(english.json(), json!({"meghdar": rows("f1", "f2"), "version": 1}), "the titles are keys and stay");
    // A store of type special is closed until it has a subscription.
    for (visitor, seller_type, active) in [(&seller, 1, true), (&other, 2, false)] {
        let reply = visitor.read("/market/get-seller-type-app2").await;
        assert_eq!(reply, json!({"seller": [{"isActive": active, "sellerInfo": [{"SellerType": seller_type}]}]}));
    }

    let detail = seller.read(&format!("/market/product-type-detail/{}", store.type_id("P032-2"))).await;
    let expected = json!({"data": {
        "nameNoeMahsool": "خانواده ۱٫۵ لیتر", "toz": "", "tedadDarVahed": 6,
        "imgs": [{"src": "/images/products/P032.svg"}], "products": [{"brand": {"name": "کولانوش"}}],
    }});
    assert_eq!(detail, expected);
    for (code, stock) in [("P011-2", 64), ("P016-1", 0)] {
        let reply = seller.read(&format!("/market/getMojoody-app2/{}", store.type_id(code))).await;
        assert_eq!(reply, json!({"product": [{"mojoody": stock}]}));
    }
}
