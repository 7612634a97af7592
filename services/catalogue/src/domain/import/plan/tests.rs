use proptest::prelude::*;

use super::*;

fn row(product_code: &str, type_code: &str, stock: i64) -> Row {
    Row {
        row: 1,
        product_code: product_code.to_owned(),
        title: format!("title {product_code}"),
        brand: Some("گلستانه".to_owned()),
        category: Some("tea".to_owned()),
        type_code: type_code.to_owned(),
        type_name: format!("name {type_code}"),
        unit_id: Uuid::from_u128(3),
        pieces_per_unit: 12,
        buy_price_toman: 100,
        sell_price_toman: 120,
        stock,
        description: String::new(),
        image_url: None,
        active: None,
    }
}

/// Ids in the order in which they are taken.
fn ids(start: u128) -> impl FnMut() -> Uuid + Send {
    let mut next = start;
    move || {
        next += 1;
        Uuid::from_u128(next)
    }
}

/// What is stored once a plan was written.
fn written(known: &Known, plan: &Plan) -> Known {
    let mut known = known.clone();
    known.brands.extend(plan.brands.iter().map(|brand| (brand.name_folded.clone(), brand.brand_id)));
    known.products.extend(plan.products.iter().map(|product| (product.code.clone(), product.clone())));
    for record in &plan.types {
        let stored = known.types.get(&record.code);
        let (level, version) = stored.map_or((Level::EMPTY, 0), |stored| (stored.level, stored.version));
        known.types.insert(record.code.clone(), KnownType { record: record.clone(), level, version });
    }
    for movement in &plan.movements {
        let stored = known.types.values_mut().find(|stored| stored.record.type_id == movement.type_id).unwrap();
        assert_eq!((stored.level, stored.version), (movement.before, movement.version_before));
        stored.level = movement.after;
        stored.version += 1;
    }
    for product in known.products.values_mut() {
        let types = known.types.values().filter(|stored| stored.record.product_id == product.product_id);
        product.last_row_order = types.map(|stored| stored.record.row_order).max().unwrap_or_default();
    }
    known
}

#[test]
fn new_rows_make_products_types_and_stock() {
    let rows = [row("P1", "P1-1", 5), row("P1", "P1-2", 0), row("P2", "P2-1", 7)];
    let plan = plan(&rows, Known::default(), &mut ids(0));
    assert_eq!((plan.created, plan.updated, plan.unchanged, plan.new_products), (3, 0, 0, 2));
    assert_eq!((plan.brands.len(), plan.products.len(), plan.types.len(), plan.new_stock.len()), (1, 2, 3, 3));
    let orders: Vec<i32> = plan.types.iter().map(|record| record.row_order).collect();
    assert_eq!(orders, [1, 2, 1]);
    assert_eq!(plan.movements.len(), 2, "no row for nothing");
    assert!(plan.problems.is_empty());
}

#[test]
fn a_product_gets_no_more_types_than_it_may_have() {
    let last = usize::try_from(limits::TYPES).unwrap();
    let rows: Vec<Row> = (0..last - 1).map(|number| row("P1", &format!("T{number}"), 1)).collect();
    let known = written(&Known::default(), &plan(&rows, Known::default(), &mut ids(0)));
    let more = [row("P1", "T1", 2), row("P1", "A", 1), row("P1", "B", 1), row("P1", "T2", 2), row("P2", "C", 1)];
    let plan = plan(&more, known, &mut ids(10_000));
    assert_eq!((plan.created, plan.updated), (2, 2));
    let [refused] = plan.problems.as_slice() else { panic!("{:?}", plan.problems) };
    assert_eq!((refused.value.as_str(), refused.problem), ("B", problem::TOO_MANY_TYPES));
}

#[test]
fn the_same_file_again_changes_nothing() {
    let rows = [row("P1", "P1-1", 5), row("P1", "P1-2", 0)];
    let first = plan(&rows, Known::default(), &mut ids(0));
    let second = plan(&rows, written(&Known::default(), &first), &mut ids(100));
    assert_eq!(second, Plan { unchanged: 2, ..Plan::default() });
}

#[test]
fn stock_is_what_can_still_be_sold_beside_what_is_reserved() {
    let rows = [row("P1", "P1-1", 5)];
    let mut known = written(&Known::default(), &plan(&rows, Known::default(), &mut ids(0)));
    let stored = known.types.get_mut("P1-1").unwrap();
    stored.level = Level::new(5, 3).unwrap();
    let again = plan(&rows, known.clone(), &mut ids(100));
    assert_eq!((again.updated, again.movements[0].after), (1, Level::new(8, 3).unwrap()));
    let none_left = plan(&[row("P1", "P1-1", 0)], known, &mut ids(100));
    assert_eq!(none_left.movements[0].after, Level::new(3, 3).unwrap());
}

#[test]
fn a_change_of_the_product_is_one_of_its_rows_too() {
    let rows = [row("P1", "P1-1", 5), row("P1", "P1-2", 0)];
    let known = written(&Known::default(), &plan(&rows, Known::default(), &mut ids(0)));
    let renamed = [Row { title: "new".to_owned(), ..row("P1", "P1-1", 5) }];
    let plan = plan(&renamed, known, &mut ids(100));
    assert_eq!((plan.updated, plan.products.len(), plan.types.len()), (1, 1, 0));
    assert_eq!(plan.products[0].title, "new");
}

#[test]
fn empty_cells_leave_brand_category_and_picture_as_they_are() {
    let image = |url: &str| Row { image_url: Some(url.to_owned()), ..row("P1", "P1-1", 5) };
    let known = written(&Known::default(), &plan(&[image("/a.svg")], Known::default(), &mut ids(0)));
    let bare = Row { brand: None, category: None, image_url: None, ..row("P1", "P1-1", 5) };
    assert_eq!(plan(&[bare], known.clone(), &mut ids(100)).unchanged, 1);
    let other = plan(&[image("/b.svg")], known, &mut ids(100));
    assert_eq!(other.products[0].image_url.as_deref(), Some("/b.svg"));
    assert_eq!((other.updated, other.types.len()), (1, 0), "the type shows its product's");
}

/// A row for the type `of` of one product, with that picture.
fn pictured(of: u8, image: &str) -> Row {
    Row { image_url: Some(image.to_owned()).filter(|image| !image.is_empty()), ..row("P1", &format!("P1-{of}"), 5) }
}

/// The pictures once these rows were imported: the product's, and the types' own.
fn pictures(known: &Known) -> (&str, Vec<&str>) {
    let mut types: Vec<_> = known.types.values().map(|known| &known.record).collect();
    types.sort_by_key(|record| record.row_order);
    let own = types.iter().map(|record| record.image_url.as_deref().unwrap_or_default()).collect();
    (known.products["P1"].image_url.as_deref().unwrap_or_default(), own)
}

fn import(known: &Known, rows: &[Row]) -> (Known, Plan) {
    let plan = plan(rows, known.clone(), &mut ids(u128::try_from(known.types.len()).unwrap() * 100));
    (written(known, &plan), plan)
}

#[test]
fn a_type_keeps_a_picture_of_its_own_only_where_it_differs_from_its_products() {
    let (known, _) =
        import(&Known::default(), &[pictured(1, "/a"), pictured(2, "/a"), pictured(3, "/c"), pictured(4, "")]);
    assert_eq!(pictures(&known), ("/a", vec!["", "", "/c", ""]));
    // One that is brought back to its product's.
    let (known, plan) = import(&known, &[pictured(3, "/a")]);
    assert_eq!((pictures(&known), plan.updated), (("/a", vec!["", "", "", ""]), 1));
    // A new type beside them, and a type that is not the first.
    let (known, plan) = import(&known, &[pictured(5, "/a"), pictured(2, "/b")]);
    assert_eq!((pictures(&known), plan.created, plan.updated), (("/a", vec!["", "/b", "", "", ""]), 1, 1));
}

#[test]
fn the_first_type_brings_its_products_picture_and_the_others_show_what_their_rows_say() {
    let (old, _) = import(&Known::default(), &[pictured(1, "/a"), pictured(2, "/a"), pictured(3, "/a")]);
    // All rows name the new one: the product has it, and so have types that the file leaves out.
    let (known, plan) = import(&old, &[pictured(2, "/b"), pictured(1, "/b")]);
    assert_eq!((pictures(&known), plan.updated, plan.types.len()), (("/b", vec!["", "", ""]), 2, 0));
    // A row that still names the old one keeps it, wherever it stands in the file.
    for rows in [[pictured(1, "/b"), pictured(2, "/a")], [pictured(2, "/a"), pictured(1, "/b")]] {
        let (known, plan) = import(&old, &rows);
        assert_eq!((pictures(&known), plan.updated), (("/b", vec!["", "/a", ""]), 2));
    }
    // A first type with a picture of its own changes that one.
    let mut own = old;
    own.types.get_mut("P1-1").unwrap().record.image_url = Some("/own".to_owned());
    let (known, _) = import(&own, &[pictured(1, "/b")]);
    assert_eq!(pictures(&known), ("/a", vec!["/b", "", ""]));
}

#[test]
fn a_product_without_a_picture_gets_the_first_one_that_comes() {
    let (old, _) = import(&Known::default(), &[pictured(1, ""), pictured(2, "")]);
    let (known, _) = import(&old, &[pictured(2, "/b")]);
    assert_eq!(pictures(&known), ("/b", vec!["", ""]));
    // But not from a type whose own picture it is: the seller may have taken the product's away.
    let mut own = old;
    own.types.get_mut("P1-2").unwrap().record.image_url = Some("/own".to_owned());
    let (known, plan) = import(&own, &[pictured(2, "/own")]);
    assert_eq!((pictures(&known), plan.unchanged), (("", vec!["", "/own"]), 1));
}

#[test]
fn rows_that_do_not_go_together_are_refused() {
    let known = written(&Known::default(), &plan(&[row("P1", "P1-1", 5)], Known::default(), &mut ids(0)));
    let rows = [
        row("P2", "P1-1", 5),
        row("P1", "P1-1", 6),
        row("P3", "P3-1", 1),
        Row { title: "another".to_owned(), ..row("P3", "P3-2", 1) },
        Row { brand: Some("آوند".to_owned()), ..row("P3", "P3-3", 1) },
        Row { category: Some("coffee".to_owned()), ..row("P3", "P3-4", 1) },
        row("P3", "P3-1", 9),
        Row { brand: Some("گلستانة".to_owned()), ..row("P3", "P3-5", 1) },
    ];
    let plan = plan(&rows, known, &mut ids(100));
    let problems: Vec<(&str, &str)> = plan.problems.iter().map(|problem| (problem.column, problem.problem)).collect();
    assert_eq!(
        problems,
        [
            ("type_code", problem::TAKEN),
            ("type_code", problem::DUPLICATE),
            ("title", problem::CONTRADICTS),
            ("brand", problem::CONTRADICTS),
            ("category", problem::CONTRADICTS),
            ("type_code", problem::DUPLICATE),
        ]
    );
    assert_eq!((plan.created, plan.new_products), (2, 1));
}

proptest! {
    #[test]
    fn a_file_can_always_be_imported_again(
        first in proptest::collection::vec((0..4_u8, 0..4_u8, 0..9_i64, proptest::option::of("/[ab]")), 0..20),
        second in proptest::collection::vec((0..4_u8, 0..4_u8, 0..9_i64, proptest::option::of("/[ab]")), 0..20),
    ) {
        let rows = |cells: Vec<(u8, u8, i64, Option<String>)>| -> Vec<Row> {
            cells.into_iter().map(|(product, of, stock, image_url)| Row {
                image_url, ..row(&format!("P{product}"), &format!("T{product}{of}"), stock)
            }).collect()
        };
        let mut known = Known::default();
        let mut ids = ids(0);
        for rows in [rows(first), rows(second)] {
            let once = plan(&rows, known.clone(), &mut ids);
            let taken = once.created + once.updated + once.unchanged;
            prop_assert_eq!(usize::try_from(taken).unwrap() + once.problems.len(), rows.len());
            // Every type shows what its row says, and whoever says nothing shows what there was.
            for row in rows.iter().filter(|row| row.image_url.is_some()) {
                let (shown, refused) = (written(&known, &once), &once.problems);
                let Some(stored) = shown.types.get(&row.type_code) else { continue };
                if refused.iter().all(|problem| problem.value != row.type_code) {
                    let product = shown.products[&row.product_code].image_url.as_ref();
                    prop_assert_eq!(stored.record.image_url.as_ref().or(product), row.image_url.as_ref());
                }
            }
            known = written(&known, &once);
            let again = plan(&rows, known.clone(), &mut ids);
            prop_assert_eq!(again.unchanged, taken);
            prop_assert!(!again.changes_something() && again.products.is_empty() && again.movements.is_empty());
        }
    }
}
