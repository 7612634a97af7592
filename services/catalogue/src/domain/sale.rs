//! What orders count for in the units sold of products.
//!
//! The orders service tells of each revision that is registered, and of orders that count no more. Facts come at least
//! once and in any order; the highest revision is what an order counts for.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

/// Selling units by product.
pub type Units = BTreeMap<Uuid, i64>;

/// Why a fact cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SaleError {
    /// Revisions count from 1.
    #[error("the revision is not positive")]
    Revision,
    /// A line has no units.
    #[error("a line has no units")]
    Line,
    /// The units of a product do not fit.
    #[error("the order is too large to be counted")]
    TooLarge,
}

/// The latest that is known of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    /// The order's revision.
    pub revision: i64,
    /// What it counts for: nothing once it was cancelled or deleted.
    pub units: Units,
}

impl Sale {
    /// A registered revision with its lines: products and selling units, each product as often as it has types in it.
    pub fn registered(revision: i64, lines: impl IntoIterator<Item = (Uuid, i64)>) -> Result<Self, SaleError> {
        let mut sale = Self::gone(revision)?;
        for (product_id, units) in lines {
            if units < 1 {
                return Err(SaleError::Line);
            }
            let of_product = sale.units.entry(product_id).or_default();
            *of_product = of_product.checked_add(units).ok_or(SaleError::TooLarge)?;
        }
        Ok(sale)
    }

    /// An order that counts no more from this revision on.
    pub const fn gone(revision: i64) -> Result<Self, SaleError> {
        if revision < 1 { Err(SaleError::Revision) } else { Ok(Self { revision, units: Units::new() }) }
    }

    /// Whether this replaces what is known of the order. The same revision is the same fact again.
    pub fn supersedes(&self, known: Option<&Self>) -> bool {
        known.is_none_or(|known| self.revision > known.revision)
    }

    /// Leaves out what is no product of the seller: nothing can be counted on it, so nothing may be taken away later.
    #[must_use]
    pub fn of(mut self, products: &BTreeSet<Uuid>) -> Self {
        self.units.retain(|product_id, _| products.contains(product_id));
        self
    }

    /// What is to be added to the units sold when this comes in the place of `before`; products that do not change are
    /// not in it.
    pub fn difference(&self, before: Option<&Self>) -> Units {
        let mut difference = self.units.clone();
        for (product_id, units) in before.map(|before| &before.units).into_iter().flatten() {
            *difference.entry(*product_id).or_default() -= units;
        }
        difference.retain(|_, units| *units != 0);
        difference
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sale(revision: i64, lines: &[(u128, i64)]) -> Sale {
        Sale::registered(revision, lines.iter().map(|(id, units)| (Uuid::from_u128(*id), *units))).unwrap()
    }

    fn units(lines: &[(u128, i64)]) -> Units {
        lines.iter().map(|(id, units)| (Uuid::from_u128(*id), *units)).collect()
    }

    #[test]
    fn the_types_of_a_product_count_together() {
        assert_eq!(sale(1, &[(1, 2), (2, 5), (1, 3)]).units, units(&[(1, 5), (2, 5)]));
    }

    #[test]
    fn what_cannot_be_counted_is_refused() {
        let id = Uuid::from_u128(1);
        assert_eq!(Sale::registered(0, []), Err(SaleError::Revision));
        assert_eq!(Sale::gone(-1), Err(SaleError::Revision));
        assert_eq!(Sale::registered(1, [(id, 0)]), Err(SaleError::Line));
        assert_eq!(Sale::registered(1, [(id, i64::MAX), (id, 1)]), Err(SaleError::TooLarge));
    }

    #[test]
    fn only_a_later_revision_is_news() {
        let known = sale(2, &[(1, 1)]);
        assert!(known.supersedes(None));
        assert!(sale(3, &[]).supersedes(Some(&known)));
        assert!(!sale(2, &[(1, 9)]).supersedes(Some(&known)));
        assert!(!sale(1, &[(1, 9)]).supersedes(Some(&known)));
    }

    #[test]
    fn the_difference_is_what_changes() {
        let before = sale(1, &[(1, 2), (2, 5), (3, 1)]);
        assert_eq!(sale(2, &[(1, 2), (2, 7), (4, 6)]).difference(Some(&before)), units(&[(2, 2), (3, -1), (4, 6)]));
        assert_eq!(before.difference(None), before.units);
        assert_eq!(Sale::gone(2).unwrap().difference(Some(&before)), units(&[(1, -2), (2, -5), (3, -1)]));
    }

    #[test]
    fn what_is_no_product_of_the_seller_is_not_counted() {
        assert_eq!(sale(1, &[(1, 2), (2, 5)]).of(&BTreeSet::from([Uuid::from_u128(2)])).units, units(&[(2, 5)]));
    }
}
