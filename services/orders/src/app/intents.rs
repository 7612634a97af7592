//! Looking at the intents that wait, and trying one at once.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{App, Asker, Tx, replied, reply_now, settle::Reply};
use crate::{
    domain::{LEASE, Settlement, Waiting},
    error::OrdersError,
    store,
};

/// What audit rows of intents are about: not of orders, for an intent is nothing that people have done to one.
const ENTITY: &str = "intent";
const OPERATION: &str = "RetryIntent";

/// A page of intents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListIntents {
    /// Whose; all sellers' when none is given.
    pub seller_id: Option<Uuid>,
    /// Behind this order of this seller.
    pub after: Option<(Uuid, Uuid)>,
    /// How many to give.
    pub limit: usize,
}

/// Tries an order's intent at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryIntent {
    /// Whose order.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// Who asks.
    pub asker: Asker,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Retried {
    /// What was decided stands.
    Settled,
    /// The stock is short: the order stays as it was.
    Short,
    /// It goes on waiting, because of this.
    Waiting(String),
    /// Nothing was waiting.
    Nothing,
}

impl App {
    /// Intents that wait, and whether there are more.
    pub async fn list_intents(&self, query: ListIntents) -> Result<(Vec<Waiting>, bool), OrdersError> {
        let ListIntents { seller_id, after, limit } = query;
        let wanted = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let mut found = store::settlements::list(&mut *self.read().await?, seller_id, after, wanted).await?;
        let more = found.len() > limit;
        found.truncate(limit);
        Ok((found, more))
    }

    /// Tries an order's intent at once, however long it would have rested. A request that was answered for good is answered
    /// the same again; one that left the intent waiting tries again.
    pub async fn retry_intent(&self, command: RetryIntent) -> Result<Retried, OrdersError> {
        let RetryIntent { seller_id, order_id, asker } = &command;
        let (now, audit_id) = (self.clock.now(), self.clock.new_id());
        let key = asker.key(*seller_id, OPERATION);
        let begun = self
            .db
            .transaction(async |conn| -> Tx<Result<(Settlement, i32), Retried>> {
                if let Some(done) = replied(conn, &key).await? {
                    return Ok(Err(done));
                }
                let Some((intent, attempts)) = store::settlements::take(conn, *seller_id, *order_id, LEASE).await?
                else {
                    reply_now(conn, &key, &Retried::Nothing, now).await?;
                    return Ok(Err(Retried::Nothing));
                };
                let changes = serde_json::json!({ "attempts": attempts });
                let what = ("intent.retried", ENTITY, *order_id, intent.revision);
                self.audit(conn, asker, *seller_id, what, changes, (now, audit_id)).await?;
                Ok(Ok((intent, attempts)))
            })
            .await?;
        let (intent, attempts) = match begun {
            Ok(taken) => taken,
            Err(done) => return Ok(done),
        };
        let done = match self.try_again(intent, attempts).await {
            Ok(Reply::Settled(_)) => Retried::Settled,
            Ok(Reply::Short(_)) => Retried::Short,
            Err(OrdersError::PeerDown { service, cause }) => {
                return Ok(Retried::Waiting(format!("{service} does not answer: {cause}")));
            }
            Err(error) => return Err(error),
        };
        self.db.transaction(async |conn| -> Tx<()> { reply_now(conn, &key, &done, self.clock.now()).await }).await?;
        Ok(done)
    }
}
