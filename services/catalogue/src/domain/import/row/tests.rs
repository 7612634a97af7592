use proptest::prelude::*;

use super::*;

fn units() -> Units {
    Units::from([(text::fold("عدد"), Uuid::from_u128(1)), (text::fold("کارتن"), Uuid::from_u128(3))])
}

fn good() -> RawRow {
    RawRow {
        row: 2,
        product_code: "P۰۰۱".to_owned(),
        title: " چای سیاه ".to_owned(),
        brand: "گلستانه".to_owned(),
        category: String::new(),
        type_code: "P001-1".to_owned(),
        type_name: "۱۰۰ گرم".to_owned(),
        unit: "كارتن".to_owned(),
        pieces_per_unit: "۴۸".to_owned(),
        buy_price: "112٬000".to_owned(),
        sell_price: "132,000".to_owned(),
        stock: "35".to_owned(),
        description: "خط اول\nخط دوم".to_owned(),
        image_url: "/images/products/P001.svg".to_owned(),
        active: String::new(),
    }
}

#[test]
fn a_good_row_is_understood() {
    let row = check(&good(), &units()).unwrap();
    assert_eq!((row.product_code.as_str(), row.title.as_str()), ("P001", "چای سیاه"));
    assert_eq!((row.brand.as_deref(), row.category), (Some("گلستانه"), None));
    assert_eq!(row.unit_id, Uuid::from_u128(3));
    assert_eq!((row.pieces_per_unit, row.buy_price_toman, row.sell_price_toman, row.stock), (48, 112_000, 132_000, 35));
    assert_eq!(row.description, "خط اول\nخط دوم");
    assert_eq!(row.image_url.as_deref(), Some("/images/products/P001.svg"));
    assert_eq!(row.active, None);
    let word = |active: &str| check(&RawRow { active: active.to_owned(), ..good() }, &units()).unwrap().active;
    assert_eq!([word("خیر"), word(" Yes "), word("۱"), word(" ")], [Some(false), Some(true), Some(true), None]);
}

#[test]
fn each_cell_has_its_problem() {
    type Change = fn(&mut RawRow);
    let cases: Vec<(Change, &str, &str)> = vec![
        (|row| row.product_code = "  ".to_owned(), "product_code", problem::REQUIRED),
        (|row| row.active = "شاید".to_owned(), "active", problem::INVALID),
        (|row| row.product_code = "x".repeat(65), "product_code", problem::TOO_LONG),
        (|row| row.title = String::new(), "title", problem::REQUIRED),
        (|row| row.title = "\u{200C}\u{200F}".to_owned(), "title", problem::INVALID),
        (|row| row.title = "ا".repeat(201), "title", problem::TOO_LONG),
        (|row| row.brand = "ا".repeat(101), "brand", problem::TOO_LONG),
        (|row| row.type_code = String::new(), "type_code", problem::REQUIRED),
        (|row| row.type_name = String::new(), "type_name", problem::REQUIRED),
        (|row| row.unit = "سطل".to_owned(), "unit", problem::UNKNOWN_UNIT),
        (|row| row.unit = String::new(), "unit", problem::REQUIRED),
        // What would be left of it is short.
        (|row| row.brand = format!("a{}", "\u{1}".repeat(12 * 1_024)), "brand", problem::TOO_LONG),
        (|row| row.pieces_per_unit = "0".to_owned(), "pieces_per_unit", problem::OUT_OF_RANGE),
        (|row| row.pieces_per_unit = "100001".to_owned(), "pieces_per_unit", problem::OUT_OF_RANGE),
        (|row| row.buy_price = "-1".to_owned(), "buy_price", problem::OUT_OF_RANGE),
        (|row| row.buy_price = "ارزان".to_owned(), "buy_price", problem::NOT_A_NUMBER),
        (|row| row.sell_price = "111999".to_owned(), "sell_price", problem::BELOW_BUY_PRICE),
        (|row| row.sell_price = "1000000000000".to_owned(), "sell_price", problem::OUT_OF_RANGE),
        (|row| row.stock = "-5".to_owned(), "stock", problem::OUT_OF_RANGE),
        (|row| row.stock = String::new(), "stock", problem::REQUIRED),
        (|row| row.description = "😀".repeat(301), "description", problem::TOO_LONG),
        (|row| row.image_url = "javascript:alert(1)".to_owned(), "image_url", problem::NOT_OUR_PICTURE),
        (|row| row.image_url = "https://elsewhere.example/a.png".to_owned(), "image_url", problem::NOT_OUR_PICTURE),
        (|row| row.image_url = "/auth/logout".to_owned(), "image_url", problem::NOT_OUR_PICTURE),
        (|row| row.image_url = format!("/images/{}", "a".repeat(2_100)), "image_url", problem::TOO_LONG),
    ];
    for (change, column, problem) in cases {
        let mut raw = good();
        change(&mut raw);
        let problems = check(&raw, &units()).unwrap_err();
        assert_eq!(problems.len(), 1, "{column}: {problems:?}");
        assert_eq!((problems[0].row, problems[0].column, problems[0].problem), (2, column, problem));
    }
}

#[test]
fn all_that_is_wrong_is_told_at_once_and_long_values_are_cut() {
    let raw = RawRow { row: 7, title: "ا".repeat(500), ..RawRow::default() };
    let problems = check(&raw, &units()).unwrap_err();
    let columns: Vec<&str> = problems.iter().map(|problem| problem.column).collect();
    let expected = [
        "product_code",
        "title",
        "type_code",
        "type_name",
        "unit",
        "pieces_per_unit",
        "buy_price",
        "sell_price",
        "stock",
    ];
    assert_eq!(columns, expected);
    assert_eq!(problems[1].value.chars().count(), 100);
}

#[test]
fn limits_are_inclusive_and_count_scalar_values() {
    let raw = RawRow {
        title: "ا".repeat(200),
        product_code: "ک".repeat(64),
        description: "😀".repeat(300),
        buy_price: "0".to_owned(),
        sell_price: "0".to_owned(),
        stock: "۱٬۰۰۰٬۰۰۰٬۰۰۰".to_owned(),
        pieces_per_unit: "100,000".to_owned(),
        ..good()
    };
    assert!(check(&raw, &units()).is_ok());
}

proptest! {
    #[test]
    fn whatever_stands_there_a_row_is_taken_within_the_limits_or_refused_with_reasons(
        cells in proptest::collection::vec(prop_oneof![any::<String>(), "[0-9۰-۹]{1,6}", Just("عدد".to_owned())], 14),
    ) {
        let mut cells = cells.into_iter();
        let mut next = || cells.next().unwrap();
        let raw = RawRow {
            row: 1, product_code: next(), title: next(), brand: next(), category: next(), type_code: next(), type_name: next(),
            unit: next(), pieces_per_unit: next(), buy_price: next(), sell_price: next(), stock: next(), description: next(),
            image_url: next(), active: next(),
        };
        match check(&raw, &units()) {
            Ok(row) => {
                prop_assert!(row.sell_price_toman >= row.buy_price_toman && row.buy_price_toman >= 0 && row.pieces_per_unit >= 1);
                prop_assert!(row.description.chars().count() <= limits::DESCRIPTION && !row.product_code.is_empty());
            }
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }
}
