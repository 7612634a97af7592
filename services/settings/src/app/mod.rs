//! Use cases, one file each.

pub mod create_seller;
pub mod error;
pub mod read;
pub mod terms;

use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::Db;

pub use self::error::SettingsError;

/// What the use cases work with. `U` is who keeps the users.
#[derive(Clone)]
pub struct App<U> {
    db: Db,
    clock: SharedClock,
    users: U,
}

impl<U> App<U> {
    /// Puts the parts together.
    pub fn new(db: Db, clock: SharedClock, users: U) -> Self {
        Self { db, clock, users }
    }

    /// The time and new ids.
    pub fn clock(&self) -> &SharedClock {
        &self.clock
    }
}
