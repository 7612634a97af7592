//! What the two databases hold, and what is under way between the services.

use std::collections::BTreeSet;

/// Orders in the model.
pub const ORDERS: usize = 2;
/// Product types in the model: two, so that a reservation can be short of one of its lines only.
pub const TYPES: usize = 2;

/// Selling units by type.
pub type Goods = [u8; TYPES];

/// No goods.
pub const NONE: Goods = [0; TYPES];

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    Open,
    Registered,
    Cancelled,
    /// Deleted, or taken over in vain.
    Gone,
}

/// What is being settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Save,
    Cancel,
    Delete,
    /// An order that another system had registered; refused, it leaves nothing behind.
    Takeover,
    /// What the order was saved with is declared once more, after a restore.
    Reassert,
}

/// A row of `settlement`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Intent {
    pub revision: u8,
    pub kind: Kind,
    /// The whole reservation that is declared.
    pub goods: Goods,
    /// What the order was saved with until now. Only the variant that sends differences makes use of it.
    pub before: Goods,
}

/// A row of `sales_order`, with what the model needs of its lines and revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Order {
    pub status: Status,
    pub lines: Goods,
    /// The lines of the last saved revision; an open order that has some is a reopened one.
    pub saved: Option<Goods>,
    /// `last_revision_sent`.
    pub sent: u8,
    pub intent: Option<Intent>,
    /// What its people will still ask for.
    pub changes_left: u8,
}

impl Order {
    /// What the stock must hold for it when nothing is being settled.
    pub fn due(&self) -> Goods {
        self.saved.unwrap_or(NONE)
    }
}

/// A row of `stock`, with the type's `active`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shelf {
    pub on_hand: u8,
    pub reserved: u8,
    pub active: bool,
}

/// Rows of `order_reservation` and `reservation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Account {
    /// The last revision that was answered, and whether it was reserved.
    pub last: Option<(u8, bool)>,
    pub held: Goods,
}

/// The catalogue's database.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stock {
    pub shelves: [Shelf; TYPES],
    pub accounts: [Account; ORDERS],
}

/// `SetReservation`, by somebody who has read this intent: the first request, its repetition, the next request of the
/// order or the recovery loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Call {
    pub order: usize,
    pub intent: Intent,
}

/// What the stock answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Answer {
    Reserved,
    Short,
    Stale { last: u8 },
}

/// An answer in the hands of somebody who still holds the intent as it was when the stock was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reply {
    pub call: Call,
    pub answer: Answer,
}

/// A copy of one database.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Backup {
    Orders([Order; ORDERS]),
    Stock(Stock),
}

/// How far a restore has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Restore {
    /// There was none.
    Never,
    /// One database is older than the other, and the house is closed.
    Closed,
    /// The house is open again.
    Over,
}

/// All of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub orders: [Order; ORDERS],
    pub stock: Stock,
    /// Calls that were ever sent. None is ever taken out: it may arrive at any time, in any order, any number of times.
    pub calls: BTreeSet<Call>,
    /// Answers that were ever given; each may be committed late, twice or never.
    pub replies: BTreeSet<Reply>,
    /// What the seller will still do to the stock.
    pub edits_left: u8,
    pub backup: Option<Backup>,
    pub restore: Restore,
}
