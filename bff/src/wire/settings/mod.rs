//! What the settings page reads and writes.

pub mod choices;
pub mod delivery;
pub mod field;
pub mod holidays;
pub mod limits;
pub mod lists;
pub mod profile;
pub mod text;
pub mod tiers_applied;
pub mod typed;
