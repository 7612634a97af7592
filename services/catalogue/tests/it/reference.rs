//! What stock must do, written as simply as possible: no ledger, no differences, everything summed up anew each time.

use std::collections::{BTreeMap, BTreeSet};

/// Units by the number of the type.
pub type Lines = BTreeMap<usize, i64>;

/// What a declaration comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The order holds it.
    Reserved,
    /// Types that were short, with what was there and what was wanted.
    Short(Vec<(usize, i64, i64)>),
    /// A later revision has been answered.
    Stale,
}

/// All types and orders of one seller.
#[derive(Debug, Clone)]
pub struct Reference {
    on_hand: Vec<i64>,
    active: Vec<bool>,
    held: BTreeMap<usize, Lines>,
    last: BTreeMap<usize, (i64, Outcome)>,
}

impl Reference {
    /// Types with so much stock each.
    pub fn new(stock: &[i64]) -> Self {
        Self { on_hand: stock.to_vec(), active: vec![true; stock.len()], held: BTreeMap::new(), last: BTreeMap::new() }
    }

    /// What orders hold of a type.
    pub fn reserved(&self, of: usize) -> i64 {
        self.held.values().filter_map(|lines| lines.get(&of)).sum()
    }

    /// What can still be sold of a type.
    pub fn available(&self, of: usize) -> i64 {
        self.on_hand[of] - self.reserved(of)
    }

    /// What an order holds.
    pub fn held(&self, order: usize) -> Lines {
        self.held.get(&order).cloned().unwrap_or_default()
    }

    /// The last revision of an order that was answered; 0 for none.
    pub fn last_revision(&self, order: usize) -> i64 {
        self.last.get(&order).map_or(0, |last| last.0)
    }

    /// The seller sets what can be sold.
    pub fn set_available(&mut self, of: usize, available: i64) {
        self.on_hand[of] = self.reserved(of) + available;
    }

    /// Switches a type on or off, and tells which.
    pub fn toggle(&mut self, of: usize) -> bool {
        self.active[of] = !self.active[of];
        self.active[of]
    }

    /// An order declares its reservation.
    pub fn declare(&mut self, order: usize, revision: i64, wanted: &Lines) -> Outcome {
        match self.last.get(&order) {
            Some((last, _)) if revision < *last => return Outcome::Stale,
            Some((last, outcome)) if revision == *last => return outcome.clone(),
            Some(_) | None => {}
        }
        let held = self.held(order);
        let types: BTreeSet<usize> = held.keys().chain(wanted.keys()).copied().collect();
        let mut short = Vec::new();
        for of in types {
            let had = held.get(&of).copied().unwrap_or(0);
            let wants = wanted.get(&of).copied().unwrap_or(0);
            let most = had + if self.active[of] { self.available(of) } else { 0 };
            if wants > had && wants > most {
                short.push((of, most, wants));
            }
        }
        let outcome = if short.is_empty() {
            self.held.insert(order, wanted.clone());
            Outcome::Reserved
        } else {
            Outcome::Short(short)
        };
        self.last.insert(order, (revision, outcome.clone()));
        outcome
    }
}

/// Something that happens.
#[derive(Debug, Clone)]
pub enum Op {
    /// An order declares a new revision, so many after its last one.
    Declare { order: usize, skip: i64, lines: Lines },
    /// An order gives everything back.
    Cancel { order: usize },
    /// The last request comes once more.
    Repeat { order: usize },
    /// An old request comes late.
    Straggler { order: usize, lines: Lines },
    /// The seller sets what can be sold by a file.
    SetAvailable { of: usize, available: i64 },
    /// The seller sets what can be sold by hand.
    Edit { of: usize, available: i64 },
    /// The seller switches a type on or off.
    Toggle { of: usize },
}

/// Stock that sequences start with: few, so that it runs short.
pub const STOCK: [i64; 4] = [5, 3, 0, 9];

/// Sequences of what may happen to three orders.
pub fn ops(length: std::ops::Range<usize>) -> impl proptest::strategy::Strategy<Value = Vec<Op>> {
    use proptest::prelude::*;

    let orders = 0_usize..3;
    let types = 0..STOCK.len();
    let lines = || proptest::collection::btree_map(0..STOCK.len(), 1_i64..6, 0..4);
    let op = prop_oneof![
        6 => (orders.clone(), 1_i64..3, lines()).prop_map(|(order, skip, lines)| Op::Declare { order, skip, lines }),
        2 => orders.clone().prop_map(|order| Op::Cancel { order }),
        3 => orders.clone().prop_map(|order| Op::Repeat { order }),
        2 => (orders, lines()).prop_map(|(order, lines)| Op::Straggler { order, lines }),
        2 => (types.clone(), 0_i64..8).prop_map(|(of, available)| Op::SetAvailable { of, available }),
        2 => (types.clone(), 0_i64..8).prop_map(|(of, available)| Op::Edit { of, available }),
        1 => types.prop_map(|of| Op::Toggle { of }),
    ];
    proptest::collection::vec(op, length)
}
