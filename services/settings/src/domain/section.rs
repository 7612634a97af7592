//! The parts of what a seller has set up, each with a version of its own.

use super::{
    choice::ChoiceKind,
    list::{CardKind, TierKind},
};

/// The version of a part that was never changed.
pub const FIRST_VERSION: i64 = 1;

/// A part that is read and changed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Profile and credentials.
    Profile,
    /// Minimums, shipping, tax.
    Limits,
    /// A list of discount tiers.
    Tiers(TierKind),
    /// Whether orders use the tiers.
    TiersApplied,
    /// A list of text cards.
    Cards(CardKind),
    /// The delivery rule.
    Delivery,
    /// What is chosen of a kind.
    Choices(ChoiceKind),
}

/// Something that was read together with its section's version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned<T> {
    /// What was read.
    pub value: T,
    /// From [`FIRST_VERSION`] on; every change adds 1.
    pub version: i64,
}
