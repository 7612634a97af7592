//! Stock of one type and its movements, in selling units.

use std::fmt;

use uuid::Uuid;

/// How much there is and how much of it is promised: `0 ≤ reserved ≤ on hand`, always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Level {
    on_hand: i64,
    reserved: i64,
}

impl Level {
    /// Nothing at all.
    pub const EMPTY: Self = Self { on_hand: 0, reserved: 0 };

    /// A level, if it is a possible one.
    pub const fn new(on_hand: i64, reserved: i64) -> Option<Self> {
        if 0 <= reserved && reserved <= on_hand { Some(Self { on_hand, reserved }) } else { None }
    }

    /// What is there.
    pub const fn on_hand(self) -> i64 {
        self.on_hand
    }

    /// What is promised to orders.
    pub const fn reserved(self) -> i64 {
        self.reserved
    }

    /// What can still be sold.
    pub const fn available(self) -> i64 {
        self.on_hand - self.reserved
    }

    /// The level at which `available` units can still be sold. What is promised stays promised.
    pub const fn with_available(self, available: i64) -> Option<Self> {
        match self.reserved.checked_add(available) {
            Some(on_hand) => Self::new(on_hand, self.reserved),
            None => None,
        }
    }

    /// The level after `delta` more units are promised, fewer if negative; none if there are not that many.
    pub const fn with_reserved(self, delta: i64) -> Option<Self> {
        match self.reserved.checked_add(delta) {
            Some(reserved) => Self::new(self.on_hand, reserved),
            None => None,
        }
    }
}

/// Why stock moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MovementKind {
    /// The seller set what can be sold.
    Adjust,
    /// An order took units.
    Reserve,
    /// An order gave units back.
    Release,
    /// A file set what can be sold.
    Import,
}

impl MovementKind {
    /// The name in the ledger.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Adjust => "adjust",
            Self::Reserve => "reserve",
            Self::Release => "release",
            Self::Import => "import",
        }
    }
}

impl fmt::Display for MovementKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One change of one type's stock: a row of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// The type.
    pub type_id: Uuid,
    /// Version of the stock row before it; it makes the next one.
    pub version_before: i64,
    /// Why.
    pub kind: MovementKind,
    /// The level before.
    pub before: Level,
    /// The level after.
    pub after: Level,
}

impl Movement {
    /// Change of what is there.
    pub const fn delta_on_hand(&self) -> i64 {
        self.after.on_hand - self.before.on_hand
    }

    /// Change of what is promised.
    pub const fn delta_reserved(&self) -> i64 {
        self.after.reserved - self.before.reserved
    }
}

/// A type whose ledger, stock row and reservations do not agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The type.
    pub type_id: Uuid,
    /// The seller's code of it.
    pub code: String,
    /// On hand by the row.
    pub row_on_hand: i64,
    /// On hand by the ledger.
    pub ledger_on_hand: i64,
    /// Promised by the row.
    pub row_reserved: i64,
    /// Promised by the ledger.
    pub ledger_reserved: i64,
    /// Promised by the reservations of the orders.
    pub reservations: i64,
}

/// What a comparison of ledger, rows and reservations found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// Types compared.
    pub types_checked: i64,
    /// Those that do not agree.
    pub differences: Vec<Difference>,
    /// There are more than are told.
    pub truncated: bool,
}
