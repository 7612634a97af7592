//! Asks for a code that lets somebody without a password in again, and sends it.
//!
//! Whoever asks is answered before anybody has looked whether the phone number is a user's: that is found out by the
//! loop that sends. So an unknown number costs the same time, and is refused as often.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::{join, join_all};
use pishkhan_chassis_db::Commit;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    App, AuthError,
    sms::{Sms, SmsError},
};
use crate::{
    domain::{
        message::message,
        reset::{Code, Limit, VALID_FOR, next_attempt},
        throttle::{NO_NETWORK, network_of},
    },
    store::reset_codes::{self, Alone, Due, NewCode, Sent},
};

/// How often the loop looks by itself: for messages of processes that died, and for those whose turn it is again.
const PERIOD: Duration = Duration::from_secs(1);
/// Messages that a process hands over at the same time.
const BATCH: usize = 8;
/// A message is left to the process that sends it for so much longer than that may take.
const SPARE: TimeDelta = TimeDelta::seconds(5);

impl App {
    /// How long the code is good that is on its way now.
    pub async fn send_reset_code(&self, cellphone: &str, client_address: &str) -> Result<TimeDelta, AuthError> {
        let network = network_of(client_address).unwrap_or_else(|| NO_NETWORK.to_owned());
        let (now, code_id) = (self.clock.now(), self.clock.new_id());
        let limit = self
            .db
            .pipelined(async |tx| -> Result<Commit<Option<(Limit, TimeDelta)>>, AuthError> {
                let (alone, asked) = tx
                    .begin(|conn| {
                        join(
                            reset_codes::lock(conn, cellphone, &network),
                            reset_codes::asked(conn, cellphone, &network, self.messages.daily_cap, now),
                        )
                    })
                    .await?;
                let (alone, asked) = (alone?, asked?);
                match alone {
                    Alone { network: true, phone: true } => {}
                    // Somebody else asks for the same at this moment.
                    Alone { phone: false, .. } => {
                        return Ok(Commit::without_writes(Some((Limit::Pause, VALID_FOR / 2))));
                    }
                    Alone { network: false, phone: true } => return Err(AuthError::Overloaded),
                }
                if let Some((limit, until)) = asked.limit(now) {
                    return Ok(Commit::without_writes(Some((limit, until - now))));
                }
                let new = NewCode {
                    code_id,
                    cellphone,
                    network: &network,
                    known: asked.known,
                    created_at: now,
                    expires_at: now + VALID_FOR,
                };
                Ok(Commit { value: None, writes: vec![reset_codes::insert(new)] })
            })
            .await?;
        if let Some((limit, wait)) = limit {
            metrics::counter!("auth_reset_codes_refused_total", "limit" => limit.name()).increment(1);
            if limit == Limit::House {
                tracing::error!(
                    "as many messages as may be were sent within a day: no more codes are sent for a while"
                );
            }
            return Err(AuthError::TooManyTries { wait: wait.to_std().unwrap_or_default() });
        }
        self.written.notify_one();
        Ok(VALID_FOR)
    }

    /// The code of a row. Nothing but this service's key makes it.
    pub(super) fn reset_code(&self, code_id: Uuid) -> Code {
        Code::of(&self.signer.mark(&[b"reset code ".as_slice(), code_id.as_bytes()].concat()))
    }

    /// Sends what is asked for, until `stop`.
    pub async fn send_messages(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            match self.send_due().await {
                Ok(BATCH..) => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "messages could not be looked for");
                }
            }
            let _woken = stop.run_until_cancelled(tokio::time::timeout(PERIOD, self.written.notified())).await;
        }
    }

    /// Hands over messages whose turn it is, each by one process at a time; how many there were, with those that nobody
    /// is to get.
    pub async fn send_due(&self) -> Result<usize, AuthError> {
        let (now, patience) = (self.clock.now(), self.messages.sender.patience());
        let lease_until = now + TimeDelta::from_std(patience).unwrap_or(SPARE) + SPARE;
        let limit = i64::try_from(BATCH).unwrap_or(i64::MAX);
        let due = reset_codes::take_due(&*self.db.read().await?, limit, lease_until, now).await?;
        let all = due.len();
        let waiting: Vec<Due> = due.into_iter().filter(|due| due.waiting).collect();
        if waiting.is_empty() {
            return Ok(all);
        }
        let settled = join_all(waiting.iter().map(|due| self.hand_over(due))).await;
        let messages = reset_codes::messages(&*self.db.read().await?, now).await?;
        metrics::gauge!("sms_of_a_day").set(f64::from(u32::try_from(messages).unwrap_or(u32::MAX)));
        settled.into_iter().collect::<Result<Vec<()>, AuthError>>()?;
        Ok(all)
    }

    async fn hand_over(&self, due: &Due) -> Result<(), AuthError> {
        let now = self.clock.now();
        let sent = if due.expires_at <= now { Sent::Never } else { self.try_to_send(due, now).await };
        metrics::counter!("sms_total", "outcome" => match sent {
            Sent::Taken => "taken",
            Sent::Later(_) => "later",
            Sent::Never => "given_up",
        })
        .increment(1);
        reset_codes::settle(&*self.db.read().await?, due.code_id, sent).await?;
        Ok(())
    }

    async fn try_to_send(&self, due: &Due, now: DateTime<Utc>) -> Sent {
        let Due { code_id, cellphone, attempts, expires_at, .. } = due;
        let code = self.reset_code(*code_id);
        let text = message(&code, &self.messages.panel_host);
        let sms = Sms { id: *code_id, cellphone: cellphone.clone(), text, code };
        match self.messages.sender.send(&sms).await {
            Ok(()) => Sent::Taken,
            Err(SmsError::Down(cause)) => {
                let next = next_attempt(attempts.unsigned_abs(), *expires_at, now);
                tracing::warn!(sms.id = %code_id, cause, again = next.is_some(), "a message was not handed over");
                next.map_or(Sent::Never, Sent::Later)
            }
            Err(SmsError::Refused(cause)) => {
                tracing::error!(sms.id = %code_id, cause, "the gateway refuses a message");
                Sent::Never
            }
        }
    }
}
