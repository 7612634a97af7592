//! Resetting an account: no customer on its list, no subscription.
//!
//! That the customers leave and that the subscription is to be ended is one transaction. Then the settings are asked; when
//! they do not answer, or this process dies, the recovery loop asks until they have.

use super::{App, DisconnectAll, OrdersError, PeerError, Tx};
use crate::{
    domain::{AccountReset, LEASE, rest_after},
    store,
};

/// Overdue resets taken at a time.
const BATCH: i64 = 16;

impl App {
    /// Takes all customers off the seller's list and ends its subscription; tells how many customers there were. Refused
    /// while an order is open or being settled.
    pub async fn reset_account(&self, command: DisconnectAll) -> Result<i64, OrdersError> {
        let DisconnectAll { seller_id, asker } = command;
        let (now, reset_id) = (self.clock.now(), self.clock.new_id());
        let key = asker.key(seller_id, "ResetAccount");
        let (count, reset) = self
            .db
            .transaction(async |conn| -> Tx<(i64, Option<AccountReset>)> {
                let done = self.disconnect(conn, &asker, &key, now).await?;
                let reset = if done.before {
                    store::resets::find(conn, seller_id).await?
                } else {
                    Some(store::resets::put(conn, seller_id, reset_id, now, LEASE).await?)
                };
                Ok((done.count, reset))
            })
            .await?;
        if let Some(reset) = reset {
            self.finish_reset(&reset).await?;
        }
        Ok(count)
    }

    /// Finishes resets that nobody works on any more. Returns how many were taken.
    pub async fn recover_resets(&self) -> Result<usize, OrdersError> {
        let taken = store::resets::take_overdue(&mut *self.read().await?, LEASE, BATCH).await?;
        for reset in &taken {
            let seller_id = reset.seller_id;
            let Err(error) = self.finish_reset(reset).await else {
                tracing::info!(seller.id = %seller_id, "the account of seller {seller_id} was reset late");
                continue;
            };
            let rest = rest_after(reset.attempts);
            tracing::warn!(
                seller.id = %seller_id,
                reset.attempts = reset.attempts,
                reset.rest_seconds = rest.num_seconds(),
                error = &error as &dyn std::error::Error,
                "the subscription of seller {seller_id}, whose account was reset, is not ended yet"
            );
            store::resets::rest(&mut *self.read().await?, seller_id, reset, rest).await?;
        }
        let waiting = store::resets::waiting(&mut *self.read().await?).await?;
        metrics::gauge!("account_resets_waiting").set(f64::from(u32::try_from(waiting).unwrap_or(u32::MAX)));
        Ok(taken.len())
    }

    async fn finish_reset(&self, reset: &AccountReset) -> Result<(), OrdersError> {
        let AccountReset { seller_id, reset_id, .. } = *reset;
        self.settings.end_subscription(reset).await.map_err(|error| match error {
            PeerError::Down(cause) => OrdersError::PeerDown { service: "settings", cause },
            refusal @ (PeerError::Refused(_) | PeerError::Stale { .. } | PeerError::SellerNotFound) => refusal.into(),
        })?;
        Ok(store::resets::remove(&mut *self.read().await?, seller_id, reset_id).await?)
    }
}
