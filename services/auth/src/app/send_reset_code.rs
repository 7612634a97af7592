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
        reset::{Code, Limit, PAUSE, VALID_FOR, next_attempt},
        throttle::{NO_NETWORK, network_of},
    },
    store::reset_codes::{self, Due, NewCode, Sent},
};

/// How often the loop looks by itself: for messages of processes that died, and for those whose turn it is again.
const PERIOD: Duration = Duration::from_secs(1);
/// How often, and how many times, a wish looks that waits for another one from its network.
const LOOK_EVERY: Duration = Duration::from_millis(25);
const LOOKS: usize = 80;
/// Messages that a process hands over at the same time.
const BATCH: usize = 8;
/// A message is left to the process that sends it for so much longer than that may take.
const SPARE: TimeDelta = TimeDelta::seconds(5);

/// What becomes of a wish for a code.
enum Asking {
    /// It is on its way.
    Written,
    /// A limit stands in the way for so long.
    Refused(Limit, TimeDelta),
    /// Another one from the same network is being decided, on which it depends.
    Beside,
}

impl App {
    /// How long the code is good that is on its way now.
    pub async fn send_reset_code(&self, cellphone: &str, client_address: &str) -> Result<TimeDelta, AuthError> {
        let network = network_of(client_address).unwrap_or_else(|| NO_NETWORK.to_owned());
        for _ in 0..LOOKS {
            match self.ask_for_code(cellphone, &network).await? {
                Asking::Written => {
                    self.written.notify_one();
                    return Ok(VALID_FOR);
                }
                Asking::Refused(limit, wait) => {
                    metrics::counter!("auth_reset_codes_refused_total", "limit" => limit.name()).increment(1);
                    if limit == Limit::House {
                        tracing::error!("all messages of a day are used up: no codes are sent for a while");
                    }
                    return Err(AuthError::TooManyTries { wait: wait.to_std().unwrap_or_default() });
                }
                Asking::Beside => tokio::time::sleep(LOOK_EVERY).await,
            }
        }
        Err(AuthError::Overloaded)
    }

    async fn ask_for_code(&self, cellphone: &str, network: &str) -> Result<Asking, AuthError> {
        let (now, code_id) = (self.clock.now(), self.clock.new_id());
        self.db
            .pipelined(async |tx| {
                let (alone, asked) = tx
                    .begin(|conn| {
                        join(
                            reset_codes::lock(conn, cellphone, network),
                            reset_codes::asked(conn, cellphone, network, self.messages.daily_cap, now),
                        )
                    })
                    .await?;
                let (alone, asked) = (alone?, asked?);
                // Whoever is refused anyway waits for nobody: a crowd looks once.
                if let Some((limit, until)) = asked.limit(now) {
                    return Ok(Commit::without_writes(Asking::Refused(limit, until - now)));
                }
                if !alone.phone {
                    return Ok(Commit::without_writes(Asking::Refused(Limit::Pause, PAUSE)));
                }
                if !(alone.network || asked.known) {
                    return Ok(Commit::without_writes(Asking::Beside));
                }
                let new = NewCode {
                    code_id,
                    cellphone,
                    network,
                    known: asked.known,
                    created_at: now,
                    expires_at: now + VALID_FOR,
                };
                Ok(Commit { value: Asking::Written, writes: vec![reset_codes::insert(new)] })
            })
            .await
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
