//! Use cases, one file each.

pub mod agreed;
pub mod choices;
mod commit_edit;
pub mod create_seller;
pub mod delivery;
pub mod edit_seller;
pub mod error;
pub mod gateway;
pub mod holidays;
pub mod invoices;
pub mod limits;
pub mod lists;
pub mod payments;
pub mod plans;
mod questions;
pub mod read;
pub mod sandbox;
pub mod settle;
pub mod stop;
pub mod subscriptions;
pub mod terms;
pub mod tiers_applied;
pub mod write;

use std::sync::Arc;

use pishkhan_activity::Activity;
use pishkhan_chassis::{clock::SharedClock, passport::Signer};
use pishkhan_chassis_db::{Db, Housekeeping, idempotency};

pub use self::error::SettingsError;
use self::{
    gateway::PaymentGateway, holidays::KnownHolidays, questions::Questions, sandbox::Sandbox, stop::StopPoints,
};

/// What the use cases work with. `U` is who keeps the users.
#[derive(Clone)]
pub struct App<U> {
    db: Db,
    clock: SharedClock,
    users: U,
    gateway: Arc<dyn PaymentGateway>,
    questions: Questions,
    holidays: KnownHolidays,
    signer: Arc<Signer>,
    stop: StopPoints,
}

impl<U> App<U> {
    /// Puts the parts together; payments go through the built-in gateway.
    pub fn new(db: Db, clock: SharedClock, users: U, signer: Arc<Signer>) -> Self {
        let gateway = Arc::new(Sandbox::new(db.clone(), clock.clone()));
        let (questions, holidays, stop) = (Questions::default(), KnownHolidays::default(), StopPoints::default());
        Self { db, clock, users, gateway, questions, holidays, signer, stop }
    }

    /// The same with payments that go through another gateway.
    #[must_use]
    pub fn with_gateway(mut self, gateway: impl PaymentGateway) -> Self {
        self.gateway = Arc::new(gateway);
        self
    }

    /// The time and new ids.
    pub fn clock(&self) -> &SharedClock {
        &self.clock
    }

    /// What is remembered of a request with a password in it.
    pub fn secret_fingerprint(&self, request: &[u8]) -> [u8; 32] {
        idempotency::secret_fingerprint(request, &self.signer)
    }

    /// What forgets payments of the built-in gateway, beside what every service forgets.
    pub fn housekeeping(&self) -> Housekeeping {
        Housekeeping::new(self.db.clone(), self.clock.clone()).and([crate::store::sandbox::OLD])
    }

    /// What was done of sellers' things, as the audit tells it.
    pub fn activity(&self) -> Activity {
        Activity::new(self.db.clone(), crate::store::activity::OF_SELLER)
    }

    /// Where a test can stop the work.
    pub const fn stop_points(&self) -> &StopPoints {
        &self.stop
    }
}
