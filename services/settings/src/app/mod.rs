//! Use cases, one file each.

pub mod choices;
pub mod create_seller;
pub mod delivery;
pub mod edit_seller;
pub mod error;
pub mod holidays;
pub mod limits;
pub mod lists;
pub mod read;
pub mod stop;
pub mod terms;
pub mod write;

use pishkhan_chassis::clock::SharedClock;
use pishkhan_chassis_db::Db;

pub use self::error::SettingsError;
use self::stop::StopPoints;

/// What the use cases work with. `U` is who keeps the users.
#[derive(Clone)]
pub struct App<U> {
    db: Db,
    clock: SharedClock,
    users: U,
    stop: StopPoints,
}

impl<U> App<U> {
    /// Puts the parts together.
    pub fn new(db: Db, clock: SharedClock, users: U) -> Self {
        Self { db, clock, users, stop: StopPoints::default() }
    }

    /// The time and new ids.
    pub fn clock(&self) -> &SharedClock {
        &self.clock
    }

    /// Where a test can stop the work.
    pub const fn stop_points(&self) -> &StopPoints {
        &self.stop
    }
}
