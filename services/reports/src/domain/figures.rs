//! The three numbers of every report.

/// Registered orders, selling units and tomans (line totals, without tax and shipping); or a difference of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Distinct orders.
    pub orders: i64,
    /// Selling units.
    pub units: i64,
    /// Tomans.
    pub amount_toman: i64,
}

impl Figures {
    /// Nothing sold.
    pub const ZERO: Self = Self { orders: 0, units: 0, amount_toman: 0 };

    /// The sum, unless it is too large for the database.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        Some(Self {
            orders: self.orders.checked_add(other.orders)?,
            units: self.units.checked_add(other.units)?,
            amount_toman: self.amount_toman.checked_add(other.amount_toman)?,
        })
    }

    /// What has to be added to `self` to undo it.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            orders: self.orders.wrapping_neg(),
            units: self.units.wrapping_neg(),
            amount_toman: self.amount_toman.wrapping_neg(),
        }
    }
}
