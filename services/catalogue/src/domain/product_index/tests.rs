use chrono::TimeDelta;
use pishkhan_memory::Held;
use proptest::{collection::vec, option, prelude::*, sample::select};

use super::{super::listing::StockFilter, *};

const ORDERS: [ProductOrder; 5] =
    [ProductOrder::Title, ProductOrder::Newest, ProductOrder::Oldest, ProductOrder::MostSold, ProductOrder::LeastSold];

fn brand(number: usize) -> Uuid {
    Uuid::from_u128(1_000 + u128::try_from(number).unwrap())
}

/// All brands that a store may have, by name.
fn brands() -> Vec<Uuid> {
    (0..4).map(brand).collect()
}

/// A store of few titles, brands, times and figures, so that there are equals of each, sorted by title.
fn store() -> impl Strategy<Value = Vec<IndexedProduct>> {
    let product =
        (select(vec!["", "چ", "چای", "چای سبز", "سبز چای", "ab", "aab"]), option::of(0_usize..3), 0_i64..3, 0_i64..3);
    vec(product, 0..40).prop_map(|products| {
        let mut products: Vec<IndexedProduct> = (0_u128..)
            .zip(products)
            .map(|(number, (title, brand_number, units_sold, minute))| IndexedProduct {
                product_id: Uuid::from_u128(number.wrapping_mul(7_919) % 997),
                title_folded: title.to_owned(),
                brand_id: brand_number.map(brand),
                units_sold,
                created_at: DateTime::UNIX_EPOCH + TimeDelta::minutes(minute),
            })
            .collect();
        products.sort_by_key(|product| (product.title_folded.clone(), product.product_id));
        products
    })
}

fn filter() -> impl Strategy<Value = ProductFilter> {
    let search = select(vec!["", "چ", "چای", "سبز", "ب", " ", "ab", "b", "x", "چای سبزچ"]);
    (search, vec((0_usize..6).prop_map(brand), 0..3)).prop_map(|(search, brand_ids)| ProductFilter {
        search: search.to_owned(),
        brand_ids,
        stock: None,
    })
}

/// The list as one would write it down.
fn listed(
    products: &[IndexedProduct],
    filter: &ProductFilter,
    in_stock: Option<&HashSet<Uuid>>,
    order: ProductOrder,
) -> Vec<Uuid> {
    let mut found: Vec<&IndexedProduct> = products
        .iter()
        .filter(|product| product.title_folded.contains(&filter.search))
        .filter(|product| {
            filter.brand_ids.is_empty() || product.brand_id.is_some_and(|of| filter.brand_ids.contains(&of))
        })
        .filter(|product| in_stock.is_none_or(|found| found.contains(&product.product_id)))
        .collect();
    match order {
        ProductOrder::Title => {}
        ProductOrder::Newest => found.sort_by_key(|product| Reverse((product.created_at, product.product_id))),
        ProductOrder::Oldest => found.sort_by_key(|product| (product.created_at, product.product_id)),
        ProductOrder::MostSold => found.sort_by_key(|product| -product.units_sold),
        ProductOrder::LeastSold => found.sort_by_key(|product| product.units_sold),
    }
    found.into_iter().map(|product| product.product_id).collect()
}

fn assert_lists(
    index: &ProductIndex,
    products: &[IndexedProduct],
    filter: &ProductFilter,
    in_stock: Option<&HashSet<Uuid>>,
    window: Window,
) {
    for order in ORDERS {
        let all = listed(products, filter, in_stock, order);
        let [skip, size] = [window.skip, window.size].map(|number| usize::try_from(number).unwrap());
        let page: Vec<Uuid> = all.iter().copied().skip(skip).take(size).collect();
        assert_eq!(
            index.find(filter, in_stock, order, window),
            FoundProducts { product_ids: page, total: count(all.len()) },
            "{order:?}"
        );
    }
}

proptest! {
    #[test]
    fn any_list_is_what_one_would_write_down(
        products in store(), filter in filter(), stock in option::of(vec(any::<proptest::sample::Index>(), 0..20)),
        skip in 0_u32..50, size in 0_u32..20,
    ) {
        let index = ProductIndex::new(&products, brands()).unwrap();
        // Also one that came after the index was read.
        let ids: Vec<Uuid> = products.iter().map(|product| product.product_id).chain([Uuid::max()]).collect();
        let in_stock = stock.map(|places| places.iter().map(|at| *at.get(&ids)).collect::<HashSet<_>>());
        let filter = ProductFilter { stock: in_stock.as_ref().map(|_| StockFilter::Low), ..filter };
        assert_lists(&index, &products, &filter, in_stock.as_ref(), Window { skip, size });
    }

    #[test]
    fn brands_come_page_by_page_with_what_they_are_on(products in store(), size in 1_usize..4) {
        let index = ProductIndex::new(&products, brands()).unwrap();
        let on = |of: Uuid| products.iter().filter(|product| product.brand_id == Some(of)).count();
        let expected: Vec<(Uuid, i64)> =
            brands().into_iter().map(|of| (of, i64::try_from(on(of)).unwrap())).filter(|(_, on)| *on > 0).collect();
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let (page, more) = index.brands(after, size);
            after = page.last().map(|(of, _)| *of);
            found.extend(page);
            if !more {
                break;
            }
        }
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn with_its_changes_an_index_is_the_one_that_would_be_read(
        products in store(), filter in filter(),
        changes in vec((any::<proptest::sample::Index>(), option::of(0_usize..3), 0_i64..3), 0..6),
    ) {
        let index = ProductIndex::new(&products, brands()).unwrap();
        for order in ORDERS {
            index.find(&filter, None, order, Window { skip: 0, size: 1 });
        }
        let mut later = products.clone();
        let mut changed = Vec::new();
        for (at, brand_number, units_sold) in changes {
            if !later.is_empty() {
                let product = at.get(&later).product_id;
                let product = later.iter_mut().find(|later| later.product_id == product).unwrap();
                (product.brand_id, product.units_sold) = (brand_number.map(brand), units_sold);
                changed.retain(|before: &IndexedProduct| before.product_id != product.product_id);
                changed.push(product.clone());
            }
        }
        let changed = index.with(changed).unwrap();
        prop_assert_eq!(changed.heap_bytes(), index.heap_bytes());
        assert_lists(&changed, &later, &filter, None, Window { skip: 0, size: 50 });
        prop_assert_eq!(changed.brands(None, 9), ProductIndex::new(&later, brands()).unwrap().brands(None, 9));
    }
}

fn product(number: u128, title: &str, brand_id: Option<Uuid>) -> IndexedProduct {
    IndexedProduct {
        product_id: Uuid::from_u128(number),
        title_folded: title.to_owned(),
        brand_id,
        units_sold: 0,
        created_at: DateTime::UNIX_EPOCH,
    }
}

#[test]
fn what_only_the_database_can_sort_is_read_anew() {
    let index = ProductIndex::new(&[product(1, "a", None), product(2, "b", None)], brands()).unwrap();
    assert!(index.with(vec![product(2, "b", Some(brand(3)))]).is_some());
    for changed in [product(2, "c", None), product(3, "b", None), product(1, "a", Some(brand(4)))] {
        assert!(index.with(vec![changed.clone()]).is_none(), "{changed:?}");
    }
    let unknown = ProductIndex::new(&[product(1, "a", Some(brand(4)))], brands());
    assert_eq!(unknown.unwrap_err(), NotIndexed(Uuid::from_u128(1)));
}

#[test]
fn behind_a_brand_that_is_not_there_comes_nothing() {
    let index = ProductIndex::new(&[product(1, "a", Some(brand(0)))], brands()).unwrap();
    assert_eq!(index.brands(Some(brand(9)), 5), (Vec::new(), false));
    assert_eq!(index.brands(Some(brand(3)), 5), (Vec::new(), false));
}

#[test]
fn it_takes_the_memory_that_it_says() {
    let title = "چای سیاه ممتاز زعفرانی ۵۰۰ گرمی";
    let products: Vec<IndexedProduct> = (0..5_000).map(|number| product(number, title, Some(brand(1)))).collect();
    let before = Held::from_now().expect("our allocator tells");
    let index = ProductIndex::new(&products, brands()).unwrap();
    for order in ORDERS {
        index.find(&ProductFilter::default(), None, order, Window { skip: 0, size: 1 });
    }
    let (told, held) = (u64::try_from(index.heap_bytes()).unwrap(), before.bytes());
    assert!(held.abs_diff(told) < told / 10, "{told} bytes told, {held} held");
    assert!(told < 5_000 * 140, "{} bytes a product", told / 5_000);
}
