//! How much the gateway is asked for those who press and come back: one that is slow must hold up nothing else, and
//! nobody's presses become a flood at the bank.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use pishkhan_chassis::{
    throttle::Throttle,
    turns::{Bounds, Refused, Turn, Turns},
};
use uuid::Uuid;

use super::SettingsError;

/// Questions that wait for an answer, each for some seconds. With those that wait for a turn they take less than half of
/// the calls that the service answers at once.
const AT_ONCE: Bounds = Bounds { work: "gateway", at_once: 12, of_one: 2, queue: 16, queue_of_one: 4 };
/// How long a question waits for its turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// Questions about a seller's payments in a minute.
const A_MINUTE: u32 = 20;

/// The questions of this process. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Questions(Arc<Bounded>);

#[derive(Debug)]
struct Bounded {
    turns: Turns,
    asked: Throttle<Uuid>,
}

impl Default for Questions {
    fn default() -> Self {
        Self(Arc::new(Bounded { turns: Turns::new(AT_ONCE), asked: Throttle::allowing(A_MINUTE) }))
    }
}

impl Questions {
    /// A turn at asking the gateway once about a payment of this seller.
    pub(super) async fn turn(&self, seller_id: Uuid, now: DateTime<Utc>) -> Result<Turn, SettingsError> {
        let Bounded { turns, asked } = &*self.0;
        asked.admit(seller_id, now.timestamp()).map_err(|wait| SettingsError::TooManyTries { wait })?;
        let turn = turns.take(&seller_id.to_string(), PATIENCE).await;
        turn.map_err(|Refused| SettingsError::GatewayDown("too many payments are being asked about".to_owned()))
    }
}
