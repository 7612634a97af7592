use super::*;
use crate::domain::stock::Level;

const UNIT: Uuid = Uuid::from_u128(3);

fn row(number: i32, type_code: &str) -> Row {
    Row {
        row: number,
        product_code: "P1".to_owned(),
        title: "tea".to_owned(),
        brand: Some("golestan".to_owned()),
        category: Some("drinks".to_owned()),
        type_code: type_code.to_owned(),
        type_name: format!("name {type_code}"),
        unit_id: UNIT,
        pieces_per_unit: 12,
        buy_price_toman: 100,
        sell_price_toman: 200,
        stock: 5,
        description: String::new(),
        image_url: None,
        active: None,
    }
}

fn names() -> Names {
    let brand = |number| Uuid::from_u128(number);
    Names {
        units: HashMap::from([(UNIT, "carton".to_owned()), (Uuid::from_u128(4), "pack".to_owned())]).into(),
        brands: HashMap::from([(brand(100), "golestan".to_owned())]),
    }
}

/// A catalogue that has what these rows say, with three units of each type promised.
fn stored(rows: &[Row]) -> Known {
    let product = ProductRecord {
        product_id: Uuid::from_u128(1),
        code: "P1".to_owned(),
        title: "tea".to_owned(),
        brand_id: Some(Uuid::from_u128(100)),
        category: "drinks".to_owned(),
        image_url: None,
        last_row_order: 9,
    };
    let of = |(row_order, row): (i32, &Row)| {
        let record = TypeRecord {
            type_id: Uuid::from_u128(1_000 + u128::try_from(row_order).unwrap()),
            product_id: product.product_id,
            code: row.type_code.clone(),
            name: row.type_name.clone(),
            description: row.description.clone(),
            unit_id: row.unit_id,
            pieces_per_unit: row.pieces_per_unit,
            buy_price_toman: row.buy_price_toman,
            sell_price_toman: row.sell_price_toman,
            image_url: None,
            row_order,
            active: true,
        };
        (row.type_code.clone(), KnownType { record, level: Level::new(row.stock + 3, 3).unwrap(), version: 1 })
    };
    Known {
        brands: HashMap::from([("golestan".to_owned(), Uuid::from_u128(100))]),
        types: (1..).zip(rows).map(of).collect(),
        products: HashMap::from([("P1".to_owned(), product)]),
    }
}

fn look(rows: &[Row], known: Known) -> Preview {
    let mut next = 10_000;
    preview(rows, known, &names(), &mut || {
        next += 1;
        Uuid::from_u128(next)
    })
}

fn change(field: &'static str, from: &str, to: &str, jump: bool) -> Change {
    Change { field, from: from.to_owned(), to: to.to_owned(), jump }
}

#[test]
fn every_field_that_differs_is_told() {
    let old = [row(2, "T1"), row(3, "T2")];
    let new = Row {
        title: "green tea".to_owned(),
        brand: Some("other".to_owned()),
        category: Some("leaves".to_owned()),
        type_name: "small".to_owned(),
        unit_id: Uuid::from_u128(4),
        pieces_per_unit: 6,
        buy_price_toman: 110,
        sell_price_toman: 300,
        stock: 0,
        description: "good".to_owned(),
        image_url: Some("/a.svg".to_owned()),
        active: Some(false),
        ..row(2, "T1")
    };
    let result = look(&[new, row(3, "T2")], stored(&old));
    assert_eq!((result.created, result.updated, result.unchanged, result.jumps), (0, 1, 0, 1));
    assert_eq!(result.problems[0].problem, problem::CONTRADICTS, "the second row still has the old title");
    assert_eq!((result.listed[0].type_id, result.listed[0].row), (Some(Uuid::from_u128(1_001)), 2));
    assert_eq!((result.listed[0].product_title.as_str(), result.listed[0].type_name.as_str()), ("green tea", "small"));
    assert_eq!(
        result.listed[0].changes,
        [
            change("title", "tea", "green tea", false),
            change("brand", "golestan", "other", false),
            change("category", "drinks", "leaves", false),
            change("type_name", "name T1", "small", false),
            change("unit", "carton", "pack", false),
            change("pieces_per_unit", "12", "6", false),
            change("buy_price", "100", "110", false),
            change("sell_price", "200", "300", true),
            change("stock", "5", "0", false),
            change("description", "", "good", false),
            change("image_url", "", "/a.svg", false),
            change("active", "true", "false", false),
        ]
    );
}

#[test]
fn a_picture_is_told_where_a_row_names_one() {
    let old = [row(2, "T1"), row(3, "T2"), row(4, "T3")];
    let mut known = stored(&old);
    known.products.get_mut("P1").unwrap().image_url = Some("/a".to_owned());
    let named = |number, code, image: &str| Row { image_url: Some(image.to_owned()), ..row(number, code) };
    let result = |rows: &[Row]| -> Vec<(i32, Vec<Change>)> {
        look(rows, known.clone()).listed.into_iter().map(|row| (row.row, row.changes)).collect()
    };
    let image = |from, to| change("image_url", from, to, false);
    let dearer = Row { sell_price_toman: 210, ..named(2, "T1", "/a") };
    assert_eq!(result(&[dearer]), [(2, vec![change("sell_price", "200", "210", false)])], "it shows that one already");
    assert_eq!(
        result(&[named(2, "T1", "/b"), named(3, "T2", "/b"), row(4, "T3")]),
        [(2, vec![image("/a", "/b")]), (3, vec![image("/a", "/b")])],
        "the product's new picture, in both rows that name it"
    );
    assert_eq!(
        result(&[named(2, "T1", "/b"), named(3, "T2", "/a")]),
        [(2, vec![image("/a", "/b")]), (3, vec![image("", "/a")])],
        "the old one becomes the second type's own"
    );
}

#[test]
fn a_new_type_tells_all_it_has() {
    let result = look(&[row(2, "T1")], Known::default());
    assert_eq!((result.created, result.updated, result.jumps), (1, 0, 0));
    assert_eq!(result.listed[0].type_id, None);
    let fields: Vec<&str> = result.listed[0].changes.iter().map(|change| change.field).collect();
    let all = [
        "product_code",
        "title",
        "brand",
        "category",
        "type_code",
        "type_name",
        "unit",
        "pieces_per_unit",
        "buy_price",
        "sell_price",
        "stock",
        "active",
    ];
    assert_eq!(fields, all);
    assert!(result.listed[0].changes.iter().all(|change| change.from.is_empty() && !change.to.is_empty()));
    // Of a product that is there already, only the type is new.
    let beside = look(&[row(2, "T9")], stored(&[row(2, "T1")]));
    assert_eq!(beside.listed[0].changes[0].field, "type_code");
}

#[test]
fn a_jump_is_more_than_thirty_percent() {
    for (from, to, jump) in [
        (100, 130, false),
        (100, 131, true),
        (100, 70, false),
        (100, 69, true),
        (10, 13, false),
        (3, 4, true),
        (0, 1_000, false),
        (1_000_000_000_000, 1_300_000_000_000, false),
        (1_000_000_000_000, 1_300_000_000_001, true),
    ] {
        assert_eq!(is_jump(from, to), jump, "{from} to {to}");
    }
}

#[test]
fn what_changes_nothing_is_only_counted() {
    let rows = [row(2, "T1"), row(3, "T2")];
    let result = look(&rows, stored(&rows));
    assert_eq!(result, Preview { unchanged: 2, ..Preview::default() });
}

#[test]
fn jumps_come_first_and_not_all_are_told() {
    let old: Vec<Row> = (0..1_200).map(|number| row(number + 2, &format!("T{number}"))).collect();
    let new: Vec<Row> = old
        .iter()
        .map(|row| Row { sell_price_toman: if row.row % 100 == 0 { 900 } else { 210 }, ..row.clone() })
        .collect();
    let result = look(&new, stored(&old));
    assert_eq!((result.updated, result.jumps, result.listed.len(), result.changing.len()), (1_200, 12, TOLD, 1_200));
    let numbers: Vec<i32> = result.listed.iter().map(|row| row.row).collect();
    assert_eq!(numbers[..14], [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_100, 1_200, 2, 3]);
}

#[test]
fn a_row_stands_while_all_it_was_compared_with_stands() {
    let rows = [row(2, "T1"), row(3, "T2")];
    let known = stored(&rows);
    let basis: Vec<(Row, Basis)> = rows.iter().map(|row| (row.clone(), Basis::of(row, &known))).collect();
    let fallen = |change: &dyn Fn(&mut Known)| -> Vec<i32> {
        let mut known = known.clone();
        change(&mut known);
        let (standing, problems) = still_standing(basis.clone(), &known);
        assert_eq!(standing.len() + problems.len(), 2);
        problems.iter().map(|problem| problem.row).collect()
    };
    assert_eq!(fallen(&|_| {}), [0_i32; 0]);
    let product = |known: &mut Known, change: fn(&mut ProductRecord)| change(known.products.get_mut("P1").unwrap());
    assert_eq!(fallen(&|known| product(known, |product| product.title.push('!'))), [2, 3]);
    assert_eq!(fallen(&|known| product(known, |product| product.brand_id = None)), [2, 3]);
    assert_eq!(fallen(&|known| product(known, |product| product.category.clear())), [2, 3]);
    assert_eq!(fallen(&|known| product(known, |product| product.image_url = Some(String::new()))), [2, 3]);
    assert_eq!(fallen(&|known| product(known, |product| product.last_row_order += 1)), [0_i32; 0]);
    assert_eq!(fallen(&|known| known.products.clear()), [2, 3]);
    let of = |known: &mut Known, change: fn(&mut KnownType)| change(known.types.get_mut("T2").unwrap());
    assert_eq!(fallen(&|known| of(known, |known| known.record.buy_price_toman += 1)), [3]);
    assert_eq!(fallen(&|known| of(known, |known| known.record.active = false)), [3]);
    assert_eq!(fallen(&|known| of(known, |known| known.record.description.push('!'))), [3]);
    assert_eq!(fallen(&|known| of(known, |known| known.level = Level::new(9, 5).unwrap())), [3], "one less to sell");
    assert_eq!(fallen(&|known| of(known, |known| known.level = Level::new(9, 4).unwrap())), [0_i32; 0]);
    assert_eq!(fallen(&|known| drop(known.types.remove("T2"))), [3]);
}
