//! A seller's products in memory, as far as they are listed by: searched, filtered, sorted and counted without a table.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    sync::{Arc, OnceLock},
};

use chrono::{DateTime, Utc};
use pishkhan_chassis::texts::Texts;
use uuid::Uuid;

use super::listing::{ProductFilter, ProductOrder, Window};

/// What a product is listed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedProduct {
    /// Its id.
    pub product_id: Uuid,
    /// Its title in the form that titles are matched in.
    pub title_folded: String,
    /// Its maker.
    pub brand_id: Option<Uuid>,
    /// Selling units in registered orders.
    pub units_sold: i64,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// The products by their titles: a product's place in that order is its rank.
#[derive(Debug)]
pub struct ProductIndex {
    /// By rank, as the products are.
    titles: Arc<Texts>,
    products: Box<[Entry]>,
    /// By name.
    brand_ids: Box<[Uuid]>,
    oldest: OnceLock<Ranks>,
    most_sold: OnceLock<Ranks>,
    least_sold: OnceLock<Ranks>,
}

type Ranks = Box<[u32]>;

#[derive(Debug, Clone)]
struct Entry {
    product_id: Uuid,
    /// Its place among the brands.
    brand: Option<u32>,
    units_sold: i64,
    created_at: DateTime<Utc>,
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundProducts {
    /// The products, in their order.
    pub product_ids: Vec<Uuid>,
    /// How many the whole list has.
    pub total: i64,
}

/// A product bears a brand that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("product {0} cannot be indexed")]
pub struct NotIndexed(pub Uuid);

impl ProductIndex {
    /// Of all products, sorted by title and id, and all brands, sorted by name.
    pub fn new(sorted: &[IndexedProduct], brand_ids: Vec<Uuid>) -> Result<Self, NotIndexed> {
        let brands = places(&brand_ids);
        let bytes = sorted.iter().map(|product| product.title_folded.len()).sum();
        let mut titles = Texts::with_capacity(sorted.len(), bytes);
        let mut products = Vec::with_capacity(sorted.len());
        for IndexedProduct { product_id, title_folded, brand_id, units_sold, created_at } in sorted {
            titles.push(title_folded);
            let brand = brand_id.map(|brand_id| brands.get(&brand_id).copied().ok_or(NotIndexed(*product_id)));
            let brand = brand.transpose()?;
            products.push(Entry { product_id: *product_id, brand, units_sold: *units_sold, created_at: *created_at });
        }
        Ok(Self {
            titles: Arc::new(titles),
            products: products.into(),
            brand_ids: brand_ids.into(),
            oldest: OnceLock::new(),
            most_sold: OnceLock::new(),
            least_sold: OnceLock::new(),
        })
    }

    /// A part of what the filter leaves; how much there is of a product is not in the index, so that those which the filter
    /// of the stock leaves are given.
    pub fn find(
        &self,
        filter: &ProductFilter,
        in_stock: Option<&HashSet<Uuid>>,
        order: ProductOrder,
        window: Window,
    ) -> FoundProducts {
        if filter.is_empty() {
            let product_ids = self.part(order, window, |_| true);
            return FoundProducts { product_ids, total: count(self.products.len()) };
        }
        let found = self.matching(filter, in_stock);
        let product_ids = self.part(order, window, |rank| found[index(rank)]);
        FoundProducts { product_ids, total: count(found.into_iter().filter(|&found| found).count()) }
    }

    /// A part of the products that are wanted, in this order.
    fn part(&self, order: ProductOrder, window: Window, wanted: impl Fn(u32) -> bool) -> Vec<Uuid> {
        match order {
            ProductOrder::Title => self.ids((0..).take(self.products.len()), window, wanted),
            ProductOrder::Newest => self.ids(self.oldest().iter().rev().copied(), window, wanted),
            ProductOrder::Oldest => self.ids(self.oldest().iter().copied(), window, wanted),
            ProductOrder::MostSold => {
                let most_sold = self.most_sold.get_or_init(|| self.sorted_by(|of| Reverse(of.units_sold)));
                self.ids(most_sold.iter().copied(), window, wanted)
            }
            ProductOrder::LeastSold => {
                let least_sold = self.least_sold.get_or_init(|| self.sorted_by(|of| of.units_sold));
                self.ids(least_sold.iter().copied(), window, wanted)
            }
        }
    }

    fn ids(&self, ranks: impl Iterator<Item = u32>, window: Window, wanted: impl Fn(u32) -> bool) -> Vec<Uuid> {
        let skip = usize::try_from(window.skip).unwrap_or(usize::MAX);
        let size = usize::try_from(window.size).unwrap_or(usize::MAX);
        let part = ranks.filter(|&rank| wanted(rank)).skip(skip).take(size);
        part.map(|rank| self.products[index(rank)].product_id).collect()
    }

    /// Which products, by rank, the filter leaves.
    fn matching(&self, filter: &ProductFilter, in_stock: Option<&HashSet<Uuid>>) -> Vec<bool> {
        let mut found = self.titles.containing(&filter.search);
        if !filter.brand_ids.is_empty() {
            let wanted: Vec<bool> = self.brand_ids.iter().map(|id| filter.brand_ids.contains(id)).collect();
            for (found, product) in found.iter_mut().zip(&self.products) {
                *found &= product.brand.is_some_and(|brand| wanted[index(brand)]);
            }
        }
        if let Some(in_stock) = in_stock {
            for (found, product) in found.iter_mut().zip(&self.products) {
                *found &= in_stock.contains(&product.product_id);
            }
        }
        found
    }

    fn oldest(&self) -> &Ranks {
        self.oldest.get_or_init(|| self.sorted_by(|of| (of.created_at, of.product_id)))
    }

    /// Equals by title.
    fn sorted_by<K: Ord>(&self, key: impl Fn(&Entry) -> K) -> Ranks {
        let mut ranks: Ranks = (0..).take(self.products.len()).collect();
        ranks.sort_by_key(|&rank| key(&self.products[index(rank)]));
        ranks
    }

    /// A page of the brands that products bear, by name, behind one of them, and how many products bear each; and whether
    /// there are more.
    pub fn brands(&self, after: Option<Uuid>, size: usize) -> (Vec<(Uuid, i64)>, bool) {
        let mut products = vec![0_i64; self.brand_ids.len()];
        for brand in self.products.iter().filter_map(|product| product.brand) {
            products[index(brand)] += 1;
        }
        let counted = self.brand_ids.iter().copied().zip(products);
        let behind = counted.skip_while(|(brand_id, _)| after.is_some_and(|after| after != *brand_id));
        let mut borne = behind.skip(usize::from(after.is_some())).filter(|(_, products)| *products > 0);
        let page = borne.by_ref().take(size).collect();
        (page, borne.next().is_some())
    }

    /// The index with these products as they are now. None if it has to be read anew: only the database knows the place of
    /// a title, or of a brand's name, that is not in it yet.
    pub fn with(&self, mut changed: Vec<IndexedProduct>) -> Option<Self> {
        changed.sort_unstable_by_key(|product| product.product_id);
        let brands = places(&self.brand_ids);
        let mut products = self.products.clone();
        let mut left = changed.len();
        for (rank, entry) in products.iter_mut().enumerate() {
            let Ok(at) = changed.binary_search_by_key(&entry.product_id, |product| product.product_id) else {
                continue;
            };
            let IndexedProduct { product_id: _, title_folded, brand_id, units_sold, created_at: _ } = &changed[at];
            if title_folded != self.titles.get(rank) {
                return None;
            }
            entry.brand = brand_id.map(|brand_id| brands.get(&brand_id).copied().ok_or(())).transpose().ok()?;
            entry.units_sold = *units_sold;
            left -= 1;
        }
        (left == 0).then(|| Self {
            titles: Arc::clone(&self.titles),
            products,
            brand_ids: self.brand_ids.clone(),
            oldest: self.oldest.clone(),
            most_sold: OnceLock::new(),
            least_sold: OnceLock::new(),
        })
    }

    /// Bytes on the heap, with all orders.
    pub fn heap_bytes(&self) -> usize {
        let of_product = size_of::<Entry>() + size_of::<u32>() * 3;
        self.titles.heap_bytes() + self.products.len() * of_product + self.brand_ids.len() * size_of::<Uuid>()
    }
}

/// Where each of these stands.
fn places(ids: &[Uuid]) -> HashMap<Uuid, u32> {
    ids.iter().copied().zip(0..).collect()
}

fn count(products: usize) -> i64 {
    i64::try_from(products).unwrap_or(i64::MAX)
}

/// A rank as a place in a slice.
const fn index(rank: u32) -> usize {
    rank as usize
}

#[cfg(test)]
mod tests;
