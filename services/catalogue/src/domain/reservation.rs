//! What an order declares to hold, and what comes of it.
//!
//! An order declares its whole reservation under a revision. Only the difference to what it holds is applied, all of it
//! or nothing. The last answer is remembered, a refusal too, so that a request may come late, twice, or both.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    limits,
    stock::{Level, Movement, MovementKind},
};

/// Selling units by type, in the order in which rows are locked.
pub type Quantities = BTreeMap<Uuid, i64>;

/// The whole reservation of an order, as it is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    order_id: Uuid,
    revision: i64,
    lines: Quantities,
}

/// Why a declaration cannot be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DeclarationError {
    /// Revisions count from 1.
    #[error("the revision is not at least 1")]
    Revision,
    /// More lines than an order may have.
    #[error("there are too many lines")]
    TooManyLines,
    /// The quantity of this line is not one that can be ordered.
    #[error("the quantity of line {line} is out of range")]
    Quantity {
        /// Index of the line.
        line: usize,
    },
    /// The type of this line has come before.
    #[error("the type of line {line} stands twice")]
    Repeated {
        /// Index of the line.
        line: usize,
    },
}

impl Declaration {
    /// A declaration, if its lines are possible ones. No lines give everything back.
    pub fn new(
        order_id: Uuid,
        revision: i64,
        lines: impl IntoIterator<Item = (Uuid, i64)>,
    ) -> Result<Self, DeclarationError> {
        if revision < 1 {
            return Err(DeclarationError::Revision);
        }
        let mut wanted = Quantities::new();
        for (line, (type_id, quantity)) in lines.into_iter().enumerate() {
            if line >= limits::LINES {
                return Err(DeclarationError::TooManyLines);
            }
            if !(1..=limits::QUANTITY).contains(&quantity) {
                return Err(DeclarationError::Quantity { line });
            }
            if wanted.insert(type_id, quantity).is_some() {
                return Err(DeclarationError::Repeated { line });
            }
        }
        Ok(Self { order_id, revision, lines: wanted })
    }

    /// The order.
    pub const fn order_id(&self) -> Uuid {
        self.order_id
    }

    /// The revision, at least 1.
    pub const fn revision(&self) -> i64 {
        self.revision
    }

    /// What it wants to hold.
    pub const fn lines(&self) -> &Quantities {
        &self.lines
    }
}

/// A line that could not be reserved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortage {
    /// The type.
    pub type_id: Uuid,
    /// The title of its product; empty if the type is not this seller's.
    pub product_title: String,
    /// Its name; empty if the type is not this seller's.
    pub type_name: String,
    /// What the order could have had in all, its own earlier reservation included.
    pub available: i64,
    /// What it wanted.
    pub requested: i64,
}

/// What is answered to a declaration, then and ever after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The order holds what it declared.
    Reserved,
    /// The order holds what it held before; these lines were short.
    Short(Vec<Shortage>),
}

/// The last thing that was answered to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastAnswer {
    /// The revision it was given to.
    pub revision: i64,
    /// The answer.
    pub answer: Answer,
}

impl LastAnswer {
    /// Whether this can have been the answer to these lines, of an order that holds `held` since then.
    fn fits(&self, held: &Quantities, lines: &Quantities) -> bool {
        match &self.answer {
            Answer::Reserved => held == lines,
            Answer::Short(shortages) => {
                shortages.iter().all(|short| lines.get(&short.type_id).copied().unwrap_or_default() == short.requested)
            }
        }
    }
}

/// What a revision is, seen from the last one that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// A later one has been answered, or this one to other lines.
    Stale {
        /// The last one that has been answered.
        last: i64,
    },
    /// It has been answered: the same again.
    Repeated(Answer),
    /// It is news.
    New,
}

/// Tells news from repetitions and stragglers.
///
/// A revision always declares the same. One that declares something else comes from an order that was restored to an
/// older state and counts anew: it has to take a later revision, for it holds nothing of what it declares.
pub fn turn(last: Option<LastAnswer>, held: &Quantities, declaration: &Declaration) -> Turn {
    let Some(last) = last.filter(|last| declaration.revision <= last.revision) else { return Turn::New };
    if declaration.revision == last.revision && last.fits(held, &declaration.lines) {
        Turn::Repeated(last.answer)
    } else {
        Turn::Stale { last: last.revision }
    }
}

/// A type's stock while its row is locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    /// The type.
    pub type_id: Uuid,
    /// The title of its product.
    pub product_title: String,
    /// Its name.
    pub type_name: String,
    /// Whether more of it can be promised.
    pub active: bool,
    /// Version of the row.
    pub version: i64,
    /// How much there is.
    pub level: Level,
}

/// What a declaration does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// Nothing, because of these lines.
    Refuse(Vec<Shortage>),
    /// These movements, in the order of the types; then the order holds what it declared.
    Apply(Vec<Movement>),
}

impl Plan {
    /// What is answered.
    pub fn answer(&self) -> Answer {
        match self {
            Self::Refuse(shortages) => Answer::Short(shortages.clone()),
            Self::Apply(_) => Answer::Reserved,
        }
    }
}

/// Works out the difference between what an order holds and what it wants to hold.
///
/// `shelves` must have every type of this seller that is in either; a wanted type that is not there has nothing to give.
/// A type that is switched off can be kept or given back, not increased.
pub fn plan(held: &Quantities, wanted: &Quantities, shelves: &[Shelf]) -> Plan {
    let shelves: BTreeMap<Uuid, &Shelf> = shelves.iter().map(|shelf| (shelf.type_id, shelf)).collect();
    let mut shortages = Vec::new();
    let mut movements = Vec::new();
    let types: std::collections::BTreeSet<Uuid> = held.keys().chain(wanted.keys()).copied().collect();
    for type_id in types {
        let had = held.get(&type_id).copied().unwrap_or_default();
        let requested = wanted.get(&type_id).copied().unwrap_or_default();
        let delta = requested - had;
        if delta == 0 {
            continue;
        }
        let Some(shelf) = shelves.get(&type_id) else {
            shortages.push(Shortage {
                type_id,
                product_title: String::new(),
                type_name: String::new(),
                available: 0,
                requested,
            });
            continue;
        };
        let after = shelf.level.with_reserved(delta).filter(|_| delta < 0 || shelf.active);
        match after {
            Some(after) => movements.push(Movement {
                type_id,
                version_before: shelf.version,
                kind: if delta > 0 { MovementKind::Reserve } else { MovementKind::Release },
                before: shelf.level,
                after,
            }),
            None => shortages.push(Shortage {
                type_id,
                product_title: shelf.product_title.clone(),
                type_name: shelf.type_name.clone(),
                available: had + if shelf.active { shelf.level.available() } else { 0 },
                requested,
            }),
        }
    }
    if shortages.is_empty() { Plan::Apply(movements) } else { Plan::Refuse(shortages) }
}

/// What one order holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The order.
    pub order_id: Uuid,
    /// The revision that was reserved.
    pub revision: i64,
    /// When it was reserved.
    pub applied_at: DateTime<Utc>,
    /// What it holds.
    pub lines: Quantities,
}

#[cfg(test)]
mod tests;
