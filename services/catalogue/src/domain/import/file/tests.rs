use std::collections::BTreeMap;

use pishkhan_chassis::text;
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::domain::import::{
    Known, check_all, plan,
    preview::{Names, Totals, preview},
};

fn units() -> Units {
    Units::from([(text::fold("عدد"), Uuid::from_u128(1))])
}

fn raw(row: i32, product: &str, of: &str) -> RawRow {
    RawRow {
        row,
        product_code: product.to_owned(),
        title: format!("چای {product}"),
        type_code: of.to_owned(),
        type_name: format!("نوع {of}"),
        unit: "عدد".to_owned(),
        pieces_per_unit: "12".to_owned(),
        buy_price: "100".to_owned(),
        sell_price: "120".to_owned(),
        stock: "5".to_owned(),
        ..RawRow::default()
    }
}

fn file(rows: &[RawRow]) -> RawFile {
    let mut file = RawFile::default();
    rows.iter().try_for_each(|row| file.push(row)).expect("there is room");
    file
}

/// Ids behind `last`: none of those that the catalogue has may come again.
fn ids(mut last: u128) -> impl FnMut() -> Uuid + Send {
    move || {
        last += 1;
        Uuid::from_u128(last)
    }
}

/// A catalogue that has some rows already.
fn known(rows: &[RawRow]) -> Known {
    let (good, _) = check_all(rows, &units());
    let plan = plan(&good, Known::default(), &mut ids(1_000));
    let mut known = Known::default();
    for brand in plan.brands {
        known.brands.insert(brand.name_folded, brand.brand_id);
    }
    for product in plan.products {
        known.products.insert(product.code.clone(), product);
    }
    for record in plan.types {
        let known_type = super::super::KnownType { record, level: crate::domain::stock::Level::EMPTY, version: 0 };
        known.types.insert(known_type.record.code.clone(), known_type);
    }
    known
}

/// What is the same however a file is cut: all counts, what is listed, all problems, and what was compared with what.
#[derive(Debug, PartialEq)]
struct Seen {
    totals: Totals,
    changing: BTreeMap<i32, [u8; 32]>,
}

impl Seen {
    fn at_once(rows: &[RawRow], known: &Known) -> Self {
        let (good, problems) = check_all(rows, &units());
        let mut seen = Self { totals: Totals::default(), changing: BTreeMap::new() };
        seen.totals.refuse(problems);
        seen.add(&good, known);
        seen
    }

    fn in_batches(rows: &[RawRow], known: &Known, of_product: usize, of_batch: usize) -> Self {
        let (file, units) = (file(rows), units());
        let sorted = Sorted::bounded(&file, &units, of_product, of_batch);
        let mut seen = Self { totals: Totals::default(), changing: BTreeMap::new() };
        for index in &sorted.refused {
            seen.totals.refuse(sorted.problems(&file, *index, &units));
        }
        for batch in &sorted.batches {
            assert!(batch.len() <= of_batch && batch.is_sorted());
            seen.add(&Sorted::good(&file, batch, &units), known);
        }
        seen
    }

    fn add(&mut self, good: &[Row], known: &Known) {
        let batch = preview(good, known.clone(), &Names::default(), &mut ids(1_000_000));
        self.changing.extend(batch.changing.iter().map(|(row, basis)| (*row, basis.0)));
        self.totals.add(batch);
    }
}

/// Rows that now and then repeat a type, contradict each other, move a type, or are bad by themselves.
fn jumble() -> impl Strategy<Value = Vec<RawRow>> {
    let row = (0..5_u8, 0..9_u8, 0..8_u8, prop::option::of("[ab]"), prop::option::of("/images/[ab].svg"));
    let row = row.prop_map(|(product, of, odd, brand, image)| {
        let row = raw(0, &format!("P{product}"), &format!("T{}{of}", if odd == 0 { 9 } else { product }));
        RawRow {
            title: if odd == 1 { "چای دیگر".to_owned() } else { row.title.clone() },
            stock: if odd == 2 { "?".to_owned() } else { of.to_string() },
            brand: brand.unwrap_or_default(),
            image_url: image.unwrap_or_default(),
            ..row
        }
    });
    let number = |rows: Vec<RawRow>| (2..).zip(rows).map(|(number, row)| RawRow { row: number, ..row }).collect();
    prop::collection::vec(row, 0..40).prop_map(number)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_file_in_batches_comes_to_what_it_comes_to_at_once(before in jumble(), rows in jumble()) {
        let (known, expected) = (known(&before), Seen::at_once(&rows, &known(&before)));
        let of = |code: String| rows.iter().filter(|row| row.product_code == code).count();
        let most = (0..5).map(|product| of(format!("P{product}"))).max().unwrap_or(0).max(1);
        // About a product in each, some, and all in one.
        for of_batch in [most, most + 5, rows.len().max(1)] {
            prop_assert_eq!(&Seen::in_batches(&rows, &known, most, of_batch), &expected);
        }
    }

    #[test]
    fn rows_come_out_as_they_were_put_in(rows in jumble()) {
        let file = file(&rows);
        let all: Vec<u32> = (0..).take(rows.len()).collect();
        prop_assert_eq!(all.iter().map(|index| file.row(*index)).collect::<Vec<_>>(), rows);
        prop_assert_eq!(file.portions(&all).flatten().copied().collect::<Vec<_>>(), all);
    }
}

#[test]
fn the_first_row_of_a_type_counts_whatever_batch_it_is_in() {
    // The product of rows 2 and 4 comes first, but row 3 is before row 4.
    let rows = [raw(2, "A", "T1"), raw(3, "B", "T2"), raw(4, "A", "T2"), raw(5, "B", "T3")];
    let (file, units) = (file(&rows), units());
    let sorted = Sorted::bounded(&file, &units, 2, 2);
    assert_eq!(sorted.batches, [vec![0], vec![1, 3]]);
    assert_eq!(sorted.problems(&file, 2, &units), [Problem::new(4, "type_code", "T2", problem::DUPLICATE)]);
}

#[test]
fn a_product_is_never_parted_and_what_does_not_fit_is_refused() {
    let rows = [raw(2, "A", "T1"), raw(3, "B", "T2"), raw(4, "A", "T3"), raw(5, "A", "T4"), raw(6, "C", "T5")];
    let (file, units) = (file(&rows), units());
    let sorted = Sorted::bounded(&file, &units, 2, 3);
    assert_eq!(
        (sorted.batches.as_slice(), sorted.refused.as_slice()),
        ([vec![0, 1, 2], vec![4]].as_slice(), [3].as_slice())
    );
    assert_eq!(sorted.problems(&file, 3, &units), [Problem::new(5, "type_code", "T4", problem::TOO_MANY_TYPES)]);
}

#[test]
fn a_batch_of_large_rows_is_a_smaller_one() {
    let image_url = format!("{}/images/a.svg", " ".repeat(10_000));
    let large =
        |row| RawRow { image_url: image_url.clone(), ..raw(row, &format!("P{}", row / 60), &format!("T{row}")) };
    let file = file(&(2..).take(240).map(large).collect::<Vec<_>>());
    let sizes: Vec<usize> = Sorted::of(&file, &units()).batches.iter().map(Vec::len).collect();
    // A product's rows come to 600 kB.
    assert_eq!(sizes, [58, 60, 60, 62]);
}

#[test]
fn a_file_has_bounds() {
    let mut file = RawFile::default();
    file.push(&raw(2, "A", "T1")).unwrap();
    assert_eq!(file.push(&raw(2, "A", "T2")), Err(FileError::OutOfOrder));
    let large = |row| RawRow { description: "x".repeat(8 * 1024 * 1024), ..raw(row, "A", "T") };
    assert_eq!(
        (file.push(&large(3)), file.push(&large(4)), file.push(&large(5))),
        (Ok(()), Ok(()), Err(FileError::TooLarge))
    );
    assert_eq!(
        file.portions(&[0, 1, 2]).collect::<Vec<_>>(),
        [[0].as_slice(), &[1], &[2]],
        "each costs too much for another"
    );
    let mut file = RawFile::default();
    assert!((0..40_000).all(|row| file.push(&RawRow { row, ..RawRow::default() }).is_ok()));
    assert_eq!(file.push(&raw(40_000, "A", "T")), Err(FileError::TooManyRows));
}
