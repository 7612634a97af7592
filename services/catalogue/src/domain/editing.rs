//! What a seller may make of a type by hand.

use super::{limits, stock::Level};

/// What of a type can be edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// What the shop pays for one piece.
    pub buy_price_toman: i64,
    /// The shop's shelf price of one piece.
    pub sell_price_toman: i64,
    /// The description in its stored form; empty for none.
    pub description: String,
    /// Whether it can be ordered.
    pub active: bool,
    /// Pieces in one selling unit, at least 1.
    pub pieces_per_unit: i32,
    /// So many selling units that can still be sold, or fewer, are few.
    pub low_stock: i64,
}

/// A type as it is stored, under its lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Current {
    /// What can be edited of it.
    pub terms: Terms,
    /// Its version.
    pub version: i64,
    /// How much there is.
    pub level: Level,
}

/// What it is to become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What the shop pays for one piece.
    pub buy_price_toman: i64,
    /// The shop's shelf price of one piece.
    pub sell_price_toman: i64,
    /// The description in its stored form; empty for none.
    pub description: String,
    /// Whether it can be ordered.
    pub active: bool,
    /// Pieces in one selling unit, 1 to [`limits::PIECES`]; as it was when absent.
    pub pieces_per_unit: Option<i32>,
    /// What is few of it, 0 to [`limits::STOCK`] selling units; as it was when absent.
    pub low_stock: Option<i64>,
    /// Selling units that can be sold from now on; what is promised stays promised.
    pub available: i64,
    /// What could be sold when the seller read it: the same as `available` means that the stock was not touched.
    pub available_read: Option<i64>,
    /// The version that the seller has seen; unchecked when absent.
    pub version: Option<i64>,
}

/// What an edit changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// The type itself as it becomes, if it is another one then, which makes its next version.
    pub terms: Option<Terms>,
    /// The stock as it becomes, if it does.
    pub level: Option<Level>,
}

impl Revision {
    /// Whether anything is to be written.
    pub const fn changes_something(&self) -> bool {
        self.terms.is_some() || self.level.is_some()
    }
}

/// Why an edit is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Somebody else has changed the type meanwhile.
    #[error("the type is at version {current} by now")]
    VersionStale {
        /// Its version.
        current: i64,
    },
    /// The shop would sell below what it pays.
    #[error("the sell price is below the buy price")]
    SellBelowBuy,
    /// A price, or what one selling unit costs, is more than a price may be, or less than nothing.
    #[error("a price is out of range")]
    Price,
    /// Stock cannot be that much.
    #[error("the stock is out of range")]
    Stock,
}

/// What an edit makes of a type.
pub fn revise(current: &Current, edit: &Edit) -> Result<Revision, EditError> {
    if edit.version.is_some_and(|version| version != current.version) {
        return Err(EditError::VersionStale { current: current.version });
    }
    let terms = Terms {
        buy_price_toman: edit.buy_price_toman,
        sell_price_toman: edit.sell_price_toman,
        description: edit.description.clone(),
        active: edit.active,
        pieces_per_unit: edit.pieces_per_unit.unwrap_or(current.terms.pieces_per_unit),
        low_stock: edit.low_stock.unwrap_or(current.terms.low_stock),
    };
    let (buy, sell) = (terms.buy_price_toman, terms.sell_price_toman);
    if buy < 0 || sell < 0 {
        return Err(EditError::Price);
    }
    if sell < buy {
        return Err(EditError::SellBelowBuy);
    }
    if sell.saturating_mul(i64::from(terms.pieces_per_unit)) > limits::PRICE_TOMAN {
        return Err(EditError::Price);
    }
    if !(0..=limits::STOCK).contains(&edit.available) {
        return Err(EditError::Stock);
    }
    // What was not touched must not put back what orders have taken since it was read.
    let level = match edit.available_read {
        Some(read) if read == edit.available => current.level,
        _ => current.level.with_available(edit.available).ok_or(EditError::Stock)?,
    };
    Ok(Revision {
        terms: Some(terms).filter(|terms| *terms != current.terms),
        level: Some(level).filter(|level| *level != current.level),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn current() -> Current {
        Current {
            terms: Terms {
                buy_price_toman: 100,
                sell_price_toman: 120,
                description: "good".to_owned(),
                active: true,
                pieces_per_unit: 12,
                low_stock: 10,
            },
            version: 3,
            level: Level::new(10, 4).unwrap(),
        }
    }

    fn edit(buy: i64, sell: i64, available: i64) -> Edit {
        Edit {
            buy_price_toman: buy,
            sell_price_toman: sell,
            description: current().terms.description,
            active: true,
            pieces_per_unit: None,
            low_stock: None,
            available,
            available_read: None,
            version: None,
        }
    }

    #[test]
    fn what_is_as_it_was_changes_nothing() {
        let same = revise(&current(), &edit(100, 120, 6)).unwrap();
        assert_eq!(same, Revision { terms: None, level: None });
        assert!(!same.changes_something());
    }

    #[test]
    fn stock_is_set_beside_what_is_promised_and_is_no_new_version() {
        let sold_out = revise(&current(), &edit(100, 120, 0)).unwrap();
        assert_eq!(sold_out, Revision { terms: None, level: Level::new(4, 4) });
    }

    #[test]
    fn stock_that_was_not_touched_stays_as_orders_have_moved_it() {
        // Nine could be sold when the form was opened; an order has taken three of them.
        let dearer = Edit { available_read: Some(9), ..edit(100, 130, 9) };
        let terms = Terms { sell_price_toman: 130, ..current().terms };
        assert_eq!(revise(&current(), &dearer).unwrap(), Revision { terms: Some(terms), level: None });
        let counted = Edit { available_read: Some(9), ..edit(100, 120, 8) };
        assert_eq!(revise(&current(), &counted).unwrap(), Revision { terms: None, level: Level::new(12, 4) });
        let absurd = Edit { available_read: Some(-1), ..edit(100, 120, -1) };
        assert_eq!(revise(&current(), &absurd), Err(EditError::Stock));
    }

    #[test]
    fn what_is_not_given_stays_and_more_pieces_may_cost_too_much() {
        let larger = Edit { pieces_per_unit: Some(24), low_stock: Some(0), ..edit(100, 120, 6) };
        let terms = Terms { pieces_per_unit: 24, low_stock: 0, ..current().terms };
        assert_eq!(revise(&current(), &larger).unwrap(), Revision { terms: Some(terms), level: None });
        let dear = Edit { pieces_per_unit: Some(limits::PIECES), ..edit(0, limits::PRICE_TOMAN / 12, 6) };
        assert_eq!(revise(&current(), &dear), Err(EditError::Price));
    }

    #[test]
    fn each_refusal_has_its_reason() {
        let stale = Edit { version: Some(2), ..edit(200, 100, -1) };
        assert_eq!(revise(&current(), &stale), Err(EditError::VersionStale { current: 3 }));
        assert_eq!(revise(&current(), &edit(121, 120, 6)), Err(EditError::SellBelowBuy));
        assert_eq!(revise(&current(), &edit(-1, 120, 6)), Err(EditError::Price));
        assert_eq!(revise(&current(), &edit(0, limits::PRICE_TOMAN / 12 + 1, 6)), Err(EditError::Price));
        assert_eq!(revise(&current(), &edit(0, i64::MAX, 6)), Err(EditError::Price));
        assert_eq!(revise(&current(), &edit(0, 0, -1)), Err(EditError::Stock));
        assert_eq!(revise(&current(), &edit(0, 0, limits::STOCK + 1)), Err(EditError::Stock));
        assert!(revise(&current(), &Edit { version: Some(3), ..edit(120, 120, limits::STOCK) }).is_ok());
    }

    proptest! {
        #[test]
        fn what_passes_is_what_the_database_takes(
            buy in -5_i64..2_000, sell in -5_i64..2_000, available in -5_i64..50, on_hand in 0_i64..40, share in 0.0_f64..=1.0,
            pieces in 1_i32..=100_000, to in proptest::option::of(1_i32..=100_000), version in proptest::option::of(1_i64..4),
        ) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "a share of at most forty")]
            let reserved = (on_hand as f64 * share) as i64;
            let terms = Terms { pieces_per_unit: pieces, ..current().terms };
            let current = Current { terms, level: Level::new(on_hand, reserved).unwrap(), ..current() };
            let edit = Edit { version, pieces_per_unit: to, ..edit(buy, sell, available) };
            if let Ok(revision) = revise(&current, &edit) {
                let after = revision.level.unwrap_or(current.level);
                prop_assert_eq!((after.available(), after.reserved()), (available, reserved));
                prop_assert!(buy >= 0 && sell >= buy && sell * i64::from(to.unwrap_or(pieces)) <= limits::PRICE_TOMAN);
                prop_assert!(version.is_none_or(|version| version == current.version));
                prop_assert_eq!(revision.terms.is_some(), (buy, sell, to.unwrap_or(pieces)) != (100, 120, pieces));
            }
        }
    }
}
